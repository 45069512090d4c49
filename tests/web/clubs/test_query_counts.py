"""How many queries the pages of clubs take: a fixed number, however many people and lists are in them."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.models import Club, CompanyList, Invite, JoinRequest, Membership, Role, Roster, Share, User
from builder.services.clubs.invites import create_invite

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


def count(
    user: User | None, address: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> str:
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    with django_assert_num_queries(queries):
        answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


@SIZES
@pytest.mark.parametrize("number", [1, 2, 20])
def test_the_page_of_a_club(
    full: Club, alice: User, bob: User, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = f"/clubs/{full.public_id}/?shares={number}"
    queries = WHO + INSIDE + PAGE + PAGE + OFFERS + EVENTS + GAMES
    count(bob, address, queries, django_assert_num_queries)
    count(alice, address, queries + ROSTERS + ASKING, django_assert_num_queries)


@SIZES
def test_the_page_of_a_club_for_a_member_with_many_lists(
    full: Club, dora: User, lists: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    CompanyList.objects.filter(pk__in=CompanyList.objects.order_by("-pk")[:400]).update(owner=dora)
    Share.objects.filter(company_list__owner=dora).delete()
    shares = PAGE if full.shares.exists() else 1
    queries = WHO + INSIDE + PAGE + shares + OFFERS + ROSTERS + EVENTS + GAMES + ASKING
    shown = count(dora, f"/clubs/{full.public_id}/", queries, django_assert_num_queries)
    assert shown.count("<optgroup") == min(60, lists + 1)


@SIZES
def test_the_members_of_a_club(
    full: Club, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for address in (f"/clubs/{full.public_id}/members/", f"/clubs/{full.public_id}/members/?page=2"):
        count(alice, address, WHO + INSIDE + PAGE, django_assert_num_queries)


@SIZES
def test_the_page_of_a_club_for_a_stranger(
    full: Club, charlie: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Whether the reader is in it; what is shown of it, with how many there are and whether they asked.
    count(charlie, f"/clubs/{full.public_id}/", WHO + INSIDE + 1, django_assert_num_queries)
    count(None, f"/clubs/{full.public_id}/", 1, django_assert_num_queries)


@pytest.mark.parametrize("clubs", [3, pytest.param(100, marks=pytest.mark.wide)])
def test_all_clubs(alice: User, clubs: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    rows = Club.objects.bulk_create(Club(name=f"Club {number}", listed=True) for number in range(2 * clubs))
    Membership.objects.bulk_create(Membership(club=row, user=alice, role=Role.OWNER) for row in rows[:clubs])
    mine = 1  # the reader's own, with how many are in each
    count(alice, "/clubs/", WHO + mine + PAGE, django_assert_num_queries)
    count(alice, "/clubs/?q=club&page=2", WHO + mine + PAGE, django_assert_num_queries)
    count(None, "/clubs/", PAGE, django_assert_num_queries)


@pytest.mark.parametrize("open_ones", [1, 20])
def test_invites_and_requests(
    club: Club,
    alice: User,
    charlie: User,
    open_ones: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(open_ones):
        asker = User.objects.create(username=f"player-{number}")
        JoinRequest.objects.create(club=club, user=asker)
        create_invite(club, alice, 7, 1)
    for path in ("invites", "requests"):
        count(alice, f"/clubs/{club.public_id}/{path}/", WHO + INSIDE + 1, django_assert_num_queries)
    invite = Invite.objects.all()[0]
    # The invite with its club and who made it; whether the reader is in the club.
    count(charlie, f"/join/{invite.secret}/", WHO + 1 + INSIDE, django_assert_num_queries)
