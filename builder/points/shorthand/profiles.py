"""Assembly of scanned lines to profiles: which name and which values belong together.

A line is a name line (a name, perhaps with its Max or points), a line of values, or text. A line of values
begins a profile if the current profile already has a value for the same attribute, if the line contains a
name, or if a name is between the current profile and the line. The last name line or short text before the
line is the name; sentences between name and values are notes. Words of the game before the first value are a
name too if only blanks separate them: "Undead Knight". Lines that fit nowhere are listed as unread.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from builder.points.document.json_reader import Limits
from builder.points.rules.catalogue_index import KIND
from builder.points.shorthand.facts import CALCULATED
from builder.points.shorthand.line import ParsedTerm, ScannedLine, Source
from builder.points.shorthand.profile_builder import (
    GIVEN_TWICE,
    SINGLE,
    TAKEN_TWICE,
    ProfileBuilder,
    term_key,
)
from builder.points.shorthand.results import ParsedPiece
from builder.points.shorthand.roles import (
    ask_about_game_words,
    clean_name,
    is_sentence,
    may_be_name,
    name_end,
)
from builder.points.shorthand.tokens import QUOTE_COVER, tokenize

VALUES_IN_NAME = "it looks like values, not a name"
_DASHED = re.compile(r"\w.*\s[-–—−]")
_KINDS_IN_NAME_LINES = ("max", "claim", "mark", "unread", "count", "name")


class ProfileAssembler:
    """An assembler that receives the lines in the order of the text and builds profiles from them."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self.source = source
        self.text = source.covered
        self.limits = limits
        self.drafts: list[ProfileBuilder] = []
        self.pending: list[ScannedLine] = []
        """Lines that may name the next profile."""
        self.block_start = 1
        """The number of the first line of the current block."""
        self.unread_outside: list[ParsedTerm] = []
        """Unread terms above the first profile."""
        self.unread_count = 0
        self.titles: list[ParsedPiece] = []
        self.totals: list[tuple[int, ParsedTerm]] = []
        """Pairs for the totals in the text: the number of profiles above a total, and the total's term."""
        self.limit: int | None = None
        self.title_points: ParsedTerm | None = None
        """The points after the title, which can be the total of the roster or its limit."""
        self.first_line: ScannedLine | None = None
        self.heading: ScannedLine | None = None
        """A line with only a kind. The next line decides whether it is a heading or a profile."""
        self.heading_kind = ""
        """The kind in the last heading."""

    @property
    def current(self) -> ProfileBuilder | None:
        """The profile that terms are added to, or None before the first profile."""
        return self.drafts[-1] if self.drafts else None

    def add(self, line: ScannedLine) -> None:
        """Add the next line of the text."""
        if not line.terms:
            return
        self._decide_heading(line)
        if line.has_kind("limit", "total"):
            self._place_pending()
            self._add_total_or_limit(line.terms[0])
            return
        self.first_line = self.first_line or line
        if kind := _kind_of_group(line):
            if any(term.is_lead for term in line.terms):
                self.heading = line
            else:
                self._place_pending()
                self._begin_group(line, kind)
        elif not line.lead and self._is_name_line(line):
            self.pending.append(line)
        elif self._begins_profile(line):
            if self.pending or any(_is_not_skipped(term) for term in line.terms):
                self._begin_profile(line)
            else:
                self._place_lines([line])
        else:
            self._place_pending()
            self._add_terms(line.terms)

    def _decide_heading(self, line: ScannedLine | None) -> None:
        """Decide by the next line whether the pending ``heading`` is a heading or a profile."""
        above, self.heading = self.heading, None
        if above is None:
            return
        is_marked = above.is_heading or self.source.covered[above.end - 1 : above.end] == ":"
        if line and (is_marked if line.lead else line.is_name_sure):
            self._place_pending()
            self._begin_group(above, _kind_of_group(above))
        elif any(term.is_lead for term in above.terms):
            self._begin_profile(above)

    def _begin_group(self, line: ScannedLine, kind: str) -> None:
        """Use a line as the heading of the profiles below, which are of this kind."""
        self.heading, self.heading_kind = None, kind
        self.titles += (read for term in line.terms for read in term.pieces)

    def _add_total_or_limit(self, term: ParsedTerm) -> None:
        """Add a total, or the limit of the roster. If there are several limits, the first counts."""
        if term.kind == "total":
            self.totals.append((len(self.drafts), term))
            return
        self.limit = int(term.value or 0) if self.limit is None else self.limit
        self.titles += term.pieces

    def begin_row(self, row: ScannedLine) -> ProfileBuilder:
        """Add a row of a table as a profile, and return the profile."""
        self.drafts.append(ProfileBuilder(row.number, self.source, self.limits))
        self._add_terms(row.terms)
        self.drafts[-1].set_kind()
        return self.drafts[-1]

    def finish(self) -> None:
        """Place the pending lines at the end of the text, and complete the profiles."""
        self._decide_heading(None)
        self._place_pending()
        for draft in self.drafts:
            draft.set_kind()
            draft.store_model_count()
            draft.store_price()
        if not self.drafts:  # a text without profiles has no title
            self.unread_outside += [ParsedTerm("unread", read.start, read.end) for read in self.titles]
            self.titles = []

    # -------------------------------------------------------------- which line goes where

    def _is_name_line(self, line: ScannedLine) -> bool:
        """Return whether a line can name a profile: words without values, perhaps with Max and points."""
        if any(term.question for term in line.terms):
            return False
        if line.has_only_facts and line.has_bullet:
            return False
        if 0 < line.name_term_count == len(line.terms):
            return True
        has_name = line.is_name_sure or line.is_heading or (line.has_kind("name") and not line.is_labelled)
        return bool(has_name) and all(
            term.kind in _KINDS_IN_NAME_LINES or term in line.terms[: line.name_term_count]
            for term in line.terms
        )

    def _begins_profile(self, line: ScannedLine) -> bool:
        """Return whether a line begins a profile and doesn't continue the current profile."""
        current = self.current
        if current is None:
            return True
        lead = line.lead
        after = line.terms[line.terms.index(lead) + 1 :] if lead else []
        if lead and lead.value == current.values.get(KIND) and after and after[0].kind == "slot":
            lead.kind, lead.code = "mark", ""  # "Captain Gear: Deck" in the profile of a captain
            return False
        if lead and self._begins_another_profile(current, lead):
            return True
        if line.has_kind("name"):
            has_facts = bool(current.values.keys() - {KIND} or current.picks)
            return self.source.is_own_text or bool(current.name) or has_facts
        if any(term.kind in SINGLE and term_key(term) in current.single_keys for term in line.terms):
            return True
        listed = line.is_labelled or line.has_bullet
        if line.has_kind("claim") and current.claims and not listed and len(line.terms) > 2:
            return True
        not_values = (pending for pending in self.pending if not self._is_among_values(pending))
        names = [pending for pending in not_values if pending.is_name_sure or not pending.name_term_count]
        is_calculated = self.source.is_own_text and any(
            read.meaning == CALCULATED for t in line.terms for read in t.pieces
        )
        # Whether a line with a name is next in a list, is below an empty line, or has a number of models.
        is_separate = (
            line.has_kind("count") or current.line_number == line.number - 1 or self._is_below_empty(line)
        )
        if (
            line.is_name_sure
            and not line.has_bullet
            and is_separate
            and line.has_kind("pick", "weapon", "single")
        ):
            return True
        is_named = line.is_name_sure or any(map(may_be_name, names))
        is_below_name = bool(names) and (names[-1].number == line.number - 1 or names[-1].is_heading)
        has_values = is_calculated or line.has_kind("value", "count")
        return is_named and (has_values or (is_below_name and (line.has_only_facts or line.is_labelled)))

    def _begins_another_profile(self, current: ProfileBuilder, lead: ParsedTerm) -> bool:
        """Return whether a lead, a kind or number of models, begins another profile."""
        words = self.source.words
        counts = words.of_kind(str(current.values.get(KIND, ""))).count_attributes
        # The kind may not be known yet, so the counts of all kinds are compared.
        counted = any(f"value {code}" in current.single_keys for code in words.count_attributes)
        return lead.code == KIND or counted or lead.code not in counts

    def _begin_profile(self, line: ScannedLine) -> None:
        """Begin a profile, with the name before its values.

        Pending lines above the name belong to the new profile if they are in its block, and otherwise to the
        last profile.
        """
        at = len(self.pending) if self._has_own_name(line) else self._find_name_above()
        is_new_block = self.current is not None and self.current.line_number < self.block_start
        in_block = [
            pending for pending in self.pending[:at] if is_new_block and pending.number >= self.block_start
        ]
        self._place_lines([pending for pending in self.pending[:at] if pending not in in_block])
        draft = ProfileBuilder(line.number, self.source, self.limits, self.heading_kind)
        self.drafts.append(draft)
        terms = line.terms
        if at < len(self.pending):
            self._set_name_from_line_above(draft, self.pending[at])
            for pending in self.pending[at + 1 :]:
                self._add_note(draft, pending)
        elif (
            line.name_term_count
            and not line.has_kind("name")
            and (line.is_name_sure or line.has_kind("value"))
        ):
            self._set_name(line.terms[: line.name_term_count])
            terms = line.terms[line.name_term_count :]
        elif line.has_kind("value") and _DASHED.fullmatch(line.text_of(terms[0])):
            self._add_unread(terms[0])
            terms = terms[1:]
        self.pending = []
        self._place_lines(in_block)
        self._add_terms(terms)

    def _has_own_name(self, line: ScannedLine) -> bool:
        """Return whether a line needs no name above it: it has one, or begins with a type."""
        lead, is_separate = line.lead, self._is_below_empty(line) or self._is_listed(line)
        has_type = lead is not None and (lead.kind == "pick" or (lead.code == KIND and is_separate))
        has_name = line.is_name_sure or line.has_kind("name")
        return has_type or has_name or self._has_picks_of_profile_above(line)

    def _is_listed(self, line: ScannedLine) -> bool:
        """Return whether a line has a bullet and more than a kind, below a line that ends in a colon."""
        above = self.pending[-1].text.rstrip("*_ ") if self.pending else ""
        return line.has_bullet and above.endswith(":") and len(line.terms) > 1

    def _is_below_empty(self, line: ScannedLine) -> bool:
        """Return whether the line above is empty. The first line has no line above."""
        return line.number > 1 and self.source.is_empty(line.number - 2)

    def _find_name_above(self) -> int:
        """Return the index of the last pending line that can be a name, or the number of pending lines."""
        names = [
            at
            for at, pending in enumerate(self.pending)
            if may_be_name(pending) and not self._is_label(pending)
        ]
        while len(names) > 1 and self._is_among_values(self.pending[names[-1]]):
            names.pop()
        return names[-1] if names else len(self.pending)

    def _is_label(self, line: ScannedLine) -> bool:
        """Return whether a line is only the label of an attribute."""
        tokens = tokenize(self.text, line.start, line.end)
        label = self.source.words.labels.find(tokens, 0)
        return label is not None and label.value.kind == "attribute" and label.end == len(tokens)

    def _is_among_values(self, line: ScannedLine) -> bool:
        """Return whether a line directly below a line of text looks like a value with an unknown label."""
        is_below_text = line.number > 1 and not self.source.is_empty(line.number - 2)
        return is_below_text and (clean_name(line.text)[-1:].isdigit() or ":" in line.text.rstrip(": *_"))

    def _has_picks_of_profile_above(self, line: ScannedLine) -> bool:
        """Return whether only properties are pending, and an empty line separates them from this name."""
        is_separate = bool(self.pending) and line.number > self.pending[-1].number + 1
        are_picks = all(term.kind == "pick" for pending in self.pending for term in pending.terms)
        return is_separate and are_picks and line.name_term_count > 0 and self.current is not None

    def _set_name_from_line_above(self, draft: ProfileBuilder, line: ScannedLine) -> None:
        """Name a profile after the line above its values, which may also contain its Max and points."""
        length = line.name_term_count or sum(term.kind in ("unread", "pick", "mark") for term in line.terms)
        self._set_name(line.terms[:length])
        draft.line_number = line.number
        self._add_terms(line.terms[length:])

    def _set_name(self, terms: Sequence[ParsedTerm]) -> None:
        """Name the profile after the words before its values, with their signs: "Boss (Leader)"."""
        name_terms = [term for term in terms if not term.can_be_before_name]
        self._add_terms([term for term in terms if term not in name_terms])
        if not name_terms:
            return
        start, end = name_terms[0].start, name_terms[-1].end
        while (sign := self.text[end : end + 1]) in ("!", "?") or (
            sign in (".", ")") and self.text.count("(", start, end) > self.text.count(")", start, end)
        ):
            end += 1
        start -= self.text[start - 1 : start] == "'" and self.text.count("'", start, end) % 2
        if (stop := name_end(self.source.words, self.text, start, end)) < end:
            self._add_unread(ParsedTerm("unread", stop, end, hint=VALUES_IN_NAME))
            end = stop
        name = clean_name(self.text[start:end], self.source.text[start:end])
        if name.isdigit() and not (self.source.is_own_text or QUOTE_COVER in self.text[start:end]):
            self._add_unread(ParsedTerm("unread", start, end))
        elif name:
            read = ParsedPiece(start, end, "name")
            self._add_terms([ParsedTerm("name", start, end, value=start, pieces=[read])])
            if not self.source.is_own_text and QUOTE_COVER not in self.text[start:end]:
                current, words = self.drafts[-1], self.source.words
                if words.catalogue.kinds:
                    words = words.of_kind(str(current.values.get(KIND, current.heading_kind)))
                current.name_question = ask_about_game_words(self.source, words, start, end, name)

    def _add_note(self, draft: ProfileBuilder, line: ScannedLine) -> None:
        """Add a line between a name and its values as a note if it is a sentence. Other lines are unread."""
        is_prose = self.source.is_own_text or is_sentence(line)
        is_full = draft.exceeds_limit(ParsedTerm("notes", line.start, line.end), line.end - line.start)
        if is_prose and not is_full and all(term.kind == "unread" for term in line.terms):
            draft.notes.append(self.source.text[line.start : line.end].strip())
            draft.pieces.append(ParsedPiece(line.start, line.end, "notes"))
        else:
            self._add_unread(line.unread_term())

    def _place_pending(self) -> None:
        """Place the pending lines, because they can no longer name the next profile."""
        self._place_lines(self.pending)
        self.pending = []

    def _place_lines(self, lines: Sequence[ScannedLine]) -> None:
        """Place lines that name no profile.

        Properties go to the current profile. The first line of the text, or a heading, is a title. All other
        lines are unread.
        """
        for line in lines:
            text_only = all(term.kind == "unread" for term in line.terms)
            is_first = line is self.first_line and self.current is None
            claims = [term for term in line.terms if term.kind == "claim"]
            if any(term.question for term in line.terms):
                for term in line.terms:
                    self._add_unread(term)
            elif is_first and len(claims) == 1 and len(line.terms) == 2 and line.terms[0].is_unread_text:
                self.titles.append(ParsedPiece(line.terms[0].start, line.terms[0].end, "title"))
                self.title_points = replace(claims[0], code="")
            elif (
                (is_first or line.is_heading)
                and text_only
                and line.dropped_fact_count < 2
                and may_be_name(line)
            ):
                self.titles.append(ParsedPiece(line.start, line.end, "title"))
            elif self.current is not None and all(term.kind == "pick" for term in line.terms):
                self._add_terms(line.terms)
            elif self.source.is_own_text and self.current and text_only:
                self._add_note(self.current, line)
            else:
                self._add_unread(line.unread_term())

    def _add_unread(self, term: ParsedTerm) -> None:
        """Add an unread term to the current profile, or to the text above the first profile."""
        self.unread_count += 1
        (self.unread_outside if self.current is None else self.current.unparsed).append(term)

    # -------------------------------------------------------------- terms into the profile

    def _add_terms(self, terms: Sequence[ParsedTerm]) -> None:
        """Add terms to the current profile.

        If the profile already has a value, the term and all later terms become unread, because they seem to
        belong to another profile.
        """
        current, is_taken = self.drafts[-1], True
        for term in terms:
            is_taken = term.kind != "unread" and (is_taken or not term.is_joined) and current.try_add(term)
            if is_taken:
                current.pieces += term.pieces
                current.stated_numbers += [term] if term.kind == "mark" and term.value is not None else []
            elif term.hint == GIVEN_TWICE or (term.hint == TAKEN_TWICE and term.is_lead):
                self._add_unread(replace(term, kind="unread", end=max(t.end for t in terms)))
                return
            else:
                self._add_unread(term)


def _kind_of_group(line: ScannedLine) -> str:
    """Return the kind of a line that names only a kind ("Captain", "Soldiers:"), or "" for other lines."""
    kinds = [term for term in line.terms if term.code == KIND and (term.is_lead or term.kind == "mark")]
    others = [term for term in line.terms if term not in kinds and term.kind not in ("mark", "claim")]
    return str(kinds[0].value) if kinds and not others and line.terms[-1].code != "label" else ""


def _is_not_skipped(term: ParsedTerm) -> bool:
    """Return whether a term is read, has a hint, or asks for a name."""
    return term.kind != "unread" or bool(term.hint or (term.question and term.question.is_read))
