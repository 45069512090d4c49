"""What is true of every design: claims about prices and findings, tried on drawn company lists."""

import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from builder.points.document.document import dump_document
from builder.points.rules.results import Appraisal, Finding, from_json, to_json
from tests.points.independent_findings import broken_rules
from tests.points.independent_prices import PricedCompany
from tests.support.designs import (
    DESIGN_FIELDS,
    FURY,
    Json,
    appraise_json,
    design,
    document,
    gun,
    picks,
    read_document,
)
from tests.support.strategies import KEYS, designs, documents

SHUFFLED = ("properties", "spells", "shooting_weapons")
ROWS = {table.code: table.costs for table in FURY.cost_tables}
ATTRIBUTES = {
    "mov": "mov",
    "fgt": "fgt",
    "shg": "shg",
    "tds": "tds",
    "cow": "cow",
    "arm": "arm",
    "ssv": "ssv",
}


def totals(appraisal: Appraisal) -> dict[str, int | None]:
    """Points by key."""
    return {profile.key: profile.points for profile in appraisal.profiles}


def codes(appraisal: Appraisal) -> dict[str, set[tuple[str, str]]]:
    """The rules that speak, with their level, by key."""
    return {p.key: {(f.level, f.code) for f in p.findings} for p in appraisal.profiles}


def changed(document_value: Json, key: str, **fields: object) -> Json:
    """The document with some fields of one design replaced."""
    rows = [
        {**row, "design": {**row["design"], **fields}} if row["key"] == key else row
        for row in document_value["profiles"]
    ]
    return {**document_value, "profiles": rows}


@given(documents(FURY))
def test_lines_add_up(drawn: Json) -> None:
    """A profile comes to the sum of its lines, and to nothing known exactly when a line has no price."""
    for profile in appraise_json(drawn).profiles:
        points = [line.points for line in profile.lines]
        assert profile.points == (None if None in points else sum(p for p in points if p is not None))


@given(documents(FURY))
def test_a_line_is_its_base_times_its_factor_rounded_up(drawn: Json) -> None:
    """At least the exact product, and less than one point above it; without a price there is no product."""
    for line in (line for profile in appraise_json(drawn).profiles for line in profile.lines):
        if line.points is not None:
            assert line.base is not None
            exact = line.base * line.factor
            assert 0 <= line.points - exact < 1
            assert line.rounded == ("up" if exact != line.points else "")


@given(documents(FURY))
def test_the_independent_calculation_of_prices_agrees(drawn: Json) -> None:
    """Every line and total is what the transcribed tables give."""
    company = PricedCompany(drawn)
    for profile in appraise_json(drawn).profiles:
        assert profile.points == company.points(profile.key)
        mine = [(row.code, row.base, row.points) for row in company.lines(profile.key)]
        assert [(line.code, line.base, line.points) for line in profile.lines] == mine


@given(documents(FURY))
def test_the_independent_check_of_findings_agrees(drawn: Json) -> None:
    """Every rule speaks exactly when its own wording says so: none missed, no false alarm."""
    company = PricedCompany(drawn)
    for profile in appraise_json(drawn).profiles:
        assert {(f.level, f.code) for f in profile.findings} == {
            tuple(v) for v in broken_rules(company, profile.key)
        }


@given(documents(FURY), st.randoms(use_true_random=False))
def test_the_order_of_picks_does_not_matter(drawn: Json, chance: Random) -> None:
    """Properties, spells and weapons in another order: the same points, the same rules."""
    before, full = appraise_json(drawn), drawn
    for row in drawn["profiles"]:
        created = {
            name: chance.sample(row["design"].get(name) or [], len(row["design"].get(name) or []))
            for name in SHUFFLED
        }
        guns = [
            {**g, "properties": chance.sample(g["properties"], len(g["properties"]))}
            for g in created["shooting_weapons"]
        ]
        full = changed(full, row["key"], **{**created, "shooting_weapons": guns})
    after = appraise_json(full)
    assert totals(after) == totals(before)
    assert codes(after) == codes(before)


FAST, SLOW = {"code": "airborne", "kind": "fast"}, {"code": "airborne", "kind": "slow"}
HIGH, DEEP = {"code": "flier", "mov": 8}, {"code": "flier", "mov": 3}
ON_FOOT, NOWHERE = {"code": "dismount", "profile": "foot"}, {"code": "dismount"}
TEAMS = ({"code": "team", "size": 1}, {"code": "team", "size": 4})
MASTERS = ({"code": "familiar", "profile": "own"}, {"code": "familiar"})


