"""Reader of a text: it reads each line by the first form that fits, and builds the result.

A form is a function that reads a line, and perhaps lines below it. A draft is a profile while the text is
read (``ProfileBuilder``).
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from builder.points.appraisal.appraisal import appraise
from builder.points.document.columns import NAME_COLUMN
from builder.points.document.document import Document, Member, Profile, Roster, RosterEntry
from builder.points.document.json_reader import DEFAULT_LIMITS, DocumentError, JsonReader, Limits
from builder.points.document.variants import split_variant
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.names import list_name, new_keys
from builder.points.rules.results import Appraisal, ProfileAppraisal
from builder.points.rules.wording import unit_of
from builder.points.shorthand.codes import weapon_vocabularies
from builder.points.shorthand.columns import bare_cell, cell_text, read_row
from builder.points.shorthand.facts import read_line
from builder.points.shorthand.line import (
    LinesAndNext,
    OwnRoster,
    ParsedTerm,
    ProfileNames,
    ScannedLine,
    Source,
)
from builder.points.shorthand.own_texts import cover_calculated_parts
from builder.points.shorthand.profile_builder import ProfileBuilder
from builder.points.shorthand.profiles import ProfileAssembler
from builder.points.shorthand.quoting import write_title
from builder.points.shorthand.results import (
    Choice,
    ParsedPiece,
    ParsedProfile,
    ParsedText,
    Question,
    StatedTotal,
    Unparsed,
)
from builder.points.shorthand.roles import clean_name, may_have_name_below, move_names_up, read_total
from builder.points.shorthand.table import read_printed_rows, read_sheet
from builder.points.shorthand.tokens import COVER, FILLER, tokenize
from builder.points.shorthand.vocabulary import close_matches

Form = Callable[[Source, int], LinesAndNext]
FORMS: tuple[Form, ...] = (read_total, read_printed_rows, read_sheet, read_line)
"""The forms of lines, in the order in which they are tried; the last reads every line."""

_SIGNS_WITHOUT_MEANING = FILLER | {" ", "\t", COVER}
_MAX_UNPARSED = 800
_MAX_PIECES_OF_PROFILE = 1_000
_MAX_WAITING_LINES = 100
_MAX_LINE_LENGTH = 10_000
_MAX_SUGGESTIONS = 100
_MAX_QUESTIONS = 50
_MAX_COUNT_IN_BRACKETS = 30
ANSWER_QUESTION = "answer the question about it"


def read_shorthand(
    text: str, catalogue: Catalogue, list_profiles: Sequence[Profile] = (), limits: Limits = DEFAULT_LIMITS
) -> ParsedText:
    """Read a text of stat lines.

    Properties and spells in the text may name its own profiles and ``list_profiles``, those of the list that
    the text is for. Raise DocumentError if the text is too long, contains control characters, or has more
    profiles than a list may have.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    _check_text(text, limits)
    names = [(profile.key, profile.name) for profile in list_profiles]
    first = _Reading(text, catalogue, ProfileNames(names), limits)
    first.read_forms()
    drafts = first.assembly.drafts
    keys = new_keys([draft.title for draft in drafts], {key for key, _ in names})
    if not any(draft.picks for draft in drafts):
        return first.result(keys)
    # Only a second reading knows the names of all profiles of the text.
    pasted_names = [(key, draft.title) for key, draft in zip(keys, drafts, strict=True)]
    second = _Reading(text, catalogue, ProfileNames([*names, *pasted_names]), limits)
    second.read_forms()
    has_same_names = [draft.name for draft in second.assembly.drafts] == [draft.name for draft in drafts]
    return (second if has_same_names else first).result(keys)


def _check_text(text: str, limits: Limits) -> None:
    """Raise DocumentError if the text or a line is too long, or a line contains control characters."""
    size, limit = len(text.encode("utf-8", "surrogatepass")), max_bytes(limits)
    if size > limit:
        raise DocumentError("", f"has {size:,} bytes", f"paste at most {limit:,} at once")
    reader = JsonReader(Limits(text=_MAX_LINE_LENGTH))
    for number, line in enumerate(text.split("\n"), 1):
        if line:
            reader.text(f"line {number}", line)


