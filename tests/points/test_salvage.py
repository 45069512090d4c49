"""What can be taken of a document with faults, and the words for what cannot."""

import copy
import re

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.points.document.document import DocumentError, dump_document, parse_document
from builder.points.document.salvage import MOST_LOSSES, salvage_document
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
def test_all_but_the_fault_is_taken(name: str, path: Path, value: object) -> None:
    """Each fault is told in words without a path of the document; what is left reads and dumps as it is."""
    spoilt = spoil_document(path, value)
    before = copy.deepcopy(spoilt)
    if name in NOTHING_TO_TAKE:
        with pytest.raises(DocumentError):
            salvage_document(spoilt, CATALOGUES)
        return
    found = salvage_document(spoilt, CATALOGUES)
    assert len(found.losses) == 1
    (words,) = map(str, found.losses)
    assert words.endswith("?")
    assert not re.search(r"\[\d|[a-z]\.\w+|_|null|object", words), words
    dumped = dump_document(found.document, FURY)
    assert parse_document(dumped, CATALOGUES) == found.document
    assert spoilt == before


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "Old Guard", "“name” is nothing that a roster has here"),
        ("others", [{"profile": "captain", "count": 1}], "“others” is nothing that a roster has here"),
    ],
)
def test_what_rows_of_this_game_do_not_have_is_left_out(field: str, value: object, words: str) -> None:
    """Units and their names are of other games: one sentence, and the rest comes."""
    whole = document({"captain": design()}, rosters=[{"name": "Friday", "limit": 500, "entries": []}])
    whole["rosters"][0]["entries"] = [{"profile": "captain", "count": 2, field: value}]
    found = salvage_document(whole, CATALOGUES)
    assert list(map(str, found.losses)) == [f"Roster Friday: {words}: import without it?"]
    assert [(entry.profile, entry.count) for entry in found.document.rosters[0].entries] == [("captain", 2)]


def test_a_kind_of_unit_that_a_game_does_not_have_is_left_out() -> None:
    """Its row stays, as a unit of the first kind."""
    entry = {"profile": "line", "count": 10, "unit": "squadron", "name": "Left wing"}
    head = {"format": "company-list", "version": 1, "system": "dark-fantasy-fubar", "edition": "seed"}
    profiles = [{"key": "line", "name": "Line", "design": {"level": "veteran"}}]
    rosters = [{"name": "Friday", "limit": None, "entries": [entry]}]
    found = salvage_document({**head, "name": "T", "profiles": profiles, "rosters": rosters}, CATALOGUES)
    assert [str(loss) for loss in found.losses] == [
        "Roster Friday: “squadron” is no kind of unit here: import without it?"
    ]
    assert [(row.name, row.count) for row in found.document.rosters[0].entries] == [("Left wing", 10)]


def test_a_field_that_a_property_does_not_have_is_left_out() -> None:
    """Though the list, profiles and weapons have a name."""
    value = document({"captain": design(properties=[{"code": "fearless", "name": "Brave heart"}])})
    found = salvage_document(value, CATALOGUES)
    (loss,) = map(str, found.losses)
    assert "“name” is nothing that this property has here" in loss
    assert [pick.code for pick in found.document.profiles[0].design.picks["properties"]] == ["fearless"]


def test_what_is_right_is_taken_as_it_is() -> None:
    found = salvage_document(VALID_DOCUMENT, CATALOGUES)
    assert found == (parse_document(VALID_DOCUMENT, CATALOGUES), ())


def test_three_faults_are_three_sentences_and_the_rest_comes() -> None:
    value = document(
        {
            "bog-thing": design(properties=picks("fearless", "laser-eyes", "scout")),
            "captain": {**design(), "attributes": {"mov": "six", "fgt": 7}},
        }
    )
    value["profiles"][0]["name"] = "Bog Thing"
    value["profiles"][1]["name"] = "Captain"
    value["profiles"][1]["wings"] = 2
    found = salvage_document(value, CATALOGUES)
    assert [str(loss) for loss in found.losses] == [
        "Bog Thing: “laser-eyes” is no property of this edition: import without it?",
        "Captain: “wings” is nothing that a profile has here: import without it?",
        "Captain: Mov is “six”, and no whole number: import without it?",
    ]
    assert [pick.code for pick in found.document.profiles[0].design.picks["properties"]] == [
        "fearless",
        "scout",
    ]
    assert found.document.profiles[1].design.values["fgt"] == 7
    assert found.losses[0].path == "profiles[0].design.properties[1].code"


def test_several_items_of_one_list_go_together() -> None:
    codes = ["x1", "fearless", "x2", "x3", "scout", "x4"]
    found = salvage_document(document({"imp": design(properties=picks(*codes))}), CATALOGUES)
    assert [pick.code for pick in found.document.profiles[0].design.picks["properties"]] == [
        "fearless",
        "scout",
    ]
    assert len(found.losses) == 4


def test_a_nearly_right_word_names_what_was_meant() -> None:
    found = salvage_document(document({"imp": design(properties=picks("flyer"))}), CATALOGUES)
    assert "“flyer” is no property of this edition (perhaps Flier)" in str(found.losses[0])


@pytest.mark.parametrize("value", [None, 7, "x", [], {}, {"format": "company-list"}])
def test_what_is_no_list_is_refused(value: object) -> None:
    with pytest.raises(DocumentError):
        salvage_document(value, CATALOGUES)


def test_too_many_faults_are_no_mistakes() -> None:
    value = document({f"p{n}": {**design(), "wings": n} for n in range(MOST_LOSSES + 1)})
    with pytest.raises(DocumentError, match="faults"):
        salvage_document(value, CATALOGUES)
