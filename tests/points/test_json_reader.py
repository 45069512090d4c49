"""Decoding JSON: texts that are too large, too deep, have repeated keys, or aren't JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.points.document.json_reader import DocumentError, Limits, read_json
from tests.support.designs import FURY, Json, read_document
from tests.support.invalid_documents import AT, VALID_DOCUMENT
from tests.support.strategies import spoiled_documents

USUAL = Limits()


def raw_refusal(raw: bytes | str, limits: Limits = USUAL) -> DocumentError:
    """Return the error for a text."""
    with pytest.raises(DocumentError) as caught:
        read_json(raw, limits)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 500
    return caught.value


NO_JSON: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "is empty"),
    "cut off": (b"{", "not JSON at line 1"),
    "second line": (b'{\n "a": }', "line 2"),
    "rest": (b'{"a": 1} x', "not JSON"),
    "words": (b"nonsense", "not JSON"),
    "twice": (b'{"a": 1, "a": 2}', "twice"),
    "deep twice": (b'{"profiles": [{"key": "a", "key": "b"}]}', "key appears twice"),
    "31 deep": (b"[" * 31 + b"]" * 31, "deep"),
    "100,000 deep": (b"[" * 100_000, "deep"),
    "objects deep": (b'{"a":' * 50_000, "deep"),
    "bytes": (b'"\xff"', "UTF-8"),
    "latin-1": ("\u00fc".encode("latin-1"), "UTF-8"),
    "utf-16": ('{"a": 1}'.encode("utf-16"), "UTF-8"),
    "raw line end": (b'"a\nb"', "not JSON"),
    "blank": (b" " * 1_000_001, "at most 1,000,000"),
    "10 MB": (b"[" + b"1," * 5_000_000 + b"1]", "at most 1,000,000"),
}


@pytest.mark.parametrize(("raw", "words"), NO_JSON.values(), ids=list(NO_JSON))
def test_invalid_json_is_rejected(raw: bytes, words: str) -> None:
    """Each error is one line that says what is wrong."""
    assert words in str(raw_refusal(raw))


@pytest.mark.parametrize(
    "raw",
    [
        b'{"a": 1e400}',
        b'{"a": 1E-400}',
        b'"[[[[[[[["',
        b"[" * 30 + b"]" * 30,
        b'\xef\xbb\xbf{"a": 1}',
        b'"\\ud800"',
    ],
)
def test_valid_json_is_decoded(raw: bytes) -> None:
    """Brackets inside a string don't count as depth. A byte order mark is allowed."""
    read_json(raw)


def test_the_size_of_a_text_is_measured_in_bytes() -> None:
    """Characters of several bytes count with all of them."""
    assert "at most 100" in str(raw_refusal("☠" * 90, Limits(bytes=100)))


def test_a_repeated_key_is_reported_at_its_place() -> None:
    """In a long document, the key alone wouldn't be enough to find it."""
    raw = json.dumps(VALID_DOCUMENT).replace('"fgt": 5,', '"fgt": 5, "fgt": 9,', 1)
    assert raw_refusal(raw).path == f"{AT}.attributes.fgt"


def fault_in(raw: bytes) -> DocumentError | None:
    """Return the error for a text as JSON or as a document, or None if it is parsed."""
    try:
        read_document(read_json(raw))
    except DocumentError as error:
        return error
    return None


@given(st.binary(max_size=60))
def test_any_bytes_are_decoded_or_rejected(raw: bytes) -> None:
    """No other exception is raised."""
    error = fault_in(raw)
    assert error is not None
    assert str(error).isprintable()


@given(spoiled_documents(FURY))
def test_any_json_text_is_decoded_or_rejected(holder: Json) -> None:
    """The JSON text gives the same result; numbers that JSON can't express are rejected."""
    if error := fault_in(json.dumps(holder["it"]).encode()):
        assert str(error).isprintable()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_nan_and_infinity_are_reported_with_their_path(number: str) -> None:
    raw = json.dumps(VALID_DOCUMENT).replace('"fgt": 5,', f'"fgt": {number},', 1)
    refused = raw_refusal(raw)
    assert (refused.path, refused.problem) == (f"{AT}.attributes.fgt", f"is {number}, which is not JSON")
    assert raw_refusal(number).path == ""


@pytest.mark.parametrize("number", ["6.5", "1e999", "-1e999", pytest.param("9" * 5000, id="5,000 digits")])
def test_an_invalid_number_is_reported_with_its_path(number: str) -> None:
    """The reader doesn't check which fields a document has."""
    raw = json.dumps(VALID_DOCUMENT).replace('"fgt": 5,', f'"fgt": {number},', 1)
    assert path_of_fault(raw) == f"{AT}.attributes.fgt"


@pytest.mark.parametrize("mark", ["\u2028", "\u202e", "\u2066"])
def test_line_breaks_and_bidirectional_controls_are_rejected(mark: str) -> None:
    """They could make a name look like another name."""
    assert path_of_fault(json.dumps({**VALID_DOCUMENT, "name": f"Reavers{mark}"})) == "name"


def test_a_newer_format_version_is_reported_first() -> None:
    """Fields that a later version adds aren't reported as errors."""
    assert path_of_fault(json.dumps({"format": "company-list", "version": 2, "tags": []})) == "version"


def path_of_fault(raw: str) -> str:
    """Return the place of the error in JSON that is no document."""
    value = read_json(raw)
    with pytest.raises(DocumentError) as caught:
        read_document(value)
    return caught.value.path
