"""The words of stat lines: the names that a catalogue gives to its parts, ready to be found in a text.

Nearly all words come from the catalogue: labels, names and aliases of attributes, slots, properties and their
options. The few other words below belong to no game. Longer phrases are found before shorter ones.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from copy import copy
from difflib import get_close_matches
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from builder.points.document.design import ParameterValue
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    Option,
    PickSlot,
    Property,
    Value,
    WeaponSlot,
    published_names,
)
from builder.points.rules.catalogue_index import KIND, CatalogueIndex, index_of, kind_view
from builder.points.rules.search_text import normalize_text
from builder.points.rules.wording import join_and, unit_of
from builder.points.shorthand.tokens import Found, Phrases, TextToken, normalized_words, tokenize

MAX_WORDS = ("max", "maximum")
CLAIM_WORDS = ("pv", "points", "pts", "pt", "total", "cost")
NAME_WORDS = ("name", "profile name", "model name", "unit", "unit name", "character")
NOTE_WORDS = ("notes", "note")
COUNT_WORDS = ("qty", "quantity", "count", "number", "amount", "no of models", "number of models")
BLANK_WORDS = ("none", "no", "nil", "nothing", "n/a")
KIT_WORDS = ("gear", "equipment")
PICK_WORDS = ("abilities", "ability", "props", "modprops")
EACH_WORDS, FREE_WORD = frozenset(("each", "ea", "apiece")), "free"
MODEL_WORDS = ("men", "models", "figures", "figs", "minis", "miniatures", "strong")
COUNT_SIGNS = ("x", "×", "*")
_GENERIC_LABELS = """stats, stat line, statline, profile, characteristics, attributes, values, categories,
category, keywords, tags, selections, options, upgrades, choices, extras, equipment, gear, kit, wargear,
weapons, weapon, armed with, loadout, items, armour, abilities, skills, rules, special rules, special, traits,
powers, spells, type"""
GENERIC_LABELS: Phrases[None] = Phrases((text, None) for text in _GENERIC_LABELS.split(","))
"""Labels that belong to no game. Players and other list builders write them before a line of facts."""
LINK_WORDS = frozenset(("and", "with", "plus", *EACH_WORDS))
NOT_WORDS = frozenset(("not", "no", "never", "without", "non"))
OF_WORDS = frozenset(("of", "to", "into"))
_DIE = re.compile(r"[a-z]([0-9]+)")
_MAX_SUGGESTIONS = 3
_SHORT_LENGTH = 4
_SHORT_SIMILARITY, _LABEL_SIMILARITY, _SIMILARITY = 0.5, 0.6, 0.7
"""The least similarity, as difflib measures it, of short texts, misspelt labels and longer texts."""
_MAX_COMPARED_LENGTH = 40

LabelKind = Literal[
    "attribute", "weapons", "picks", "single", "max", "claim", "name", "notes", "calculated", "count"
]


class Label(NamedTuple):
    """The meaning of a label: a part of the design, or something else about the profile.

    "picks" is a slot for several entries, and "single" is a slot for one entry. "claim" is the profile's
    number of points. ``code`` is the code of the part or calculated value.
    """

    kind: LabelKind
    code: str = ""


class EntryMatch(NamedTuple):
    """An entry of a slot that a phrase may mean, with the parameters in the phrase."""

    slot: PickSlot
    entry: Property
    parameters: Mapping[str, ParameterValue]


class OptionMatch(NamedTuple):
    """The codes of an attribute and its option."""

    attribute: str
    option: str


class SingleChoice(NamedTuple):
    """The codes of a choice's options, or of the entries of a slot for one entry."""

    codes_by_short_form: Mapping[str, str]
    codes_by_name: Phrases[str]


