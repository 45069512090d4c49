"""What players call things: their words for entries, common weapons by name, and what is shown together.

It stands beside the catalogue and not in it: nothing here changes what a list costs or whether it is
legal, so it may grow without a new edition. Things are named as the catalogue has them: ``group.code`` is
an entry, ``attribute`` or ``attribute.option`` a part of the profile, ``slot.code`` a common weapon.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from builder.points.rules.search_text import normalize_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """Words of players, and what they mean by them, the likeliest first.

    ``nearest`` says that the game has nothing of the kind, and that this comes nearest.
    """

    words: tuple[str, ...]
    means: tuple[str, ...]
    nearest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonWeapon:
    """A weapon that players know by name, made of what the game sells: one for ``slot``."""

    code: str
    name: str
    slot: str
    properties: tuple[str, ...]
    fields: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """Entries of a group that are shown together, by code."""

    group: str
    name: str
    entries: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Aliases:
    """All of an edition. ``nothing`` are words for which the game has nothing that comes near."""

    aliases: tuple[Alias, ...] = ()
    nothing: tuple[str, ...] = ()
    weapons: tuple[CommonWeapon, ...] = ()
    shelves: tuple[Shelf, ...] = ()

    @cached_property
    def words_for(self) -> Mapping[str, tuple["WordFor", ...]]:
        """By thing, the words that mean it."""
        found: dict[str, list[WordFor]] = {}
        for alias in self.aliases:
            for place, meant in enumerate(alias.means):
                words = (WordFor(word, normalize_text(word), place, alias.nearest) for word in alias.words)
                found.setdefault(meant, []).extend(words)
        return {meant: tuple(words) for meant, words in found.items()}

    def words(self, meant: str) -> tuple[str, ...]:
        """The words that mean a thing itself, and not only what comes nearest."""
        return tuple(one.word for one in self.words_for.get(meant, ()) if not one.nearest)

    def weapons_for(self, slot: str) -> tuple[CommonWeapon, ...]:
        """The common weapons for a slot, in their order."""
        return tuple(weapon for weapon in self.weapons if weapon.slot == slot)

    def shelf_of(self, group: str) -> Mapping[str, Shelf]:
        """The shelf of each entry of a group, by the entry's code."""
        return {code: shelf for shelf in self.shelves if shelf.group == group for code in shelf.entries}


@dataclass(frozen=True, slots=True)
class WordFor:
    """A word for a thing, as written and as compared; ``place`` is that of the thing among what it means."""

    word: str
    compared: str
    place: int
    nearest: bool
