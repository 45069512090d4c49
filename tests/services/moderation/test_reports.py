"""Reports about lists, clubs, events and names: one open report per subject and person, and limits."""

import logging

import pytest
from django.conf import LazySettings
from pytest_django import DjangoCaptureOnCommitCallbacks

from builder.models import Club, CompanyList, Event, Report, User
from builder.points.document.document import Document
from builder.services import gallery, sharing
from builder.services.errors import LimitReached, TooManyRequests
from builder.services.exchange import create_list_from_document
from builder.services.moderation.actions import dismiss_reports, hide_reported
from builder.services.moderation.reports import (
    club_subject,
    event_subject,
    list_subject,
    name_subject,
    require_report_budget,
    send_report,
)
from builder.services.people.accounts import create_guest, delete_person, move_guest_lists
from tests.support.log_lines import Recorder


def report(company_list: CompanyList, by: User | None, reason: str) -> None:
    send_report(list_subject(company_list), by, reason)


def test_a_report_is_open_until_it_is_dismissed_or_upheld(
    public: CompanyList, charlie: User, moderator: User
) -> None:
    report(public, charlie, "  Rude.  ")
    row = Report.objects.get()
    assert (row.company_list, row.by, row.reason) == (public, charlie, "Rude.")
    assert (row.target, row.person, row.subject) == (f"list:{public.pk}", public.owner, public.name)
    assert (row.settled_at, row.outcome) == (None, "")
    dismiss_reports(row, moderator)
    first = Report.objects.values("settled_at", "settled_by", "outcome").get()
    assert first["settled_at"] is not None
    assert {**first, "settled_at": None} == {
        "settled_at": None,
        "settled_by": moderator.pk,
        "outcome": "dismissed",
    }
    hide_reported(row, moderator, "Why")
    assert Report.objects.values("settled_at", "settled_by", "outcome").get() == first


def test_a_second_report_of_a_list_replaces_the_first(
    public: CompanyList, charlie: User, bob: User, moderator: User
) -> None:
    for reason in ("Rude.", "Very rude."):
        report(public, charlie, reason)
    report(public, bob, "Rude indeed.")
    assert set(Report.objects.values_list("by__username", "reason")) == {
        ("charlie", "Very rude."), ("bob", "Rude indeed."),
    }  # fmt: skip
    dismiss_reports(Report.objects.get(by=charlie), moderator)
    report(public, charlie, "Still rude.")
    assert Report.objects.filter(by=charlie).count() == 2


def test_the_number_of_open_reports_is_limited(
    alice: User,
    charlie: User,
    public: CompanyList,
    reavers: Document,
    settings: LazySettings,
    moderator: User,
) -> None:
    settings.MUSTERBOOK_MAX_REPORTS = 1
    other = create_list_from_document(alice, reavers)
    gallery.publish_list(other)
    report(public, charlie, "Rude.")
    with pytest.raises(LimitReached):
        report(other, charlie, "Rude.")
    dismiss_reports(Report.objects.get(), moderator)
    report(other, charlie, "Rude.")
    assert Report.objects.count() == 2


def test_reports_without_an_account_have_their_own_limit(
    public: CompanyList, charlie: User, bob: User, settings: LazySettings, recorded_events: Recorder
) -> None:
    guest = create_guest()
    settings.MUSTERBOOK_MAX_REPORTS_OF_A_LIST = 2
    with recorded_events() as events:
        for by in (None, None, None, guest, charlie, bob):
            report(public, by, "Rude.")
    stored = Report.objects.order_by("pk").values_list("by__username", flat=True)
    assert list(stored) == [None, None, "charlie", "bob"]
    sent, dropped = ["report_sent"] * 2, ["report_dropped"] * 2
    assert [event["event"] for event in events] == [*sent, *dropped, *sent]
    report(public, charlie, "Still rude.")
    assert Report.objects.get(by=charlie).reason == "Still rude."


@pytest.mark.django_db(transaction=True)
def test_a_report_by_a_deleted_guest_is_stored_without_a_sender(public: CompanyList) -> None:
    guest = create_guest()
    User.objects.filter(pk=guest.pk).delete()
    report(public, guest, "Rude")
    assert Report.objects.get().by is None


def test_a_report_stays_when_its_sender_is_deleted(public: CompanyList, charlie: User) -> None:
    report(public, charlie, "Rude.")
    charlie.delete()
    assert Report.objects.get().by is None


def test_reports_store_the_reported_text(
    club: Club, event: Event, alice: User, bob: User, charlie: User
) -> None:
    """Organisers may change the text before a moderator reads the report."""
    Club.objects.filter(pk=club.pk).update(place="Bad place", about="Bad text")
    club.refresh_from_db()
    for subject in (club_subject(club), event_subject(event), name_subject(bob)):
        send_report(subject, charlie, "Rude.")
    reports = {row.kind: (row.person, row.subject, row.text) for row in Report.objects.all()}
    assert reports == {
        "club": (alice, club.name, "Bad place\n\nBad text"),
        "event": (alice, event.name, event.notes),
        "user name": (bob, "bob", ""),
    }


def test_reports_and_logs_do_not_contain_the_secret_of_a_link(
    alices_list: CompanyList,
    charlie: User,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """The log doesn't contain the reason either."""
    link = sharing.create_link(alices_list)
    alices_list.refresh_from_db()
    with (
        caplog.at_level(logging.INFO, "musterbook.security"),
        django_capture_on_commit_callbacks(execute=True),
    ):
        report(alices_list, charlie, "Very rude.")
    stored = repr(Report.objects.values().get())
    written = repr([vars(record) for record in caplog.records])
    assert link not in stored + written
    assert "report_sent" in written
    assert "Very rude." not in written


@pytest.mark.usefixtures("fresh_budgets")
def test_reports_per_person_and_address_are_limited(charlie: User, bob: User, settings: LazySettings) -> None:
    settings.MUSTERBOOK_REPORTS_AN_HOUR_OF_A_PERSON = 2
    settings.MUSTERBOOK_REPORTS_AN_HOUR_OF_AN_ADDRESS = 3
    here, elsewhere = {"REMOTE_ADDR": "192.0.2.1"}, {"REMOTE_ADDR": "192.0.2.2"}
    for _ in range(2):
        require_report_budget(charlie, here)
    with pytest.raises(TooManyRequests) as refusal:
        require_report_budget(charlie, elsewhere)
    assert 0 < refusal.value.seconds <= 60
    require_report_budget(bob, here)
    with pytest.raises(TooManyRequests):  # that was the address's third report
        require_report_budget(bob, here)
    require_report_budget(create_guest(), elsewhere)


def test_a_report_of_a_club_stays_when_its_owner_is_deleted(club: Club, alice: User, charlie: User) -> None:
    send_report(club_subject(club), charlie, "Rude.")
    delete_person(alice)
    row = Report.objects.get()
    assert (row.club, row.person) == (club, None)


def test_reports_by_and_about_a_guest_move_into_the_account(
    bobs_list: CompanyList, alices_list: CompanyList, alice: User, charlie: User
) -> None:
    guest = create_guest()
    CompanyList.objects.filter(pk=alices_list.pk).update(owner=guest)
    report(CompanyList.objects.get(pk=alices_list.pk), charlie, "Rude.")
    report(bobs_list, guest, "Rude.")
    move_guest_lists(guest, alice)
    assert Report.objects.get(by=charlie).person == alice
    assert Report.objects.get(by=alice).company_list == bobs_list
