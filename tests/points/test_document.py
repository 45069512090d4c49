"""Parsing and dumping the interchange document: what is rejected, at which place, and with which fix."""

import json
from typing import Any

import pytest
from hypothesis import given

from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, DocumentError, Limits, dump_document, parse_document
from builder.points.rules.results import to_json
from tests.support.designs import CATALOGUES, DESIGN_FIELDS, FURY, Json, document, gun, picks, read_document
from tests.support.invalid_documents import AT, DESIGN, INVALID_CHANGES, VALID_DOCUMENT, Path, spoil_document
from tests.support.strategies import json_values, spoiled_documents

USUAL = Limits()
TYPES: Json = {
    "null": None,
    "true": True,
    "number": 6,
    "broken": 6.5,
    "text": "six",
    "list": [],
    "object": {},
}


def refusal(value: object, limits: Limits = USUAL) -> DocumentError:
    """Return the error for a JSON value, as one line."""
    with pytest.raises(DocumentError) as caught:
        parse_document(value, CATALOGUES, limits)
    check_line(caught.value)
    return caught.value


def check_line(error: DocumentError) -> None:
    """Check that an error is one short line of printable text, with a problem and a fix."""
    assert error.problem
    assert error.fix
    assert str(error).isprintable()
    assert len(str(error)) < 1000


def test_a_complete_document_is_read() -> None:
    """Each field is parsed into its place."""
    known = read_document(VALID_DOCUMENT)
    assert (known.system, known.edition) == ("unbridled-fury", "0.9.0")
    assert (known.name, known.setting, known.background) == ("A company", "A moon", "Two\nlines")
    assert [(p.key, p.name, p.notes, p.max) for p in known.profiles] == [
        ("second", "Second", "", None),
        ("imp", "Imp", "", None),
    ]
    created = known.profiles[0].design
    assert created.values["mov"] == 6
    assert created.values["command_die"] == "d8"
    assert created.weapons["shooting_weapons"][0].fields == {"range": 4}
    assert created.picks["properties"][1].parameters == {"kind": "controlled", "forms": ("imp",)}
    assert (known.rosters[0].limit, known.rosters[0].entries[0].count) == (750, 1)


def test_omitted_fields_have_defaults() -> None:
    """A document with only its head, a profile with only key and name, and an empty design."""
    head = {name: VALID_DOCUMENT[name] for name in ("format", "version", "system", "edition", "name")}
    assert read_document(head) == Document(system="unbridled-fury", edition="0.9.0", name="A company")
    bare = read_document({**head, "profiles": [{"key": "a", "name": "A"}]}).profiles[0]
    assert (bare.notes, bare.max) == ("", None)
    assert (
        bare.design
        == read_document({**head, "profiles": [{"key": "a", "name": "A", "design": {}}]}).profiles[0].design
    )


def test_null_is_blank() -> None:
    """A null field of a design counts as left out."""
    fields: Json = {place.at.partition(".")[0]: None for place in DESIGN_FIELDS}
    fields["attributes"] = {a.code: None for a in FURY.attributes if a.at.startswith("attributes.")}
    assert read_document(document({"own": fields})) == read_document(document({"own": {}}))


def test_the_dump_has_every_field_in_one_order() -> None:
    """The order of keys is the catalogue's, whatever the order in the input."""
    backwards = json.loads(json.dumps(VALID_DOCUMENT), object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    assert json.dumps(dump_document(read_document(backwards), FURY)) == json.dumps(
        dump_document(read_document(VALID_DOCUMENT), FURY)
    )
    dumped: Any = dump_document(read_document(VALID_DOCUMENT), FURY)
    assert " ".join(dumped) == "format version system edition name setting background profiles rosters"
    assert " ".join(dumped["profiles"][0]) == "key name notes max design"
    design = dumped["profiles"][1]["design"]
    assert " ".join(sorted(design)) == (
        "armour_property attributes base_mm combat_weapon command_die magic properties shield_property "
        "shooting_weapons size spells"
    )
    assert " ".join(design["attributes"]) == "mov fgt shg tds cow arm ssv mgc"


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [case[1:] for case in INVALID_CHANGES],
    ids=[case[0] for case in INVALID_CHANGES],
)
def test_invalid_values_are_rejected_with_their_place(path: Path, value: object, place: str) -> None:
    """Each error names exactly the one place that was changed."""
    assert refusal(spoil_document(path, value)).path == place


