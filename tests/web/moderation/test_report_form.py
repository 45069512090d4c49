"""Anybody can report what others share, and nothing else is stored."""

import pytest
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.test import Client

from builder.models import Club, CompanyList, Event, Report, User
from builder.services import sharing
from builder.services.clubs.shares import share_with_club
from builder.services.people.accounts import create_guest
from tests.support.accounts import browser


@pytest.fixture
def address(public: CompanyList) -> str:
    return f"/gallery/{public.public_id}/report/"


def test_anonymous_visitors_can_report(public: CompanyList, address: str, client: Client) -> None:
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
def test_the_sender_is_stored_if_logged_in(
    public: CompanyList, address: str, charlie: User, client: Client, who: str
) -> None:
    by = charlie if who == "charlie" else create_guest()
    client.force_login(by)
    for reason in ("Rude.", "Very rude."):
        assert client.post(address, {"reason": reason}).status_code == 302
    report = Report.objects.get()
    assert (report.by, report.reason) == (by, "Very rude.")


def test_invalid_texts_are_rejected_with_the_fix(address: str, client: Client) -> None:
    for reason in ("", "  \n", "a\0b", "x" * 100_000):
        answer = client.post(address, {"reason": reason})
        assert answer.status_code == 400
        page = answer.content.decode()
        assert 'class="field-error"' in page
        assert 'aria-invalid="true"' in page
    assert client.post(address).status_code == 400
    assert not Report.objects.exists()


def test_a_rejected_text_stays_in_the_form(
    address: str, charlie: User, client: Client, settings: LazySettings
) -> None:
    settings.MUSTERBOOK_MAX_REPORTS = 0
    client.force_login(charlie)
    page = client.post(address, {"reason": "Rude & <long>."}).content.decode()
    assert "Rude &amp; &lt;long&gt;.</textarea>" in page


def test_the_page_of_a_public_list_links_to_the_form(
    public: CompanyList, address: str, alice: User, client: Client
) -> None:
    page = f"/gallery/{public.public_id}/"
    assert f'href="{address}"' in client.get(page).content.decode()
    client.force_login(alice)
    assert f'href="{address}"' not in client.get(page).content.decode()  # nobody reports their own


def test_shared_lists_can_be_reported_from_their_page(
    alices_list: CompanyList, club: Club, event: Event, bob: User
) -> None:
    """Each page has a link to its form, and the form links back."""
    link = sharing.create_link(alices_list)
    roster = alices_list.rosters.order_by("position").first()
    assert roster is not None
    share_with_club(club, alices_list)
    share_with_club(club, alices_list, roster)
    member = club.memberships.get(user__username="dora").public_id
    at = f"/clubs/{club.public_id}/"
    pages = {
        f"/shared/{link}/": (f"/shared/{link}/report/", "list"),
        f"/lists/{alices_list.public_id}/": (f"/lists/{alices_list.public_id}/report/", "list"),
        f"/rosters/{roster.public_id}/": (f"/rosters/{roster.public_id}/report/", "roster"),
        at: (f"{at}report/", "club"),
        f"{at}events/{event.public_id}/": (f"{at}events/{event.public_id}/report/", "event"),
        f"{at}members/": (f"{at}members/{member}/report/", "user name"),
    }
    client = browser(bob)
    for page, (address, kind) in pages.items():
        assert f'href="{address}"' in client.get(page).content.decode(), page
        assert f'href="{page}"' in client.get(address).content.decode(), page
        Report.objects.all().delete()
        answer = client.post(address, {"reason": "Rude."})
        assert "Thank you" in client.get(answer["Location"]).content.decode()
        assert Report.objects.get().kind == kind


@pytest.mark.usefixtures("fresh_budgets")
def test_reports_per_address_and_hour_are_limited(
    address: str, client: Client, settings: LazySettings
) -> None:
    settings.MUSTERBOOK_REPORTS_AN_HOUR_OF_AN_ADDRESS = 1
    assert client.post(address, {"reason": " "}).status_code == 400  # which doesn't count
    assert client.post(address, {"reason": "Rude."}).status_code == 302
    answer = client.post(address, {"reason": "Rude & again."})
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60
    assert "Try again in " in answer.content.decode()
    assert "Rude &amp; again.</textarea>" in answer.content.decode()
