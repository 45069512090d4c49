"""A text read form by form: each line by the first form that it has, and what was read put together.

A form is one function that reads the lines from a place on, or says that they have another form.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from builder.points.appraisal.appraisal import appraise
from builder.points.document.columns import NAME_COLUMN
from builder.points.document.design import Design
from builder.points.document.document import Document, Profile
from builder.points.document.json_reader import DEFAULT_LIMITS, DocumentError, JsonReader, Limits
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.names import new_keys
from builder.points.shorthand.assembly import ProfileAssembler, ProfileBuilder
from builder.points.shorthand.codes import weapon_vocabularies
from builder.points.shorthand.labelled import read_line
from builder.points.shorthand.line import LinesAndNext, ParsedTerm, ProfileNames, Source
from builder.points.shorthand.own_texts import cover_own_words, read_own_text
from builder.points.shorthand.printed import read_printed
from builder.points.shorthand.results import ParsedPiece, ParsedProfile, ParsedText, Question, Unparsed
from builder.points.shorthand.rows import bare_cell, cell_text, read_row
from builder.points.shorthand.table import read_cells, read_sheet
from builder.points.shorthand.tokens import tokenize
from builder.points.shorthand.vocabulary import close_matches

Form = Callable[[Source, int], LinesAndNext]
FORMS: tuple[Form, ...] = (read_printed, read_own_text, read_sheet, read_cells, read_line)
"""The forms of lines, in the order in which they are tried; the last reads every line."""

_MOST_UNPARSED = 2_000
_MOST_READS = 1_000
_LONGEST_LINE = 10_000
_MOST_EXPLAINED = 100
_MOST_QUESTIONS = 50
ASKED = "answer the question about it"


def _with_kind(catalogue: Catalogue, design: Design) -> Design:
    """A design of the one kind that has all its parts, where the text says no kind and the first has not."""
    if KIND in design.values:
        return design
    picks = (code for code, picks in design.picks.items() if picks)
    parts = {*design.values, *design.weapons, *picks}
    fitting = [kind.code for kind in catalogue.kinds if not kind.parts or parts <= {*kind.parts}]
    if len(fitting) != 1 or fitting[0] == catalogue.kinds[0].code:
        return design
    return replace(design, values={KIND: fitting[0], **design.values})


def read_shorthand(
    text: str, catalogue: Catalogue, list_profiles: Sequence[Profile] = (), limits: Limits = DEFAULT_LIMITS
) -> ParsedText:
    """Read a text; ``list_profiles`` are the list's profiles, which properties and spells may name.

    DocumentError when the text is too long, holds control characters, or more profiles than a list may.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    _check(text, limits)
    names = [(profile.key, profile.name) for profile in list_profiles]
    first = _Reading(text, catalogue, ProfileNames(names), limits)
    drafts = first.assembly.drafts
    keys = new_keys([draft.title for draft in drafts], {key for key, _ in names})
    if not any(draft.picks for draft in drafts):
        return first.result(keys)
    found = [(key, draft.title) for key, draft in zip(keys, drafts, strict=True)]
    again = _Reading(text, catalogue, ProfileNames([*names, *found]), limits)
    same = [draft.name for draft in again.assembly.drafts] == [draft.name for draft in drafts]
    return (again if same else first).result(keys)


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


def read_rows(
    rows: Sequence[Sequence[str]], parts: Sequence[str], catalogue: Catalogue, limits: Limits = DEFAULT_LIMITS
) -> ParsedText:
    """Read the rows of a table, a profile each; ``parts`` are the codes of what its columns hold, or "".

    What was not read stands in the line of its row, counted from 1. DocumentError as for a text.
    """
    texts = [[cell_text(cell) for cell in row] for row in rows]
    lines = [
        "\t".join(bare_cell(cell, part, catalogue) for cell, part in zip(row, parts, strict=False))
        for row in texts
    ]
    text = "\n".join(lines)
    _check(text, limits)
    at = parts.index(NAME_COLUMN) if NAME_COLUMN in parts else -1
    titles = [row[at] if 0 <= at < len(row) else "" for row in texts]
    keys = new_keys(titles, ())
    names = ProfileNames(list(zip(keys, titles, strict=True)))
    return _RowReading(text, catalogue, names, limits, parts, titles).result(keys)


