"""How many queries the pages of events take: a fixed number, however many members hand in."""

import pytest

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Event, HandIn, User
from tests.support.events import add_event, add_hand_ins, close_event, roster_of, submit_roster
from tests.support.query_counts import EDITIONS, OpenInQueries

pytestmark = pytest.mark.sampled(every=1)

WHO = 2  # session, user
INSIDE = 1  # the club, with what the reader is in it
EVENT = 1  # with its edition and system
TABLE = 2  # what was handed in, with who did; the members
OWN = 1  # the reader's own row
NUMBERS = 2  # how many members there are, and how many have handed in
CHANGED = 3  # the roster that one's own was made of with its list; profiles and rosters of that
DOCUMENTS = 1  # all that were handed in
HAND_IN = 1  # one of them
ROSTERS = 1  # one's own, to choose from
LIST = 3  # the list of the one that is looked at; its profiles; its rosters with their entries
COUNT = 1  # how many have handed in
SETUPS = 1  # the reader's print setups
EVENTS = 2  # the past counted, and there is none; the coming, with what is the reader's own

SIZES = pytest.mark.parametrize("members", [3, pytest.param(200, marks=pytest.mark.wide)])


@pytest.fixture
def event(club: Club, alice: User, alices_list: CompanyList, catalogues: Catalogues, members: int) -> Event:
    """An event for which alice and so many others have handed in; bob and dora have not."""
    event = add_event(club, alice)
    add_hand_ins(event, submit_roster(event, alice, alices_list), members)
    return event


def address(event: Event) -> str:
    return f"/clubs/{event.club.public_id}/events/{event.public_id}/"


@SIZES
def test_the_page_of_an_event(
    event: Event, alice: User, bob: User, dora: User, members: int, open_in_queries: OpenInQueries
) -> None:
    at = address(event)
    open_in_queries(bob, at, WHO + INSIDE + EVENT + OWN + NUMBERS)
    seen = open_in_queries(dora, at, WHO + INSIDE + EVENT + TABLE)
    assert seen.count("hand-ins/") == members + 1
    open_in_queries(alice, at, WHO + INSIDE + EVENT + TABLE + CHANGED)
    close_event(event)
    open_in_queries(bob, at, WHO + INSIDE + EVENT + TABLE)


@SIZES
def test_pages_for_organisers(event: Event, dora: User, open_in_queries: OpenInQueries) -> None:
    item = f"hand-ins/{HandIn.objects.order_by('pk')[1].public_id}/"
    for path, queries in {
        "hand-ins.csv": TABLE,
        "rosters.pdf?part=1": TABLE + DOCUMENTS,
        "print/": TABLE + SETUPS,
        "edit/": EDITIONS + COUNT,
        "delete/": COUNT,
        **{f"{item}{part}": HAND_IN for part in ("", "paper.pdf", "document.json")},
    }.items():
        open_in_queries(dora, address(event) + path, WHO + INSIDE + EVENT + queries)


@SIZES
def test_the_page_to_hand_in(
    event: Event, alice: User, alices_list: CompanyList, open_in_queries: OpenInQueries
) -> None:
    queries = WHO + INSIDE + EVENT + OWN + ROSTERS + LIST
    at = f"{address(event)}hand-in/?roster={roster_of(alices_list, 1).public_id}"
    open_in_queries(alice, at, queries)


@SIZES
def test_queries_do_not_grow_with_the_events_of_a_club(
    event: Event, club: Club, alice: User, dora: User, open_in_queries: OpenInQueries
) -> None:
    """The other parts of the page have their own tests; here it is one event, then thirty."""
    at = f"/clubs/{club.public_id}/"
    others = 2 + 1 + 1 + 1 + 1  # members; shares counted, and there are none; their games; lists; who asks
    open_in_queries(dora, at, WHO + INSIDE + EVENTS + others)
    for number in range(29):
        add_event(club, alice, name=str(number))
    open_in_queries(dora, at, WHO + INSIDE + EVENTS + others)
