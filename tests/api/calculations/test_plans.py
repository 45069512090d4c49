"""The API returns plans that make a roster legal, and fixes of findings."""

from copy import deepcopy
from typing import Any

import jsonpatch
import pytest

from tests.support.api_client import ApiClient
from tests.support.openapi import schema_errors
from tests.support.roster_cases import document_with_roster, roster_spec

Json = dict[str, Any]
pytestmark = pytest.mark.usefixtures("catalogues")


def answer_of(at: str, sent: object) -> Json:
    answer = ApiClient().post(at, sent)
    assert answer.status_code == 200, answer.content
    body: Json = answer.json()
    return body


def test_a_plan_is_a_patch_of_the_sent_document() -> None:
    """The second roster has two captains, and a row whose profile is missing."""
    document = document_with_roster(roster_spec(("captain", 2), ("gone", 1), ("plain", 1)))
    first = {**deepcopy(document["rosters"][0]), "entries": []}
    document["rosters"].insert(0, first)
    answer = answer_of("appraisals/plan", {"document": document, "roster": 1})
    assert schema_errors(answer, {"$ref": "#/components/schemas/PlanAnswer"}) == []
    plan = answer["plan"]
    assert answer["ways"][0] == plan
    assert plan["removed"] == [{"profile": "captain", "count": 1}, {"profile": "gone", "count": 1}]
    assert (plan["points"], plan["models"], plan["exact"]) == (64, 2, True)
    planned = jsonpatch.apply_patch(document, plan["patch"])
    assert planned["rosters"][0] == first
    assert answer_of("appraisals/plan", {"document": planned, "roster": 1}) == {"plan": None, "ways": []}


def test_a_finding_carries_its_fix_as_a_patch() -> None:
    document = document_with_roster(roster_spec(("captain", 2), ("plain", 1)))
    appraisal = answer_of("appraisals", document)
    assert schema_errors(appraisal, {"$ref": "#/components/schemas/Appraisal"}) == []
    (error,) = [f for f in appraisal["rosters"][0]["findings"] if f["level"] == "error"]
    assert error["fix"] == {
        "label": "Remove 1 × Captain",
        "patch": [{"op": "replace", "path": "/rosters/0/entries/0/count", "value": 1}],
    }
