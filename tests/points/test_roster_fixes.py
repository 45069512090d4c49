"""Fixes of rosters in extreme cases."""

import pytest

from builder.points.advice.roster_plan import plans_for_roster
from builder.points.appraisal.appraisal import appraise
from builder.points.document.json_reader import MAX_VALUE
from builder.points.pricing.system import System
from builder.points.systems import SYSTEMS
from tests.support import tin_soldiers as tin
from tests.support.designs import (
    Json,
    appraise_json,
    design,
    document,
    picks,
)
from tests.support.tin_variants import changed_catalogue, read_with


def test_a_choice_between_two_removals_gives_plans_cheapest_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A drum is free, and one on bare tin costs a penny less, in a game without a minimum price."""
    monkeypatch.setitem(SYSTEMS, tin.TIN.system, System())
    rule = (
        'constraints = [{ rule = "T-06", level = "error", kind = "roster_max", page = 7, count = 1,'
        ' message = "More than one drum." }]'
    )
    free = ('kind = "fixed", points = 5 }\npage = 7', f'kind = "fixed" }}\n{rule}\npage = 7')
    catalogue = changed_catalogue(free, ('required_rule = "T-02"', ""))
    drum = [{"code": "drum"}]
    bands: dict[str, Json] = {"plain": {"drills": drum}, "bare": {"paint": "bare", "drills": drum}}
    entries = [{"profile": key, "count": 1} for key in bands]
    document = tin.document(bands, rosters=[{"name": "Friday", "limit": 9, "entries": entries}])
    list_document = read_with(catalogue, document)
    (roster,) = appraise(list_document, catalogue).rosters
    assert roster.points == 0 - 1
    assert [(f.message, f.fix) for f in roster.findings] == [("More than one drum; remove 1.", None)]
    assert [plan.removed for plan in plans_for_roster(list_document, 0, catalogue)] == [
        {"bare": 1},
        {"plain": 1},
    ]


def test_all_but_one_of_many_models_can_be_removed() -> None:
    """One plain fighter of 32 points fits in this game."""
    entries = [{"profile": "plain", "count": MAX_VALUE}]
    list_document = document(
        {"plain": design()}, rosters=[{"name": "Friday", "limit": 32, "entries": entries}]
    )
    (roster,) = appraise_json(list_document).rosters
    (finding,) = [f for f in roster.findings if (f.code, f.where) == ("R-01", "entries")]
    assert finding.fix is not None
    assert finding.fix.label == f"Remove {MAX_VALUE - 1} × Plain"


SORCERER: Json = {"mgc": 4, "magic": "low"}  # 32 with 5 for it: 37


def fix_of_points(limit: int, profiles: dict[str, Json], **counts: int) -> str | None:
    """Return the fix of a roster above its limit."""
    entries = [{"profile": key, "count": counts.get(key, 1)} for key in profiles]
    list_document = document(profiles, rosters=[{"name": "Friday", "limit": limit, "entries": entries}])
    (roster,) = appraise_json(list_document).rosters
    (finding,) = [f for f in roster.findings if (f.code, f.where) == ("R-01", "entries")]
    return finding.fix and finding.fix.label


def test_a_named_master_stays_with_the_familiar_that_names_him() -> None:
    """357 + 77 + 62 + 82 = 578, 78 too many. Without the Mage, the Owl would have no master (R-09)."""
    profiles = {
        "mage": design(**SORCERER, spells=picks("heal")),  # 37 + 40
        "witch": design(**SORCERER, spells=picks("banish")),  # 37 + 25
        "owl": design(properties=picks({"code": "familiar", "profile": "mage"})),  # 32 + 50
        "giant": design(properties=picks("force-field", "ghostsight", "burrower")),  # 32 + 325
    }
    assert fix_of_points(500, profiles) == "Remove 1 × Owl"


def test_forbidden_removals_do_not_use_up_the_search() -> None:
    """111 too many: most of the 40 sorcerers (37 each) are needed by familiars, but one with a cat can be
    removed.
    """
    cat = design(mov=4, properties=picks("familiar"))  # 28 + 50
    profiles = {**{f"m{n}": design(**SORCERER) for n in range(40)}, "cat": cat}
    total = 40 * 37 + 40 * 78
    assert fix_of_points(total - 111, profiles, cat=40) == "Remove 1 × M0 and 1 × Cat"


def test_removals_just_past_a_limit_do_not_use_up_the_search() -> None:
    """137 too many: without two of 160 sorcerers with a cat, one cat would be too many; one with two cats
    costs 163.

    Replacing a sorcerer by a cat saves 26, six of them 156.
    """
    cat = design(mov=4, fgt=2, tds=9, cow=9, properties=picks("familiar"))  # 13 + 50
    profiles = {**{f"m{n}": design(**SORCERER) for n in range(160)}, "cat": cat}
    total = 160 * 37 + 160 * 63
    assert fix_of_points(total - 137, profiles, cat=160) == "Swap 6 × Cat for 6 × M0"
