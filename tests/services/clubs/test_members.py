"""Who is in a club, and as what: promoted, removed, gone, handed over; and it always has one owner."""

from datetime import timedelta

import pytest
from django.utils import timezone

from builder.models import Club, CompanyList, JoinRequest, Membership, Role, Share, User
from builder.services import lists
from builder.services.clubs import clubs, shares
from builder.services.errors import NotPossible, RankTooLow


def membership_id(club: Club, user: User) -> str:
    """The id of somebody's membership."""
    return Membership.objects.get(club=club, user=user).public_id


def roles(club: Club) -> dict[str, int]:
    return dict(Membership.objects.filter(club=club).values_list("user__username", "role"))


START = {"alice": Role.OWNER, "dora": Role.ORGANISER, "bob": Role.MEMBER}


# ------------------------------------------------------------------ removing and leaving


def test_organisers_cannot_remove_organisers_or_the_owner(
    club: Club, alice: User, dora: User, charlie: User
) -> None:
    Membership.objects.create(club=club, user=charlie, role=Role.ORGANISER)
    with pytest.raises(RankTooLow):
        clubs.remove_member(club, dora, membership_id(club, charlie))
    with pytest.raises(NotPossible):
        clubs.remove_member(club, dora, membership_id(club, alice))
    assert len(roles(club)) == 4


def test_the_owner_can_remove_everybody_else(club: Club, alice: User, dora: User, bob: User) -> None:
    with pytest.raises(NotPossible, match="Leave the club"):
        clubs.remove_member(club, alice, membership_id(club, alice))
    clubs.remove_member(club, alice, membership_id(club, dora))
    clubs.remove_member(club, alice, membership_id(club, bob))
    assert roles(club) == {"alice": Role.OWNER}


@pytest.mark.parametrize("way", ["removed", "left"])
def test_removing_a_member_ends_their_shares_with_this_club_only(
    club: Club, alice: User, bob: User, alices_list: CompanyList, way: str
) -> None:
    bobs, away = lists.copy_list(bob, alices_list), lists.copy_list(bob, alices_list)
    other = Club.objects.create(name="Other")
    Membership.objects.create(club=other, user=bob)
    shares.share_with_club(club, bobs)
    shares.share_with_club(club, bobs, bobs.rosters.all()[0])
    shares.share_with_club(club, away)
    lists.delete_list(away)
    stays = {shares.share_with_club(other, bobs).pk, shares.share_with_club(club, alices_list).pk}
    if way == "removed":
        clubs.remove_member(club, alice, membership_id(club, bob))
    else:
        clubs.leave_club(club, bob)
    assert set(Share.objects.values_list("pk", flat=True)) == stays


# ------------------------------------------------------------------ handing over


def test_only_the_owner_can_hand_over_and_only_to_somebody_else(
    club: Club, alice: User, dora: User, bob: User
) -> None:
    with pytest.raises(RankTooLow):
        clubs.hand_over_club(club, dora, membership_id(club, dora))
    with pytest.raises(RankTooLow):
        clubs.hand_over_club(club, bob, membership_id(club, dora))
    with pytest.raises(NotPossible):
        clubs.hand_over_club(club, alice, membership_id(club, alice))
    assert roles(club) == START


# ------------------------------------------------------------------ the end of an account


def test_a_deleted_owners_club_goes_to_the_longest_serving_organiser(
    club: Club, alice: User, dora: User, charlie: User
) -> None:
    early = timezone.now() - timedelta(days=9)
    Membership.objects.create(club=club, user=charlie, role=Role.ORGANISER, joined=early)
    clubs.leave_all_clubs(alice)
    assert roles(club) == {"charlie": Role.OWNER, "dora": Role.ORGANISER, "bob": Role.MEMBER}
    alice.delete()
    assert roles(club)["charlie"] == Role.OWNER


def test_without_organisers_it_goes_to_the_longest_serving_member(
    club: Club, alice: User, dora: User, charlie: User
) -> None:
    Membership.objects.create(club=club, user=charlie)
    clubs.remove_member(club, alice, membership_id(club, dora))
    clubs.leave_all_clubs(alice)
    assert roles(club) == {"bob": Role.OWNER, "charlie": Role.MEMBER}


def test_a_club_without_members_is_dissolved(club: Club, alice: User, dora: User, bob: User) -> None:
    clubs.leave_club(club, dora)
    clubs.leave_club(club, bob)
    clubs.leave_all_clubs(alice)
    assert not Club.objects.exists()


def test_deleting_an_account_ends_its_memberships(club: Club, bob: User, alices_list: CompanyList) -> None:
    other = Club.objects.create(name="Other", listed=True)
    JoinRequest.objects.create(club=other, user=bob)
    shares.share_with_club(club, lists.copy_list(bob, alices_list))
    clubs.leave_all_clubs(bob)
    assert not Membership.objects.filter(user=bob).exists()
    assert not JoinRequest.objects.exists()
    assert not Share.objects.exists()
    assert roles(club) == {"alice": Role.OWNER, "dora": Role.ORGANISER}
    clubs.leave_all_clubs(bob)