@pytest.mark.parametrize(
    ("values", "other"),
    [
        ([FAST, SLOW, FAST], [SLOW, FAST, FAST]),
        (["amorphous", HIGH, DEEP], ["amorphous", DEEP, HIGH]),
        (["mounted", ON_FOOT, NOWHERE], ["mounted", NOWHERE, ON_FOOT]),
        ([*TEAMS], [*reversed(TEAMS)]),
        ([*MASTERS], [*reversed(MASTERS)]),
    ],
    ids=["airborne", "flier", "dismount", "team", "familiar"],
)
def test_the_order_of_repeated_properties_does_not_matter(values: list[Any], other: list[Any]) -> None:
    """All picks of an entry are checked, in any order."""
    foot = design(mov=9, fgt=9)
    before = appraise_json(document({"own": design(mov=0, properties=picks(*values)), "foot": foot}))
    after = appraise_json(document({"own": design(mov=0, properties=picks(*other)), "foot": foot}))
    assert codes(after) == codes(before)


@given(documents(FURY), st.data())
def test_a_more_expensive_value_never_lowers_the_total(drawn: Json, data: st.DataObject) -> None:
    """Two values of one row: the profile with the more expensive one costs at least as much."""
    row = data.draw(st.sampled_from(drawn["profiles"]))
    attribute = data.draw(st.sampled_from([*ATTRIBUTES, "mgc"]))
    table = f"mgc-{row['design'].get('magic')}" if attribute == "mgc" else ATTRIBUTES[attribute]
    assume(table in ROWS)
    cheap, expensive = sorted(
        data.draw(st.lists(st.sampled_from(list(ROWS[table])), min_size=2, max_size=2)),
        key=ROWS[table].__getitem__,
    )
    full = [
        appraise_json(
            changed(
                drawn, row["key"], attributes={**row["design"].get("attributes", {}), attribute: int(value)}
            )
        )
        for value in (cheap, expensive)
    ]
    low, high = (totals(appraisal)[row["key"]] for appraisal in full)
    assert (low is None) is (high is None)
    assert low is None or high is None or low <= high


@pytest.mark.parametrize(
    "kind", ["range", "die", "flier", "capacity", "airborne", "invisible", "area", "command"]
)
@given(sent=designs(FURY, ("own",)), data=st.data())
def test_a_more_expensive_choice_never_lowers_the_total(kind: str, sent: Json, data: st.DataObject) -> None:
    """The same of range bands, dice, kinds and numbers of properties."""
    ladders: dict[str, list[Json]] = {
        "range": [{"shooting_weapons": [gun("FF4", reach=int(v))]} for v in ROWS["range"]],
        "die": [{"properties": [{"code": "drifter", "die": v}]} for v in ROWS["drifter"]],
        "flier": [{"properties": [{"code": "flier", "mov": v}]} for v in range(1, 13)],
        "capacity": [{"properties": [{"code": "capacity", "models": v, "size": 3}]} for v in range(1, 9)],
        "airborne": [{"properties": [FAST]}, {"properties": [SLOW]}],
        "invisible": [
            {"properties": [{"code": "invisible", "kind": v}]} for v in ("unstable", "at-will", "permanent")
        ],
        "area": [{"spells": [{"code": "area-of-effect", "area": v}]} for v in ("lesser", "greater")],
        "command": [{"command_die": v} for v in (None, "d6", "d8", "d10")],
    }
    first = data.draw(st.integers(0, len(ladders[kind]) - 2))
    low, high = (
        totals(appraise_json(document({"own": {**sent, **ladders[kind][step]}})))["own"]
        for step in (first, first + 1)
    )
    assert (low is None) is (high is None)
    assert low is None or high is None or low <= high


@given(documents(FURY), st.integers(1, 4))
def test_a_larger_size_never_lowers_the_total(drawn: Json, size: int) -> None:
    """No attribute costs less than nothing, so a larger factor cannot lower the sum."""
    assert all(cost >= 0 for table in ATTRIBUTES.values() for cost in ROWS[table].values())
    for key in totals(appraise_json(drawn)):
        small, large = (totals(appraise_json(changed(drawn, key, size=s)))[key] for s in (size, size + 1))
        assert (small is None) is (large is None)
        assert small is None or large is None or small <= large


