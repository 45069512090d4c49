"""The rosters of a list by the API: each read, added, changed, copied, removed and put back."""

import pytest
from pytest_django import Settings

from builder.models import CompanyList, Revision, Roster, Scope, User
from tests.support.api_client import API_ROOT, Answer, ApiClient, assert_problem, document_part


@pytest.fixture
def program(alice: User) -> ApiClient:
    return ApiClient(alice)


@pytest.fixture
def at(alices_list: CompanyList) -> str:
    return f"lists/{alices_list.public_id}"


@pytest.fixture
def night(alices_list: CompanyList) -> str:
    """The id of the first roster: "Night drop", 750 points."""
    return Roster.objects.get(company_list=alices_list, name="Night drop").public_id


@pytest.fixture
def roster_address(at: str, night: str) -> str:
    return f"{at}/rosters/{night}"


def names(program: ApiClient, at: str) -> list[str]:
    return [roster["name"] for roster in program.get(at).json()["rosters"]]


def paths(answer: Answer) -> list[str]:
    return [fault["path"] for fault in answer.json()["errors"]]


def change_count(row: CompanyList) -> int:
    return sum(Revision.objects.filter(company_list=row).values_list("changes", flat=True))


def test_all_rosters_with_ids_and_versions(
    at: str, roster_address: str, night: str, program: ApiClient
) -> None:
    program.patch(roster_address, {"limit": 800}, If_Match="*")
    results = program.get(f"{at}/rosters").json()["results"]
    assert [document_part(found) for found in results] == program.get(at).json()["rosters"]
    assert [found["version"] for found in results] == [2, 1]
    assert results[0]["id"] == night


def test_one_roster_is_as_in_the_document(at: str, roster_address: str, program: ApiClient) -> None:
    answer = program.get(roster_address)
    assert (answer.status_code, answer["ETag"]) == (200, '"1"')
    assert document_part(answer.json()) == program.get(at).json()["rosters"][0]
    assert answer.json()["url"] == f"http://testserver{API_ROOT}/{roster_address}"
    assert program.get(roster_address, If_None_Match='W/"1"').status_code == 304


def test_a_roster_is_added_at_the_end(at: str, alices_list: CompanyList, program: ApiClient) -> None:
    sent = {"name": "Fight", "limit": 500, "entries": [{"profile": "nobody", "count": 2}]}
    answer = program.post(f"{at}/rosters", sent)
    assert (answer.status_code, answer["ETag"]) == (201, '"1"')
    assert document_part(answer.json()) == sent
    assert answer.json() == program.get(answer["Location"]).json()
    assert answer["Location"].startswith(f"{API_ROOT}/{at}/rosters/")
    assert names(program, at) == ["Night drop", "Vault job", "Fight"]
    assert document_part(program.post(f"{at}/rosters", {"name": "", "limit": 0}).json()) == {
        "name": "", "limit": 0, "entries": [],
    }  # fmt: skip
    assert change_count(alices_list) == 3


FAULTS = [
    ({"name": 5}, "name"),
    ({"name": "a\0"}, "name"),
    ({"name": "x" * 100_000}, "name"),
    ({"name": None}, "name"),
    ({"limit": -1}, "limit"),
    ({"limit": 10**30}, "limit"),
    ({"limit": "750"}, "limit"),
    ({"limit": True}, "limit"),
    ({"limit": None}, "limit"),
    ({"entries": {}}, "entries"),
    ({"entries": [5]}, "entries[0]"),
    ({"entries": [{"profile": "captain", "count": -1}]}, "entries[0].count"),
    ({"entries": [{"profile": "a b", "count": 1}]}, "entries[0].profile"),
    ({"entries": [{"profile": "captain"}]}, "entries[0].count"),
    ({"entries": [{"profile": "captain", "count": 1}] * 301}, "entries"),
    ({"id": "x"}, "id"),
    ([], ""),
    ("x", ""),
]


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize(("body", "path"), FAULTS)
def test_what_is_no_roster_is_neither_added_nor_saved(
    at: str, roster_address: str, alices_list: CompanyList, program: ApiClient, body: object, path: str
) -> None:
    whole = {"name": "Fight", "limit": 500, **body} if isinstance(body, dict) else body
    added = program.post(f"{at}/rosters", whole)
    assert_problem(added, 400, "not-understood")
    assert [found.replace('"id"', "id") for found in paths(added)] == [path]
    saved = program.patch(roster_address, body, If_Match="*")
    assert_problem(saved, 400, "not-understood")
    assert paths(saved) == [path]
    assert change_count(alices_list) == 1


def test_a_roster_needs_name_and_limit(at: str, program: ApiClient) -> None:
    assert paths(program.post(f"{at}/rosters", {})) == ["name", "limit"]
    assert paths(program.post(f"{at}/rosters", {"name": "x"})) == ["limit"]


