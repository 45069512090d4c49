"""The API returns the core's result about what still fits in a roster."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from builder.catalogue.files import Catalogues
from builder.points.advice.capacity import remaining_capacity
from builder.points.document.document import parse_document
from tests.support.api_client import ApiClient, assert_problem
from tests.support.openapi import schema_errors

Json = dict[str, Any]

AT = "appraisals/fits"

pytestmark = pytest.mark.usefixtures("catalogues")


@pytest.fixture
def document(sample_values: Mapping[str, Json]) -> Json:
    """The sample "drop-reavers", whose first roster has room for some more points."""
    copied: Json = json.loads(json.dumps(sample_values["drop-reavers"]))
    copied["rosters"][0]["limit"] += 300
    return copied


def get_fits(document: Json, roster: int) -> Json:
    """Return the response of /appraisals/fits for a roster."""
    answer = ApiClient().post(AT, {"document": document, "roster": roster})
    assert answer.status_code == 200, answer.content
    body: Json = answer.json()
    assert schema_errors(body, {"$ref": "#/components/schemas/FitsResult"}) == []
    return body


@pytest.mark.parametrize("place", [0, 1])
def test_fits_equal_those_on_pages(document: Json, catalogues: Catalogues, place: int) -> None:
    body = get_fits(document, place)
    room = remaining_capacity(
        parse_document(document, catalogues), place, catalogues["unbridled-fury", "0.9.0"]
    )
    assert [(row["profile"], row["each"], row["most"]) for row in body["fits"]] == [
        (fit.profile, fit.points_each, fit.max_count) for fit in room.fits
    ]
    assert [[(e["profile"], e["count"]) for e in fill["entries"]] for fill in body["fills"]] == [
        list(fill.entries) for fill in room.fills
    ]
    assert {row["profile"]: row["rule"] for row in body["stops"]} == room.blocking_rules
    assert body["exact"] == room.exact


def test_a_list_without_rosters_is_reported(document: Json) -> None:
    problem = assert_problem(
        ApiClient().post(AT, {"document": {**document, "rosters": []}, "roster": 0}), 400, "not-understood"
    )
    assert "add one to the document" in problem["detail"]
