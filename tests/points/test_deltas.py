"""What makes one document of another: exact for any two of them, and small where little changed."""

import json
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.points.deltas import (
    DeltaError,
    Lines,
    apply_delta,
    digest_of_lines,
    document_lines,
    document_of_lines,
    make_delta,
)
from tests.support.designs import CATALOGUES
from tests.support.long_lists import long_document
from tests.support.strategies import Json, documents

EVERY = sorted(CATALOGUES)
TEXT = st.text(st.characters(codec="utf-8"), max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
PARTS = st.lists(
    st.fixed_dictionaries({"key": st.sampled_from("abc")}, optional={"more": VALUES}), max_size=5
)
ANY_DOCUMENTS = st.builds(
    lambda head, profiles, rosters: {**head, "profiles": profiles, "rosters": rosters},
    st.dictionaries(TEXT, VALUES, max_size=3),
    PARTS,
    PARTS,
)


def canonical(document: Json) -> str:
    return json.dumps(document, sort_keys=True, ensure_ascii=False)


def check_both_ways(before: Json, after: Json) -> None:
    for old, new in ((before, after), (after, before)):
        former, lines = document_lines(old), document_lines(new)
        made = apply_delta(former, make_delta(former, lines))
        assert made == lines
        assert canonical(document_of_lines(made)) == canonical(new)
        assert document_lines(new, (old, former)) == lines
        assert (digest_of_lines(former) == digest_of_lines(lines)) == (canonical(old) == canonical(new))


@st.composite
def edited(draw: st.DrawFn, document: Json) -> Json:
    """The document after some edits: renamed, moved, doubled under one key, removed, with unknown fields."""
    changed = deepcopy(document)
    for _ in range(draw(st.integers(1, 4))):
        parts: list[Json] = changed[draw(st.sampled_from(["profiles", "rosters"]))]
        if not parts:
            continue
        place, there = (draw(st.integers(0, len(parts) - 1)) for _ in range(2))
        match draw(st.sampled_from(["rename", "move", "double", "remove", "unknown", "head"])):
            case "rename":
                parts[place]["name"] = draw(TEXT)
            case "move":
                parts.insert(there, parts.pop(place))
            case "double":
                parts.insert(there, deepcopy(parts[place]))
            case "remove":
                del parts[place]
            case "unknown":
                parts[place][draw(TEXT)] = draw(VALUES)
            case _:
                changed["background"] = draw(TEXT)
    return changed


@pytest.mark.parametrize("name", EVERY, ids="-".join)
@given(data=st.data())
def test_any_two_documents_of_a_game(name: tuple[str, str], data: st.DataObject) -> None:
    before = data.draw(documents(CATALOGUES[name], most=2))
    check_both_ways(before, data.draw(documents(CATALOGUES[name], most=2)))
    check_both_ways(before, data.draw(edited(before)))


@given(ANY_DOCUMENTS, ANY_DOCUMENTS)
def test_any_two_documents_with_whatever_is_in_them(before: Json, after: Json) -> None:
    check_both_ways(before, after)


def changed_in_one_number(document: Json) -> Json:
    other = deepcopy(document)
    other["profiles"][-1]["design"]["attributes"]["fgt"] += 1
    return other


@pytest.mark.parametrize("profiles", [40, 300])
def test_a_number_that_changed_takes_few_bytes(profiles: int) -> None:
    """Also in a list that is longer than what Deflate looks back."""
    before = long_document(profiles)
    lines = document_lines(before), document_lines(changed_in_one_number(before))
    assert len(make_delta(*lines)) < 40


def test_what_stays_in_another_order_is_not_written_again() -> None:
    before = long_document(40)
    after = {**before, "profiles": before["profiles"][::-1]}
    assert len(make_delta(document_lines(before), document_lines(after))) < 300


@pytest.fixture
def pair() -> tuple[Lines, Lines]:
    """The lines of two documents, the later one with a profile more and another number."""
    before = long_document(3)
    after = changed_in_one_number(before)
    after["profiles"].append({**after["profiles"][0], "key": "p9"})
    return document_lines(before), document_lines(after)


def test_a_damaged_delta_is_refused(pair: tuple[Lines, Lines]) -> None:
    before, after = pair
    delta = make_delta(before, after)
    order, _, packed = delta.partition(b"\n")
    for damaged in (
        b"x" + delta,
        order.replace(b"0-3", b"0-9") + b"\n" + packed,
        order.replace(b"2", b"3", 1) + b"\n" + packed,
        order + b"\n" + packed[:-8],
        order + b"\n" + b"\xff" + packed,
        order,
    ):
        with pytest.raises(DeltaError):
            apply_delta(before, damaged)


def test_a_delta_of_another_document_is_refused(pair: tuple[Lines, Lines]) -> None:
    with pytest.raises(DeltaError):
        apply_delta((), make_delta(*pair))
