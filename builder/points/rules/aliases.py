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
    """Players' words for a thing, or for several things.

    ``means`` contains the codes of the things, with the most likely thing first. If ``nearest`` is true, the
    game doesn't have the thing that players call by these words. Then ``means`` contains the codes of the
    most similar things.
    """

    words: tuple[str, ...]
    means: tuple[str, ...]
    nearest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonWeapon:
    """A weapon that players know by name, such as a rifle.

    In the game, it is a weapon in ``slot`` with the codes ``properties`` and the numbers ``fields``.
    """

    code: str
    name: str
    slot: str
    properties: tuple[str, ...]
    fields: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """Entries of a group that are shown together under one heading.

    ``name`` is the heading, and ``entries`` contains the codes of the entries.
    """

    group: str
    name: str
    entries: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Aliases:
    """The aliases, common weapons and categories of an edition.

    ``nothing`` contains words for things to which nothing in the game is similar. ``derived`` contains names
    of values in the texts of other list-building programs. Musterbook calculates these values, so it doesn't
    import them.
    """

    aliases: tuple[Alias, ...] = ()
    nothing: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    weapons: tuple[CommonWeapon, ...] = ()
    categories: tuple[Category, ...] = ()

    @cached_property
    def words_by_code(self) -> Mapping[str, tuple["WordFor", ...]]:
        """The words for each thing, by the thing's code.

        Words for something that the game doesn't have are listed under the most similar things.
        """
        words_of: dict[str, list[WordFor]] = {}
        for alias in self.aliases:
            for position, code in enumerate(alias.means):
                words = (WordFor(word, normalize_text(word), position, alias.nearest) for word in alias.words)
                words_of.setdefault(code, []).extend(words)
        return {code: tuple(words) for code, words in words_of.items()}

    def exact_words(self, code: str) -> tuple[str, ...]:
        """Return the words for exactly this thing, without words for things that are only similar to it."""
        return tuple(word.word for word in self.words_by_code.get(code, ()) if not word.nearest)

    def weapons_for(self, slot: str) -> tuple[CommonWeapon, ...]:
        """Return the common weapons for a slot, in the order of ``weapons``."""
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
    """A word for a thing, and the word as `normalize_text` returns it.

    ``position`` is the thing's index in ``Alias.means``. ``nearest`` is as in `Alias`.
    """

    word: str
    normalized: str
    position: int
    nearest: bool
