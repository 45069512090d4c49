"""Statements about prices and findings that are true of every design, tested with random lists."""

import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from builder.frozen import appraisal_from_json
from builder.points.document.document import dump_document
from builder.points.rules.results import Appraisal, Finding, to_json
from tests.lanes import is_wide
from tests.support.designs import (
    CATALOGUES,
    DESIGN_FIELDS,
    FURY,
    Json,
    appraise_json,
    design,
    document,
    picks,
    read_document,
)
from tests.support.strategies import KEYS, designs, documents
from tests.systems.test_game_rules import GAMES

EVERY = sorted(CATALOGUES)


def codes(appraisal: Appraisal) -> dict[str, set[tuple[str, str]]]:
    """Return the rules with findings and their levels, by key."""
    return {p.key: {(f.level, f.code) for f in p.findings} for p in appraisal.profiles}


@given(documents(FURY))
def test_a_line_is_its_base_times_its_factor_rounded_up(drawn: Json) -> None:
    """The points are at least the exact product, and less than one point above it. Without a price there is
    no product.
    """
    for line in (line for profile in appraise_json(drawn).profiles for line in profile.lines):
        if line.points is not None:
            assert line.base is not None
            exact = line.base * line.factor
            assert 0 <= line.points - exact < 1
            assert line.rounded == ("up" if exact != line.points else "")


FAST, SLOW = {"code": "airborne", "kind": "fast"}, {"code": "airborne", "kind": "slow"}
HIGH, DEEP = {"code": "flier", "mov": 8}, {"code": "flier", "mov": 3}
ON_FOOT, NOWHERE = {"code": "dismount", "profile": "foot"}, {"code": "dismount"}
FOOT = design(mov=9, fgt=9)
TEAMS = ({"code": "team", "size": 1}, {"code": "team", "size": 4})
MASTERS = ({"code": "familiar", "profile": "own"}, {"code": "familiar"})


@pytest.mark.parametrize(("values", "other"), [
    ([FAST, SLOW, FAST], [SLOW, FAST, FAST]),
    (["amorphous", HIGH, DEEP], ["amorphous", DEEP, HIGH]),
    (["mounted", ON_FOOT, NOWHERE], ["mounted", NOWHERE, ON_FOOT]),
    ([*TEAMS], [*reversed(TEAMS)]),
    ([*MASTERS], [*reversed(MASTERS)]),
], ids=["airborne", "flier", "dismount", "team", "familiar"])  # fmt: skip
def test_the_order_of_repeated_properties_does_not_matter(values: list[Any], other: list[Any]) -> None:
    """All picks of an entry are checked, in any order."""
    before, after = (
        codes(appraise_json(document({"own": design(mov=0, properties=picks(*taken)), "foot": FOOT})))
        for taken in (values, other)
    )
    assert after == before


@pytest.mark.parametrize("name", EVERY, ids="-".join)
@settings(max_examples=1_000 if is_wide() else 8)
@given(data=st.data())
def test_dumped_documents_are_parsed_unchanged(name: tuple[str, str], data: st.DataObject) -> None:
    """Documents of every game are the same after a dump to JSON text."""
    known = read_document(data.draw(documents(CATALOGUES[name], limit=2)))
    dumped = dump_document(known, CATALOGUES[name])
    again = read_document(json.loads(json.dumps(dumped)))
    assert again == known
    assert dump_document(again, CATALOGUES[name]) == dumped


@given(documents(FURY))
def test_an_appraisal_can_be_dumped_as_json(drawn: Json) -> None:
    """JSON loses nothing: factors are fractions as text, and no value is a float."""
    appraisal = appraise_json(drawn)
    data = json.loads(json.dumps(to_json(appraisal), allow_nan=False))
    assert data == to_json(appraisal)
    # JSON doesn't have the most models, the reasons for an unknown sum, or amount and subject of findings.
    without = [
        replace(roster.with_findings(without_marks(roster.findings)), most_models=None)
        for roster in appraisal.rosters
    ]
    profiles = [
        profile._replace(waits_for=(), findings=without_marks(profile.findings))
        for profile in appraisal.profiles
    ]
    assert appraisal_from_json(data) == appraisal._replace(rosters=tuple(without), profiles=tuple(profiles))
    for profile, said in zip(appraisal.profiles, data["profiles"], strict=True):
        assert [Fraction(line["factor"]) for line in said["lines"]] == [line.factor for line in profile.lines]
        assert said["points"] == profile.points


def without_marks(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(finding._replace(missing=False, amount=0, subject="") for finding in findings)


@given(documents(FURY), designs(FURY, (*KEYS, "stranger")))
def test_an_unrelated_profile_changes_no_appraisal(drawn: Json, sent: Json) -> None:
    """A profile without references changes no other appraisal."""
    row = {"key": "stranger", "name": "A stranger", "design": sent}
    for rows in ([*drawn["profiles"], row], [row, *drawn["profiles"]]):
        after = {p.key: p for p in appraise_json({**drawn, "profiles": rows}).profiles}
        assert [after[p.key] for p in appraise_json(drawn).profiles] == list(appraise_json(drawn).profiles)


@given(documents(FURY))
def test_findings_are_in_order_and_in_the_design(drawn: Json) -> None:
    """Errors, warnings, then notes, each by rule, and at a level of the rule's verdict."""
    verdicts = {rule.code: rule.verdict for rule in FURY.rules} | dict(GAMES[FURY.system].rulings)
    ranks = {"error": 0, "warning": 1, "note": 2}
    tops = {place.at.partition(".")[0] for place in DESIGN_FIELDS}
    for profile in appraise_json(drawn).profiles:
        keys = [(ranks[f.level], f.code, f.where) for f in profile.findings]
        assert keys == sorted(keys)
        for finding in profile.findings:
            assert finding.where == "" or finding.where.split(".")[0].split("[")[0] in tops
            assert finding.level in verdicts[finding.code], finding
            assert finding.message.strip()
            assert "{" not in finding.message
            assert 1 <= finding.page <= 55


@example(document({"own": design()}))
@given(documents(FURY))
def test_every_missing_price_is_explained(drawn: Json) -> None:
    """A profile without points has an error that says why."""
    for profile in appraise_json(drawn).profiles:
        assert profile.points is not None or profile.errors
