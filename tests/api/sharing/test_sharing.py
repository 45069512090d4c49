"""Who sees a list, decided by a program: the link, the gallery, the clubs; as the page decides it."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from builder.models import Club, CompanyList, Membership, Roster, Share, User
from builder.services import gallery, lists, sharing
from builder.services.people.accounts import create_guest
from tests.support.accounts import BACKEND
from tests.support.api_client import ApiClient, assert_problem
from tests.support.saving import reload


@pytest.fixture
def at(alices_list: CompanyList) -> str:
    """The address of alice's list."""
    return f"lists/{alices_list.public_id}"


@pytest.fixture
def program(alice: User) -> ApiClient:
    """A client with alice's token."""
    return ApiClient(alice)


def guests_list(source: CompanyList) -> tuple[ApiClient, str]:
    """A guest's browser, and the address of a list of theirs."""
    guest = create_guest()
    row = lists.copy_list(guest, source)
    program = ApiClient()
    program.client.force_login(guest, backend=BACKEND)
    return program, f"lists/{row.public_id}"


# ------------------------------------------------------------------ reading


def test_it_tells_who_sees_the_list(
    program: ApiClient, at: str, alices_list: CompanyList, club: Club
) -> None:
    assert program.get(f"{at}/sharing").json() == {
        "link": None, "published": None, "page": None, "hidden_note": None, "clubs": [],
    }  # fmt: skip
    roster = alices_list.rosters.order_by("position").first()
    word = sharing.create_link(alices_list)
    gallery.publish_list(alices_list)
    whole = Share.objects.create(club=club, company_list=alices_list)
    part = Share.objects.create(club=club, company_list=alices_list, roster=roster)
    body = program.get(f"{at}/sharing").json()
    assert body["link"] == {"word": word, "page": f"http://testserver/shared/{word}/"}
    assert body["page"] == f"http://testserver/gallery/{alices_list.public_id}/"
    assert body["published"].startswith("20")
    assert roster is not None
    seen = {
        "id": club.public_id, "url": f"http://testserver/api/v1/clubs/{club.public_id}",
        "name": "The Iron Table",
    }  # fmt: skip
    url = f"http://testserver/api/v1/{at}/shares/"
    by_id = {share["id"]: share for share in body["clubs"]}
    plain = [{name: value for name, value in share.items() if name != "created"} for share in body["clubs"]]
    assert plain == [
        {"id": row.public_id, "url": f"{url}{row.public_id}", "club": seen, "roster": which}
        for row, which in ((whole, None), (part, roster.public_id))
    ]
    assert program.get(f"{at}/shares").json()["results"] == body["clubs"]
    assert program.get(f"{at}/shares/{part.public_id}").json() == by_id[part.public_id]


def test_the_page_shows_the_same(program: ApiClient, at: str, alices_list: CompanyList, alice: User) -> None:
    program.put(f"{at}/link")
    browser = Client()
    browser.force_login(alice)
    page = browser.get(f"/{at}/sharing/").content.decode()
    found = re.search(r'<input id="link"[^>]* value="([^"]+)" readonly>', page)
    assert found
    assert found[1] == program.get(f"{at}/sharing").json()["link"]["page"]


def test_hidden_lists_are_told_with_the_note(program: ApiClient, at: str, alices_list: CompanyList) -> None:
    gallery.publish_list(alices_list)
    gallery.hide_list(alices_list, "A copied text.")
    body = program.get(f"{at}/sharing").json()
    assert body["hidden_note"] == "A copied text."
    assert body["page"] is None
    assert body["published"] is not None


# ------------------------------------------------------------------ the link


def test_a_link_is_made_once_replaced_and_stopped(
    program: ApiClient, at: str, alices_list: CompanyList
) -> None:
    nobody = Client()
    version = alices_list.version
    first = program.put(f"{at}/link")
    assert first.status_code == 200
    assert nobody.get(first.json()["page"]).status_code == 200
    assert program.put(f"{at}/link").json() == first.json()
    second = program.post(f"{at}/link", {"old": first.json()["word"]})
    assert second.status_code == 200
    assert nobody.get(first.json()["page"]).status_code == 404
    assert nobody.get(second.json()["page"]).status_code == 200
    # Somebody else, who knows the first one still, takes the second away from nobody.
    assert program.post(f"{at}/link", {"old": first.json()["word"]}).json() == second.json()
    stopped = program.delete(f"{at}/link")
    assert (stopped.status_code, stopped.content) == (204, b"")
    assert nobody.get(second.json()["page"]).status_code == 404
    assert program.delete(f"{at}/link").status_code == 204
    assert reload(alices_list).version == version  # a link is no part of the document


