"""Stat lines as players write them, read into profiles, with what was read and what was not.

``read_shorthand`` is where to begin. It knows no game: every word comes from the catalogue. Nothing is
guessed and nothing is skipped in silence: each sign of the text is read as something, belongs to what is
listed as not read, or is a blank or a mark (a comma, a bracket, a bullet) that says nothing by itself.
The time it takes grows with the length of the text and no faster.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from builder.points.catalogue import Catalogue
from builder.points.document import Profile
from builder.points.json_reader import DEFAULT_LIMITS, DocumentError, JsonReader, Limits
from builder.points.shorthand import table
from builder.points.shorthand.assembly import ProfileAssembler, ProfileBuilder, ScannedLine, make_scanned_line
from builder.points.shorthand.codes import weapon_vocabularies
from builder.points.shorthand.markup import bold_end, bullet_length, is_heading, mask_markup
from builder.points.shorthand.scanner import Scanner
from builder.points.shorthand.terms import FILLER, ParsedTerm, ProfileNames, ReadSpan
from builder.points.shorthand.vocabulary import (
    MASK,
    Vocabulary,
    close_matches,
    normalized_words,
    tokenize,
    vocabulary_of,
)

__all__ = [
    "FILLER",
    "Claim",
    "ParsedPiece",
    "ParsedProfile",
    "ParsedText",
    "Unparsed",
    "max_bytes",
    "read_shorthand",
]

_MOST_UNPARSED = 2_000
_MOST_READS = 1_000
_LONGEST_LINE = 10_000
_MOST_EXPLAINED = 100
_KEY_LENGTH = 60
_NO_KEY = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class ParsedPiece:
    """Signs that were read: where they stand (line from 1, places in the text), and as what.

    ``meaning`` is empty for mark-up and for words that only join others.
    """

    line: int
    start: int
    end: int
    text: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Unparsed:
    """Signs that were not read, and what may have been meant, the closest first."""

    line: int
    start: int
    end: int
    text: str
    near: tuple[str, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """Points that the text says: of the whole profile, or of the column ``of``."""

    points: int
    of: str = ""


@dataclass(frozen=True, slots=True)
class ParsedProfile:
    """One profile of the text. Its key is like no other's in the list or the text."""

    profile: Profile
    pieces: tuple[ParsedPiece, ...]
    unparsed: tuple[Unparsed, ...]
    claims: tuple[Claim, ...]
    line: int


@dataclass(frozen=True, slots=True)
class ParsedText:
    """All of a text. ``text`` has one kind of line end, and the places are those in it.

    ``pieces`` and ``unparsed`` are what belongs to no profile, such as a title.
    """

    text: str
    profiles: tuple[ParsedProfile, ...]
    pieces: tuple[ParsedPiece, ...]
    unparsed: tuple[Unparsed, ...]

    @property
    def all_unparsed(self) -> tuple[Unparsed, ...]:
        """Everything that was not read, in the order of the text."""
        unparsed = [*self.unparsed, *(piece for pasted in self.profiles for piece in pasted.unparsed)]
        return tuple(sorted(unparsed, key=lambda piece: piece.start))


