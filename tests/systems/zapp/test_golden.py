"""Zapp! Thou Art Slain's worked examples: lines, Universal Values, calculated numbers and findings."""

import re

from tests.support.designs import Json
from tests.support.project_files import ROOT
from tests.support.zapp import ZAPP, appraise_profile, unit
from tests.systems.zapp.independent_calculation import TABLES

WORKED: Json = TABLES["worked"]


def test_every_mark_is_correct_at_every_value() -> None:
    """From 1 to 24, for troops and for Undead, compared with the independent calculation."""
    for uv, (half, fifth, undead) in TABLES["marks"].items():
        troops = {v.code: v.number for v in appraise_profile({"bases": int(uv)}).values}
        assert (troops["shaken"], troops["removed"]) == (half, fifth), uv
        dead = appraise_profile({"bases": int(uv) - TABLES["undead"], "undead": True})
        if int(uv) > TABLES["undead"]:
            marks = {v.code: (v.number, v.text) for v in dead.values}
            assert (marks["shaken"], marks["removed"][0]) == ((None, "never"), undead), uv


def test_remainders_are_shown_on_their_line() -> None:
    """26 figures in fours make six bases, rounded down. A threshold is rounded up."""
    profile = appraise_profile(unit(26, shields=True))
    assert [(line.rounded, line.points) for line in profile.lines] == [("down", 6), ("", 1)]
    shaken = profile.value("shaken")
    assert shaken is not None
    assert [(line.rounded, line.points) for line in shaken.lines] == [("up", 4)]


def test_the_docs_show_the_worked_values() -> None:
    """The table in the docs contains the worked values."""
    page = (ROOT / "docs" / "points-of-zapp.md").read_text(encoding="utf-8")
    matches = re.findall(r"^\| ([\w ,-]+?) \| ([\d-]+) \| ([\d-]+) \| (\w+|-) \| ([\d-]+) \|", page, re.M)
    known = [
        tuple("-" if part is None else str(part) for part in (name, *row.values()))
        for name, row in WORKED.items()
    ]
    assert [tuple("-" if part == "never" else part for part in row) for row in matches] == known
    assert set(re.findall(r"\b[PRC]-\d\d\b", page)) <= {rule.code for rule in ZAPP.rules}
