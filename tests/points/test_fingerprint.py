"""Two fingerprints: the first identifies the models under one edition, the second the names and texts."""

import json
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.points.appraisal.appraisal import appraise
from builder.points.document.cut import extract_roster
from builder.points.document.document import Document, dump_document
from builder.points.document.fingerprint import FingerprintMaker, Fingerprints, read_fingerprints
from tests.support.crimson_dusk import DUSK, dusk_document, roster, row, vehicle
from tests.support.designs import FURY, Json, design, document, picks, read_document
from tests.support.strategies import documents

DIGEST = "d" * 64
COMPANY = document(
    {
        "captain": design(
            command_die="d8",
            properties=picks(
                {"code": "flier", "mov": 8}, "fearless", {"code": "one-shot-wonder", "attack": "Bite"}
            ),
        ),
        "gunner": design(shooting_weapons=[{"name": "Pistol", "range": 4, "properties": ["AP4"]}]),
    },
    setting="Marsh",
    background="Long ago.",
    rosters=[{"name": "Friday", "limit": 500, "entries": [{"profile": "captain", "count": 1}]}],
)


def maker(digest: str = DIGEST) -> FingerprintMaker:
    """Makes fingerprints under one edition."""
    return FingerprintMaker(FURY, digest)


def prints_of(value: Json, digest: str = DIGEST) -> Fingerprints:
    """Return the fingerprints of a JSON document."""
    return maker(digest).of_list(read_document(value))


def changed(place: str, value: object) -> Json:
    """Return the company with another value at a place."""
    data: Json = json.loads(json.dumps(COMPANY))
    *steps, last = place.split(".")
    holder: Any = data
    for step in steps:
        holder = holder[int(step)] if isinstance(holder, list) else holder[step]
    holder[last] = value
    return data


def shuffled(value: object, chance: Random) -> object:
    """Return the same JSON value with its keys in another order."""
    if isinstance(value, dict):
        keys = chance.sample(list(value), len(value))
        return {key: shuffled(value[key], chance) for key in keys}
    return [shuffled(item, chance) for item in value] if isinstance(value, list) else value


@given(documents(FURY), st.randoms(use_true_random=False), st.sampled_from([None, 1, "\t"]))
def test_the_layout_of_the_json_does_not_matter(
    drawn: Json, chance: Random, indent: int | str | None
) -> None:
    """The order of keys, white space and defaults don't change the fingerprint."""
    text = json.dumps(shuffled(drawn, chance), indent=indent, ensure_ascii=bool(indent))
    assert prints_of(json.loads(text)) == prints_of(drawn)
    assert prints_of(dump_document(read_document(drawn), FURY)) == prints_of(drawn)


@pytest.mark.parametrize(("changed_print", "place", "value"), [
    ("force", "profiles.0.max", 1),
    ("force", "profiles.0.design.attributes.mov", 7),
    ("force", "profiles.0.design.properties.0.mov", 9),
    ("force", "profiles.0.design.properties.1.code", "fanatic"),
    ("force", "profiles.1.design.shooting_weapons.0.range", 3),
    ("force", "rosters.0.limit", 750),
    ("force", "rosters.0.entries.0.count", 2),
    ("force", "rosters.0.entries", []),
    ("words", "name", "A company "),
    ("words", "setting", "marsh"),
    ("words", "background", ""),
    ("words", "profiles.0.name", "Captain!"),
    ("words", "profiles.0.notes", "Old."),
    ("words", "profiles.0.design.properties.2.attack", "Sting"),
    ("words", "profiles.1.design.shooting_weapons.0.name", "pistol"),
    ("words", "rosters.0.name", "Saturday"),
    ("words", "profiles", COMPANY["profiles"][::-1]),
])  # fmt: skip
def test_numbers_change_the_force_fingerprint_and_texts_the_words_fingerprint(
    changed_print: str, place: str, value: object
) -> None:
    """Numbers, properties and rows; names, notes, texts of properties and the order of profiles."""
    before, after = prints_of(COMPANY)._asdict(), prints_of(changed(place, value))._asdict()
    assert [name for name in before if after[name] != before[name]] == [changed_print]


ROW = {"profile": "gunner", "count": 0}


@pytest.mark.parametrize(("place", "value"), [
    ("rosters.0.entries", [ROW, *COMPANY["rosters"][0]["entries"]]),
    ("rosters.0.entries", [{"profile": "captain", "count": 0}, *COMPANY["rosters"][0]["entries"]]),
    ("profiles.0.design.properties", COMPANY["profiles"][0]["design"]["properties"][::-1]),
])  # fmt: skip
def test_equal_documents_have_equal_fingerprints(place: str, value: object) -> None:
    """Rows with no models, two rows of one profile, and the order in a design change nothing."""
    other = read_document(changed(place, value))
    assert maker().of_all(other) == maker().of_all(read_document(COMPANY))