class _Reading:
    """A text that was read once, with the names of profiles that were known."""

    def __init__(self, text: str, catalogue: Catalogue, names: ProfileNames, limits: Limits) -> None:
        self.text = text
        self.source = Source(text, catalogue, names)
        cover_own_words(self.source)
        self.limits = limits
        self.assembly = ProfileAssembler(self.source, limits)
        self.starts = [start for start, _ in self.source.lines]
        self.left = _MOST_EXPLAINED
        self._read()
        self.assembly.finish()

    def _read(self) -> None:
        """Read the lines, form by form."""
        at = 0
        while at < len(self.source.lines):
            lines, at = next(found for form in FORMS if (found := form(self.source, at)) is not None)
            for line in lines:
                self.assembly.add(line)
                self._check_size()

    def _check_size(self) -> None:
        drafts = self.assembly.drafts
        if len(drafts) > self.limits.profiles:
            most = f"{self.limits.profiles:,} profiles"
            raise DocumentError("", f"holds more than the {most} of a whole list", "paste fewer at once")
        if drafts and len(drafts[-1].reads) + len(drafts[-1].unparsed) > _MOST_READS:
            place = f"line {drafts[-1].number}"
            raise DocumentError(
                place, "begins a profile that holds too much", "begin each on a line of its own"
            )
        if self.assembly.unread + len(self.assembly.pending) > _MOST_UNPARSED:
            raise DocumentError("", "holds too much that is no stat line", "paste only the profiles")

    # -------------------------------------------------------------- the result

    def result(self, keys: Sequence[str]) -> ParsedText:
        """Everything that was read, as the immutable result; ``keys`` are those of its profiles."""
        drafts = self.assembly.drafts
        profiles = tuple(self._profile(key, draft) for key, draft in zip(keys, drafts, strict=True))
        marks = [ParsedPiece(start, end, "") for start, end in self.source.marks]
        outside = self._pieces([*self.assembly.titles, *self._asides(), *marks])
        unparsed = self._all_unparsed(self.assembly.outside)
        return ParsedText(self.text, profiles, outside, unparsed, self._questions())

    def _asides(self) -> Iterator[ParsedPiece]:
        """What was covered up, but for what stands in something that is not read."""
        rests = sorted((term.start, term.end) for term in self._rests())
        for aside in self.source.asides:
            at = bisect_right(rests, (aside.start, len(self.text)))
            if not (at and aside.start < rests[at - 1][1]):
                yield aside

    def _rests(self) -> list[ParsedTerm]:
        return [*self.assembly.outside, *(term for draft in self.assembly.drafts for term in draft.unparsed)]

    def _profile(self, key: str, draft: ProfileBuilder) -> ParsedProfile:
        profile = Profile(
            key=key, name=draft.title, notes="\n\n".join(draft.notes), max=draft.max,
            design=_with_kind(self.source.words.catalogue, draft.build_design()),
        )  # fmt: skip
        other = list(self._different(profile, draft)) if draft.told else []
        unparsed = self._all_unparsed([*draft.unparsed, *other])
        places = {term.start for term in other}
        reads = [read for read in draft.reads if read.start not in places]
        return ParsedProfile(profile, self._pieces(reads), unparsed, tuple(draft.claims), draft.number)

    def _different(self, profile: Profile, draft: ProfileBuilder) -> Iterator[ParsedTerm]:
        """What the text says of numbers that come to others by the rules."""
        catalogue = self.source.words.catalogue
        whole = Document(system=catalogue.system, edition=catalogue.edition, name="", profiles=(profile,))
        found = appraise(whole, catalogue).profile(profile.key)
        for term in draft.told:
            group, _, entry = term.code.partition("/")
            if entry:
                first = next(g for g in catalogue.groups if g.code == group).columns[0].code
                items = {item.entry: item.number for item in found.items if item.column == first}
                number: int | None = items.get(entry)
            else:
                value = found.value(term.code)
                number = value.number if value else None
            if number is not None and number != term.value:
                yield replace(term, kind="rest", reads=[], hint=f"by the rules it comes to {number}")

    def _questions(self) -> tuple[Question, ...]:
        """What is asked, in the order of the text; those that lie inside one another are asked one by one."""
        asked: list[Question] = []
        for question in sorted(term.question for term in self._rests() if term.question)[:_MOST_QUESTIONS]:
            start, end = question[:2]
            if not asked or start >= asked[-1].end:
                asked.append(question._replace(line=self._line_of(start), text=self.text[start:end]))
        return tuple(asked)

    def _pieces(self, reads: Iterable[ParsedPiece]) -> tuple[ParsedPiece, ...]:
        return tuple(
            read._replace(line=self._line_of(read.start), text=self.text[read.start : read.end])
            for read in sorted(reads)
        )

    def _line_of(self, place: int) -> int:
        return bisect_right(self.starts, place)

    def _all_unparsed(self, terms: Iterable[ParsedTerm]) -> tuple[Unparsed, ...]:
        return tuple(self._unparsed(term) for term in sorted(terms, key=lambda term: term.start))

    def _unparsed(self, term: ParsedTerm) -> Unparsed:
        """What was not read, with what may have been meant by the first hundred."""
        line, text = self._line_of(term.start), self.text[term.start : term.end]
        hint, near = ASKED if term.question else term.hint, tuple[str, ...]()
        if not hint and self.left > 0:
            self.left -= 1
            words = self.source.words
            slot = weapon_vocabularies(words.catalogue).get(term.code)
            if slot:
                near = close_matches(text, slot.known_codes)
            elif words.labels.find(tokenize(text), 0):
                hint = "nothing that it could announce stands behind it"
            else:
                near = close_matches(text, (*words.known_phrases, *self.source.names.display_names))
        return Unparsed(line, term.start, term.end, text, near, hint, asked=bool(term.question))


class _RowReading(_Reading):
    """Rows of a table that were read once: each line is a profile, called as its cell says."""

    def __init__(
        self,
        text: str,
        catalogue: Catalogue,
        names: ProfileNames,
        limits: Limits,
        parts: Sequence[str],
        titles: Sequence[str],
    ) -> None:
        self.parts = parts
        self.titles = titles
        super().__init__(text, catalogue, names, limits)

    def _read(self) -> None:
        for at, title in enumerate(self.titles):
            draft = self.assembly.begin_row(read_row(self.source, at, self.parts))
            draft.name = title[: self.limits.name]
            self._check_size()
