"""How many queries the pages of clubs take: a fixed number, however many people and lists are in them."""

import pytest

from builder.models import Club, CompanyList, Invite, JoinRequest, Membership, Role, Roster, Share, User
from builder.services.clubs.invites import create_invite
from tests.support.query_counts import OpenInQueries

pytestmark = pytest.mark.sampled(every=1)

WHO = 2  # session, user
INSIDE = 1  # the club, with what the reader is in it
PAGE = 2  # how many there are; one page of them
ASKING = 1  # who asks to be let in
OFFERS = 1  # one's own lists that the club is not shown
ROSTERS = 1  # those of these lists, for who has any
EVENTS = 2  # those to come; how many are past: none
GAMES = 1  # of what is shared and of the events

SIZES = pytest.mark.parametrize(
    ("people", "lists"), [(3, 5), pytest.param(200, 1_000, marks=pytest.mark.wide)]
)


@pytest.fixture
def full(club: Club, alices_list: CompanyList, people: int, lists: int) -> Club:
    """The club with so many members, who share so many lists and a roster of each; three ask."""
    Club.objects.filter(pk=club.pk).update(listed=True)
    users = User.objects.bulk_create(User(username=f"player-{number}") for number in range(people))
    Membership.objects.bulk_create(Membership(club=club, user=user) for user in users[3:])
    JoinRequest.objects.bulk_create(JoinRequest(club=club, user=user) for user in users[:3])
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
@pytest.mark.parametrize("number", [1, 2, 20])
def test_the_page_of_a_club(
    full: Club, alice: User, bob: User, number: int, open_in_queries: OpenInQueries
) -> None:
    address = f"/clubs/{full.public_id}/?shares={number}"
    queries = WHO + INSIDE + PAGE + PAGE + OFFERS + EVENTS + GAMES
    open_in_queries(bob, address, queries)
    open_in_queries(alice, address, queries + ROSTERS + ASKING)


@SIZES
def test_the_page_of_a_club_for_a_member_with_many_lists(
    full: Club, dora: User, lists: int, open_in_queries: OpenInQueries
) -> None:
    CompanyList.objects.filter(pk__in=CompanyList.objects.order_by("-pk")[:400]).update(owner=dora)
    Share.objects.filter(company_list__owner=dora).delete()
    shares = PAGE if full.shares.exists() else 1
    queries = WHO + INSIDE + PAGE + shares + OFFERS + ROSTERS + EVENTS + GAMES + ASKING
    shown = open_in_queries(dora, f"/clubs/{full.public_id}/", queries)
    assert shown.count("<optgroup") == min(60, lists + 1)


@SIZES
def test_the_members_of_a_club(full: Club, alice: User, open_in_queries: OpenInQueries) -> None:
    for address in (f"/clubs/{full.public_id}/members/", f"/clubs/{full.public_id}/members/?page=2"):
        open_in_queries(alice, address, WHO + INSIDE + PAGE)


@SIZES
def test_the_page_of_a_club_for_a_stranger(full: Club, charlie: User, open_in_queries: OpenInQueries) -> None:
    # Whether the reader is in it; what is shown of it, with how many there are and whether they asked.
    open_in_queries(charlie, f"/clubs/{full.public_id}/", WHO + INSIDE + 1)
    open_in_queries(None, f"/clubs/{full.public_id}/", 1)


@pytest.mark.parametrize("clubs", [3, pytest.param(100, marks=pytest.mark.wide)])
def test_all_clubs(alice: User, clubs: int, open_in_queries: OpenInQueries) -> None:
    rows = Club.objects.bulk_create(Club(name=f"Club {number}", listed=True) for number in range(2 * clubs))
    Membership.objects.bulk_create(Membership(club=row, user=alice, role=Role.OWNER) for row in rows[:clubs])
    mine = 1  # the reader's own, with how many are in each
    open_in_queries(alice, "/clubs/", WHO + mine + PAGE)
    open_in_queries(alice, "/clubs/?q=club&page=2", WHO + mine + PAGE)
    open_in_queries(None, "/clubs/", PAGE)


@pytest.mark.parametrize("open_ones", [1, 20])
def test_invites_and_requests(
    club: Club, alice: User, charlie: User, open_ones: int, open_in_queries: OpenInQueries
) -> None:
    for number in range(open_ones):
        asker = User.objects.create(username=f"player-{number}")
        JoinRequest.objects.create(club=club, user=asker)
        create_invite(club, alice, 7, 1)
    for path in ("invites", "requests"):
        open_in_queries(alice, f"/clubs/{club.public_id}/{path}/", WHO + INSIDE + 1)
    invite = Invite.objects.all()[0]
    # The invite with its club and who made it; whether the reader is in the club.
    open_in_queries(charlie, f"/join/{invite.secret}/", WHO + 1 + INSIDE)
