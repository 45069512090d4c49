"""How many queries a program's requests about events take: a fixed number, however many members hand in."""

import pytest
from pytest_django import DjangoAssertNumQueries

from api.shared.pagination import DEFAULT_PAGE_SIZE
from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Event, HandIn, User
from tests.support.api_client import Answer, ApiClient
from tests.support.events import add_event, add_hand_ins, close_event, submit_roster

pytestmark = pytest.mark.sampled(every=1)

WHO = 1  # the token with its user
INSIDE = 1  # the club, with what the reader is in it
EVENT = 1  # with its edition and system
TABLE = 2  # what was handed in, with who did; the members
OWN = 1  # the reader's own row
NUMBERS = 2  # how many members there are, and how many have handed in
COUNT = 1  # how many have handed in
CHANGED = 3  # the roster that one's own was made of with its list; profiles and rosters of that
HAND_IN = 1  # one of them
EVENTS = 1  # a page of them, with how many have handed in and whether the reader has

SIZES = pytest.mark.parametrize("members", [3, pytest.param(200, marks=pytest.mark.wide)])


@pytest.fixture
def event(club: Club, alice: User, alices_list: CompanyList, catalogues: Catalogues, members: int) -> Event:
    """An event for which alice and so many others have handed in; bob and dora have not."""
    event = add_event(club, alice)
    add_hand_ins(event, submit_roster(event, alice, alices_list), members)
    return event


def count(
    user: User, address: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> Answer:
    program = ApiClient(user)
    program.get(address)  # the token's day is written once
    with django_assert_num_queries(queries):
        answer = program.get(address)
    assert answer.status_code == 200
    return answer


def address(event: Event) -> str:
    return f"clubs/{event.club.public_id}/events/{event.public_id}"


@SIZES
def test_an_event_and_its_table(
    event: Event, alice: User, bob: User, dora: User, members: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:  # fmt: skip
    at = address(event)
    count(alice, at, WHO + INSIDE + EVENT + COUNT + OWN, django_assert_num_queries)
    count(alice, f"{at}/hand-in", WHO + INSIDE + EVENT + OWN + CHANGED, django_assert_num_queries)
    count(bob, f"{at}/hand-ins", WHO + INSIDE + EVENT + OWN + NUMBERS, django_assert_num_queries)
    seen = count(dora, f"{at}/hand-ins", WHO + INSIDE + EVENT + TABLE, django_assert_num_queries)
    assert len(seen.json()["results"]) == min(members + 3, DEFAULT_PAGE_SIZE)
    close_event(event)
    count(bob, f"{at}/hand-ins", WHO + INSIDE + EVENT + TABLE, django_assert_num_queries)


@SIZES
@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("hand-ins.csv", WHO + INSIDE + EVENT + TABLE),
        ("rosters.pdf", WHO + INSIDE + EVENT + TABLE),  # the file is cached, so no roster is read again
    ],
)
def test_requests_by_organisers(
    event: Event, dora: User, path: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    count(dora, f"{address(event)}/{path}", queries, django_assert_num_queries)


@SIZES
@pytest.mark.parametrize("part", ["", "/document", "/paper.pdf"])
def test_hand_ins(
    event: Event, dora: User, part: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    hand_ins = HandIn.objects.order_by("pk")[1]
    queries = WHO + INSIDE + EVENT + HAND_IN
    count(dora, f"{address(event)}/hand-ins/{hand_ins.public_id}{part}", queries, django_assert_num_queries)


@SIZES
def test_queries_do_not_grow_with_the_number_of_events(
    event: Event, club: Club, alice: User, dora: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    at = f"clubs/{club.public_id}/events"
    count(dora, at, WHO + INSIDE + EVENTS, django_assert_num_queries)
    for number in range(29):
        add_event(club, alice, name=str(number))
    seen = count(dora, at, WHO + INSIDE + EVENTS, django_assert_num_queries)
    assert len(seen.json()["results"]) == 30
