"""Advice never adds a problem: fills, fixes and plans for random lists are applied and appraised again."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import jsonpatch
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.points.advice.capacity import Fill, remaining_capacity
from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, RosterEntry, dump_document
from builder.points.rules.results import Appraisal, Finding, Fix, PatchOperation, errors_in
from tests.support.designs import FURY, Json, document, read_document
from tests.support.roster_cases import PROFILES
from tests.support.roster_plans import best_plan
from tests.support.strategies import KEYS, designs

INDEX = re.compile(r"\[\d+\]")
Kind = tuple[str, str, str]


@st.composite
def lists(draw: st.DrawFn) -> Json:
    """Up to four random designs and some of the cast, and two rosters of them, however illegal."""
    created: Json = {key: draw(designs(FURY)) for key in draw(st.sets(st.sampled_from(KEYS)))}
    cast = draw(st.sets(st.sampled_from(sorted(PROFILES)), min_size=1, max_size=5))
    created |= {key: PROFILES[key] for key in sorted(cast)}
    list_document = document(created)
    drawn_limit = draw(st.dictionaries(st.sampled_from(sorted(created)), st.integers(0, 3), max_size=2))
    list_document["profiles"] = [
        {**row, "max": drawn_limit.get(row["key"])} for row in list_document["profiles"]
    ]
    rows = st.lists(st.tuples(st.sampled_from([*created, "gone"]), st.integers(0, 6)), max_size=7)
    limits = st.sampled_from([100, 500, 500, 750, 1000])
    list_document["rosters"] = [
        {"name": name, "limit": draw(limits), "entries": [{"profile": k, "count": n} for k, n in draw(rows)]}
        for name in ("Friday", "Sunday")
    ]
    return list_document


def patched(document: Document, patch: tuple[PatchOperation, ...], below: str = "") -> Document:
    """The list as a patch leaves it, which another library applies."""
    operations = [op._replace(path=f"{below}{op.path}").to_json() for op in patch]
    return read_document(jsonpatch.apply_patch(dump_document(document, FURY), operations))


def kind(finding: Finding) -> Kind:
    """A finding without its place in the list."""
    return finding.level, finding.code, INDEX.sub("", finding.where)


def errors(appraisal: Appraisal) -> Counter[tuple[str, Kind]]:
    """All hard errors of a list, by the profile or roster that they are on."""
    result = [(profile.key, profile.findings) for profile in appraisal.profiles]
    result += [(f"roster {place}", roster.findings) for place, roster in enumerate(appraisal.rosters)]
    return Counter((name, kind(finding)) for name, findings in result for finding in errors_in(findings))


def legal_rosters(appraisal: Appraisal) -> set[int]:
    """The rosters that are legal, with all that they field."""
    return {place for place, roster in enumerate(appraisal.rosters) if appraisal.is_legal(roster)}


def all_findings(appraisal: Appraisal) -> list[Finding]:
    """What is said of all profiles and rosters."""
    result = [profile.findings for profile in appraisal.profiles]
    result += [roster.findings for roster in appraisal.rosters]
    return [finding for findings in result for finding in findings]


def fixed(appraisal: Appraisal) -> Iterator[tuple[Finding, Fix]]:
    """The findings with their fixes."""
    return ((finding, finding.fix) for finding in all_findings(appraisal) if finding.fix)


def same(finding: Finding, appraisal: Appraisal) -> int:
    """How many findings of a list say the same."""
    findings = all_findings(appraisal)
    return sum(other.message == finding.message and kind(other) == kind(finding) for other in findings)


def filled(document: Document, fill: Fill) -> Document:
    """The list with a fill added to its first roster."""
    roster = document.rosters[0]
    more = tuple(RosterEntry(profile=key, count=count) for key, count in fill.entries)
    return replace(
        document, rosters=(replace(roster, entries=(*roster.entries, *more)), *document.rosters[1:])
    )


def check_advice(drawn: Json) -> None:
    """Whatever is advised about a list does what it says, and no harm."""
    document = read_document(drawn)
    now = appraise_with_fixes(document, FURY)
    before, all_legal = errors(now), legal_rosters(now)
    legal = 0 in all_legal
    for finding, fix in fixed(now):
        after = appraise(patched(document, fix.patch), FURY)
        assert same(finding, after) < same(finding, now), (finding, fix)
        assert errors(after) <= before, (finding, fix)
        assert legal_rosters(after) >= all_legal, (finding, fix)
    for fill in remaining_capacity(document, 0, FURY).fills:
        after = appraise(filled(document, fill), FURY)
        assert errors(after) <= before, fill
        assert after.is_legal(after.rosters[0]) or not legal, fill
    plan = best_plan(document, 0, FURY, now)
    assert not (plan and legal)
    if plan:
        planned = patched(document, plan.patch, "/rosters/0")
        after = appraise(planned, FURY)
        assert after.is_legal(after.rosters[0]), plan
        assert (plan.points, plan.models) == (after.rosters[0].points, after.rosters[0].models)
        assert document.rosters[0].counts() - planned.rosters[0].counts() == Counter(plan.removed)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(lists())
def test_advice_causes_no_new_errors(drawn: Json) -> None:
    check_advice(drawn)


@pytest.mark.wide
@pytest.mark.parametrize("part", range(8))  # 2,000 lists, in parts that a worker ends within minutes
@settings(max_examples=250, suppress_health_check=[HealthCheck.too_slow])
@given(drawn=lists())
def test_advice_on_two_thousand_rosters_causes_no_new_errors(part: int, drawn: Json) -> None:
    check_advice(drawn)
