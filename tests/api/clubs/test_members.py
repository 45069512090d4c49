"""The members of a club: seen, promoted, taken out; the club handed over, and left."""

import pytest

from builder.models import Club, CompanyList, Membership, Role, Scope, Share, User
from builder.services.clubs.shares import share_with_club
from tests.api.clubs.access_checks import assert_account_required, assert_not_found, assert_rank_required
from tests.support.api_client import ApiClient, assert_problem

FAR_OUT = ["0", "9999999", "9" * 30]
NO_NUMBERS = ["-1", "x", "1.5", "%00", "9" * 5000]


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


def test_members_are_shown_and_changed_by_members_alone(
    at: str, club: Club, bob: User, charlie: User
) -> None:
    member = f"{at}/members/{membership_id(bob)}"
    everything = [
        ("GET", f"{at}/members"), ("PATCH", member), ("DELETE", member), ("POST", f"{at}/owner"),
        ("DELETE", f"{at}/membership"),
    ]  # fmt: skip
    before = roles(club)
    assert_account_required(everything)
    assert_not_found(ApiClient(charlie), everything)
    for method, address in everything[1:]:
        assert_problem(ApiClient(bob, Scope.READ).request(method, address, {}), 403, "read-only-token")
    assert roles(club) == before


def test_methods_that_members_do_not_have(at: str, alice: User, bob: User) -> None:
    for method, address in (
        ("POST", f"{at}/members"), ("GET", f"{at}/members/{membership_id(bob)}"), ("GET", f"{at}/owner"),
        ("GET", f"{at}/membership"),
    ):  # fmt: skip
        assert_problem(ApiClient(alice).request(method, address, {}), 405, "wrong-method")


# ------------------------------------------------------------------ promoted


def test_a_member_becomes_an_organiser_and_back(at: str, alice: User, bob: User) -> None:
    address = f"{at}/members/{membership_id(bob)}"
    for role, rank in (("organiser", Role.ORGANISER), ("organiser", Role.ORGANISER), ("member", Role.MEMBER)):
        answer = ApiClient(alice).patch(address, {"role": role})
        assert answer.status_code == 200
        assert (answer.json()["name"], answer.json()["role"], answer.json()["mine"]) == ("bob", role, False)
        assert Membership.objects.get(user=bob).role == rank


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({}, "role"), ([], ""), ({"role": "owner"}, "role"), ({"role": 2}, "role"), ({"role": None}, "role"),
        ({"role": ["member"]}, "role"), ({"role": {}}, "role"), ({"role": "\0"}, "role"),
        ({"role": "Member"}, "role"), ({"rank": "member"}, "rank"),
    ],
)  # fmt: skip
def test_a_role_that_is_none_is_refused(
    at: str, club: Club, alice: User, dora: User, sent: object, path: str
) -> None:
    before = roles(club)
    problem = assert_problem(
        ApiClient(alice).patch(f"{at}/members/{membership_id(dora)}", sent), 400, "not-understood"
    )
    assert [fault["path"] for fault in problem["errors"]] == [path]
    assert roles(club) == before


def test_the_role_of_the_owner_stays(at: str, club: Club, alice: User) -> None:
    before = roles(club)
    assert_problem(
        ApiClient(alice).patch(f"{at}/members/{membership_id(alice)}", {"role": "member"}), 409, "conflict"
    )
    assert roles(club) == before


def test_the_owner_alone_promotes(at: str, bob: User, dora: User) -> None:
    for user in (bob, dora):
        assert_rank_required(
            ApiClient(user), [("PATCH", f"{at}/members/{membership_id(bob)}"), ("POST", f"{at}/owner")]
        )
    assert Membership.objects.get(user=bob).role == Role.MEMBER


@pytest.mark.parametrize("member", FAR_OUT + NO_NUMBERS)
def test_nobody_of_an_id_that_is_none(at: str, alice: User, member: str) -> None:
    address = f"{at}/members/{member}"
    assert_problem(ApiClient(alice).patch(address, {"role": "member"}), 404, "not-found")
    assert_problem(ApiClient(alice).delete(address), 404, "not-found")


