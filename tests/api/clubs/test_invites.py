"""Invites to clubs are created, shown, revoked, and used to join a club."""

import pytest
from django.test import Client
from django.utils import timezone

from builder.models import Club, Invite, User
from builder.services.clubs.invites import create_invite, revoke_invite
from tests.support.api_client import ApiClient, assert_problem, guest_client

NEVER = "bcdfghjkmnpqrstvwxyz2345"


@pytest.fixture
def at(club: Club) -> str:
    """The address of the club's invites."""
    return f"clubs/{club.public_id}/invites"


@pytest.fixture
def invite(club: Club, dora: User) -> Invite:
    """An invite for two people, which is valid for a week."""
    return create_invite(club, dora, 7, 2)


@pytest.fixture
def invite_address(invite: Invite) -> str:
    """The address at which people use the invite."""
    return f"invites/{invite.secret}"


# ------------------------------------------------------------------ made and revoked


def test_open_invites_equal_those_of_the_page(at: str, club: Club, alice: User, charlie: User) -> None:
    rows = [create_invite(club, alice, 7, uses) for uses in (1, 2, 3)]
    Invite.objects.filter(pk=rows[0].pk).update(expires=timezone.now())
    Invite.objects.filter(pk=rows[1].pk).update(by=None)
    ApiClient(charlie).post(f"invites/{rows[2].secret}")
    results = ApiClient(alice).get(at).json()["results"]
    assert [(row["id"], row["by"], row["uses"], row["left"]) for row in results] == [
        (rows[2].public_id, "alice", 3, 2), (rows[1].public_id, "", 2, 2),
    ]  # fmt: skip
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    shown = client.get(f"/clubs/{club.public_id}/invites/").content.decode()
    assert all(row["page"] in shown for row in results)
    assert rows[0].secret not in shown


def test_the_location_of_a_new_invite_answers_organisers_until_the_invite_ends(
    at: str, alice: User, bob: User, dora: User
) -> None:
    created = ApiClient(dora).post(at, {"days": 7, "uses": 2})
    assert created.status_code == 201
    address, body = created["Location"], created.json()
    assert body["url"] == f"http://testserver{address}"
    for organiser in (dora, alice):
        assert ApiClient(organiser).get(address).json() == body
    assert_problem(ApiClient(bob).get(address), 403, "rank")
    Invite.objects.update(expires=timezone.now())
    assert_problem(ApiClient(dora).get(address), 404, "not-found")


# ------------------------------------------------------------------ followed


def test_everybody_can_see_the_club_of_an_invite(
    club: Club, invite_address: str, invite: Invite, bob: User, charlie: User
) -> None:
    Club.objects.update(about="Terrain *shared*.")
    expected = {
        "name": "The Iron Table", "place": "Leeds", "about": "Terrain *shared*.", "members": 3, "by": "dora",
        "club": None,
    }  # fmt: skip
    for program in (ApiClient(), guest_client(), ApiClient(charlie)):
        assert program.get(invite_address).json() == expected
    assert ApiClient(bob).get(invite_address).json() == {**expected, "club": club.public_id}
    Invite.objects.update(by=None)
    assert ApiClient().get(invite_address).json()["by"] == ""


def test_unknown_and_ended_invites_get_the_same_response(
    club: Club, invite_address: str, dora: User, charlie: User, invite: Invite
) -> None:
    revoke_invite(club, dora, invite.public_id)
    nobody, program, said = ApiClient(), ApiClient(charlie), set()
    for address in (invite_address, f"invites/{NEVER}", "invites/%00", "invites/" + "x" * 5000):
        for answer in (nobody.get(address), program.get(address), program.post(address)):
            said.add(assert_problem(answer, 404, "not-found")["detail"])
    assert said == {"This invite doesn't work."}
