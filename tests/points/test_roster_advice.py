"""Advice on rosters of every game does what it says, and no harm: each change is made and appraised again."""

import json
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import jsonpatch
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.catalogue.rulings import DATA_FOLDER
from builder.points.advice.capacity import Fill, RemainingCapacity, remaining_capacity
from builder.points.advice.roster_plan import plans_for_roster
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, RosterEntry, dump_document, parse_document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Finding, PatchOperation, RosterAppraisal
from tests.lanes import is_wide
from tests.support.designs import CATALOGUES, read_document
from tests.support.strategies import Json, documents, roster_rows

EVERY = sorted(CATALOGUES)
INDEX = re.compile(r"\[\d+\]")
MOST_FOLLOWED = 60


@st.composite
def rosters_of_samples(draw: st.DrawFn, catalogue: Catalogue) -> Json:
    """A bundled list, whose profiles are legal, with a roster of some of them in a game of any size."""
    paths = sorted((DATA_FOLDER / catalogue.system / "samples").glob("*.json"))
    whole: Json = json.loads(draw(st.sampled_from(paths)).read_text(encoding="utf-8"))
    keys = tuple(profile["key"] for profile in whole["profiles"])
    limits = {
        "required": st.sampled_from([100, 250, 400, 500, 600, 750, 1000]),
        "optional": st.none() | st.integers(20, 900),
    }
    for profile in whole["profiles"]:
        profile["max"] = draw(st.sampled_from([None, None, None, 0, 1, 3]))
    rows = draw(st.lists(roster_rows(catalogue, keys), max_size=5))
    limit = draw(limits[catalogue.roster.limit])
    return {**whole, "rosters": [{"name": "Friday", "limit": limit, "entries": rows}]}


def kinds(found: RosterAppraisal, *levels: str) -> Counter[tuple[str, str, str]]:
    """The findings by level, rule and place, wherever their rows are."""
    return Counter((f.level, f.code, INDEX.sub("", f.where)) for f in found.findings if f.level in levels)


def patched(made: Document, patch: tuple[PatchOperation, ...], catalogue: Catalogue) -> Document:
    """The list as a patch leaves it, which another library applies."""
    value: Any = dump_document(made, catalogue)
    return parse_document(jsonpatch.apply_patch(value, [op.to_json() for op in patch]), CATALOGUES)


def filled(made: Document, fill: Fill, room: RemainingCapacity, catalogue: Catalogue) -> Document:
    """The list with a fill added to its roster, in rows of their own."""
    units = room.units if catalogue.unit_kinds else {}
    more = tuple(
        RosterEntry(profile=key, count=count, unit=units[key].kind if units else "")
        for key, count in fill.entries
    )
    roster = made.rosters[0]
    return replace(made, rosters=(replace(roster, entries=(*roster.entries, *more)),))


def check_fix(made: Document, finding: Finding, catalogue: Catalogue) -> Document:
    """Return the list after a fix, which ends its finding and brings no new error or warning."""
    assert finding.fix is not None
    after = patched(made, finding.fix.patch, catalogue)
    before, now = (appraise(one, catalogue).rosters[0] for one in (made, after))
    kind = finding.level, finding.code, INDEX.sub("", finding.where)
    told = finding, finding.fix
    assert kinds(now, finding.level)[kind] < kinds(before, finding.level)[kind], told
    assert kinds(now, "error", "warning") <= kinds(before, "error", "warning"), told
    return after


def check_advice(drawn: Json, catalogue: Catalogue) -> None:
    """Every fix, fill and plan of the list's roster is what it says; following the fixes ends."""
    made = read_document(drawn)
    now = appraise(made, catalogue)
    roster = now.rosters[0]
    for finding in roster.findings:
        if finding.fix:
            check_fix(made, finding, catalogue)
    room = remaining_capacity(made, 0, catalogue, now)
    for fill in room.fills:
        judged = appraise(filled(made, fill, room, catalogue), catalogue).rosters[0]
        assert kinds(judged, "error") <= kinds(roster, "error"), fill
        assert bool(kinds(judged, "warning") - kinds(roster, "warning")) is bool(fill.warnings), fill
        assert judged.points == (roster.points or 0) + fill.points
    plans = plans_for_roster(made, 0, catalogue, now)
    assert not (plans and now.is_legal(roster))
    for plan in plans:
        after = patched(made, plan.moved_below("/rosters/0").patch, catalogue)
        judged_list = appraise(after, catalogue)
        (judged,) = judged_list.rosters
        assert judged_list.is_legal(judged), plan
        assert (judged.points, judged.models, judged.limit) == (plan.points, plan.models, plan.limit)
        counts, left = made.rosters[0].counts(), after.rosters[0].counts()
        assert (counts - left, left - counts) == (Counter(plan.removed), Counter(plan.added))
    check_following_ends(made, catalogue)


def check_following_ends(made: Document, catalogue: Catalogue) -> None:
    """The first fix of a roster, then that of what is left, and so on: there is a last one."""
    for _ in range(MOST_FOLLOWED):
        (roster,) = appraise(made, catalogue).rosters
        finding = next((finding for finding in roster.findings if finding.fix), None)
        if finding is None:
            return
        made = check_fix(made, finding, catalogue)
    raise AssertionError("the fixes have no end")


@pytest.mark.parametrize("name", EVERY, ids="-".join)
@settings(max_examples=300 if is_wide() else 6, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_advice_on_illegal_lists_harms(name: tuple[str, str], data: st.DataObject) -> None:
    """Profiles and rosters are random."""
    drawn = data.draw(documents(CATALOGUES[name]))
    check_advice({**drawn, "rosters": drawn["rosters"][:1]}, CATALOGUES[name])


@pytest.mark.parametrize("name", EVERY, ids="-".join)
@settings(max_examples=300 if is_wide() else 6, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_advice_on_legal_profiles_harms(name: tuple[str, str], data: st.DataObject) -> None:
    """Rosters alone are random, so that many of them are legal, or become so."""
    check_advice(data.draw(rosters_of_samples(CATALOGUES[name])), CATALOGUES[name])
