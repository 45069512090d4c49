"""Clubs: one's own, those that strangers find, one of them; founded, changed, dissolved."""

import pytest
from django.test import Client

from builder.models import Club, JoinRequest, Membership, Role, User
from tests.support.api_client import ApiClient, assert_problem, guest_client

SENT = {
    "name": "Tin Pot", "place": "Hull", "about": "*Tea* at six", "time_zone": "Europe/Paris", "listed": True,
}  # fmt: skip


@pytest.fixture
def at(club: Club) -> str:
    """The address of the club."""
    return f"clubs/{club.public_id}"


@pytest.fixture
def listed(club: Club) -> Club:
    """The club, as strangers find it."""
    Club.objects.filter(pk=club.pk).update(listed=True, about="Terrain *shared*.")
    return club


def page(user: User | None, address: str) -> str:
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client.get(address).content.decode()


# ------------------------------------------------------------------ one's own


def test_my_clubs_are_listed_by_name_with_my_role(club: Club, dora: User, charlie: User) -> None:
    tea = Club.objects.create(name="Afternoon Tea")
    Membership.objects.create(club=tea, user=dora, role=Role.OWNER)
    first, second = ApiClient(dora).get("clubs").json()["results"]
    assert (first["name"], first["role"], first["members"]) == ("Afternoon Tea", "owner", 1)
    members = ApiClient(dora).get(f"clubs/{club.public_id}/members").json()["results"]
    assert (second["id"], second["role"], second["members"]) == (club.public_id, "organiser", 3)
    assert second["joined"] == members[1]["joined"]
    none: dict[str, object] = {"total": 0, "next": None, "previous": None, "results": []}
    assert ApiClient(charlie).get("clubs").json() == none


# ------------------------------------------------------------------ founding


def test_a_club_is_created(alice: User) -> None:
    answer = ApiClient(alice).post("clubs", SENT)
    club = Club.objects.get()
    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/clubs/{club.public_id}"
    assert answer["ETag"] == '"1"'
    body = answer.json()
    assert body == ApiClient(alice).get(f"clubs/{club.public_id}").json()
    assert (body["role"], body["members"], body["version"]) == ("owner", 1, 1)
    assert {name: body[name] for name in SENT} == SENT
    assert {name: getattr(club, name) for name in SENT} == SENT
    assert "<em>Tea</em> at six" in page(alice, f"/clubs/{club.public_id}/")


def test_a_club_needs_only_a_name(alice: User) -> None:
    body = ApiClient(alice).post("clubs", {"name": "  Tin Pot "}).json()
    assert (body["name"], body["place"], body["about"]) == ("Tin Pot", "", "")
    assert (body["time_zone"], body["listed"]) == ("UTC", False)


# ------------------------------------------------------------------ finding


def test_listed_clubs_are_found_by_everybody(listed: Club, charlie: User) -> None:
    Club.objects.create(name="Harbour Guard", place="Hull", listed=True)
    Club.objects.create(name="Secret Society", place="Hull")
    JoinRequest.objects.create(club=listed, user=charlie)
    table = {
        "id": listed.public_id, "url": f"http://testserver/api/v1/clubs/{listed.public_id}",
        "name": "The Iron Table", "place": "Leeds", "members": 3, "asked": True,
    }  # fmt: skip
    assert ApiClient(charlie).get("clubs/listed?q=iron+LEEDS").json() == {
        "next": None, "previous": None, "total": 1, "results": [table],
    }  # fmt: skip
    for program in (ApiClient(), guest_client()):
        answer = program.get("clubs/listed").json()["results"]
        assert [row["name"] for row in answer] == ["Harbour Guard", "The Iron Table"]
        assert answer[1] == {**table, "asked": False}
    assert ApiClient().get("clubs/listed?q=%07").json()["total"] == 0


# ------------------------------------------------------------------ one of them


def test_strangers_get_what_the_page_of_a_listed_club_shows(listed: Club, at: str, charlie: User) -> None:
    JoinRequest.objects.create(club=listed, user=charlie)
    expected = {
        "id": listed.public_id, "url": f"http://testserver/api/v1/{at}", "name": "The Iron Table",
        "place": "Leeds", "about": "Terrain *shared*.",
        "members": 3, "listed": True, "asked": True,
        "role": None, "time_zone": None, "version": None, "created": None,
    }  # fmt: skip
    answer = ApiClient(charlie).get(at)
    assert answer.json() == expected
    for program in (ApiClient(), guest_client()):
        assert program.get(at).json() == {**expected, "asked": False}


# ------------------------------------------------------------------ changing


def test_omitted_fields_stay(at: str, dora: User) -> None:
    answer = ApiClient(dora).patch(at, {"about": "New *words*", "listed": True}, If_Match='"1"')
    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    body = answer.json()
    assert (body["about"], body["listed"], body["version"]) == ("New *words*", True, 2)
    assert (body["name"], body["place"], body["time_zone"]) == ("The Iron Table", "Leeds", "Europe/London")
    assert (body["role"], body["members"]) == ("organiser", 3)
    assert body == ApiClient(dora).get(at).json()


# ------------------------------------------------------------------ dissolving


def test_a_club_is_dissolved(at: str, alice: User, bob: User) -> None:
    answer = ApiClient(alice).delete(at, If_Match='"1"')
    assert (answer.status_code, answer.content) == (204, b"")
    assert not Club.objects.exists()
    assert_problem(ApiClient(bob).get(at), 404, "not-found")
    assert_problem(ApiClient(alice).delete(at, If_Match='"1"'), 404, "not-found")
