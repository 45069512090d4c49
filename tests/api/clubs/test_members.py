"""Members of a club: seen, promoted, taken out; the club handed over, and left."""

import pytest

from builder.models import Club, CompanyList, Membership, Role, Share, User
from builder.services.clubs.shares import share_with_club
from tests.support.api_client import ApiClient, assert_problem


@pytest.fixture
def at(club: Club) -> str:
    """The address of the club."""
    return f"clubs/{club.public_id}"


def membership_id(user: User) -> str:
    """The id of somebody's membership of the one club that they are in."""
    return Membership.objects.get(user=user).public_id


def roles(club: Club) -> dict[str, int]:
    return dict(Membership.objects.filter(club=club).values_list("user__username", "role"))


# ------------------------------------------------------------------ who is in it


def test_the_members_of_a_club(at: str, bob: User) -> None:
    body = ApiClient(bob).get(f"{at}/members").json()
    assert (body["next"], body["previous"], body["total"]) == (None, None, 3)
    assert [(row["name"], row["role"], row["mine"]) for row in body["results"]] == [
        ("alice", "owner", False), ("dora", "organiser", False), ("bob", "member", True),
    ]  # fmt: skip
    assert body["results"][2]["id"] == membership_id(bob)
    assert body["results"][2]["joined"].endswith("Z")


# ------------------------------------------------------------------ promoted


def test_a_member_becomes_an_organiser_and_back(at: str, alice: User, bob: User) -> None:
    address = f"{at}/members/{membership_id(bob)}"
    for role, rank in (("organiser", Role.ORGANISER), ("organiser", Role.ORGANISER), ("member", Role.MEMBER)):
        answer = ApiClient(alice).patch(address, {"role": role})
        assert answer.status_code == 200
        assert (answer.json()["name"], answer.json()["role"], answer.json()["mine"]) == ("bob", role, False)
        assert Membership.objects.get(user=bob).role == rank


# ------------------------------------------------------------------ taken out


def test_removing_a_member_ends_their_shares(
    at: str, club: Club, dora: User, bob: User, bobs_list: CompanyList
) -> None:
    share_with_club(club, bobs_list)
    answer = ApiClient(dora).delete(f"{at}/members/{membership_id(bob)}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert roles(club) == {"alice": Role.OWNER, "dora": Role.ORGANISER}
    assert not Share.objects.exists()
    assert_problem(ApiClient(bob).get(at), 404, "not-found")


# ------------------------------------------------------------------ handed over


def test_a_club_is_handed_over(at: str, club: Club, alice: User, bob: User) -> None:
    answer = ApiClient(alice).post(f"{at}/owner", {"member": membership_id(bob)})
    assert answer.status_code == 200
    assert (answer.json()["id"], answer.json()["name"], answer.json()["role"]) == (
        membership_id(bob),
        "bob",
        "owner",
    )
    assert roles(club) == {"alice": Role.ORGANISER, "dora": Role.ORGANISER, "bob": Role.OWNER}
    assert_problem(ApiClient(alice).post(f"{at}/owner", {"member": membership_id(alice)}), 403, "rank")


def test_the_club_can_be_handed_to_another_member(at: str, club: Club, alice: User) -> None:
    for member in ("nobody", "z" * 100):
        assert_problem(ApiClient(alice).post(f"{at}/owner", {"member": member}), 404, "not-found")
    assert_problem(ApiClient(alice).post(f"{at}/owner", {"member": membership_id(alice)}), 409, "conflict")
    assert roles(club)["alice"] == Role.OWNER


# ------------------------------------------------------------------ left


def test_a_member_leaves(at: str, club: Club, bob: User, bobs_list: CompanyList) -> None:
    share_with_club(club, bobs_list)
    assert ApiClient(bob).delete(f"{at}/membership").status_code == 204
    assert "bob" not in roles(club)
    assert not Share.objects.exists()
    assert_problem(ApiClient(bob).delete(f"{at}/membership"), 404, "not-found")
