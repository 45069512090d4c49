"""The head of a line, which is its beginning: a price, a count, a kind or its sign, a type and a name.

Each of them appears at most once, and they are in this order. A price or a count may also follow the name,
and a price may end the line.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from builder.points.document.json_reader import MAX_VALUE
from builder.points.rules.catalogue_index import KIND
from builder.points.shorthand.attributes import read_option
from builder.points.shorthand.line import EACH_CODE, IN_BRACKETS, ParsedTerm, TermsAndEnd, TokenLine
from builder.points.shorthand.picks import read_picks
from builder.points.shorthand.profile_types import TypePlace, find_type
from builder.points.shorthand.roles import OF_ANOTHER_PROFILE
from builder.points.shorthand.tokens import DASHES, FILLER, Found
from builder.points.shorthand.vocabulary import COUNT_SIGNS, EACH_WORDS, FREE_WORD, GENERIC_LABELS

TOO_MANY = f"a row has at most {MAX_VALUE:,} models"
COUNTED_TWICE = "the number of models appears twice, and the first counts"
ONLY_SOME = "write the models that differ as a separate profile"
DENIAL_END_SIGNS = (",", ";", ":", "|", "(", ")", "[", "]", ".", "=")
"""The signs that end a text about what only some models have, or none: "2 with RPG", "no longer Undead"."""
_MAX_BARE_COUNT = 999
"""The largest count that needs no sign: "30 Imps"."""
_ONE = "one"
_CLOSING_SIGNS = (")", "]", "+", ".")
_NAME_END_SIGNS = frozenset("=,;()[]{}")
_BRACKETS = ("(", "[")
_MAX_NAME_TOKENS = 60


class HeadReader(TokenLine):
    """A line of text, with methods that read the price, the count, the type and the name in it."""

    type_place: TypePlace | None = None
    """The next type in the line, or None."""

    count = 0
    """The number of models in the line, or 0 if the line has no such number."""

    is_priced = is_typed = False
    """Whether the price and the type were read."""

    def _find_kind(self) -> str:
        """Return the kind that the line names, or the kind of its type, or ""."""
        kind, place = super()._find_kind(), None if self.is_own_text else find_type(self)
        if place is None or kind not in ("", place.type.kind):
            return kind
        self.type_place = place
        return place.type.kind

    @property
    def has_type(self) -> bool:
        """Whether the line names a type."""
        return self.is_typed or self.type_place is not None

    @property
    def is_type(self) -> bool:
        """Whether the line or cell contains only a type, which is not a group."""
        place = self.type_place
        return place is not None and not place.at and self.is_end(place.end) and not place.type.is_group

    @cached_property
    def is_labelled(self) -> bool:
        """Whether the line begins with a label and a colon."""
        at = self.skip(0, FILLER)
        label = self.label_at(at) or GENERIC_LABELS.find(self.tokens, at)
        return label is not None and self.text_at(self.skip(label.end)) in (":", "=")

    def read_head(self, name_end: int) -> tuple[list[ParsedTerm], int]:
        """Read the price, the count, and the kind or its sign at the beginning of the line.

        ``name_end`` is the position at which a marked name ends, or 0. Return the terms and the next token.
        """
        terms, at = list[ParsedTerm](), self.skip(0, FILLER)
        if price := self._read_price_in_front(at):
            terms, at = [price.value], self.skip(price.end, FILLER)
            self.is_priced = True
        if sign := self._read_kind_sign(at):
            return [*terms, sign], at + 1
        word = self.skip(at + 1) if self.text_at(at) == "1" else at
        option = None if name_end or self.is_heading else self.option_at(word)
        is_sure = option is not None and option.value.option == self.kind_by_entries and not self.type_place
        if (
            option
            and option.value.attribute == KIND
            and KIND not in self.labelled_attributes
            and (is_sure or self.has_no_adjacent_word(word, option.end))
        ):
            term = read_option(self, at, option.end, *option.value, is_lead=True)
            return [*terms, term], option.end
        if count := self._find_leading_count(at, name_end):
            number, end = count
            self.count = number if number <= MAX_VALUE else 0
            too_many = self.unread_term(at, end, "count", TOO_MANY)
            terms.append(self.count_term(at, end, number) if self.count else too_many)
            after = self.skip(end)
            return ([*terms, sign], after + 1) if (sign := self._read_kind_sign(after)) else (terms, end)
        return terms, at if terms else 0

    def read_generic_label(self, at: int) -> Found[ParsedTerm] | None:
        """Read a label that belongs to no game and announces facts: "Equipment: Sword", "Stats: Mov 6"."""
        begin = self.skip(at, FILLER)
        label = GENERIC_LABELS.find(self.tokens, begin)
        if label is None or not self.is_labelled or self.label_at(begin):
            return None
        return Found(self.term("mark", begin, label.end, "", code="label"), label.end)

    def _read_kind_sign(self, at: int) -> ParsedTerm | None:
        """Read a sign for a kind before the name, unless it is the sign of a price."""
        meant = self.words.option_signs.get(self.text_at(at))
        is_price = self.kind_at(self.skip(at + 1)) == "digits"
        return read_option(self, at, at + 1, *meant) if meant and not is_price else None

    def _find_leading_count(self, at: int, name_end: int) -> Found[int] | None:
        """Return the number of models at the start of a line: "3 × Imp", "(3) Imp"."""
        if self.read_some_models(at):
            return None
        number, after = self.number_or_word_at(at), self.skip(at + 1)
        place = self.type_place
        if self.norm_at(at) in COUNT_SIGNS and self.kind_at(after) == "digits":
            number, end = self.number_or_word_at(after), after + 1
        elif self.kind_at(at) == "digits" and self.norm_at(after) in COUNT_SIGNS:
            end = after + 1
            return Found(number, end) if number > 0 and self.kind_at(end) != "digits" else None
        elif place and number and at < place.at <= self.skip(after + 1):
            return Found(number, place.at)
        elif name_end or self.kind_at(at) != "digits" or self.is_own_text:
            return None
        elif self.price_end(at - 1) == at + 2:
            end = at + 2
        else:
            end = at + 1
            is_before_word = self.kind_at(at + 1) == "blank" and self.kind_at(after) in ("word", "quote")
            counts_models = bool(self.words.count_attributes) and self.labelled_attributes.isdisjoint(
                self.words.count_attributes
            )
            is_other_number = self.label_at(after) or self.unit_end(after) or counts_models
            if not is_before_word or is_other_number or self.counted_at(after):
                return None
        is_likely = number > 0 and (number <= _MAX_BARE_COUNT or self.norm_at(at) in COUNT_SIGNS)
        return Found(number, end) if is_likely and not self.touches_previous(end) else None

    def count_at_start(self) -> Found[int] | None:
        """Return the number of models at the start of a cell."""
        count = self._find_leading_count(self.skip(0), 0)
        return count if count and count.value <= MAX_VALUE else None

    def read_some_models(self, at: int) -> TermsAndEnd:
        """Return an unread term for what only some models have: "(one w/ shotgun)", "2 with RPG"."""
        number = self.number_or_word_at(at) or int(self.norm_at(at) == _ONE)
        link = self.skip(at + 1)
        is_part = number < self.count or self.text_at(at - 1) == "(" or self.previous_token(at) < 0
        if not number or not is_part:
            return None
        if self.norm_at(link) != "with" and "".join(map(self.norm_at, (link, link + 1))) != "w/":
            return None
        end = next(n for n in range(link, len(self.tokens) + 1) if self.text_at(n) in ("", *DENIAL_END_SIGNS))
        return [self.unread_term(at, end, "denied", ONLY_SOME)], end

    def _read_price_in_front(self, at: int) -> Found[ParsedTerm] | None:
        """Read a price at the start of a line: "7 - Iron Guard", "100 pts: Pathfinder", "100cr Gunner"."""
        number = self.integer_at(at)
        if number is None or self.is_own_text:
            return None
        unit_end = self.unit_end(number.end)
        end = unit_end or number.end
        sign = self.skip(end)
        dashed = self.is_dash_apart(sign)
        is_separate = dashed or self.text_at(sign) in (":", "|", "=")
        sign -= bool(unit_end) and not is_separate
        word = self.skip(sign + 1)
        if (
            not (is_separate or unit_end)
            or self.kind_at(word) not in ("word", "quote")
            or self.label_at(word)
        ):
            return None
        if not unit_end and any(map(self._has_unit, range(word, len(self.tokens)))):
            return Found(self.term("mark", at, sign + 1, ""), sign + 1)  # the number of an item in a list
        return Found(self.claim_term(at, end, number.value), sign + 1)

    def _has_unit(self, at: int) -> bool:
        """Return whether the number at a token has the game's unit or "each" after it."""
        number = self.integer_at(at)
        return bool(
            number and (self.unit_end(number.end) or self.norm_at(self.skip(number.end)) in EACH_WORDS)
        )

    def read_type(self, at: int) -> TermsAndEnd:
        """Read a type and its number of models: "the Sniper", "Runner x2"."""
        place = self.type_place
        if place is None or at != place.begin:
            return None
        kind, match, is_group = place.type
        terms = [self.term("mark", at, place.at, "")] if at < place.at else []
        if match and self.is_typed and self.norm_at(self.previous_token(at)) in (",", ";", "+", "&"):
            self.type_place = find_type(self, place.end)
            return [self.unread_term(at, place.end, hint=OF_ANOTHER_PROFILE)], place.end
        if match:
            self.is_typed = True
            picks, end = read_picks(self, [match], place.at, place.end) or ([], place.end)
            terms += [replace(term, is_lead=True, is_bare=False, value=match.entry.name) for term in picks]
            if after := self.times_at(end):
                self.count = after.value
                terms.append(self.count_term(self.skip(end), after.end, self.count))
            self.type_place = find_type(self, place.end)
            return terms, after.end if after else end
        if is_group:
            plural = self.raw_text(place.at, place.end)
            terms.append(self.term("mark", place.at, place.end, plural, code=KIND, value=kind))
        else:
            terms.append(read_option(self, place.at, place.end, KIND, kind, is_lead=True))
        self.type_place = find_type(self, place.end)
        return terms, place.end

    def read_name(self, at: int, begin: int, end: int) -> list[ParsedTerm]:
        """Return the terms of a name (tokens ``begin`` to ``end``) and of its count: "Imp x3", "Imp (3)".

        ``at`` is the first token of the name's label.
        """
        counts = list[ParsedTerm]()
        for at_count in range(begin + 1, end):
            times, bracket_end = self.times_at(at_count), self.price_end(at_count)
            number = self.integer_at(at_count + 1) if bracket_end and not times else None
            if (times or number) and self.skip(times.end if times else bracket_end, _CLOSING_SIGNS) >= end:
                if times:
                    counts = [self.count_term(self.skip(at_count, "(["), times.end, times.value)]
                elif number:
                    counts = [self.claim_term(at_count + 1, bracket_end - 1, number.value, IN_BRACKETS)]
                end = self.previous_token(at_count) + 1
                break
        return [self.term("name", at, end, "name", value=self.tokens[begin].start), *counts]

    # -------------------------------------------------------------- prices and counts after the name

    def read_price(self, at: int, terms_before: Sequence[ParsedTerm]) -> TermsAndEnd:
        """Read a price after a name: in brackets, for each model, or at the end of the line."""
        if self.is_priced or not terms_before:
            return None
        return (
            self._read_price_in_brackets(at, terms_before)
            or self._read_price_of_one(at, terms_before)
            or self._read_price_at_end(at, terms_before)
        )

    def _read_price_in_brackets(self, at: int, terms_before: Sequence[ParsedTerm]) -> TermsAndEnd:
        """Read a number in brackets after a name: "Imp (205)". It may be a number of models."""
        begin = at - (self.text_at(at - 1) in DASHES and self.kind_at(at - 2) != "blank")
        number, end = self.signed_integer_at(begin), self.price_end(begin - 1)
        if not (number and end and _is_head(terms_before)):
            return None
        self.is_priced = self.text_at(begin - 1) == "("
        is_sure = self.count or self.is_own_text or self.previous_token(end - 1) >= number.end
        code = "" if is_sure else IN_BRACKETS
        return [self.claim_term(begin, end - 1, number.value, code)], end

    def _read_price_of_one(self, at: int, terms_before: Sequence[ParsedTerm]) -> TermsAndEnd:
        """Read the price of a single model, with or without the number of models: "10 @ 7", "@ 7"."""
        models = self.integer_at(at)
        begin = self.skip(models.end) if models and models.value else at
        each = self.price_of_one(begin, is_after_count=begin > at and _is_head(terms_before))
        if each is None:
            return None
        counts = [self.count_term(at, models.end, models.value)] if models and begin > at else []
        self.is_priced, self.count = True, self.count or (models.value if models and counts else 0)
        terms, end = self._read_product(begin, *each)
        return [*counts, *terms], end

    def _read_price_at_end(self, at: int, terms_before: Sequence[ParsedTerm]) -> TermsAndEnd:
        """Read a price with a unit, the price of the type before it, or a last number: "Imp - 100"."""
        is_free = self.norm_at(at) == FREE_WORD and self.has_type
        number = Found(0, at + 1) if is_free else self.integer_at(at)
        if number is None or self.is_own_text:
            return None
        stop = self.unit_end(number.end) or number.end
        is_sure = is_free or stop > number.end or self._is_price_of_type(number.value, terms_before)
        if not is_sure:
            separator, last = self._separator_before(at), terms_before[-1]
            is_listed = (
                last.kind == "unread" and self.text[last.end - 1].isdigit() and separator not in DASHES
            )
            if not separator or is_listed or not self.is_end(self.skip(stop, _CLOSING_SIGNS)):
                return None
        if "|" in map(self.text_at, range(at)):
            return None
        self.is_priced = True
        # A small number after a type may be a count: "Recruits: 3".
        last, kinds = terms_before[-1], self.words.catalogue.kinds
        limit = next((kind.most or 0 for kind in kinds if last.code in kind.parts), 0)
        is_count = not is_sure and last.is_lead and number.value <= limit
        return [self.claim_term(at, stop, number.value, IN_BRACKETS if is_count else "")], stop

    def _is_price_of_type(self, number: int, terms_before: Sequence[ParsedTerm]) -> bool:
        """Return whether the number after a type is the price of one or of all models: "2x Trooper 100"."""
        index, last = self.words.catalogue_index, terms_before[-1]
        slot = index.pick_slots.get(last.code)
        if not (last.is_lead and last.pick and slot):
            return False
        cost = index.entries[slot.group][last.pick.code].cost.points
        return number in (cost, cost * (self.count or 1))

    def _read_product(self, at: int, price: int, end: int) -> tuple[list[ParsedTerm], int]:
        """Read a total after the price of a single model: "@ 7 = 70 pts". A wrong total is unread."""
        claim, sign = self.claim_term(at, end, price, EACH_CODE), self.skip(end)
        dashed = self.is_dash_apart(sign)
        number = self.points_at(self.skip(sign + 1)) if dashed or self.text_at(sign) == "=" else None
        if number is None:
            return [claim], end
        stop, product = number.end, (self.count or 1) * price
        if number.value == product:
            return [claim, self.term("mark", self.skip(sign + 1), stop, f"{product} together")], stop
        return [claim, self.unread_term(self.skip(sign + 1), stop, "count")], stop

    def _separator_before(self, at: int) -> str:
        """Return the sign that separates a number from the text before it, or ""."""
        before = self.previous_token(at)
        sign = self.text_at(before)
        return sign if self.is_dash_apart(before) or sign in (",", ";", "=", ":", "[") else ""

    def read_points(self, at: int) -> TermsAndEnd:
        """Read points with a unit, in total or for each model: "90 points", "90 points each 360 points"."""
        number = self.integer_at(at)
        unit = self.skip(number.end) if number else 0
        if number is None or self.norm_at(unit) not in self.words.units | EACH_WORDS:
            return None
        if self.kind_at(at - 1) == "word" or self.norm_at(self.previous_token(at)) in EACH_WORDS:
            return None  # In "FF8 each", the number belongs to a code.
        is_negative = at > 0 and self.text_at(at - 1) in DASHES and self.text_at(at - 1) != "-"
        begin, value = (at - 1, -number.value) if is_negative else (at, number.value)
        return [self.claim_term(begin, unit + 1, value)], unit + 1

    def claim_term(self, at: int, end: int, value: int, code: str = "") -> ParsedTerm:
        """Return the term of a number of points that the text states."""
        meaning = f"said to come to {value} {self.words.catalogue.points_unit}"
        return self.term("claim", at, end, meaning, code=code, value=value)

    def read_count(self, at: int, terms_before: Sequence[ParsedTerm]) -> TermsAndEnd:
        """Read a number of models after the name: "Imp x10", "Imp (×10)", "Imp 10x", "Imp, 10 models"."""
        models = self._find_model_count(at, terms_before)
        if self.count:
            return (
                ([self.unread_term(at, models.end, "count", COUNTED_TWICE)], models.end) if models else None
            )
        number = (self.times_at(at) if terms_before else None) or models
        if number is None or self.touches_previous(at) or number.value < 1:
            return None
        if not (models or _is_head(terms_before) or at <= self.first_part_end):
            return None
        self.count = number.value
        return [self.count_term(at, number.end, self.count)], number.end

    @cached_property
    def first_part_end(self) -> int:
        """The index of the first sign that separates facts, or the number of tokens."""
        ends = (
            at for at in range(self.head_end, len(self.tokens)) if self.text_at(at) in (",", ";", ":", "|")
        )
        return next(ends, len(self.tokens))

    def _find_model_count(self, at: int, terms_before: Sequence[ParsedTerm]) -> Found[int] | None:
        """Return a number of models with the game's noun: "Trooper, 12 models"."""
        number = self.integer_at(at)
        after = self.skip(number.end) if number else 0
        if (
            not number
            or not terms_before
            or self.is_own_text
            or self.norm_at(after) not in self.words.model_words
        ):
            return None
        if sum(not part.dice for part in self.words.count_attributes.values()) > 1:
            return None  # "6 men" may be the pieces of artillery, or the crew.
        nouns = (self.counted_at(at) for at in (after, self.skip(after + 1)))
        return None if any(nouns) else Found(number.value, after + 1)

    def read_labelled_count(self, at: int, end: int) -> TermsAndEnd:
        """Read a number of models after a label and a colon, or in its column: "Qty: 3", "2x"."""
        begin = self.skip(end, ":=")
        number = self.times_at(begin) or self.integer_at(begin)
        has_sign_or_column = begin > self.skip(end) or end == at
        if number is None or not has_sign_or_column or self.count or number.value < 1:
            return None
        self.count = number.value
        return [self.count_term(at, number.end, self.count)], number.end

    def count_term(self, at: int, end: int, model_count: int) -> ParsedTerm:
        """Return the term of a number of models."""
        return self.term("count", at, end, f"{model_count} of them", value=model_count)


