"""Requests to join a club: sending, listing, accepting and rejecting them."""

import pytest

from builder.models import Club, JoinRequest, User
from tests.support.api_client import ApiClient


@pytest.fixture
def listed(club: Club) -> Club:
    """The club, which is listed, so that other people can find it."""
    club.listed = True
    club.save()
    return club


@pytest.fixture
def at(listed: Club) -> str:
    """The address of the club's requests to join."""
    return f"clubs/{listed.public_id}/requests"


def test_a_second_request_replaces_the_first(at: str, charlie: User, dora: User) -> None:
    answer = ApiClient(charlie).post(at, {"words": "  Let me\nin. "})
    row = JoinRequest.objects.get()
    assert answer.status_code == 201
    body = answer.json()
    assert body["url"] == f"http://testserver{answer['Location']}"
    assert body == ApiClient(dora).get(at).json()["results"][0]
    assert body.pop("created").endswith("Z")
    assert body == {
        "id": row.public_id, "url": f"http://testserver/api/v1/{at}/{row.public_id}", "by": "charlie",
        "words": "Let me\nin.",
    }  # fmt: skip
    again = ApiClient(charlie).post(at, {})
    assert (again.status_code, again.json()["id"], again.json()["words"]) == (200, row.public_id, "")
    assert "Location" not in again
    assert ApiClient(dora).get(at).json()["results"] == [again.json()]
