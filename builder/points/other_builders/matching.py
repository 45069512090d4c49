"""The matching of another list builder's roster with a catalogue. The result is a profile for each model."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from builder.points.document.design import Design, Pick
from builder.points.document.document import Document, Profile, Roster, RosterEntry
from builder.points.document.items import included_entries
from builder.points.document.json_reader import MAX_NUMBER, DocumentError, Limits
from builder.points.other_builders.structure import Costs, OtherRoster, Selection, unsupported_game_error
from builder.points.rules.aliases import Aliases
from builder.points.rules.catalogue import Attribute, Catalogue, PickSlot, Property
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.names import new_keys
from builder.points.rules.search_text import normalize_text

_MAX_KIND_WORDS = 4  # the maximum number of words in the name of a kind
_POINTS = ("pts", "pt", "points")
# The meanings of selections that add nothing to a design.
INCLUDED, CALCULATED, NAME_ONLY = "comes with it", "calculated here", "name"


class Meaning(NamedTuple):
    """The meaning of a name: an option of an attribute, an entry of a slot, or a flag, which has no code."""

    part: str
    code: str
    catalogue_name: str


class MatchedModel(NamedTuple):
    """A model of a roster as a profile.

    ``read`` are the selections that were understood, each with its meaning as text. ``price`` is the stated
    cost of one model, or None.
    """

    profile: Profile
    selection: Selection
    read: tuple[tuple[Selection, str], ...]
    unread: tuple[Selection, ...]
    price: int | None


class MatchedRoster(NamedTuple):
    """A roster as a document. ``unknown`` are the models that match no kind of profile."""

    document: Document
    models: tuple[MatchedModel, ...]
    unknown: tuple[Selection, ...]
    total: int | None


class RosterWords:
    """The names in an edition, for finding the selections of other list builders' rosters.

    ``meanings`` are the meanings and ``kinds`` the codes of kinds by squashed name. ``derived`` are the names
    of things that Musterbook calculates itself, so they add nothing to a design.
    """

    def __init__(self, catalogue: Catalogue, aliases: Aliases) -> None:
        self.index = index_of(catalogue)
        self.meanings: dict[str, list[Meaning]] = {}
        self.derived = {_squash(word) for word in aliases.derived}
        by_target: dict[str, list[Meaning]] = {}
        for target, meaning, names in _meanings(catalogue):
            by_target.setdefault(target, []).append(meaning)
            self._add(names, meaning)
        for alias in aliases.aliases:
            # A ``nearest`` alias means something that is only similar, so it must not match.
            for target in () if alias.nearest else alias.means:
                for meaning in by_target.get(target, ()):
                    self._add(alias.words, meaning)
        self.kinds = {_squash(kind.plural): kind.code for kind in catalogue.kinds}
        self.kinds |= {
            name: meanings[0].code for name, meanings in self.meanings.items() if meanings[0].part == KIND
        }

    def _add(self, names: Iterable[str], meaning: Meaning) -> None:
        for name in filter(None, map(_squash, names)):
            self.meanings.setdefault(name, []).append(meaning)

    def find(self, name: str) -> list[Meaning]:
        """Return the meanings of a name in the catalogue's order, followed by the meanings of aliases.

        If the full name is unknown, the name of a calculated thing in brackets is ignored: "Bribe (Core
        Power)" has the meanings of "Bribe".
        """
        base, _, inner = name.partition(" (")
        known = self.meanings.get(_squash(name), [])
        return known or (self.meanings.get(_squash(base), []) if _squash(inner) in self.derived else [])

    def kind_in(self, name: str) -> tuple[str, str]:
        """Return the kind that a name begins with ("First Mate Veteran"), or "", and the rest of the name."""
        words = name.split()
        for size in range(min(len(words), _MAX_KIND_WORDS), 0, -1):
            if kind := self.kinds.get(_squash("".join(words[:size]))):
                return kind, " ".join(words[size:])
        return "", name


def _meanings(catalogue: Catalogue) -> Iterator[tuple[str, Meaning, tuple[str, ...]]]:
    """Yield everything that can be selected: its code in aliases, its meaning, and its names."""
    for part in catalogue.attributes:
        names = (part.label, part.name) if part.kind == "flag" else ()
        yield part.code, Meaning(part.code, "", part.name), names
        for option in part.options:
            meaning = Meaning(part.code, option.code, option.name)
            yield f"{part.code}.{option.code}", meaning, (option.name, *option.aliases)
    for slot in catalogue.pick_slots:
        for entry in index_of(catalogue).entries[slot.group].values():
            meaning = Meaning(slot.code, entry.code, entry.name)
            yield f"{entry.group}.{entry.code}", meaning, (entry.name, entry.label, *entry.aliases)


def _squash(text: str) -> str:
    """Return a name in the form for comparisons: in lower case, without accents, spaces and punctuation."""
    return "".join(sign for sign in normalize_text(text) if sign.isalnum() or sign == "+")


def choose_catalogue(
    roster: OtherRoster, catalogues: Iterable[Catalogue], aliases_by_system: Mapping[str, Aliases]
) -> Catalogue:
    """Return the edition that a roster is for.

    If the roster doesn't state its game, return the edition that knows the most of its names, at least half.
    ``aliases_by_system`` are the aliases of each system. Raise DocumentError if no edition fits.
    """
    best, max_known = None, 0
    for catalogue in catalogues:
        if roster.game:
            if _squash(catalogue.system_name) == _squash(roster.game):
                return catalogue
            continue
        words = RosterWords(catalogue, aliases_by_system[catalogue.system])
        names = [words.kind_in(selection.name) for selection in roster.selections]
        known = sum(bool(kind or words.find(rest)) for kind, rest in names)
        if 2 * known >= len(names) and known > max_known:
            best, max_known = catalogue, known
    # Army Forge's lists are for other games, even if some names match.
    if best is None or roster.builder == "Army Forge":
        raise unsupported_game_error(roster.builder, roster.game)
    return best


def match_roster(
    roster: OtherRoster,
    catalogue: Catalogue,
    aliases: Aliases,
    limits: Limits,
    taken_keys: Iterable[str] = (),
) -> MatchedRoster:
    """Return a document with a profile for each model, and with the roster.

    Raise DocumentError if the roster has more models than a list may have profiles.
    """
    words = RosterWords(catalogue, aliases)
    models, unknown = list[MatchedModel](), list[Selection]()
    for selection in roster.selections:
        if len(models) + selection.number > limits.profiles:
            raise DocumentError("", f"has more than {limits.profiles:,} models", "import part of it")
        matched = _Model(words, selection, limits).match(catalogue)
        models += [matched] * selection.number if matched else []
        unknown += [] if matched else [selection]
    keys = new_keys([model.profile.name for model in models], taken_keys)
    models = [
        model._replace(profile=replace(model.profile, key=key))
        for model, key in zip(models, keys, strict=True)
    ]
    entries = tuple(RosterEntry(profile=key, count=1) for key in keys)
    terms = catalogue.roster
    stated_limit = _points_in(roster.points_limits, catalogue)
    is_valid = stated_limit is not None and 0 < stated_limit <= MAX_NUMBER
    limit = None if terms.limit == "none" else stated_limit if is_valid else terms.points
    name = (roster.name or "Roster")[: limits.name]
    document = Document(
        system=catalogue.system, edition=catalogue.edition, name=name,
        profiles=tuple(model.profile for model in models),
        rosters=(Roster(name=name, limit=limit, entries=entries),) if entries else (),
    )  # fmt: skip
    return MatchedRoster(document, tuple(models), tuple(unknown), _points_in(roster.costs, catalogue))


def _points_in(costs: Costs, catalogue: Catalogue) -> int | None:
    """Return the cost in the game's points, or None. The unit can be shortened: "Cr" for "credits"."""
    for unit, value in costs.items():
        name = _squash(unit)
        if name and (_squash(catalogue.points_unit).startswith(name) or name in _POINTS):
            return value
    return None


