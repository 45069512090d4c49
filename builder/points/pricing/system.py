"""The interface of a game system: its formula, and rules that the tables can't express."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.points.document.design import Design, Pick
from builder.points.document.document import Member, Roster, RosterEntry
from builder.points.pricing.pricing import PricedList, price_design
from builder.points.pricing.profile_context import ProfileContext
from builder.points.rules.catalogue import Catalogue, Level, Property
from builder.points.rules.catalogue_index import KIND, CatalogueIndex
from builder.points.rules.results import EntryAppraisal, Finding, Line, MemberAppraisal

Derivation = Callable[[ProfileContext], Iterable[Line]]
"""The lines that a system's module adds to a value; those before it stand in the context already."""

ItemColumn = tuple[str, Iterable[Line]]
"""A column of a group, and the lines that a system's module adds to what is printed in it."""

ItemDerivation = Callable[[ProfileContext, Property, Pick | None], Iterable[ItemColumn]]
"""The columns that a system's module works out for an entry; no pick is what comes with another."""

UnitDerivation = Callable[["RosterContext", RosterEntry], Iterable[Line]]
"""The lines of a value of a row of a roster."""

RosterDerivation = Callable[["RosterContext"], Iterable[Line]]
"""The lines of a value of a whole roster."""


def _no_profile_rules(context: ProfileContext) -> Iterable[Finding]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearLimit:
    """A limit of a rule that adds up: the weights of the models fielded, by profile key, come to ``maximum``.

    A profile that is not named weighs nothing; one that weighs less than nothing makes room for others.
    With ``only_with`` the limit holds only while that profile is fielded. ``is_points`` says that the
    weights are the points of the models, ``of_all`` that it counts every model alike: otherwise it is the
    player's choice which of those that it names go. ``value`` is the code of the value that the weights
    are, where the game counts it. ``level`` is how bad it is to pass the limit.
    """

    rule: str
    weights: Mapping[str, int]
    maximum: int
    only_with: str = ""
    is_points: bool = False
    value: str = ""
    level: Level = "error"
    of_all: bool = False

    def used(self, counts: Mapping[str, int]) -> int:
        """Return the total weight of so many models of each profile."""
        weights = self.weights
        if len(weights) < len(counts):
            return sum(weight * counts.get(key, 0) for key, weight in weights.items())
        return sum(weights[key] * count for key, count in counts.items() if key in weights)

    def over(self, counts: Mapping[str, int]) -> int:
        """Return how far so many models of each profile are past the limit; 0 if they keep it."""
        if self.only_with and not counts.get(self.only_with):
            return 0
        return max(0, self.used(counts) - self.maximum)


