"""What a game system adds to its tables: its formula and the rules that no table says."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from builder.points.book import Book
from builder.points.design import Design
from builder.points.document import Roster
from builder.points.facts import Facts
from builder.points.pricing import Context, price_design
from builder.points.results import EntryAppraisal, Finding, Line


def _nothing(facts: Facts) -> Iterable[Finding]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterFacts:
    """A roster with what its entries come to, and the facts of every profile of its list by key."""

    roster: Roster
    entries: Sequence[EntryAppraisal]
    points: int | None
    models: int
    facts: dict[str, Facts]


def _no_roster_rules(facts: RosterFacts) -> Iterable[Finding]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """One game system's functions. ``ring_rule`` is the finding for profiles that price each other."""

    price: Callable[[Book, Design, Context], tuple[Line, ...]] = price_design
    check_profile: Callable[[Facts], Iterable[Finding]] = _nothing
    check_roster: Callable[[RosterFacts], Iterable[Finding]] = _no_roster_rules
    ring_rule: str = ""
