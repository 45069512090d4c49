"""What only some games have, by the made-up one: kinds of profile, values, units, and terms of a roster."""

import copy
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, DocumentError, Member, RosterEntry
from builder.points.document.units import field_text, may_join, row_text, unit_kind
from builder.points.pricing.values import value_text
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.results import Appraisal
from tests.support.designs import Json
from tests.support.roster_plans import best_plan
from tests.support.tin_soldiers import GUARDS, TIN, changed, document, judge_one, read
from tests.support.tin_variants import changed_catalogue, finding_messages, read_with

pytestmark = pytest.mark.usefixtures("tin_soldiers")

OFFICER: Json = {"kind": "officer", "body": {"stand": 2, "pace": 2}, "kit": {"coat": "wool"}}
BANDS = {"guards": GUARDS, "plain": {"body": {"pace": 1}}, "officer": OFFICER}


def value_of(design: Json, code: str) -> tuple[int | None, str, list[tuple[str, int | None]]]:
    """A value of one band: its number, how it is written, and its lines."""
    judged = judge_one(design).value(code)
    assert judged is not None
    return judged.number, judged.text, [(line.label, line.points) for line in judged.lines]


def judge_roster(
    *entries: Json, limit: int | None = None, maximum: int | None = None
) -> tuple[Appraisal, Document]:
    """The appraisal of one roster of these rows, and its list; ``maximum`` is the Max of the plain band."""
    profiles = document(BANDS)["profiles"]
    profiles[1]["max"] = maximum
    roster = {"name": "Box", "limit": limit, "entries": list(entries)}
    full = {**document({}), "profiles": profiles, "rosters": [roster]}
    return appraise(read(full), TIN), read(full)


def row(profile: str, count: int = 1, **more: Any) -> Json:
    """A row of a roster."""
    return {"profile": profile, "count": count, **more}


# ------------------------------------------------------------------ values


def test_values_are_sums_of_their_inputs() -> None:
    """Twice the Pace of 4, and an inch for the one rank of a drummed band of three."""
    assert value_of(GUARDS, "march") == (9, "9″", [("Pace", 8), ("Drum", 1)])
    judged = judge_one(GUARDS).value("march")
    assert judged is not None
    assert [(line.base, line.factor) for line in judged.lines] == [(4, Fraction(2)), (1, Fraction(1))]
    assert value_of({**GUARDS, "figures": 7}, "march")[0] == 10
    assert value_of(GUARDS, "strength") == (4, "4", [("Stand", 4)])


def test_spent_points_have_a_limit_and_a_finding() -> None:
    """Plate of 3 and a spike of 1 are all that a low stand carries; a mould of 2 passes the limit."""
    full = changed("kit.coat", "plate")
    assert value_of(full, "load")[:2] == (4, "4 of 4")
    assert [f.code for f in judge_one(full).findings] == ["T-07"]
    over = copy.deepcopy(full)
    over["drills"].append({"code": "mould", "of": "guards"})
    findings = [f for f in judge_one(over, {"guards": GUARDS}).findings if f.code == "T-15"]
    assert [(f.where, f.message) for f in findings] == [
        ("drills[3]", "Load: 6 ounces, at most 4: free up 2 ounces.")
    ]


def test_values_without_inputs_are_not_numbers() -> None:
    """A blank Pace is no march of 0; a limit that is not known is a dash."""
    assert value_of({"figures": 3}, "march") == (None, "–", [])
    assert value_text(index_of(TIN).values["load"], 3) == "3 of –"


# ------------------------------------------------------------------ kinds


def test_values_of_another_kind_are_reported_with_a_fix() -> None:
    """Drills are for bands: an officer's break the rule that says so, and the fix is to have none."""
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


# ------------------------------------------------------------------ what a roster owes every game


OVER = "188 pennies, 1 over the 187 of this roster: save at least 1, or agree on a higher limit."
MANY = "3 × Plain, but its Max in this list is 2: remove 1."
LOST = "gone is not in this list: remove the row, or restore the profile."


@pytest.mark.parametrize(
    ("entries", "fields", "result"),
    [
        ([row("guards", 2)], {"limit": 188}, []),
        ([row("guards", 2)], {"limit": 187}, [("T-11", OVER)]),
        ([row("plain", 3)], {"maximum": 3}, []),
        ([row("plain", 3)], {"maximum": 2}, [("T-12", MANY)]),
        ([row("plain"), row("gone")], {}, [("T-13", LOST)]),
        ([row("plain", 0)], {}, [("empty", "No soldiers yet: add one.")]),
        ([row("gone", 0), row("officer")], {}, []),
        ([row("officer", 2)], {}, [("T-14", "2 × Officer, at most 1: remove 1.")]),
    ],
)  # fmt: skip
def test_the_core_checks_every_roster(
    entries: list[Json], fields: Json, result: list[tuple[str, str]]
) -> None:
    """Over the limit or a Max, a lost profile, nobody, too many of a kind: by the catalogue's ids."""
    appraisal, _ = judge_roster(*entries, **fields)
    roster = appraisal.rosters[0]
    assert [(f.code, f.message) for f in roster.findings] == result
    assert appraisal.is_legal(roster) is (not result)


