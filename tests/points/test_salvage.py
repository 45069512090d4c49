"""The valid parts of a document with errors are kept, and the rest is described."""

import copy
import re

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.points.document.document import DocumentError, dump_document, parse_document
from builder.points.document.salvage import MAX_LOSSES, salvage_document
from tests.support.designs import design, document, picks
from tests.support.invalid_documents import INVALID_CHANGES, VALID_DOCUMENT, Path, spoil_document

CATALOGUES = bundled_catalogues()
FURY = CATALOGUES["unbridled-fury", "0.9.0"]
NOTHING_TO_TAKE = {
    "format missing", "format unknown", "format a list", "version higher", "version huge",
    "system missing", "system unknown", "system an object",
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "path", "value"), [row[:3] for row in INVALID_CHANGES], ids=[row[0] for row in INVALID_CHANGES]
)
def test_only_the_error_is_removed(name: str, path: Path, value: object) -> None:
    """Each error is described without a path. The rest is parsed, and its dump doesn't change."""
    spoilt = spoil_document(path, value)
    before = copy.deepcopy(spoilt)
    if name in NOTHING_TO_TAKE:
        with pytest.raises(DocumentError):
            salvage_document(spoilt, CATALOGUES)
        return
    salvaged = salvage_document(spoilt, CATALOGUES)
    assert len(salvaged.losses) == 1
    (words,) = map(str, salvaged.losses)
    assert words.endswith("?")
    assert not re.search(r"\[\d|[a-z]\.\w+|_|null|object", words), words
    dumped = dump_document(salvaged.document, FURY)
    assert parse_document(dumped, CATALOGUES) == salvaged.document
    assert spoilt == before


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "Old Guard", "“name” is not part of a roster"),
        ("others", [{"profile": "captain", "count": 1}], "“others” is not part of a roster"),
    ],
)
def test_fields_that_rows_of_the_game_do_not_have_are_dropped(field: str, value: object, words: str) -> None:
    """Units and their names belong to other games. One sentence says so."""
    list_document = document({"captain": design()}, rosters=[{"name": "Friday", "limit": 500, "entries": []}])
    list_document["rosters"][0]["entries"] = [{"profile": "captain", "count": 2, field: value}]
    salvaged = salvage_document(list_document, CATALOGUES)
    assert list(map(str, salvaged.losses)) == [f"Roster Friday: {words}: import without it?"]
    assert [(entry.profile, entry.count) for entry in salvaged.document.rosters[0].entries] == [
        ("captain", 2)
    ]


def test_unknown_kinds_of_units_are_dropped() -> None:
    """The row becomes a unit of the first kind."""
    entry = {"profile": "line", "count": 10, "unit": "squadron", "name": "Left wing"}
    head = {"format": "company-list", "version": 1, "system": "dark-fantasy-fubar", "edition": "seed"}
    profiles = [{"key": "line", "name": "Line", "design": {"level": "veteran"}}]
    rosters = [{"name": "Friday", "limit": None, "entries": [entry]}]
    salvaged = salvage_document({**head, "name": "T", "profiles": profiles, "rosters": rosters}, CATALOGUES)
    assert [str(loss) for loss in salvaged.losses] == [
        "Roster Friday: “squadron” is not a kind of unit: import without it?"
    ]
    assert [(row.name, row.count) for row in salvaged.document.rosters[0].entries] == [("Left wing", 10)]


def test_unknown_parameters_of_properties_are_dropped() -> None:
    """Even "name", which the list, profiles and weapons have."""
    value = document({"captain": design(properties=[{"code": "fearless", "name": "Brave heart"}])})
    salvaged = salvage_document(value, CATALOGUES)
    (loss,) = map(str, salvaged.losses)
    assert "“name” is not part of this property" in loss
    assert [pick.code for pick in salvaged.document.profiles[0].design.picks["properties"]] == ["fearless"]


def test_valid_documents_are_unchanged() -> None:
    salvaged = salvage_document(VALID_DOCUMENT, CATALOGUES)
    assert salvaged == (parse_document(VALID_DOCUMENT, CATALOGUES), ())


def test_three_errors_are_three_sentences_and_only_they_are_removed() -> None:
    value = document(
        {
            "bog-thing": design(properties=picks("fearless", "laser-eyes", "scout")),
            "captain": {**design(), "attributes": {"mov": "six", "fgt": 7}},
        }
    )
    value["profiles"][0]["name"] = "Bog Thing"
    value["profiles"][1]["name"] = "Captain"
    value["profiles"][1]["wings"] = 2
    salvaged = salvage_document(value, CATALOGUES)
    assert [str(loss) for loss in salvaged.losses] == [
        "Bog Thing: “laser-eyes” is not a property of this edition: import without it?",
        "Captain: “wings” is not part of a profile: import without it?",
        "Captain: Mov is “six”, not a whole number: import without it?",
    ]
    assert [pick.code for pick in salvaged.document.profiles[0].design.picks["properties"]] == [
        "fearless",
        "scout",
    ]
    assert salvaged.document.profiles[1].design.values["fgt"] == 7
    assert salvaged.losses[0].path == "profiles[0].design.properties[1].code"


def test_several_items_of_a_list_are_dropped_together() -> None:
    codes = ["x1", "fearless", "x2", "x3", "scout", "x4"]
    salvaged = salvage_document(document({"imp": design(properties=picks(*codes))}), CATALOGUES)
    assert [pick.code for pick in salvaged.document.profiles[0].design.picks["properties"]] == [
        "fearless",
        "scout",
    ]
    assert len(salvaged.losses) == 4


def test_misspelt_words_get_a_suggestion() -> None:
    salvaged = salvage_document(document({"imp": design(properties=picks("flyer"))}), CATALOGUES)
    assert "“flyer” is not a property of this edition (perhaps Flier)" in str(salvaged.losses[0])


@pytest.mark.parametrize("value", [None, 7, "x", [], {}, {"format": "company-list"}])
def test_documents_that_are_no_list_are_rejected(value: object) -> None:
    with pytest.raises(DocumentError):
        salvage_document(value, CATALOGUES)


def test_documents_with_too_many_errors_are_rejected() -> None:
    value = document({f"p{n}": {**design(), "wings": n} for n in range(MAX_LOSSES + 1)})
    with pytest.raises(DocumentError, match="faults"):
        salvage_document(value, CATALOGUES)
