"""The compact text of a list is shorthand: pasted back it gives the same profiles."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from builder.catalogue.files import sample_files
from builder.catalogue.play import play_sheet
from builder.exports.markup import TextFormat
from builder.exports.text import TextOptions, list_text
from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import Design, ParameterValue
from builder.points.document.document import Document
from builder.points.document.summoned import ALSO_BRING, summonable_profiles
from builder.points.rules.catalogue_index import index_of
from builder.points.shorthand import ParsedProfile, read_shorthand
from tests.support.bringing_list import bringing_list
from tests.support.designs import FURY, read_document
from tests.support.golden import EXAMPLES

READ = ((slug, json.loads(path.read_text(encoding="utf-8"))) for slug, path in sample_files())
SAMPLES = {slug: value for slug, value in READ if value["system"] == FURY.system}
DOCUMENTS: dict[str, Any] = {**SAMPLES, **{name: item["document"] for name, item in EXAMPLES.items()}}
# A text has no base widths and no weapon names, and says nothing of a profile that is not there. Profiles
# that are called "Mov 1", as if it were a value, are told and not read.
LEFT_OUT = ("24-fliers", "51-no-price")
ROWS = {
    (others, row): entry.code
    for entry in FURY.properties
    if entry.cost.kind == "beside"
    for others, row in entry.cost.rows.items()
}


def compact_values(design: Design, keys: Mapping[str, str]) -> tuple[Any, ...]:
    """What the compact text says of a design: defaults stand for what was left out."""
    values = {a.code: design.values.get(a.code, a.default) for a in FURY.attributes if a.code != "base_mm"}
    weapons = {
        slot.code: [
            (dict(weapon.fields), codes(weapon.properties) or (() if weapon.fields else slot.default))
            for weapon in design.weapons.get(slot.code) or ()
        ]
        or ([] if slot.many else [({}, slot.default)])
        for slot in FURY.weapon_slots
    }
    picks = {}
    for slot in FURY.pick_slots:
        entries = index_of(FURY).entries[slot.group]
        usual = {code: {p.code: p.default for p in entry.parameters} for code, entry in entries.items()}
        picks[slot.code] = [
            (
                pick.code,
                {n: value_name(v, keys) for n, v in pick.parameters.items() if v != usual[pick.code][n]},
            )
            for pick in design.picks.get(slot.code, ())
        ]
    return values, weapons, picks


def codes(texts: tuple[str, ...]) -> tuple[str, ...]:
    """GB4 beside FF4 is GB: what is written out is stored as what it is made of."""
    created = {row: base for (others, row), base in ROWS.items() if others in texts}
    return tuple(created.get(code, code) for code in texts)


def value_name(value: ParameterValue, keys: Mapping[str, str]) -> object:
    if isinstance(value, tuple):
        return [keys.get(key, key) for key in value]
    return keys.get(str(value), value)


def pasted(
    document: Document, form: TextFormat = "plain", *, points: bool = True
) -> tuple[ParsedProfile, ...]:
    """The compact text of a list, read; nothing of it is left over."""
    text = list_text(document, FURY, TextOptions(style="compact", format=form, points=points))
    reading = read_shorthand(text, FURY)
    assert [rest.text for rest in reading.all_unparsed] == []
    return reading.profiles


@pytest.mark.sampled(every=5)  # of 165
@pytest.mark.parametrize("form", ["plain", "markdown", "bbcode"])
@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name not in LEFT_OUT])
def test_the_compact_text_is_read_back(name: str, form: TextFormat) -> None:
    document = read_document(DOCUMENTS[name])
    reading = pasted(document, form)
    assert [p.profile.name for p in reading] == [profile.name for profile in document.profiles]
    keys = {old.key: new.profile.key for old, new in zip(document.profiles, reading, strict=True)}
    for old, new in zip(document.profiles, reading, strict=True):
        assert compact_values(new.profile.design, {}) == compact_values(old.design, keys), old.name
    points = [profile.points for profile in appraise(document, FURY).profiles]
    judged = [[] if sum_of is None else [sum_of] for sum_of in points]
    assert [list(p.claims) for p in reading] == judged


@pytest.mark.parametrize("name", SAMPLES)
def test_without_points_there_are_no_claims(name: str) -> None:
    document = read_document(SAMPLES[name])
    reading = pasted(document, points=False)
    assert [p.profile.name for p in reading] == [profile.name for profile in document.profiles]
    assert [p.claims for p in reading] == [()] * len(reading)


@pytest.mark.parametrize("name", [*SAMPLES, "all that is brought"])
def test_the_text_of_a_roster_comes_to_the_same_points_in_an_empty_list(name: str) -> None:
    """What it brings without buying it stands in it too, as prices are made of that.

    How many models there are is said, and is no part of a profile.
    """
    document = read_document({**SAMPLES, "all that is brought": bringing_list()}[name])
    play, points = play_sheet(FURY), appraise(document, FURY).profiles_by_key()
    for place, roster in enumerate(document.rosters):
        text = list_text(document, FURY, TextOptions(style="compact", roster=place))
        reading = read_shorthand(text, FURY)
        read = replace(document, profiles=tuple(profile.profile for profile in reading.profiles), rosters=())
        summoned = summonable_profiles(document, FURY, play, roster)
        expected = [entry.profile for entry in roster.entries if entry.count]
        expected += [item.profile.key for item in summoned]
        names = document.profile_names()
        totals = [judged.points for judged in appraise(read, FURY).profiles]
        assert [profile.name for profile in read.profiles] == [names[key] for key in expected]
        assert totals == [points[key].points for key in expected]
        assert (ALSO_BRING in text, reading.all_unparsed) == (bool(summoned), ())
