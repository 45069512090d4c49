"""The JSON Schema agrees with the parser: it accepts all documents of the product, and no rejected one."""

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from builder.catalogue.files import bundled_catalogues, sample_files
from builder.catalogue.json_schema import schema_of, schema_text
from builder.catalogue.parsing import read_catalogue
from builder.points.document.document import dump_document, parse_document
from builder.points.document.json_reader import DEFAULT_LIMITS, DocumentError, Limits
from builder.points.rules.catalogue import Catalogue
from tests.support.invalid_documents import INVALID_CHANGES, VALID_DOCUMENT, spoil_document
from tests.support.strategies import documents, spoiled_documents

ROOT = Path(__file__).resolve().parents[1]
TIN = read_catalogue(ROOT / "systems" / "tin_soldiers" / "0.1.toml")
FURY = bundled_catalogues()["unbridled-fury", "0.9.0"]
FUBAR = bundled_catalogues()["dark-fantasy-fubar", "seed"]
STARGRAVE = next(edition for edition in bundled_catalogues().values() if edition.system == "stargrave")
BOTH = {**bundled_catalogues(), (TIN.system, TIN.edition): TIN}
SCHEMA = json.loads(schema_text(tuple(BOTH.values()), DEFAULT_LIMITS))
VALIDATOR = Draft202012Validator(SCHEMA)
GOLDEN = sorted(path for path in (ROOT / "golden").glob("*/*.json") if path.name != "tables.json")

# What the parser rejects and a JSON Schema can't express, with the reason.
BEYOND = {
    "key twice": "it compares whole items, not one field of them",
    "name with half a pair": "it cannot stand in UTF-8, and not every reader of patterns can name it",
}


def is_valid(value: object) -> bool:
    return VALIDATOR.is_valid(value)


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator.check_schema(schema_of({}, DEFAULT_LIMITS))
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_the_text_of_the_schema_is_plain_and_stable() -> None:
    text = schema_text(tuple(BOTH.values()), DEFAULT_LIMITS)
    assert text.isascii()
    assert json.loads(text) == schema_of(dict(reversed(BOTH.items())), DEFAULT_LIMITS)


@pytest.mark.sampled(every=4)
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_examples_are_valid(path: Path) -> None:
    """As written, and as the product exports it."""
    value = json.loads(path.read_text(encoding="utf-8"))["document"]
    assert list(VALIDATOR.iter_errors(value)) == []
    assert is_valid(dump_document(parse_document(value, BOTH), BOTH[value["system"], value["edition"]]))


def test_the_samples_are_valid() -> None:
    for slug, path in sample_files():
        assert is_valid(json.loads(path.read_text(encoding="utf-8"))), slug


@pytest.mark.parametrize("catalogue", [FURY, TIN, FUBAR, STARGRAVE], ids=lambda catalogue: catalogue.system)
@given(st.data())
def test_random_documents_are_valid(catalogue: Catalogue, data: st.DataObject) -> None:
    drawn = data.draw(documents(catalogue))
    assert is_valid(drawn)
    assert is_valid(dump_document(parse_document(drawn, BOTH), catalogue))


UNIT = {"profile": "a", "count": 9, "name": "Line", "unit": "unit", "others": [{"profile": "b", "count": 1}]}


@pytest.mark.parametrize(("change", "good"), [
    ({}, True),
    ({"limit": None}, True),
    ({"limit": -1}, False),
    ({"fields": {}}, False),
    ({"entries": [{**UNIT, "unit": "host"}]}, False),
    ({"entries": [{**UNIT, "attached": [{"profile": "b"}]}]}, False),
    ({"entries": [{**UNIT, "others": [{**UNIT}]}]}, False),
])  # fmt: skip
def test_units_and_limits_are_those_of_the_game(change: dict[str, Any], good: bool) -> None:
    """The same as in the parser. A game without units has none, and a game with a limit requires it."""
    head = {"format": "company-list", "version": 1, "name": "A"}
    fubar = {**head, "system": FUBAR.system, "edition": FUBAR.edition}
    roster = {"name": "Friday", "entries": [UNIT], **change}
    full = {**fubar, "rosters": [roster]}
    assert is_valid(full) is reads(full) is good
    other = {**full, "system": FURY.system, "edition": FURY.edition, "rosters": [{**roster, "limit": 5}]}
    assert not is_valid(other)
    assert not reads(other)


def test_designs_of_another_system_are_invalid() -> None:
    assert is_valid(VALID_DOCUMENT)
    assert not is_valid({**VALID_DOCUMENT, "system": TIN.system, "edition": TIN.edition})
    assert not is_valid({**VALID_DOCUMENT, "edition": TIN.edition})


@pytest.mark.parametrize(
    ("what", "path", "value"), [row[:3] for row in INVALID_CHANGES], ids=[row[0] for row in INVALID_CHANGES]
)
def test_documents_that_the_parser_rejects_are_invalid(
    what: str, path: tuple[str | int, ...], value: object
) -> None:
    assert is_valid(spoil_document(path, value)) == (what in BEYOND)


def test_listed_exceptions_are_rejected_by_the_parser() -> None:
    assert set(BEYOND) <= {row[0] for row in INVALID_CHANGES}


