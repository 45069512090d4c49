"""Clubs are created, listed, and read by people who aren't members."""

import pytest

from builder.models import Club, JoinRequest, User
from tests.support.api_client import ApiClient, guest_client


@pytest.fixture
def at(club: Club) -> str:
    """The address of the club."""
    return f"clubs/{club.public_id}"


@pytest.fixture
def listed(club: Club) -> Club:
    """The club, which is listed, so that other people can find it."""
    Club.objects.filter(pk=club.pk).update(listed=True, about="Terrain *shared*.")
    return club


# ------------------------------------------------------------------ founding


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
