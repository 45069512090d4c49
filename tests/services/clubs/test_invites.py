"""Ways to join a club: invites that expire, and requests that organisers answer."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from builder.models import Club, Invite, JoinRequest, Membership, Role, User
from builder.services.clubs import clubs, invites
from builder.services.errors import LimitReached, NotFound, NotPossible
from builder.services.people.accounts import create_guest


@pytest.fixture
def invite(club: Club, dora: User) -> Invite:
    """An invite for a week and two people."""
    return invites.create_invite(club, dora, 7, 2)


@pytest.fixture
def listed(club: Club) -> Club:
    """The club, as strangers see it."""
    Club.objects.filter(pk=club.pk).update(listed=True)
    return club


def is_in(club: Club, user: User) -> bool:
    return Membership.objects.filter(club=club, user=user).exists()


# ------------------------------------------------------------------ invites


def test_an_invite_has_a_secret_an_expiry_and_a_limit_of_uses(club: Club, dora: User, invite: Invite) -> None:
    assert len(invite.secret) == 24
    assert invite.expires - invite.made == timedelta(days=7)
    assert (invite.club, invite.by, invite.most_uses, invite.uses) == (club, dora, 2, 0)


def test_an_invite_admits_people_until_it_is_used_up_revoked_or_expired(
    club: Club, charlie: User, invite: Invite
) -> None:
    eve, mallory = (User.objects.create(username=name) for name in ("eve", "mallory"))
    joined = invites.join_by_invite(charlie, invite.secret)
    assert (joined.club, joined.was_member) == (club, False)
    assert Membership.objects.get(club=club, user=charlie).role == Role.MEMBER
    invites.join_by_invite(eve, invite.secret)
    assert Invite.objects.get().uses == 2
    now = timezone.now()
    for end in ({"uses": 2}, {"uses": 0, "revoked_at": now}, {"revoked_at": None, "expires": now}):
        Invite.objects.update(**end)
        with pytest.raises(NotFound, match="This invite doesn't work"):
            invites.join_by_invite(mallory, invite.secret)
    assert not is_in(club, mallory)


def test_only_open_invites_count_towards_the_limit(
    club: Club, alice: User, invite: Invite, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_INVITES = 2
    second = invites.create_invite(club, alice, 1, 1)
    with pytest.raises(LimitReached, match="2 open invites"):
        invites.create_invite(club, alice, 1, 1)
    invites.revoke_invite(club, alice, second.public_id)
    third = invites.create_invite(club, alice, 1, 1)
    assert set(Invite.objects.all()) == {invite, third}


def test_a_full_club_admits_nobody_and_counts_no_use_of_the_invite(
    listed: Club, alice: User, charlie: User, invite: Invite, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_MEMBERS = 3
    join_request = invites.request_to_join(listed, charlie, "")
    with pytest.raises(LimitReached, match="3 members"):
        invites.join_by_invite(charlie, invite.secret)
    with pytest.raises(LimitReached, match="3 members"):
        invites.accept_request(listed, alice, join_request.public_id)
    assert Invite.objects.get().uses == 0
    assert JoinRequest.objects.get() == join_request
    assert not is_in(listed, charlie)


def test_the_number_of_memberships_is_limited(
    club: Club, charlie: User, invite: Invite, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_CLUBS_PER_USER = 1
    Membership.objects.create(club=Club.objects.create(name="Other"), user=charlie)
    with pytest.raises(LimitReached, match="1 clubs"):
        invites.join_by_invite(charlie, invite.secret)


# ------------------------------------------------------------------ requests


def test_joining_by_invite_deletes_the_join_request(listed: Club, charlie: User, invite: Invite) -> None:
    invites.request_to_join(listed, charlie, "")
    invites.join_by_invite(charlie, invite.secret)
    assert not JoinRequest.objects.exists()


def test_only_outsiders_with_an_account_can_request_to_join_a_listed_club(
    club: Club, bob: User, charlie: User
) -> None:
    with pytest.raises(NotFound):
        invites.request_to_join(club, charlie, "")
    Club.objects.filter(pk=club.pk).update(listed=True)
    with pytest.raises(NotPossible, match="already"):
        invites.request_to_join(club, bob, "")
    with pytest.raises(NotPossible, match="account"):
        invites.request_to_join(club, create_guest(), "")
    assert not JoinRequest.objects.exists()


def test_the_number_of_open_requests_is_limited(listed: Club, charlie: User, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_REQUESTS = 1
    invites.request_to_join(listed, charlie, "One")
    with pytest.raises(LimitReached):
        invites.request_to_join(listed, User.objects.create(username="eve"), "")
    invites.request_to_join(listed, charlie, "Two")
    assert JoinRequest.objects.get().words == "Two"


def test_a_removed_member_can_be_accepted_again(listed: Club, alice: User, bob: User) -> None:
    clubs.remove_member(listed, alice, Membership.objects.get(club=listed, user=bob).public_id)
    join_request = invites.request_to_join(listed, bob, "Sorry.")
    invites.accept_request(listed, alice, join_request.public_id)
    assert is_in(listed, bob)
