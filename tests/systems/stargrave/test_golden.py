"""Stargrave's worked examples: credits, stats with gear, slots, activation numbers and findings."""

import re

import pytest

from tests.support.designs import Json, appraise_json
from tests.support.project_files import ROOT
from tests.support.stargrave import (
    STARGRAVE,
    appraise_member,
    crew_document,
    leader,
    soldier,
)
from tests.systems.stargrave.independent_calculation import TABLES


@pytest.mark.parametrize("known", TABLES["weapon_lines"], ids=lambda known: known["type"])
def test_the_penalty_of_a_launcher_has_its_own_line(known: Json) -> None:
    chosen = {"weapon": "grenade-launcher"} if known["type"] == "q-bot" else None
    result = {item.entry: item.number for item in appraise_member(soldier(known["type"], "", chosen)).items}
    assert result == known["lines"]


def test_the_table_of_backgrounds_has_the_numbers_of_the_calculation() -> None:
    """The reference page shows the numbers of the calculation."""
    names = {"M": "Move", "F": "Fight", "S": "Shoot", "W": "Will", "H": "Health"}
    table = next(table for table in STARGRAVE.tables if table.code == "backgrounds")
    reported = {row[0].lower().replace(" ", "-"): row[1:] for row in table.rows}
    assert reported == {
        code: (
            ", ".join(f"{names[letter]} +{more}" for letter, more in row["fixed"].items()),
            str(row["choose"]),
            ", ".join(names[letter] for letter in row["of"]),
        )
        for code, row in TABLES["backgrounds"].items()
    }


def test_ship_upgrades_have_their_own_sum() -> None:
    """Each price from the sources is in the upgrade's name, the printed table, and a crew's sum."""
    prices: dict[str, int] = TABLES["upgrades"]
    fields = {part.code: part for part in STARGRAVE.roster.fields if part.kind == "flag"}
    assert {code: part.gives for code, part in fields.items()} == {
        code: {"ship": price} for code, price in prices.items()
    }
    table = next(table for table in STARGRAVE.tables if table.code == "upgrades")
    assert [f"{name} ({price})" for name, price in table.rows] == [part.name for part in fields.values()]
    for ticked in ({}, {"quarters": True, "locker": True, "won": 1600}, dict.fromkeys(prices, True)):
        roster = {"name": "Friday", "limit": 400, "entries": [], "fields": ticked}
        crew_appraisal = appraise_json(crew_document({"own": leader()}, rosters=[roster])).rosters[0]
        ship = [item for item in crew_appraisal.values if item.code == "ship"]
        own = {code: price for code, price in prices.items() if code in ticked}
        assert [item.number for item in ship] == [sum(own.values())] * bool(own)
        assert {line.code: line.points for item in ship for line in item.lines} == own
        assert crew_appraisal.points == 0


def test_entries_from_other_sources_are_marked() -> None:
    """Each rule, power, soldier and background names another source; weapons name a line of the quick
    reference.
    """
    for entry in STARGRAVE.properties:
        of_the_seed = entry.group == "gear" and "damage" in entry.stats
        assert bool(re.match(r"l\.\d", entry.place)) == of_the_seed, entry.code
        assert of_the_seed or entry.place.startswith("external"), entry.code
    for rule in STARGRAVE.rules:
        assert re.match(r"external|l\.\d", rule.place) or rule.inferred, rule.code


def test_the_docs_show_the_members_of_the_sources() -> None:
    """The table in the docs contains the worked examples, and its ids are ids of rules."""
    page = (ROOT / "docs" / "points-of-stargrave.md").read_text(encoding="utf-8")
    matches = re.findall(r"^\| ([\w ()]+?) \| (\d of \d) \| ([-+\d ]+?) \| ([^|]+?) \|", page, re.M)
    known = [
        (
            row["name"],
            f"{row['slots_used']} of {row['slots']}",
            "{M} +{F} +{S} {A} +{W} {H}".format(**row["stats_in_gear"]),
            ", ".join(str(power["activation"]) for power in row["powers"]),
        )
        for row in TABLES["examples"]
    ]
    assert matches == known
    assert set(re.findall(r"\b[PRC]-\d\d\b", page)) <= {rule.code for rule in STARGRAVE.rules}
