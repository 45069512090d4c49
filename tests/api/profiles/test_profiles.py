"""The profiles of a list are read, added, changed, moved, removed and restored."""

import json

import pytest

from builder.models import CompanyList, Revision
from tests.support.api_client import API_ROOT, ApiClient, assert_problem, document_part
from tests.support.saving import load_fresh


def keys(program: ApiClient, at: str) -> list[str]:
    return [profile["key"] for profile in program.get(at).json()["profiles"]]


def change_count(row: CompanyList) -> int:
    return sum(Revision.objects.filter(company_list=row).values_list("changes", flat=True))


# ------------------------------------------------------------------ read


def test_profiles_are_listed_with_their_versions(at: str, program: ApiClient) -> None:
    program.patch(f"{at}/profiles/breacher", {"notes": "Salt"}, If_Match="*")
    results = program.get(f"{at}/profiles").json()["results"]
    assert [document_part(result) for result in results] == program.get(at).json()["profiles"]
    assert {result["id"]: result["version"] for result in results if result["version"] > 1} == {"breacher": 2}


# ------------------------------------------------------------------ added


def test_a_profile_can_be_added_as_it_was_read(at: str, program: ApiClient) -> None:
    for profile in program.get(at).json()["profiles"]:
        sent = {name: value for name, value in profile.items() if name != "key"}
        answer = program.post(f"{at}/profiles", sent)
        assert document_part(answer.json()) == {**sent, "key": keys(program, at)[-1]}
    assert len(set(keys(program, at))) == 14


@pytest.mark.parametrize("key", ["new", "-", "another", "key"])
def test_the_key_of_a_new_profile_is_never_one_it_refers_to(at: str, program: ApiClient, key: str) -> None:
    value = program.get(at).json()
    value["profiles"][1]["key"] = key
    value["rosters"] = []
    assert program.put(at, value, If_Match="*").status_code == 200
    picks = [{"code": "dismount", "profile": key}]
    answer = program.post(f"{at}/profiles", {"name": "Another", "design": {"properties": picks}})
    assert answer.status_code == 201
    assert answer.json()["key"] not in keys(program, at)[:-1]
    assert answer.json()["design"]["properties"] == picks


# ------------------------------------------------------------------ changed


def test_a_change_of_one_profile_changes_nothing_else(
    at: str, alices_list: CompanyList, program: ApiClient
) -> None:
    before = program.get(at).json()
    patch = {"name": "Old Nick", "design": {"attributes": {"fgt": 9}}}
    answer = program.patch(f"{at}/profiles/captain", patch, If_Match='"1"')
    assert answer.status_code == 200
    assert answer["ETag"] == '"2"'
    before["profiles"][0]["name"] = "Old Nick"
    before["profiles"][0]["design"]["attributes"]["fgt"] = 9
    assert document_part(answer.json()) == before["profiles"][0]
    assert program.get(at).json() == before
    assert program.get(at)["ETag"] == '"2"'
    versions = load_fresh(alices_list).profile_versions
    assert {key for key, version in versions.items() if version != 1} == {"captain"}
    assert change_count(alices_list) == 2


def test_null_clears_a_field_and_omitted_fields_stay(at: str, program: ApiClient) -> None:
    there = f"{at}/profiles/captain"
    program.patch(there, {"notes": "Salt", "max": 1}, If_Match="*")
    assert program.get(there).json()["max"] == 1
    answer = program.patch(there, {"max": None, "design": {"attributes": {"fgt": None}}}, If_Match="*")
    assert (answer.json()["max"], answer.json()["notes"]) == (None, "Salt")
    assert answer.json()["design"]["attributes"]["fgt"] is None


def test_the_merge_patch_content_type_is_accepted(at: str, program: ApiClient) -> None:
    answer = program.client.patch(
        f"{API_ROOT}/{at}/profiles/captain", b'{"notes": "Salt"}',
        content_type="application/merge-patch+json", headers={"If-Match": "*"},
    )  # fmt: skip
    assert answer.json()["notes"] == "Salt"


def test_a_profile_can_be_sent_back_as_it_was_read(at: str, program: ApiClient) -> None:
    for key in keys(program, at):
        there = f"{at}/profiles/{key}"
        read = program.get(there)
        assert program.patch(there, read.json(), If_Match=read["ETag"]).json() == read.json()


# ------------------------------------------------------------------ arranged


@pytest.mark.parametrize(("to", "place"), [("down", 1), ("last", 6), (3, 3), (9999, 6), (0, 0), ("up", 0)])
def test_a_profile_is_moved(at: str, program: ApiClient, to: object, place: int) -> None:
    before = keys(program, at)
    answer = program.post(f"{at}/profiles/captain/move", {"to": to})
    assert answer.status_code == 200
    rest = before[1:]
    expected = [*rest[:place], "captain", *rest[place:]]
    assert [head["key"] for head in answer.json()["profiles"]] == expected == keys(program, at)
    assert answer["ETag"] == program.get(at)["ETag"]


def test_a_removed_profile_is_listed_and_restored(at: str, program: ApiClient) -> None:
    answer = program.get(at).content
    there = f"{at}/profiles/breacher"
    assert program.delete(there, If_Match='"1"').status_code == 204
    assert_problem(program.get(there), 404, "not-found")
    assert_problem(program.delete(there, If_Match="*"), 404, "not-found")
    assert_problem(program.patch(there, {"name": "x"}, If_Match="*"), 404, "not-found")
    name = next(load["name"] for load in json.loads(answer)["profiles"] if load["key"] == "breacher")
    removed = program.get(f"{at}/removed").json()
    url = f"http://testserver{API_ROOT}/{there}/restore"
    away = {"id": "breacher", "url": url, "key": "breacher", "name": name}
    assert removed == {"profiles": [away], "rosters": []}
    back = program.post(f"{there}/restore")
    assert (back.status_code, back["ETag"]) == (200, '"1"')
    assert program.get(at).content == answer
    assert program.post(f"{there}/restore").status_code == 200
    assert program.get(at).content == answer
