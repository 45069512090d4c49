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
from tests.support.designs import CATALOGUES, PUBLISHED, appraise_json, read_document
from tests.support.designs import document as design_document
from tests.support.fubar import FUBAR, figure, fubar_document
from tests.support.roster_cases import PROFILES
from tests.support.strategies import Json, documents, roster_rows

EVERY = [(catalogue.system, catalogue.edition) for catalogue in PUBLISHED]
INDEX = re.compile(r"\[\d+\]")
ADVISED = re.compile(r"\b(?:add|remove|save at least) (\d+)\b", re.IGNORECASE)
MOST_FOLLOWED = 60


@st.composite
def rosters_of_samples(draw: st.DrawFn, catalogue: Catalogue) -> Json:
    """A bundled list, whose profiles are legal, with a roster of some of them in a game of any size."""
    paths = sorted((DATA_FOLDER / catalogue.system / "samples").glob("*.json"))
    data: Json = json.loads(draw(st.sampled_from(paths)).read_text(encoding="utf-8"))
    keys = tuple(profile["key"] for profile in data["profiles"])
    limits = {
        "required": st.sampled_from([100, 250, 400, 500, 600, 750, 1000]),
        "optional": st.none() | st.integers(20, 900),
    }
    for profile in data["profiles"]:
        profile["max"] = draw(st.sampled_from([None, None, None, 0, 1, 3]))
    rows = draw(st.lists(roster_rows(catalogue, keys), max_size=5))
    limit = draw(limits[catalogue.roster.limit])
    return {**data, "rosters": [{"name": "Friday", "limit": limit, "entries": rows}]}


def kinds(roster_appraisal: RosterAppraisal, *levels: str) -> Counter[tuple[str, str, str]]:
    """The findings by level, rule and place, wherever their rows are."""
    return Counter(
        (f.level, f.code, INDEX.sub("", f.where)) for f in roster_appraisal.findings if f.level in levels
    )


def warnings_of(roster_appraisal: RosterAppraisal) -> set[str]:
    """The messages of a roster's warnings."""
    return {finding.message for finding in roster_appraisal.findings if finding.level == "warning"}


def patched(document: Document, patch: tuple[PatchOperation, ...], catalogue: Catalogue) -> Document:
    """The list as a patch leaves it, which another library applies."""
    value: Any = dump_document(document, catalogue)
    return parse_document(jsonpatch.apply_patch(value, [op.to_json() for op in patch]), CATALOGUES)


def filled(document: Document, fill: Fill, room: RemainingCapacity, catalogue: Catalogue) -> Document:
    """The list with a fill added to its roster, in rows of their own."""
    units = room.units if catalogue.unit_kinds else {}
    more = tuple(
        RosterEntry(profile=key, count=count, unit=units[key].kind if units else "")
        for key, count in fill.entries
    )
    roster = document.rosters[0]
    return replace(document, rosters=(replace(roster, entries=(*roster.entries, *more)),))


def check_fix(document: Document, finding: Finding, catalogue: Catalogue) -> Document:
    """Return the list after a fix, which ends its finding and brings no new error or warning."""
    assert finding.fix is not None
    after = patched(document, finding.fix.patch, catalogue)
    before, now = (appraise(item, catalogue).rosters[0] for item in (document, after))
    kind = finding.level, finding.code, INDEX.sub("", finding.where)
    reported = finding, finding.fix
    assert kinds(now, finding.level)[kind] < kinds(before, finding.level)[kind], reported
    assert kinds(now, "error", "warning") <= kinds(before, "error", "warning"), reported
    return after


