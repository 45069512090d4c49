"""Prices of next steps: a choice costs exactly what the editor announces."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.points.advice.steps import NextSteps, candidates_at, find_next_steps
from builder.points.advice.what_if import WhatIf
from builder.points.rules.catalogue import Attribute
from builder.points.rules.results import Line
from tests.support.designs import FURY, Json, appraise_json, design, document, gun, picks, read_document
from tests.support.strategies import documents, set_value

PLACES = ("properties", "spells", "armour_property", "shield_property", "combat_weapon")
NUMBERS = [a for a in FURY.attributes if a.kind == "number"]


def points(document: Json, key: str) -> tuple[int, int]:
    """Return how many lines have no price, and the sum of the others."""
    return sum_lines(appraise_json(document).profile(key).lines)


def sum_lines(lines: tuple[Line, ...]) -> tuple[int, int]:
    """Return the same for given lines."""
    return sum(line.points is None for line in lines), sum(line.points or 0 for line in lines)


def difference(before: tuple[int, int], after: tuple[int, int]) -> int | None:
    """Return the change of the known sum; None if more lines have no price than before."""
    return None if after[0] > before[0] else after[1] - before[1]


def with_value(document: Json, key: str, at: str, value: object) -> Json:
    """Return the document with one changed value in one design."""
    other = copy.deepcopy(document)
    for row in other["profiles"]:
        if row["key"] == key:
            set_value(row["design"], at, value)
    return other


def next_steps(document: Json, key: str) -> NextSteps:
    """Return the next steps of a profile."""
    return find_next_steps(WhatIf(read_document(document), key, FURY))


@given(documents(FURY, limit=2))
def test_steps_have_the_announced_cost(drawn: Json) -> None:
    """Up, down and each option: the change is the difference of two appraisals."""
    key = drawn["profiles"][0]["key"]
    now, steps = points(drawn, key), next_steps(drawn, key)
    for attribute in FURY.attributes:
        if attribute.kind == "choice":
            offered = {option.code for option in attribute.options if option.offered}
            assert set(steps.options[attribute.code]) == {*offered, ""}
            for code, change in steps.options[attribute.code].items():
                assert change.points == difference(
                    now, points(with_value(drawn, key, attribute.at, code or None), key)
                )
        else:
            for step in steps.values[attribute.code]:
                if step is not None:
                    after = points(with_value(drawn, key, attribute.at, step.value), key)
                    assert step.change.points == difference(now, after), attribute.code


@given(documents(FURY, limit=2))
def test_steps_of_range_bands_have_the_announced_cost(drawn: Json) -> None:
    """Each shooting weapon has its own steps."""
    key = drawn["profiles"][0]["key"]
    now, steps = points(drawn, key), next_steps(drawn, key)
    guns = drawn["profiles"][0]["design"].get("shooting_weapons") or []
    assert set(steps.fields) == {f"shooting_weapons[{n}].range" for n in range(len(guns))}
    for index, weapon in enumerate(guns):
        for step in steps.fields[f"shooting_weapons[{index}].range"]:
            if step is not None:
                changed = [{**w, "range": step.value} if n == index else w for n, w in enumerate(guns)]
                after = points(with_value(drawn, key, "shooting_weapons", changed), key)
                assert step.change.points == difference(now, after), weapon


def offered_values(attribute: Attribute) -> list[int | None]:
    """Return the numbers that the form offers, and blank if it can be blank."""
    if attribute.code == "size":
        return [1, 2, 3, 4, 5]
    if attribute.code == "base_mm":
        return [None, *range(attribute.low, attribute.high + 1)]
    full: list[int | None] = [*range(attribute.low, attribute.high + 1)]
    return [*full, None] if attribute.code == "ssv" else [None, *full] if attribute.code == "mgc" else full


@pytest.mark.parametrize("attribute", NUMBERS, ids=lambda a: a.code)
def test_steps_reach_every_value_in_both_directions(attribute: Attribute) -> None:
    """From each value, "up" leads to the next and "down" to the previous value."""
    values = offered_values(attribute)
    list_document = document({"own": design(magic="high", mgc=3)})
    for index, value in enumerate(values):
        steps = next_steps(with_value(list_document, "own", attribute.at, value), "own").values[
            attribute.code
        ]
        down, up = steps
        assert (down and down.value, down is None) == (values[index - 1], False) if index else down is None, (
            value
        )
        last = index + 1 == len(values)
        assert (up and up.value, up is None) == (None if last else values[index + 1], last), value


def test_steps_from_outside_a_table_lead_into_it() -> None:
    """A value without a price steps to the nearest value with one. The change is its price."""
    mov = next_steps(document({"own": design(mov=40)}), "own").values["mov"]
    assert mov.up is None
    assert mov.down is not None
    assert (mov.down.value, mov.down.change.points) == (12, 76)
    arm = next_steps(document({"own": design(arm=1)}), "own").values["arm"]
    assert arm.up is not None
    assert (arm.up.value, arm.up.change.points) == (2, 36)


def test_steps_skip_unpriced_values() -> None:
    """Arm 1 and SSv 12 are never offered."""
    steps = next_steps(document({"own": design(arm=2, ssv=2)}), "own")
    assert steps.values["arm"].down is None
    assert steps.values["ssv"].down is None


def test_the_cost_of_a_step_depends_on_the_size() -> None:
    """The step from 11 to 16 is 6 to 8 at Size 1, and 28 to 40 at Size 5."""
    for size, change in ((1, 2), (2, 5), (3, 7), (4, 10), (5, 12)):
        up = next_steps(document({"own": design(size=size, fgt=6)}), "own").values["fgt"].up
        assert up is not None
        assert (up.value, up.change.points) == (7, change)


def added(design: Json, place: str, code: str) -> Json:
    """Return the design with one more property or spell at a place."""
    other = copy.deepcopy(design)
    head, _, index = place.rstrip("]").partition("[")
    if head in ("properties", "spells"):
        other[head] = [*(other.get(head) or []), {"code": code}]
    elif head == "shooting_weapons":
        weapon = other[head][int(index)]
        weapon["properties"] = [*weapon["properties"], code]
    elif head == "combat_weapon":
        weapon = other.get(head) or {"properties": ["B"]}
        other[head] = {**weapon, "properties": [*weapon["properties"], code]}
    else:
        other[head] = code
    return other


@given(documents(FURY, limit=2), st.sampled_from([*PLACES, "shooting_weapons[0]"]))
def test_candidates_have_the_announced_cost_and_findings(drawn: Json, place: str) -> None:
    """The change is the difference of two appraisals, and the errors are those that the second adds."""
    row = drawn["profiles"][0]
    if place == "shooting_weapons[0]" and not row["design"].get("shooting_weapons"):
        row["design"]["shooting_weapons"] = [gun()]
    before = appraise_json(drawn).profile(row["key"])
    for candidate in candidates_at(WhatIf(read_document(drawn), row["key"], FURY), place):
        design_after = added(row["design"], place, candidate.entry.code)
        rows = [{**row, "design": design_after}, *drawn["profiles"][1:]]
        after = appraise_json({**drawn, "profiles": rows}).profile(row["key"])
        listed = [p for p in candidate.entry.parameters if p.rule and not p.default]
        change = difference(sum_lines(before.lines), sum_lines(after.lines))
        if candidate.change.points is not None or not listed:
            assert candidate.change.points == change, candidate.entry.code
        new = {f for f in after.findings if f.level == "error"} - set(before.findings)
        requested = {f for f in new if f.where.rpartition(".")[2] in {p.code for p in listed}}
        assert new - requested <= set(candidate.new_errors) <= new, candidate.entry.code


def test_candidates_are_the_priced_entries() -> None:
    """None that is already picked, no combined blast code, and none that belongs to another weapon."""
    plain_design = design(
        shooting_weapons=[gun("AP4")], properties=picks("scout"), spells=picks("heal", {"code": "summon"})
    )
    list_document = read_document(document({"own": plain_design}))
    result = {
        p: {c.entry.code for c in candidates_at(WhatIf(list_document, "own", FURY), p)}
        for p in (*PLACES, "shooting_weapons[0]")
    }
    assert "scout" not in result["properties"]
    assert len(result["properties"]) == 54
    assert "heal" not in result["spells"]
    assert "summon" in result["spells"]
    assert result["armour_property"] == result["shield_property"] == {"A", "B", "H", "X"}
    assert " ".join(sorted(result["combat_weapon"])) == ("A AP12 AP4 AP8 D F LA1 LA2 LA3 LA4 P PM R SR U")
    assert not {"B", "R", "AP4", "GB4", "LB12"} & result["shooting_weapons[0]"]
    assert {"GB", "LB", "FF12", "S", "O", "I", "G"} <= result["shooting_weapons[0]"]


def test_candidates_name_the_rules_that_they_break() -> None:
    """Fast Firing makes a blast more expensive; Spray excludes a blast; an ooze can't wear armour."""
    list_document = read_document(document({"own": design(arm=7, shooting_weapons=[gun("GB")])}))
    by_code = {
        c.entry.code: c for c in candidates_at(WhatIf(list_document, "own", FURY), "shooting_weapons[0]")
    }
    assert (by_code["FF12"].change.points, by_code["FF12"].new_errors) == (50 + 210 - 50, ())
    assert (by_code["S"].change.points, [f.code for f in by_code["S"].new_errors]) == (50, ["P-27"])
    model = {c.entry.code: c for c in candidates_at(WhatIf(list_document, "own", FURY), "properties")}
    assert (model["amorphous"].change.points, {f.code for f in model["amorphous"].new_errors}) == (
        40,
        {"P-54", "P-55"},
    )
    assert (model["flier"].change.points, model["flier"].new_errors) == (None, ())
    assert (model["airborne"].change.points, model["weapon-team"].change.points) == (0, -15)


@pytest.mark.parametrize(
    "place",
    ["", "nothing", *(f"shooting_weapons[{n}]" for n in ("7", "-1", "x", "9" * 5000))],
    ids=["empty", "unknown", "beyond", "negative", "letter", "huge"],
)
def test_unknown_places_raise_key_error(place: str) -> None:
    """Even a place that looks valid."""
    list_document = read_document(document({"own": design(shooting_weapons=[gun()])}))
    with pytest.raises(KeyError):
        candidates_at(WhatIf(list_document, "own", FURY), place)


def test_unknown_profiles_raise_key_error() -> None:
    """The list doesn't have this profile."""
    list_document: Any = read_document(document({"own": design()}))
    with pytest.raises(KeyError):
        find_next_steps(WhatIf(list_document, "nobody", FURY))