@pytest.mark.parametrize(
    ("body", "path"),
    [({}, "old"), ({"old": 5}, "old"), ({"old": None}, "old"), ({"old": "x", "new": "y"}, "new"), ([], ""),
     ({"old": "\0"}, "old"), ({"old": "\ud800"}, "old")],
)  # fmt: skip
def test_what_replaces_a_link_is_checked(
    program: ApiClient, at: str, alices_list: CompanyList, body: object, path: str
) -> None:
    word = sharing.create_link(alices_list)
    problem = assert_problem(program.post(f"{at}/link", body), 400, "not-understood")
    assert [fault["path"] for fault in problem["errors"]] == [path]
    assert reload(alices_list).link == word


def test_guests_share_by_link(alices_list: CompanyList) -> None:
    """As on the page: without an account."""
    program, at = guests_list(alices_list)
    made = program.put(f"{at}/link")
    assert made.status_code == 200
    assert program.get(f"{at}/sharing").json()["link"] == made.json()


# ------------------------------------------------------------------ the gallery


def test_a_list_is_published_and_withdrawn(program: ApiClient, at: str, alices_list: CompanyList) -> None:
    published = program.put(f"{at}/publication")
    assert published.status_code == 200
    assert published.json() == program.get(f"{at}/sharing").json()
    assert [row["id"] for row in ApiClient().get("gallery").json()["results"]] == [alices_list.public_id]
    since = reload(alices_list).published_at
    assert program.put(f"{at}/publication").status_code == 200
    assert reload(alices_list).published_at == since
    assert program.delete(f"{at}/publication").status_code == 204
    assert reload(alices_list).published_at is None
    assert program.delete(f"{at}/publication").status_code == 204


def test_a_list_without_profiles_is_not_published(
    program: ApiClient, alice: User, alices_list: CompanyList
) -> None:
    row = lists.create_list(alice, "unbridled-fury", "0.9.0", "Nothing in it")
    problem = assert_problem(program.put(f"lists/{row.public_id}/publication"), 409, "conflict")
    assert "nothing to see" in problem["detail"]


def test_a_hidden_list_is_not_published(program: ApiClient, at: str, alices_list: CompanyList) -> None:
    gallery.hide_list(alices_list, "A copied text.")
    assert_problem(program.put(f"{at}/publication"), 409, "conflict")


@pytest.mark.parametrize(("method", "path"), [
    ("PUT", "publication"), ("DELETE", "publication"), ("GET", "shares"), ("POST", "shares"),
    ("GET", "shares/1"), ("DELETE", "shares/1"),
])  # fmt: skip
def test_guests_learn_that_this_needs_an_account(alices_list: CompanyList, method: str, path: str) -> None:
    program, at = guests_list(alices_list)
    assert_problem(program.request(method, f"{at}/{path}", {}), 403, "account-needed")


# ------------------------------------------------------------------ clubs


def test_a_list_and_a_roster_are_shared_with_a_club(
    program: ApiClient, at: str, alices_list: CompanyList, club: Club, bob: User
) -> None:
    roster = alices_list.rosters.order_by("position")[1]
    assert ApiClient(bob).get(at).status_code == 404
    whole = program.post(f"{at}/shares", {"club": club.public_id})
    assert whole.status_code == 201
    assert whole.json()["roster"] is None
    assert ApiClient(bob).get(at).status_code == 200
    part = program.post(f"{at}/shares", {"club": club.public_id, "roster": roster.public_id})
    assert part.json()["roster"] == roster.public_id
    assert program.get(part["Location"]).json() == part.json()
    again = program.post(f"{at}/shares", {"club": club.public_id, "roster": None})
    assert again.json() == whole.json()
    assert Share.objects.count() == 2
    assert program.delete(whole["Location"]).status_code == 204
    assert ApiClient(bob).get(at).status_code == 404
    assert_problem(program.delete(whole["Location"]), 404, "not-found")
    assert Share.objects.get().roster == roster


def test_the_same_key_shares_once(program: ApiClient, at: str, club: Club) -> None:
    body = {"club": club.public_id}
    first = program.post(f"{at}/shares", body, Idempotency_Key="one")
    program.delete(first["Location"])
    again = program.post(f"{at}/shares", body, Idempotency_Key="one")
    assert again.json() == first.json()
    assert again["Idempotency-Replayed"] == "true"
    assert not Share.objects.exists()


def test_only_ones_own_clubs_and_rosters_are_there(
    program: ApiClient, at: str, club: Club, bobs_list: CompanyList
) -> None:
    other = Club.objects.create(name="Others")
    foreign = bobs_list.rosters.order_by("position")[0].public_id
    for body in (
        {"club": other.public_id},
        {"club": "nobody"},
        {"club": club.public_id, "roster": "nobody"},
        {"club": club.public_id, "roster": foreign},
        {"club": "x" * 10**5},
    ):
        assert_problem(program.post(f"{at}/shares", body), 404, "not-found")
    assert not Share.objects.exists()


