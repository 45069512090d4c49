"""A fingerprint on a paper compared with a list: what agrees, and where something differs, what.

What differs is looked up in the list's history. Only whoever has a paper of a version knows its fingerprint,
and they are told of that version what the paper may hold: a paper of one roster tells nothing of the others.
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
    """The outcome for one fingerprint: whether it ``agrees``, that in words, and what has changed.

    ``made`` is when the version was saved whose fingerprint it is, None where that is the present one.
    """

    agrees: bool
    title: str
    words: str
    made: datetime | None = None
    changes: tuple[ChangeGroup, ...] = ()


class _Match(NamedTuple):
    """What a fingerprint is of: its kind, and the index of the roster; None for the whole list."""

    kind: Kind
    roster: int | None


def paper_checks(
    text: str, loaded: LoadedList, present: ListFingerprints, *, whole: bool
) -> list[PaperCheck]:
    """Compare what somebody typed from a paper with a list; ``whole`` where all of the list is shown."""
    typed = read_fingerprints(text)
    if not typed:
        return [_not_read(text)]
    return _Check(loaded, present, whole=whole).outcomes(typed)


def _not_read(text: str) -> PaperCheck:
    shown = text[:_MAX_SHOWN_LENGTH] + ("…" if len(text) > _MAX_SHOWN_LENGTH else "")
    what = f"“{shown}” is no fingerprint" if shown.isprintable() and shown.strip() else "None was given"
    fix = "it has five groups of four letters and digits, and stands at the foot of the paper."
    return PaperCheck(False, "That cannot be compared", f"{what}: {fix}")


class _Check:
    """The comparison of one list, present and past."""

    def __init__(self, loaded: LoadedList, present: ListFingerprints, *, whole: bool) -> None:
        self.loaded = loaded
        self.present = present
        self.whole = whole
        self.maker = FingerprintMaker(loaded.catalogue, loaded.row.edition.digest)

    def outcomes(self, typed: Sequence[str]) -> list[PaperCheck]:
        """The outcome for each fingerprint, the history being gone through once for all of them."""
        parts = self._parts(self.loaded.document, self.present)
        found = {one: self._agreeing(match) for one in typed if (match := parts.get(one))}
        versions = past_versions(self.loaded.row) if len(found) < len(set(typed)) else ()
        for version in versions:
            parts = self._parts(version.document, self.maker.of_all(version.document))
            for one in typed:
                if one not in found and (match := parts.get(one)):
                    compared = self._compared(match, version.document)
                    if compared is not None:
                        found[one] = _changed(match.kind, version.made, compared)
            if len(found) == len(set(typed)):
                break
        unknown = PaperCheck(False, _UNKNOWN, _NO_VERSION)
        return list(dict.fromkeys(found.get(one, unknown) for one in typed))

    def _parts(self, document: Document, prints: ListFingerprints) -> dict[str, _Match]:
        """What of a document has which fingerprint; the whole of it only where all of it is shown.

        Of a list that holds no more than one roster needs, either paper may be meant: the list's counts.
        """
        older = self.maker.older_of_all(document)
        of_parts: list[tuple[int | None, Fingerprints, str]] = [
            (index, pair, print_)
            for index, (pair, print_) in enumerate(zip(prints.rosters, older.rosters, strict=True))
        ]
        if self.whole:
            of_parts.insert(0, (None, prints.company_list, older.company_list))
        parts: dict[str, _Match] = {}
        for index, pair, print_ in of_parts:
            named: dict[str, Kind] = {pair.force: "force", pair.words: "words", print_: "older"}
            for one, kind in named.items():
                parts.setdefault(one, _Match(kind, index))
        return parts

    def _agreeing(self, found: _Match) -> PaperCheck:
        of = "the list"
        if found.roster is not None:
            of = f"the roster “{roster_name(self.loaded.document.rosters[found.roster].name)}”"
        return PaperCheck(True, _AGREES[found.kind], f"{_SAYS[found.kind]} {of} as it stands now.")

    def _compared(self, found: _Match, before: Document) -> ForceChanges | None:
        """What changed since a version, of what its paper and this page show; None for another roster."""
        now, catalogue = self.loaded.document, self.loaded.catalogue
        if found.roster is None:
            return force_changes(before, now, catalogue) if self.whole else None
        was = match_rosters(before.rosters, now.rosters)
        for index, earlier in was.items():
            if earlier == found.roster:
                cuts = cut_to_fielded(before, earlier, catalogue), cut_to_fielded(now, index, catalogue)
                return force_changes(*cuts, catalogue)
        return None


_UNKNOWN = "This fingerprint is not known here"
_NO_VERSION = (
    "No version of this list that is still kept had it: other rules, another list, a roster that is gone, "
    "or a typing slip. What stands below is what holds now."
)
_AGREES = {
    "force": "The force agrees",
    "words": "The words agree",
    "older": "The older kind of fingerprint agrees",
}
_SAYS = {
    "force": "Rules, designs and counts are those of",
    "words": "Names, notes and texts are those of",
    "older": "It was made of the force and the words together: the paper is",
}


def _changed(kind: Kind, made: datetime, compared: ForceChanges) -> PaperCheck:
    groups = tuple(_groups(compared))
    agrees = not compared.force
    if compared.force:
        title, words = (
            "The force does not agree",
            "Something that counts was changed since the paper was printed.",
        )
    elif compared.words:
        title, words = "The force agrees, the words do not", "Nothing that counts was changed."
    else:
        title, words = "The force agrees, and so do the words", "Only the order was changed."
    if kind == "older":
        words += " The fingerprint is of the older kind."
    return PaperCheck(agrees, title, words, made, groups)


def _groups(compared: ForceChanges) -> Iterator[ChangeGroup]:
    if compared.force:
        yield ChangeGroup("Force: changed since", compared.force)
    if compared.words:
        yield ChangeGroup("Words: changed since", compared.words)
