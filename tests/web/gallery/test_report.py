"""Anybody tells staff about a public list, and leaves nothing else behind."""

import pytest
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.test import Client

from builder.models import CompanyList, Report, User
from builder.services import gallery
from builder.services.people.accounts import create_guest


@pytest.fixture
def public(alices_list: CompanyList) -> CompanyList:
    gallery.publish_list(alices_list)
    return alices_list


@pytest.fixture
def address(public: CompanyList) -> str:
    return f"/gallery/{public.public_id}/report/"


def test_nobody_reports_without_an_account(public: CompanyList, address: str, client: Client) -> None:
    assert "Report “Molybdenian Drop Reavers”" in client.get(address).content.decode()
    users = User.objects.count()
    answer = client.post(address, {"reason": "Rude."})
    assert answer.status_code == 302
    assert "Thank you" in client.get(answer["Location"]).content.decode()
    report = Report.objects.get()
    assert (report.company_list, report.by, report.reason) == (public, None, "Rude.")
    assert User.objects.count() == users
    assert not Session.objects.exists()


@pytest.mark.parametrize("who", ["guest", "charlie"])
def test_who_is_known_is_noted(
    public: CompanyList, address: str, charlie: User, client: Client, who: str
) -> None:
    by = charlie if who == "charlie" else create_guest()
    client.force_login(by)
    for reason in ("Rude.", "Very rude."):
        assert client.post(address, {"reason": reason}).status_code == 302
    report = Report.objects.get()
    assert (report.by, report.reason) == (by, "Very rude.")


@pytest.mark.parametrize("reason", ["", "  \n", "a\0b", "x" * 100_000])
def test_what_cannot_be_kept_comes_back_with_a_mend(address: str, client: Client, reason: str) -> None:
    answer = client.post(address, {"reason": reason})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert 'class="field-error"' in page
    assert 'aria-invalid="true"' in page
    assert not Report.objects.exists()
    assert client.post(address).status_code == 400


def test_what_was_written_stays_in_the_form(
    address: str, charlie: User, client: Client, settings: LazySettings
) -> None:
    settings.MUSTERBOOK_MAX_REPORTS = 0
    client.force_login(charlie)
    page = client.post(address, {"reason": "Rude & <long>."}).content.decode()
    assert "Rude &amp; &lt;long&gt;.</textarea>" in page


@pytest.mark.parametrize("method", ["get", "post"])
def test_what_is_not_public_is_not_there(
    public: CompanyList, address: str, client: Client, method: str
) -> None:
    def status() -> int:
        return int(getattr(client, method)(address, {"reason": "Rude."}).status_code)

    gallery.hide_list(public, "Why")
    assert status() == 404
    gallery.unhide_list(public)
    gallery.unpublish_list(public)
    assert status() == 404
    assert getattr(client, method)("/gallery/bcdfghjkmnpq/report/").status_code == 404


def test_it_is_nobody_elses_page(address: str, client: Client) -> None:
    answer = client.get(address)
    assert answer["X-Robots-Tag"] == "noindex"
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))


def test_a_form_from_elsewhere_is_refused(address: str) -> None:
    assert Client(enforce_csrf_checks=True).post(address, {"reason": "Rude."}).status_code == 403
    assert not Report.objects.exists()


def test_the_page_of_a_public_list_leads_here(
    public: CompanyList, address: str, alice: User, client: Client
) -> None:
    page = f"/gallery/{public.public_id}/"
    assert f'href="{address}"' in client.get(page).content.decode()
    client.force_login(alice)
    assert f'href="{address}"' not in client.get(page).content.decode()  # nobody reports their own
