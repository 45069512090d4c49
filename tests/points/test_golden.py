"""The worked examples: all lines, totals and findings of documents whose prices are known."""

import json
from collections import defaultdict
from collections.abc import Iterator

import pytest

from builder.points.rules.catalogue import Attribute, Property
from builder.points.rules.results import to_json
from tests.support.designs import FURY, Json, appraise_json
from tests.support.golden import EXAMPLES
from tests.support.rule_cases import levels

NAMES = sorted(EXAMPLES)


def printed_lines(profile: Json) -> list[Json]:
    """Return the lines of a profile as in the examples, without attributes that cost 0."""
    lines = [
        line
        for line in profile["lines"]
        if line["group"] != "attributes" or line["base"] or line["points"] is None
    ]
    return [{name: line[name] for name in ("code", "base", "factor", "points")} for line in lines]


@pytest.mark.parametrize("name", NAMES)
def test_golden_examples_have_the_known_totals(name: str) -> None:
    """Points, lines in order, and findings of each profile, from the JSON that players get."""
    example = EXAMPLES[name]
    appraised = json.loads(json.dumps(to_json(appraise_json(example["document"]))))
    assert [profile["key"] for profile in appraised["profiles"]] == list(example["expected"]["profiles"])
    for profile in appraised["profiles"]:
        expected = example["expected"]["profiles"][profile["key"]]
        assert printed_lines(profile) == expected["lines"], profile["key"]
        assert profile["points"] == expected["points"], profile["key"]
        assert levels(profile["findings"]) == expected["findings"], profile["key"]
    rosters = [{name: roster[name] for name in ("points", "models")} for roster in appraised["rosters"]]
    assert rosters == example["expected"].get("rosters", [])


def test_the_rulebooks_totals_agree_except_for_its_captain() -> None:
    """Four of the five printed totals are exact. The book has 3 points less for the Captain, and so for the
    roster.
    """
    example = EXAMPLES["00-molybdenian-drop-reavers"]
    appraisal = appraise_json(example["document"])
    printed = {key: row["printed"] for key, row in example["expected"]["profiles"].items()}
    assert printed == {"captain": 202, "second": 76, "bodyguards": 116, "sergeant": 98, "infantry": 90}
    assert {p.key: p.points for p in appraisal.profiles} == {**printed, "captain": 205}
    assert appraisal.rosters[0].points == 205 + 98 + 5 * 90 == 753


def designs() -> Iterator[Json]:
    """Return all designs of all examples."""
    for example in EXAMPLES.values():
        yield from (profile["design"] for profile in example["document"]["profiles"])


def table_of(attribute: Attribute, design: Json) -> str:
    """Return the table that prices an attribute of this system."""
    return (
        attribute.tables.get(design.get(attribute.table_by) or "", "")
        if attribute.table_by
        else attribute.table
    )


def cells() -> dict[tuple[str, str], set[int]]:
    """Return each cell of a table that an example uses, with the Sizes at which it is used."""
    used: dict[tuple[str, str], set[int]] = defaultdict(set)
    for design in designs():
        for attribute in FURY.attributes:
            head, _, tail = attribute.at.partition(".")
            value = design.get(head, {}).get(tail) if tail else design.get(head)
            if value is not None and (table := table_of(attribute, design)):
                used[table, str(value)].add(design["size"])
        for weapon in design.get("shooting_weapons", []):
            used["range", str(weapon["range"])].add(design["size"])
        for entry, pick in ((e, p) for e, p in taken(design) if e.cost.table):
            value = pick.get(entry.cost.parameter, "fast")
            used[entry.cost.table, str(value)].add(design["size"])
    return used


def taken(design: Json) -> Iterator[tuple[Property, Json]]:
    """Return all properties and spells of a design, with their catalogue entries."""
    known: dict[tuple[str, str], Property] = {
        ("properties", p.code): p for p in FURY.properties if p.group == "model"
    }
    known |= {("spells", s.code): s for s in FURY.spells}
    for slot in ("properties", "spells"):
        yield from ((known[slot, pick["code"]], pick) for pick in design.get(slot, []))


def test_the_examples_use_every_cell() -> None:
    """Each price of each table occurs."""
    every = {(table.code, value) for table in FURY.cost_tables for value in table.costs}
    assert every - set(cells()) == set()


def test_the_examples_use_every_attribute_price_where_halves_round() -> None:
    """The nine lines occur at two Sizes or more, and odd prices where a half is rounded."""
    used = cells()
    rows = {attribute.table for attribute in FURY.attributes if attribute.multiplier and attribute.table}
    for table in (t for t in FURY.cost_tables if t.code in {*rows, "mgc-high", "mgc-low"}):
        for value, cost in table.costs.items():
            assert len(used[table.code, value]) >= 2, (table.code, value)
            assert cost % 2 == 0 or used[table.code, value] & {1, 3, 5}, (table.code, value)
    assert {size for sizes in used.values() for size in sizes} >= {1, 2, 3, 4, 5}


def test_the_examples_use_every_property_and_spell() -> None:
    """Weapon, armour and model properties and spells, each with a priced line; blasts with each row."""
    priced = defaultdict(set)
    for example in EXAMPLES.values():
        for profile in appraise_json(example["document"]).profiles:
            for line in profile.lines:
                if line.points is not None:
                    priced[line.group].add(line.code)
    groups = {group.code: group.receipt for group in FURY.groups}
    missing = [e.code for e in (*FURY.properties, *FURY.spells) if e.code not in priced[groups[e.group]]]
    assert missing == []
    shields = {design.get("shield_property") for design in designs()}
    armours = {design.get("armour_property") for design in designs()}
    assert shields == armours == {None, "A", "B", "H", "X"}


def test_the_examples_use_every_parameter_and_option() -> None:
    """Each parameter has a value somewhere, and each option is chosen."""
    given: dict[tuple[str, str, str], set[object]] = defaultdict(set)
    for design in designs():
        for entry, pick in taken(design):
            for name, value in pick.items():
                given[entry.group, entry.code, name].add(str(value))
    for entry in (*FURY.properties, *FURY.spells):
        for parameter in entry.parameters:
            seen = given[entry.group, entry.code, parameter.code]
            assert seen, (entry.code, parameter.code)
            assert {option.code for option in parameter.options} <= seen, (entry.code, parameter.code)
