"""What a game system adds to its tables: its formula and the rules that no table says."""

from collections.abc import Callable, Iterable, Mapping
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
    """A roster with what its entries come to; and by key, the facts and own limits of its list's profiles."""

    book: Book
    roster: Roster
    entries: tuple[EntryAppraisal, ...]
    points: int | None
    models: int
    facts: Mapping[str, Facts]
    limits: Mapping[str, int | None]

    def models_with(self, code: str) -> int:
        """How many models have a property."""
        fielded = (e for e in self.entries if e.profile in self.facts)
        return sum(e.count for e in fielded if code in self.facts[e.profile].taken)

    @classmethod
    def of(
        cls,
        book: Book,
        roster: Roster,
        totals: Mapping[str, int | None],
        facts: Mapping[str, Facts],
        limits: Mapping[str, int | None],
    ) -> "RosterFacts":
        """A roster added up; ``totals`` and ``limits`` are the list's, by profile key.

        A profile that the list does not have counts neither points nor models; one without a price
        that is fielded leaves the roster without one.
        """
        floor = book.catalogue.floor
        entries = tuple(_entry(e.profile, e.count, totals.get(e.profile), floor) for e in roster.entries)
        fielded = [entry for entry in entries if entry.profile in totals and entry.count]
        points = [entry.points for entry in fielded]
        return cls(
            book=book,
            roster=roster,
            entries=entries,
            points=None if None in points else sum(p for p in points if p is not None),
            models=sum(entry.count for entry in fielded),
            facts=facts,
            limits=limits,
        )


def _entry(profile: str, count: int, points: int | None, floor: int | None) -> EntryAppraisal:
    each = points if points is None or floor is None else max(points, floor)
    return EntryAppraisal(profile, count, each, None if each is None else each * count)


def _no_roster_rules(facts: RosterFacts) -> Iterable[Finding]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """One game system's functions. ``ring_rule`` is the finding for profiles that price each other."""

    price: Callable[[Book, Design, Context], tuple[Line, ...]] = price_design
    check_profile: Callable[[Facts], Iterable[Finding]] = _nothing
    check_roster: Callable[[RosterFacts], Iterable[Finding]] = _no_roster_rules
    ring_rule: str = ""