RosterLimits = Callable[["RosterContext", Collection[str]], Iterable[LinearLimit]]
"""The linear limits of some rules, with the weights of these profiles of the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterContext:
    """A roster with what its entries come to; and by key, the contexts and own limits of its list's profiles.

    ``fielded_entries`` are the rows with models of the list's profiles and their places, ``counts`` the
    models of each profile in all rows together, in the order of the rows; ``totals`` are the points of the
    list's profiles, ``illegal_keys`` those that have errors of their own, ``later_keys`` those that only join
    during the game and count nothing here. ``made_of_entries`` caches what the system's module makes of a
    row, and ``prices_each`` what one model counts as, for all rosters of the same list.
    """

    catalogue_index: CatalogueIndex
    roster: Roster
    entries: tuple[EntryAppraisal, ...]
    points: int | None
    models: int
    profile_contexts: Mapping[str, ProfileContext]
    own_limits: Mapping[str, int | None]
    fielded_entries: tuple[tuple[int, EntryAppraisal], ...]
    counts: Mapping[str, int]
    illegal_keys: Collection[str]
    totals: Mapping[str, int | None]
    later_keys: Collection[str] = frozenset()
    made_of_entries: dict[RosterEntry, Any] = field(default_factory=dict, compare=False, repr=False)
    prices_each: dict[str, int | None] = field(default_factory=dict, compare=False, repr=False)

    @property
    def limit(self) -> int:
        """The limit of a roster whose game always has one; ValueError if there is none."""
        if self.roster.limit is None:
            raise ValueError("this roster has no limit")
        return self.roster.limit

    def points_each(self, key: str) -> int | None:
        """Return the points of one model of a listed profile; None without a price."""
        if key not in self.prices_each:
            floor, points = self.catalogue_index.catalogue.floor, self.profile_contexts[key].points
            self.prices_each[key] = 0 if key in self.later_keys else counted_points(points, floor)
        return self.prices_each[key]

    def known_each(self, key: str) -> int:
        """Return the points of one model of a profile of the list, as far as its parts have a price."""
        each = self.points_each(key)
        lines = self.profile_contexts[key].lines
        return max(0, sum(line.points or 0 for line in lines)) if each is None else each

    @property
    def known_points(self) -> int:
        """The points of all models, as far as their parts have a price."""
        return sum(self.known_each(key) * count for key, count in self.counts.items())

    def members_of(self, entry: RosterEntry) -> list[tuple[ProfileContext, int]]:
        """Return the profiles of the list that a row fields, with the number of each."""
        known = self.profile_contexts
        return [
            (known[member.profile], member.count)
            for member in entry.members()
            if member.count and member.profile in known
        ]

    def name(self, key: str) -> str:
        """Return the name of a listed profile in a sentence."""
        return self.profile_contexts[key].name

    @classmethod
    def build(
        cls,
        catalogue_index: CatalogueIndex,
        roster: Roster,
        totals: Mapping[str, int | None],
        profile_contexts: Mapping[str, ProfileContext],
        own_limits: Mapping[str, int | None],
        illegal_keys: Collection[str] = frozenset(),
        *,
        made_of_entries: dict[RosterEntry, Any] | None = None,
        prices_each: dict[str, int | None] | None = None,
    ) -> "RosterContext":
        """Return a roster added up; ``totals`` and ``own_limits`` are the list's, by profile key.

        A profile that the list does not have counts neither points nor models, and neither does one that
        joins later; one without a price that is fielded leaves the roster without one.
        """
        floor = catalogue_index.catalogue.floor
        later = _later_keys(catalogue_index, profile_contexts)
        totals = {**totals, **dict.fromkeys(later, 0)} if later else totals
        entries = tuple(_appraise_entry(entry, totals, floor) for entry in roster.entries)
        fielded = tuple((i, e) for i, e in enumerate(entries) if e.count and e.profile in totals)
        members = [m for e in entries for m in e.members() if m.count and m.profile in totals]
        points = [member.points for member in members]
        counts: Counter[str] = Counter()
        for member in members:
            counts[member.profile] += member.count
        return cls(
            catalogue_index=catalogue_index,
            roster=roster,
            entries=entries,
            points=None if None in points else sum(p for p in points if p is not None),
            models=sum(count for key, count in counts.items() if key not in later),
            profile_contexts=profile_contexts,
            own_limits=own_limits,
            fielded_entries=fielded,
            counts=counts,
            illegal_keys=illegal_keys,
            totals=totals,
            later_keys=later,
            made_of_entries={} if made_of_entries is None else made_of_entries,
            prices_each={} if prices_each is None else prices_each,
        )

    def with_roster(self, roster: Roster) -> "RosterContext":
        """Another roster of the same list, added up."""
        return RosterContext.build(
            self.catalogue_index,
            roster,
            self.totals,
            self.profile_contexts,
            self.own_limits,
            self.illegal_keys,
            made_of_entries=self.made_of_entries,
            prices_each=self.prices_each,
        )


def _later_keys(
    catalogue_index: CatalogueIndex, profile_contexts: Mapping[str, ProfileContext]
) -> Collection[str]:
    catalogue = catalogue_index.catalogue
    if not any(kind.joins_later for kind in catalogue.kinds):
        return frozenset()
    return {key for key, profile in profile_contexts.items() if joins_later(catalogue, profile.design)}


def joins_later(catalogue: Catalogue, design: Design) -> bool:
    """Return whether a profile of such a design comes into play during the game and counts in no roster."""
    kind = catalogue.kind(design.values.get(KIND))
    return kind is not None and kind.joins_later


def counted_points(points: int | None, floor: int | None) -> int | None:
    """Return the points that a roster counts for a total: at least ``floor``; None without a price."""
    return points if points is None or floor is None else max(points, floor)


def _appraise_entry(
    entry: RosterEntry, totals: Mapping[str, int | None], floor: int | None
) -> EntryAppraisal:
    main = _appraise_member(entry, totals, floor)
    if not (entry.others or entry.attached):
        return EntryAppraisal(*main)
    others, attached = (
        tuple(MemberAppraisal(*_appraise_member(member, totals, floor)) for member in members)
        for members in (entry.others, entry.attached)
    )
    return EntryAppraisal(*main, others, attached)


def _appraise_member(
    member: Member, totals: Mapping[str, int | None], floor: int | None
) -> tuple[str, int, int | None, int | None]:
    each = counted_points(totals.get(member.profile), floor)
    return member.profile, member.count, each, None if each is None else each * member.count


def points_limit(context: RosterContext, keys: Iterable[str]) -> LinearLimit:
    """Return the points of a roster against its game; models without a price weigh what is known of it.

    Where the roster has no limit, no sum passes it.
    """
    terms = context.catalogue_index.catalogue.roster
    limit = context.roster.limit
    prices = {key: each for key in keys if limit is not None and (each := context.known_each(key))}
    return LinearLimit(
        rule=terms.limit_rule, weights=prices, maximum=limit or 0, is_points=True, level=terms.limit_level
    )


def _no_roster_rules(context: RosterContext) -> Iterable[Finding]:
    return ()


def _no_limits(context: RosterContext, keys: Collection[str]) -> Iterable[LinearLimit]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class System:
    """One game system's functions. ``cycle_rule`` is the finding for profiles that price each other.

    ``roster_limits`` are its roster rules that add up, with the weights of these profiles of the list;
    ``check_roster`` finds the errors of these rules by the same limits. ``derive`` holds the functions of
    values that no table says, by their codes; ``item_numbers`` those of columns that say more than what is
    printed, by group. ``core`` says, by group, which entries are on a profile's core list.
    ``derive_unit`` and ``derive_roster`` hold those of the values of rows and of a roster, by their codes.
    """

    price: Callable[[CatalogueIndex, Design, PricedList], tuple[Line, ...]] = price_design
    check_profile: Callable[[ProfileContext], Iterable[Finding]] = _no_profile_rules
    check_roster: Callable[[RosterContext], Iterable[Finding]] = _no_roster_rules
    roster_limits: RosterLimits = _no_limits
    cycle_rule: str = ""
    derive: Mapping[str, Derivation] = field(default_factory=dict)
    item_numbers: Mapping[str, ItemDerivation] = field(default_factory=dict)
    core: Mapping[str, Callable[[ProfileContext, Property], bool]] = field(default_factory=dict)
    derive_unit: Mapping[str, UnitDerivation] = field(default_factory=dict)
    derive_roster: Mapping[str, RosterDerivation] = field(default_factory=dict)