def check_advice(drawn: Json, catalogue: Catalogue) -> None:
    """Every fix, fill and plan of the list's roster is what it says; following the fixes ends."""
    document = read_document(drawn)
    now = appraise(document, catalogue)
    roster = now.rosters[0]
    for finding in roster.findings:
        if finding.fix:
            check_fix(document, finding, catalogue)
    room = remaining_capacity(document, 0, catalogue)
    for fill in room.fills:
        judged = appraise(filled(document, fill, room, catalogue), catalogue).rosters[0]
        assert kinds(judged, "error") <= kinds(roster, "error"), fill
        assert fill.warnings or kinds(judged, "warning") <= kinds(roster, "warning"), fill
        assert {*fill.warnings} <= warnings_of(judged) - warnings_of(roster), fill
        assert judged.points == (roster.points or 0) + fill.points
    plans = plans_for_roster(document, 0, catalogue, now)
    assert not plans or not now.is_legal(roster) or is_over_limit(roster, catalogue)
    for plan in plans:
        after = patched(document, plan.moved_below("/rosters/0").patch, catalogue)
        judged_list = appraise(after, catalogue)
        (judged,) = judged_list.rosters
        assert judged_list.is_legal(judged), plan
        assert not is_over_limit(judged, catalogue), plan
        assert (judged.points, judged.models, judged.limit) == (plan.points, plan.models, plan.limit)
        counts, left = document.rosters[0].counts(), after.rosters[0].counts()
        assert (counts - left, left - counts) == (Counter(plan.removed), Counter(plan.added))
    check_following_ends(document, catalogue)


def is_over_limit(roster: RosterAppraisal, catalogue: Catalogue) -> bool:
    """Whether a roster passes the limit that its players agreed on."""
    rule = catalogue.roster.limit_rule
    return any((f.level, f.code, f.where) == ("warning", rule, "entries") for f in roster.findings)


def check_following_ends(document: Document, catalogue: Catalogue) -> None:
    """The first fix of a roster, then that of what is left, and so on: there is a last one."""
    for _ in range(MOST_FOLLOWED):
        (roster,) = appraise(document, catalogue).rosters
        finding = next((finding for finding in roster.findings if finding.fix), None)
        if finding is None:
            return
        document = check_fix(document, finding, catalogue)
    raise AssertionError("the fixes have no end")


def test_findings_with_equal_messages_have_their_own_fixes() -> None:
    """A monster is attached to a row of its own in two places; without one of them the other may be four."""
    cast = {"beast": figure(kind="monster"), "hero": figure(kind="character")}
    attached = [{"profile": key, "count": n} for key, n in (("beast", 4), ("beast", 1), ("hero", 1))]
    rows = [{"profile": "beast", "count": 0, "attached": attached}]
    check_advice(fubar_document(cast, rosters=[{"name": "Friday", "limit": None, "entries": rows}]), FUBAR)


def test_a_fix_does_not_exceed_the_max_of_another_profile() -> None:
    """Three Knights are too many, by 292 points; the swap for three Archers would save enough."""
    company_list = design_document({key: PROFILES[key] for key in ("knight", "archer")})
    for row, maximum in zip(company_list["profiles"], (3, 1), strict=True):
        row["max"] = maximum
    entries = [{"profile": "knight", "count": 6}]
    company_list["rosters"] = [{"name": "Friday", "limit": 500, "entries": entries}]
    (roster,) = appraise_json(company_list).rosters
    assert {f.code: f.fix and f.fix.label for f in roster.findings if f.level == "error"} == {
        "R-01": "Remove 3 × Knight",
        "R-08": "Remove 3 × Knight",
    }


@pytest.mark.parametrize("name", EVERY, ids="-".join)
@settings(max_examples=300 if is_wide() else 6, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_amounts_are_the_numbers_in_the_advice_of_messages(
    name: tuple[str, str], data: st.DataObject
) -> None:
    """A finding that says to add, remove or save a number has that amount."""
    (roster,) = appraise(
        read_document(data.draw(rosters_of_samples(CATALOGUES[name]))), CATALOGUES[name]
    ).rosters
    for finding in roster.plain_findings:
        if advised := ADVISED.search(finding.message):
            assert finding.amount == int(advised[1]), finding


@pytest.mark.parametrize("name", EVERY, ids="-".join)
@settings(max_examples=300 if is_wide() else 6, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_advice_on_illegal_lists_causes_no_new_errors(name: tuple[str, str], data: st.DataObject) -> None:
    """Profiles and rosters are random."""
    drawn = data.draw(documents(CATALOGUES[name]))
    check_advice({**drawn, "rosters": drawn["rosters"][:1]}, CATALOGUES[name])


@pytest.mark.parametrize("name", EVERY, ids="-".join)
@settings(max_examples=300 if is_wide() else 6, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_advice_on_legal_profiles_causes_no_new_errors(name: tuple[str, str], data: st.DataObject) -> None:
    """Rosters alone are random, so that many of them are legal, or become so."""
    check_advice(data.draw(rosters_of_samples(CATALOGUES[name])), CATALOGUES[name])