def _not_in_names_pattern(catalogue: Catalogue) -> re.Pattern[str]:
    """Return a pattern of text that isn't part of a name.

    It matches several numbers, a count, a size in millimetres, a code with a number, and two labels or cells.
    """
    codes = [entry.code for entry in catalogue.entries() if entry.code[-1].isdigit()]
    codes += [f.label for slot in catalogue.weapon_slots for f in slot.fields]
    code = rf"(?<=[\s(,/]){one_of(codes)}[0-9]{{0,2}}(?<=[0-9])(?!\w)"
    label = one_of(column.label for column in catalogue.sheet)
    labels = rf"(?<!\w)(?i:{label})\s*[,;|\t]\s*(?i:{label})(?!\w)"
    numbers = r"(?<!\w)[0-9]+(?:/[0-9]+){2,}|\|\s*[0-9]|\t|(?<=\s)(?:[x×][0-9]+|[0-9]+[x×])(?!\w)"
    return re.compile(rf"{numbers}|[0-9]+\s?mm\b|{code}|{labels}")


def _value_patterns(catalogue: Catalogue, values: Mapping[str, Value]) -> dict[str, re.Pattern[str]]:
    """Return the pattern of each calculated value as texts show it: "2D6", "3 of 5", "never".

    The other values of its column on the stat line can follow.
    """
    columns, patterns = {column.of[0]: column.of for column in catalogue.sheet}, {}
    for code in values:
        first, *others = (_value_form(values[part]) for part in columns.get(code, (code,)) if part in values)
        patterns[code] = re.compile(first + "".join(f"(?: {form})?" for form in others), re.IGNORECASE)
    return patterns


def _value_form(value: Value) -> str:
    """Return the pattern of one calculated value, as a regular expression."""
    parts = re.split(r"\{[^}]*\}", value.show)
    shown = r"[-+±−–]?[0-9]+".join(map(re.escape, parts))
    texts = one_of(
        text for text in (*value.texts.values(), *value.earlier_texts, value.none_text, "–") if text
    )
    return rf"(?:{texts}|{shown})(?!\w)"


def one_of(words: Iterable[str]) -> str:
    """Return a regular expression for any of these words, the longest first.

    Without words, it matches nothing.
    """
    return f"(?:{'|'.join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or '(?!)'})"


