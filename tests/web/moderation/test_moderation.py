"""The pages of the moderators: open reports, their subjects, and the available actions."""

import logging
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from builder.models import Club, CompanyList, Report, User
from builder.services import gallery, sharing
from builder.services.clubs.shares import share_with_club
from builder.services.moderation.actions import create_moderators_group, dismiss_reports
from builder.services.moderation.reports import club_subject, list_subject, name_subject, send_report
from tests.support.accounts import browser, visible_text
from tests.support.query_counts import OpenInQueries

WHO = 2  # session, user
PERMISSION = 2  # the user's own permissions, those of their groups


@pytest.fixture
def moderator(db: None) -> User:
    create_moderators_group()
    moderator = User.objects.create(username="mo")
    moderator.groups.add(Group.objects.get(name="Moderators"))
    return moderator


@pytest.fixture
def moderator_client(moderator: User) -> Client:
    """The moderator's browser."""
    return browser(moderator)


@pytest.fixture
def reported(alices_list: CompanyList, bob: User, charlie: User) -> Report:
    """Bob's report of alice's list, which is shared only by link. Charlie's report is later."""
    sharing.create_link(alices_list)
    alices_list.refresh_from_db()
    for person in (bob, charlie):
        send_report(list_subject(alices_list), person, f"Rude <words>, says {person}.")
    return Report.objects.get(by=bob)


def test_the_queue_has_a_row_for_each_reported_item_oldest_first(
    reported: Report, club: Club, bob: User, moderator_client: Client
) -> None:
    send_report(club_subject(club), None, "Later.")
    send_report(name_subject(bob), None, "Last.")
    send_report(list_subject(CompanyList.objects.get()), None, "And again.")
    page = moderator_client.get("/moderation/")
    text = visible_text(page)
    places = [text.index(words) for words in ("Rude <words>, says bob.", "Later.", "Last.")]
    assert places == sorted(places)
    assert "3 reports" in text
    assert "And again." not in text
    assert page.content.decode().count("<h2>") == 3


@pytest.mark.parametrize("count", [1, 15])
def test_queries_do_not_grow_with_the_queue(
    count: int, alice: User, moderator: User, open_in_queries: OpenInQueries
) -> None:
    for number in range(count):
        send_report(name_subject(User.objects.create(username=f"erin{number}")), alice, "Rude.")
    # Their number, the subjects on the page, their reports.
    open_in_queries(moderator, "/moderation/", WHO + PERMISSION + 3)


def test_a_report_shows_reasons_reporters_and_earlier_reports(
    reported: Report, alice: User, bob: User, moderator_client: Client
) -> None:
    for outcome in ("upheld", "upheld", "dismissed"):
        Report.objects.create(
            target="name:1", person=alice, by=bob, reason="Before.", outcome=outcome,
            made=reported.made, settled_at=reported.made + timedelta(days=1),
        )  # fmt: skip
    page = moderator_client.get(f"/moderation/reports/{reported.pk}/")
    text = visible_text(page)
    assert "Rude <words>, says bob." in text
    assert "Rude <words>, says charlie." in text
    assert "Reports about them: 2 upheld, 1 dismissed, 2 open." in text
    assert "Reports that bob has sent: 2 upheld, 1 dismissed, 1 open." in text
    link = CompanyList.objects.values_list("link", flat=True).get()
    assert link is not None
    assert link not in page.content.decode()


