"""How many queries the pages take by which lists are shared: a fixed number, however long the list is."""

from collections.abc import Mapping

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Roster, User
from builder.points.document.document import parse_document
from builder.services import gallery, lists, sharing
from builder.services.clubs import shares
from builder.services.exchange import create_list_from_document
from tests.support.long_lists import long_document

WHO = 2  # session, user
LIST = 1  # the list with its edition, system and owner
PROFILES = 1  # all of one list
ROSTERS = 1  # those of one list with their entries
FULL_LIST = LIST + PROFILES + ROSTERS
HISTORY = 1  # asked only where a fingerprint is another than that of now
CLUBS = 2  # with which the list is shared; in which its owner is
OWN_LISTS = 1  # those that a profile could go into
SETUPS = 1  # somebody's print setups, on the print page
LINKS = 1  # whether single rosters have links
CLUB = 1  # that the list or the roster is shared with, to go back to

PAGES = {
    "": FULL_LIST,
    "?sum=p1": FULL_LIST,
    "?paper=k7q2-0m3x-aaaa-bbbb-cccc": FULL_LIST + HISTORY,
    "print/": FULL_LIST,
    "paper.pdf": FULL_LIST,
    "picture.png": FULL_LIST,
    "text/?style=full": FULL_LIST,
    "document.json": FULL_LIST,
    "rosters/{roster}/": FULL_LIST,
}
OF_ONE_ROSTER = {path: queries for path, queries in PAGES.items() if not path.startswith("rosters/")}

pytestmark = [
    pytest.mark.sampled(every=1),
    pytest.mark.parametrize("profiles", [3, pytest.param(200, marks=pytest.mark.wide)]),
]


@pytest.fixture
def row(alice: User, catalogues: Catalogues, profiles: int) -> CompanyList:
    """Alice's list of busy profiles that summon each other, with a roster."""
    return create_list_from_document(alice, parse_document(long_document(profiles), catalogues))


@pytest.fixture
def roster(row: CompanyList) -> Roster:
    """Its roster."""
    return Roster.objects.get(company_list=row)


def check(
    client: Client,
    address: str,
    roster: Roster,
    count: DjangoAssertNumQueries,
    who: int,
    way_back: int = 0,
    pages: Mapping[str, int] = PAGES,
) -> None:
    """Every page behind a door; the first of them has a way back where it is in a club."""
    for path, queries in pages.items():
        back = 0 if path.split("?")[0] else way_back
        own = SETUPS if who and path == "print/" else 0
        with count(who + queries + back + own, info=path):
            assert client.get(address + path.format(roster=roster.public_id)).status_code == 200


def test_pages_by_a_link(
    row: CompanyList, roster: Roster, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Nobody is asked who they are."""
    address = f"/shared/{sharing.create_link(row)}/"
    check(client, address, roster, django_assert_num_queries, 0)
    with django_assert_num_queries(LIST + PROFILES):
        assert client.get(f"{address}profiles.csv").status_code == 200
    with django_assert_num_queries(FULL_LIST):
        assert client.get(f"{address}profiles/p1/take/").status_code == 200


@pytest.mark.parametrize("is_frozen", [True, False])
def test_pages_of_one_roster_by_its_link(
    row: CompanyList,
    roster: Roster,
    client: Client,
    is_frozen: bool,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """A frozen one is in one row; a live one is looked for after it."""
    secret = sharing.create_frozen_link(row, roster.public_id).secret if is_frozen else ""
    secret = secret or sharing.create_live_link(row, roster.public_id)
    pages = {
        path: 1 + (HISTORY if "paper=" in path else 0) if is_frozen else queries + 1
        for path, queries in OF_ONE_ROSTER.items()
    }
    check(client, f"/r/{secret}/", roster, django_assert_num_queries, 0, pages=pages)


@pytest.mark.parametrize("links", [1, 20])
def test_the_page_of_roster_links(
    alice: User,
    row: CompanyList,
    roster: Roster,
    client: Client,
    links: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """However many links there are."""
    for _ in range(links):
        sharing.create_frozen_link(row, roster.public_id)
    client.force_login(alice)
    live, frozen = 1, 1
    with django_assert_num_queries(WHO + FULL_LIST + live + frozen):
        assert client.get(f"/lists/{row.public_id}/roster-links/").status_code == 200


def test_pages_of_the_gallery(
    row: CompanyList, roster: Roster, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    gallery.publish_list(row)
    check(client, f"/gallery/{row.public_id}/", roster, django_assert_num_queries, 0)


def test_pages_of_a_club(
    row: CompanyList,
    roster: Roster,
    club: Club,
    bob: User,
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """Whether the list or a roster of it is shared is asked together with the list."""
    shares.share_with_club(club, row)
    shares.share_with_club(club, row, roster)
    client.force_login(bob)
    check(client, f"/lists/{row.public_id}/", roster, django_assert_num_queries, WHO, CLUB)
    at = f"/rosters/{roster.public_id}/"
    check(client, at, roster, django_assert_num_queries, WHO, CLUB, OF_ONE_ROSTER)
    with django_assert_num_queries(WHO + FULL_LIST + OWN_LISTS):
        assert client.get(f"/lists/{row.public_id}/profiles/p1/take/").status_code == 200


@pytest.mark.parametrize("clubs", [1, 20])
def test_the_owners_page(
    alice: User,
    row: CompanyList,
    client: Client,
    clubs: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """However many clubs she is in."""
    for number in range(clubs):
        club = Club.objects.create(name=f"Club {number}")
        club.memberships.create(user=alice)
        shares.share_with_club(club, row)
    client.force_login(alice)
    with django_assert_num_queries(WHO + FULL_LIST + CLUBS + LINKS):
        assert client.get(f"/lists/{row.public_id}/sharing/").status_code == 200


def test_a_copy_names_its_original(
    bob: User, row: CompanyList, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """One query for the original, on top of those of every list's page."""
    own = lists.copy_list(bob, row)
    plain = lists.create_list(bob, "unbridled-fury", "0.9.0")
    client.force_login(bob)
    removed, clubs, other_lists, original = 2, 1, 1, 1  # without a roster: is it the only list?
    with django_assert_num_queries(WHO + FULL_LIST + removed + clubs + other_lists + LINKS):
        assert client.get(f"/lists/{plain.public_id}/").status_code == 200
    with django_assert_num_queries(WHO + FULL_LIST + removed + clubs + LINKS + original):
        assert client.get(f"/lists/{own.public_id}/").status_code == 200