class Vocabulary:
    """All words of one catalogue.

    ``labels`` are the words that announce a part of the design.
    ``options`` are the options of choices, by attribute, and ``bare_options`` those that need no label.
    ``singles`` are the entries of slots for one entry, by slot.
    ``option_signs`` are the bare options that are written as a single character, such as "@".
    ``count_attributes`` count something, such as models. ``people_attribute`` is the first without dice.
    ``counted_nouns`` are what these attributes count: "24 humans".
    ``blanks`` are the words for "none", by part.
    ``parts_after_value`` are, for each attribute, the parts whose option or entry may follow its value.
    ``custom_entries`` are the entries that players name themselves, by slot.
    ``second_number_entries`` give an attribute a second number, by attribute: "Mov 6(12)".
    ``number_columns`` are the attributes on the stat line that are numbers, and ``stat_line_values`` the
    calculated values on it.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.catalogue_index: CatalogueIndex = index_of(catalogue)
        self.labels = Phrases(_labels(catalogue))
        units = (normalized_words(unit_of(points, catalogue))[:1] for points in (1, 2))
        self.units = frozenset(chain(CLAIM_WORDS[:4], *units))
        self.entries: Phrases[tuple[EntryMatch, ...]] = Phrases(_entries(catalogue, self.catalogue_index))
        self.options = {a.code: option_phrases(a.options) for a in catalogue.attributes if a.kind == "choice"}
        parts: tuple[Attribute | PickSlot, ...] = (*catalogue.attributes, *catalogue.pick_slots)
        # These are read without a label: kinds, options with aliases, "Command d8", and "High Mgc".
        known = [a for a in catalogue.attributes if a.code == KIND or any(o.aliases for o in a.options)]
        options = [(text, a, o) for a in known for o in a.options for text in o.words]
        dice = [
            a for a in catalogue.attributes if a.options and all(_DIE.fullmatch(o.code) for o in a.options)
        ]
        options += [(f"{a.name.split()[0]} {o.code}", a, o) for a in dice for o in a.options]
        choosers = {a.table_by for a in catalogue.attributes}
        choices = [a for a in catalogue.attributes if a.code in choosers]
        options += [(f"{o.name} {a.label}", a, o) for a in choices for o in a.options]
        words = [(text, OptionMatch(a.code, o.code)) for text, a, o in options]
        self.bare_options, self.option_signs = (
            Phrases(words),
            {text: o for text, o in words if len(text) == 1},
        )
        models = (catalogue.words.model, catalogue.words.models, *MODEL_WORDS)
        self.model_words = frozenset(map(normalize_text, models))
        self.count_attributes = {a.code: a for a in catalogue.attributes if a.counts}
        self.people_attribute = next((a for a in self.count_attributes.values() if not a.dice), None)
        self.slots = frozenset(slot.code for slot in catalogue.pick_slots)
        counted = ((text, a.code) for a in catalogue.attributes for text in a.counts)
        self.counted_nouns = Phrases(
            (word, code) for text, code in counted for word in (text, text.removesuffix("s"))
        )
        self.value_patterns = _value_patterns(catalogue, self.catalogue_index.values)
        self.custom_entries = {
            slot.code: EntryMatch(slot, entry, {})
            for entry in catalogue.entries()
            for slot in catalogue.pick_slots
            if entry.name_parameter and entry.group == slot.group
        }
        self.second_number_entries = dict(_second_number_entries(catalogue, self.catalogue_index))
        named_blanks = [("", ""), *((part.code, part.blank_name) for part in parts)]
        self.blanks: dict[str, Phrases[None]] = {
            code: Phrases((word, None) for word in (*BLANK_WORDS, name)) for code, name in named_blanks
        }
        self.singles = {
            slot.code: _one_of_slot(self.catalogue_index.entries[slot.group].values())
            for slot in catalogue.pick_slots
            if not slot.many
        }
        self.parts_after_value = {a.code: tuple(self._parts_next_to(a)) for a in catalogue.attributes}
        self.known_phrases = tuple(dict.fromkeys(_known_phrases(catalogue)))
        stat_line = (self.catalogue_index.attributes.get(column.of[0]) for column in catalogue.sheet)
        shown = {part for column in catalogue.sheet for part in column.of}
        stats = [v for v in catalogue.values if v.code in shown and v.role == "stat"]
        texts = ((text, v) for v in stats for text in (v.label, v.name, *published_names(v)))
        labels = ((text, v, self.labels.find(tokenize(text), 0)) for text, v in texts)
        self.calculated_labels = Phrases(
            (text, v) for text, v, hit in labels if not hit or hit.value.kind == "calculated"
        )
        self.stat_line_values = tuple(stats)
        self.number_columns = tuple(a for a in stat_line if a and a.kind == "number")
        self._before_number = _words_before_numbers(catalogue)
        self.not_in_names = _not_in_names_pattern(catalogue)
        self.kinds = {k.code: vocabulary_of(kind_view(catalogue, k.code)) for k in catalogue.kinds}
        self._of_kinds: dict[str, Vocabulary] = {}

    def of_kind(self, kind: str) -> "Vocabulary":
        """Return the vocabulary for profiles of a kind, or for profiles without a kind if ``kind`` is "".

        The vocabulary also has the labels of other kinds, with a lower priority. An attribute of another kind
        can count the same thing as an attribute of this kind. Its label then means the attribute of this
        kind: "Rolled" for a Cleric.
        """
        if kind not in self._of_kinds:
            view = kind_view(self.catalogue, kind)
            own, words = vocabulary_of(view), copy(self)
            code_by_counts = {a.counts: a.code for a in view.attributes if a.counts}
            parts = self.catalogue_index.attributes
            meant = {code: code_by_counts.get(part.counts, code) for code, part in parts.items()}
            others = (
                (text, label._replace(code=meant.get(label.code, label.code)))
                for text, label in _labels(self.catalogue)
                if not own.entries.find(tokenize(text), 0)
            )
            words.labels = Phrases([*_labels(view), *others])
            words.entries, words.counted_nouns = own.entries, own.counted_nouns
            words.bare_options, words.option_signs = own.bare_options, own.option_signs
            words.count_attributes, words.people_attribute, words.slots = (
                own.count_attributes,
                own.people_attribute,
                own.slots,
            )
            self._of_kinds[kind] = words
        return self._of_kinds[kind]

    def _parts_next_to(self, attribute: Attribute) -> Iterator[tuple[Attribute | PickSlot, SingleChoice]]:
        """Yield the parts whose option or entry can follow an attribute's value.

        These are the choice that selects the attribute's price table, and the slots for one entry that have
        the same column or label as the attribute.
        """
        if chooser := self.catalogue_index.attributes.get(attribute.table_by):
            yield chooser, _one_option(chooser.options)
        columns = [column.of for column in self.catalogue.sheet if attribute.code in column.of]
        for slot in self.catalogue.pick_slots:
            if not slot.many and (any(slot.code in of for of in columns) or slot.label == attribute.label):
                yield slot, self.singles[slot.code]

    def value_kind(self, label: Label) -> str:
        """Return the kind of an attribute's values: "number", "choice", "flag" or "text".

        Return "" if the label doesn't announce an attribute.
        """
        part = self.catalogue_index.attributes.get(label.code) if label.kind == "attribute" else None
        return part.kind if part else ""

    def column_label(self, tokens: Sequence[TextToken], at: int) -> Found[Label] | None:
        """Return the label of a column, or None. The game's unit of points is the label of a claim."""
        label_and_end = self.labels.find(tokens, at)
        is_unit = at < len(tokens) and self.is_unit(tokens[at].norm)
        return label_and_end or (Found(Label("claim"), at + 1) if is_unit else None)

    def is_unit(self, word: str) -> bool:
        """Return whether a word is the unit of points or its beginning: "cr"."""
        return len(word) > 1 and any(unit.startswith(word) for unit in self.units)

    def columns_of(self, letters: str) -> tuple[Attribute, ...]:
        """Return adjacent columns of the stat line whose labels begin with these letters, in their order."""
        first = "".join(column.label[:1] for column in self.number_columns).find(letters)
        return self.number_columns[first : first + len(letters)] if first >= 0 else ()

    def label_before(self, text: str) -> str:
        """Return the label that an option needs before it, such as "Command Die", or "" for other texts."""
        choices = (a for a in self.catalogue.attributes if a.code in self.options)
        with_option = (
            a for a in choices if text.casefold() in (o.name.casefold() for o in a.options if o.offered)
        )
        return next((a.name for a in with_option), "")

    def kinds_with(self, text: str) -> str:
        """Return the names of the kinds that can have an entry, such as "Wizards".

        Return "" for other texts, and for entries that all kinds can have.
        """
        tokens, kinds = tokenize(text), self.catalogue.kinds
        entry = self.entries.find(tokens, 0)
        matches = entry.value if entry and entry.end == len(tokens) else ()
        slots = {match.slot.code for match in matches}
        names = [kind.plural for kind in kinds if slots & set(kind.parts)]
        return join_and(names) if names and len(names) < len(kinds) else ""

    def spelling_of(self, word: str, number: int, labelled_codes: Container[str]) -> str:
        """Return the label or property that a misspelt word before a number may mean, or "".

        An example is "Mov" for "Mvo". Attributes that the line already has (``labelled_codes``), or whose
        numbers are all lower than ``number``, are excluded. The first letter of a label, or the first two
        letters of a property, must be right.
        """
        word, candidates = word.casefold(), list[str]()
        for text, (_, code, highest) in self._before_number.items():
            right = 1 if code else 2
            if text[:right] == word[:right] and number <= highest and code not in labelled_codes:
                candidates.append(text)
        near = (word,) if word in candidates else close_matches(word, tuple(candidates), _LABEL_SIMILARITY)
        return self._before_number[near[0]][0] if near else ""


