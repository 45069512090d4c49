"""Players' own words: aliases of entries and attributes, common weapons, and categories of entries.

Aliases are not part of the catalogue, because they change neither a list's cost nor its legality. So aliases
may be added without a new edition. They refer to things by codes:

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
    """Players' words for one or several things. ``means`` are the codes of the things, the most likely first.

    If ``nearest`` is true, the game doesn't have the thing, and ``means`` are the most similar things.
    """

    words: tuple[str, ...]
    means: tuple[str, ...]
    nearest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonWeapon:
    """A weapon that players know by name, such as a rifle: a slot, codes of properties, and numbers."""

    code: str
    name: str
    slot: str
    properties: tuple[str, ...]
    fields: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """Entries of a group, by code, that are shown together under one heading."""

    group: str
    name: str
    entries: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Aliases:
    """The aliases, common weapons and categories of an edition.

    ``nothing`` are words for things to which nothing in the game is similar. ``derived`` are names of values
    in the texts of other list builders that are calculated here and not imported.
    """

    aliases: tuple[Alias, ...] = ()
    nothing: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    weapons: tuple[CommonWeapon, ...] = ()
    categories: tuple[Category, ...] = ()

    @cached_property
    def words_by_code(self) -> Mapping[str, tuple["WordFor", ...]]:
        """The words for each thing or the things most similar to it, by code."""
        words_of: dict[str, list[WordFor]] = {}
        for alias in self.aliases:
            for position, code in enumerate(alias.means):
                words = (WordFor(word, normalize_text(word), position, alias.nearest) for word in alias.words)
                words_of.setdefault(code, []).extend(words)
        return {code: tuple(words) for code, words in words_of.items()}

    def exact_words(self, code: str) -> tuple[str, ...]:
        """Return the words for exactly this thing, without words for things that are only similar to it."""
        return tuple(word.word for word in self.words_by_code.get(code, ()) if not word.is_nearest)

    def weapons_for(self, slot: str) -> tuple[CommonWeapon, ...]:
        """Return the common weapons for a slot."""
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
    """A word for a thing, also as `normalize_text` returns it.

    ``position`` is the thing's index in ``Alias.means``. ``is_nearest`` is ``Alias.nearest``.
    """

    word: str
    normalized: str
    position: int
    is_nearest: bool