@pytest.mark.parametrize(
    ("body", "path"),
    [({}, "club"), ({"club": 1}, "club"), ({"club": None}, "club"), ({"club": "a", "roster": 5}, "roster"),
     ({"club": "a", "list": "b"}, "list"), ("club", ""), ({"club": "\0"}, "club")],
)  # fmt: skip
def test_what_is_shared_is_checked(program: ApiClient, at: str, body: object, path: str) -> None:
    problem = assert_problem(program.post(f"{at}/shares", body), 400, "not-understood")
    assert [fault["path"] for fault in problem["errors"]] == [path]


def test_shares_of_another_list_are_not_there(
    program: ApiClient, at: str, club: Club, bobs_list: CompanyList
) -> None:
    """An organiser stops what others share in the club, not here."""
    share = Share.objects.create(club=club, company_list=bobs_list)
    for method in ("GET", "DELETE"):
        assert_problem(program.request(method, f"{at}/shares/{share.public_id}"), 404, "not-found")
        assert_problem(program.request(method, f"{at}/shares/{10**30}"), 404, "not-found")
        assert_problem(program.request(method, f"{at}/shares/{'9' * 5000}"), 404, "not-found")
    assert Share.objects.exists()


def test_a_club_that_sees_very_much_takes_no_more(
    program: ApiClient, at: str, club: Club, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_SHARES = 0
    assert_problem(program.post(f"{at}/shares", {"club": club.public_id}), 400, "too-much")


# ------------------------------------------------------------------ who may

ALL = [
    ("GET", "sharing"), ("PUT", "link"), ("POST", "link"), ("DELETE", "link"), ("PUT", "publication"),
    ("DELETE", "publication"), ("GET", "shares"), ("POST", "shares"), ("GET", "shares/1"),
    ("DELETE", "shares/1"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), ALL)
def test_it_is_the_owners_alone(
    at: str, alices_list: CompanyList, bob: User, charlie: User, club: Club, method: str, path: str
) -> None:
    """Also where others may read the list, because it is public and their club's."""
    gallery.publish_list(alices_list)
    Share.objects.create(pk=1, club=club, company_list=alices_list)
    for user in (bob, charlie):
        assert_problem(ApiClient(user).request(method, f"{at}/{path}", {}), 404, "not-found")
    assert_problem(ApiClient().request(method, f"{at}/{path}", {}), 401, "log-in")
    assert reload(alices_list).published_at is not None
    assert Share.objects.exists()


@pytest.mark.parametrize(("method", "path"), ALL)
def test_what_is_not_there_is_not_found(program: ApiClient, at: str, method: str, path: str) -> None:
    for name in ("nowhere", "%00", "x" * 3000):
        assert_problem(program.request(method, f"lists/{name}/{path}", {}), 404, "not-found")


def test_a_deleted_list_has_no_sharing(program: ApiClient, at: str, alices_list: CompanyList) -> None:
    lists.delete_list(alices_list)
    for method, path in ALL:
        assert_problem(program.request(method, f"{at}/{path}", {}), 404, "not-found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [("POST", "sharing", "GET"), ("GET", "link", "POST, PUT, DELETE"), ("POST", "publication", "PUT, DELETE"),
     ("PUT", "shares", "GET, POST"), ("PATCH", "shares/1", "GET, DELETE")],
)  # fmt: skip
def test_other_methods_are_not_done_here(
    program: ApiClient, at: str, method: str, path: str, allowed: str
) -> None:
    answer = program.request(method, f"{at}/{path}", {})
    assert_problem(answer, 405, "wrong-method")
    assert [done for done in answer["Allow"].split(", ") if done not in ("HEAD", "OPTIONS")] == allowed.split(
        ", "
    )


def test_whoever_leaves_the_club_shares_no_more(program: ApiClient, at: str, club: Club, alice: User) -> None:
    Membership.objects.filter(user=alice).delete()
    assert_problem(program.post(f"{at}/shares", {"club": club.public_id}), 404, "not-found")


def test_a_removed_roster_is_not_told(
    program: ApiClient, at: str, club: Club, alices_list: CompanyList
) -> None:
    roster = Roster.objects.filter(company_list=alices_list).order_by("position")[0]
    program.post(f"{at}/shares", {"club": club.public_id, "roster": roster.public_id})
    Roster.objects.filter(pk=roster.pk).update(removed_at=roster.company_list.created)
    assert program.get(f"{at}/shares").json()["results"] == []