def _one_of_slot(entries: Iterable[Property]) -> SingleChoice:
    members = list(entries)
    names = ((text, entry.code) for entry in members for text in (entry.name, *entry.aliases, entry.code))
    return SingleChoice({entry.label.upper(): entry.code for entry in members if entry.label}, Phrases(names))


def _one_option(options: tuple[Option, ...]) -> SingleChoice:
    """Return options by name, and by first letter if it is unique."""
    letters = Counter(option.code[:1].upper() for option in options)
    codes = {letter: o.code for o in options if letters[letter := o.code[:1].upper()] == 1}
    return SingleChoice(codes, option_phrases(options))


@lru_cache(maxsize=128)
def vocabulary_of(catalogue: Catalogue) -> Vocabulary:
    """Return the vocabulary of a catalogue."""
    return Vocabulary(catalogue)


def _labels(catalogue: Catalogue) -> Iterator[tuple[str, Label]]:
    """Yield each label with its meaning. If a label has several meanings, the first one counts."""
    rows = [
        ((a.label, a.name, a.code, *a.aliases, *published_names(a)), Label("attribute", a.code))
        for a in catalogue.attributes
    ]
    for slot in catalogue.weapon_slots:
        noun = slot.noun if slot.noun != "weapon" else ""
        rows.append(((slot.label, slot.name, slot.code, noun), Label("weapons", slot.code)))
    for picks in sorted(catalogue.pick_slots, key=lambda slot: not slot.many):
        shared: tuple[str, ...] = PICK_WORDS if picks.many and picks.noun == "property" else ()
        if picks.many and picks.label.casefold() in KIT_WORDS:
            shared = KIT_WORDS
        kind: LabelKind = "picks" if picks.many else "single"
        nouns = [f"{noun}{end}" for noun in (picks.noun, picks.noun.split()[-1]) for end in ("", "s")]
        published = published_names(picks)
        words = (picks.label, picks.name, picks.code, *nouns, *published, *shared)
        rows.append((words, Label(kind, picks.code)))
    claims = (*CLAIM_WORDS, catalogue.points_unit)
    rows += [(MAX_WORDS, Label("max")), (claims, Label("claim"))]
    rows += [(NAME_WORDS, Label("name")), (NOTE_WORDS, Label("notes"))]
    shown = {column.of[0]: column.label for column in catalogue.sheet}
    rows += [((shown.get(a.code, ""),), Label("attribute", a.code)) for a in catalogue.attributes]
    entries = {text for entry in catalogue.entries() for text in (entry.name, *entry.aliases)}
    values = [value for value in catalogue.values if value.label.replace(" ", "").isalpha()]
    names = {
        value.code: {value.label, value.name, shown.get(value.code, ""), *published_names(value)}
        for value in values
    }
    rows += [
        (tuple(sorted(names[value.code] - entries)), Label("calculated", value.code)) for value in values
    ]
    rows.append((COUNT_WORDS, Label("count")))
    return ((text, label) for texts, label in rows for text in texts)