def _is_head(terms: Sequence[ParsedTerm]) -> bool:
    """Return whether each term is words, a name, or something that can be before a name."""
    return all(term.kind in ("unread", "name") or term.can_be_before_name for term in terms)


def sure_name_end(line: TokenLine, at: int, markup_end: int) -> int:
    """Return the token after a name that begins at ``at``, or 0 if its end isn't sure.

    The end is sure if the name is in quotes, if its mark-up ends at the position ``markup_end``, or if it
    ends before a price or a colon with a value after it.
    """
    begin, is_known = line.skip(at), markup_end in line.source.name_ends
    if line.kind_at(begin) == "quote" and (not is_known or line.tokens[begin].end == markup_end):
        return begin + 1
    label = line.label_at(begin)
    labelled = label is not None and line.text_at(line.skip(label.end)) == ":"
    if markup_end and not line.is_end(begin) and (is_known or not labelled):
        ends = (end for end, token in enumerate(line.tokens) if token.start >= markup_end)
        return next(ends, len(line.tokens))
    for end in range(begin + 1, min(len(line.tokens), _MAX_NAME_TOKENS)):
        sign = line.text_at(end)
        if after := line.price_end(end) or (end + 1) * (sign == ":"):
            value = line.skip(after, ":")
            valued = line.is_attribute(value) and (sign in _BRACKETS or line.begins_label(value))
            counts = (at for at in range(begin + 1, end) if line.skip(line.count_end(at), "])") == end)
            if valued and not any(map(line.begins_label, range(begin, first := next(counts, end)))):
                return first
            return 0
        dashed = sign in DASHES and line.kind_at(end - 1) == "blank"
        if dashed or line.ends_cell(end) or sign in _NAME_END_SIGNS:
            return 0
    return 0
