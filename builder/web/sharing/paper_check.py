"""A fingerprint on a paper compared with a list: what agrees, and where something differs, what.

What differs is looked up in the list's history. Only whoever has a paper of a version knows its fingerprint,
and they are told of that version what the paper may hold: a paper of one roster tells nothing of the others.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from builder.documents import LoadedList
from builder.points.changes import match_rosters
from builder.points.document import Document
from builder.points.fingerprint import FingerprintMaker, Fingerprints, ListFingerprints, read_fingerprints
from builder.points.force import cut_to_fielded
from builder.points.force_changes import ForceChanges, force_changes
from builder.points.names import roster_name
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
    changes: Sequence[ChangeGroup] = ()


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
    return [_Check(loaded, present, whole=whole).check(one) for one in typed]


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

    def check(self, typed: str) -> PaperCheck:
        """The outcome for a fingerprint."""
        document = self.loaded.document
        found = self._match(typed, document, self.present)
        return self._agreeing(found) if found else self._differing(typed)

    def _match(self, typed: str, document: Document, prints: ListFingerprints | None = None) -> _Match | None:
        """What of a document has this fingerprint; the whole of it only where all of it is shown."""
        # A list that holds no more than one roster needs has that roster's: either paper may be meant.
        found, older = prints or self.maker.of_all(document), self.maker.older_of_all(document)
        of_parts: list[tuple[int | None, Fingerprints, str]] = [
            (index, pair, print_)
            for index, (pair, print_) in enumerate(zip(found.rosters, older.rosters, strict=True))
        ]
        if self.whole:
            of_parts.insert(0, (None, found.company_list, older.company_list))
        for index, pair, print_ in of_parts:
            named: dict[str, Kind] = {print_: "older", pair.words: "words", pair.force: "force"}
            if typed in named:
                return _Match(named[typed], index)
        return None

    def _agreeing(self, found: _Match) -> PaperCheck:
        of = "the list"
        if found.roster is not None:
            of = f"the roster “{roster_name(self.loaded.document.rosters[found.roster].name)}”"
        return PaperCheck(True, _AGREES[found.kind], f"{_SAYS[found.kind]} {of} as it stands now.")

    def _differing(self, typed: str) -> PaperCheck:
        for version in past_versions(self.loaded.row):
            if found := self._match(typed, version.document):
                compared = self._compared(found, version.document)
                if compared is not None:
                    return _changed(found.kind, version.made, compared)
        return PaperCheck(False, _UNKNOWN, _NO_VERSION)

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
    groups = list(_groups(compared))
    agrees = not compared.force
    if compared.force:
        title = "The words do not agree" if kind == "words" else "The force does not agree"
        words = "Something that counts was changed after the paper was printed."
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