def test_rosters_of_a_system_without_roster_rules_are_checked() -> None:
    """Without the catalogue's words for it."""
    text = '[roster]\nlimit = "optional"\nlimit_rule = "T-11"\nmax_rule = "T-12"\nprofile_rule = "T-13"\n'
    catalogue = changed_catalogue((text, ""))
    full = {
        **document(BANDS),
        "rosters": [{"name": "", "limit": 9, "entries": [row("guards"), row("gone")]}],
    }
    full["profiles"][0]["max"] = 0
    roster = appraise(read_with(catalogue, full), catalogue).rosters[0]
    assert [f.code for f in roster.findings] == ["limit", "max", "profile"]


def test_every_error_has_a_fix_and_plans_end_legal() -> None:
    appraisal, full = judge_roster(
        row("guards", 2), row("plain", 3), row("officer", 2), row("gone"), limit=200, maximum=2
    )
    assert all(finding.fix for finding in appraisal.rosters[0].findings)
    plan = best_plan(full, 0, TIN)
    assert plan is not None
    assert plan.points is not None
    assert plan.points <= 200


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
    """One officer and one plain band are allowed; of one of the two that is only a guideline."""
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


def test_too_few_of_a_kind_are_reported() -> None:
    catalogue = changed_catalogue(("most = 1\n", "most = 1\nleast = 1\n"))
    for officers, result in ((0, ["No officer yet: add 1."]), (1, [])):
        entries = [row("guards"), row("officer", officers)]
        list_document = read_with(
            catalogue, {**document(BANDS), "rosters": [{"name": "", "limit": None, "entries": entries}]}
        )
        assert [f.message for f in appraise(list_document, catalogue).rosters[0].findings] == result


# ------------------------------------------------------------------ units and limits


def test_members_with_count_zero_are_not_shown() -> None:
    entry = RosterEntry(
        profile="guards", count=2, name="Old Guard", others=(Member(profile="plain", count=0),)
    )
    assert row_text(entry, {"guards": "Guards", "plain": "Plain"}) == "Old Guard: 2 × Guards"


def test_facts_of_a_roster_are_shown() -> None:
    number = index_of(TIN).attributes["pace"]
    flag = replace(number, kind="flag")
    assert [field_text(number, value) for value in (-1, 0, None)] == ["\N{MINUS SIGN}1", "0", ""]
    assert [field_text(flag, value) for value in (1, 0, None)] == ["yes", "no", ""]


def test_kinds_of_units_have_their_own_members() -> None:
    """A crew of whoever comes, put before the platoon, which is of bands; without a code it is the first."""
    crew = '[[unit_kinds]]\ncode = "crew"\nname = "Crew"\nplural = "Crews"\n\n[[unit_kinds]]\n'
    catalogue = changed_catalogue(("[[unit_kinds]]\n", crew))
    kinds = [unit_kind(catalogue, code) for code in ("platoon", "")]
    assert [kind.code for kind in kinds if kind] == ["platoon", "crew"]
    guards, _, officer = read(document(BANDS)).profiles
    joins = [
        [may_join(catalogue, kind, item.design) for kind in (*kinds, None)] for item in (guards, officer)
    ]
    assert joins == [[True, True, False], [False, True, False]]


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
    """Of all their members but the attached officer; a unit of nobody has none."""
    catalogue = changed_catalogue(("most = 12\n", "least = 10\nmost = 12\n"))
    unit = row("guards", 9, others=[row("plain", more)], attached=[row("officer")])
    roster = {"name": "", "limit": None, "entries": [unit, row("plain", 0)]}
    full = read_with(catalogue, document(BANDS, rosters=[roster]))
    findings = appraise(full, catalogue).rosters[0].findings
    assert [(f.where, f.message) for f in findings if f.code == "T-16"] == [
        ("entries[0]", message) for message in messages
    ]


def test_a_unit_counts_all_of_its_members() -> None:
    """Points and soldiers of others and of who is attached; a lost one is found and can be taken out."""
    unit = row("guards", 2, name="Old Guard", others=[row("plain", 3)], attached=[row("officer")])
    appraisal, full = judge_roster(unit)
    roster, each = appraisal.rosters[0], {p.key: p.points or 0 for p in appraisal.profiles}
    assert roster.points == 2 * each["guards"] + 3 * each["plain"] + each["officer"]
    assert (roster.models, roster.findings) == (6, ())
    assert full.rosters[0].counts() == {"guards": 2, "plain": 3, "officer": 1}
    lost, _ = judge_roster({**unit, "others": [row("gone", 2)]})
    (finding,) = lost.rosters[0].findings
    assert finding.fix is not None
    assert [op.path for op in finding.fix.patch] == ["/rosters/0/entries/0/others/0"]


@pytest.mark.parametrize(
    ("limit", "words"),
    [("required", "is missing"), ("none", "rosters of this game have none"), ("fixed", "")],
)
def test_games_declare_whether_rosters_have_a_limit(limit: str, words: str) -> None:
    """Asked for, refused, or always the same."""
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


# ------------------------------------------------------------------ counts, comparisons, agreed prices
