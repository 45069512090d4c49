"""How many queries the pages take by which lists are shared: a fixed number, however long the list is."""

from collections.abc import Callable, Mapping

import pytest

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Roster, User
from builder.points.document.document import parse_document
from builder.services import gallery, lists, sharing
from builder.services.clubs import shares
from builder.services.exchange import create_list_from_document
from tests.support.long_lists import long_document
from tests.support.query_counts import OpenInQueries

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


@pytest.fixture
def check(roster: Roster, open_in_queries: OpenInQueries) -> Callable[..., None]:
    """Open every page behind a door; the first of them has a way back where it is in a club."""

    def check_pages(
        user: User | None, address: str, way_back: int = 0, pages: Mapping[str, int] = PAGES
    ) -> None:
        for path, queries in pages.items():
            back = 0 if path.split("?")[0] else way_back
            who = WHO + (SETUPS if path == "print/" else 0) if user else 0
            open_in_queries(user, address + path.format(roster=roster.public_id), who + queries + back)

    return check_pages


def test_pages_by_a_link_and_of_the_gallery(
    row: CompanyList, check: Callable[..., None], open_in_queries: OpenInQueries
) -> None:
    """Nobody is asked who they are."""
    address = f"/shared/{sharing.create_link(row)}/"
    check(None, address)
    open_in_queries(None, f"{address}profiles.csv", LIST + PROFILES)
    open_in_queries(None, f"{address}profiles/p1/take/", FULL_LIST)
    gallery.publish_list(row)
    check(None, f"/gallery/{row.public_id}/")


def test_pages_of_one_roster_by_its_link(
    row: CompanyList, roster: Roster, check: Callable[..., None]
) -> None:
    """A frozen one is in one row; a live one is looked for after it."""
    frozen = {path: 1 + (HISTORY if "paper=" in path else 0) for path in OF_ONE_ROSTER}
    check(None, f"/r/{sharing.create_frozen_link(row, roster.public_id).secret}/", pages=frozen)
    live = {path: queries + 1 for path, queries in OF_ONE_ROSTER.items()}
    check(None, f"/r/{sharing.create_live_link(row, roster.public_id)}/", pages=live)


@pytest.mark.parametrize("links", [1, 20])
def test_the_page_of_roster_links(
    alice: User, row: CompanyList, roster: Roster, links: int, open_in_queries: OpenInQueries
) -> None:
    """However many links there are."""
    for _ in range(links):
        sharing.create_frozen_link(row, roster.public_id)
    live, frozen = 1, 1
    open_in_queries(alice, f"/lists/{row.public_id}/roster-links/", WHO + FULL_LIST + live + frozen)


def test_pages_of_a_club(
    row: CompanyList, roster: Roster, club: Club, bob: User, check: Callable[..., None],
    open_in_queries: OpenInQueries,
) -> None:  # fmt: skip
    """The query for the list also finds whether the list or one of its rosters is shared.

    At the list's own address, Bob's own lists are searched first.
    """
    shares.share_with_club(club, row)
    shares.share_with_club(club, row, roster)
    check(bob, f"/lists/{row.public_id}/", CLUB, {path: 1 + queries for path, queries in PAGES.items()})
    check(bob, f"/rosters/{roster.public_id}/", CLUB, OF_ONE_ROSTER)
    open_in_queries(bob, f"/lists/{row.public_id}/profiles/p1/take/", WHO + 1 + FULL_LIST + OWN_LISTS)


@pytest.mark.parametrize("clubs", [1, 20])
def test_the_owners_page(alice: User, row: CompanyList, clubs: int, open_in_queries: OpenInQueries) -> None:
    """However many clubs she is in."""
    for number in range(clubs):
        club = Club.objects.create(name=f"Club {number}")
        club.memberships.create(user=alice)
        shares.share_with_club(club, row)
    open_in_queries(alice, f"/lists/{row.public_id}/sharing/", WHO + FULL_LIST + CLUBS + LINKS)


def test_a_copy_names_its_original(bob: User, row: CompanyList, open_in_queries: OpenInQueries) -> None:
    """One query for the original, on top of those of every list's page."""
    own = lists.copy_list(bob, row)
    plain = lists.create_list(bob, "unbridled-fury", "0.9.0")
    removed, clubs, other_lists, original = 2, 1, 1, 1  # without a roster: is it the only list?
    page = WHO + FULL_LIST + removed + clubs + LINKS
    open_in_queries(bob, f"/lists/{plain.public_id}/", page + other_lists)
    open_in_queries(bob, f"/lists/{own.public_id}/", page + original)
