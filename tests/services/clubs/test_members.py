"""Members and their roles: promoted, removed, handed over. A club always has one owner."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from builder.models import Club, CompanyList, Event, Invite, JoinRequest, Membership, Role, Share, User
from builder.services import events, lists
from builder.services.clubs import clubs, invites, shares
from builder.services.errors import InsufficientRights, NotFound, NotPossible
from tests.support.database_rows import database_rows
from tests.support.events import add_event, event_details


def membership_id(club: Club, user: User) -> str:
    """Return the id of a user's membership."""
    return Membership.objects.get(club=club, user=user).public_id


def roles(club: Club) -> dict[str, int]:
    return dict(Membership.objects.filter(club=club).values_list("user__username", "role"))


START = {"alice": Role.OWNER, "dora": Role.ORGANISER, "bob": Role.MEMBER}


# ------------------------------------------------------------------ the role that a service needs


def bobs_id() -> str:
    return Membership.objects.get(user__username="bob").public_id


def invite_id() -> str:
    return Invite.objects.get().public_id


def request_id() -> str:
    return JoinRequest.objects.get().public_id


DETAILS = clubs.ClubDetails("Mine")
ACTS: dict[str, tuple[Role, Callable[[Event, User], object]]] = {
    "update": (Role.ORGANISER, lambda event, by: clubs.update_club(event.club, by, 1, DETAILS)),
    "dissolve": (Role.OWNER, lambda event, by: clubs.dissolve_club(event.club, by)),
    "promote": (Role.OWNER, lambda event, by: clubs.set_role(event.club, by, bobs_id(), Role.ORGANISER)),
    "remove": (Role.ORGANISER, lambda event, by: clubs.remove_member(event.club, by, bobs_id())),
    "invite": (Role.ORGANISER, lambda event, by: invites.create_invite(event.club, by, 7, 1)),
    "revoke": (Role.ORGANISER, lambda event, by: invites.revoke_invite(event.club, by, invite_id())),
    "accept": (Role.ORGANISER, lambda event, by: invites.accept_request(event.club, by, request_id())),
    "decline": (Role.ORGANISER, lambda event, by: invites.decline_request(event.club, by, request_id())),
    "create event": (Role.ORGANISER, lambda event, by: add_event(event.club, by)),
    "update event": (Role.ORGANISER, lambda event, by: events.update_event(event, by, 1, event_details())),
    "delete event": (Role.ORGANISER, events.delete_event),
}


@pytest.mark.parametrize("act", ACTS)
def test_services_check_the_role_after_locking_the_club(
    event: Event, alice: User, bob: User, charlie: User, dora: User, act: str
) -> None:
    """The page checked it before, but the role may have changed since."""
    least, do = ACTS[act]
    invites.create_invite(event.club, alice, 7, 1)
    JoinRequest.objects.create(club=event.club, user=User.objects.create(username="erin"))
    Membership.objects.create(club=Club.objects.create(name="Other"), user=charlie, role=Role.OWNER)
    before = database_rows()
    for user in (bob, dora) if least == Role.OWNER else (bob,):
        with pytest.raises(InsufficientRights):
            do(event, user)
    with pytest.raises(NotFound, match="no longer in this club"):
        do(event, charlie)
    assert database_rows() == before
    do(event, alice)


# ------------------------------------------------------------------ removing and leaving


def test_organisers_cannot_remove_organisers_or_the_owner(
    club: Club, alice: User, dora: User, charlie: User
) -> None:
    Membership.objects.create(club=club, user=charlie, role=Role.ORGANISER)
    with pytest.raises(InsufficientRights):
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
    with pytest.raises(InsufficientRights):
        clubs.hand_over_club(club, dora, membership_id(club, dora))
    with pytest.raises(InsufficientRights):
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