def max_bytes(limits: Limits) -> int:
    """Return the maximum length of a text in bytes. A complete list as text is shorter."""
    return limits.bytes // 5


def read_rows(
    rows: Sequence[Sequence[str]], parts: Sequence[str], catalogue: Catalogue, limits: Limits = DEFAULT_LIMITS
) -> ParsedText:
    """Read each row of a table as a profile.

    ``parts`` are the codes of the columns. A column with the code "" is skipped. The line number of an unread
    cell is the number of its row, from 1. Raise DocumentError as ``read_shorthand`` does.
    """
    name_at = parts.index(NAME_COLUMN) if NAME_COLUMN in parts else -1
    texts = [[cell_text(cell, exact=at == name_at) for at, cell in enumerate(row)] for row in rows]
    lines = [
        "\t".join(bare_cell(cell, part, catalogue) for cell, part in zip(row, parts, strict=False))
        for row in texts
    ]
    text = "\n".join(lines)
    _check_text(text, limits)
    titles = [row[name_at] if 0 <= name_at < len(row) else "" for row in texts]
    keys = new_keys(titles, ())
    names = ProfileNames(list(zip(keys, titles, strict=True)))
    reading = _Reading(text, catalogue, names, limits, is_table=True)
    reading.read_columns(parts, titles)
    return reading.result(keys)


