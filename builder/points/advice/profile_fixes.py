"""The smallest change of a design that ends a finding, found by trying: the real checks decide.

``fix_candidates.py`` makes the candidates. A fix ends its finding and adds no error anywhere in the list:
neither to its profile, nor to profiles that name it, nor to rosters that field them. Bounded by
``MOST_TRIALS`` designs of usual size, and by looks at the whole list at ``MOST_PROFILES`` of that size
together; findings after that have no fix.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace

from builder.points.advice.fix_candidates import Candidates, DesignChange
from builder.points.advice.what_if import WhatIf
from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import Design, dump_design
from builder.points.document.document import Document
from builder.points.document.references import referenced_keys
from builder.points.legality.constraints import missing_picks
from builder.points.pricing.pricing import PricedList
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.results import (
    Appraisal,
    Finding,
    Fix,
    PatchOperation,
    ProfileAppraisal,
    RosterAppraisal,
    errors_in,
)

MOST_TRIALS = 800
MOST_PROFILES = 1_000
USUAL_SIZE = 20  # properties and spells of one design
ROWS_AS_LONG = 5  # rows of rosters that take as long as a profile
_SAVED = 1_000_000  # ranks a change that saves points before one that costs some or has no price

_INDEX = re.compile(r"\[\d+\]")

FindingKind = tuple[str, str, str]
"""Level, rule and place of a finding, without the numbers of items."""


def appraise_with_fixes(document: Document, catalogue: Catalogue) -> Appraisal:
    """The appraisal of a document, in which every finding that can be fixed carries its smallest fix."""
    return add_profile_fixes(document, catalogue, appraise(document, catalogue))


def add_profile_fixes(
    document: Document, catalogue: Catalogue, appraisal: Appraisal, keys: Collection[str] | None = None
) -> Appraisal:
    """The appraisal of a document with the fixes of its profiles' errors and warnings, or of some of them."""
    search = _FixSearch(document, catalogue, appraisal)
    profiles = list(appraisal.profiles)
    for level in ("error", "warning"):  # the worst first, as long as the search may take
        for index, profile in enumerate(profiles):
            if keys is None or profile.key in keys:
                profiles[index] = search.with_fixes(index, profile, level)
    return appraisal._replace(profiles=tuple(profiles))


class _FixSearch:
    """The search for the fixes of one list's profiles."""

    def __init__(self, document: Document, catalogue: Catalogue, appraisal: Appraisal) -> None:
        self.document = document
        self.catalogue = catalogue
        self.appraisal = appraisal
        lines = {profile.key: profile.lines for profile in appraisal.profiles}
        self.prices = PricedList.of_profiles(document.profiles, lines, {})
        self.trials = MOST_TRIALS
        self.fielded = [set(roster.counts()) for roster in document.rosters]
        self.names = {
            key: set(referenced_keys(index_of(catalogue), design))
            for key, design in self.prices.designs.items()
        }
        whole = sum(_size_of_design(profile.design) for profile in document.profiles)
        whole += sum(len(roster.entries) for roster in document.rosters) // ROWS_AS_LONG
        self.list_checks = 1 + MOST_PROFILES // max(whole, 1)

    def with_fixes(self, index: int, profile: ProfileAppraisal, level: str) -> ProfileAppraisal:
        """A profile's appraisal, with a fix for each finding of this level that has one."""
        if self.trials <= 0 or all(finding.level != level for finding in profile.findings):
            return profile
        what_if = WhatIf(self.document, profile.key, self.catalogue, self.prices)
        trial = _ProfileTrial(what_if, profile.findings)
        findings = (
            self._with_fix(index, trial, finding) if finding.level == level else finding
            for finding in profile.findings
        )
        return profile._replace(findings=tuple(findings))

    def _with_fix(self, index: int, trial: "_ProfileTrial", finding: Finding) -> Finding:
        for change in self._successes(trial, finding):
            if self._keeps_list(index, change, trial):
                old = dump_design(trial.design, self.catalogue)
                new = dump_design(change.design, self.catalogue)
                patch = tuple(_patch(f"/profiles/{index}/design", old, new))
                return finding._replace(fix=Fix(change.label, patch))
        return finding

    def _successes(self, trial: "_ProfileTrial", finding: Finding) -> list[DesignChange]:
        """The candidates that end the finding and add no error to the profile, the smallest first."""
        ranked = []
        size_of_one = _size_of_design(trial.design)
        for order, candidate in enumerate(Candidates(trial.what_if, finding)):
            if self.trials < size_of_one:
                break
            self.trials -= size_of_one
            warnings = trial.warnings_after(candidate, finding)
            if warnings is not None:
                size = candidate.distance
                if size is None:
                    size = _size_of_change(trial.what_if.change(candidate.design))
                mention = -candidate.mention_in(finding.message)
                ranked.append(((warnings, candidate.rank, mention, size, order), candidate))
        ranked.sort(key=lambda pair: pair[0])
        return [candidate for _, candidate in ranked]

    def _keeps_list(self, index: int, change: DesignChange, trial: "_ProfileTrial") -> bool:
        """Whether neither another profile nor a roster has a new error with this change."""
        key = self.document.profiles[index].key
        affected = self._affected_keys(key)
        rosters = [number for number, keys in enumerate(self.fielded) if not affected.isdisjoint(keys)]
        if affected == {key} and not rosters:
            return True
        if not self.list_checks:
            return False
        self.list_checks -= 1
        profiles = list(self.document.profiles)
        profiles[index] = replace(profiles[index], design=change.design)
        changed = replace(
            self.document,
            profiles=tuple(profiles),
            rosters=tuple(self.document.rosters[number] for number in rosters),
        )
        after = appraise(changed, self.catalogue)
        beginning = trial.still_to_choose(change)
        return all(
            _adds_no_error(was.findings, now.findings, beginning if was.key == key else None)
            for was, now in zip(self.appraisal.profiles, after.profiles, strict=True)
        ) and all(
            _is_no_worse(self.appraisal.rosters[number], now)
            for number, now in zip(rosters, after.rosters, strict=True)
        )

    def _affected_keys(self, key: str) -> set[str]:
        """A profile and those that name it, directly or through others."""
        affected = {key}
        while more := {o for o, named in self.names.items() if o not in affected and named & affected}:
            affected |= more
        return affected


