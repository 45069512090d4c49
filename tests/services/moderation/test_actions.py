"""Moderators act on reports: each action is recorded, and resolves all reports about the subject."""

import logging

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from builder.models import Club, CompanyList, Event, Listing, ModerationEntry, Report, User
from builder.services import gallery
from builder.services.clubs.clubs import ClubDetails, update_club
from builder.services.errors import NotPossible
from builder.services.moderation.actions import (
    dismiss_reports,
    hide_reported,
    suspend_person,
    unhide_reported,
    unsuspend_person,
)
from builder.services.moderation.reports import (
    Subject,
    club_subject,
    event_subject,
    list_subject,
    name_subject,
    send_report,
)


def reported(subject: Subject, *by: User | None) -> Report:
    """Return the first report about a subject."""
    for person in by or (None,):
        send_report(subject, person, "Rude.")
    return Report.objects.filter(target=subject.target).order_by("pk")[0]


def outcomes() -> dict[str, str]:
    return dict(Report.objects.values_list("subject", "outcome"))


def test_a_reported_list_is_hidden_and_shown_again(
    alices_list: CompanyList, alice: User, bob: User, charlie: User, moderator: User
) -> None:
    gallery.publish_list(alices_list)
    report = reported(list_subject(alices_list), bob, charlie)
    hide_reported(report, moderator, " A copied text. ")
    row = CompanyList.objects.get()
    assert (row.hidden_note, Listing.objects.exists()) == ("A copied text.", False)
    assert set(Report.objects.values_list("outcome", "settled_by")) == {("upheld", moderator.pk)}
    unhide_reported(report, moderator)
    assert CompanyList.objects.get().hidden_at is None
    assert Listing.objects.exists()
    assert list(ModerationEntry.objects.values_list("action", "note", "person", "by", "target")) == [
        ("show", "", alice.pk, moderator.pk, report.target),
        ("hide", "A copied text.", alice.pk, moderator.pk, report.target),
    ]


def test_name_and_text_of_a_reported_club_are_removed(club: Club, alice: User, moderator: User) -> None:
    Club.objects.filter(pk=club.pk).update(about="Bad text", place="Bad place", listed=True)
    club.refresh_from_db()
    report = reported(club_subject(club))
    hide_reported(report, moderator, "Be kind.")
    row = Club.objects.get()
    assert (row.name, row.place, row.about, row.listed) == ("Unnamed club", "", "", False)
    assert (row.moderators_note, row.version) == ("Be kind.", club.version + 1)
    assert "Bad text" in Report.objects.get().text
    update_club(row, alice, row.version, ClubDetails(name="The Iron Table"))
    row.refresh_from_db()
    assert (row.name, row.moderators_note) == ("The Iron Table", "")
    with pytest.raises(NotPossible):
        unhide_reported(report, moderator)


def test_name_and_notes_of_a_reported_event_are_removed(event: Event, moderator: User) -> None:
    Event.objects.filter(pk=event.pk).update(notes="Bad notes")
    event.refresh_from_db()
    hide_reported(reported(event_subject(event)), moderator, "Be kind.")
    row = Event.objects.get()
    assert (row.name, row.notes, row.moderators_note) == ("Unnamed event", "", "Be kind.")
    assert Report.objects.get().text == "Bad notes"


def test_a_suspension_upholds_reports_of_lists_and_the_name_but_not_of_a_club(
    alices_list: CompanyList, club: Club, alice: User, bobs_list: CompanyList, moderator: User
) -> None:
    """The club and its text stay, so the report about it stays open."""
    CompanyList.objects.filter(pk=bobs_list.pk).update(name="Bob's")
    bobs_list.refresh_from_db()
    subjects = (list_subject(alices_list), club_subject(club), name_subject(alice), list_subject(bobs_list))
    for subject in subjects:
        reported(subject)
    suspend_person(alice, moderator, "Spam.")
    assert outcomes() == {alices_list.name: "upheld", "alice": "upheld", club.name: "", "Bob's": ""}


def test_actions_are_logged_without_notes(
    alices_list: CompanyList,
    alice: User,
    club: Club,
    moderator: User,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    report, of_club = reported(list_subject(alices_list)), reported(club_subject(club))
    with (
        caplog.at_level(logging.INFO, "musterbook.security"),
        django_capture_on_commit_callbacks(execute=True),
    ):
        hide_reported(report, moderator, "A note.")
        unhide_reported(report, moderator)
        dismiss_reports(report, moderator, "A note.")
        hide_reported(of_club, moderator, "A note.")
        suspend_person(alice, moderator, "A note.")
        unsuspend_person(alice, moderator)
    events = [r.__dict__["fields"] for r in caplog.records if r.name == "musterbook.security"]
    assert [(event["event"], event["by"], event["person"]) for event in events] == [
        ("content_hidden", "mo", "alice"),
        ("content_shown_again", "mo", "alice"),
        ("report_dismissed", "mo", "alice"),
        ("text_removed", "mo", "alice"),
        ("person_suspended", "mo", "alice"),
        ("person_unsuspended", "mo", "alice"),
    ]
    assert events[0]["target"] == report.target
    assert "A note." not in repr(events)
    assert [entry.action for entry in ModerationEntry.objects.order_by("pk")] == [
        "hide", "show", "dismiss", "clear", "suspend", "unsuspend",
    ]  # fmt: skip
