"""Plans for a roster above an agreed limit, where exceeding the limit is only a warning."""

from typing import NamedTuple

import jsonpatch
import pytest

from builder.points.advice.roster_plan import plans_for_roster
from builder.points.document.document import dump_document
from tests.support.designs import CATALOGUES, Json, appraise_json, catalogue_for, read_document

Ways = list[tuple[dict[str, int], dict[str, int], int | None]]


class Case(NamedTuple):
    """A list with a roster above its limit, the rule that warns, and the plans' changes."""

    system: str
    rule: str
    designs: Json
    rows: list[Json]
    limit: int
    ways: Ways
    option: str = ""

    def document(self, limit: int | None) -> Json:
        """Return the list with its one roster."""
        edition = next(edition for system, edition in CATALOGUES if system == self.system)
        profiles = [{"key": key, "name": key.title(), "design": item} for key, item in self.designs.items()]
        return {
            "format": "company-list", "version": 1, "system": self.system, "edition": edition, "name": "T",
            "profiles": profiles, "rosters": [{"name": "R", "limit": limit, "entries": self.rows}],
        }  # fmt: skip


def model(cost: int) -> Json:
    """Return a model of Crimson Dusk with an agreed cost."""
    return {"quality": "rg", "ap": 3, "av": 8, "cost": cost}


CASES = {
    # 6 + 3 × 6 = 24 UV
    "zapp": Case(
        "zapp", "R-06",
        {"line": {"figures": 24, "general": True}, "horse": {"figures": 24}, "few": {"figures": 16}},
        [{"profile": "line", "count": 1}, {"profile": "horse", "count": 3}], 20,
        [({"horse": 2}, {"few": 2}, 20), ({"horse": 1}, {}, 20), ({}, {}, 24)],
    ),
    # 10 × (6 + 2) = 80 points; a bow costs 1 less than a longbow
    "fubar": Case(
        "dark-fantasy-fubar", "R-07",
        {"archer": {"level": "veteran", "ranged": [{"code": "longbow"}]}, "slinger": {"level": "seasoned"}},
        [{"profile": "archer", "count": 10}], 70,
        [({"archer": 2}, {}, 70), ({"archer": 10}, {"slinger": 10}, 70), ({}, {}, 80), ({}, {}, 70)],
        "archer",
    ),
    # 6 × 10 = 60
    "crimson": Case(
        "crimson-dusk", "R-08",
        {"guard": model(10), "green": model(7)},
        [{"profile": "guard", "count": 6, "unit": "section"}], 55,
        [({"guard": 1}, {}, 55), ({"guard": 6}, {"green": 6}, 55), ({}, {}, 60)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_limit_can_be_met_in_four_ways(name: str) -> None:
    """Each plan works: the warning is gone, and no other warning appears."""
    case = CASES[name]
    value = case.document(case.limit)
    before = appraise_json(value).rosters[0]
    assert (case.rule, "warning") in {(f.code, f.level) for f in before.findings}
    document = read_document(value)
    catalogue = catalogue_for(document)
    plans = plans_for_roster(document, 0, catalogue)
    assert [(plan.removed, plan.added, plan.limit) for plan in plans] == case.ways
    assert [plan.option.profile for plan in plans if plan.option] == [case.option] * bool(case.option)
    dumped = dump_document(document, catalogue)
    for plan in plans:
        patch = [op.to_json() for op in plan.moved_below("/rosters/0").patch]
        after = appraise_json(jsonpatch.apply_patch(dumped, patch)).rosters[0]
        assert not [f for f in after.findings if f.level != "note"], plan
        assert (after.points, after.limit) == (plan.points, plan.limit)


@pytest.mark.parametrize("name", CASES)
def test_a_roster_within_its_limit_needs_no_plan(name: str) -> None:
    case = CASES[name]
    for limit in (None, max(way[2] or 0 for way in case.ways)):
        document = read_document(case.document(limit))
        assert plans_for_roster(document, 0, catalogue_for(document)) == ()
