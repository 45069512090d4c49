"""What players call things: aliases of entries and attributes, common weapons, and categories of entries.

Aliases are not part of the catalogue: they change neither a list's cost nor its legality, so they may grow
without a new edition. They refer to things by codes:

- ``group.code`` is an entry
- ``attribute`` is an attribute, and ``attribute.option`` is one of its options
- ``slot.code`` is a common weapon
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from builder.points.rules.search_text import normalize_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """Players' words for a thing, or for several things.

    ``means`` are the codes of the things, the most likely thing first. ``nearest`` means that the game has no
    such thing: ``means`` are then the codes of the most similar things.
    """

    words: tuple[str, ...]
    means: tuple[str, ...]
    nearest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonWeapon:
    """A weapon that players know by name, as the properties and numbers of a weapon in ``slot``."""

    code: str
    name: str
    slot: str
    properties: tuple[str, ...]
    fields: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """Entries of a group that are shown under one name; ``entries`` are their codes."""

    group: str
    name: str
    entries: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Aliases:
    """The aliases, common weapons and categories of an edition.

    ``nothing`` are words for which the game has nothing similar. ``derived`` are other list builders' words
    for values that Musterbook calculates and therefore doesn't import.
    """

    aliases: tuple[Alias, ...] = ()
    nothing: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    weapons: tuple[CommonWeapon, ...] = ()
    categories: tuple[Category, ...] = ()

    @cached_property
    def words_by_code(self) -> Mapping[str, tuple["WordFor", ...]]:
        """The words for each thing, by its code.

        They include words for similar things that the game doesn't have.
        """
        words_of: dict[str, list[WordFor]] = {}
        for alias in self.aliases:
            for position, code in enumerate(alias.means):
                words = (WordFor(word, normalize_text(word), position, alias.nearest) for word in alias.words)
                words_of.setdefault(code, []).extend(words)
        return {code: tuple(words) for code, words in words_of.items()}

    def exact_words(self, code: str) -> tuple[str, ...]:
        """Return the words for exactly this thing, without words for similar things."""
        return tuple(word.word for word in self.words_by_code.get(code, ()) if not word.nearest)

    def weapons_for(self, slot: str) -> tuple[CommonWeapon, ...]:
        """Return the common weapons for a slot, in their order."""
        return tuple(weapon for weapon in self.weapons if weapon.slot == slot)

    def categories_by_code(self, group: str) -> Mapping[str, Category]:
        """Return the category of each entry of a group, by the entry's code."""
        return {
            code: category
            for category in self.categories
            if category.group == group
            for code in category.entries
        }


@dataclass(frozen=True, slots=True)
class WordFor:
    """A word for a thing, as written and normalized; ``position`` is the thing's index in ``Alias.means``."""

    word: str
    normalized: str
    position: int
    nearest: bool