@pytest.mark.parametrize(("path", "value", "words"), [
    (("version",), 2, "newer"),
    (("name",), "x" * 5000, "at most 200"),
    ((*DESIGN, "attributes", "mov"), 6.5, "whole number"),
    ((*DESIGN, "attributes", "mov"), "6", "whole number"),
    ((*DESIGN, "command_die"), "d7", '"d6", "d8", "d10"'),
    ((*DESIGN, "attributes", "str"), 3, "mov, fgt, shg"),
    (("system",), "chess", "unbridled-fury"),
    (("edition",), "9.9", "0.9.0"),
    (("format",), "army-list", "company-list"),
    (("name",), "a\x00", "U+0000"),
    ((*DESIGN, "combat_weapon", "properties", 1), "AP5", "AP5"),
    ((*DESIGN, "properties", 1, "kind"), "tame", '"controlled", "uncontrolled"'),
    (("profiles", 1, "key"), "second", "profiles[0]"),
], ids=lambda value: str(value)[:30])  # fmt: skip
def test_errors_say_what_to_write(path: Path, value: object, words: str) -> None:
    """The line contains the problem or the fix in words."""
    assert words in str(refusal(spoil_document(path, value)))


@pytest.mark.parametrize("kind", [k for k in TYPES if k != "object"])
def test_a_document_is_an_object(kind: str) -> None:
    """No other JSON value is a document."""
    assert refusal(TYPES[kind]).path == ""


def test_every_field_rejects_wrong_types() -> None:
    """Null, booleans, numbers, texts, lists and objects at all places where they are wrong."""
    number = ("number", "null")
    right: dict[Path, tuple[str, ...]] = {
        ("name",): ("text",), ("setting",): ("text",), ("background",): ("text",), ("profiles",): ("list",),
        ("rosters",): ("list",), ("profiles", 0, "max"): number, ("profiles", 0, "name"): ("text",),
        ("profiles", 0, "notes"): ("text",), ("profiles", 0, "key"): ("text",), DESIGN: ("object",),
        (*DESIGN, "size"): number, (*DESIGN, "attributes"): ("object",),
        (*DESIGN, "attributes", "mov"): number,
        (*DESIGN, "base_mm"): number, (*DESIGN, "magic"): ("null",), (*DESIGN, "command_die"): ("null",),
        (*DESIGN, "combat_weapon"): ("object", "null"), (*DESIGN, "combat_weapon", "name"): ("text",),
        (*DESIGN, "combat_weapon", "properties"): ("list",), (*DESIGN, "combat_weapon", "properties", 0): (),
        (*DESIGN, "shooting_weapons"): ("list", "null"), (*DESIGN, "shooting_weapons", 0): ("object",),
        (*DESIGN, "shooting_weapons", 0, "range"): number, (*DESIGN, "armour_property"): ("null",),
        (*DESIGN, "properties"): ("list", "null"), (*DESIGN, "properties", 0, "mov"): number,
        (*DESIGN, "properties", 1, "forms"): ("list", "null"),
        (*DESIGN, "spells", 0, "profile"): ("text", "null"),
        ("rosters", 0, "name"): ("text",), ("rosters", 0, "limit"): ("number",),
        ("rosters", 0, "entries"): ("list",),
        ("rosters", 0, "entries", 0, "count"): ("number",),
    }  # fmt: skip
    for path, kinds in right.items():
        for kind, value in TYPES.items():
            if kind in kinds:
                read_document(spoil_document(path, value))
            else:
                assert refusal(spoil_document(path, value)).path.startswith(str(path[0])), (path, kind)


