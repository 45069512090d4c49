"""Advice is correct and harmless: fixes, fills and plans are applied, and the result is appraised."""

import copy
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import jsonpatch
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.catalogue.rulings import DATA_FOLDER
from builder.points.advice.capacity import Fill, RemainingCapacity, remaining_capacity
from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.advice.roster_plan import plans_for_roster
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, RosterEntry
from builder.points.legality.roster_changes import with_models
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, Finding, PatchOperation, RosterAppraisal
from tests.lanes import is_wide
from tests.support.designs import CATALOGUES, FURY, PUBLISHED, Json, appraise_json, document, read_document
from tests.support.fubar import FUBAR, figure, fubar_document
from tests.support.roster_cases import PROFILES
from tests.support.strategies import KEYS, designs, documents, roster_rows

INDEX = re.compile(r"\[\d+\]")
ADVISED = re.compile(r"\b(?:add|remove|save at least) (\d+)\b", re.IGNORECASE)
MOST_FOLLOWED = 60
Kind = tuple[str, str, str, str]


@st.composite
def lists_of_the_cast(draw: st.DrawFn) -> Json:
    """Return lists of up to four random designs and some of the cast, with two rosters, legal or not."""
    created: Json = {key: draw(designs(FURY)) for key in draw(st.sets(st.sampled_from(KEYS)))}
    cast = draw(st.sets(st.sampled_from(sorted(PROFILES)), min_size=1, max_size=5))
    created |= {key: PROFILES[key] for key in sorted(cast)}
    maximums = draw(st.dictionaries(st.sampled_from(sorted(created)), st.integers(0, 3), max_size=2))
    rows = st.lists(st.tuples(st.sampled_from([*created, "gone"]), st.integers(0, 6)), max_size=7)
    limits = st.sampled_from([100, 500, 500, 750, 1000])
    rosters = [
        {"name": name, "limit": draw(limits), "entries": [{"profile": k, "count": n} for k, n in draw(rows)]}
        for name in ("Friday", "Sunday")
    ]
    list_document = document(created, rosters=rosters)
    for row in list_document["profiles"]:
        row["max"] = maximums.get(row["key"])
    return list_document


@st.composite
def rosters_of_samples(draw: st.DrawFn, catalogue: Catalogue) -> Json:
    """Return a bundled list, whose profiles are legal, with a random roster for a game of any size."""
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


def patched(sent: Json, patch: Iterable[PatchOperation]) -> Json:
    """Return the document after a patch, which another library applies."""
    changed: Json = jsonpatch.apply_patch(copy.deepcopy(sent), [operation.to_json() for operation in patch])
    return changed


def appraise_sent(sent: Json, catalogue: Catalogue) -> Appraisal:
    """Return the appraisal of a document with fixes, as the API and the command return it."""
    return appraise_with_fixes(read_document(sent), catalogue, sent)


def findings_of(appraisal: Appraisal) -> list[tuple[str, Finding]]:
    """Return all findings of a list, with their profile or roster."""
    result = [(profile.key, profile.findings) for profile in appraisal.profiles]
    result += [(f"roster {place}", roster.findings) for place, roster in enumerate(appraisal.rosters)]
    return [(name, finding) for name, findings in result for finding in findings]


def kinds(appraisal: Appraisal, *levels: str) -> Counter[Kind]:
    """Count the findings of these levels by holder, level, rule and place, independent of their rows."""
    return Counter(kind(name, f) for name, f in findings_of(appraisal) if not levels or f.level in levels)


def kind(holder: str, finding: Finding) -> Kind:
    """Return a finding without its place in a list."""
    return holder, finding.level, finding.code, INDEX.sub("", finding.where)


def same(finding: Finding, appraisal: Appraisal) -> int:
    """Return how many findings of a list are equal."""
    return sum(
        (kind("", other), other.message) == (kind("", finding), finding.message)
        for _, other in findings_of(appraisal)
    )


def legal_rosters(appraisal: Appraisal) -> set[int]:
    """Return the rosters that are legal, including their profiles."""
    return {place for place, roster in enumerate(appraisal.rosters) if appraisal.is_legal(roster)}


def check_fix(sent: Json, now: Appraisal, name: str, finding: Finding) -> Json:
    """Return the document after a fix, which ends its finding and adds no error or warning to the list."""
    assert finding.fix is not None
    after_fix = patched(sent, finding.fix.patch)
    after = appraise(read_document(after_fix), CATALOGUES[now.system, now.edition])
    of_kind = kind(name, finding)
    assert same(finding, after) < same(finding, now), finding
    assert kinds(after)[of_kind] < kinds(now)[of_kind], finding
    assert kinds(after, "error", "warning") <= kinds(now, "error", "warning"), finding
    assert legal_rosters(after) >= legal_rosters(now), finding
    return after_fix


def check_following_ends(sent: Json, catalogue: Catalogue) -> None:
    """Apply the first fix again and again: there is a last one."""
    for _ in range(MOST_FOLLOWED):
        now = appraise_sent(sent, catalogue)
        fixed = next(((name, finding) for name, finding in findings_of(now) if finding.fix), None)
        if fixed is None:
            return
        sent = check_fix(sent, now, *fixed)
    raise AssertionError("the fixes have no end")


def filled(document: Document, fill: Fill, room: RemainingCapacity) -> Document:
    """Return the list after a fill of its first roster, as new units or in the rows of the profiles."""
    units = tuple(
        RosterEntry(profile=key, count=count, unit=room.units[key].kind)
        for key, count in fill.entries
        if key in room.units
    )
    roster, *others = document.rosters
    roster = with_models(roster, {key: count for key, count in fill.entries if key not in room.units})
    return replace(document, rosters=(replace(roster, entries=(*roster.entries, *units)), *others))


