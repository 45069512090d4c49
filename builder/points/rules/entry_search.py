"""Finding an entry by what it is called, by what players call it, or by what it does."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from builder.points.rules.aliases import Aliases, CommonWeapon, WordFor
from builder.points.rules.catalogue import Catalogue, Property
from builder.points.rules.search_text import normalize_text, search_words

SHORTEST_GUESS = 3
"""Letters from which on a word is looked for in other places too."""

_NAME, _PLAYERS_WORD, _PART_OF_NAME, _INSIDE, _NEAREST, _IN_SUMMARY = range(6)


class Findable(NamedTuple):
    """Something to look for. ``meant`` is what aliases call it, ``summary`` what its entry says.

    Of one ``family``, levels of one thing or options of one choice, one is enough to lead there.
    """

    code: str
    meant: str
    names: tuple[str, ...]
    summary: str = ""
    family: str = ""


class Match(NamedTuple):
    """Something found. ``word`` is the players' word that led to it, or to what comes ``nearest``."""

    code: str
    meant: str
    word: str = ""
    nearest: bool = False


class _Hit(NamedTuple):
    """How something was found: the lower the better, ``place`` among what its word means."""

    rank: int
    place: int = 0
    word: str = ""
    nearest: bool = False


def find(things: Iterable[Findable], aliases: Aliases, search: str) -> list[Match]:
    """Return what a search finds, the likeliest first; all of it, in its order, where nothing is looked for.

    First what begins so, then what players call so, what has the words in its name, what comes nearest, and
    last what says so of itself. Of several words each must be found.
    """
    text = normalize_text(search).strip()
    if not search_words(search):
        return [Match(thing.code, thing.meant) for thing in things]
    ranked = []
    for index, thing in enumerate(things):
        if hit := _hit(thing, aliases.words_for.get(thing.meant, ()), text):
            ranked.append((hit.rank, hit.place, index, Match(thing.code, thing.meant, hit.word, hit.nearest)))
    return [match for *_, match in sorted(ranked)]


def match_elsewhere(things: Iterable[Findable], aliases: Aliases, search: str) -> list[Match]:
    """Return the things with this name or alias in other places, the likeliest of each family."""
    if len(normalize_text(search).strip()) < SHORTEST_GUESS:
        return []
    called = [thing._replace(summary="") for thing in things]
    families = {thing.meant: thing.family for thing in called}
    matches: dict[str, Match] = {}
    for match in find(called, aliases, search):
        matches.setdefault(families[match.meant] or match.meant, match)
    return list(matches.values())


def unknown_word(aliases: Aliases, search: str) -> str:
    """Return the word that is looked for and for which the game has nothing; "" if that is not known."""
    text = normalize_text(search).strip()
    if len(text) < SHORTEST_GUESS:
        return ""
    return next((word for word in aliases.nothing if normalize_text(word).startswith(text)), "")


def _hit(thing: Findable, words: Sequence[WordFor], text: str) -> _Hit | None:
    """Return how a search finds a thing: by all of it, or by each of its words."""
    by_all = _word_hit(thing, words, text)
    if by_all and by_all.rank < _IN_SUMMARY:
        return by_all
    by_each = [_word_hit(thing, words, word) for word in search_words(text)]
    hits = [hit for hit in by_each if hit]
    return max(hits) if len(hits) == len(by_each) else by_all


def _word_hit(thing: Findable, words: Sequence[WordFor], word: str) -> _Hit | None:
    return min(_word_hits(thing, words, word), default=None)


def _word_hits(thing: Findable, words: Sequence[WordFor], word: str) -> Iterator[_Hit]:
    names = [normalize_text(name) for name in thing.names]
    if any(name.startswith(word) for name in names):
        yield _Hit(_NAME)
    elif any(part.startswith(word) for name in names for part in search_words(name)):
        yield _Hit(_PART_OF_NAME)
    elif any(word in name for name in names):
        yield _Hit(_INSIDE)
    for word_for in words:
        if word_for.compared.startswith(word):
            rank = _NEAREST if word_for.nearest else _PLAYERS_WORD
            yield _Hit(rank, word_for.place, word_for.word, word_for.nearest)
    if thing.summary and word in normalize_text(thing.summary):
        yield _Hit(_IN_SUMMARY)


def findable_entry(entry: Property, summary: str = "") -> Findable:
    """Return an entry of a catalogue, by its code, label, name and the other names that pasted lines have."""
    names = (entry.code, entry.label, entry.name, *entry.aliases)
    family = f"{entry.group}:{entry.family}" if entry.family else ""
    return Findable(entry.code, f"{entry.group}.{entry.code}", tuple(filter(None, names)), summary, family)


def findable_weapon(weapon: CommonWeapon) -> Findable:
    """Return a common weapon, by its name."""
    return Findable(weapon.code, f"{weapon.slot}.{weapon.code}", (weapon.name,))


def findable_parts(catalogue: Catalogue) -> Iterator[Findable]:
    """Yield the attributes of a profile and their options. An option leads to its attribute."""
    for part in catalogue.attributes:
        family = f":{part.code}"
        names = tuple(filter(None, (part.label, part.name)))
        yield Findable(part.code, part.code, names, family=family)
        for option in part.options:
            yield Findable(part.code, f"{part.code}.{option.code}", (option.name,), family=family)