class _Reading:
    """One reading of a text. ``names`` are the profiles that are known before the reading."""

    def __init__(
        self, text: str, catalogue: Catalogue, names: ProfileNames, limits: Limits, *, is_table: bool = False
    ) -> None:
        self.text = text
        self.source = Source(text, catalogue, names, is_table=is_table)
        self.limits = limits
        self.assembly = ProfileAssembler(self.source, limits)
        self.suggestions_left = _MAX_SUGGESTIONS

    def read_forms(self) -> None:
        """Read each line by the first form that fits.

        If the name of a block, the lines between two empty lines, may be below its values, its lines wait
        until the block ends.
        """
        cover_calculated_parts(self.source)
        at, waiting = 0, list[ScannedLine]()
        while at < len(self.source.lines):
            if _SIGNS_WITHOUT_MEANING.issuperset(self.source.line_text(at)):
                if self.source.is_empty(at):
                    self.source.kind_above = self.source.announced_slot = ""
                at += 1
                if waiting:
                    self._add(waiting)
                waiting, self.assembly.block_start = [], at + 1
                continue
            lines, at = next(
                read_lines for form in FORMS if (read_lines := form(self.source, at)) is not None
            )
            waiting += lines
            is_block_start = waiting[:1] and waiting[0].number == self.assembly.block_start
            if (
                self.source.is_own_text
                or not is_block_start
                or len(waiting) > _MAX_WAITING_LINES
                or not may_have_name_below(waiting)
            ):
                self._add(waiting)
                waiting = []
        self._add(waiting)
        self.assembly.finish()

    def _add(self, lines: list[ScannedLine]) -> None:
        for line in move_names_up(lines):
            self.assembly.add(line)
            self._check_size()

    def read_columns(self, parts: Sequence[str], titles: Sequence[str]) -> None:
        """Read each line as a row of a table. Each row is a profile. ``titles`` are the profiles' names."""
        for at, title in enumerate(titles):
            self.assembly.begin_row(read_row(self.source, at, parts)).name = title[: self.limits.name]
            self._check_size()

    def _check_size(self) -> None:
        drafts = self.assembly.drafts
        self._check_profiles(len(drafts))
        if drafts and len(drafts[-1].pieces) + len(drafts[-1].unparsed) > _MAX_PIECES_OF_PROFILE:
            line = f"line {self._line_number(drafts[-1])}"
            raise DocumentError(line, "starts a profile that is too long", "start each on a new line")
        if self.assembly.unread_count + len(self.assembly.pending) > _MAX_UNPARSED:
            raise DocumentError("", "contains too much that isn't a stat line", "paste only the profiles")

    def _check_profiles(self, number: int) -> None:
        if number > self.limits.profiles:
            limit = f"{self.limits.profiles:,} profiles"
            raise DocumentError("", f"has more than {limit}, the limit of a list", "paste fewer at once")

    # -------------------------------------------------------------- the result

    def result(self, keys: Sequence[str]) -> ParsedText:
        """Return the immutable result. ``keys`` are the keys of the drafts' profiles."""
        drafts, catalogue = self.assembly.drafts, self.source.words.catalogue
        profiles = [_build_profile(key, draft) for key, draft in zip(keys, drafts, strict=True)]
        totals = _totals_of_all(self.assembly.totals, drafts)
        needs_points = any(d.stated_numbers or d.number_in_brackets or (d.count and d.claims) for d in drafts)
        appraisal = self._appraise(profiles, None) if needs_points else None
        parsed_profiles = list[ParsedProfile]()
        taken, keys_by_draft, additions = {*keys}, list[list[str]](), list[dict[str, int | str]]()
        for variant, draft in zip(profiles, drafts, strict=True):
            parsed = self._parsed_profile(
                variant, draft, appraisal.profile(variant.key) if appraisal else None
            )
            profile, added = split_variant(variant, catalogue) if self.source.roster else (variant, [])
            parsed = parsed._replace(profile=profile)
            additions.append({part.code: True for part in added})
            if known := self._merge_into_equal(parsed_profiles, parsed):
                keys_by_draft.append([known])
                continue
            kind = catalogue.kind(profile.design.values.get(KIND))
            # In a game that limits the profiles of a kind, each person is a profile.
            is_each_a_profile = kind is not None and kind.most is not None and not self.source.roster
            people = parsed.models if is_each_a_profile else 1
            self._check_profiles(len(parsed_profiles) + people)
            more_keys = new_keys([draft.title] * (people - 1), taken)
            taken |= {*more_keys}
            parsed_profiles.append(parsed)
            parsed_profiles += [
                parsed._replace(profile=replace(profile, key=key), unparsed=()) for key in more_keys
            ]
            keys_by_draft.append([profile.key, *more_keys])
        marks = [ParsedPiece(start, end, "") for start, end in self.source.mark_ranges]
        pieces = self._pieces([*self.assembly.titles, *self._read_loose_pieces(), *marks])
        unparsed = self._all_unparsed(self.assembly.unread_outside)
        roster = _build_roster(drafts, keys_by_draft, additions, self.source.roster or OwnRoster())
        has_roster = bool(self.source.roster or self.assembly.limit) or (
            not self.source.is_own_text and any(draft.count or draft.number_in_brackets for draft in drafts)
        )
        points, title_points = None, self.assembly.title_points
        if totals or has_roster or title_points:
            all_profiles = [parsed.profile for parsed in parsed_profiles]
            points = self._appraise(all_profiles, roster).rosters[0].points
        if title_points and has_roster and (points is None or int(title_points.value or 0) > points):
            roster = replace(roster, limit=int(title_points.value or 0))
            pieces = tuple(sorted((*pieces, *self._pieces(title_points.pieces))))
        elif title_points:
            totals = [title_points, *totals]
        if roster.limit is None:
            roster = replace(roster, limit=self._limit(totals, points))
        return ParsedText(
            text=self.text,
            profiles=tuple(parsed_profiles),
            pieces=pieces,
            unparsed=unparsed,
            questions=self._questions(),
            totals=tuple(self._total(term, points) for term in totals),
            roster=roster if has_roster else None,
            title=self._title(pieces, roster.name),
        )

    def _title(self, pieces: Iterable[ParsedPiece], roster_name: str) -> str:
        """Return the name of the list in the text, or "" if it has none or only that of its roster."""
        written = next((piece.text for piece in pieces if piece.role == "title"), "")
        line = written.strip().partition("\n")[0]
        if self.source.is_own_text and roster_name:  # "The Long Way Home, After five jobs 400/450"
            line = line.partition(f", {write_title(roster_name)}")[0]
        title = clean_name(line)[: self.limits.name]
        return "" if title in (roster_name, list_name("")) else title

    def _read_loose_pieces(self) -> Iterator[ParsedPiece]:
        """Yield the pieces of calculated text, except pieces inside an unread term."""
        unread = sorted((term.start, term.end) for term in self._unread_terms())
        for piece in self.source.loose_pieces:
            at = bisect_right(unread, (piece.start, len(self.text)))
            if not at or piece.start >= unread[at - 1][1]:
                yield piece

    def _merge_into_equal(self, parsed_profiles: list[ParsedProfile], parsed: ParsedProfile) -> str:
        """Add a profile's pieces to an equal earlier profile in a text of a roster. Return its key, or ""."""
        for at, earlier in enumerate(parsed_profiles if self.source.roster else ()):
            if replace(parsed.profile, key=earlier.profile.key) == earlier.profile:
                pieces, unparsed = (*earlier.pieces, *parsed.pieces), (*earlier.unparsed, *parsed.unparsed)
                parsed_profiles[at] = earlier._replace(pieces=pieces, unparsed=unparsed)
                return earlier.profile.key
        return ""

    def _limit(self, totals: Sequence[ParsedTerm], points: int | None) -> int | None:
        """Return the roster's stated limit, the game's usual limit, or the smallest game size that fits."""
        catalogue, stated = self.source.words.catalogue, [int(term.code) for term in totals if term.code]
        if self.assembly.limit is not None or stated:
            return next(limit for limit in (self.assembly.limit, *stated) if limit is not None)
        if catalogue.roster.limit == "optional" or catalogue.roster.points is not None:
            return catalogue.roster.points
        sizes = (size.points for size in catalogue.game_sizes if points is not None)
        return min((size for size in sizes if size >= (points or 0)), default=None)

    def _total(self, term: ParsedTerm, points: int | None) -> StatedTotal:
        limit, line = int(term.code) if term.code else None, self.source.line_number(term.start)
        text = self.text[term.start : term.end]
        return StatedTotal(term.start, term.end, int(term.value or 0), limit, points, line, text)

    def _appraise(self, profiles: Sequence[Profile], roster: Roster | None) -> Appraisal:
        catalogue = self.source.words.catalogue
        document = Document(
            system=catalogue.system, edition=catalogue.edition, name="", profiles=tuple(profiles),
            rosters=(roster,) if roster else (),
        )  # fmt: skip
        return appraise(document, catalogue)

    def _unread_terms(self) -> list[ParsedTerm]:
        return [
            *self.assembly.unread_outside,
            *(term for draft in self.assembly.drafts for term in draft.unparsed),
        ]

    def _parsed_profile(
        self, profile: Profile, draft: ProfileBuilder, appraisal: ProfileAppraisal | None
    ) -> ParsedProfile:
        """Return a profile with the price and number of models in the text.

        A number in brackets after the name is a price if it is equal to the calculated points or too large
        for a number of models. Otherwise it is a number of models, and a question may ask about it.
        """
        count, claims = draft.count, list(draft.claims)
        if draft.number_in_brackets is not None:
            number, points = int(draft.number_in_brackets.value or 0), appraisal.points if appraisal else None
            is_likely = points is None or (0 < points <= 2 * number)
            if number == points or not 0 < number <= _MAX_COUNT_IN_BRACKETS:
                claims.append(number)
            else:
                count = draft.count = number
                for at, read in enumerate(draft.pieces):
                    if read.start == draft.number_in_brackets.start:
                        draft.pieces[at] = read._replace(meaning=f"{number} of them")
                if is_likely:
                    draft.questions.append(self._ask_count(draft.number_in_brackets, number))
        if count and count > 1 and appraisal and appraisal.points:
            claims = [appraisal.points if claim == appraisal.points * count else claim for claim in claims]
        wrong = list(self._wrong_numbers(appraisal, draft)) if appraisal and draft.stated_numbers else []
        unparsed = self._all_unparsed([*draft.unparsed, *wrong])
        starts = {term.start for term in wrong}
        pieces = [piece for piece in draft.pieces if piece.start not in starts]
        line = self._line_number(draft)
        return ParsedProfile(profile, self._pieces(pieces), unparsed, tuple(claims), line, count or 1)

    def _ask_count(self, term: ParsedTerm, number: int) -> Question:
        """Return a question about a number in brackets after a name: is it a count or a price?"""
        price = f"{number} {unit_of(number, self.source.words.catalogue)}"
        choices = (Choice(f"{number} of them", f"x{number}"), Choice(f"Price: {price}", price))
        prompt = f"Is {number} the number of models or the price?"
        return Question(term.start, term.end, prompt, choices, is_read=True)

    def _wrong_numbers(self, appraisal: ProfileAppraisal, draft: ProfileBuilder) -> Iterator[ParsedTerm]:
        """Yield an unread term for each number in the text that differs from the calculated number."""
        for term in draft.stated_numbers:
            group, _, entry = term.code.partition("/")
            if entry:
                groups = self.source.words.catalogue.groups
                column = next(g for g in groups if g.code == group).columns[0].code
                items = {item.entry: item.number for item in appraisal.items if item.column == column}
                number: int | None = items.get(entry)
            else:
                value = appraisal.value(term.code)
                number = value.number if value else None
                if value and number is None and all(line.points is not None for line in value.lines):
                    yield replace(term, kind="unread", pieces=[], hint="by the rules, it has none")
            if number is not None and number != term.value:
                yield replace(term, kind="unread", pieces=[], hint=f"by the rules, it is {number}")

    def _line_number(self, draft: ProfileBuilder) -> int:
        """Return the number of the line in which a profile begins."""
        return self.source.line_number(self.source.lines[draft.line_number - 1][0])

    def _questions(self) -> tuple[Question, ...]:
        """Return the questions in the order of the text.

        Of questions that overlap, only the first is included. After its answer, the text is read again.
        """
        shown: list[Question] = []
        questions = [term.question for term in self._unread_terms() if term.question]
        questions += [question for draft in self.assembly.drafts for question in draft.open_questions()]
        for question in sorted(questions)[:_MAX_QUESTIONS]:
            start, end = question[:2]
            if not shown or start >= shown[-1].end:
                shown.append(
                    question._replace(line=self.source.line_number(start), text=self.text[start:end])
                )
        return tuple(shown)

    def _pieces(self, pieces: Iterable[ParsedPiece]) -> tuple[ParsedPiece, ...]:
        return tuple(
            piece._replace(line=self.source.line_number(piece.start), text=self.text[piece.start : piece.end])
            for piece in sorted(pieces)
        )

    def _all_unparsed(self, terms: Iterable[ParsedTerm]) -> tuple[Unparsed, ...]:
        return tuple(map(self._unparsed, sorted(terms, key=lambda term: term.start)))

    def _unparsed(self, term: ParsedTerm) -> Unparsed:
        """Return an unread part of the text. Only the first ``_MAX_SUGGESTIONS`` parts get similar words."""
        line, text = self.source.line_number(term.start), self.text[term.start : term.end]
        hint, near = ANSWER_QUESTION if term.question else term.hint, tuple[str, ...]()
        if not hint and self.suggestions_left > 0:
            self.suggestions_left -= 1
            words = self.source.words
            slot = weapon_vocabularies(words.catalogue).get(term.code)
            if slot:
                near = close_matches(text, slot.known_codes)
            elif words.labels.find(tokenize(text), 0):
                hint = "the value after it is missing or unknown"
            elif label := words.label_before(text):
                hint = f"write {label} before it"
            elif kinds := words.kinds_with(text):
                hint = f"it is only for {kinds}"
            else:
                near = close_matches(text, (*words.known_phrases, *self.source.names.display_names))
        return Unparsed(line, term.start, term.end, text, near, hint, has_question=bool(term.question))


