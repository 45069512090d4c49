"""Organisers create, change and delete events. Members hand in until the deadline, and not later."""

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Edition, Event, HandIn, Membership, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.cut import extract_roster
from builder.points.document.document import RosterEntry
from builder.queries.events import rosters_to_hand_in
from builder.services import events, lists, rosters
from builder.services.clubs.clubs import remove_member
from builder.services.errors import LimitReached, NotFound, NotPossible
from builder.services.gallery import hide_list, unhide_list
from tests.support.events import (
    add_event,
    event_details,
    fury_edition,
    in_days,
    roster_of,
    submit_roster,
)
from tests.support.saving import load_fresh


def other_edition() -> Edition:
    """Another edition of the same system, without lists."""
    edition: Edition = Edition.objects.create(
        system=fury_edition().system,
        version="9.9",
        digest=fury_edition().digest,
        content=fury_edition().content,
        loaded=timezone.now(),
        layout="{}",
    )
    return edition


# ------------------------------------------------------------------ announcing


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": " "}, "Enter a name"),
        ({"deadline": datetime(2020, 1, 1, tzinfo=UTC)}, "has passed"),
        ({"date": date(1999, 12, 31)}, "date is in 1999"),
        ({"deadline": datetime(2201, 1, 1, tzinfo=UTC)}, "deadline is in 2201"),
        ({"limit": -1}, "Game size"),
        ({"limit": 10**9}, "Game size"),
    ],
)
def test_invalid_details_are_rejected(
    club: Club, alice: User, catalogues: Catalogues, changes: dict[str, object], words: str
) -> None:
    with pytest.raises(NotPossible, match=words):
        add_event(club, alice, **changes)
    assert not Event.objects.exists()


def test_the_number_of_events_is_limited(club: Club, event: Event, alice: User, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_EVENTS = 2
    add_event(club, alice)
    with pytest.raises(LimitReached, match="2 events"):
        add_event(club, alice)
    events.delete_event(event, alice)
    add_event(club, alice)


# ------------------------------------------------------------------ changing


def test_the_edition_cannot_change_after_the_first_hand_in(
    event: Event, alice: User, bob: User, bobs_list: CompanyList
) -> None:
    other = other_edition()
    events.update_event(event, alice, 1, event_details(edition=other))
    events.update_event(event, alice, 2, event_details())
    submit_roster(event, bob, bobs_list)
    with pytest.raises(NotPossible, match=r"One roster is handed in.*can't change"):
        events.update_event(event, alice, 3, event_details(edition=other))
    assert Event.objects.get(pk=event.pk).edition == fury_edition()


def test_changes_that_affect_hand_ins_are_reported(
    event: Event, alice: User, bob: User, bobs_list: CompanyList
) -> None:
    submit_roster(event, bob, bobs_list)
    result = events.update_event(event, alice, 1, event_details(limit=1000)).notices
    assert [words for words in result if "750" in words] == list(result) != []
    closed = event_details(limit=1000, deadline=in_days(-1))
    assert "deadline has passed now" in events.update_event(event, alice, 2, closed).notices[0]
    opened = event_details(limit=1000, deadline=in_days(1))
    assert "hand in again" in events.update_event(event, alice, 3, opened).notices[0]
    assert events.update_event(event, alice, 4, opened._replace(name="Renamed")).notices == ()
    assert HandIn.objects.get().summary["limit"] == 750


# ------------------------------------------------------------------ handing in


def test_errors_of_the_roster_and_its_profiles_are_counted(
    event: Event, bob: User, bobs_list: CompanyList
) -> None:
    crew = (RosterEntry(profile="captain", count=4),)
    rosters.save_roster(
        bobs_list, roster_of(bobs_list).public_id, 1, name="Captains", limit=750, entries=crew
    )
    errors = submit_roster(event, bob, bobs_list).summary["errors"]
    document = extract_roster(load_fresh(bobs_list).document, 0, load_fresh(bobs_list).catalogue)
    appraisal = appraise(document, load_fresh(bobs_list).catalogue)
    assert errors == appraisal.rosters[0].errors + appraisal.profiles[0].errors >= 3


def test_changes_of_the_list_do_not_change_a_hand_in(event: Event, bob: User, bobs_list: CompanyList) -> None:
    hand_in = submit_roster(event, bob, bobs_list)

    def stored_hand_in() -> tuple[object, ...]:
        row = HandIn.objects.get(pk=hand_in.pk)
        return bytes(row.document), bytes(row.appraisal), row.summary, row.force, row.version

    before = stored_hand_in()
    roster = roster_of(bobs_list).public_id
    rosters.save_roster(bobs_list, roster, 1, name="Other", limit=500, entries=())
    assert stored_hand_in() == before
    rosters.remove_roster(bobs_list, roster)
    assert stored_hand_in() == before
    lists.delete_list(bobs_list)
    assert stored_hand_in() == before
    bobs_list.delete()
    assert stored_hand_in() == before
    assert HandIn.objects.get(pk=hand_in.pk).roster is None


def test_a_hand_in_stays_when_the_member_leaves_but_not_without_the_account(
    club: Club, event: Event, alice: User, bob: User, bobs_list: CompanyList
) -> None:
    submit_roster(event, bob, bobs_list)
    remove_member(club, alice, Membership.objects.get(user=bob).public_id)
    assert HandIn.objects.filter(user=bob).count() == 1
    with pytest.raises(NotFound):
        submit_roster(event, bob, bobs_list)
    bob.delete()
    assert not HandIn.objects.exists()


def test_only_rosters_of_ones_own_lists_are_accepted(
    event: Event, bob: User, alices_list: CompanyList, bobs_list: CompanyList
) -> None:
    with pytest.raises(NotFound):
        submit_roster(event, bob, alices_list)
    with pytest.raises(NotFound):
        events.hand_in_roster(event, bob, bobs_list, roster_of(alices_list).public_id)
    for roster in ("", "nobody", "a\0b", "\ud800", "x" * 10_000):
        with pytest.raises(NotFound):
            events.hand_in_roster(event, bob, bobs_list, roster)
    roster_value = roster_of(bobs_list, 1).public_id
    rosters.remove_roster(bobs_list, roster_value)
    with pytest.raises(NotFound):
        events.hand_in_roster(event, bob, bobs_list, roster_value)
    lists.delete_list(bobs_list)
    with pytest.raises(NotFound):
        submit_roster(event, bob, bobs_list)
    assert not HandIn.objects.exists()


def test_rosters_of_hidden_lists_are_rejected(event: Event, bob: User, bobs_list: CompanyList) -> None:
    """Nobody can see a hidden list, so it can't be handed in."""
    hide_list(bobs_list, "Rude")
    assert rosters_to_hand_in(event, bob) == []
    with pytest.raises(NotPossible, match="Moderators have hidden"):
        submit_roster(event, bob, bobs_list)
    unhide_list(bobs_list)
    assert len(rosters_to_hand_in(event, bob)) == 2
    assert submit_roster(event, bob, bobs_list).version == 1


def test_lists_of_another_edition_are_rejected(
    club: Club, alice: User, bob: User, bobs_list: CompanyList
) -> None:
    other = add_event(club, alice, edition=other_edition())
    with pytest.raises(NotPossible, match="another game or edition"):
        submit_roster(other, bob, bobs_list)
    assert not HandIn.objects.exists()
