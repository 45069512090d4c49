"""A comparison of a list with the fingerprints on a paper, and the changes since that paper.

The changes come from the list's history. Only people with a paper of a version know its fingerprint, and they
see only changes of things that the paper may contain: a paper of one roster says nothing about the others.
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
_MAX_SHOWN_LENGTH = 40


class ChangeGroup(NamedTuple):
    """Changes since the version of a paper, under the heading of the force or of the words."""

    heading: str
    lines: tuple[str, ...]


class PaperCheck(NamedTuple):
    """The result for one fingerprint: whether it ``agrees``, a text, and the changes.

    ``made`` is when the fingerprint's version was saved; None for the current version.
    """

    agrees: bool
    title: str
    words: str
    made: datetime | None = None
    changes: tuple[ChangeGroup, ...] = ()


class _Match(NamedTuple):
    """The subject of a fingerprint: its kind, and the roster's index (None for the list)."""

    kind: Kind
    roster: int | None


def paper_checks(
    text: str, loaded: LoadedList, present: ListFingerprints, *, is_full: bool
) -> list[PaperCheck]:
    """Compare typed fingerprints with a list; ``is_full`` if the reader can see all of the list."""
    typed = read_fingerprints(text)
    if not typed:
        return [_not_read(text)]
    return _Check(loaded, present, is_full=is_full).outcomes(typed)


def _not_read(text: str) -> PaperCheck:
    shown = text[:_MAX_SHOWN_LENGTH] + ("…" if len(text) > _MAX_SHOWN_LENGTH else "")
    what = f"“{shown}” is not a code" if shown.isprintable() and shown.strip() else "Enter a code"
    fix = "five groups of four letters and digits, at the foot of the sheet."
    return PaperCheck(False, "Not compared", f"{what}: {fix}")


class _Check:
    """The comparison with one list, in its current and past versions."""

    def __init__(self, loaded: LoadedList, present: ListFingerprints, *, is_full: bool) -> None:
        self.loaded = loaded
        self.present = present
        self.is_full = is_full
        self.maker = FingerprintMaker(loaded.catalogue, loaded.row.edition.digest)

    def outcomes(self, typed: Sequence[str]) -> list[PaperCheck]:
        """Return the result for each fingerprint, reading the history once."""
        parts = self._parts(self.loaded.document, self.present)
        checks = {code: self._agreeing(match) for code in typed if (match := parts.get(code))}
        versions = past_versions(self.loaded.row) if len(checks) < len(set(typed)) else ()
        for version in versions:
            parts = self._parts(version.document, self.maker.of_all(version.document))
            for code in typed:
                if code not in checks and (match := parts.get(code)):
                    compared = self._compared(match, version.document)
                    if compared is not None:
                        checks[code] = _changed(match.kind, version.made, compared)
            if len(checks) == len(set(typed)):
                break
        unknown = PaperCheck(False, _UNKNOWN, _NO_VERSION)
        return list(dict.fromkeys(checks.get(code, unknown) for code in typed))

    def _parts(self, document: Document, prints: ListFingerprints) -> dict[str, _Match]:
        """Return the part of a document that each fingerprint belongs to.

        The complete list is included only if the reader can see all of it.
        """
        older = self.maker.older_of_all(document)
        printed: list[tuple[int | None, Fingerprints, str]] = [
            (index, pair, print_)
            for index, (pair, print_) in enumerate(zip(prints.rosters, older.rosters, strict=True))
        ]
        if self.is_full:
            printed.insert(0, (None, prints.company_list, older.company_list))
        parts: dict[str, _Match] = {}
        for index, pair, print_ in printed:
            named: dict[str, Kind] = {pair.force: "force", pair.words: "words", print_: "older"}
            for code, kind in named.items():
                parts.setdefault(code, _Match(kind, index))
        return parts

    def _agreeing(self, match: _Match) -> PaperCheck:
        of = "the list"
        if match.roster is not None:
            word = self.loaded.catalogue.words.roster
            of = f"the {word} “{roster_name(self.loaded.document.rosters[match.roster].name)}”"
        return PaperCheck(True, _AGREES[match.kind], f"{_SAYS[match.kind]} {of} as it is now.")

    def _compared(self, match: _Match, before: Document) -> ForceChanges | None:
        """Return the changes since a version that both the paper and this page show.

        None for another roster.
        """
        now, catalogue = self.loaded.document, self.loaded.catalogue
        if match.roster is None:
            return force_changes(before, now, catalogue) if self.is_full else None
        was = match_rosters(before.rosters, now.rosters)
        for index, earlier in was.items():
            if earlier == match.roster:
                cuts = cut_to_fielded(before, earlier, catalogue), cut_to_fielded(now, index, catalogue)
                return force_changes(*cuts, catalogue)
        return None


_UNKNOWN = "No match"
_NO_VERSION = (
    "No stored version of this list has this code. Check for typing errors, "
    "and that the sheet is of this list."
)
_AGREES = {
    "force": "The force matches",
    "words": "The words match",
    "older": "The code matches",
}
_SAYS = {
    "force": "The sheet has the rules, profiles and counts of",
    "words": "The sheet has the names and notes of",
    "older": "The sheet is the same as",
}


def _changed(kind: Kind, saved_at: datetime, compared: ForceChanges) -> PaperCheck:
    groups = tuple(_groups(compared))
    agrees = not compared.force
    if compared.force:
        title, words = (
            "The force has changed",
            "Profiles, counts or rules have changed since the sheet was printed.",
        )
    elif compared.words:
        title, words = "The force matches", "Only names or notes have changed since the sheet was printed."
    else:
        title, words = "The force and the words match", "Only the order has changed."
    if kind == "older":
        words += " The sheet has a code of the old kind."
    return PaperCheck(agrees, title, words, saved_at, groups)


def _groups(compared: ForceChanges) -> Iterator[ChangeGroup]:
    if compared.force:
        yield ChangeGroup("Changes of the force", compared.force)
    if compared.words:
        yield ChangeGroup("Changes of names and notes", compared.words)
