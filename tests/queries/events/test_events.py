"""The events and hand-ins that a user can see, and whether a handed-in roster has changed since."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Event, HandIn, Membership, Role, User
from builder.points.document.document import Document
from builder.queries import events as queries
from builder.queries.clubs import ClubAccess
from builder.services import lists, rosters
from builder.services.exchange import create_list_from_document
from builder.services.profiles import add_profile
from tests.support.events import add_event, roster_of, submit_roster

TODAY = date(2030, 5, 9)


def club_access(club: Club, role: Role = Role.MEMBER) -> ClubAccess:
    return ClubAccess(club, role)


def table(club: Club, event: Event, user: User, role: Role = Role.MEMBER) -> queries.HandInTable:
    row = queries.event_of(club_access(club), event.public_id)
    return queries.hand_in_table(club_access(club, role), row, user, timezone.now())


# ------------------------------------------------------------------ events of a club


def test_future_events_are_sorted_by_date_and_past_events_in_reverse(
    club: Club, alice: User, bob: User, catalogues: Catalogues
) -> None:
    days = {name: TODAY + timedelta(days=n) for name, n in {"b": 0, "d": 9, "c": 1, "a": -1, "z": -9}.items()}
    for name, day in days.items():
        add_event(club, alice, name=name, date=day)
    events = queries.events_of(club, bob, TODAY)
    assert [row.name for row in events.upcoming] == ["b", "c", "d"]
    assert [row.name for row in events.past.object_list] == ["a", "z"]
    assert (events.past.number, events.past.has_previous(), events.past.has_next()) == (1, False, False)


def test_past_events_are_paginated(club: Club, alice: User, bob: User, catalogues: Catalogues) -> None:
    for number in range(queries.PAST_PER_PAGE + 2):
        add_event(club, alice, name=str(number), date=TODAY - timedelta(days=1 + number))
    first, second = (queries.events_of(club, bob, TODAY, page).past for page in (1, 2))
    assert [len(result.object_list) for result in (first, second)] == [queries.PAST_PER_PAGE, 2]
    assert [(result.has_previous(), result.has_next()) for result in (first, second)] == [
        (False, True),
        (True, False),
    ]
    assert queries.events_of(club, bob, TODAY, 99).past.object_list == second.object_list
    names = [row.name for result in (first, second) for row in result.object_list]
    assert names == [str(number) for number in range(queries.PAST_PER_PAGE + 2)]


def test_events_of_other_clubs_are_excluded(
    club: Club, event: Event, alice: User, bob: User, catalogues: Catalogues
) -> None:
    other = Club.objects.create(name="Other")
    Membership.objects.create(club=other, user=alice, role=Role.OWNER)
    assert queries.events_of(other, alice, TODAY).upcoming == []


# ------------------------------------------------------------------ the table


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.OWNER])
def test_organisers_always_see_all_rows(
    role: Role, club: Club, event: Event, alice: User, bob: User, dora: User, bobs_list: CompanyList
) -> None:
    hand_in = submit_roster(event, bob, bobs_list)
    reference_table = table(club, event, dora, role)
    assert [(row.user.username, row.hand_in) for row in reference_table.rows] == [
        ("bob", hand_in), ("alice", None), ("dora", None),
    ]  # fmt: skip
    assert reference_table.shows_everybody
    assert reference_table.hand_ins == [hand_in]
    assert reference_table.people_without_hand_in == [alice, dora]


def test_former_members_stay_in_the_table(
    club: Club, event: Event, bob: User, dora: User, bobs_list: CompanyList
) -> None:
    hand_in = submit_roster(event, bob, bobs_list)
    Membership.objects.filter(user=bob).delete()
    reference_table = table(club, event, dora, Role.ORGANISER)
    assert [(row.user.username, row.has_left) for row in reference_table.rows if row.hand_in == hand_in] == [
        ("bob", True)
    ]
    assert (reference_table.member_count, reference_table.hand_in_count) == (2, 1)


# ------------------------------------------------------------------ frozen


def test_a_roster_changed_since_the_hand_in_is_reported(
    event: Event, bob: User, bobs_list: CompanyList
) -> None:
    hand_in = submit_roster(event, bob, bobs_list)
    assert not queries.has_roster_changed(hand_in, bob)
    lists.save_details(bobs_list, 1, name="Bob's own", setting="Anywhere", background="Told at length.")
    assert queries.has_roster_changed(hand_in, bob)  # the hand-in contains the setting
    hand_in = submit_roster(event, bob, bobs_list)
    add_profile(bobs_list, "Not in the roster")
    assert not queries.has_roster_changed(hand_in, bob)
    row = roster_of(bobs_list)
    rosters.save_roster(bobs_list, row.public_id, row.version, name="Other", limit=750, entries=())
    assert queries.has_roster_changed(hand_in, bob)


@pytest.mark.parametrize("text", ["roster", "list", "for good"])
def test_a_missing_roster_counts_as_changed(
    text: str, event: Event, bob: User, bobs_list: CompanyList
) -> None:
    hand_in = submit_roster(event, bob, bobs_list)
    if text == "roster":
        rosters.remove_roster(bobs_list, roster_of(bobs_list).public_id)
    elif text == "list":
        lists.delete_list(bobs_list)
    else:
        bobs_list.delete()
    assert queries.has_roster_changed(HandIn.objects.get(pk=hand_in.pk), bob)


def test_own_rosters_of_the_edition_can_be_handed_in(
    event: Event, alice: User, bob: User, alices_list: CompanyList, bobs_list: CompanyList, reavers: Document
) -> None:
    away = create_list_from_document(bob, reavers)
    lists.delete_list(away)
    rosters.remove_roster(bobs_list, roster_of(bobs_list, 1).public_id)
    assert queries.rosters_to_hand_in(event, bob) == [roster_of(bobs_list)]
    assert [row.name for row in queries.rosters_to_hand_in(event, alice)] == ["Night drop", "Vault job"]
