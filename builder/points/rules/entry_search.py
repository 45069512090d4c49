"""A search for entries by their names, by players' words for them (aliases), or by their summaries."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from builder.points.rules.aliases import Aliases, CommonWeapon, WordFor
from builder.points.rules.catalogue import Catalogue, Property
from builder.points.rules.search_text import normalize_text, search_words

MIN_PARTIAL_LENGTH = 3
"""The minimum length of a search that matches parts of words in `match_elsewhere` and `unmatched_word`."""

# The ranks of hits, best first.
_NAME, _PLAYERS_WORD, _PART_OF_NAME, _INSIDE, _NEAREST, _IN_SUMMARY = range(6)


class Findable(NamedTuple):
    """A thing that a search can find.

    ``alias_code`` is the code that aliases use for it. Things may belong to a ``family``, such as the options
    of a choice. `match_elsewhere` returns only the best match of each family.
    """

    code: str
    alias_code: str
    names: tuple[str, ...]
    summary: str = ""
    family: str = ""


class Match(NamedTuple):
    """A thing that was found.

    ``word`` is the alias that matched; it is empty if the name or summary matched. ``is_nearest`` is whether
    the thing is only similar to the thing that the player searched for.
    """

    code: str
    alias_code: str
    word: str = ""
    is_nearest: bool = False


class _Hit(NamedTuple):
    """The quality of a match: its rank, then its position among the things of an alias. Lower is better."""

    rank: int
    position: int = 0
    word: str = ""
    is_nearest: bool = False


def find(things: Iterable[Findable], aliases: Aliases, search: str) -> list[Match]:
    """Return the matches of a search, best first. An empty search matches all things, in their order.

    The order is: the name begins with the search, an alias does, a later word of the name does, the search is
    inside the name, an alias of a similar thing begins with it, the search is in the summary.

    A thing also matches if every single word of the search meets one of these conditions. Then the last of
    them decides its place.
    """
    text = normalize_text(search).strip()
    if not search_words(search):
        return [Match(thing.code, thing.alias_code) for thing in things]
    ranked = []
    for number, thing in enumerate(things):
        if hit := _hit(thing, aliases.words_by_code.get(thing.alias_code, ()), text):
            match = Match(thing.code, thing.alias_code, hit.word, hit.is_nearest)
            ranked.append((hit.rank, hit.position, number, match))
    return [match for *_, match in sorted(ranked)]


def match_elsewhere(
    things: Iterable[Findable], aliases: Aliases, search: str, *, by_summary: bool = False
) -> list[Match]:
    """Return the matches of a search among things from several parts of the form.

    Of each family, only the best match is returned. Summaries are only searched if ``by_summary`` is true. A
    search shorter than ``MIN_PARTIAL_LENGTH`` only finds things with this word in their names.
    """
    text = normalize_text(search).strip()
    candidates = list(things) if by_summary else [thing._replace(summary="") for thing in things]
    if len(text) < MIN_PARTIAL_LENGTH:
        candidates = [thing for thing in candidates if _has_short_name(thing, text)]
    families = {thing.alias_code: thing.family for thing in candidates}
    matches: dict[str, Match] = {}
    for match in find(candidates, aliases, search):
        matches.setdefault(families[match.alias_code] or match.alias_code, match)
    return list(matches.values())


def _has_short_name(thing: Findable, text: str) -> bool:
    """Return whether ``text`` is a word of a name, with or without its last digits: "ap" for "AP4"."""
    words = search_words(" ".join(thing.names))
    return bool(text) and any(text in (word, word.rstrip("0123456789")) for word in words)


def unmatched_word(aliases: Aliases, search: str) -> str:
    """Return the first word that begins with the search and means nothing in the game, or an empty string."""
    text = normalize_text(search).strip()
    if len(text) < MIN_PARTIAL_LENGTH:
        return ""
    return next((word for word in aliases.nothing if normalize_text(word).startswith(text)), "")


def _hit(thing: Findable, words: Sequence[WordFor], text: str) -> _Hit | None:
    """Return how well a thing matches a search, or None.

    If the complete search isn't in a name or alias, but every word of it has a hit, the worst hit counts.
    """
    full = _best_hit(thing, words, text)
    if full and full.rank < _IN_SUMMARY:
        return full
    by_word = [_best_hit(thing, words, word) for word in search_words(text)]
    hits = [hit for hit in by_word if hit]
    return max(hits) if len(hits) == len(by_word) else full


def _best_hit(thing: Findable, words: Sequence[WordFor], text: str) -> _Hit | None:
    return min(_hits(thing, words, text), default=None)


def _hits(thing: Findable, words: Sequence[WordFor], text: str) -> Iterator[_Hit]:
    names = [normalize_text(name) for name in thing.names]
    if any(name.startswith(text) for name in names):
        yield _Hit(_NAME)
    elif any(part.startswith(text) for name in names for part in search_words(name)):
        yield _Hit(_PART_OF_NAME)
    elif any(text in name for name in names):
        yield _Hit(_INSIDE)
    for word_for in words:
        if word_for.normalized.startswith(text):
            rank = _NEAREST if word_for.is_nearest else _PLAYERS_WORD
            yield _Hit(rank, word_for.position, word_for.word, word_for.is_nearest)
    if thing.summary and text in normalize_text(thing.summary):
        yield _Hit(_IN_SUMMARY)


def findable_entry(entry: Property, summary: str = "") -> Findable:
    """Return an entry as a searchable thing, by its code, label, name and aliases."""
    names = (entry.code, entry.label, entry.name, *entry.aliases)
    family = f"{entry.group}:{entry.family}" if entry.family else ""
    return Findable(entry.code, f"{entry.group}.{entry.code}", tuple(filter(None, names)), summary, family)


def findable_weapon(weapon: CommonWeapon) -> Findable:
    """Return a common weapon as a searchable thing, by its name."""
    return Findable(weapon.code, f"{weapon.slot}.{weapon.code}", (weapon.name,))


def findable_parts(catalogue: Catalogue) -> Iterator[Findable]:
    """Yield the attributes and their options as searchable things.

    The ``code`` of an option is the code of its attribute.
    """
    for part in catalogue.attributes:
        family = f":{part.code}"
        names = tuple(filter(None, (part.label, part.name)))
        yield Findable(part.code, part.code, names, family=family)
        for option in part.options:
            names = (option.name, f"{option.name} {part.name}")
            yield Findable(part.code, f"{part.code}.{option.code}", names, family=family)
