"""How many queries programs take to read clubs: a fixed number, however many people and lists are in them."""

from collections.abc import Callable

import pytest

from builder.models import Club, CompanyList, Invite, JoinRequest, Membership, Role, Roster, Share, User
from builder.services.clubs.invites import create_invite
from tests.support.api_client import Answer
from tests.support.query_counts import INSIDE, WHO

pytestmark = pytest.mark.sampled(every=1)

OUTSIDE = 1  # what strangers see of it, with how many there are and whether they asked
PEOPLE = 1  # how many are in it
PAGE = 2  # how many there are; one page of them
TOTAL = 1

SIZES = pytest.mark.parametrize(("people", "lists"), [(3, 5), pytest.param(200, 400, marks=pytest.mark.wide)])


@pytest.fixture
def full(club: Club, alices_list: CompanyList, people: int, lists: int) -> Club:
    """The club with so many members, who share so many lists and a roster of each."""
    users = User.objects.bulk_create(User(username=f"player-{number}") for number in range(people))
    Membership.objects.bulk_create(Membership(club=club, user=user) for user in users)
    edition = alices_list.edition_id
    rows = CompanyList.objects.bulk_create(
        CompanyList(owner=users[number % people], edition_id=edition, name=f"Company {number}")
        for number in range(lists)
    )
    rosters = Roster.objects.bulk_create(Roster(company_list=row, limit=500, position=0) for row in rows)
    Share.objects.bulk_create(Share(club=club, company_list=row) for row in rows)
    Share.objects.bulk_create(Share(club=club, company_list=row.company_list, roster=row) for row in rosters)
    return club


@SIZES
def test_a_club_with_members_and_shares(
    full: Club, alice: User, bob: User, count_queries: Callable[..., Answer]
) -> None:
    at = f"clubs/{full.public_id}"
    for user in (alice, bob):
        count_queries(user, at, WHO + INSIDE + PEOPLE)
        for part, queries in (("members", PAGE), ("shares", PAGE - TOTAL)):
            count_queries(user, f"{at}/{part}?page_size=2", WHO + INSIDE + queries)


@SIZES
def test_a_club_read_by_a_stranger(full: Club, charlie: User, count_queries: Callable[..., Answer]) -> None:
    Club.objects.update(listed=True)
    at = f"clubs/{full.public_id}"
    count_queries(charlie, at, WHO + INSIDE + OUTSIDE)
    count_queries(None, at, OUTSIDE)


@pytest.mark.parametrize("clubs", [3, pytest.param(100, marks=pytest.mark.wide)])
def test_all_clubs(alice: User, clubs: int, count_queries: Callable[..., Answer]) -> None:
    rows = Club.objects.bulk_create(Club(name=f"Club {number}", listed=True) for number in range(2 * clubs))
    Membership.objects.bulk_create(Membership(club=row, user=alice, role=Role.OWNER) for row in rows[:clubs])
    mine = 1  # with how many are in each
    count_queries(alice, "clubs", WHO + mine + TOTAL)
    count_queries(alice, "clubs/listed?q=club&page_size=2", WHO + PAGE)
    count_queries(None, "clubs/listed", PAGE)


@pytest.mark.parametrize("open_ones", [1, 20])
def test_invites_and_requests(
    club: Club,
    alice: User,
    charlie: User,
    open_ones: int,
    count_queries: Callable[..., Answer],
) -> None:
    for number in range(open_ones):
        asker = User.objects.create(username=f"player-{number}")
        JoinRequest.objects.create(club=club, user=asker)
        create_invite(club, alice, 7, 1)
    for path in ("invites", "requests"):
        count_queries(alice, f"clubs/{club.public_id}/{path}", WHO + INSIDE + 1)
    at = f"invites/{Invite.objects.all()[0].secret}"
    # The invite with its club and who made it; whether the reader is in the club.
    count_queries(charlie, at, WHO + 1 + INSIDE)
    count_queries(None, at, 1)
