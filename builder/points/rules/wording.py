"""Wording of names, counts, points, differences and sources."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from builder.points.rules.catalogue import (
    Catalogue,
    DesignPart,
    PickSlot,
    PlaceNames,
    Property,
    Value,
    WeaponSlot,
    Words,
)
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.numbers import number_text, signed_text
from builder.points.rules.results import Finding, Total

ARROW = "\N{RIGHTWARDS ARROW}"
NAME_LENGTH = 40
TEXT_LENGTH = 80
_SPACES = re.compile(r"\s+")
_ZERO_WIDTH = "\u200c\u200d"  # joiners, which some scripts and emoji need


def one_line(text: str, max_length: int = NAME_LENGTH) -> str:
    """Return a text on one line without control characters, cut with an ellipsis to ``max_length``."""
    plain = "".join(
        sign if sign in _ZERO_WIDTH or not unicodedata.category(sign).startswith(("C", "Zl", "Zp")) else " "
        for sign in text[: 4 * max_length]
    )
    line = _SPACES.sub(" ", plain).strip()
    cut = len(line) > max_length or len(text) > 4 * max_length
    return f"{line[: max_length - 1].rstrip()}…" if cut else line


def pluralize(count: int, noun: str) -> str:
    """Return a count and its noun: "1 profile", "2 profiles"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def unit_for(number: int | None, unit: str) -> str:
    """Return the unit in singular or plural: "slot" for 1, else "slots"."""
    return unit.removesuffix("s") if number in (1, -1) else unit


def limit_word(catalogues: Iterable[Catalogue]) -> str:
    """Return the games' word for a roster's points limit, or a general word if their words differ."""
    words = {catalogue.words.limit for catalogue in catalogues}
    return words.pop() if len(words) == 1 else Words().limit


def unit_of(points: int | None, catalogue: Catalogue) -> str:
    """Return the unit of points in singular or plural: "point" for 1, else "points"."""
    return unit_for(points, catalogue.points_unit)


def list_contents(profiles: int, rosters: int) -> str:
    """Return the contents of a list: "7 profiles, 2 rosters"."""
    counted = [pluralize(n, noun) for n, noun in ((profiles, "profile"), (rosters, "roster")) if n]
    return ", ".join(counted) or "nothing yet"


def first_few(names: Sequence[str]) -> str:
    """Return the first three names and the number of the others: "Captain, Grunt, Cook and 9 more"."""
    rest = len(names) - 3
    return ", ".join(names[:3]) + (f" and {rest} more" if rest > 0 else "")


def join_and(names: Iterable[str], word: str = "and") -> str:
    """Return all the names, with ``word`` before the last: "Captain, Grunt and Cook"."""
    *others, last = names
    return f"{', '.join(others)} {word} {last}" if others else last


def points_change(before: int | None, after: int | None, catalogue: Catalogue) -> str:
    """Return a change of points: "+8 points", "now 45 points", "no price any more", or "" for no change."""
    unit = catalogue.points_unit
    if before == after:
        return ""
    if after is None:
        return f"{unpriced(catalogue)} any more"
    if before is None:
        return f"now {number_text(after)} {unit}"
    return f"{signed_text(after - before)} {unit_for(after - before, unit)}"


def price(points: int | None, catalogue: Catalogue) -> str:
    """Return a price in words: "45 points", "no price"."""
    return unpriced(catalogue) if points is None else f"{number_text(points)} {unit_of(points, catalogue)}"


def unpriced(catalogue: Catalogue) -> str:
    """Return the game's words for something without a price: "no price"."""
    return f"no {catalogue.words.price}"


def no_price_yet(catalogue: Catalogue) -> str:
    """Return the game's words for a sum without any price yet: "No cost yet"."""
    return f"No {catalogue.words.price} yet"


@lru_cache(maxsize=4096)
def source_text(catalogue: Catalogue, page: int, place: str = "") -> str:
    """Return where players find something in the rulebook or in other sources: "p. 12".

    If there is no page, ``place`` says where it is:

    - "l.13-16, l.20" are lines of the text: return the names of the parts of the text with these lines
    - "external: S1, S2" are other sources: return the name that the game has for all other sources
    - "l.13-16; external: S1" is both: return both names
    - any other place is returned unchanged

    Without page and place, return an empty string.
    """
    if page:
        return f"p. {page}"
    names, parts, others = catalogue.place_names, [], []
    for source in filter(None, place.split("; ")):
        if source.startswith(_OTHER_SOURCES):
            others.append("" if source == _NO_SOURCE else names.others)
        elif lines := _LINES.findall(source):
            parts += [_part_at(names, int(line)) for line in lines]
        else:
            others.append(source)
    text = ", ".join(dict.fromkeys(filter(None, parts)))
    if text and names.text:
        text = f"{names.text}: {text}"
    return with_capital("; ".join(dict.fromkeys(filter(None, (text, *others)))))


_OTHER_SOURCES = "external"
_NO_SOURCE = f"{_OTHER_SOURCES}: none"
_LINES = re.compile(r"\bl\.(\d+)")  # matches the first line of each range


def _part_at(names: PlaceNames, line: int) -> str:
    """Return the name of the part of the text that contains this line, or an empty string if no part does."""
    first = max((start for start in map(int, names.parts) if start <= line), default=None)
    return "" if first is None else names.parts[str(first)]


def part_place(catalogue: Catalogue, part: DesignPart | Value | Property) -> str:
    """Return where the rulebook describes a part of a design or an entry.

    A slot has no place of its own. If it has no page either, it has the place of its group.
    """
    if not isinstance(part, WeaponSlot | PickSlot):
        return source_text(catalogue, part.page, part.place)
    groups = (group.place for group in catalogue.groups if group.code == part.group)
    return source_text(catalogue, part.page, next(groups, ""))


def finding_place(catalogue: Catalogue, finding: Finding) -> str:
    """Return the part of the rulebook that a finding or else its rule cites; empty if it is unknown."""
    place = finding.place or index_of(catalogue).place_of(finding.code)
    return source_text(catalogue, finding.page, place)


def text_change(name: str, before: str, after: str) -> str:
    """Return how a named text changed, with only words that were added quoted: "Loot “a box” added"."""
    if not after:
        return f"{name} “{one_line(before, TEXT_LENGTH)}” removed"
    if after.startswith(before):
        return f"{name} “{one_line(after.removeprefix(before).lstrip(' ,;.'), TEXT_LENGTH)}” added"
    return f"{name} “{one_line(before, TEXT_LENGTH)}” {ARROW} “{one_line(after, TEXT_LENGTH)}”"


def missing_price_text(total: Total) -> str:
    """Return what is missing for a total: "needs the price of Imp"; empty for a complete total."""
    return f"needs {first_few([one_line(name) for name in total.waits_for])}" if total.waits_for else ""


def in_sentence(name: str) -> str:
    """Return a name with words in lower case, except those with other capitals: "to hit", "RoF", "P"."""
    return re.sub(r"(?<!\S)\w[a-z]+(?!\S)", lambda word: word[0].lower(), name)


def with_capital(text: str) -> str:
    """Return a text with its first letter as a capital letter."""
    return text[:1].upper() + text[1:]


def price_range(points: Iterable[int | None], unit: str) -> str:
    """Return the range of several prices: "76 to 205 points". Return "" if there are no prices."""
    prices = sorted(total for total in points if total is not None)
    if not prices:
        return ""
    return f"{' to '.join(dict.fromkeys((number_text(prices[0]), number_text(prices[-1]))))} {unit}"
