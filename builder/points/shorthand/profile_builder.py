"""A profile while a text is read, with the questions about it that are not answered yet."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from builder.points.document.design import Design, Pick, Weapon
from builder.points.document.items import included_entries
from builder.points.document.json_reader import Limits
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.names import UNNAMED_PROFILE
from builder.points.rules.wording import unit_of
from builder.points.shorthand.head import COUNTED_TWICE
from builder.points.shorthand.line import EACH_CODE, IN_BRACKETS, ParsedTerm, Source
from builder.points.shorthand.results import Choice, ParsedPiece, Question
from builder.points.shorthand.roles import clean_name
from builder.points.shorthand.tokens import QUOTE_COVER
from builder.points.shorthand.vocabulary import CLAIM_WORDS

GIVEN_TWICE = "it appears twice, and the first counts"
TAKEN_TWICE = "it may be taken once, and the first counts"
TOO_MUCH = "it is too long or too much for a profile"
SINGLE = ("value", "single", "max", "name")


@dataclass(slots=True)
class ProfileBuilder:
    """A profile while it is built. ``heading_kind`` is the kind that the heading above it names."""

    line_number: int
    source: Source
    limits: Limits
    heading_kind: str = ""
    name: str | None = None
    max: int | None = None
    count: int | None = None
    number_in_brackets: ParsedTerm | None = None
    """A number in brackets after the name: the price, or the number of models."""
    name_question: tuple[frozenset[str], Question] | None = None
    """A question about words of the game in the name, and the codes that the words may mean."""
    questions: list[Question] = field(default_factory=list)
    """Questions about the kind, the price, and a number in brackets."""
    values: dict[str, int | str | None] = field(default_factory=dict)
    weapons: dict[str, list[Weapon]] = field(default_factory=dict)
    picks: dict[str, list[Pick]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    claims: list[int] = field(default_factory=list)
    price_term: ParsedTerm | None = None
    """The term of the last claim: the price of one model or of all models."""
    type_term: ParsedTerm | None = None

    stated_numbers: list[ParsedTerm] = field(default_factory=list)
    """Calculated numbers as the text states them."""
    pieces: list[ParsedPiece] = field(default_factory=list)
    unparsed: list[ParsedTerm] = field(default_factory=list)
    single_keys: set[str] = field(default_factory=set)
    """The keys of the terms that the profile can have only once; see ``term_key``."""

    @property
    def type_name(self) -> str:
        """The name of the profile's type, or "" if it has no type."""
        return str(self.type_term.value) if self.type_term else ""

    @property
    def title(self) -> str:
        """The profile's name, or the name of its type."""
        return self.name or self.type_name

    def open_questions(self) -> Iterator[Question]:
        """Yield the questions about the profile.

        The question about its name is left out if the profile has all of the name's words as facts.
        """
        codes = {pick.code for picks in self.picks.values() for pick in picks} | {*self.values}
        if self.name_question and not self.name_question[0] <= codes:
            yield self.name_question[1]
        yield from self.questions

    def build_design(self) -> Design:
        """Return the design as far as it was read, without blanks."""
        return Design(
            values={code: value for code, value in self.values.items() if value is not None},
            weapons={code: tuple(weapons) for code, weapons in self.weapons.items()},
            picks={code: tuple(picks) for code, picks in self.picks.items()},
        )

    # -------------------------------------------------------------- terms into the profile

    def try_add(self, term: ParsedTerm) -> bool:
        """Add a term to the profile, and return whether that was possible.

        If the profile already has such a value or would exceed a limit, set the term's hint to the reason.
        """
        words = slice(term.value if isinstance(term.value, int) else term.start, term.end)
        is_repeated = term.kind in SINGLE and term_key(term) in self.single_keys
        if is_repeated and self._repeats_value(term):
            return True
        if is_repeated or self.exceeds_limit(term, len(self.source.covered[words])):
            term.hint = GIVEN_TWICE if is_repeated else TOO_MUCH
            return False
        if term.kind == "count" and self.count and self.count != term.value:
            term.hint = COUNTED_TWICE
            return False
        if term.pick and (taken := self._conflicting_pick(term.code, term.pick)):
            if term.pick.parameters and taken == Pick(code=term.pick.code):  # "(Flier) Mov 6(12)"
                picks = self.picks[term.code]
                picks[picks.index(taken)] = term.pick
            elif taken != term.pick:
                term.hint = TAKEN_TWICE
            return not term.hint
        self.single_keys.add(term_key(term))
        self._store(term, words)
        return True

    def _repeats_value(self, term: ParsedTerm) -> bool:
        """Return whether a term only repeats, in words, a value of the profile: "6 wolf riders (cavalry)"."""
        part = self.source.words.catalogue_index.attributes.get(term.code)
        is_in_words = term.kind == "value" and part is not None and part.kind != "number"
        return is_in_words and self.values.get(term.code) == term.value

    def _store(self, term: ParsedTerm, words: slice) -> None:
        """Store a term in the profile. For a name or notes, ``words`` is the range of the text."""
        number = int(term.value or 0) if term.kind in ("count", "max", "claim") else 0
        if term.weapon or term.pick:
            self._store_item(term)
        elif term.kind == "value":
            self.values[term.code] = term.value
        elif term.kind == "single" and term.value is not None:
            self.picks[term.code] = [Pick(code=str(term.value))]
        elif term.kind == "count":
            self.count = self.count or number
        elif term.code == IN_BRACKETS:
            self.number_in_brackets = term
        elif term.kind == "max":
            self.max = number
        elif term.kind == "claim":
            self.claims.append(number)
            self.price_term = term
        elif term.kind == "notes":
            self.notes.append(self.source.text[words].strip())
        elif term.kind == "name":
            name = clean_name(self.source.covered[words], self.source.text[words])
            self.name = (
                "" if name == UNNAMED_PROFILE and QUOTE_COVER not in self.source.covered[words] else name
            )

    def _store_item(self, term: ParsedTerm) -> None:
        """Store a weapon or a pick in the profile."""
        if term.weapon:
            self.weapons.setdefault(term.code, []).append(term.weapon)
        elif not (self.source.is_own_text or self.source.is_table) and self._merge_into_type(term):
            term.pieces = [read._replace(meaning=f"comes with {self.type_name}") for read in term.pieces]
        elif term.pick:
            self.type_term = self.type_term or (term if term.is_lead else None)
            self.picks.setdefault(term.code, []).append(term.pick)

    def _conflicting_pick(self, slot: str, pick: Pick) -> Pick | None:
        """Return the profile's pick with the same code or in the same slot for one pick, or None."""
        if self.source.is_own_text or self.source.is_table:
            return None
        index, picks = self.source.words.catalogue_index, self.picks.get(slot, [])
        part = index.pick_slots[slot]
        entry = index.entries[part.group][pick.code]
        if entry.repeatable:
            return None
        if pick in picks or (picks and not pick.parameters and picks[-1].code == pick.code):
            return pick
        may_differ = entry.once_a_kind and not entry.repeat_rule
        same_code = (other for other in picks if other.code == pick.code and not may_differ)
        return next(same_code, picks[0] if picks and part.least == part.most == 1 else None)

    def _merge_into_type(self, term: ParsedTerm) -> bool:
        """Merge an item that comes with the profile's type into it ("Trooper, shotgun"), if possible.

        If the type offers a choice between items, choose this one. Return whether it was merged.
        """
        if self.type_term is None or self.type_term.pick is None or term.pick is None:
            return False
        index = self.source.words.catalogue_index
        entry = index.entries[index.pick_slots[self.type_term.code].group][self.type_term.pick.code]
        group, code = index.pick_slots[term.code].group, term.pick.code
        kit = entry.includes.get(group, ())
        for part in entry.parameters:
            if f"{{{part.code}}}" in kit and part.kind == "choice" and code in (o.code for o in part.options):
                pick = self.picks[self.type_term.code][0]
                self.picks[self.type_term.code][0] = replace(
                    pick, parameters={**pick.parameters, part.code: code}
                )
                return True
        included = included_entries(index, entry, self.picks[self.type_term.code][0])
        return any((item.group, item.code) == (group, code) for item in included)

    def exceeds_limit(self, term: ParsedTerm, length: int) -> bool:
        """Return whether a term would exceed a limit. ``length`` is the length of a name or notes."""
        limits, weapon = self.limits, term.weapon
        if weapon is not None:
            has_all = len(self.weapons.get(term.code, ())) >= limits.weapons
            return has_all or len(weapon.name) > limits.name or len(weapon.properties) > limits.picks
        if term.kind == "notes":
            return sum(len(note) + 2 for note in self.notes) + length > limits.text
        picks = self.picks.get(term.code, ()) if term.pick else ()
        return len(picks) >= limits.picks or (term.kind == "name" and length > limits.name)

    def set_kind(self) -> None:
        """Set the kind of a profile without a stated kind, if its parts fit only one or two kinds.

        The kind of the heading above has priority. The game's first kind is not stored. If two kinds fit, set
        the kind with fewer parts and ask.
        """
        catalogue, design = self.source.words.catalogue, self.build_design()
        picks = (code for code, picks in design.picks.items() if picks)
        parts = {*design.values, *design.weapons, *picks}
        fitting = [kind for kind in catalogue.kinds if not kind.parts or parts <= {*kind.parts}]
        fitting = [kind for kind in fitting if kind.code == self.heading_kind] or fitting
        is_known = KIND in self.values or (
            fitting and fitting[0] == catalogue.kinds[0] and fitting[0].code != self.heading_kind
        )
        fact = next((read for read in self.pieces if read.role == "fact"), None)
        if is_known or len(fitting) > 2 or not fitting or (len(fitting) == 2 and self.source.is_table):
            return
        fitting.sort(key=lambda kind: len(kind.parts))
        self.values = {KIND: fitting[0].code, **self.values}
        if fact and len(fitting) == 2:
            words = self.source.bare_text(fact.start, fact.end)
            label = self.source.words.catalogue_index.attributes[KIND].label
            first, second = (Choice(kind.name, f"{label}: {kind.name}, {words}") for kind in fitting)
            prompt = f"Which kind is {self.title or 'this profile'}: {first.label} or {second.label}?"
            self.questions.append(Question(fact.start, fact.end, prompt, (first, second), is_read=True))

    def store_model_count(self) -> None:
        """Store the number of models as the attribute that counts models, if the profile has one."""
        words = self.source.words
        kinds = words.catalogue.kinds
        if not kinds or self.source.is_own_text:
            return
        words = words.of_kind(str(self.values.get(KIND) or self.heading_kind or kinds[0].code))
        part, number = words.people_attribute, self.count or 0
        if part and self.values.keys().isdisjoint(words.count_attributes) and part.low <= number <= part.high:
            self.values[part.code], self.count = number, None

    def store_price(self) -> None:
        """Store the price in the text as the value of the price attribute.

        Only games whose players agree on prices have this attribute. Ask if the price may be the price of all
        models together.
        """
        catalogue, term, count = self.source.words.catalogue, self.price_term, self.count or 1
        part = next((part for part in catalogue.attributes if part.name.casefold() in CLAIM_WORDS), None)
        if part is None or part.code in self.values or len(self.claims) != 1 or self.source.is_own_text:
            return
        number = self.claims[0]
        if count == 1 or (term and term.code == EACH_CODE):
            self.values[part.code] = self.claims.pop()
        elif term and number % count == 0:
            price, each = (f"{n} {unit_of(n, catalogue)}" for n in (number, number // count))
            choices = (
                Choice(f"{price} each", f"@ {price}"),
                Choice(f"{price} together, {each} each", f"@ {each}"),
            )
            prompt = f"Is {price} the price of each, or of all {count}?"
            self.questions.append(Question(term.start, term.end, prompt, choices, is_read=True))


def term_key(term: ParsedTerm) -> str:
    """Return the key of a term in ``single_keys``: "value mov", "name "."""
    return f"{term.kind} {term.code}"