def warnings_of(roster_appraisal: RosterAppraisal) -> set[str]:
    """Return the messages of a roster's warnings."""
    return {finding.message for finding in roster_appraisal.findings if finding.level == "warning"}


def is_over_limit(roster: RosterAppraisal, catalogue: Catalogue) -> bool:
    """Return whether a roster is above its agreed limit."""
    rule = catalogue.roster.limit_rule
    return any((f.level, f.code, f.where) == ("warning", rule, "entries") for f in roster.findings)


def check_advice(sent: Json, catalogue: Catalogue) -> None:
    """Check every fix of a list, and every fill and plan of its first roster."""
    now = appraise_sent(sent, catalogue)
    for name, finding in findings_of(now):
        if finding.fix:
            check_fix(sent, now, name, finding)
    check_following_ends(sent, catalogue)
    document = read_document(sent)
    for place, roster in enumerate(now.rosters[:1]):
        room = remaining_capacity(document, place, catalogue)
        for fill in room.fills:
            judged = appraise(filled(document, fill, room), catalogue)
            assert kinds(judged, "error") <= kinds(now, "error"), fill
            assert legal_rosters(judged) >= legal_rosters(now), fill
            assert fill.warnings or kinds(judged, "warning") <= kinds(now, "warning"), fill
            assert {*fill.warnings} <= warnings_of(judged.rosters[place]) - warnings_of(roster), fill
            assert judged.rosters[place].points == (roster.points or 0) + fill.points
        plans = plans_for_roster(document, place, catalogue, now)
        assert not plans or not now.is_legal(roster) or is_over_limit(roster, catalogue)
        for plan in plans:
            after = read_document(patched(sent, plan.moved_below(f"/rosters/{place}").patch))
            planned = appraise(after, catalogue)
            judged_roster = planned.rosters[place]
            assert planned.is_legal(judged_roster), plan
            assert not is_over_limit(judged_roster, catalogue), plan
            assert (judged_roster.points, judged_roster.models) == (plan.points, plan.models)
            assert judged_roster.limit == plan.limit
            counts, left = document.rosters[place].counts(), after.rosters[place].counts()
            assert (counts - left, left - counts) == (Counter(plan.removed), Counter(plan.added))


def test_findings_with_equal_messages_have_their_own_fixes() -> None:
    """A monster is attached to a row in two places. Without one of them, the other may have four models."""
    cast = {"beast": figure(kind="monster"), "hero": figure(kind="character")}
    attached = [{"profile": key, "count": n} for key, n in (("beast", 4), ("beast", 1), ("hero", 1))]
    rows = [{"profile": "beast", "count": 0, "attached": attached}]
    check_advice(fubar_document(cast, rosters=[{"name": "Friday", "limit": None, "entries": rows}]), FUBAR)


def test_a_fix_does_not_exceed_the_max_of_another_profile() -> None:
    """Three Knights are 292 points too many. Three Archers instead would save enough."""
    entries = [{"profile": "knight", "count": 6}]
    rosters = [{"name": "Friday", "limit": 500, "entries": entries}]
    company_list = document({key: PROFILES[key] for key in ("knight", "archer")}, rosters=rosters)
    for row, maximum in zip(company_list["profiles"], (3, 1), strict=True):
        row["max"] = maximum
    (roster,) = appraise_json(company_list).rosters
    assert {f.code: f.fix and f.fix.label for f in roster.findings if f.level == "error"} == {
        "R-01": "Remove 3 × Knight",
        "R-08": "Remove 3 × Knight",
    }


@pytest.mark.parametrize("catalogue", PUBLISHED, ids=lambda catalogue: catalogue.system)
@settings(max_examples=300 if is_wide() else 6, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_amounts_are_the_numbers_in_the_advice_of_messages(catalogue: Catalogue, data: st.DataObject) -> None:
    """If a message says to add, remove or save a number, the finding has this amount."""
    (roster,) = appraise(read_document(data.draw(rosters_of_samples(catalogue))), catalogue).rosters
    for finding in roster.plain_findings:
        if advised := ADVISED.search(finding.message):
            assert finding.amount == int(advised[1]), finding


@pytest.mark.parametrize("catalogue", CATALOGUES.values(), ids=lambda catalogue: catalogue.system)
@settings(max_examples=300 if is_wide() else 6, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_advice_on_illegal_lists_causes_no_new_errors(catalogue: Catalogue, data: st.DataObject) -> None:
    """Profiles and rosters are random."""
    check_advice(data.draw(documents(catalogue, limit=3)), catalogue)


@pytest.mark.parametrize("catalogue", PUBLISHED, ids=lambda catalogue: catalogue.system)
@settings(max_examples=300 if is_wide() else 6, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_advice_on_legal_profiles_causes_no_new_errors(catalogue: Catalogue, data: st.DataObject) -> None:
    """Only the rosters are random, so many of them are legal or become legal."""
    check_advice(data.draw(rosters_of_samples(catalogue)), catalogue)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(lists_of_the_cast())
def test_advice_on_rosters_of_every_rule_causes_no_new_errors(drawn: Json) -> None:
    check_advice(drawn, FURY)


@pytest.mark.wide
@pytest.mark.parametrize("part", range(8))  # 2,000 lists, in parts that take minutes
@settings(max_examples=250, suppress_health_check=[HealthCheck.too_slow])
@given(drawn=lists_of_the_cast())
def test_advice_on_two_thousand_rosters_causes_no_new_errors(part: int, drawn: Json) -> None:
    check_advice(drawn, FURY)