def reads(value: object, limits: Limits = DEFAULT_LIMITS) -> bool:
    """Return whether the parser accepts the value."""
    try:
        parse_document(value, BOTH, limits)
    except DocumentError:
        return False
    return True


@given(spoiled_documents(FURY))
def test_documents_that_the_parser_accepts_are_valid(values: dict[str, Any]) -> None:
    """Documents with random changes: the schema accepts all that the parser accepts."""
    assert is_valid(values["it"]) or not reads(values["it"])


@pytest.mark.parametrize(("limit", "path", "inside", "outside"), [
    ("name", ("name",), "x" * 5, "x" * 6),
    ("name", ("profiles", 0, "key"), "x" * 5, "x" * 6),
    ("text", ("background",), "x\n" * 5, "x\n" * 5 + "x"),
    ("count", ("profiles", 0, "max"), 3, 4),
    ("profiles", ("profiles",), [], [{"key": f"k{n}", "name": ""} for n in range(3)]),
    ("rosters", ("rosters",), [], [{"name": "", "limit": 0}] * 2),
    ("picks", ("profiles", 0, "design", "spells"), [{"code": "heal"}] * 2, [{"code": "heal"}] * 3),
    ("weapons", ("profiles", 0, "design", "shooting_weapons"), [{}], [{}, {}]),
])  # fmt: skip
def test_the_schema_has_the_current_limits(
    limit: str, path: tuple[str | int, ...], inside: object, outside: object
) -> None:
    """They are the parser's limits, to the last item."""
    tight = Limits(name=5, text=10, count=3, profiles=2, rosters=1, picks=2, weapons=1)
    small = {
        "format": "company-list", "version": 1, "system": "unbridled-fury", "edition": "0.9.0", "name": "A",
        "profiles": [{"key": "a", "name": "", "design": {}}],
    }  # fmt: skip
    validator = Draft202012Validator(schema_of(BOTH, tight))
    assert getattr(tight, limit) < getattr(DEFAULT_LIMITS, limit)
    for value, good in ((inside, True), (outside, False)):
        copied: Any = copy.deepcopy(small)
        holder = copied
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = value
        assert validator.is_valid(copied) is good
        assert reads(copied, tight) is good


def test_the_schema_has_every_code_of_the_catalogue() -> None:
    text = json.dumps(SCHEMA)
    for edition in BOTH.values():
        assert [entry.code for entry in edition.entries() if f'"{entry.code}"' not in text] == []


def test_the_schema_of_a_list_depends_on_its_game() -> None:
    assert not {"anyOf", "allOf", "if", "then", "else", "properties"} & SCHEMA.keys()
    mapping = SCHEMA["discriminator"]["mapping"]
    assert SCHEMA["oneOf"] == [{"$ref": place} for place in mapping.values()]
    assert mapping["dark-fantasy-fubar"] == "#/$defs/DarkFantasyFubarList"


def test_the_schema_of_a_list_depends_on_its_edition() -> None:
    """A document names its edition. It can be left out in games with one edition."""
    later = replace(FURY, edition="1.0", attributes=FURY.attributes[:-1])
    both = {**BOTH, (later.system, later.edition): later}
    schema: dict[str, Any] = schema_of(both, DEFAULT_LIMITS)
    chosen = schema["$defs"]["UnbridledFuryList"]["discriminator"]
    assert chosen["propertyName"] == "edition"
    assert chosen["mapping"]["1.0"] == "#/$defs/UnbridledFuryEdition10List"
    validator = Draft202012Validator(schema)
    head = {"format": "company-list", "version": 1, "system": FURY.system, "name": "A"}
    profile = {"key": "a", "name": "A", "design": {FURY.attributes[-1].at: None}}
    for edition, good in ((FURY.edition, True), (later.edition, False)):
        full = {**head, "edition": edition, "profiles": [profile]}
        assert validator.is_valid(full) is good


@pytest.mark.parametrize(
    ("design", "good"),
    [
        ({}, True),
        ({"kind": None}, True),
        ({"kind": "captain"}, True),
        ({"kind": "soldier", "background": None}, True),
        ({"kind": "soldier", "background": "nobody"}, False),
        ({"kind": "cook"}, False),
        ({"kind": "soldier", "rank": 1}, False),
    ],
)
def test_the_schema_of_a_design_depends_on_its_kind(design: dict[str, Any], good: bool) -> None:
    """A blank kind is the first. Fields of other kinds are allowed, and marked."""
    full = {
        "format": "company-list", "version": 1, "name": "A",
        "system": STARGRAVE.system, "edition": STARGRAVE.edition,
        "profiles": [{"key": "a", "name": "A", "design": design}],
    }  # fmt: skip
    assert is_valid(full) is reads(full) is good


def test_parts_of_other_kinds_are_deprecated() -> None:
    for kind in STARGRAVE.kinds:
        words = "".join(part.capitalize() for part in kind.code.split("-"))
        fields = SCHEMA["$defs"][f"Stargrave{words}Design"]["properties"]
        assert {code for code, field in fields.items() if "deprecated" not in field} == {"kind", *kind.parts}
