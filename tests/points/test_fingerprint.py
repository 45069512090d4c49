"""A fingerprint names exactly one document under exactly one edition."""

import json
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.points.cut import cut_to_roster
from builder.points.document import Document, dump_document
from builder.points.fingerprint import fingerprint, fingerprints, normalize_fingerprint
from tests.support.designs import FURY, Json, design, document, picks, read_document
from tests.support.strategies import documents

DIGEST = "d" * 64
COMPANY = document(
    {
        "captain": design(command_die="d8", properties=picks({"code": "flier", "mov": 8}, "fearless")),
        "gunner": design(shooting_weapons=[{"name": "Pistol", "range": 4, "properties": ["AP4"]}]),
    },
    setting="Marsh",
    background="Long ago.",
    rosters=[{"name": "Friday", "limit": 500, "entries": [{"profile": "captain", "count": 1}]}],
)


def print_of(value: Json, digest: str = DIGEST) -> str:
    """The fingerprint of a document given as JSON."""
    return fingerprint(read_document(value), FURY, digest)


def shuffled(value: object, chance: Random) -> object:
    """The same JSON value with its keys in another order."""
    if isinstance(value, dict):
        keys = chance.sample(list(value), len(value))
        return {key: shuffled(value[key], chance) for key in keys}
    return [shuffled(item, chance) for item in value] if isinstance(value, list) else value


@given(documents(FURY), st.randoms(use_true_random=False), st.sampled_from([None, 1, "\t"]))
def test_how_the_json_is_written_does_not_matter(
    drawn: Json, chance: Random, indent: int | str | None
) -> None:
    """Order of keys and white space are not the document's; nor is what stands there by default."""
    text = json.dumps(shuffled(drawn, chance), indent=indent, ensure_ascii=bool(indent))
    assert print_of(json.loads(text)) == print_of(drawn)
    assert print_of(dump_document(read_document(drawn), FURY)) == print_of(drawn)


@given(documents(FURY), documents(FURY))
def test_two_documents_have_two_fingerprints(one: Json, other: Json) -> None:
    """And one has one."""
    assert (print_of(one) == print_of(other)) is (read_document(one) == read_document(other))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("name", "A company "),
        ("setting", "marsh"),
        ("background", ""),
        ("profiles.0.name", "Captain!"),
        ("profiles.0.notes", "Old."),
        ("profiles.0.max", 1),
        ("profiles.0.design.attributes.mov", 7),
        ("profiles.0.design.properties.0.mov", 9),
        ("profiles.0.design.properties.1.code", "fanatic"),
        ("profiles.1.design.shooting_weapons.0.name", "pistol"),
        ("profiles.1.design.shooting_weapons.0.range", 3),
        ("rosters.0.name", "Saturday"),
        ("rosters.0.limit", 750),
        ("rosters.0.entries.0.count", 2),
        ("rosters.0.entries", []),
        ("rosters", []),
    ],
)
def test_any_change_changes_it(place: str, value: object) -> None:
    """A letter, a number, a row."""
    changed = json.loads(json.dumps(COMPANY))
    *steps, last = place.split(".")
    holder = changed
    for step in steps:
        holder = holder[int(step)] if isinstance(holder, list) else holder[step]
    holder[last] = value
    assert print_of(changed) != print_of(COMPANY)


def test_the_order_of_profiles_is_the_documents() -> None:
    """The same profiles in another order are another list."""
    assert print_of({**COMPANY, "profiles": COMPANY["profiles"][::-1]}) != print_of(COMPANY)


def test_other_numbers_are_another_fingerprint() -> None:
    """The edition's digest is a part of it."""
    assert print_of(COMPANY, "e" * 64) != print_of(COMPANY)


def test_it_can_be_read_aloud() -> None:
    """Five groups of four, without letters that are taken for others."""
    assert re.fullmatch(r"[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){4}", print_of(COMPANY))


def test_it_stays_what_it_is() -> None:
    """Papers are kept for years: the same document has the same fingerprint in every later version."""
    whole = Document(system="unbridled-fury", edition="0.9.0", name="Nobody")
    # sha256 of 64 × "d", a line break, and the document as JSON with sorted keys; its first 100 bits.
    assert fingerprint(whole, FURY, DIGEST) == "bpsq-16ty-gdw8-a39h-tyjf"


@given(documents(FURY))
def test_all_at_once_are_those_of_each(drawn: Json) -> None:
    """The whole list's, and those of the list cut to each roster."""
    whole = read_document({**drawn, "rosters": [*drawn["rosters"], {"name": "None", "limit": 750}]})
    found = fingerprints(whole, FURY, DIGEST)
    assert found.company_list == fingerprint(whole, FURY, DIGEST)
    cuts = [cut_to_roster(whole, index, FURY) for index in range(2)]
    assert found.rosters == tuple(fingerprint(cut, FURY, DIGEST) for cut in cuts)


def test_a_copied_one_is_read() -> None:
    """As it is printed, however it was typed."""
    made = print_of(COMPANY)
    for typed in (made, made.upper(), made.replace("-", ""), made.replace("-", " "), f"  {made}\n"):
        assert normalize_fingerprint(typed) == made
    assert normalize_fingerprint("oooo-0000-iiii-llll-1111") == "0000-0000-1111-1111-1111"


@pytest.mark.parametrize(
    "text",
    ["", "k7q2", "u" * 20, "k7q2-" * 5 + "k7q2", "\0" * 20, "٣" * 20, "\ud800" * 20, "k" * 10**5, "½" * 20],
)
def test_nonsense_is_none(text: str) -> None:
    """Nor is what merely looks like one."""
    assert normalize_fingerprint(text) == ""