def test_members_of_other_clubs_are_nobody_here(at: str, alice: User, charlie: User) -> None:
    other = Membership.objects.create(club=Club.objects.create(name="Other"), user=charlie, role=Role.OWNER)
    address = f"{at}/members/{other.public_id}"
    assert_problem(ApiClient(alice).patch(address, {"role": "member"}), 404, "not-found")
    assert_problem(ApiClient(alice).delete(address), 404, "not-found")
    assert_problem(ApiClient(alice).post(f"{at}/owner", {"member": other.public_id}), 404, "not-found")
    assert Membership.objects.filter(pk=other.pk, role=Role.OWNER).exists()


# ------------------------------------------------------------------ taken out


def test_somebody_is_taken_out_with_what_they_share(
    at: str, club: Club, dora: User, bob: User, bobs_list: CompanyList
) -> None:
    share_with_club(club, bobs_list)
    answer = ApiClient(dora).delete(f"{at}/members/{membership_id(bob)}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert roles(club) == {"alice": Role.OWNER, "dora": Role.ORGANISER}
    assert not Share.objects.exists()
    assert_problem(ApiClient(bob).get(at), 404, "not-found")


def test_who_takes_whom_out(at: str, club: Club, alice: User, dora: User, bob: User, charlie: User) -> None:
    second = Membership.objects.create(club=club, user=charlie, role=Role.ORGANISER).public_id
    before = roles(club)
    assert_problem(ApiClient(bob).delete(f"{at}/members/{membership_id(dora)}"), 403, "rank")
    assert_problem(ApiClient(dora).delete(f"{at}/members/{second}"), 403, "rank")
    assert_problem(ApiClient(dora).delete(f"{at}/members/{membership_id(alice)}"), 409, "conflict")
    assert_problem(ApiClient(alice).delete(f"{at}/members/{membership_id(alice)}"), 409, "conflict")
    assert roles(club) == before
    assert ApiClient(alice).delete(f"{at}/members/{second}").status_code == 204
    assert "charlie" not in roles(club)


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


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({}, "member"), ([], ""), ({"member": None}, "member"), ({"member": "1"}, "member"),
        ({"member": True}, "member"), ({"member": 1.5}, "member"), ({"member": 0}, "member"),
        ({"member": 10**30}, "member"), ({"member": 2**63}, "member"), ({"user": 1}, "user"),
    ],
)  # fmt: skip
def test_an_heir_that_is_none_is_refused(at: str, club: Club, alice: User, sent: object, path: str) -> None:
    problem = assert_problem(ApiClient(alice).post(f"{at}/owner", sent), 400, "not-understood")
    assert [fault["path"] for fault in problem["errors"]] == [path]
    assert roles(club)["alice"] == Role.OWNER


def test_a_club_is_handed_to_another_member(at: str, club: Club, alice: User) -> None:
    for member in ("nobody", "z" * 100):
        assert_problem(ApiClient(alice).post(f"{at}/owner", {"member": member}), 404, "not-found")
    assert_problem(ApiClient(alice).post(f"{at}/owner", {"member": membership_id(alice)}), 409, "conflict")
    assert roles(club)["alice"] == Role.OWNER


# ------------------------------------------------------------------ left


def test_a_club_is_left(at: str, club: Club, bob: User, bobs_list: CompanyList) -> None:
    share_with_club(club, bobs_list)
    assert ApiClient(bob).delete(f"{at}/membership").status_code == 204
    assert "bob" not in roles(club)
    assert not Share.objects.exists()
    assert_problem(ApiClient(bob).delete(f"{at}/membership"), 404, "not-found")


def test_its_owner_does_not_leave_a_club(at: str, club: Club, alice: User) -> None:
    problem = assert_problem(ApiClient(alice).delete(f"{at}/membership"), 409, "conflict")
    assert "hand it over or dissolve it" in problem["detail"]
    assert roles(club)["alice"] == Role.OWNER
