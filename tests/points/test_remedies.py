"""What the fixes of profiles do: what the sentence of their rule says, and no harm anywhere in the list."""

import copy
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import jsonpatch
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.appraisal.appraisal import appraise
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, Finding, Fix
from tests.lanes import is_wide
from tests.support.designs import CATALOGUES, Json, read_document
from tests.support.strategies import documents

EVERY = sorted(CATALOGUES)
INDEX = re.compile(r"\[\d+\]")


def apply(sent: Json, fix: Fix) -> Json:
    """The document as the patch of a fix leaves it, which another library applies."""
    changed: Json = jsonpatch.apply_patch(sent, [operation.to_json() for operation in fix.patch])
    return changed


def kind(finding: Finding) -> tuple[str, str, str]:
    """What a finding is, wherever in its list it stands."""
    return finding.level, finding.code, INDEX.sub("", finding.where)


def worries(appraisal: Appraisal) -> Counter[tuple[Any, ...]]:
    """The errors and warnings of a list, by the profile or roster that they are on."""
    found = [(profile.key, profile.findings) for profile in appraisal.profiles]
    found += [(f"roster {place}", roster.findings) for place, roster in enumerate(appraisal.rosters)]
    return Counter((name, *kind(f)) for name, findings in found for f in findings if f.level != "note")


def appraise_sent(sent: Json, catalogue: Catalogue) -> Appraisal:
    """The appraisal of a document with its fixes, as the API and the command make it."""
    return appraise_with_fixes(read_document(sent), catalogue, sent)


def fixed(appraisal: Appraisal) -> list[tuple[str, Finding, Fix]]:
    """The findings on profiles that have a fix."""
    return [(p.key, f, f.fix) for p in appraisal.profiles for f in p.findings if f.fix]


def same(finding: Finding, findings: Iterable[Finding]) -> int:
    """How many findings say the same."""
    return sum((kind(other), other.message) == (kind(finding), finding.message) for other in findings)


def check_fix(sent: Json, now: Appraisal, key: str, finding: Finding, fix: Fix) -> Json:
    """A fix ends its finding and adds no error or warning; the document that it leaves."""
    patched = apply(sent, fix)
    after = appraise(read_document(patched), CATALOGUES[now.system, now.edition])
    assert same(finding, after.profile(key).findings) < same(finding, now.profile(key).findings), fix
    assert worries(after) <= worries(now), (finding, fix)
    return patched


@pytest.mark.parametrize("name", EVERY, ids="-".join)
@settings(max_examples=300 if is_wide() else 6)
@given(data=st.data())
def test_a_fix_ends_its_finding_and_does_no_harm(name: tuple[str, str], data: st.DataObject) -> None:
    """In random lists of every game; its patch applies to the document as it was sent."""
    sent = data.draw(documents(CATALOGUES[name], most=3))
    now = appraise_sent(sent, CATALOGUES[name])
    for key, finding, fix in fixed(now):
        check_fix(copy.deepcopy(sent), now, key, finding, fix)


@pytest.mark.parametrize("name", EVERY, ids="-".join)
@settings(max_examples=300 if is_wide() else 3)
@given(data=st.data())
def test_following_all_advice_ends(name: tuple[str, str], data: st.DataObject) -> None:
    """Each fix leaves fewer errors and warnings, until none has a fix."""
    sent = data.draw(documents(CATALOGUES[name], most=2))
    now = appraise_sent(sent, CATALOGUES[name])
    while found := fixed(now):
        left = sum(worries(now).values())
        sent = check_fix(copy.deepcopy(sent), now, *found[0])
        now = appraise_sent(sent, CATALOGUES[name])
        assert sum(worries(now).values()) < left
