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
