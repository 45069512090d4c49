"""The words that stat lines are made of: what a catalogue calls its parts, ready to be found in a text.

Everything comes from the catalogue: labels, names and aliases of attributes, slots, properties and their
options. The few words of our own below belong to no game. Longer phrases are found before shorter ones.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from builder.points.document.design import ParameterValue
from builder.points.rules.catalogue import Attribute, Catalogue, Option, PickSlot, Property, Value, WeaponSlot
from builder.points.rules.catalogue_index import CatalogueIndex, index_of, kind_view
from builder.points.rules.wording import unit_of
from builder.points.shorthand.tokens import Phrases, normalized_words, tokenize

MAX_WORDS = ("max", "maximum")
CLAIM_WORDS = ("pv", "points", "pts", "pt", "total", "cost")
NAME_WORDS = ("name", "profile name", "model name")
NOTE_WORDS = ("notes", "note")
BLANK_WORDS = ("none", "no", "nil", "nothing", "n/a")
KIT_WORDS = ("gear", "equipment")
PICK_WORDS = ("abilities", "ability", "props", "modprops")
EACH, FREE = "each", "free"
LINK_WORDS = frozenset(("and", "with", "plus", EACH))
NOT_WORDS = frozenset(("not", "no", "never", "without", "non"))
OF_WORDS = frozenset(("of", "to", "into"))
_DIE = re.compile(r"[a-z]([0-9]+)")
_SUGGESTED = 3
_SHORT, _CLOSE, _SLIP, _CLOSER = 4, 0.5, 0.6, 0.7
_MOST_LOOKED_AT = 40

NumberedWord = tuple[str, str, str, int]
"""A word that a number stands behind, how it is written, an attribute's code, and the highest number."""
LabelKind = Literal["attribute", "weapons", "picks", "single", "max", "claim", "name", "notes", "worked"]


class Label(NamedTuple):
    """What a label announces: a part of the design, or something about the profile as a whole."""

    kind: LabelKind
    code: str = ""


class EntryMatch(NamedTuple):
    """An entry that a phrase may mean, in this slot, with the parameters that the phrase gives."""

    slot: PickSlot
    entry: Property
    parameters: Mapping[str, ParameterValue]


class OneOf(NamedTuple):
    """What a part holds one of, each with its code: by short forms in capitals, and by names."""

    codes: Mapping[str, str]
    names: Phrases[str]


def _no_name(catalogue: Catalogue) -> re.Pattern[str]:
    """What no name holds: numbers in a row, a count, a size, codes with a number, several labels or cells."""
    codes = [entry.code for entry in catalogue.entries() if entry.code[-1].isdigit()]
    codes += [f.label for slot in catalogue.weapon_slots for f in slot.fields]
    code = rf"(?<=[\s(,/]){one_of(codes)}[0-9]{{0,2}}(?<=[0-9])(?!\w)"
    label = one_of(column.label for column in catalogue.sheet)
    labels = rf"(?<!\w)(?i:{label})\s*[,;|\t]\s*(?i:{label})(?!\w)"
    numbers = r"(?<!\w)[0-9]+(?:/[0-9]+){2,}|\|\s*[0-9]|\t|(?<=\s)(?:[x×][0-9]+|[0-9]+[x×])(?!\w)"
    return re.compile(rf"{numbers}|[0-9]+\s?mm\b|{code}|{labels}")


def _written(catalogue: Catalogue, values: Mapping[str, Value]) -> dict[str, re.Pattern[str]]:
    """How values are written: "2D6", "3 of 5", "drifts"; others of a column may stand behind its first."""
    columns, written = {column.of[0]: column.of for column in catalogue.sheet}, {}
    for code in values:
        first, *others = (_value_form(values[part]) for part in columns.get(code, (code,)) if part in values)
        written[code] = re.compile(first + "".join(f"(?: {form})?" for form in others), re.IGNORECASE)
    return written