@pytest.mark.parametrize(
    "text", ["Ünïcode ☠ 王", "a" * 200, "", "right to left: שלום", "emoji 🧙‍♀️", "'\"<b>&amp;"]
)
def test_names_can_have_any_printable_characters(text: str) -> None:
    """Names are the player's."""
    assert read_document(spoil_document(("name",), text)).name == text


def test_values_without_a_price_are_valid() -> None:
    """A value of the right type that breaks a rule is parsed. The appraisal reports that it has no price."""
    for path, value in (
        ((*DESIGN, "attributes", "mov"), -3), ((*DESIGN, "attributes", "fgt"), 9999), ((*DESIGN, "size"), 0),
        ((*DESIGN, "command_die"), "d4"), ((*DESIGN, "properties", 0, "mov"), 99),
        ((*DESIGN, "spells", 0, "profile"), "nobody"), (("rosters", 0, "entries", 0, "profile"), "nobody"),
        ((*DESIGN, "combat_weapon", "range"), 4),
        ((*DESIGN, "spells", 0), {"code": "area-of-effect", "area": "table"}),
    ):  # fmt: skip
        read_document(spoil_document(path, value))


def many(count: int) -> Json:
    """Return a list with this number of profiles."""
    return document({f"p{n}": {} for n in range(count)})


TOO_MANY: dict[str, tuple[Json, str]] = {
    "301": (many(301), "profiles"),
    "1000": (many(1000), "profiles"),
    "properties": (document({"own": {"properties": picks(*["scout"] * 101)}}), f"{AT}.properties"),
    "spells": (document({"own": {"spells": picks(*["heal"] * 101)}}), f"{AT}.spells"),
    "codes": (
        document({"own": {"combat_weapon": {"properties": ["B"] * 101}}}),
        f"{AT}.combat_weapon.properties",
    ),
    "guns": (document({"own": {"shooting_weapons": [gun()] * 21}}), f"{AT}.shooting_weapons"),
    "forms": (
        document({"own": {"properties": [{"code": "were-creature", "forms": ["a"] * 101}]}}),
        f"{AT}.properties[0].forms",
    ),
    "rosters": (document({}, rosters=[{"name": "", "limit": 0}] * 101), "rosters"),
    "entries": (
        document({}, rosters=[{"name": "", "limit": 0, "entries": [{"profile": "a", "count": 1}] * 301}]),
        "rosters[0].entries",
    ),
}


@pytest.mark.parametrize(("value", "path"), TOO_MANY.values(), ids=list(TOO_MANY))
def test_too_many_items_are_rejected_with_their_number(value: Json, path: str) -> None:
    """The error says by how much the limit is exceeded."""
    error = refusal(value)
    assert error.path == path
    assert "more than" in error.problem


def test_limits_are_given_by_the_caller() -> None:
    """Smaller and larger limits."""
    assert refusal(many(3), Limits(profiles=2)).path == "profiles"
    assert len(parse_document(many(500), CATALOGUES, Limits(profiles=500)).profiles) == 500
    assert refusal(spoil_document(("name",), "x" * 11), Limits(name=10)).path == "name"


def fault_of(value: object) -> DocumentError | None:
    """Return the error for a value, or None if it is parsed."""
    try:
        read_document(value)
    except DocumentError as error:
        return error
    return None


@given(json_values())
def test_any_json_value_is_read_or_rejected(value: object) -> None:
    """No other exception is raised."""
    if error := fault_of(value):
        check_line(error)


@given(spoiled_documents(FURY))
def test_any_damaged_document_is_read_or_rejected(holder: Json) -> None:
    """An error names a place that can be shown. A parsed document is appraised, and its dump is the same
    document.
    """
    if error := fault_of(holder["it"]):
        check_line(error)
    else:
        known = read_document(holder["it"])
        json.dumps(to_json(appraise(known, FURY)))
        assert read_document(dump_document(known, FURY)) == known
