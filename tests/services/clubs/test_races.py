"""Several people change a club at once: one owner remains, each member is there once, and no invite is used
too often.
"""

from functools import partial

import pytest
from pytest_django import Settings

from builder.models import Club, CompanyList, Invite, Membership, Role, Share, User
from builder.services.clubs import clubs, invites, shares
from builder.services.clubs.clubs import ClubDetails
from builder.services.errors import InsufficientRights, NotFound, NotPossible, Refused, StaleVersion
from tests.support.concurrency import run_concurrently

pytestmark = pytest.mark.django_db(transaction=True)


def membership_id(club: Club, user: User) -> str:
    return Membership.objects.get(club=club, user=user).public_id


def owners(club: Club) -> list[str]:
    rows = Membership.objects.filter(club=club, role=Role.OWNER)
    return list(rows.values_list("user__username", flat=True))


def create_users(count: int) -> list[User]:
    return [User.objects.create(username=f"player-{number}") for number in range(count)]


def test_users_who_join_at_once_do_not_exceed_the_limit_of_uses(club: Club, alice: User) -> None:
    invite = invites.create_invite(club, alice, 7, 3)
    outcomes = run_concurrently(
        *(partial(invites.join_by_invite, user, invite.secret) for user in create_users(8))
    )
    assert sum(isinstance(outcome, invites.JoinResult) for outcome in outcomes) == 3
    assert sum(isinstance(outcome, NotFound) for outcome in outcomes) == 5
    assert Invite.objects.get().uses == 3
    assert Membership.objects.filter(club=club).count() == 6


def test_joining_twice_at_once_creates_one_membership_and_counts_one_use(
    club: Club, alice: User, charlie: User
) -> None:
    invite = invites.create_invite(club, alice, 7, 9)
    outcomes = run_concurrently(*[partial(invites.join_by_invite, charlie, invite.secret)] * 4)
    assert sorted(outcome.was_member for outcome in outcomes if isinstance(outcome, invites.JoinResult)) == [
        False, True, True, True,
    ]  # fmt: skip
    assert Membership.objects.filter(club=club, user=charlie).count() == 1
    assert Invite.objects.get().uses == 1


def test_joining_while_being_accepted_creates_one_membership(
    club: Club, alice: User, dora: User, charlie: User
) -> None:
    Club.objects.filter(pk=club.pk).update(listed=True)
    invite, requested = invites.create_invite(club, alice, 7, 9), invites.request_to_join(club, charlie, "")
    outcomes = run_concurrently(
        partial(invites.join_by_invite, charlie, invite.secret),
        partial(invites.accept_request, club, alice, requested.public_id),
        partial(invites.accept_request, club, dora, requested.public_id),
    )
    assert all(isinstance(outcome, invites.JoinResult | User | NotFound) for outcome in outcomes)
    assert Membership.objects.filter(club=club, user=charlie).count() == 1


def test_an_invite_revoked_during_a_join_admits_the_user_or_not(
    club: Club, alice: User, charlie: User
) -> None:
    invite = invites.create_invite(club, alice, 7, 9)
    joined, revoked = run_concurrently(
        partial(invites.join_by_invite, charlie, invite.secret),
        partial(invites.revoke_invite, club, alice, invite.public_id),
    )
    assert revoked is None
    inside = Membership.objects.filter(club=club, user=charlie).exists()
    assert isinstance(joined, invites.JoinResult if inside else NotFound)


def test_two_handovers_at_once_leave_one_owner(club: Club, alice: User, dora: User, bob: User) -> None:
    outcomes = run_concurrently(
        *(partial(clubs.hand_over_club, club, alice, membership_id(club, heir)) for heir in (dora, bob))
    )
    heirs = [outcome.user.username for outcome in outcomes if isinstance(outcome, Membership)]
    assert len(heirs) == 1
    assert owners(club) == heirs
    assert sum(isinstance(outcome, InsufficientRights) for outcome in outcomes) == 1


def test_a_handover_to_a_leaving_member_leaves_one_owner(club: Club, alice: User, bob: User) -> None:
    handed, left = run_concurrently(
        partial(clubs.hand_over_club, club, alice, membership_id(club, bob)),
        partial(clubs.leave_club, club, bob),
    )
    if isinstance(handed, Membership):
        assert isinstance(left, NotPossible)
        assert owners(club) == ["bob"]
    else:
        assert isinstance(handed, NotFound)
        assert left is None
        assert owners(club) == ["alice"]


