"""The rosters of a list by the API: each read, added, changed, copied, removed and put back."""

import pytest

from builder.models import CompanyList, Revision, Roster
from tests.support.api_client import API_ROOT, ApiClient, assert_problem, document_part


@pytest.fixture
def night(alices_list: CompanyList) -> str:
    """The id of the first roster: "Night drop", 750 points."""
    return Roster.objects.get(company_list=alices_list, name="Night drop").public_id


@pytest.fixture
def roster_address(at: str, night: str) -> str:
    return f"{at}/rosters/{night}"


def names(program: ApiClient, at: str) -> list[str]:
    return [roster["name"] for roster in program.get(at).json()["rosters"]]


def change_count(row: CompanyList) -> int:
    return sum(Revision.objects.filter(company_list=row).values_list("changes", flat=True))


def test_rosters_are_listed_with_ids_and_versions(
    at: str, roster_address: str, night: str, program: ApiClient
) -> None:
    program.patch(roster_address, {"limit": 800}, If_Match="*")
    results = program.get(f"{at}/rosters").json()["results"]
    assert [document_part(result) for result in results] == program.get(at).json()["rosters"]
    assert [result["version"] for result in results] == [2, 1]
    assert results[0]["id"] == night


def test_a_roster_equals_that_in_the_document(at: str, roster_address: str, program: ApiClient) -> None:
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


def test_a_copy_can_have_another_limit(at: str, roster_address: str, program: ApiClient) -> None:
    same = program.post(f"{roster_address}/duplicate")
    assert same.status_code == 201
    original = document_part(program.get(roster_address).json())
    assert document_part(same.json()) == {**original, "name": "Night drop 2"}
    assert same["Location"].endswith(same.json()["id"])
    other = program.post(f"{roster_address}/duplicate", {"limit": 1000})
    assert other.json()["limit"] == 1000
    assert program.get(other["Location"]).json() == other.json()
    assert names(program, at) == ["Night drop", other.json()["name"], "Night drop 2", "Vault job"]


def test_a_removed_roster_is_listed_and_restored(
    at: str, roster_address: str, night: str, program: ApiClient
) -> None:
    answer = program.get(at).content
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
    assert program.get(at).content == answer
    assert program.post(f"{roster_address}/restore").status_code == 200
