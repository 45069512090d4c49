"""Anyone can report a public list to the moderators, with or without an account."""

from functools import partial

import pytest
from django.test import Client
from pytest_django import Settings

from builder.models import CompanyList, Report, User
from builder.services import gallery
from tests.support.api_client import API_ROOT, ApiClient, assert_problem

REASON = {"reason": "  It calls people names. "}


@pytest.fixture
def at(alices_list: CompanyList) -> str:
    """The address of the reports of alice's public list."""
    gallery.publish_list(alices_list)
    return f"gallery/{alices_list.public_id}/reports"


@pytest.mark.usefixtures("fresh_budgets")
def test_clients_without_login_can_report_within_the_limit_of_their_address(
    at: str, alices_list: CompanyList, settings: Settings
) -> None:
    """The report creates neither a user nor a session."""
    settings.MUSTERBOOK_REPORTS_AN_HOUR_OF_AN_ADDRESS = 1
    people = User.objects.count()
    program = ApiClient()
    answer = program.post(at, REASON)
    assert (answer.status_code, answer.content) == (204, b"")
    (report,) = Report.objects.all()
    assert (report.company_list, report.by, report.reason) == (alices_list, None, "It calls people names.")
    assert User.objects.count() == people
    assert not program.client.cookies
    refused = program.post(at, REASON)
    assert_problem(refused, 429, "too-many")
    assert 0 < int(refused["Retry-After"]) <= 60
    assert Report.objects.get() == report


def test_only_logged_in_browsers_need_a_csrf_token(at: str, charlie: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    send = partial(browser.post, f"{API_ROOT}/{at}", REASON, "application/json")
    assert send().status_code == 204
    browser.force_login(charlie)
    assert_problem(send(), 403, "not-allowed")
    browser.get("/account/login/")
    browser.get("/lists/")
    word = browser.cookies["csrftoken"].value
    answer = send(headers={"X-CSRFToken": word})
    assert answer.status_code == 204
    assert Report.objects.latest("pk").by == charlie