class _Model:
    """A profile while its selections are matched.

    ``includes_left`` counts the items that come with picks, by group and code, until selections match them.
    """

    def __init__(self, words: RosterWords, selection: Selection, limits: Limits) -> None:
        self.words = words
        self.selection = selection
        self.limits = limits
        self.index = words.index
        self.values: dict[str, int | str] = {}
        self.picks: dict[str, list[Pick]] = {}
        self.includes_left: Counter[tuple[str, str]] = Counter()
        self.read: list[tuple[Selection, str]] = []
        self.unread: list[Selection] = []

    def match(self, catalogue: Catalogue) -> MatchedModel | None:
        """Return the model as a profile, or None if the game has kinds and the model's kind is unknown."""
        selection, words = self.selection, self.words
        named, rest = words.kind_in(selection.name)
        by_category = (words.kinds.get(_squash(name), "") for name in selection.categories)
        parts = {meaning.part for meaning in words.find(rest)}
        by_part = (kind.code for kind in catalogue.kinds if parts & set(kind.parts))
        kind = next(filter(None, (named, *by_category, *by_part)), "")
        if catalogue.kinds and not kind:
            return None
        self.values = {KIND: kind} if kind else {}
        self.index = words.index.for_kind(self.values)
        read_as = self._add_first_fit(selection, words.find(rest), self._own_parameters(rest))
        if named and rest and not read_as:
            self.unread.append(selection)
        else:
            names = [*(known_kind.name for known_kind in catalogue.kinds if known_kind.code == kind), read_as]
            self.read.append((selection, ", ".join(filter(None, names)) or NAME_ONLY))
        for name in selection.categories:
            for meaning in words.find(name):
                attribute = self.index.attributes.get(meaning.part)
                if attribute and attribute.kind == "flag":
                    self.values[attribute.code] = 1
        inner_selections = sorted(
            selection.descendants(),
            key=lambda inner: not any(map(self._includes_others, words.find(inner.name))),
        )
        for inner in inner_selections:
            self._add_inner(inner)
        notes = [selection.notes, *(f"Not read: {unread.name}" for unread in self.unread)]
        profile = Profile(
            key="", name=(selection.own_name or selection.name)[: self.limits.name],
            notes="\n\n".join(filter(None, notes))[: self.limits.text],
            design=Design(values=self.values, picks={code: tuple(p) for code, p in self.picks.items()}),
        )  # fmt: skip
        prices = [_points_in(priced.costs, catalogue) for priced in (selection, *selection.descendants())]
        known = [price for price in prices if price is not None]
        price = prices[0] or (sum(known) if known else None)
        price_each = None if price is None else price // max(selection.number, 1)
        return MatchedModel(profile, selection, tuple(self.read), tuple(self.unread), price_each)

    def _add_inner(self, inner: Selection) -> None:
        """Add an inner selection, as often as each model has it: once in "2x Recruit: 2x Knife"."""
        models = max(self.selection.number, 1)
        each = inner.number // models if inner.number % models == 0 else inner.number
        meanings = self.words.find(inner.name)
        is_calculated = _squash(inner.name) in self.words.derived
        read_as = CALCULATED if is_calculated else self._add_first_fit(inner, meanings)
        if any(self._entry(meaning) for meaning in meanings):
            more = (self._add_first_fit(inner, meanings) for _ in range(each - 1))
            read_as = read_as if all(more) else ""
        if read_as:
            self.read.append((inner, read_as))
        else:
            self.unread.append(inner)

    def _entry(self, meaning: Meaning) -> Property | None:
        """Return the entry of a meaning, or None for an option or a flag."""
        slot = self.index.parts.get(meaning.part)
        return self.index.entries[slot.group].get(meaning.code) if isinstance(slot, PickSlot) else None

    def _includes_others(self, meaning: Meaning) -> bool:
        entry = self._entry(meaning)
        return entry is not None and bool(entry.includes)

    def _own_parameters(self, name: str) -> dict[str, str]:
        """Map the parameters of the entry that the model is named after to options among inner selections.

        For example, an entry can have a parameter for its weapon, with the option "Carbine".
        """
        entries = [entry for meaning in self.words.find(name) if (entry := self._entry(meaning))][:1]
        inner_codes = {
            meaning.code for inner in self.selection.descendants() for meaning in self.words.find(inner.name)
        }
        pairs = ((p.code, option.code) for entry in entries for p in entry.parameters for option in p.options)
        return {parameter: code for parameter, code in pairs if code in inner_codes}

    def _add_first_fit(
        self, selection: Selection, meanings: Iterable[Meaning], parameters: Mapping[str, str] | None = None
    ) -> str:
        """Add a selection with the first meaning that fits, and return it as text, or "" if none fits."""
        for meaning in meanings:
            part, entry = self.index.parts.get(meaning.part), self._entry(meaning)
            if isinstance(part, Attribute) and part.code != KIND:
                value = meaning.code or (selection.number if part.kind == "number" else 1)
                if self.values.setdefault(part.code, value) == value:
                    return (
                        f"{meaning.catalogue_name} {value}"
                        if part.kind == "number"
                        else meaning.catalogue_name
                    )
            elif part and entry and self.includes_left[entry.group, entry.code]:
                self.includes_left[entry.group, entry.code] -= 1
                return f"{entry.name}, {INCLUDED}"
            elif part and entry:
                picks = self.picks.setdefault(part.code, [])
                if entry.repeatable or all(pick.code != entry.code for pick in picks):
                    if len(picks) >= self.limits.picks:
                        problem = f"has a model with more than {self.limits.picks} items in one place"
                        raise DocumentError("", problem, "import it without some of them")
                    picks.append(Pick(code=entry.code, parameters=dict(parameters or {})))
                    included = included_entries(self.index, entry, picks[-1])
                    self.includes_left.update(
                        (entry_included.group, entry_included.code) for entry_included in included
                    )
                    return meaning.catalogue_name
        return ""