def _adds_no_error(
    before: Collection[Finding], after: Collection[Finding], besides: Counter[FindingKind] | None = None
) -> bool:
    """Whether there is no error that was not there before, but for those ``besides``."""
    known = Counter(map(_kind, errors_in(before))) + (besides or Counter())
    return Counter(map(_kind, errors_in(after))) <= known


def _is_no_worse(before: RosterAppraisal, after: RosterAppraisal) -> bool:
    """Whether a roster has no new error, and is no further over its limit, as far as it had a sum."""
    over = before.limit is not None and before.points is not None
    most = max(before.limit or 0, before.points or 0) if over else after.points
    return _adds_no_error(before.findings, after.findings) and (after.points or 0) <= (most or 0)


def _kind(finding: Finding) -> FindingKind:
    """What a finding is, wherever in its list it stands: an item before it may be gone."""
    return finding.level, finding.code, _INDEX.sub("", finding.where)


def _size_of_design(design: Design) -> int:
    """How long a design takes to price and check, in those of usual size."""
    weapons = sum(1 + len(weapon.properties) for slot in design.weapons.values() for weapon in slot)
    return 1 + (weapons + sum(map(len, design.picks.values()))) // USUAL_SIZE


def _size_of_change(points: int | None) -> int:
    """How large a change of so many points is: what is wasted goes before what the model is built on."""
    if points is None:
        return 2 * _SAVED
    return -points if points < 0 else _SAVED + points


def _same(finding: Finding, findings: Collection[Finding]) -> int:
    """How many of the findings are of this kind and say this."""
    return sum(f.message == finding.message and _kind(f) == _kind(finding) for f in findings)


class _ProfileTrial:
    """One profile's findings now, and with other designs."""

    def __init__(self, what_if: WhatIf, findings: Collection[Finding]) -> None:
        self.what_if = what_if
        self.design = what_if.design
        self.findings = findings
        self.before = Counter(map(_kind, self.findings))

    def still_to_choose(self, change: DesignChange) -> Counter[FindingKind]:
        """The findings that only say what is still to be chosen after a change that begins with that."""
        if not change.begins:
            return Counter()
        return Counter(map(_kind, missing_picks(self.what_if.context_of(change.design))))

    def warnings_after(self, change: DesignChange, finding: Finding) -> int | None:
        """How many warnings a change adds; None if it does not end the finding, or adds an error.

        A warning of the same rule at the same place that stays beside an error which goes counts as one.
        """
        findings = self.what_if.findings(change.design)
        after = Counter(map(_kind, findings))
        ended = after[_kind(finding)] < self.before[_kind(finding)]
        added = after - self.before - self.still_to_choose(change)
        if not ended or any(level == "error" for level, _, _ in added):
            return None
        if _same(finding, findings) >= _same(finding, self.findings):
            return None  # it ends another finding of this rule
        left = after["warning", *_kind(finding)[1:]] if finding.level == "error" else 0
        return left + sum(count for (level, _, _), count in added.items() if level == "warning")


# ------------------------------------------------------------------ the change as data


def _patch(path: str, old: object, new: object) -> Iterator[PatchOperation]:
    """The operations that make one JSON value of another. What is blank may be missing: it is added."""
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for name, value in old.items():
            yield from _patch(f"{path}/{name}", value, new[name])
    elif isinstance(old, list) and isinstance(new, list) and old:
        yield from _list_patch(path, old, new)
    elif old:
        yield PatchOperation("test", path, old)
        yield PatchOperation("replace", path, new)
    else:
        yield PatchOperation("add", path, new)


def _list_patch(path: str, old: list[object], new: list[object]) -> Iterator[PatchOperation]:
    if len(new) == len(old):
        for index, (was, now) in enumerate(zip(old, new, strict=True)):
            yield from _patch(f"{path}/{index}", was, now)
    elif new[:-1] == old:
        yield PatchOperation("test", path, old)
        yield PatchOperation("add", f"{path}/-", new[-1])
    elif len(new) == len(old) - 1:
        gone = next((index for index, item in enumerate(new) if item != old[index]), len(new))
        yield PatchOperation("test", f"{path}/{gone}", old[gone])
        yield PatchOperation("remove", f"{path}/{gone}")
    else:
        yield PatchOperation("test", path, old)
        yield PatchOperation("replace", path, new)
