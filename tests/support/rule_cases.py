"""Cases of rules as data: designs that trigger a rule, and the most similar designs that don't."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Finding
from tests.support.designs import Json

LEVELS = {"E": "error", "W": "warning", "N": "note"}


class Fires(NamedTuple):
    """A value that triggers a rule, and the rules in ``also``.

    ``where`` are the places of the findings, separated by spaces. Each message contains ``words``, whose
    parts are separated by "…". If the rule is on several pages of the book, ``page`` is the page for this
    value, which the findings must name.
    """

    rule: str
    level: str
    where: str
    made: Any
    words: str = ""
    also: tuple[str, ...] = ()
    page: int = 0


class Silent(NamedTuple):
    """The most similar value that doesn't trigger this rule. It triggers only the rules in ``also``."""

    rule: str
    made: Any
    also: tuple[str, ...] = ()


def fires(
    mark: str, design: Json, also: str = "", message: str = "", others: dict[str, Json] | None = None
) -> Fires:
    """Return a case of a design that triggers a rule, in a list with ``others``.

    ``mark`` contains the rule, its level (E, W or N) and the places, such as "P-21 E shooting_weapons".
    ``also`` contains the levels and codes of other rules, such as "N P-17, W P-14".
    """
    rule, level, *places = mark.split()
    return Fires(rule, level, " ".join(places), {**(others or {}), "own": design}, message, marks(also))


def silent(rule: str, design: Json, also: str = "", others: dict[str, Json] | None = None) -> Silent:
    """Return a case of a design that doesn't trigger a rule. The arguments are those of ``fires``."""
    return Silent(rule, {**(others or {}), "own": design}, marks(also))


def marks(also: str) -> tuple[str, ...]:
    """Return the parts of a text such as "N P-17, W P-14"."""
    return tuple(also.split(", ")) if also else ()


class GameRules(NamedTuple):
    """The cases of a game's rules, and the lists in which a profile or a roster is judged."""

    catalogue: Catalogue
    expected_of: Callable[[Json], Json]
    profile_list: Callable[[Any], Json]
    roster_list: Callable[[Any], Json]
    fires: list[Fires]
    silent: list[Silent]
    rosters_fire: list[Fires]
    rosters_silent: list[Silent]
    never: set[str]
    rulings: set[tuple[str, str]]
    """The rulings that give findings, and the levels of these findings."""
    usual: str = ""
    """A finding of most rosters, such as "N R-03". It is only compared in the cases of its own rule."""


def spoken(findings: Iterable[Finding]) -> set[str]:
    """Return level and rule of each finding, such as "E P-02"."""
    return {f"{finding.level[0].upper()} {finding.code}" for finding in findings}


def levels(findings: Iterable[Json]) -> Json:
    """Return the codes of the rules in findings (as JSON), by level."""
    said = [(finding["level"], finding["code"]) for finding in findings]
    return {f"{level}s": sorted({code for at, code in said if at == level}) for level in LEVELS.values()}
