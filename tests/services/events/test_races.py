"""Simultaneous changes to events and hand-ins: none is lost, and the deadline is the same for everybody."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.documents import unpack_json
from builder.models import Club, CompanyList, Event, HandIn, Membership, Role, Roster, User
from builder.points.document.document import Document, RosterEntry
from builder.services import events, rosters
from builder.services.clubs.clubs import remove_member
from builder.services.errors import NotFound
from builder.services.exchange import create_list_from_document
from tests.support.concurrency import run_concurrently
from tests.support.events import add_event, event_details, in_days, roster_of, submit_roster
from tests.support.saving import load_fresh


def kinds(outcomes: list[object]) -> list[str]:
    return sorted(type(outcome).__name__ for outcome in outcomes)


@pytest.mark.django_db(transaction=True)
def test_two_hand_ins_of_a_member_at_once_store_one(event: Event, bob: User, bobs_list: CompanyList) -> None:
    outcomes = run_concurrently(
        partial(submit_roster, event, bob, bobs_list, 0), partial(submit_roster, event, bob, bobs_list, 1)
    )
    assert kinds(outcomes) == ["HandIn", "HandIn"]
    row = HandIn.objects.get()
    assert row.version == 2
    last = next(outcome for outcome in outcomes if isinstance(outcome, HandIn) and outcome.version == 2)
    assert (row.summary, row.force) == (last.summary, last.force)


@pytest.mark.django_db(transaction=True)
def test_a_hand_in_at_the_deadline_is_stored_or_rejected(
    club: Club, event: Event, alices_list: CompanyList, bobs_list: CompanyList, alice: User, bob: User
) -> None:
    """The deadline is moved while rosters are handed in."""
    for after in range(0, 60, 4):
        HandIn.objects.all().delete()
        deadline = timezone.now() + timedelta(milliseconds=after)
        Event.objects.filter(pk=event.pk).update(deadline=deadline)
        outcomes = run_concurrently(
            partial(submit_roster, event, alice, alices_list), partial(submit_roster, event, bob, bobs_list)
        )
        assert set(kinds(outcomes)) <= {"HandIn", "DeadlinePassed"}
        stored = list(HandIn.objects.all())
        assert len(stored) == sum(isinstance(outcome, HandIn) for outcome in outcomes)
        assert all(row.made <= deadline for row in stored)


@pytest.mark.django_db(transaction=True)
def test_a_deadline_moved_during_a_hand_in_applies_to_it(
    event: Event, alice: User, bob: User, bobs_list: CompanyList
) -> None:
    moved = event_details(deadline=in_days(-1))
    handed, saved = run_concurrently(
        partial(submit_roster, event, bob, bobs_list), partial(events.update_event, event, alice, 1, moved)
    )
    assert isinstance(saved, events.EventUpdate)
    assert isinstance(handed, HandIn | events.DeadlinePassed)
    assert HandIn.objects.count() == isinstance(handed, HandIn)
    assert "deadline has passed now" in saved.notices[0]
    assert Event.objects.get().deadline == moved.deadline


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ends", ["delete", "remove"])
def test_a_hand_in_during_the_deletion_of_event_or_membership(
    ends: str, club: Club, event: Event, alice: User, bob: User, bobs_list: CompanyList
) -> None:
    changes: dict[str, Callable[[], object]] = {
        "delete": partial(events.delete_event, event, alice),
        "remove": partial(remove_member, club, alice, Membership.objects.get(user=bob).public_id),
    }
    handed, ended = run_concurrently(partial(submit_roster, event, bob, bobs_list), changes[ends])
    assert not isinstance(ended, Exception)
    assert isinstance(handed, HandIn | NotFound)
    left = HandIn.objects.count()
    assert left == (0 if ends == "delete" else isinstance(handed, HandIn))


@pytest.mark.django_db(transaction=True)
def test_a_roster_saved_during_its_hand_in_is_handed_in_before_or_after(
    event: Event, bob: User, bobs_list: CompanyList
) -> None:
    before, roster = load_fresh(bobs_list).document.rosters[0], roster_of(bobs_list).public_id
    for version in range(1, 6):
        crew = (RosterEntry(profile="captain", count=1), RosterEntry(profile="reaver", count=version))
        save = partial(
            rosters.save_roster, bobs_list, roster, version, name=f"{version}", limit=500, entries=crew
        )
        handed, saved = run_concurrently(partial(submit_roster, event, bob, bobs_list), save)
        assert isinstance(handed, HandIn)
        assert isinstance(saved, Roster)
        assert saved.version == version + 1
        now = load_fresh(bobs_list).document.rosters[0]
        unpacked = unpack_json(HandIn.objects.get().document)["rosters"][0]
        shown = (
            unpacked["name"],
            unpacked["limit"],
            [(e["profile"], e["count"]) for e in unpacked["entries"]],
        )
        wanted = [
            (item.name, item.limit, [(e.profile, e.count) for e in item.entries]) for item in (before, now)
        ]
        assert shown in wanted
        before = now


@pytest.mark.django_db(transaction=True)
def test_events_created_at_once_stay_within_the_limit(
    club: Club, alice: User, dora: User, catalogues: Catalogues, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_EVENTS = 1
    outcomes = run_concurrently(*[partial(add_event, club, by) for by in (alice, dora, alice)])
    assert kinds(outcomes) == ["Event", "LimitReached", "LimitReached"]
    assert Event.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_changes_of_an_event_at_once_one_is_rejected(event: Event, alice: User, dora: User) -> None:
    outcomes = run_concurrently(
        *[partial(events.update_event, event, by, 1, event_details(name=by.username)) for by in (alice, dora)]
    )
    assert kinds(outcomes) == ["EventUpdate", "StaleVersion"]
    assert Event.objects.get(pk=event.pk).version == 2


@pytest.mark.django_db(transaction=True)
def test_hand_ins_of_many_members_at_once_are_all_stored(
    club: Club, event: Event, catalogues: Catalogues, reavers: Document
) -> None:
    people = [User.objects.create(username=f"m{n}") for n in range(6)]
    Membership.objects.bulk_create(Membership(club=club, user=user, role=Role.MEMBER) for user in people)
    theirs = [create_list_from_document(user, reavers) for user in people]
    outcomes = run_concurrently(
        *[partial(submit_roster, event, *pair) for pair in zip(people, theirs, strict=True)]
    )
    assert set(kinds(outcomes)) == {"HandIn"}
    assert set(HandIn.objects.values_list("user__username", flat=True)) == {user.username for user in people}
    assert Roster.objects.filter(pk__in=HandIn.objects.values("roster")).count() == 6