@given(documents(FURY), documents(FURY))
def test_lists_with_equal_fingerprints_have_equal_names_and_prices(document_value: Json, other: Json) -> None:
    """Two lists whose fingerprints are equal have the same points and names."""
    first, second = read_document(document_value), read_document(other)
    if prints_of(document_value) == prints_of(other):
        assert sorted(first.profile_names().items()) == sorted(second.profile_names().items())
        sums = [sorted((p.key, p.points or 0) for p in appraise(d, FURY).profiles) for d in (first, second)]
        assert sums[0] == sums[1]
    else:
        assert first != second


def test_other_numbers_change_the_force_fingerprint() -> None:
    """The edition's digest is part of the first fingerprint only."""
    before, after = prints_of(COMPANY), prints_of(COMPANY, "e" * 64)
    assert (before.force == after.force, before.words == after.words) == (False, True)


def test_fingerprints_can_be_read_aloud() -> None:
    """Five groups of four characters, without characters that look alike."""
    for result in prints_of(COMPANY):
        assert re.fullmatch(r"[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){4}", result)


def test_fingerprints_never_change_between_versions() -> None:
    """Players keep papers for years, so a document has the same fingerprints in all later versions."""
    list_document = Document(system="unbridled-fury", edition="0.9.0", name="Nobody")
    assert maker().of_list(list_document) == Fingerprints(
        "y6wf-xa34-k3xp-57b7-qf0r", "5jaa-0tc5-grdh-dyfj-mjvb"
    )
    # sha256 of 64 × "d", a line break, and the document as JSON with sorted keys; its first 100 bits.
    assert maker().older_of_list(list_document) == "bpsq-16ty-gdw8-a39h-tyjf"


def test_designs_without_a_later_attribute_keep_their_fingerprints() -> None:
    """They are the same as before vehicles of Crimson Dusk could have crew armour."""
    bike = vehicle(max_speed=60, acdc=15, tr=3, armour=9, dam=10, crew=1, passengers=1, larger="no")
    value = dusk_document({"bike": bike}, rosters=[roster(row("bike", unit="vehicle"))])
    dusk_maker = FingerprintMaker(DUSK, DUSK.identity)
    assert str(dusk_maker.of_list(read_document(value))) == (
        "Models 47db-35ef-zwed-0zkb-e74w \N{MIDDLE DOT} Names 1z2s-g6kh-ck48-8z9r-kn82"
    )
    assert dusk_maker.older_of_list(read_document(value)) == "gtve-dwnf-pnbd-v54b-cckj"


@given(documents(FURY))
def test_of_all_returns_the_fingerprints_of_each(drawn: Json) -> None:
    """The fingerprints of the full list, and of the list reduced to each roster."""
    list_document = read_document({**drawn, "rosters": [*drawn["rosters"], {"name": "None", "limit": 750}]})
    result, older = maker().of_all(list_document), maker().older_of_all(list_document)
    assert (result.company_list, older.company_list) == (
        maker().of_list(list_document),
        maker().older_of_list(list_document),
    )
    assert result.rosters == tuple(maker().of_roster(list_document, index) for index in range(2))
    cuts = [extract_roster(list_document, index, FURY) for index in range(2)]
    assert result.rosters == tuple(maker().of_roster(cut, 0) for cut in cuts)
    assert older.rosters == tuple(maker().older_of_list(cut) for cut in cuts)


def test_typed_fingerprints_are_recognised() -> None:
    """As printed, however it was typed, and both at once with their labels."""
    both = prints_of(COMPANY)
    created = both.force
    for typed in (
        created,
        created.upper(),
        created.replace("-", ""),
        created.replace("-", " "),
        f"Models  {created}\n",
        f"Force  {created}\n",
    ):
        assert read_fingerprints(typed) == (created,)
    assert read_fingerprints("oooo-0000-iiii-llll-1111") == ("0000-0000-1111-1111-1111",)
    assert read_fingerprints(str(both)) == (both.force, both.words)
    older_labels = f"Force {both.force} \N{MIDDLE DOT} Words {both.words}"
    assert read_fingerprints(older_labels) == (both.force, both.words)


@pytest.mark.parametrize(
    "text",
    ["", "k7q2", "u" * 20, "k7q2-" * 5 + "k7q2", "\0" * 20, "٣" * 20, "\ud800" * 20, "k" * 10**5, "½" * 20],
)
def test_invalid_fingerprints_are_not_recognised(text: str) -> None:
    """And similar texts aren't either."""
    assert read_fingerprints(text) == ()
