"""How many queries a program's requests about events take: a fixed number, however many members hand in."""

from collections.abc import Callable

import pytest

from api.shared.pagination import DEFAULT_PAGE_SIZE
from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Event, HandIn, User
from tests.support.api_client import Answer
from tests.support.events import add_event, add_hand_ins, close_event, submit_roster
from tests.support.query_counts import INSIDE, WHO

pytestmark = [
    pytest.mark.sampled(every=1),
    pytest.mark.parametrize("members", [3, pytest.param(200, marks=pytest.mark.wide)]),
]

EVENT = 1  # with its edition and system
TABLE = 2  # what was handed in, with who did; the members
OWN = 1  # the reader's own row
NUMBERS = 2  # how many members there are, and how many have handed in
COUNT = 1  # how many have handed in
CHANGED = 3  # the roster that one's own was made of with its list; profiles and rosters of that
HAND_IN = 1  # one of them
EVENTS = 1  # a page of them, with how many have handed in and whether the reader has

# Who reads what, and how many queries that takes after the event was found.
READS = [
    ("alice", "", COUNT + OWN),
    ("alice", "/hand-in", OWN + CHANGED),
    ("bob", "/hand-ins", OWN + NUMBERS),
    ("dora", "/hand-ins.csv", TABLE),
    ("dora", "/rosters.pdf", TABLE),  # the file is cached, so no roster is read again
    ("dora", "/hand-ins/{hand_in}", HAND_IN),
    ("dora", "/hand-ins/{hand_in}/document", HAND_IN),
    ("dora", "/hand-ins/{hand_in}/paper.pdf", HAND_IN),
]


@pytest.fixture
def event(club: Club, alice: User, alices_list: CompanyList, catalogues: Catalogues, members: int) -> Event:
    """An event for which alice and so many others have handed in; bob and dora have not."""
    event = add_event(club, alice)
    add_hand_ins(event, submit_roster(event, alice, alices_list), members)
    return event


def test_an_event_and_what_was_handed_in(
    event: Event, bob: User, dora: User, members: int, count_queries: Callable[..., Answer]
) -> None:
    at, base = f"clubs/{event.club.public_id}/events/{event.public_id}", WHO + INSIDE + EVENT
    hand_in = HandIn.objects.order_by("pk")[1].public_id
    for name, path, queries in READS:
        reader = User.objects.get(username=name)
        count_queries(reader, f"{at}{path.format(hand_in=hand_in)}", base + queries)
    seen = count_queries(dora, f"{at}/hand-ins", base + TABLE)
    assert len(seen.json()["results"]) == min(members + 3, DEFAULT_PAGE_SIZE)
    close_event(event)
    count_queries(bob, f"{at}/hand-ins", base + TABLE)


def test_queries_do_not_grow_with_the_number_of_events(
    event: Event, club: Club, alice: User, dora: User, count_queries: Callable[..., Answer]
) -> None:
    at = f"clubs/{club.public_id}/events"
    count_queries(dora, at, WHO + INSIDE + EVENTS)
    for number in range(29):
        add_event(club, alice, name=str(number))
    seen = count_queries(dora, at, WHO + INSIDE + EVENTS)
    assert len(seen.json()["results"]) == 30
