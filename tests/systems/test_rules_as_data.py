"""Rules that are data can be checked from the catalogue's JSON alone, and each rule says correctly what
checks it.
"""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.systems.catalogue_schema import dump_record
from builder.catalogue.files import sample_files
from builder.catalogue.parsing import CatalogueError, from_plain, to_plain
from builder.points.appraisal.appraisal import appraise
from tests.lanes import is_wide
from tests.support.designs import CATALOGUES, FURY, Json, design, read_document
from tests.support.project_files import ROOT
from tests.support.strategies import documents
from tests.systems.independent_roster_rules import roster_verdicts

EVERY = sorted(CATALOGUES)
GOLDEN = sorted(path for path in (ROOT / "tests" / "golden").glob("*/*.json") if path.stem != "tables")
LISTS = [*(file.path for file in sample_files()), *GOLDEN]


@cache
def served(name: tuple[str, str]) -> Json:
    """Return a catalogue as the API returns it."""
    plain: Json = json.loads(json.dumps(dump_record(CATALOGUES[name])))
    return plain


def check_agreement(plain: Json) -> None:
    """Check that the independent check and the appraisal find the same rules, at the same levels."""
    name = (plain["system"], plain["edition"])
    catalogue, appraisal = served(name), appraise(read_document(plain), CATALOGUES[name])
    reported = [
        {
            "points": profile.points,
            "known": max(0, sum(line.points or 0 for line in profile.lines)),
            "values": {value.code: value.number for value in profile.values},
        }
        for profile in appraisal.profiles
    ]
    data = {rule["code"] for rule in catalogue["rules"] if rule["checked_by"] == "data"}
    findings = [{(f.level, f.code) for f in r.findings if f.code in data} for r in appraisal.rosters]
    judged = roster_verdicts(catalogue, plain, reported)
    assert [{verdict for verdict in verdicts if verdict[1] in data} for verdicts in judged] == findings


@pytest.mark.parametrize("path", LISTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_independent_check_from_data_agrees_on_bundled_lists(path: Path) -> None:
    plain = json.loads(path.read_text(encoding="utf-8"))
    check_agreement(plain.get("document", plain))


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=1_000 if is_wide() else 6)
@given(data=st.data())
def test_an_independent_check_from_data_agrees_on_random_rosters(
    name: tuple[str, str], data: st.DataObject
) -> None:
    """Rosters of any profiles. Half of the lists have the profiles of a bundled list."""
    drawn = data.draw(documents(CATALOGUES[name]))
    is_bundled = data.draw(st.booleans())
    if is_bundled and bundled(name):
        drawn["profiles"] = data.draw(st.sampled_from(bundled(name)))["profiles"]
    keys = [*(profile["key"] for profile in drawn["profiles"]), "nobody"]
    for row in (row for roster in drawn["rosters"] for row in roster["entries"]):
        for member in (row, *row.get("others", ()), *row.get("attached", ())):
            member["profile"] = data.draw(st.sampled_from(keys))
    for profile in drawn["profiles"]:
        profile["max"] = data.draw(st.none() | st.integers(1, 3))
    check_agreement(drawn)


@cache
def bundled(name: tuple[str, str]) -> list[Json]:
    """Return the bundled lists of a game whose rosters field models."""
    lists = [json.loads(path.read_text(encoding="utf-8")) for path in LISTS]
    plain = [shown_list.get("document", shown_list) for shown_list in lists]
    return [item for item in plain if (item["system"], item["edition"]) == name and item["profiles"]]


def test_the_independent_check_is_tested_at_each_limit() -> None:
    """Models by game, by points spent and by properties; exactly at the limit; and unspent points."""
    profiles = {
        "boss": design(command_die="d8"),
        "grunt": design(),
        "drill": design(properties=[{"code": "drilled"}]),
        "ghoul": design(properties=[{"code": "undead"}]),
    }
    head = {"format": "company-list", "version": 1, "system": FURY.system, "edition": FURY.edition}
    rosters = [
        {"name": "one", "limit": limit, "entries": [{"profile": key, "count": n} for key, n in rows.items()]}
        for limit in (500, 510)
        for rows in (
            {"grunt": 20}, {"grunt": 21}, {"boss": 1}, {"boss": 2, "ghoul": 1}, {"drill": 1, "ghoul": 1},
            {"drill": 2}, {}, {"boss": 1, "ghoul": 1},
        )
    ]  # fmt: skip
    named = [{"key": key, "name": key, "design": item} for key, item in profiles.items()]
    plain = {**head, "name": "Bounds", "profiles": named, "rosters": rosters}
    check_agreement(plain)
    appraisal = appraise(read_document(plain), FURY)
    spoken = {finding.code for roster in appraisal.rosters for finding in roster.findings}
    assert {"R-01", "R-02", "R-03", "R-04", "R-10", "R-17", "R-21"} <= spoken


FAULTS: dict[str, Json] = {
    '"R-01": checks[0].of names attribute "generals"': {"of": ["generals=*"]},
    '"R-01": checks[0].most must be the only bound: write one of most, most_by': {"exactly": 1},
    '"R-01": checks[0].message has {missing}': {"message": "{missing}: one too many."},
    '"R-01": checks[0].most_with names fact of the roster "ships"': {"most_with": {"ships": 2}},
    '"R-01": checks[0].value names value "weight"': {"value": "weight"},
    '"R-01": checks[0].page 7 is not a page of the rule': {"page": 7},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_invalid_checks_are_rejected(fault: str) -> None:
    plain: Json = json.loads(json.dumps(to_plain(CATALOGUES["zapp", "seed"])))
    rule = next(row for row in plain["rules"] if row["code"] == "R-01")
    rule["checks"][0].update(FAULTS[fault])
    with pytest.raises(CatalogueError, match=re.escape(fault)):
        from_plain(plain, "zapp/seed")


# ------------------------------------------------------------------ who checks a rule


@pytest.mark.parametrize("name", EVERY)
def test_each_rule_names_its_check(name: tuple[str, str]) -> None:
    """Rules marked "code" are in the system's module, rules marked "data" in the catalogue, and none is in
    both.
    """
    catalogue = served(name)
    data, code = set(codes_of_data(catalogue)), codes_of_module(name[0])
    who = {(True, False): "data", (True, True): "partly", (False, True): "code", (False, False): "nobody"}
    rules = {rule["code"]: rule["checked_by"] for rule in catalogue["rules"]}
    assert rules == {rule: who[rule in data, rule in code] for rule in rules}
    assert code <= set(rules)


def codes_of_data(value: object) -> Iterator[str]:
    """Return the rules that a catalogue's entries name, or that have checks of their own."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if (key == "rule" or key.endswith("_rule")) and isinstance(inner, str):
                yield inner
            elif key == "family_rules":
                yield from inner.values()
            else:
                yield from codes_of_data(inner)
        if value.get("checks"):
            yield value["code"]
    elif isinstance(value, list):
        for inner in value:
            yield from codes_of_data(inner)


def codes_of_module(system: str) -> set[str]:
    """Return the rules that a system's module names outside of its docstrings."""
    folder, name = ROOT / "builder" / "points" / "systems", system.replace("-", "_")
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in folder.glob(f"{name}*.py")]
    texts = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {text for text in texts if isinstance(text, str) and re.fullmatch(r"[A-Z]-\d+", text)}
