"""Copying a list or a profile uses a fixed number of queries, which doesn't grow with the list."""

import pytest
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, User
from builder.points.document.document import parse_document
from builder.services import lists as services
from builder.services.exchange import create_list_from_document
from tests.support.api_client import ApiClient
from tests.support.list_access import share_every_way
from tests.support.long_lists import long_document
from tests.support.query_counts import APPENDED, NEW_LIST

WHO = 1  # the token with its user
LIST = 1  # the list with its edition and system; for a roster, the roster with these
PROFILES = 1  # all of one list
ROSTERS = 1  # one list's rosters with their entries
READ = WHO + LIST
NOT_OWN = {"lists": 1, "shared": 0}  # at a list's own address, the reader's own lists are searched first
FULL = READ + PROFILES + ROSTERS

SUMMARY = LIST + PROFILES + ROSTERS  # of a created list, its summary
# Begin; the list, locked; its contents; the last revision; its new version; the new rows; commit.
CHANGE = 1 + LIST + PROFILES + 1 + 1 + 1 + APPENDED + 1
APPENDED_PROFILES = 2  # keys and places of removed profiles; the profiles

pytestmark = [
    pytest.mark.sampled(every=1),
    pytest.mark.parametrize("profiles", [3, pytest.param(40, marks=pytest.mark.wide)]),
]


@pytest.fixture
def row(alice: User, catalogues: Catalogues, profiles: int) -> CompanyList:
    """Alice's list of busy profiles that summon each other, with a roster."""
    return create_list_from_document(alice, parse_document(long_document(profiles), catalogues))


@pytest.fixture
def list_urls(row: CompanyList, club: Club) -> dict[str, str]:
    """The list by link, and her club's list, complete and by its roster."""
    return share_every_way(row, club)


@pytest.fixture
def bobs(bob: User) -> ApiClient:
    """Bob's program, whose token was used today."""
    program = ApiClient(bob)
    program.get("lists")
    return program


def test_reading_an_unchanged_list(
    list_urls: dict[str, str], bobs: ApiClient, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """The request only reads the version."""
    etag = bobs.get(list_urls["lists"])["ETag"]
    with django_assert_num_queries(READ + NOT_OWN["lists"]):
        assert bobs.get(list_urls["lists"], If_None_Match=etag).status_code == 304


@pytest.mark.parametrize("way", ["lists", "shared"])
def test_copying(
    list_urls: dict[str, str], bobs: ApiClient, django_assert_num_queries: DjangoAssertNumQueries, way: str
) -> None:
    # The original, locked; the names in use; its contents; profiles, rosters and entries, one query each; the
    # number of copies.
    with django_assert_num_queries(READ + NOT_OWN[way] + NEW_LIST + 2 + PROFILES + 1 + 3 + 1 + SUMMARY):
        assert bobs.post(f"{list_urls[way]}/copies").status_code == 201


def test_copying_one_roster(
    list_urls: dict[str, str], bobs: ApiClient, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # As above; profiles, rosters and entries are read before, to extract the roster.
    with django_assert_num_queries(FULL + NEW_LIST + 2 + 3 + 1 + SUMMARY):
        assert bobs.post(f"{list_urls['rosters']}/copies").status_code == 201


def test_copying_a_profile(
    list_urls: dict[str, str],
    bobs: ApiClient,
    bob: User,
    profiles: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """Each profile summons the one before it. So all profiles are copied with the last one."""
    mine = services.create_list(bob, "unbridled-fury", "0.9.0")
    address = f"{list_urls['lists']}/profiles/p{profiles - 1}/take"
    read = FULL + NOT_OWN["lists"]
    with django_assert_num_queries(read + LIST + CHANGE + APPENDED_PROFILES):
        answer = bobs.post(address, {"into": mine.public_id})
    assert len(answer.json()["keys"]) == profiles
    # Around both: begin and commit; the edition of the new list.
    with django_assert_num_queries(read + 2 + NEW_LIST + 1 + CHANGE + APPENDED_PROFILES):
        assert bobs.post(address, {"into": None}).status_code == 201
