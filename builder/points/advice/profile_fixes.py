"""Fixes that change a profile. Each is tested with the real checks, which are the functions for every list.

A remedy is an instruction of a rule for ending its finding (see ``rules/remedies.py``). The finding is about
a profile, or about a roster that has models of the profile. Its fix is the first remedy that ends the finding
without a new error or warning. This is tested for the profile, for profiles that name it, and for rosters
that have models of one of these profiles.

Time is limited. At most ``_MAX_TRIALS`` designs are tried, and a large design counts several times. Tests of
the full list appraise at most ``_MAX_PROFILES`` profiles. Findings after these limits get no fix.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from builder.points.advice.remedies import DesignChange, changes_for
from builder.points.advice.what_if import WhatIf
from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import Design, dump_design
from builder.points.document.document import Document, Roster
from builder.points.document.references import referenced_keys
from builder.points.legality.roster_trials import FindingKind, finding_kind
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
)

_MAX_TRIALS = 800
_MAX_PROFILES = 1_000
_USUAL_SIZE = 20  # the number of properties and spells of a design of usual size
_ROWS_PER_PROFILE = 5  # the number of roster rows that take as long to check as a profile


def appraise_with_fixes(document: Document, catalogue: Catalogue, sent: object = None) -> Appraisal:
    """Return the appraisal of a document, with a fix for every finding that can be fixed.

    ``sent`` is the JSON value that the document was read from. The patches apply to it.
    """
    appraisal = add_profile_fixes(document, catalogue, appraise(document, catalogue), sent=sent)
    return add_profile_fixes_of_rosters(document, catalogue, appraisal, range(len(document.rosters)), sent)


def add_profile_fixes(
    document: Document,
    catalogue: Catalogue,
    appraisal: Appraisal,
    keys: Collection[str] | None = None,
    sent: object = None,
) -> Appraisal:
    """Return the appraisal of a document, with fixes for the errors and warnings of its profiles.

    ``keys`` are the profiles whose findings get fixes; None means all profiles.
    """
    trials = ProfileTrials(document, catalogue, appraisal, sent)
    profiles = list(appraisal.profiles)
    for level in ("error", "warning"):  # errors first, because the number of trials is limited
        for index, profile in enumerate(profiles):
            if (keys is None or profile.key in keys) and any(f.level == level for f in profile.findings):
                profiles[index] = trials.with_fixes(profile, level)
    return appraisal._replace(profiles=tuple(profiles))


def add_profile_fixes_of_rosters(
    document: Document,
    catalogue: Catalogue,
    appraisal: Appraisal,
    rosters: Iterable[int],
    sent: object = None,
) -> Appraisal:
    """Return the appraisal of a document, with fixes for findings about its rosters that change a profile.

    ``rosters`` are the indexes of the rosters whose findings get such fixes.
    """
    changed_rosters, trials = list(appraisal.rosters), None
    for number in rosters:
        if any(finding.remedies.profile for finding in changed_rosters[number].plain_findings):
            trials = trials or ProfileTrials(document, catalogue, appraisal, sent)
            changed_rosters[number] = trials.with_profile_fixes(number, changed_rosters[number])
    return appraisal._replace(rosters=tuple(changed_rosters))


class ProfileTrials:
    """Tests of the remedies that change a profile of one list.

    ``sent`` is the JSON value that the list was read from, or None. In the methods, ``number`` is the index
    of a roster.
    """

    def __init__(self, document: Document, catalogue: Catalogue, appraisal: Appraisal, sent: object) -> None:
        self.document, self.catalogue, self.appraisal = document, catalogue, appraisal
        self.sent: Any = sent
        lines = {profile.key: profile.lines for profile in appraisal.profiles}
        self.prices = PricedList.of_profiles(document.profiles, lines, {})
        self.profile_indexes = {profile.key: index for index, profile in enumerate(document.profiles)}
        self.trials_left = _MAX_TRIALS
        self.fielded_keys = [set(roster.counts()) for roster in document.rosters]
        self.named_keys = {
            key: set(referenced_keys(index_of(catalogue), design))
            for key, design in self.prices.designs.items()
        }
        list_size = sum(_size_of(profile.design) for profile in document.profiles)
        list_size += sum(len(roster.entries) for roster in document.rosters) // _ROWS_PER_PROFILE
        self.list_checks_left = 1 + _MAX_PROFILES // max(list_size, 1)

    def is_harmless(self, key: str, change: DesignChange, tested: Roster) -> bool:
        """Return whether a change of a profile causes no new error or warning.

        ``tested`` is a roster that has been tested with the change already.
        """
        findings = WhatIf(self.document, key, self.catalogue, self.prices).findings(change.design)
        old_findings = self.appraisal.profiles[self.profile_indexes[key]].findings
        is_harmless_to_profile = _count_problems(findings) <= _count_problems(old_findings)
        return is_harmless_to_profile and self._is_harmless_to_list(key, change, tested)

    def with_fixes(self, profile: ProfileAppraisal, level: str) -> ProfileAppraisal:
        """Return a profile's appraisal, with a fix for each finding of this level that can be fixed."""
        what_if = WhatIf(self.document, profile.key, self.catalogue, self.prices)
        findings = (
            self._with_fix(what_if, profile.findings, finding) if finding.level == level else finding
            for finding in profile.findings
        )
        return profile._replace(findings=tuple(findings))

    def _with_fix(self, what_if: WhatIf, before: Collection[Finding], finding: Finding) -> Finding:
        for change in changes_for(what_if.context, self.catalogue, finding):
            self.trials_left -= _size_of(change.design)
            if self.trials_left < 0:
                break
            if _resolves(finding, before, what_if.findings(change.design)) and self._is_harmless_to_list(
                what_if.key, change
            ):
                return finding._replace(fix=Fix(change.label, self.patch(what_if.key, change)))
        return finding

    def with_profile_fixes(self, number: int, roster: RosterAppraisal) -> RosterAppraisal:
        """Return a roster's appraisal, with a fix for each finding that a change of a profile resolves.

        It replaces a fix that changes the roster, because the rule itself names the change of the profile.
        """
        findings = (
            self._with_profile_fix(number, finding) if finding.remedies.profile else finding
            for finding in roster.findings
        )
        return roster.with_findings(findings)

    def _with_profile_fix(self, number: int, finding: Finding) -> Finding:
        key = finding.remedies.profile
        before = self.appraisal.rosters[number].plain_findings
        rosters = self._rosters_with(self._affected_keys(key))
        context = WhatIf(self.document, key, self.catalogue, self.prices).context
        for change in changes_for(context, self.catalogue, finding):
            after = self._appraise_if_harmless(key, change, rosters)
            if after and _resolves(finding, before, after.rosters[rosters.index(number)].plain_findings):
                return finding._replace(fix=Fix(change.label, self.patch(key, change)))
        return finding

    def _is_harmless_to_list(self, key: str, change: DesignChange, tested: Roster | None = None) -> bool:
        """Return whether a change causes no new error or warning in other profiles and rosters."""
        affected = self._affected_keys(key)
        rosters = [
            number for number in self._rosters_with(affected) if self.document.rosters[number] is not tested
        ]
        return (affected == {key} and not rosters) or bool(self._appraise_if_harmless(key, change, rosters))

    def _rosters_with(self, keys: Collection[str]) -> list[int]:
        """Return the indexes of the rosters that field one of these profiles."""
        return [number for number, fielded in enumerate(self.fielded_keys) if not fielded.isdisjoint(keys)]

    def _appraise_if_harmless(
        self, key: str, change: DesignChange, rosters: Sequence[int]
    ) -> Appraisal | None:
        """Return the appraisal of the list after a change, with only these rosters.

        Return None if there is a new error or warning, or no time for another test of the list.
        """
        if not self.list_checks_left:
            return None
        self.list_checks_left -= 1
        profiles = list(self.document.profiles)
        index = self.profile_indexes[key]
        profiles[index] = replace(profiles[index], design=change.design)
        tested = tuple(self.document.rosters[number] for number in rosters)
        after = appraise(replace(self.document, profiles=tuple(profiles), rosters=tested), self.catalogue)
        old_findings = [profile.findings for profile in self.appraisal.profiles]
        old_findings += [self.appraisal.rosters[number].plain_findings for number in rosters]
        new_findings = [profile.findings for profile in after.profiles]
        new_findings += [roster.plain_findings for roster in after.rosters]
        is_harmless = all(
            _count_problems(new) <= _count_problems(old)
            for old, new in zip(old_findings, new_findings, strict=True)
        )
        return after if is_harmless else None

    def _affected_keys(self, key: str) -> set[str]:
        """Return the keys of a profile and of the profiles that name it, directly or through others."""
        affected = {key}
        while more := {o for o, named in self.named_keys.items() if o not in affected and named & affected}:
            affected |= more
        return affected

    def patch(self, key: str, change: DesignChange) -> tuple[PatchOperation, ...]:
        """Return the change of a profile as a patch of the document."""
        index = self.profile_indexes[key]
        old, new = (
            {"design": dump_design(design, self.catalogue)}
            for design in (self.document.profiles[index].design, change.design)
        )
        sent = old if self.sent is None else self.sent["profiles"][index]
        return tuple(_patch(f"/profiles/{index}", sent, old, new))