def _value_form(value: Value) -> str:
    parts = re.split(r"\{[^}]*\}", value.show)
    shown = r"[-+±−–]?[0-9]+".join(map(re.escape, parts))
    texts = one_of(text for text in (*value.texts.values(), value.none_text, "–") if text)
    return rf"(?:{texts}|{shown})(?!\w)"


def one_of(words: Iterable[str]) -> str:
    """A regular expression for any of these words, the longest first; for none of them it matches nothing."""
    return f"(?:{'|'.join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or '(?!)'})"


class Vocabulary:
    """All words of one catalogue.

    ``labels`` announce a part of the design; ``entries`` are the properties and spells; ``options`` are what
    a choice may be, ``singles`` what a slot that holds one may; ``bare_options`` need no label, and ``signs``
    are those of one sign; ``counted`` is what a number may count; ``blanks`` say that there is none of a
    part; ``beside`` stands with a value. Of what is worked out, ``stats`` are the labels, ``written`` how it
    looks, and ``stat_row`` its order on the stat line; ``columns`` are the numbers of the design there.
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
        bare = [a for a in catalogue.attributes if any(option.aliases for option in a.options)]
        words = [(text, (a.code, o.code)) for a in bare for o in a.options for text in o.words]
        self.bare_options, self.signs = Phrases(words), {text: o for text, o in words if len(text) == 1}
        self.counts = tuple(a for a in catalogue.attributes if a.counts)
        self.slots = frozenset(slot.code for slot in catalogue.pick_slots)
        self.counted = Phrases((text, a.code) for a in catalogue.attributes for text in a.counts)
        self.written = _written(catalogue, self.catalogue_index.values)
        self.own_entries = _own_entries(catalogue)
        named_blanks = [("", ""), *((part.code, part.blank_name) for part in parts)]
        self.blanks: dict[str, Phrases[None]] = {
            code: Phrases((word, None) for word in (*BLANK_WORDS, name)) for code, name in named_blanks
        }
        self.singles = {
            slot.code: _one_of_slot(self.catalogue_index.entries[slot.group].values())
            for slot in catalogue.pick_slots
            if not slot.many
        }
        self.beside = {a.code: tuple(self._beside(a)) for a in catalogue.attributes}
        self.known_phrases = tuple(dict.fromkeys(_known_phrases(catalogue)))
        stat_line = (self.catalogue_index.attributes.get(column.of[0]) for column in catalogue.sheet)
        shown = {part for column in catalogue.sheet for part in column.of}
        stats = [v for v in catalogue.values if v.code in shown and v.role == "stat"]
        self.stats = Phrases(
            (text, v) for v in stats for text in (v.label, v.name) if not self._announces(text)
        )
        self.stat_row = tuple(stats)
        self.columns = tuple(a for a in stat_line if a and a.kind == "number")
        self._numbered = tuple(_numbered(catalogue))
        self.no_name = _no_name(catalogue)
        self.kinds = {k.code: vocabulary_of(kind_view(catalogue, k.code)) for k in catalogue.kinds}
        self._of_kinds: dict[str, Vocabulary] = {}

    def _announces(self, text: str) -> bool:
        """Whether a text is the label of a part of the design."""
        found = self.labels.find(tokenize(text), 0)
        return found is not None and found[0].kind != "worked"

    def of_kind(self, kind: str) -> "Vocabulary":
        """The words as profiles of a kind have them; labels of other kinds come behind."""
        if kind not in self._of_kinds:
            view = kind_view(self.catalogue, kind)
            own, words = vocabulary_of(view), copy(self)
            others = (row for row in _labels(self.catalogue) if not own.entries.find(tokenize(row[0]), 0))
            words.labels = Phrases([*_labels(view), *others])
            words.entries, words.counted = own.entries, own.counted
            words.bare_options, words.signs = own.bare_options, own.signs
            words.counts, words.slots = own.counts, own.slots
            self._of_kinds[kind] = words
        return self._of_kinds[kind]

    def _beside(self, attribute: Attribute) -> Iterator[tuple[Attribute | PickSlot, OneOf]]:
        """What may stand behind an attribute's value: the choice of its table, and slots of its column."""
        if chooser := self.catalogue_index.attributes.get(attribute.table_by):
            yield chooser, _one_option(chooser.options)
        columns = [column.of for column in self.catalogue.sheet if attribute.code in column.of]
        for slot in self.catalogue.pick_slots:
            if not slot.many and (any(slot.code in of for of in columns) or slot.label == attribute.label):
                yield slot, self.singles[slot.code]

    def columns_of(self, letters: str) -> tuple[Attribute, ...]:
        """The columns side by side on the stat line that begin with these letters, if there are such."""
        first = "".join(column.label[:1] for column in self.columns).find(letters)
        return self.columns[first : first + len(letters)] if first >= 0 else ()

    def misspelt(self, word: str, given: Iterable[str], number: int) -> str:
        """The label, or the property with a number, that a word is a slip of: "Mov" of "Mvo"; "" for none.

        ``given`` are the codes of attributes that the line gives already; those that never are as high as the
        ``number`` are not meant.
        """
        near = _slips(word.casefold()[:_MOST_LOOKED_AT], self._numbered)
        return next((label for _, label, code, most in near if code not in given and number <= most), "")