def test_one_roster_too_many_is_refused(
    at: str, roster_address: str, program: ApiClient, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_ROSTERS = 2
    assert_problem(program.post(f"{at}/rosters", {"name": "x", "limit": 1}), 400, "too-much")
    assert_problem(program.post(f"{roster_address}/duplicate"), 400, "too-much")
    assert len(names(program, at)) == 2


def test_a_change_of_one_roster_changes_nothing_else(
    at: str, roster_address: str, alices_list: CompanyList, program: ApiClient
) -> None:
    before = program.get(at).json()
    answer = program.patch(roster_address, {"entries": [{"profile": "captain", "count": 2}]}, If_Match='"1"')
    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    before["rosters"][0]["entries"] = [{"profile": "captain", "count": 2}]
    assert document_part(answer.json()) == before["rosters"][0]
    assert program.get(at).json() == before
    assert program.patch(roster_address, {"entries": None}, If_Match='"2"').json()["entries"] == []
    assert change_count(alices_list) == 3
    assert Roster.objects.get(company_list=alices_list, name="Vault job").version == 1


@pytest.mark.parametrize("way", ["PATCH", "DELETE"])
def test_a_stale_or_missing_version_changes_nothing(
    roster_address: str, alices_list: CompanyList, program: ApiClient, way: str
) -> None:
    program.patch(roster_address, {"limit": 800}, If_Match='"1"')
    body = {"limit": 900} if way == "PATCH" else None
    stale = program.request(way, roster_address, body, headers={"If-Match": '"1"'})
    assert_problem(stale, 412, "stale")
    assert stale["ETag"] == '"2"'
    assert_problem(program.request(way, roster_address, body), 428, "no-version")
    assert program.get(roster_address).json()["limit"] == 800
    assert change_count(alices_list) == 2


def test_a_copy_is_for_the_same_game_or_another(at: str, roster_address: str, program: ApiClient) -> None:
    same = program.post(f"{roster_address}/duplicate")
    assert same.status_code == 201
    original = document_part(program.get(roster_address).json())
    assert document_part(same.json()) == {**original, "name": "Night drop 2"}
    assert same["Location"].endswith(same.json()["id"])
    other = program.post(f"{roster_address}/duplicate", {"limit": 1000})
    assert other.json()["limit"] == 1000
    assert program.get(other["Location"]).json() == other.json()
    assert names(program, at) == ["Night drop", other.json()["name"], "Night drop 2", "Vault job"]


@pytest.mark.parametrize("body", [{"limit": -1}, {"limit": "5"}, {"limit": None}, {"size": 5}, [], 5])
def test_a_copy_for_no_game_is_refused(
    at: str, roster_address: str, program: ApiClient, body: object
) -> None:
    assert_problem(program.post(f"{roster_address}/duplicate", body), 400, "not-understood")
    assert len(names(program, at)) == 2


def test_a_removed_roster_is_told_and_put_back(
    at: str, roster_address: str, night: str, program: ApiClient
) -> None:
    whole = program.get(at).content
    assert program.delete(roster_address, If_Match='"1"').status_code == 204
    assert_problem(program.get(roster_address), 404, "not-found")
    assert_problem(program.delete(roster_address, If_Match="*"), 404, "not-found")
    assert names(program, at) == ["Vault job"]
    away = program.get(f"{at}/removed").json()
    url = f"http://testserver{API_ROOT}/{at}/rosters/{night}/restore"
    assert away == {
        "profiles": [], "rosters": [{"id": night, "url": url, "name": "Night drop", "limit": 750}],
    }  # fmt: skip
    back = program.post(f"{roster_address}/restore")
    assert (back.status_code, back["ETag"], back.json()["name"]) == (200, '"1"', "Night drop")
    assert program.get(at).content == whole
    assert program.post(f"{roster_address}/restore").status_code == 200


REQUESTS = [
    ("GET", "rosters", None),
    ("POST", "rosters", {"name": "x", "limit": 5}),
    ("GET", "rosters/night", None),
    ("PATCH", "rosters/night", {"name": "x"}),
    ("DELETE", "rosters/night", None),
    ("POST", "rosters/night/duplicate", None),
    ("POST", "rosters/night/restore", None),
]


@pytest.mark.parametrize(("method", "path", "body"), REQUESTS)
def test_others_find_nothing_and_nobody_is_asked(
    at: str, night: str, alice: User, bob: User, alices_list: CompanyList,
    method: str, path: str, body: object,
) -> None:  # fmt: skip
    address, headers = f"{at}/{path.replace('night', night)}", {"If-Match": "*"}
    assert_problem(ApiClient(bob).request(method, address, body, headers=headers), 404, "not-found")
    assert_problem(ApiClient().request(method, address, body, headers=headers), 401, "log-in")
    reader = ApiClient(alice, Scope.READ).request(method, address, body, headers=headers)
    if method == "GET":
        assert reader.status_code == 200
    else:
        assert_problem(reader, 403, "read-only-token")
    assert change_count(alices_list) == 1


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("id_", ["nobody", "x" * 3000, "%00", "%F0%9F%92%80"])
@pytest.mark.parametrize(("method", "path", "body"), [row for row in REQUESTS if "night" in row[1]])
def test_an_id_of_nothing_finds_nothing(
    at: str, program: ApiClient, method: str, path: str, body: object, id_: str
) -> None:
    there = f"{at}/{path.replace('night', id_)}"
    assert_problem(program.request(method, there, body, headers={"If-Match": "*"}), 404, "not-found")


def test_the_roster_of_another_list_is_not_in_this_one(
    at: str, program: ApiClient, bobs_list: CompanyList
) -> None:
    theirs = Roster.objects.filter(company_list=bobs_list)[0].public_id
    assert_problem(program.get(f"{at}/rosters/{theirs}"), 404, "not-found")
    assert_problem(program.delete(f"{at}/rosters/{theirs}", If_Match="*"), 404, "not-found")
    assert_problem(program.post(f"{at}/rosters/{theirs}/restore"), 404, "not-found")
