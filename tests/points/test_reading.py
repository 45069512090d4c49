"""Reading JSON text: what is too large, too deep, said twice or no JSON at all."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.points.reading import DocumentError, Limits, read_json
from tests.points.kit import FURY, Json, read
from tests.points.refusals import AT, WHOLE
from tests.points.strategies import spoiled

USUAL = Limits()


def raw_refusal(raw: bytes | str, limits: Limits = USUAL) -> DocumentError:
    """How a text is refused."""
    with pytest.raises(DocumentError) as caught:
        read_json(raw, limits)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 500
    return caught.value


NO_JSON: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "not JSON"),
    "cut off": (b"{", "not JSON at line 1"),
    "second line": (b'{\n "a": }', "line 2"),
    "rest": (b'{"a": 1} x', "not JSON"),
    "words": (b"nonsense", "not JSON"),
    "nan": (b'{"a": NaN}', "NaN"),
    "inf": (b'{"a": [Infinity]}', "Infinity"),
    "-inf": (b'{"a": -Infinity}', "-Infinity"),
    "twice": (b'{"a": 1, "a": 2}', "twice"),
    "deep twice": (b'{"profiles": [{"key": "a", "key": "b"}]}', "key stands twice"),
    "31 deep": (b"[" * 31 + b"]" * 31, "deep"),
    "100,000 deep": (b"[" * 100_000, "deep"),
    "objects deep": (b'{"a":' * 50_000, "deep"),
    "bytes": (b'"\xff"', "UTF-8"),
    "latin-1": ("\u00fc".encode("latin-1"), "UTF-8"),
    "utf-16": ('{"a": 1}'.encode("utf-16"), "UTF-8"),
    "5,000 digits": (b'{"a": ' + b"9" * 5000 + b"}", "digits"),
    "raw line end": (b'"a\nb"', "not JSON"),
    "blank": (b" " * 1_000_001, "at most 1,000,000"),
    "10 MB": (b"[" + b"1," * 5_000_000 + b"1]", "at most 1,000,000"),
}


@pytest.mark.parametrize(("raw", "words"), NO_JSON.values(), ids=list(NO_JSON))
def test_a_text_that_is_no_json_is_refused(raw: bytes, words: str) -> None:
    """Each with one line that says what is wrong with it."""
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
def test_a_text_that_is_json_is_decoded(raw: bytes) -> None:
    """Brackets inside a text are no depth, a byte order mark is no fault."""
    read_json(raw)


def test_a_text_is_measured_in_bytes() -> None:
    """A text of many bytes a letter counts as what it takes to send it."""
    assert "at most 100" in str(raw_refusal("☠" * 90, Limits(bytes=100)))


def test_a_key_twice_is_found_where_it_stands() -> None:
    """In a long document the name alone would not lead there."""
    raw = json.dumps(WHOLE).replace('"fgt": 5,', '"fgt": 5, "fgt": 9,', 1)
    assert raw_refusal(raw).path == f"{AT}.attributes.fgt"


def fault_in(raw: bytes) -> DocumentError | None:
    """How a text is refused as JSON or as a document, or None where it is read."""
    try:
        read(read_json(raw))
    except DocumentError as error:
        return error
    return None


@given(st.binary(max_size=60))
def test_any_bytes_are_decoded_or_refused(raw: bytes) -> None:
    """Never another exception."""
    error = fault_in(raw)
    assert error is not None
    assert str(error).isprintable()


@given(spoiled(FURY))
def test_any_json_text_is_decoded_or_refused(holder: Json) -> None:
    """Through its text the same holds; a number that JSON cannot say is refused there."""
    if error := fault_in(json.dumps(holder["it"]).encode()):
        assert str(error).isprintable()