def _one_of_slot(entries: Iterable[Property]) -> OneOf:
    members = list(entries)
    names = ((text, entry.code) for entry in members for text in (entry.name, *entry.aliases, entry.code))
    return OneOf({entry.label.upper(): entry.code for entry in members if entry.label}, Phrases(names))


def _one_option(options: tuple[Option, ...]) -> OneOf:
    """Options by name, or by a first letter that no other has."""
    letters = Counter(option.code[:1].upper() for option in options)
    codes = {letter: o.code for o in options if letters[letter := o.code[:1].upper()] == 1}
    return OneOf(codes, option_phrases(options))


@lru_cache(maxsize=128)
def vocabulary_of(catalogue: Catalogue) -> Vocabulary:
    """The words of a catalogue, collected once and cached."""
    return Vocabulary(catalogue)


def _labels(catalogue: Catalogue) -> Iterator[tuple[str, Label]]:
    """Each word that announces something; where two parts have the same word, the first is meant."""
    rows = [((a.label, a.name, a.code, *a.aliases), Label("attribute", a.code)) for a in catalogue.attributes]
    for slot in catalogue.weapon_slots:
        noun = slot.noun if slot.noun != "weapon" else ""
        rows.append(((slot.label, slot.name, slot.code, noun), Label("weapons", slot.code)))
    for picks in sorted(catalogue.pick_slots, key=lambda slot: not slot.many):
        shared: tuple[str, ...] = PICK_WORDS if picks.many and picks.noun == "property" else ()
        if picks.many and picks.label.casefold() in KIT_WORDS:
            shared = KIT_WORDS
        kind: LabelKind = "picks" if picks.many else "single"
        nouns = [f"{noun}{end}" for noun in (picks.noun, picks.noun.split()[-1]) for end in ("", "s")]
        rows.append(((picks.label, picks.name, picks.code, *nouns, *shared), Label(kind, picks.code)))
    claims = (*CLAIM_WORDS, catalogue.points_unit)
    rows += [(MAX_WORDS, Label("max")), (claims, Label("claim"))]
    rows += [(NAME_WORDS, Label("name")), (NOTE_WORDS, Label("notes"))]
    shown = {column.of[0]: column.label for column in catalogue.sheet}
    rows += [((shown.get(a.code, ""),), Label("attribute", a.code)) for a in catalogue.attributes]
    entries = {text for entry in catalogue.entries() for text in (entry.name, *entry.aliases)}
    values = [value for value in catalogue.values if value.label.replace(" ", "").isalpha()]
    names = {value.code: {value.label, value.name, shown.get(value.code, "")} for value in values}
    rows += [(tuple(sorted(names[value.code] - entries)), Label("worked", value.code)) for value in values]
    return ((text, label) for texts, label in rows for text in texts)