def _entries(catalogue: Catalogue, index: CatalogueIndex) -> Iterator[tuple[str, tuple[EntryMatch, ...]]]:
    """Yield each phrase that means entries, with all entries that it can mean."""
    by_phrase: dict[tuple[str, ...], tuple[str, dict[int, EntryMatch]]] = {}
    for slot in (slot for slot in catalogue.pick_slots if slot.many):
        for entry in index.entries[slot.group].values():
            for text, parameters in entry_phrases(entry):
                hits = by_phrase.setdefault(normalized_words(text), (text, {}))[1]
                hits.setdefault(id(entry), EntryMatch(slot, entry, parameters))
    return ((text, tuple(hits.values())) for text, hits in by_phrase.values())


def _second_number_entries(catalogue: Catalogue, index: CatalogueIndex) -> Iterator[tuple[str, EntryMatch]]:
    """Yield the code of each attribute with an entry that gives it a second number, such as Flier."""
    for slot in (slot for slot in catalogue.pick_slots if slot.many):
        for entry in index.entries[slot.group].values():
            part = entry.parameters[0] if len(entry.parameters) == 1 else None
            attribute = index.attributes.get(part.code) if part and part.kind == "number" else None
            if part and attribute and attribute.label in part.name.split():
                yield part.code, EntryMatch(slot, entry, {})