@given(documents(FURY))
def test_dumped_documents_are_parsed_unchanged(drawn: Json) -> None:
    """Through the dump and through its JSON text, a document stays what it was."""
    known = read_document(drawn)
    dumped = dump_document(known, FURY)
    assert read_document(dumped) == known
    assert read_document(json.loads(json.dumps(dumped))) == known
    assert dump_document(read_document(dumped), FURY) == dumped


@given(documents(FURY))
def test_an_appraisal_can_be_dumped_as_json(drawn: Json) -> None:
    """It goes into JSON text without loss: factors are fractions as text, and nothing is a float."""
    appraisal = appraise_json(drawn)
    data = json.loads(json.dumps(to_json(appraisal), allow_nan=False))
    assert data == to_json(appraisal)
    # JSON has no most models, no words for what a sum waits for, and no mark, amount or subject of findings.
    without = [
        replace(roster.with_findings(without_marks(roster.findings)), most_models=None)
        for roster in appraisal.rosters
    ]
    profiles = [
        profile._replace(waits_for=(), findings=without_marks(profile.findings))
        for profile in appraisal.profiles
    ]
    assert from_json(data) == appraisal._replace(rosters=tuple(without), profiles=tuple(profiles))
    for profile, said in zip(appraisal.profiles, data["profiles"], strict=True):
        assert [Fraction(line["factor"]) for line in said["lines"]] == [line.factor for line in profile.lines]
        assert said["points"] == profile.points


def without_marks(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(finding._replace(missing=False, amount=0, subject="") for finding in findings)


@given(documents(FURY))
def test_appraising_again_gives_the_same_result(drawn: Json) -> None:
    """Nothing is remembered from one appraisal to the next, and the document is not changed."""
    known = read_document(drawn)
    first = appraise_json(drawn)
    appraise_json(document({"own": design(size=5, properties=picks("vehicle"))}))
    assert appraise_json(drawn) == first
    assert read_document(drawn) == known


@given(documents(FURY), designs(FURY, (*KEYS, "stranger")))
def test_an_unrelated_profile_changes_no_appraisal(drawn: Json, sent: Json) -> None:
    """A profile that nobody refers to leaves every other appraisal as it was."""
    row = {"key": "stranger", "name": "A stranger", "design": sent}
    for rows in ([*drawn["profiles"], row], [row, *drawn["profiles"]]):
        after = {p.key: p for p in appraise_json({**drawn, "profiles": rows}).profiles}
        assert [after[p.key] for p in appraise_json(drawn).profiles] == list(appraise_json(drawn).profiles)


@given(documents(FURY), st.randoms(use_true_random=False))
def test_the_order_of_profiles_does_not_matter(drawn: Json, chance: Random) -> None:
    """The appraisal of a profile doesn't depend on its place in the list."""
    rows = chance.sample(drawn["profiles"], len(drawn["profiles"]))
    before, after = appraise_json(drawn), appraise_json({**drawn, "profiles": rows})
    assert totals(after) == totals(before)
    assert codes(after) == codes(before)


@given(designs(FURY, ("own",)))
def test_a_summoned_creature_costs_half_rounded_up(sent: Json) -> None:
    """Half of the creature's price, rounded up; negative prices count as 0."""
    caster = design(mgc=5, magic="low", spells=picks({"code": "summon", "profile": "own"}))
    bare = design(mgc=5, magic="low")
    points = totals(appraise_json(document({"own": sent, "caster": caster, "bare": bare})))
    if points["own"] is None:
        assert points["caster"] is None
    else:
        assert points["caster"] == (points["bare"] or 0) + (max(0, points["own"]) + 1) // 2


@given(documents(FURY))
def test_findings_are_in_order_and_in_the_design(drawn: Json) -> None:
    """Errors first, then warnings, then notes, each by its rule; each place exists in such a design."""
    ranks = {"error": 0, "warning": 1, "note": 2}
    tops = {place.at.partition(".")[0] for place in DESIGN_FIELDS}
    for profile in appraise_json(drawn).profiles:
        keys = [(ranks[f.level], f.code, f.where) for f in profile.findings]
        assert keys == sorted(keys)
        for finding in profile.findings:
            assert finding.where == "" or finding.where.split(".")[0].split("[")[0] in tops
            assert finding.message.strip()
            assert "{" not in finding.message
            assert 1 <= finding.page <= 55


@example(document({"own": design()}))
@given(documents(FURY))
def test_every_missing_price_is_explained(drawn: Json) -> None:
    """A profile without points has a hard error that says why."""
    for profile in appraise_json(drawn).profiles:
        assert profile.points is not None or profile.errors