def test_reading_a_reported_list_is_logged(
    reported: Report,
    moderator_client: Client,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    CompanyList.objects.update(background="A <bad> story.")
    with (
        caplog.at_level(logging.INFO, "musterbook.security"),
        django_capture_on_commit_callbacks(execute=True),
    ):
        page = moderator_client.get(f"/moderation/reports/{reported.pk}/content/")
    text = visible_text(page)
    assert "A <bad> story." in text
    assert "Captain" in text
    (event,) = [r.__dict__["fields"] for r in caplog.records if r.name == "musterbook.security"]
    assert (event["event"], event["by"], event["person"]) == ("content_viewed", "mo", "alice")


def test_a_reported_roster_shows_only_what_its_reporter_saw(
    alices_list: CompanyList, bob: User, moderator_client: Client
) -> None:
    roster = alices_list.rosters.order_by("position").first()
    assert roster is not None
    used = set(roster.entries.values_list("profile_key", flat=True))
    hidden = alices_list.profiles.exclude(key__in=used).values_list("name", flat=True)
    send_report(list_subject(alices_list, roster.public_id), bob, "Rude.")
    text = visible_text(moderator_client.get(f"/moderation/reports/{Report.objects.get().pk}/content/"))
    assert [name for name in hidden if name in text] == []


def test_a_settled_report_gives_no_access_to_a_private_list(
    reported: Report, alices_list: CompanyList, club: Club, moderator: User, moderator_client: Client
) -> None:
    at = f"/moderation/reports/{reported.pk}/"

    def is_readable() -> bool:
        is_offered = f"{at}content/" in moderator_client.get(at).content.decode()
        assert is_offered == (moderator_client.get(f"{at}content/").status_code == 200)
        return is_offered

    sharing.remove_link(alices_list)
    assert is_readable()  # the report is open
    dismiss_reports(reported, moderator)
    assert not is_readable()
    assert "private again" in visible_text(moderator_client.get(at))
    share = share_with_club(club, alices_list)
    assert is_readable()
    share.delete()
    gallery.hide_list(alices_list, "Why")
    assert is_readable()


def test_a_report_of_a_roster_gives_no_access_to_its_private_list(
    reported: Report,
    alices_list: CompanyList,
    club: Club,
    bob: User,
    moderator: User,
    moderator_client: Client,
) -> None:
    """The roster is visible: with that report, and with a resolved report while a club sees it."""
    sharing.remove_link(alices_list)
    dismiss_reports(reported, moderator)
    roster = alices_list.rosters.order_by("position")[0]
    send_report(list_subject(alices_list, roster.public_id), bob, "Rude.")
    of_roster = Report.objects.get(settled_at=None)

    def statuses() -> list[int]:
        pages = [f"/moderation/reports/{report.pk}/content/" for report in (reported, of_roster)]
        return [moderator_client.get(page).status_code for page in pages]

    assert statuses() == [404, 200]
    dismiss_reports(of_roster, moderator)
    assert statuses() == [404, 404]
    share_with_club(club, alices_list, roster)
    assert statuses() == [404, 200]


def test_a_list_is_hidden_after_a_confirmation_with_a_note(
    reported: Report, alices_list: CompanyList, moderator_client: Client
) -> None:
    at = f"/moderation/reports/{reported.pk}/"
    assert f'href="{at}hide/"' in moderator_client.get(at).content.decode()
    assert "Hide “Molybdenian Drop Reavers”?" in visible_text(moderator_client.get(f"{at}hide/"))
    refused = moderator_client.post(f"{at}hide/", {"note": " "})
    assert (refused.status_code, "Write a note" in visible_text(refused)) == (400, True)
    assert CompanyList.objects.get().hidden_at is None
    done = moderator_client.post(f"{at}hide/", {"note": "A copied <text>."}, follow=True)
    assert CompanyList.objects.get().hidden_note == "A copied <text>."
    assert "A copied <text>." in visible_text(done)
    assert f'href="{at}show/"' in done.content.decode()
    assert "No open reports." in visible_text(moderator_client.get("/moderation/"))
    assert "Upheld" in visible_text(moderator_client.get("/moderation/?show=settled"))
    moderator_client.post(f"{at}show/")
    assert CompanyList.objects.get().hidden_at is None


def test_reports_are_dismissed(reported: Report, moderator_client: Client) -> None:
    moderator_client.post(f"/moderation/reports/{reported.pk}/dismiss/", {"note": ""})
    assert set(Report.objects.values_list("outcome", flat=True)) == {"dismissed"}
    assert CompanyList.objects.get().hidden_at is None


def test_a_person_is_found_suspended_and_reactivated(alice: User, moderator_client: Client) -> None:
    person = moderator_client.get("/moderation/people/", {"name": "ALICE"})
    assert person["Location"] == f"/moderation/people/{alice.pk}/"
    assert "Nobody has the user name" in visible_text(
        moderator_client.get("/moderation/people/", {"name": "zoe\0"})
    )
    at = person["Location"]
    moderator_client.post(f"{at}suspend/", {"note": "Spam."})
    assert not User.objects.get(pk=alice.pk).is_active
    assert "alice" in visible_text(moderator_client.get("/moderation/people/"))
    assert "Spam." in visible_text(moderator_client.get(at))
    moderator_client.post(f"{at}unsuspend/")
    assert User.objects.get(pk=alice.pk).is_active
    assert "Nobody is suspended." in visible_text(moderator_client.get("/moderation/people/"))


def test_moderators_cannot_suspend_staff_and_only_superusers_reactivate_superusers(
    moderator: User, bob: User, moderator_client: Client
) -> None:
    root = User.objects.create(username="root", is_staff=True, is_superuser=True)
    for person in (moderator, root):
        answer = moderator_client.post(f"/moderation/people/{person.pk}/suspend/", {"note": "Spam."})
        assert answer.status_code == 403
        page = moderator_client.get(f"/moderation/people/{person.pk}/")
        assert "Staff and moderators can't be suspended" in visible_text(page)
        assert f"/moderation/people/{person.pk}/suspend/" not in page.content.decode()
    assert User.objects.filter(is_active=False).count() == 0
    former = User.objects.create(username="former", is_superuser=True, is_active=False)
    at = f"/moderation/people/{former.pk}/"
    assert f"{at}unsuspend/" not in moderator_client.get(at).content.decode()
    assert f"{at}unsuspend/" in browser(root).get(at).content.decode()
    send_report(name_subject(bob), None, "Rude.")
    at = f"/moderation/reports/{Report.objects.get().pk}/"
    for is_staff in (False, True):
        User.objects.filter(pk=bob.pk).update(is_staff=is_staff)
        page = moderator_client.get(at)
        assert (f"/moderation/people/{bob.pk}/suspend/" in page.content.decode()) is not is_staff


def test_unavailable_actions_and_contents_are_not_found(
    club: Club, bob: User, reported: Report, moderator_client: Client
) -> None:
    """A club has no contents to read, and neither has a deleted list."""
    send_report(club_subject(club), None, "Rude.")
    send_report(name_subject(bob), None, "Rude.")
    of_club, of_name = Report.objects.get(club=club), Report.objects.get(target=f"name:{bob.pk}")
    for pk, action in ((of_club.pk, "show"), (of_name.pk, "hide"), (reported.pk, "delete")):
        assert moderator_client.post(f"/moderation/reports/{pk}/{action}/", {"note": "x"}).status_code == 404
    assert moderator_client.get(f"/moderation/people/{bob.pk}/delete/").status_code == 404
    CompanyList.objects.update(deleted_at=reported.made)
    for pk in (of_club.pk, reported.pk, 10**9):
        assert moderator_client.get(f"/moderation/reports/{pk}/content/").status_code == 404


def test_organisers_see_why_the_text_of_their_club_was_removed(
    club: Club, alice: User, bob: User, moderator_client: Client
) -> None:
    send_report(club_subject(club), bob, "Rude.")
    moderator_client.post(f"/moderation/reports/{Report.objects.get().pk}/hide/", {"note": "Be kind."})
    page = f"/clubs/{club.public_id}/"
    assert "Be kind." in visible_text(browser(alice).get(page))
    assert "Be kind." not in visible_text(browser(bob).get(page))


def test_only_moderators_see_the_queue_button_with_its_count(
    reported: Report, moderator_client: Client, alice: User
) -> None:
    assert "Moderation (1)" in visible_text(moderator_client.get("/account/"))
    assert "Moderation" not in visible_text(browser(alice).get("/account/"))
    root = User.objects.create(username="root", is_superuser=True)
    assert "Moderation (1)" in visible_text(browser(root).get("/account/"))