def test_a_handover_to_a_deleted_account_leaves_one_owner(club: Club, alice: User, bob: User) -> None:
    run_concurrently(
        partial(clubs.hand_over_club, club, alice, membership_id(club, bob)),
        partial(clubs.leave_all_clubs, bob),
    )
    assert len(owners(club)) == 1
    assert not Membership.objects.filter(user=bob).exists()


def test_the_remaining_member_becomes_owner_when_two_accounts_are_deleted_at_once(
    club: Club, alice: User, dora: User, bob: User
) -> None:
    assert run_concurrently(partial(clubs.leave_all_clubs, alice), partial(clubs.leave_all_clubs, dora)) == [
        None,
        None,
    ]
    assert owners(club) == ["bob"]
    assert Membership.objects.count() == 1


def test_the_club_is_dissolved_when_all_accounts_are_deleted_at_once(
    club: Club, alice: User, dora: User, bob: User
) -> None:
    assert (
        run_concurrently(*(partial(clubs.leave_all_clubs, user) for user in (alice, dora, bob))) == [None] * 3
    )
    assert not Club.objects.exists()


def test_a_former_owner_cannot_remove_the_new_one(club: Club, alice: User, dora: User, bob: User) -> None:
    handed, removed = run_concurrently(
        partial(clubs.hand_over_club, club, alice, membership_id(club, dora)),
        partial(clubs.remove_member, club, alice, membership_id(club, dora)),
    )
    assert len(owners(club)) == 1
    if isinstance(removed, Membership):
        assert isinstance(handed, NotFound)
    else:
        assert isinstance(removed, NotPossible)
        assert owners(club) == ["dora"]


def test_removing_a_member_twice_at_once_succeeds_once(
    club: Club, alice: User, dora: User, bob: User
) -> None:
    key = membership_id(club, bob)
    outcomes = run_concurrently(*(partial(clubs.remove_member, club, by, key) for by in (alice, dora)))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Membership", "NotFound"]


def test_sharing_while_leaving_leaves_no_share(
    club: Club, alice: User, alices_list: CompanyList, bob: User
) -> None:
    CompanyList.objects.filter(pk=alices_list.pk).update(owner=bob)
    alices_list.refresh_from_db()
    run_concurrently(partial(shares.share_with_club, club, alices_list), partial(clubs.leave_club, club, bob))
    assert not Share.objects.exists()


def test_sharing_a_list_many_times_at_once_creates_one_share(club: Club, alices_list: CompanyList) -> None:
    outcomes = run_concurrently(*[partial(shares.share_with_club, club, alices_list)] * 4)
    assert {getattr(outcome, "pk", outcome) for outcome in outcomes} == {Share.objects.get().pk}


def test_of_two_changes_of_the_details_at_once_one_is_rejected(club: Club, alice: User, dora: User) -> None:
    outcomes = run_concurrently(
        *(partial(clubs.update_club, club, by, 1, ClubDetails(by.username)) for by in (alice, dora))
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["StaleVersion", "int"]
    stale = next(outcome for outcome in outcomes if isinstance(outcome, StaleVersion))
    assert stale.row == Club.objects.get()
    assert Club.objects.get().version == 2


def test_joining_while_the_club_is_dissolved_leaves_no_membership(
    club: Club, alice: User, charlie: User
) -> None:
    invite = invites.create_invite(club, alice, 7, 9)
    joined, dissolved = run_concurrently(
        partial(invites.join_by_invite, charlie, invite.secret), partial(clubs.dissolve_club, club, alice)
    )
    assert dissolved is None
    assert isinstance(joined, invites.JoinResult | NotFound)
    assert not Membership.objects.exists()


def test_clubs_founded_at_once_stay_within_the_limit(alice: User, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_CLUBS_OWNED = 2
    outcomes = run_concurrently(*[partial(clubs.create_club, alice, ClubDetails("Again"))] * 5)
    assert sum(isinstance(outcome, Club) for outcome in outcomes) == 2
    assert all(isinstance(outcome, Club | Refused) for outcome in outcomes)
