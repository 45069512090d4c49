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
from builder.points.shorthand.facts import WORKED_OUT
from builder.points.shorthand.line import ParsedTerm, ScannedLine, Source
from builder.points.shorthand.profile_builder import GIVEN_TWICE, SINGLE, TAKEN_TWICE, ProfileBuilder, key_of
from builder.points.shorthand.results import ParsedPiece
from builder.points.shorthand.roles import ask_words_of_name, clean_name, is_sentence, may_be_name, name_end
from builder.points.shorthand.tokens import QUOTED, tokenize

VALUES_IN_NAME = "it looks like values, not a name"
_DASHED = re.compile(r"\w.*\s[-–—−]")
_KINDS_IN_NAME_LINES = ("max", "claim", "mark", "rest", "count", "name")


class ProfileAssembler:
    """An assembler that receives the lines in the order of the text and builds profiles from them."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self.source = source
        self.text = source.covered
        self.limits = limits
        self.drafts: list[ProfileBuilder] = []
        self.pending: list[ScannedLine] = []
        """Lines that may name the next profile."""
        self.block = 1
        """The number of the first line of the current block."""
        self.outside: list[ParsedTerm] = []
        """Unread terms above the first profile."""
        self.unread_count = 0
        self.titles: list[ParsedPiece] = []
        self.totals: list[tuple[int, ParsedTerm]] = []
        """Pairs for the totals in the text: the number of profiles above a total, and the total's term."""
        self.limit: int | None = None
        self.title_points: ParsedTerm | None = None
        """The points after the title, which can be the total of the roster or its limit."""
        self.first: ScannedLine | None = None
        self.heading: ScannedLine | None = None
        """A line with only a kind. The next line decides whether it is a heading or a profile."""
        self.group = ""
        """The kind in the last heading."""

    @property
    def current(self) -> ProfileBuilder | None:
        """The profile that lines are added to, or None before the first profile."""
        return self.drafts[-1] if self.drafts else None

    def add(self, item: ScannedLine) -> None:
        """Add the next line of the text."""
        if not item.terms:
            return
        self._decide_heading(item)
        if item.has("limit", "total"):
            self._settle_pending()
            self._add_sum(item.terms[0])
            return
        self.first = self.first or item
        if kind := _kind_of_group(item):
            if any(term.leads for term in item.terms):
                self.heading = item
            else:
                self._settle_pending()
                self._begin_group(item, kind)
        elif not item.lead and self._is_name_line(item):
            self.pending.append(item)
        elif self._begins(item):
            if self.pending or any(_is_not_skipped(term) for term in item.terms):
                self._begin(item)
            else:
                self._settle_lines([item])
        else:
            self._settle_pending()
            self._apply(item.terms)

    def _decide_heading(self, item: ScannedLine | None) -> None:
        """Decide by the next line whether the pending ``heading`` is a heading or a profile."""
        above, self.heading = self.heading, None
        if above is None:
            return
        is_marked = above.is_heading or self.source.covered[above.end - 1 : above.end] == ":"
        if item and (is_marked if item.lead else item.is_name_sure):
            self._settle_pending()
            self._begin_group(above, _kind_of_group(above))
        elif any(term.leads for term in above.terms):
            self._begin(above)

    def _begin_group(self, item: ScannedLine, kind: str) -> None:
        """Use a line as the heading of the profiles below, which are of this kind."""
        self.heading, self.group = None, kind
        self.titles += (read for term in item.terms for read in term.reads)

    def _add_sum(self, term: ParsedTerm) -> None:
        """Add a total, or the limit of the roster. If there are several limits, the first counts."""
        if term.kind == "total":
            self.totals.append((len(self.drafts), term))
            return
        self.limit = int(term.value or 0) if self.limit is None else self.limit
        self.titles += term.reads

    def begin_row(self, row: ScannedLine) -> ProfileBuilder:
        """Add a row of a table as a profile, and return the profile."""
        self.drafts.append(ProfileBuilder(row.number, self.source, self.limits))
        self._apply(row.terms)
        self.drafts[-1].set_kind()
        return self.drafts[-1]

    def finish(self) -> None:
        """Decide what to do with the pending lines at the end of the text, and complete the profiles."""
        self._decide_heading(None)
        self._settle_pending()
        for draft in self.drafts:
            draft.set_kind()
            draft.store_model_count()
            draft.store_price()
        if not self.drafts:  # a text without profiles has no title
            self.outside += [ParsedTerm("rest", read.start, read.end) for read in self.titles]
            self.titles = []

    # -------------------------------------------------------------- which line goes where

    def _is_name_line(self, item: ScannedLine) -> bool:
        """Return whether a line can name a profile: words without values, perhaps with Max and points."""
        if any(term.question for term in item.terms):
            return False
        if item.is_facts and item.is_item:
            return False
        if 0 < item.name_length == len(item.terms):
            return True
        has_name = item.is_name_sure or item.is_heading or (item.has("name") and not item.is_labelled)
        return bool(has_name) and all(
            term.kind in _KINDS_IN_NAME_LINES or term in item.terms[: item.name_length] for term in item.terms
        )

    def _begins(self, item: ScannedLine) -> bool:
        """Return whether a line begins a profile and doesn't continue the current profile."""
        current = self.current
        if current is None:
            return True
        lead = item.lead
        after = item.terms[item.terms.index(lead) + 1 :] if lead else []
        if lead and lead.value == current.values.get(KIND) and after and after[0].kind == "slot":
            lead.kind, lead.code = "mark", ""  # "Captain Gear: Deck" in the profile of a captain
            return False
        if lead and self._is_another(current, lead):
            return True
        if item.has("name"):
            has_facts = bool(current.values.keys() - {KIND} or current.picks)
            return self.source.is_ours or bool(current.name) or has_facts
        if any(term.kind in SINGLE and key_of(term) in current.given for term in item.terms):
            return True
        listed = item.is_labelled or item.is_item
        if item.has("claim") and current.claims and not listed and len(item.terms) > 2:
            return True
        not_values = (pending for pending in self.pending if not self._is_among_values(pending))
        names = [pending for pending in not_values if pending.is_name_sure or not pending.name_length]
        is_calculated = self.source.is_ours and any(
            read.meaning == WORKED_OUT for t in item.terms for read in t.reads
        )
        # Whether a line with a name is next in a list, is below an empty line, or has a number of models.
        is_separate = item.has("count") or current.number == item.number - 1 or self._is_below_empty(item)
        if item.is_name_sure and not item.is_item and is_separate and item.has("pick", "weapon", "single"):
            return True
        is_named = item.is_name_sure or any(map(may_be_name, names))
        is_below_name = bool(names) and (names[-1].number == item.number - 1 or names[-1].is_heading)
        has_values = is_calculated or item.has("value", "count")
        return is_named and (has_values or (is_below_name and (item.is_facts or item.is_labelled)))

    def _is_another(self, current: ProfileBuilder, term: ParsedTerm) -> bool:
        """Return whether the kind or number that leads a line begins another profile."""
        words = self.source.words
        counts = words.of_kind(str(current.values.get(KIND, ""))).counts
        # The kind may not be known yet, so the counts of all kinds are compared.
        counted = any(f"value {code}" in current.given for code in words.counts)
        return term.code == KIND or counted or term.code not in counts

    def _begin(self, item: ScannedLine) -> None:
        """Begin a profile, with the name before its values.

        Pending lines above the name belong to the new profile if they are in its block, and otherwise to the
        last profile.
        """
        at = len(self.pending) if self._has_own_name(item) else self._name_above()
        is_new_block = self.current is not None and self.current.number < self.block
        in_block = [line for line in self.pending[:at] if is_new_block and line.number >= self.block]
        self._settle_lines([line for line in self.pending[:at] if line not in in_block])
        draft = ProfileBuilder(item.number, self.source, self.limits, self.group)
        self.drafts.append(draft)
        terms = item.terms
        if at < len(self.pending):
            self._name_by_line_above(draft, self.pending[at])
            for pending in self.pending[at + 1 :]:
                self._note(draft, pending)
        elif item.name_length and not item.has("name") and (item.is_name_sure or item.has("value")):
            self._name(item.terms[: item.name_length])
            terms = item.terms[item.name_length :]
        elif item.has("value") and _DASHED.fullmatch(item.text_of(terms[0])):
            self._reject(terms[0])
            terms = terms[1:]
        self.pending = []
        self._settle_lines(in_block)
        self._apply(terms)

    def _has_own_name(self, item: ScannedLine) -> bool:
        """Return whether a line needs no name above it: it has one, or begins with a type."""
        lead, is_separate = item.lead, self._is_below_empty(item) or self._is_listed(item)
        has_type = lead is not None and (lead.kind == "pick" or (lead.code == KIND and is_separate))
        has_name = item.is_name_sure or item.has("name")
        return has_type or has_name or self._has_picks_of_profile_above(item)

    def _is_listed(self, item: ScannedLine) -> bool:
        """Return whether a line has a bullet, more than a kind, and above it a line that ends in a colon."""
        above = self.pending[-1].text.rstrip("*_ ") if self.pending else ""
        return item.is_item and above.endswith(":") and len(item.terms) > 1

    def _is_below_empty(self, item: ScannedLine) -> bool:
        """Return whether the line above is empty. The first line has no line above."""
        return item.number > 1 and self.source.is_empty(item.number - 2)

    def _name_above(self) -> int:
        """Return the index of the last pending line that can be a name, or the number of pending lines."""
        names = [at for at, line in enumerate(self.pending) if may_be_name(line) and not self._is_label(line)]
        while len(names) > 1 and self._is_among_values(self.pending[names[-1]]):
            names.pop()
        return names[-1] if names else len(self.pending)

    def _is_label(self, item: ScannedLine) -> bool:
        """Return whether a line is only the label of an attribute."""
        tokens = tokenize(self.text, item.start, item.end)
        label = self.source.words.labels.find(tokens, 0)
        return label is not None and label.value.kind == "attribute" and label.end == len(tokens)

    def _is_among_values(self, item: ScannedLine) -> bool:
        """Return whether a line directly below a line of text looks like a value with an unknown label."""
        is_below_text = item.number > 1 and not self.source.is_empty(item.number - 2)
        return is_below_text and (clean_name(item.text)[-1:].isdigit() or ":" in item.text.rstrip(": *_"))

    def _has_picks_of_profile_above(self, item: ScannedLine) -> bool:
        """Return whether only properties are pending, and an empty line separates them from this name."""
        is_separate = bool(self.pending) and item.number > self.pending[-1].number + 1
        are_picks = all(term.kind == "pick" for pending in self.pending for term in pending.terms)
        return is_separate and are_picks and item.name_length > 0 and self.current is not None

    def _name_by_line_above(self, draft: ProfileBuilder, item: ScannedLine) -> None:
        """Name a profile by the line above its values, which may also contain its Max and points."""
        length = item.name_length or sum(term.kind in ("rest", "pick", "mark") for term in item.terms)
        self._name(item.terms[:length])
        draft.number = item.number
        self._apply(item.terms[length:])

    def _name(self, terms: Sequence[ParsedTerm]) -> None:
        """Name the profile by the words before its values, with their signs: "Boss (Leader)"."""
        name_terms = [term for term in terms if not term.is_before_name]
        self._apply([term for term in terms if term not in name_terms])
        if not name_terms:
            return
        start, end = name_terms[0].start, name_terms[-1].end
        while (sign := self.text[end : end + 1]) in ("!", "?") or (
            sign in (".", ")") and self.text.count("(", start, end) > self.text.count(")", start, end)
        ):
            end += 1
        start -= self.text[start - 1 : start] == "'" and self.text.count("'", start, end) % 2
        if (stop := name_end(self.source.words, self.text, start, end)) < end:
            self._reject(ParsedTerm("rest", stop, end, hint=VALUES_IN_NAME))
            end = stop
        name = clean_name(self.text[start:end], self.source.text[start:end])
        if name.isdigit() and not (self.source.is_ours or QUOTED in self.text[start:end]):
            self._reject(ParsedTerm("rest", start, end))
        elif name:
            read = ParsedPiece(start, end, "name")
            self._apply([ParsedTerm("name", start, end, value=start, reads=[read])])
            if not self.source.is_ours and QUOTED not in self.text[start:end]:
                current, words = self.drafts[-1], self.source.words
                if words.catalogue.kinds:
                    words = words.of_kind(str(current.values.get(KIND, current.group)))
                current.name_question = ask_words_of_name(self.source, words, start, end, name)

    def _note(self, draft: ProfileBuilder, item: ScannedLine) -> None:
        """Add a line between a name and its values as a note if it is a sentence. Other lines are unread."""
        is_prose = self.source.is_ours or is_sentence(item)
        is_full = draft.is_full(ParsedTerm("notes", item.start, item.end), item.end - item.start)
        if is_prose and not is_full and all(term.kind == "rest" for term in item.terms):
            draft.notes.append(self.source.text[item.start : item.end].strip())
            draft.reads.append(ParsedPiece(item.start, item.end, "notes"))
        else:
            self._reject(item.as_unread())

    def _settle_pending(self) -> None:
        """Decide what to do with the pending lines, because they can no longer name the next profile."""
        self._settle_lines(self.pending)
        self.pending = []

    def _settle_lines(self, items: Sequence[ScannedLine]) -> None:
        """Decide what to do with lines that name no profile.

        Properties go to the current profile. The first line of the text, or a heading, is a title. All other
        lines are unread.
        """
        for item in items:
            text_only = all(term.kind == "rest" for term in item.terms)
            is_first = item is self.first and self.current is None
            claims = [term for term in item.terms if term.kind == "claim"]
            if any(term.question for term in item.terms):
                for term in item.terms:
                    self._reject(term)
            elif is_first and len(claims) == 1 and len(item.terms) == 2 and item.terms[0].is_word:
                self.titles.append(ParsedPiece(item.terms[0].start, item.terms[0].end, "title"))
                self.title_points = replace(claims[0], code="")
            elif (is_first or item.is_heading) and text_only and item.dropped_facts < 2 and may_be_name(item):
                self.titles.append(ParsedPiece(item.start, item.end, "title"))
            elif self.current is not None and all(term.kind == "pick" for term in item.terms):
                self._apply(item.terms)
            elif self.source.is_ours and self.current and text_only:
                self._note(self.current, item)
            else:
                self._reject(item.as_unread())

    def _reject(self, term: ParsedTerm) -> None:
        """Add an unread term to the current profile, or to the text above the first profile."""
        self.unread_count += 1
        (self.outside if self.current is None else self.current.unparsed).append(term)

    # -------------------------------------------------------------- terms into the profile

    def _apply(self, terms: Sequence[ParsedTerm]) -> None:
        """Put terms into the current profile.

        If the profile already has one of the values, the term with this value and all later terms become
        unread. They seem to belong to another profile.
        """
        current, is_taken = self.drafts[-1], True
        for term in terms:
            is_taken = term.kind != "rest" and (is_taken or not term.is_joined) and current.put(term)
            if is_taken:
                current.reads += term.reads
                current.stated_numbers += [term] if term.kind == "mark" and term.value is not None else []
            elif term.hint == GIVEN_TWICE or (term.hint == TAKEN_TWICE and term.leads):
                self._reject(replace(term, kind="rest", end=max(t.end for t in terms)))
                return
            else:
                self._reject(term)


def _kind_of_group(item: ScannedLine) -> str:
    """Return the kind of a line that names only a kind ("Captain", "Soldiers:"), or "" for other lines."""
    kinds = [term for term in item.terms if term.code == KIND and (term.leads or term.kind == "mark")]
    others = [term for term in item.terms if term not in kinds and term.kind not in ("mark", "claim")]
    return str(kinds[0].value) if kinds and not others and item.terms[-1].code != "label" else ""


def _is_not_skipped(term: ParsedTerm) -> bool:
    """Return whether a term is read, has a hint, or asks for a name."""
    return term.kind != "rest" or bool(term.hint or (term.question and term.question.is_name))