def _build_profile(key: str, draft: ProfileBuilder) -> Profile:
    notes = "\n\n".join(draft.notes)
    return Profile(key=key, name=draft.title, notes=notes, max=draft.max, design=draft.build_design())


def _totals_of_all(
    totals: Sequence[tuple[int, ParsedTerm]], drafts: Sequence[ProfileBuilder]
) -> list[ParsedTerm]:
    """Return the totals that belong to all profiles together.

    ``totals`` are pairs: the number of profiles above a total, and the total's term. A total that belongs to
    a single profile becomes a claim of this profile.
    """
    with_total, of_all = set[int](), list[ParsedTerm]()
    below_profiles = sum(above > 0 for above, _ in totals)
    for above, term in totals:
        is_below_all = above == len(drafts) and (below_profiles == 1 or below_profiles > len(drafts))
        if above > 0 and above not in with_total and not is_below_all:
            with_total.add(above)
            drafts[above - 1].claims.append(int(term.value or 0))
            drafts[above - 1].pieces.append(ParsedPiece(term.start, term.end, "stated as the total"))
        else:
            of_all.append(term)
    return of_all


def _build_roster(
    drafts: Sequence[ProfileBuilder],
    keys_by_draft: Sequence[Sequence[str]],
    additions: Sequence[Mapping[str, int | str]],
    own: OwnRoster,
) -> Roster:
    """Return the roster with the rows and counts of the text.

    For each draft, ``keys_by_draft`` are the keys of the profiles that it became, and ``additions`` the
    fields of its row, which add something to the profile. ``own`` is the roster's data in a text that
    Musterbook wrote.
    """
    entries, members_by_unit = list[RosterEntry](), dict[int, list[tuple[Member, bool]]]()
    unit_lines = [unit.line for unit in own.units]
    for draft, keys, added in zip(drafts, keys_by_draft, additions, strict=True):
        if own.summoned_heading_line and draft.line_number > own.summoned_heading_line:
            continue
        count = (draft.count or 1) if len(keys) == 1 else 1
        if number := bisect_right(unit_lines, draft.line_number):
            is_attached = draft.line_number in own.attached_lines
            members = members_by_unit.setdefault(number, [])
            members += [(Member(profile=key, count=count), is_attached) for key in keys]
        else:
            entries += [RosterEntry(profile=key, count=count, fields=added) for key in keys]
    names = {keys[0]: draft.title for draft, keys in zip(drafts, keys_by_draft, strict=True)}
    for number, members in members_by_unit.items():
        unit = own.units[number - 1]
        name = "" if unit.name == names.get(members[0][0].profile) else unit.name
        entries.append(replace(_build_unit(members, name, unit.attached_count), fields=unit.facts))
    return Roster(name=own.name, limit=own.limit, entries=tuple(entries))


def _build_unit(members: Sequence[tuple[Member, bool]], name: str, attached_count: int) -> RosterEntry:
    """Return a unit. ``members`` are pairs of a member and whether it is attached.

    The last ``attached_count`` members are attached too.
    """
    (main, _), *others = members
    first_attached = len(others) - attached_count
    pairs = [(member, flag or at >= first_attached) for at, (member, flag) in enumerate(others)]
    return RosterEntry(
        profile=main.profile,
        count=main.count,
        name=name,
        others=tuple(member for member, is_attached in pairs if not is_attached),
        attached=tuple(member for member, is_attached in pairs if is_attached),
    )