def _entries(catalogue: Catalogue, index: CatalogueIndex) -> Iterator[tuple[str, tuple[EntryMatch, ...]]]:
    """Each phrase for an entry, with all that it may mean, each of these once."""
    found: dict[tuple[str, ...], tuple[str, dict[int, EntryMatch]]] = {}
    for slot in (slot for slot in catalogue.pick_slots if slot.many):
        for entry in index.entries[slot.group].values():
            for text, parameters in entry_phrases(entry):
                hits = found.setdefault(normalized_words(text), (text, {}))[1]
                hits.setdefault(id(entry), EntryMatch(slot, entry, parameters))
    return ((text, tuple(hits.values())) for text, hits in found.values())


def _own_entries(catalogue: Catalogue) -> dict[str, EntryMatch]:
    """By slot, the entry whose name its players make up."""
    own = [entry for entry in catalogue.entries() if entry.own_name]
    pairs = ((slot, entry) for slot in catalogue.pick_slots for entry in own if entry.group == slot.group)
    return {slot.code: EntryMatch(slot, entry, {}) for slot, entry in pairs}


def _known_phrases(catalogue: Catalogue) -> Iterator[str]:
    """What a word that was not read may have meant."""
    parts: tuple[Attribute | PickSlot | WeaponSlot, ...]
    parts = (*catalogue.attributes, *catalogue.pick_slots, *catalogue.weapon_slots)
    yield from (text for part in parts for text in (part.label, part.name))
    for entry in catalogue.entries():
        yield from (entry.name, *entry.aliases)


def entry_phrases(entry: Property) -> Iterator[tuple[str, Mapping[str, ParameterValue]]]:
    """The ways to write an entry, each with the parameters that it gives: "Slow Airborne"."""
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
        named = {entry.own_name: alias} if entry.own_name else {}
        yield alias, {code: o.code for code, o in pairs if added == set(normalized_words(o.code))} | named


@lru_cache(maxsize=256)
def option_phrases(options: tuple[Option, ...]) -> Phrases[str]:
    """Options by code and name, and by their number alone where one has it: "d8" by "8"."""
    numbers = [(die[1], option.code) for option in options if (die := _DIE.fullmatch(option.code))]
    given = Counter(number for number, _ in numbers)
    texts = [(text, option.code) for option in options for text in option.words]
    return Phrases([*texts, *((number, code) for number, code in numbers if given[number] == 1)])


def _numbered(catalogue: Catalogue) -> Iterator[NumberedWord]:
    for a in (attribute for attribute in catalogue.attributes if attribute.kind == "number"):
        yield from ((text.casefold(), a.label, a.code, a.high + 3) for text in (a.label, *a.name.split()[:1]))
    for entry in catalogue.entries():
        if any(parameter.kind == "number" for parameter in entry.parameters):
            yield entry.name.casefold(), entry.name, "", 99


@lru_cache(maxsize=4096)
def _slips(word: str, known: tuple[NumberedWord, ...]) -> list[NumberedWord]:
    """The words that this one is a slip of, the closest first; its first letters are right."""
    close = {row: SequenceMatcher(None, word, row[0]).ratio() for row in known if len(word) > 1}
    labels = [row for row in close if row[2] and row[0][0] == word[0] and close[row] >= _SLIP]
    others = [row for row in close if not row[2] and row[0][:2] == word[:2] and close[row] >= _CLOSE]
    return sorted([*labels, *others], key=lambda row: -close[row])


@lru_cache(maxsize=1024)
def close_matches(text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """What may have been meant, the closest first. Codes are so short that a sign makes much of them."""
    close = _CLOSE if len(text) <= _SHORT else _CLOSER
    folded = {word.casefold(): word for word in reversed(known)}
    near = get_close_matches(text[:_MOST_LOOKED_AT].casefold(), folded, _SUGGESTED, close)
    return tuple(folded[word] for word in near if word != text.casefold())
