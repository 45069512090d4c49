"""The page about points matches the code: the values in its tables are calculated again."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from builder.points.rules.results import Line
from tests.support.designs import FURY, Json, appraise_json, document

PAGE = (Path(__file__).parents[2] / "docs" / "points-of-unbridled-fury.md").read_text(encoding="utf-8")
OTHERS: Json = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0])


def table(*head: str) -> list[list[str]]:
    """Return the rows of the table with this head."""
    lines = PAGE.splitlines()
    start = lines.index("| " + " | ".join(head) + " |") + 2
    rows: list[list[str]] = []
    for line in lines[start:]:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    raise AssertionError("a line stands after every table")


TIMES, NONE = "\N{MULTIPLICATION SIGN}", "\N{EN DASH}"
EXAMPLES = table("design", "line", f"base {TIMES} factor", "points", "why")


@pytest.mark.parametrize("row", EXAMPLES, ids=[f"{n}-{row[1].strip('`')}" for n, row in enumerate(EXAMPLES)])
def test_examples_in_the_docs_are_calculated_as_documented(row: list[str]) -> None:
    """The named line of the design has this base, factor and points."""
    created, code, product, points, _ = row
    profile = appraise_json(document({"own": json.loads(created.strip("`")), **OTHERS})).profile("own")
    (line,) = [line for line in profile.lines if line.code == code.strip("`")]
    if points == NONE:
        assert product == NONE
        assert line.points is None
        assert profile.points is None
        assert profile.errors
    else:
        base, factor = product.split(f" {TIMES} ")
        assert (line.base, line.factor, line.points) == (int(base), Fraction(factor), int(points))


def test_other_profiles_in_the_docs_have_the_stated_prices() -> None:
    """The imp, the beast and the wreck."""
    (said,) = re.findall(r"The imp has (-?\d+) points, the beast (-?\d+) and the wreck (-?\d+)\.", PAGE)
    assert {p.key: p.points for p in appraise_json(document(OTHERS)).profiles} == dict(
        zip(("imp", "beast", "wreck"), map(int, said), strict=True)
    )


def test_the_factors_are_those_of_the_catalogue() -> None:
    """Factors of Size and of references."""
    (size,) = FURY.multipliers
    assert {value: Fraction(factor) for value, factor in table("Size", "factor")} == size.factors
    said = {
        what: Fraction(factor) for what, _, factor, _ in table("reference", "base", "factor", "not included")
    }
    spells = {spell.name: spell.cost.factor for spell in FURY.spells if spell.cost.kind == "profiles"}
    (were,) = [entry.cost for entry in FURY.properties if entry.cost.kind == "profiles"]
    assert said == spells | {f"Were-Creature, {kind}": factor for kind, factor in were.factors.items()}


def test_every_field_of_a_line_is_explained() -> None:
    """In the order of a line's fields."""
    assert tuple(name.strip("`") for name, _ in table("field", "meaning")) == Line._fields


def test_every_rule_named_in_the_docs_exists() -> None:
    """And each page is a page of the book."""
    known = {rule.code for rule in FURY.rules}
    named = set(re.findall(r"\b[PRC]-\d\d\b", PAGE))
    assert named
    assert named <= known
    assert {int(page) for page in re.findall(r"\bp(\d+)\b", PAGE)} <= set(range(1, 56))


def test_the_full_profile_in_the_docs_has_the_stated_sum() -> None:
    """The Captain's lines and total in the text equal the appraisal."""
    pistol = {"range": 4, "properties": ["AP4"]}
    attributes = {"mov": 6, "fgt": 8, "shg": 8, "tds": 3, "cow": 3}
    created = {"size": 2, "attributes": attributes, "command_die": "d8", "shooting_weapons": [pistol]}
    (profile,) = appraise_json(document({"captain": created})).profiles
    points = [line.points for line in profile.lines if line.points]
    text = " ".join(PAGE.split())
    assert points == [8, 24, 16, 24, 24, 100, 4, 5]
    assert (
        "8 + 24 + 16 + 24 + 24 for the attributes, 100 for the die, and 4 + 5 for the pistol, **205**" in text
    )
    assert profile.points == 205
