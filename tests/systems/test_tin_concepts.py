"""Kinds of profiles, sizes of units and limits of rosters, in a combination that no bundled game has."""

from typing import Any

import pytest

from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import DocumentError, Member, RosterEntry
from builder.points.document.units import row_text
from tests.support.designs import Json
from tests.support.roster_plans import best_plan
from tests.support.tin_soldiers import GUARDS, document
from tests.support.tin_variants import changed_catalogue, finding_messages, read_with

pytestmark = pytest.mark.usefixtures("tin_soldiers")

OFFICER: Json = {"kind": "officer", "body": {"stand": 2, "pace": 2}, "kit": {"coat": "wool"}}
BANDS = {"guards": GUARDS, "plain": {"body": {"pace": 1}}, "officer": OFFICER}


def row(profile: str, count: int = 1, **more: Any) -> Json:
    """Return a row of a roster."""
    return {"profile": profile, "count": count, **more}


def test_values_of_another_kind_are_reported_with_a_fix() -> None:
    """Only bands have drills. An officer with drills breaks the rule, and the fix removes them."""
    rule = (
        '{ rule = "T-07", level = "error", kind = "other_kind", page = 7, message = "{name} of an officer." }'
    )
    catalogue = changed_catalogue(
        ('repeat_rule = "T-06"\n', f'repeat_rule = "T-06"\nconstraints = [{rule}]\n')
    )
    assert finding_messages(catalogue, OFFICER) == []
    drilled = read_with(catalogue, document({"own": {**OFFICER, "drills": [{"code": "drum"}]}}))
    (finding,) = appraise_with_fixes(drilled, catalogue).profile("own").findings
    assert finding[:4] == ("error", "T-07", "drills", "Drills of an officer.")
    assert finding.fix is not None
    assert finding.fix.label == "Remove the drills"
    assert [(op.op, op.path, op.value) for op in finding.fix.patch] == [
        ("test", "/profiles/0/design/drills/0", {"code": "drum"}),
        ("remove", "/profiles/0/design/drills/0", None),
    ]


def test_rosters_of_a_system_without_roster_rules_are_checked() -> None:
    """The messages use default words."""
    text = '[roster]\nlimit = "optional"\nlimit_rule = "T-11"\nmax_rule = "T-12"\nprofile_rule = "T-13"\n'
    catalogue = changed_catalogue((text, ""))
    full = {
        **document(BANDS),
        "rosters": [{"name": "", "limit": 9, "entries": [row("guards"), row("gone")]}],
    }
    full["profiles"][0]["max"] = 0
    roster = appraise(read_with(catalogue, full), catalogue).rosters[0]
    assert [f.code for f in roster.findings] == ["limit", "max", "profile"]


@pytest.mark.parametrize(
    ("guideline", "warned", "removed"),
    [
        (('rule = "T-14"', 'rule = "T-14"\nlevel = "warning"'), "T-14", {"plain": 2}),
        (('max_rule = "T-12"', 'max_rule = "T-12"\nmax_level = "warning"'), "T-12", {"officer": 1}),
    ],
)
def test_plans_obey_limits_and_ignore_guidelines(
    guideline: tuple[str, str], warned: str, removed: dict[str, int]
) -> None:
    """One officer and one plain band are allowed. One of the two limits is only a guideline."""
    catalogue = changed_catalogue(guideline)
    entries = [row("officer", 2), row("plain", 3)]
    full = {**document(BANDS), "rosters": [{"name": "", "limit": None, "entries": entries}]}
    full["profiles"][1]["max"] = 1
    roster = appraise(read_with(catalogue, full), catalogue).rosters[0]
    assert {f.code: f.where for f in roster.findings} == {"T-12": "entries[1]", "T-14": "entries"}
    assert [f.code for f in roster.findings if f.level == "warning"] == [warned]
    plan = best_plan(read_with(catalogue, full), 0, catalogue)
    assert plan is not None
    assert plan.removed == removed


def test_members_with_count_zero_are_not_shown() -> None:
    entry = RosterEntry(
        profile="guards", count=2, name="Old Guard", others=(Member(profile="plain", count=0),)
    )
    assert row_text(entry, {"guards": "Guards", "plain": "Plain"}) == "Old Guard: 2 × Guards"


@pytest.mark.parametrize(
    ("more", "messages"),
    [
        (0, ["Platoon of 9 soldiers, at least 10: add 1."]),
        (1, []),
        (3, []),
        (4, ["Platoon of 13 soldiers, at most 12: remove 1."]),
    ],
)
def test_units_have_a_size(more: int, messages: list[str]) -> None:
    """The size counts all members except the attached officer. An empty unit has no size."""
    catalogue = changed_catalogue(("most = 12\n", "least = 10\nmost = 12\n"))
    unit = row("guards", 9, others=[row("plain", more)], attached=[row("officer")])
    roster = {"name": "", "limit": None, "entries": [unit, row("plain", 0)]}
    full = read_with(catalogue, document(BANDS, rosters=[roster]))
    findings = appraise(full, catalogue).rosters[0].findings
    assert [(f.where, f.message) for f in findings if f.code == "T-16"] == [
        ("entries[0]", message) for message in messages
    ]


@pytest.mark.parametrize(
    ("limit", "words"),
    [("required", "is missing"), ("none", "rosters of this game have none"), ("fixed", "")],
)
def test_games_declare_whether_rosters_have_a_limit(limit: str, words: str) -> None:
    """A game's rosters require a limit, refuse it, or have a fixed limit."""
    catalogue = changed_catalogue(('limit = "optional"', f'limit = "{limit}"\npoints = 400'))
    full = {
        **document({}),
        "rosters": [{"name": "Box", "entries": []} | ({"limit": 5} if limit == "none" else {})],
    }
    if words:
        with pytest.raises(DocumentError, match=words):
            read_with(catalogue, full)
    else:
        assert read_with(catalogue, full).rosters[0].limit == 400
