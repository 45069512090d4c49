"""The API returns the core's next steps of a profile."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from builder.catalogue.files import Catalogues
from builder.points.advice.steps import candidates_at
from builder.points.advice.what_if import WhatIf
from builder.points.document.document import parse_document
from tests.support.api_client import ApiClient, assert_faults, assert_problem
from tests.support.openapi import schema_errors

Json = dict[str, Any]

AT = "appraisals/steps"

pytestmark = pytest.mark.usefixtures("catalogues")


@pytest.fixture
def document(sample_values: Mapping[str, Json]) -> Json:
    """The sample "drop-reavers", which tests can change."""
    copied: Json = json.loads(json.dumps(sample_values["drop-reavers"]))
    return copied


def steps(document: Json, key: str, **more: str) -> Json:
    """Return the response of /appraisals/steps for a profile."""
    answer = ApiClient().post(AT, {"document": document, "profile": key, **more})
    assert answer.status_code == 200, answer.content
    body: Json = answer.json()
    assert schema_errors(body, {"$ref": "#/components/schemas/Steps"}) == []
    return body


def test_candidates_equal_those_of_the_core(document: Json, catalogues: Catalogues) -> None:
    body = steps(document, "captain")
    places = ("combat_weapon", "shooting_weapons[0]", "properties", "spells", "armour_property")
    assert set(places) < set(body["candidates"])
    catalogue = catalogues["unbridled-fury", "0.9.0"]
    read = parse_document(document, catalogues)
    for place, rows in body["candidates"].items():
        known = candidates_at(WhatIf(read, "captain", catalogue), place)
        changes = [(c.entry.code, c.change.points) for c in known]
        assert [(row["code"], row["change"]) for row in rows] == changes
        assert [len(row["breaks"]) for row in rows] == [len(candidate.new_errors) for candidate in known]


def test_one_place_can_be_queried(document: Json) -> None:
    next_steps = steps(document, "captain")
    next_steps_value = steps(document, "captain", place="properties")
    assert next_steps_value == {
        **next_steps,
        "candidates": {"properties": next_steps["candidates"]["properties"]},
    }


def test_a_long_profile_is_checked_place_by_place(document: Json) -> None:
    codes = [row["code"] for row in steps(document, "captain")["candidates"]["properties"]]
    document["profiles"][0]["design"]["properties"] = [{"code": code} for code in codes][:50] * 2
    weapon = {"name": "", "properties": ["AP4"] * 100}
    document["profiles"][0]["design"]["shooting_weapons"] = [weapon, weapon]
    problem = assert_faults(ApiClient().post(AT, {"document": document, "profile": "captain"}), "place")
    assert "shooting_weapons[1]" in problem["detail"]
    assert list(steps(document, "captain", place="shooting_weapons[1]")["candidates"]) == [
        "shooting_weapons[1]"
    ]


def test_a_fault_of_the_document_has_its_full_path(document: Json) -> None:
    document["profiles"][3]["design"]["size"] = "big"
    document["profiles"][5]["key"] = "a key"
    problem = assert_problem(
        ApiClient().post(AT, {"document": document, "profile": "captain"}), 400, "not-understood"
    )
    paths = [fault["path"] for fault in problem["errors"]]
    assert paths == ["document.profiles[3].design.size", "document.profiles[5].key"]
