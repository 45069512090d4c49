"""Sharing a list uses a fixed number of queries, which doesn't grow with the number of clubs."""

import pytest
from pytest_django import DjangoAssertNumQueries

from builder.models import Club, CompanyList, Membership, Role, Share, User
from tests.support.api_client import ApiClient

pytestmark = pytest.mark.sampled(every=1)

WHO = 1  # the token with its user
LIST = 1
SHARES = 1  # with their clubs and rosters
LINKS = 2  # to rosters, live and frozen
LOCKED_LIST = 2  # begin and commit


@pytest.fixture(params=[1, 60])
def clubs(request: pytest.FixtureRequest, alice: User, alices_list: CompanyList) -> list[Club]:
    """Alice's clubs. Her list and a roster of it are shared with each club."""
    count: int = request.param
    rows = [Club.objects.create(name=f"Club {number}") for number in range(count)]
    roster = alices_list.rosters.order_by("position").first()
    for club in rows:
        Membership.objects.create(club=club, user=alice, role=Role.OWNER)
        for shown in (None, roster):
            Share.objects.create(club=club, company_list=alices_list, roster=shown)
    return rows


def test_queries_do_not_grow_with_the_clubs(
    clubs: list[Club],
    alice: User,
    alices_list: CompanyList,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    program, at = ApiClient(alice), f"lists/{alices_list.public_id}"
    program.get(f"{at}/sharing")
    share = Share.objects.filter(company_list=alices_list)[0].public_id
    body = {"club": clubs[0].public_id}
    word = program.put(f"{at}/link").json()["word"]
    for method, path, sent, queries in (
        ("GET", "sharing", None, WHO + LIST + SHARES + LINKS),
        ("GET", "shares", None, WHO + LIST + SHARES),
        ("GET", f"shares/{share}", None, WHO + LIST + SHARES),
        # The list, locked; it has its secret already.
        ("PUT", "link", None, WHO + LIST + LOCKED_LIST + 1),
        # The list, locked; the new secret.
        ("POST", "link", {"old": word}, WHO + LIST + LOCKED_LIST + 2),
        ("DELETE", "link", None, WHO + LIST + LOCKED_LIST + 2),
        # The club of which she is a member; the list again. Then the club, locked; the owner's membership;
        # the
        # list, locked; what the club can see of it.
        ("POST", "shares", body, WHO + LIST + 2 + LOCKED_LIST + 4),
        # The share. Then the club, locked; the share; its deletion.
        ("DELETE", f"shares/{share}", None, WHO + LIST + SHARES + LOCKED_LIST + 3),
        # The list, locked; its profiles; its rosters; since when it is public; whether its owner is
        # suspended;
        # its listing, of which there is none; the listing; its tags, of which there are none; the tags; the
        # changes of their counts.
        # Then the counts, locked, which don't exist yet, so that there are three more queries; the changes;
        # the
        # counts before and after; the changes are deleted. The edit session ends. Then the response is read.
        ("PUT", "publication", None, WHO + LIST + LOCKED_LIST + 9 + 9 + 1 + LIST + SHARES + LINKS),
        # The list, locked; it isn't public any more; its tags; its listing, found, and deleted after its
        # tags.
        # Then the counts as above, and counts of 0 are deleted.
        ("DELETE", "publication", None, WHO + LIST + LOCKED_LIST + 6 + 6),
    ):
        with django_assert_num_queries(queries, info=f"{method} {path}"):
            assert program.request(method, f"{at}/{path}", sent).status_code < 300
