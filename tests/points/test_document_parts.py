"""Parts of a document are parsed separately, and all errors of a document are reported at once."""

import copy
from typing import Any

import pytest
from hypothesis import given

from builder.points.document.document import (
    DocumentError,
    dump_profile,
    dump_roster,
    parse_document,
    parse_profile,
    parse_roster,
)
from builder.points.document.json_reader import DEFAULT_LIMITS, MAX_FAULTS, JsonReader, Limits
from tests.support.designs import CATALOGUES, FURY, Json, read_document
from tests.support.invalid_documents import VALID_DOCUMENT
from tests.support.strategies import documents, spoiled_documents

READER = JsonReader(DEFAULT_LIMITS)


def faults(value: object, **options: Any) -> list[str]:
    """Return all errors of a document, one line each."""
    try:
        parse_document(value, CATALOGUES, **options)
    except DocumentError as error:
        return [str(fault) for fault in error.faults]
    return []


def paths(value: object, **options: Any) -> list[str]:
    return [fault.split()[0] for fault in faults(value, **options)]


def document_of(count: int) -> Json:
    """Return a document with this number of profiles, and as many rosters."""
    copied = copy.deepcopy(VALID_DOCUMENT)
    imp, friday = copied["profiles"][1], copied["rosters"][0]
    copied["profiles"] = [{**copy.deepcopy(imp), "key": f"imp-{n}"} for n in range(count)]
    copied["rosters"] = [{**friday, "name": f"Friday {n}"} for n in range(count)]
    return copied


# ------------------------------------------------------------------ parts


@given(documents(FURY))
def test_dumped_parts_are_parsed_unchanged(value: Json) -> None:
    known = read_document(value)
    for profile in known.profiles:
        assert parse_profile(READER, "", dump_profile(profile, FURY), FURY) == profile
    for roster in known.rosters:
        assert parse_roster(READER, "", dump_roster(roster), FURY) == roster


PARSERS = {"profiles": parse_profile, "rosters": parse_roster}


@pytest.mark.parametrize(("part", "change", "path"), [
    ("profiles", {"key": "a b"}, "key"),
    ("profiles", {"name": 5}, "name"),
    ("profiles", {"notes": []}, "notes"),
    ("profiles", {"max": -1}, "max"),
    ("profiles", {"more": 1}, "more"),
    ("profiles", {"a b": 1}, '"a b"'),
    ("profiles", {"design": 5}, "design"),
    ("profiles", {"design": {"attributes": {"mov": "six"}}}, "design.attributes.mov"),
    ("profiles", {"design": {"properties": [{"code": "imp"}]}}, "design.properties[0].code"),
    ("rosters", {"name": None}, "name"),
    ("rosters", {"limit": -1}, "limit"),
    ("rosters", {"more": 1}, "more"),
    ("rosters", {"entries": {}}, "entries"),
    ("rosters", {"entries": [5]}, "entries[0]"),
    ("rosters", {"entries": [{"profile": "a", "count": "1"}]}, "entries[0].count"),
])  # fmt: skip
def test_errors_of_a_part_without_a_path_name_the_field(part: str, change: Json, path: str) -> None:
    value = {**VALID_DOCUMENT[part][0], **change}
    for at, result in (("", path), (f"{part}[4]", f"{part}[4].{path}")):
        with pytest.raises(DocumentError) as caught:
            PARSERS[part](READER, at, value, FURY)
        assert caught.value.path == result


@pytest.mark.parametrize("part", PARSERS)
@pytest.mark.parametrize("value", [None, [], "x", 5, True])
def test_a_value_that_is_not_an_object_is_an_error_of_the_document(value: object, part: str) -> None:
    with pytest.raises(DocumentError, match=r"^the document is ") as caught:
        PARSERS[part](READER, "", value, FURY)
    assert caught.value.path == ""


# ------------------------------------------------------------------ all faults


def test_valid_documents_have_no_errors() -> None:
    assert paths(VALID_DOCUMENT) == []


def test_every_error_is_reported_once_in_the_order_of_the_document() -> None:
    value = document_of(4)
    value["more"] = 1
    value["profiles"][0]["name"] = 5
    value["profiles"][2].update(name=5, notes=5, key="a b", other=1)
    del value["profiles"][3]["key"]
    value["profiles"][3]["design"]["attributes"].update(mov="six", fgt=7.5)
    value["profiles"][3]["design"]["properties"] = [{"code": "flyer"}, {}, {"code": "flier", "mov": "8"}]
    value["rosters"][1].update(limit=None, entries=[{"profile": "imp"}, 5])
    assert paths(value) == [
        "more", "profiles[0].name", "profiles[2].other", "profiles[2].key", "profiles[2].name",
        "profiles[2].notes", "profiles[3].key", "profiles[3].design.attributes.mov",
        "profiles[3].design.attributes.fgt", "profiles[3].design.properties[0].code",
        "profiles[3].design.properties[1].code", "profiles[3].design.properties[2].mov",
        "rosters[1].limit", "rosters[1].entries[0].count", "rosters[1].entries[1]",
    ]  # fmt: skip


def test_decimals_without_a_fraction_are_read_as_integers() -> None:
    value = document_of(1)
    value["version"] = 1.0
    value["rosters"][0]["limit"] = 750.0
    value["profiles"][0]["design"]["attributes"]["mov"] = 6.0
    read = parse_document(value, CATALOGUES)
    assert (read.rosters[0].limit, read.profiles[0].design.values["mov"]) == (750, 6)
    assert {type(read.rosters[0].limit), type(read.profiles[0].design.values["mov"])} == {int}


@pytest.mark.parametrize("number", [750.5, 1e30, -0.5])
def test_fractions_are_not_integers(number: float) -> None:
    value = document_of(1)
    value["rosters"][0]["limit"] = number
    assert paths(value) == ["rosters[0].limit"]


def test_errors_of_the_document_itself_come_first() -> None:
    value = {**document_of(2), "name": 5}
    value["profiles"][1]["name"] = 5
    assert paths(value) == ["name", "profiles[1].name"]


def test_only_the_first_errors_are_listed() -> None:
    value = document_of(80)
    for profile in value["profiles"]:
        profile["name"] = 5
    assert paths(value) == [f"profiles[{n}].name" for n in range(MAX_FAULTS)]


def test_only_as_many_profiles_as_the_limit_are_read() -> None:
    value = document_of(6)
    value["profiles"][1]["name"] = value["profiles"][5]["name"] = 5
    assert paths(value, limits=Limits(profiles=4)) == ["profiles", "profiles[1].name"]


@pytest.mark.parametrize("system", [None, 5, [], "nothing"])
def test_an_unknown_edition_is_the_only_error(system: object) -> None:
    value = {**document_of(2), "system": system}
    value["profiles"][1]["name"] = 5
    assert paths(value) == ["system"]
    assert paths({**value, "system": "unbridled-fury", "edition": ["0.9.0"]}) == ["edition"]


@given(spoiled_documents(FURY))
def test_errors_have_different_places(document: Json) -> None:
    value = document["it"]
    path_list = paths(value)
    assert len(set(path_list)) == len(path_list) <= MAX_FAULTS
