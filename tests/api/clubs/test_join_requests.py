"""Requests to be let in to a club: asked, seen, granted, refused."""

import pytest
from pytest_django import Settings

from builder.models import Club, JoinRequest, Membership, Role, Scope, User
from builder.services.clubs.invites import request_to_join
from tests.api.clubs.access_checks import assert_account_required, assert_not_found, assert_rank_required
from tests.support.api_client import ApiClient, assert_problem


@pytest.fixture
def listed(club: Club) -> Club:
    """The club, as strangers find it."""
    club.listed = True
    club.save()
    return club


@pytest.fixture
def at(listed: Club) -> str:
    """The address of its requests."""
    return f"clubs/{listed.public_id}/requests"


@pytest.fixture
def request_of_charlie(listed: Club, charlie: User) -> JoinRequest:
    """Charlie's open join request."""
    return request_to_join(listed, charlie, "I have six Reavers.")


def test_somebody_asks_and_asks_again(at: str, charlie: User, dora: User) -> None:
    answer = ApiClient(charlie).post(at, {"words": "  Let me\nin. "})
    row = JoinRequest.objects.get()
    assert answer.status_code == 201
    body = answer.json()
    assert body == ApiClient(dora).get(at).json()["results"][0]
    assert body.pop("created").endswith("Z")
    assert body == {
        "id": row.public_id, "url": f"http://testserver/api/v1/{at}/{row.public_id}", "by": "charlie",
        "words": "Let me\nin.",
    }  # fmt: skip
    again = ApiClient(charlie).post(at, {})
    assert (again.status_code, again.json()["id"], again.json()["words"]) == (200, row.public_id, "")
    assert ApiClient(dora).get(at).json()["results"] == [again.json()]


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ([], ""), ({"words": None}, "words"), ({"words": 5}, "words"), ({"words": ["x"]}, "words"),
        ({"words": "x" * 1001}, "words"), ({"words": "x" * 100_000}, "words"), ({"words": "\0"}, "words"),
        ({"words": "a\x07"}, "words"), ({"words": "\ud800"}, "words"), ({"role": "owner"}, "role"),
    ],
)  # fmt: skip
def test_words_that_cannot_be_kept_are_refused(at: str, charlie: User, sent: object, path: str) -> None:
    problem = assert_problem(ApiClient(charlie).post(at, sent), 400, "not-understood")
    assert [fault["path"] for fault in problem["errors"]] == [path]
    assert not JoinRequest.objects.exists()


def test_only_a_listed_club_is_asked(club: Club, charlie: User, bob: User) -> None:
    everything = [("POST", f"clubs/{club.public_id}/requests"), ("POST", "clubs/nothing/requests")]
    assert_not_found(ApiClient(charlie), everything)
    assert_not_found(ApiClient(bob), everything)
    assert not JoinRequest.objects.exists()


def test_who_is_in_it_does_not_ask(at: str, bob: User) -> None:
    assert_problem(ApiClient(bob).post(at, {"words": "x"}), 409, "conflict")
    assert not JoinRequest.objects.exists()


def test_a_club_is_asked_by_so_many(
    at: str, bob: User, request_of_charlie: JoinRequest, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_REQUESTS = 1
    assert_problem(ApiClient(User.objects.create(username="erin")).post(at, {}), 400, "too-much")
    assert JoinRequest.objects.count() == 1


def test_requests_come_as_they_were_made(at: str, alice: User, listed: Club) -> None:
    assert ApiClient(alice).get(at).json()["results"] == []
    for name in ("erin", "fay", "gil"):
        request_to_join(listed, User.objects.create(username=name), name)
    results = ApiClient(alice).get(at).json()["results"]
    assert [(row["by"], row["words"]) for row in results] == [(name, name) for name in ("erin", "fay", "gil")]


def test_somebody_is_let_in(at: str, dora: User, charlie: User, request_of_charlie: JoinRequest) -> None:
    address = f"{at}/{request_of_charlie.public_id}"
    answer = ApiClient(dora).put(address)
    assert (answer.status_code, answer.content) == (204, b"")
    assert Membership.objects.get(user=charlie).role == Role.MEMBER
    assert not JoinRequest.objects.exists()
    assert_problem(ApiClient(dora).put(address), 404, "not-found")
    assert_problem(ApiClient(dora).delete(address), 404, "not-found")


def test_nobody_is_let_in_to_a_full_club(
    at: str, dora: User, request_of_charlie: JoinRequest, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_MEMBERS = 3
    assert_problem(ApiClient(dora).put(f"{at}/{request_of_charlie.public_id}"), 400, "too-much")
    assert (Membership.objects.count(), JoinRequest.objects.count()) == (3, 1)


def test_somebody_is_turned_away(at: str, dora: User, charlie: User, request_of_charlie: JoinRequest) -> None:
    assert ApiClient(dora).delete(f"{at}/{request_of_charlie.public_id}").status_code == 204
    assert not JoinRequest.objects.exists()
    assert not Membership.objects.filter(user=charlie).exists()
    assert ApiClient(charlie).post(at, {}).status_code == 201


@pytest.mark.parametrize("other", ["0", "9999999", "9" * 30, "9" * 5000, "-1", "x", "%00"])
def test_a_request_that_is_none_is_not_answered(
    at: str, dora: User, request_of_charlie: JoinRequest, other: str
) -> None:
    for method in ("PUT", "DELETE"):
        assert_problem(ApiClient(dora).request(method, f"{at}/{other}"), 404, "not-found")


def test_requests_to_other_clubs_are_not_answered(at: str, dora: User, charlie: User) -> None:
    row = JoinRequest.objects.create(club=Club.objects.create(name="Other", listed=True), user=charlie)
    for method in ("PUT", "DELETE"):
        assert_problem(ApiClient(dora).request(method, f"{at}/{row.public_id}"), 404, "not-found")
    assert JoinRequest.objects.filter(pk=row.pk).exists()


def test_organisers_alone_see_and_answer_requests(
    at: str, bob: User, charlie: User, dora: User, request_of_charlie: JoinRequest
) -> None:
    everything = [
        ("GET", at),
        ("PUT", f"{at}/{request_of_charlie.public_id}"),
        ("DELETE", f"{at}/{request_of_charlie.public_id}"),
    ]
    assert_account_required([*everything, ("POST", at)])
    assert_not_found(ApiClient(charlie), everything)
    assert_rank_required(ApiClient(bob), everything)
    for method, address in [*everything[1:], ("POST", at)]:
        assert_problem(ApiClient(dora, Scope.READ).request(method, address, {}), 403, "read-only-token")
    for method, address in (("DELETE", at), ("GET", f"{at}/{request_of_charlie.public_id}")):
        assert_problem(ApiClient(dora).request(method, address, {}), 405, "wrong-method")
    assert JoinRequest.objects.count() == 1
