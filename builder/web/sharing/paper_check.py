"""A check of a printed paper: whether it matches the list, and what has changed since it was printed.

A paper shows fingerprints: codes that are calculated from the content of a list or roster. This module looks
for a fingerprint in the current list and in its history. With the paper of one roster, users don't see
changes of other rosters.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from builder.documents import LoadedList
from builder.points.appraisal.changes import match_rosters
from builder.points.appraisal.force_changes import ForceChanges, force_changes
from builder.points.document.document import Document
from builder.points.document.fingerprint import (
    FingerprintMaker,
    Fingerprints,
    ListFingerprints,
    read_fingerprints,
)
from builder.points.document.force import cut_to_fielded
from builder.points.rules.names import roster_name
from builder.queries.history import past_versions

FingerprintKind = Literal["force", "words", "older"]
"""What a fingerprint is calculated from.

- "force": rules, profiles and counts
- "words": names and notes
- "older": everything. Only old papers have such fingerprints.
"""
_MAX_SHOWN_LENGTH = 40


class ChangeGroup(NamedTuple):
    """Changes since a paper was printed: of rules, profiles and counts, or of names and notes."""

    heading: str
    lines: tuple[str, ...]


class PaperCheck(NamedTuple):
    """The result for one fingerprint.

    ``agrees`` is True if the profiles, counts and rules are the same.
    ``saved_at`` is the time when the list had the content of the paper, and ``changes`` are the changes since
    then. It is None if the list still has this content, or if no such version was found.
    """

    agrees: bool
    title: str
    text: str
    saved_at: datetime | None = None
    changes: tuple[ChangeGroup, ...] = ()


class _Subject(NamedTuple):
    """The roster or list that a fingerprint was calculated from. For the list, ``roster_index`` is None."""

    kind: FingerprintKind
    roster_index: int | None


def paper_checks(
    text: str, loaded: LoadedList, current: ListFingerprints, *, is_full: bool
) -> list[PaperCheck]:
    """Return the results for the fingerprints in a text that the user entered.

    ``current`` are the current fingerprints. ``is_full`` is True if the user can see the full list.
    """
    codes = read_fingerprints(text)
    if not codes:
        return [_unreadable_check(text)]
    return _FingerprintSearch(loaded, current, is_full=is_full).checks(codes)


def _unreadable_check(text: str) -> PaperCheck:
    shown = text[:_MAX_SHOWN_LENGTH] + ("…" if len(text) > _MAX_SHOWN_LENGTH else "")
    problem = f"“{shown}” is not a code" if shown.isprintable() and shown.strip() else "Enter a code"
    fix = "A code has five groups of four letters and digits. It is at the foot of the sheet."
    return PaperCheck(False, "Not compared", f"{problem}. {fix}")


class _FingerprintSearch:
    """A search for fingerprints in the current list and in its past versions."""

    def __init__(self, loaded: LoadedList, current: ListFingerprints, *, is_full: bool) -> None:
        self.loaded = loaded
        self.current_fingerprints = current
        self.is_full = is_full
        self.maker = FingerprintMaker(loaded.catalogue, loaded.row.edition.digest)

    def checks(self, codes: Sequence[str]) -> list[PaperCheck]:
        """Return the result for each fingerprint.

        The history is only read if a fingerprint doesn't match the current list.
        """
        subjects = self._subjects(self.loaded.document, self.current_fingerprints)
        checks = {code: self._check_of_current(subjects[code]) for code in codes if code in subjects}
        versions = past_versions(self.loaded.row) if len(checks) < len(set(codes)) else ()
        for version in versions:
            subjects = self._subjects(version.document, self.maker.of_all(version.document))
            for code in codes:
                if code not in checks and (subject := subjects.get(code)):
                    changes = self._changes_since(subject, version.document)
                    if changes is not None:
                        checks[code] = _check_of_past(subject.kind, version.ended_at, changes)
            if len(checks) == len(set(codes)):
                break
        unknown = PaperCheck(False, _NO_MATCH, _NO_VERSION)
        return list(dict.fromkeys(checks.get(code, unknown) for code in codes))

    def _subjects(self, document: Document, fingerprints: ListFingerprints) -> dict[str, _Subject]:
        """Return the rosters that the user can see, and the list if the user can see it, by fingerprint."""
        older = self.maker.older_of_all(document)
        printed: list[tuple[int | None, Fingerprints, str]] = [
            (index, pair, older_code)
            for index, (pair, older_code) in enumerate(zip(fingerprints.rosters, older.rosters, strict=True))
        ]
        if self.is_full:
            printed.insert(0, (None, fingerprints.company_list, older.company_list))
        subjects: dict[str, _Subject] = {}
        for index, pair, older_code in printed:
            kinds: dict[str, FingerprintKind] = {
                pair.force: "force",
                pair.words: "words",
                older_code: "older",
            }
            for code, kind in kinds.items():
                subjects.setdefault(code, _Subject(kind, index))
        return subjects

    def _check_of_current(self, subject: _Subject) -> PaperCheck:
        name = "the list"
        if subject.roster_index is not None:
            word = self.loaded.catalogue.words.roster
            roster = self.loaded.document.rosters[subject.roster_index]
            name = f"the {word} “{roster_name(roster.name, word)}”"
        return PaperCheck(
            True, _MATCH_TITLES[subject.kind], f"{_MATCH_TEXTS[subject.kind]} {name} as it is now."
        )

    def _changes_since(self, subject: _Subject, before: Document) -> ForceChanges | None:
        """Return the changes of a list or roster, or None if the current page doesn't show it."""
        now, catalogue = self.loaded.document, self.loaded.catalogue
        if subject.roster_index is None:
            return force_changes(before, now, catalogue) if self.is_full else None
        for index, earlier_index in match_rosters(before.rosters, now.rosters).items():
            if earlier_index == subject.roster_index:
                return force_changes(
                    cut_to_fielded(before, earlier_index, catalogue),
                    cut_to_fielded(now, index, catalogue),
                    catalogue,
                )
        return None


_NO_MATCH = "No match"
_NO_VERSION = (
    "No stored version of this list has this code. Check for typing errors, "
    "and that the sheet is of this list."
)
_MATCH_TITLES = {
    "force": "The models match",
    "words": "The names and notes match",
    "older": "The code matches",
}
_MATCH_TEXTS = {
    "force": "The sheet has the rules, profiles and counts of",
    "words": "The sheet has the names and notes of",
    "older": "The sheet is the same as",
}


def _check_of_past(kind: FingerprintKind, saved_at: datetime, changes: ForceChanges) -> PaperCheck:
    if changes.force:
        title, text = (
            "The models have changed",
            "Profiles, counts or rules have changed since the sheet was printed.",
        )
    elif changes.words:
        title, text = "The models match", "Only names or notes have changed since the sheet was printed."
    else:
        title, text = "Models, names and notes match", "Only the order has changed."
    if kind == "older":
        text += " The sheet has a code of the old kind."
    return PaperCheck(not changes.force, title, text, saved_at, tuple(_groups(changes)))


def _groups(changes: ForceChanges) -> Iterator[ChangeGroup]:
    if changes.force:
        yield ChangeGroup("Changes of the models", changes.force)
    if changes.words:
        yield ChangeGroup("Changes of names and notes", changes.words)
