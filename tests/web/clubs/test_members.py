"""The members page: all members see it; roles and removals are for organisers and the owner."""

import pytest

from builder.models import Club, Membership, Role, User
from tests.support.accounts import browser


@pytest.fixture
def at(club: Club) -> str:
    """Return the address of the club's members."""
    return f"/clubs/{club.public_id}/members/"


def membership_of(club: Club, user: User) -> Membership:
    return Membership.objects.get(club=club, user=user)


def test_members_see_all_members_and_the_buttons_that_they_can_use(
    club: Club, at: str, alice: User, dora: User, bob: User
) -> None:
    alices, doras, bobs = (f"{at}{membership_of(club, user).public_id}/" for user in (alice, dora, bob))
    acts = ("role", "remove", "hand-over")
    every = {f"{member}{act}/" for member in (alices, bobs, doras) for act in acts}
    offered = {
        alice: {f"{member}{act}/" for member in (bobs, doras) for act in acts},
        dora: {f"{bobs}remove/"},
        bob: set(),
    }
    for user, addresses in offered.items():
        shown = browser(user).get(at).content.decode()
        assert {address for address in every if f'"{address}"' in shown} == addresses
        assert all(name in shown for name in ("alice", "dora", "bob"))
        assert "@example.org" not in shown


def test_many_members_are_paginated(club: Club, at: str, bob: User) -> None:
    users = User.objects.bulk_create(User(username=f"player-{number:03}") for number in range(150))
    Membership.objects.bulk_create(Membership(club=club, user=user) for user in users)
    first = browser(bob).get(at).content.decode()
    assert "player-096" in first
    assert "player-097" not in first
    assert "Page 1 of 2" in first
    assert "player-149" in browser(bob).get(f"{at}?page=2").content.decode()
    short = browser(bob).get(f"/clubs/{club.public_id}/").content.decode()
    assert "All 153 members" in short
    assert "player-149" not in short


# ------------------------------------------------------------------ ranks


def test_the_owner_promotes_and_demotes(club: Club, at: str, alice: User, bob: User) -> None:
    client, address = browser(alice), f"{at}{membership_of(club, bob).public_id}/role/"
    shown = client.post(address, {"role": "organiser"}, follow=True).content.decode()
    assert "bob is an organiser now." in shown
    assert membership_of(club, bob).role == Role.ORGANISER
    client.post(address, {"role": "member"})
    assert membership_of(club, bob).role == Role.MEMBER


def test_invalid_roles_are_rejected(club: Club, at: str, alice: User, bob: User) -> None:
    """The role of the owner can't change either."""
    client = browser(alice)
    for role in ("", "owner", "3", "\0", "x" * 10_000):
        answer = client.post(f"{at}{membership_of(club, bob).public_id}/role/", {"role": role})
        assert answer.status_code == 400
    assert membership_of(club, bob).role == Role.MEMBER
    answer = client.post(f"{at}{membership_of(club, alice).public_id}/role/", {"role": "member"})
    assert answer.status_code == 409
    assert "hand the club over" in answer.content.decode()
    assert membership_of(club, alice).role == Role.OWNER


# ------------------------------------------------------------------ removing


def test_a_member_is_removed_after_a_confirmation(club: Club, at: str, dora: User, bob: User) -> None:
    client, address = browser(dora), f"{at}{membership_of(club, bob).public_id}/remove/"
    assert "Remove bob?" in client.get(address).content.decode()
    assert Membership.objects.filter(user=bob).exists()
    assert "bob is no longer in the club." in client.post(address, follow=True).content.decode()
    assert not Membership.objects.filter(user=bob).exists()
    assert client.get(address).status_code == 404
    assert client.post(address).status_code == 404


# ------------------------------------------------------------------ handing over


def test_the_club_is_handed_over_after_a_confirmation(club: Club, at: str, alice: User, bob: User) -> None:
    client, address = browser(alice), f"{at}{membership_of(club, bob).public_id}/hand-over/"
    assert "Hand the club over to bob?" in client.get(address).content.decode()
    assert membership_of(club, alice).role == Role.OWNER
    assert "bob owns the club now" in client.post(address, follow=True).content.decode()
    assert (membership_of(club, alice).role, membership_of(club, bob).role) == (Role.ORGANISER, Role.OWNER)
    assert client.post(address).status_code == 403