def _size_of(design: Design) -> int:
    """Return the time to price and check a design, as a multiple of the time for a small design."""
    weapons = sum(1 + len(weapon.properties) for slot in design.weapons.values() for weapon in slot)
    return 1 + (weapons + sum(map(len, design.picks.values()))) // _USUAL_SIZE


def _count_problems(findings: Collection[Finding]) -> Counter[FindingKind]:
    """Return the number of errors and warnings of each kind."""
    return Counter(finding_kind(finding) for finding in findings if finding.level != "note")


def _resolves(finding: Finding, before: Collection[Finding], after: Collection[Finding]) -> bool:
    """Return whether a change resolves a finding without a new error or warning."""
    old_counts, new_counts, kind = _count_problems(before), _count_problems(after), finding_kind(finding)
    equal_before, equal_after = (
        sum(f.message == finding.message and finding_kind(f) == kind for f in findings)
        for findings in (before, after)
    )
    is_rarer = new_counts[kind] < old_counts[kind] and equal_after < equal_before
    return is_rarer and new_counts <= old_counts


# ------------------------------------------------------------------ the change as a JSON Patch


def _patch(path: str, sent: object, old: object, new: object) -> Iterator[PatchOperation]:
    """Yield the operations that change a JSON value from ``old`` to ``new``.

    ``sent`` is the value as the client sent it, maybe without blank fields. Their changes add the fields.
    """
    if (
        isinstance(sent, dict)
        and isinstance(old, dict)
        and isinstance(new, dict)
        and old.keys() == new.keys()
    ):
        for name, value in old.items():
            if value != new[name] and name in sent:
                yield from _patch(f"{path}/{name}", sent[name], value, new[name])
            elif value != new[name]:
                yield PatchOperation("add", f"{path}/{name}", new[name])
    elif isinstance(sent, list) and isinstance(old, list) and isinstance(new, list) and old:
        yield from _list_patch(path, sent, old, new)
    elif sent:
        yield PatchOperation("test", path, sent)
        yield PatchOperation("replace", path, new)
    else:
        yield PatchOperation("add", path, new)


def _list_patch(
    path: str, sent: list[object], old: list[object], new: list[object]
) -> Iterator[PatchOperation]:
    if len(new) == len(old):
        for index, (sent_item, old_item, new_item) in enumerate(zip(sent, old, new, strict=True)):
            if old_item != new_item:
                yield from _patch(f"{path}/{index}", sent_item, old_item, new_item)
    elif new[:-1] == old:
        yield PatchOperation("test", path, sent)
        yield PatchOperation("add", f"{path}/-", new[-1])
    elif len(new) == len(old) - 1:
        first_change = next((index for index, item in enumerate(new) if item != old[index]), len(new))
        yield PatchOperation("test", f"{path}/{first_change}", sent[first_change])
        yield PatchOperation("remove", f"{path}/{first_change}")
    else:
        yield PatchOperation("test", path, sent)
        yield PatchOperation("replace", path, new)
