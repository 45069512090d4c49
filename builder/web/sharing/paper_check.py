"""A check of a printed paper: does it match the list, and what has changed since it was printed?

A paper has fingerprints, which are codes of the list's version. This module finds a fingerprint in the
current list or in its history. Readers learn nothing that their paper doesn't contain: with a paper of one
roster, they don't see changes of other rosters.
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

Kind = Literal["force", "words", "older"]
"""What a fingerprint covers: rules, profiles and counts; names and notes; or, in old papers, everything."""
_MAX_SHOWN_LENGTH = 40


class ChangeGroup(NamedTuple):
    """Changes of the force, or of names and notes, since a paper was printed."""

    heading: str
    lines: tuple[str, ...]


class PaperCheck(NamedTuple):
    """The result for one fingerprint: a text, and the changes since the paper was printed.

    ``agrees`` says whether the profiles, counts and rules are the same. ``made`` is the time when the paper's
    version of the list was saved, or None if it is the current version or isn't known.
    """

    agrees: bool
    title: str
    words: str
    made: datetime | None = None
    changes: tuple[ChangeGroup, ...] = ()


class _Subject(NamedTuple):
    """What a fingerprint is of. ``roster_index`` is None for the full list."""

    kind: Kind
    roster_index: int | None


def paper_checks(
    text: str, loaded: LoadedList, present: ListFingerprints, *, is_full: bool
) -> list[PaperCheck]:
    """Compare typed fingerprints with a list; ``is_full`` says whether the reader can see all of it."""
    typed = read_fingerprints(text)
    if not typed:
        return [_unreadable_check(text)]
    return _Comparison(loaded, present, is_full=is_full).checks(typed)


def _unreadable_check(text: str) -> PaperCheck:
    shown = text[:_MAX_SHOWN_LENGTH] + ("…" if len(text) > _MAX_SHOWN_LENGTH else "")
    what = f"“{shown}” is not a code" if shown.isprintable() and shown.strip() else "Enter a code"
    fix = "A code has five groups of four letters and digits. It is at the foot of the sheet."
    return PaperCheck(False, "Not compared", f"{what}. {fix}")


class _Comparison:
    """The comparison with one list, in its current and past versions."""

    def __init__(self, loaded: LoadedList, present: ListFingerprints, *, is_full: bool) -> None:
        self.loaded = loaded
        self.present = present
        self.is_full = is_full
        self.maker = FingerprintMaker(loaded.catalogue, loaded.row.edition.digest)

    def checks(self, typed: Sequence[str]) -> list[PaperCheck]:
        """Return the result for each fingerprint. The history is read only once, and only if needed."""
        subjects = self._subjects(self.loaded.document, self.present)
        checks = {code: self._check_of_current(subjects[code]) for code in typed if code in subjects}
        versions = past_versions(self.loaded.row) if len(checks) < len(set(typed)) else ()
        for version in versions:
            subjects = self._subjects(version.document, self.maker.of_all(version.document))
            for code in typed:
                if code not in checks and (subject := subjects.get(code)):
                    changes = self._changes_since(subject, version.document)
                    if changes is not None:
                        checks[code] = _check_of_past(subject.kind, version.made, changes)
            if len(checks) == len(set(typed)):
                break
        unknown = PaperCheck(False, _UNKNOWN, _NO_VERSION)
        return list(dict.fromkeys(checks.get(code, unknown) for code in typed))

    def _subjects(self, document: Document, fingerprints: ListFingerprints) -> dict[str, _Subject]:
        """Map the fingerprints of a document to their subjects.

        The full list is included only if the reader can see all of it.
        """
        older = self.maker.older_of_all(document)
        printed: list[tuple[int | None, Fingerprints, str]] = [
            (index, pair, older_code)
            for index, (pair, older_code) in enumerate(zip(fingerprints.rosters, older.rosters, strict=True))
        ]
        if self.is_full:
            printed.insert(0, (None, fingerprints.company_list, older.company_list))
        subjects: dict[str, _Subject] = {}
        for index, pair, older_code in printed:
            kinds: dict[str, Kind] = {pair.force: "force", pair.words: "words", older_code: "older"}
            for code, kind in kinds.items():
                subjects.setdefault(code, _Subject(kind, index))
        return subjects

    def _check_of_current(self, subject: _Subject) -> PaperCheck:
        name = "the list"
        if subject.roster_index is not None:
            word = self.loaded.catalogue.words.roster
            roster = self.loaded.document.rosters[subject.roster_index]
            name = f"the {word} “{roster_name(roster.name, word)}”"
        return PaperCheck(True, _AGREES[subject.kind], f"{_SAYS[subject.kind]} {name} as it is now.")

    def _changes_since(self, subject: _Subject, before: Document) -> ForceChanges | None:
        """Return the changes of the subject since a past document, or None if this page doesn't show it."""
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


_UNKNOWN = "No match"
_NO_VERSION = (
    "No stored version of this list has this code. Check for typing errors, "
    "and that the sheet is of this list."
)
_AGREES = {
    "force": "The models match",
    "words": "The names and notes match",
    "older": "The code matches",
}
_SAYS = {
    "force": "The sheet has the rules, profiles and counts of",
    "words": "The sheet has the names and notes of",
    "older": "The sheet is the same as",
}


def _check_of_past(kind: Kind, saved_at: datetime, changes: ForceChanges) -> PaperCheck:
    if changes.force:
        title, words = (
            "The models have changed",
            "Profiles, counts or rules have changed since the sheet was printed.",
        )
    elif changes.words:
        title, words = "The models match", "Only names or notes have changed since the sheet was printed."
    else:
        title, words = "Models, names and notes match", "Only the order has changed."
    if kind == "older":
        words += " The sheet has a code of the old kind."
    return PaperCheck(not changes.force, title, words, saved_at, tuple(_groups(changes)))


def _groups(changes: ForceChanges) -> Iterator[ChangeGroup]:
    if changes.force:
        yield ChangeGroup("Changes of the models", changes.force)
    if changes.words:
        yield ChangeGroup("Changes of names and notes", changes.words)
