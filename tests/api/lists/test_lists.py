"""The user's lists are created, read, replaced, changed, deleted and restored, as on the website."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.exports.json import document_text
from builder.models import CompanyList, Revision, User
from builder.services.tags import tag_lists
from tests.support.api_client import API_ROOT, Answer, ApiClient
from tests.support.saving import load_fresh

Values = Mapping[str, dict[str, Any]]


# ------------------------------------------------------------------ made and read


def test_a_created_list_is_exported_byte_for_byte_by_its_page(
    catalogues: Catalogues, alice: User, program: ApiClient, sample_values: Values, client: Client
) -> None:
    sent = json.dumps(sample_values["drop-reavers"], ensure_ascii=False, indent=2) + "\n"
    answer = program.client.post(f"{API_ROOT}/lists", sent, content_type="application/json")
    row = CompanyList.objects.get()
    assert answer.status_code == 201
    assert answer["Location"] == f"{API_ROOT}/lists/{row.public_id}"
    assert answer["ETag"] == f'"{row.version}"'
    assert answer.json()["id"] == row.public_id
    assert answer.json()["profiles"][0]["key"] == "captain"
    assert len(answer.json()["rosters"]) == 2
    assert row.owner == alice
    client.force_login(alice)
    assert client.get(f"/lists/{row.public_id}/").status_code == 200
    page = client.get(f"/lists/{row.public_id}/document.json").content
    read = program.get(answer["Location"])
    assert page == read.content == sent.encode()
    assert read["ETag"] == '"1"'


def test_an_illegal_list_is_stored_unchanged(
    catalogues: Catalogues, program: ApiClient, sample_values: Values
) -> None:
    value = json.loads(json.dumps(sample_values["drop-reavers"]))
    value["rosters"][0]["limit"] = 0
    value["rosters"][0]["entries"].append({"profile": "nobody", "count": 9})
    answer = program.post("lists", value)
    assert answer.status_code == 201
    assert program.get(answer["Location"]).json() == value


def test_lists_are_filtered_by_tag_and_game(
    program: ApiClient, alice: User, alices_list: CompanyList, coven: CompanyList
) -> None:
    tag_lists(alice, [alices_list], "Café")
    every = {alices_list.public_id, coven.public_id}
    for query, expected in {
        "tag=CAFE": {alices_list.public_id}, "tag=other": set(), "game=unbridled-fury": every,
        "game=zapp": set(), "game=unbridled-fury&tag=café": {alices_list.public_id},
    }.items():  # fmt: skip
        assert {row["id"] for row in program.get(f"lists?{query}").json()["results"]} == expected, query


# ------------------------------------------------------------------ changed by a JSON Patch

JSON_PATCH = "application/json-patch+json"


def patch_of(program: ApiClient, at: str, operations: object, version: str = "*") -> Answer:
    return program.client.patch(
        f"{API_ROOT}/{at}/document",
        json.dumps(operations),
        content_type=JSON_PATCH,
        headers={"If-Match": version},
    )


def test_a_json_patch_changes_the_document_in_one_revision(
    program: ApiClient, at: str, alices_list: CompanyList
) -> None:
    """The patch is like the patch of a fix. It changes the limit of the first roster to 1,000 points."""
    before = Revision.objects.filter(company_list=alices_list).count()
    operations = [
        {"op": "test", "path": "/profiles/0/key", "value": "captain"},
        {"op": "replace", "path": "/rosters/0/limit", "value": 1000},
        {"op": "replace", "path": "/profiles/0/design/attributes/mov", "value": 7},
    ]
    answer = patch_of(program, at, operations, f'"{alices_list.version}"')
    assert answer.status_code == 200
    document = load_fresh(alices_list).document
    assert document.rosters[0].limit == 1000
    assert document.profiles[0].design.values["mov"] == 7
    assert Revision.objects.filter(company_list=alices_list).count() == before + 1
    assert patch_of(program, at, operations, f'"{alices_list.version}"').status_code == 412


NO_PATCHES = {
    "no list": ({"op": "remove"}, "is not a JSON Patch"),
    "not an operation": (["remove"], "is not an operation"),
    "an unknown operation": ([{"op": "sell", "path": "/name"}], "can't be applied"),
    "a place that is not there": ([{"op": "remove", "path": "/rosters/99"}], "can't be applied"),
    "a test that fails": ([{"op": "test", "path": "/name", "value": "another"}], "can't be applied"),
    "a path that is none": ([{"op": "remove", "path": 7}], "can't be applied"),
    "too many": ([{"op": "test", "path": "/version", "value": 1}] * 1_001, "more than 1000"),
    "a list that doubles itself": (
        [{"op": "add", "path": "/notes", "value": "x" * 50_000}]
        + [{"op": "add", "path": "/more", "value": {}}]
        + [{"op": "copy", "from": "/notes", "path": f"/more/{n}"} for n in range(198)],
        "makes it larger than",
    ),
    "what is no document then": ([{"op": "replace", "path": "/rosters/0/limit", "value": "big"}], "limit"),
}


@pytest.mark.parametrize("what", list(NO_PATCHES))
def test_a_json_patch_is_applied_completely_or_not_at_all(
    program: ApiClient, at: str, alices_list: CompanyList, what: str
) -> None:
    operations, said = NO_PATCHES[what]
    before = document_text(load_fresh(alices_list))
    answer = patch_of(program, at, operations)
    assert answer.status_code == 400, answer.content
    assert said in json.dumps(answer.json(), ensure_ascii=False)
    assert document_text(load_fresh(alices_list)) == before