def _known_phrases(catalogue: Catalogue) -> Iterator[str]:
    """Yield the phrases to suggest for an unread word."""
    parts: tuple[Attribute | PickSlot | WeaponSlot, ...]
    parts = (*catalogue.attributes, *catalogue.pick_slots, *catalogue.weapon_slots)
    yield from (text for part in parts for text in (part.label, part.name))
    yield from (option.name for attribute in catalogue.attributes for option in attribute.options)
    for entry in catalogue.entries():
        yield from (entry.name, *entry.aliases)


def entry_phrases(entry: Property) -> Iterator[tuple[str, Mapping[str, ParameterValue]]]:
    """Yield the phrases for an entry, each with the parameters in it: "Slow Airborne"."""
    yield entry.name, {}
    yield entry.code, {}
    pairs = [(p.code, option) for p in entry.parameters if p.kind == "choice" for option in p.options]
    for code, option in pairs:
        if option.name != entry.name:
            words = option.name if entry.name in option.name else f"{option.name} {entry.name}"
            yield words, {code: option.code}
        yield f"{option.code} {entry.name}", {code: option.code}
    for alias in entry.aliases:
        added = set(normalized_words(alias)) - set(normalized_words(entry.name))
        named = {entry.name_parameter: alias} if entry.name_parameter else {}
        yield alias, {code: o.code for code, o in pairs if added == set(normalized_words(o.code))} | named


@lru_cache(maxsize=256)
def option_phrases(options: tuple[Option, ...]) -> Phrases[str]:
    """Return options by code and name, and by number if it is unique: "d8" by "8"."""
    numbers = [(die[1], option.code) for option in options if (die := _DIE.fullmatch(option.code))]
    occurrences = Counter(number for number, _ in numbers)
    texts = [(text, option.code) for option in options for text in option.words]
    return Phrases([*texts, *((number, code) for number, code in numbers if occurrences[number] == 1)])


def _words_before_numbers(catalogue: Catalogue) -> dict[str, tuple[str, str, int]]:
    """Map each word before a number, in lower case, to its spelling, its attribute, and the highest number.

    The attribute is "" for a property. The highest number is a little above the maximum of the attribute.
    """
    entries = (e for e in catalogue.entries() if any(p.kind == "number" for p in e.parameters))
    entry_words = {entry.name.casefold(): (entry.name, "", 99) for entry in entries}
    numbers = [a for a in catalogue.attributes if a.kind == "number"]
    words = ((text, a) for a in numbers for text in (a.label, *a.name.split()[:1]))
    return entry_words | {text.casefold(): (a.label, a.code, a.high + 3) for text, a in words}


def close_matches(text: str, known: tuple[str, ...], min_similarity: float = 0) -> tuple[str, ...]:
    """Return known words that are similar to a text but not equal, the closest first.

    By default, the least similarity is lower for short texts, because a single wrong character makes a large
    difference in them.
    """
    similarity = min_similarity or (_SHORT_SIMILARITY if len(text) <= _SHORT_LENGTH else _SIMILARITY)
    return _close_matches(text[:_MAX_COMPARED_LENGTH].casefold(), known, similarity)


@lru_cache(maxsize=4096)
def _close_matches(text: str, known: tuple[str, ...], similarity: float) -> tuple[str, ...]:
    by_lower_case = {word.casefold(): word for word in reversed(known)}
    near = get_close_matches(text, by_lower_case, _MAX_SUGGESTIONS, similarity)
    return tuple(by_lower_case[word] for word in near if word != text)