def read_shorthand(
    text: str, catalogue: Catalogue, list_profiles: Sequence[Profile] = (), limits: Limits = DEFAULT_LIMITS
) -> ParsedText:
    """Read a text; ``list_profiles`` are the list's profiles, which properties and spells may name.

    DocumentError when the text is too long, holds control characters, or more profiles than a list may.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    _check(text, limits)
    names = [(profile.key, profile.name) for profile in list_profiles]
    first = _TextReader(text, catalogue, ProfileNames(names), limits)
    drafts = first.read()
    keys = _keys([draft.name or "" for draft in drafts], {key for key, _ in names})
    reader = first
    if drafts and first.names_profiles():
        both = ProfileNames(
            [*names, *((key, draft.name or "") for key, draft in zip(keys, drafts, strict=True))]
        )
        again = _TextReader(text, catalogue, both, limits)
        if [draft.name for draft in again.read()] == [draft.name for draft in drafts]:
            reader = again
    return reader.result(keys)


def _check(text: str, limits: Limits) -> None:
    size, most = len(text.encode("utf-8", "surrogatepass")), max_bytes(limits)
    if size > most:
        raise DocumentError("", f"has {size:,} bytes", f"paste at most {most:,} at once")
    reader = JsonReader(Limits(text=_LONGEST_LINE))
    for number, line in enumerate(text.split("\n"), 1):
        reader.text(f"line {number}", line)


def max_bytes(limits: Limits) -> int:
    """How long a text may be, in bytes: enough for a whole list that is written out."""
    return limits.bytes // 5


def _keys(names: Iterable[str], taken: set[str]) -> list[str]:
    keys: list[str] = []
    numbers: dict[str, int] = {}
    for name in names:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        stem = _NO_KEY.sub("-", plain).strip("-")[:_KEY_LENGTH].strip("-") or "profile"
        key = stem
        while key in taken:
            numbers[stem] = numbers.get(stem, 1) + 1
            key = f"{stem}-{numbers[stem]}"
        taken.add(key)
        keys.append(key)
    return keys


class _TextReader:
    """Reads a text once, with the names of profiles that are known so far."""

    def __init__(self, text: str, catalogue: Catalogue, names: ProfileNames, limits: Limits) -> None:
        self.text = text
        self.words: Vocabulary = vocabulary_of(catalogue)
        self.names = names
        self.limits = limits
        self.covered, self.marks = mask_markup(text)
        self.lines = self._split()
        self.assembly = ProfileAssembler(self.covered, text, limits)
        self.slot = ""
        self.has_picks = False
        self.edition = normalized_words(f"{catalogue.system_name} {catalogue.edition}")

    def _split(self) -> list[tuple[int, int]]:
        spans, start = [], 0
        for line in self.covered.split("\n"):
            spans.append((start, start + len(line)))
            start += len(line) + 1
        return spans

    def read(self) -> list[ProfileBuilder]:
        """All lines, one after the other; sheets row by row."""
        at = 0
        while at < len(self.lines):
            at = self._sheet(at) or self._line(at)
            self._check()
        self.assembly.finish()
        return self.assembly.drafts

    def _check(self) -> None:
        if len(self.assembly.drafts) > self.limits.profiles:
            most = f"{self.limits.profiles:,} profiles"
            raise DocumentError("", f"holds more than the {most} of a whole list", "paste fewer at once")
        reads = max(
            (len(draft.reads) + len(draft.unparsed) for draft in self.assembly.drafts[-1:]), default=0
        )
        if reads > _MOST_READS:
            line = f"line {self.assembly.drafts[-1].number}"
            raise DocumentError(
                line, "begins a profile that holds too much", "begin each on a line of its own"
            )
        if self.assembly.unread + len(self.assembly.pending) > _MOST_UNPARSED:
            raise DocumentError("", "holds too much that is no stat line", "paste only the profiles")

    def names_profiles(self) -> bool:
        """Whether something was taken that may name a profile."""
        entries = self.words.catalogue_index.entries
        slots = self.words.catalogue_index.pick_slots
        return any(
            parameter.names_profiles
            for draft in self.assembly.drafts
            for code, picks in draft.picks.items()
            for pick in picks
            for parameter in entries[slots[code].group][pick.code].parameters
        )

    # -------------------------------------------------------------- lines

    def _line(self, at: int) -> int:
        start, end = self.lines[at]
        raw = self.text[start:end]
        bullet = bullet_length(self.covered[start:end])
        if bullet and self.covered[start : start + bullet].strip(f" {MASK}"):
            self.marks.append((start, start + bullet))
        start += bullet
        shown = self.covered[start:end]
        if not shown.strip(f" \t{MASK}") and self.has_picks:
            self.slot = ""
        if not any(sign not in FILLER and not sign.isspace() and sign != MASK for sign in shown):
            return at + 1
        if normalized_words(shown) == self.edition:
            self.assembly.titles.append(ReadSpan(start, end, "system and edition"))
            return at + 1
        scanner = Scanner(self.words, self.names, self.covered, tokenize(self.covered, start, end))
        scanner.slot = self.words.catalogue_index.pick_slots.get(self.slot)
        bold = bold_end(self.text[start:end])
        terms = scanner.scan(named=start + bold if bold else 0)
        self._carry(terms)
        self.assembly.add(make_scanned_line(at + 1, start, end, shown, terms, heading=is_heading(raw)))
        return at + 1

    def _carry(self, terms: Sequence[ParsedTerm]) -> None:
        """A slot that ends its line announces the lines below it, as long as they hold properties."""
        last = terms[-1] if terms else None
        self.has_picks = any(term.kind == "pick" for term in terms)
        if last and last.kind == "slot":
            self.slot = last.code
        elif not any(t.kind == "pick" for t in terms) or any(t.kind not in ("pick", "rest") for t in terms):
            self.slot = ""

    def _sheet(self, at: int) -> int:
        """A sheet that begins at a line: the line behind it, or 0 where there is none."""
        columns = table.read_head(self.words, self.covered, self.lines[at])
        if not columns:
            return 0
        below = self._below(at + 1)
        if below is None or table.read_head(self.words, self.covered, self.lines[below]):
            return 0
        start, end = self.lines[at]
        self.marks.append((start, end))
        unknown = [ParsedTerm("rest", c.start, c.end) for c in columns if c.text and c.label is None]
        named = any(column.label and column.label.kind == "name" for column in columns)
        return self._rows(columns, unknown, below, many=named)

    def _below(self, at: int) -> int | None:
        """The next line that is neither empty nor the rule of a table."""
        while at < len(self.lines):
            line = self.covered[slice(*self.lines[at])]
            if line.strip(f" \t{MASK}") and not table.is_rule(line):
                return at
            at += 1
        return None

    def _rows(
        self, columns: list[table.HeaderColumn], unknown: list[ParsedTerm], at: int, *, many: bool
    ) -> int:
        """Rows of values, as many as there are where a column names them, else one with its points below."""
        while True:
            self._row(columns, at, unknown)
            unknown = []
            self._check()
            below = at + 1
            if below < len(self.lines) and not many:
                spans = table.split_row(columns, self.words, self.covered, self.lines[below])
                points = table.read_points(columns, spans, self.words, self.covered)
                if points is not None:
                    self._put_row(below, points)
                    below += 1
            if not many or below >= len(self.lines) or not self._continues(columns, below):
                return below
            at = below

    def _continues(self, columns: Sequence[table.HeaderColumn], at: int) -> bool:
        line = self.covered[slice(*self.lines[at])]
        cells = table.split_row(columns, self.words, self.covered, self.lines[at])
        parted = "|" in line or "\t" in line
        return parted and len(cells) >= len(columns) // 2 and not table.is_rule(line)

    def _row(self, columns: Sequence[table.HeaderColumn], at: int, unknown: Iterable[ParsedTerm]) -> None:
        spans = table.split_row(columns, self.words, self.covered, self.lines[at])
        terms = table.read_row(columns, spans, self.words, self.names, self.covered)
        self._put_row(at, [*terms, *unknown])

    def _put_row(self, at: int, terms: list[ParsedTerm]) -> None:
        start, end = self.lines[at]
        self.assembly.add(ScannedLine(at + 1, start, end, self.covered[start:end], terms, is_row=True))

    # -------------------------------------------------------------- the result

    def result(self, keys: Sequence[str]) -> ParsedText:
        """Everything that was read, as the immutable result; ``keys`` are those of its profiles."""
        left = [_MOST_EXPLAINED]
        starts = [start for start, _ in self.lines]
        pasted = tuple(
            ParsedProfile(
                profile=Profile(
                    key=key, name=draft.name or "", notes="\n\n".join(draft.notes), max=draft.max,
                    design=draft.build_design(),
                ),
                pieces=self._pieces(draft.reads, starts),
                unparsed=self._unparsed_of(draft.unparsed, starts, left),
                claims=tuple(Claim(points, of) for of, points in draft.claims),
                line=draft.number,
            )
            for key, draft in zip(keys, self.assembly.drafts, strict=True)
        )  # fmt: skip
        marks = [ReadSpan(start, end, "") for start, end in self.marks]
        outside = self._pieces([*self.assembly.titles, *marks], starts)
        return ParsedText(self.text, pasted, outside, self._unparsed_of(self.assembly.outside, starts, left))

    def _pieces(self, reads: Iterable[ReadSpan], starts: Sequence[int]) -> tuple[ParsedPiece, ...]:
        ordered = sorted(reads)
        return tuple(
            ParsedPiece(_line_of(starts, start), start, end, self.text[start:end], meaning)
            for start, end, meaning in ordered
        )

    def _unparsed_of(
        self, terms: Iterable[ParsedTerm], starts: Sequence[int], left: list[int]
    ) -> tuple[Unparsed, ...]:
        ordered = sorted(terms, key=lambda term: term.start)
        return tuple(self._unparsed(term, _line_of(starts, term.start), left) for term in ordered)

    def _unparsed(self, term: ParsedTerm, line: int, left: list[int]) -> Unparsed:
        text = self.text[term.start : term.end]
        if left[0] <= 0:
            return Unparsed(line, term.start, term.end, text)
        left[0] -= 1
        if term.hint:
            return Unparsed(line, term.start, term.end, text, (), term.hint)
        slot = weapon_vocabularies(self.words.catalogue).get(term.code)
        known = slot.known_codes if slot else (*self.words.known_phrases, *self.names.display_names)
        near = tuple(word for word in close_matches(text, known) if word.casefold() != text.casefold())
        label = self.words.labels.find(tokenize(text), 0)
        hint = "nothing that it could announce stands behind it" if label and not slot else ""
        return Unparsed(line, term.start, term.end, text, () if hint else near, hint)


def _line_of(starts: Sequence[int], place: int) -> int:
    return bisect_right(starts, place)
