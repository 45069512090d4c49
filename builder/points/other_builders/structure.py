"""A roster as other builders store it: named, nested selections with counts and costs."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from builder.points.document.json_reader import DocumentError

MAX_SELECTIONS, MAX_LEVELS, MAX_COUNT = 3_000, 12, 999
_MAX_NAME_LENGTH = 200
_COST = re.compile(r"([+-]?\d[\d,]{0,12}(?:\.\d{1,6})?)\s{0,3}([^\W\d_]{1,20}(?: [^\W\d_]{1,20})?)")
_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff\\s]+")

Costs = Mapping[str, int]
"""The costs of a selection: integers by the name of their unit, such as "Cr" or "Gear Slot"."""


class Place(NamedTuple):
    """A range of characters in a text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """A selected thing, such as a model or its weapon.

    ``name`` is its name in the game, and ``own_name`` the name that the player gave it. ``number`` is how
    many are selected. ``selections`` are the things that belong to it. If it was read from a text, ``place``
    is its place there.
    """

    name: str
    own_name: str = ""
    notes: str = ""
    number: int = 1
    costs: Costs = field(default_factory=dict)
    categories: tuple[str, ...] = ()
    selections: tuple["Selection", ...] = ()
    place: Place | None = None

    def descendants(self) -> Iterator["Selection"]:
        """Yield all nested selections."""
        for selection in self.selections:
            yield selection
            yield from selection.descendants()


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRoster:
    """A roster of another list builder, whose name is ``builder``.

    ``game`` and ``points_limits`` are empty if the roster doesn't state them. The last three fields are set
    if the roster was read from a text:

    ``headings`` are the places of lines without selections, such as titles.
    ``total`` is the place of the line with the total.
    ``unread`` are the places of lines that couldn't be read.
    """

    builder: str
    game: str = ""
    name: str = ""
    costs: Costs = field(default_factory=dict)
    points_limits: Costs = field(default_factory=dict)
    selections: tuple[Selection, ...] = ()
    headings: tuple[Place, ...] = ()
    total: Place | None = None
    unread: tuple[Place, ...] = ()


def clean_name(text: object) -> str:
    """Return a text as a name: on one line, without invisible characters, and not too long."""
    if not isinstance(text, str):
        return ""
    return _INVISIBLE.sub(" ", text[: 4 * _MAX_NAME_LENGTH]).strip()[:_MAX_NAME_LENGTH]


def read_costs(text: str) -> dict[str, int]:
    """Return the costs in a text such as "20Cr, 1 Gear Slot". Costs that aren't integers are left out."""
    costs = ((Fraction(number.replace(",", "")), unit) for number, unit in _COST.findall(text))
    return {unit: int(number) for number, unit in costs if number.denominator == 1}


def too_large() -> DocumentError:
    """Return the error for a roster that is too large."""
    limits_text = f"{MAX_SELECTIONS:,} selections, or more than {MAX_LEVELS} within each other"
    return DocumentError("", f"has more than {limits_text}", "import part of it")


def unsupported_game_error(builder: str, game: str = "") -> DocumentError:
    """Return the error for a roster of another game."""
    article = "an" if builder[:1] in "AX" else "a"
    of = f"“{game}”, which" if game else "a game that"
    fix = "write its profiles as stat lines of your game, and import that text"
    return DocumentError("", f"is {article} {builder} list for {of} Musterbook doesn't have", fix)
