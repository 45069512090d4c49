"""The interface of a game system: its price formula and the rules that tables can't express."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.points.document.design import Design, Pick
from builder.points.document.document import Member, Roster, RosterEntry
from builder.points.pricing.pricing import PricedList, price_design
from builder.points.pricing.profile_context import ProfileContext
from builder.points.rules.catalogue import Catalogue, Level, Property, Value
from builder.points.rules.catalogue_index import KIND, CatalogueIndex
from builder.points.rules.results import EntryAppraisal, Finding, Line, MemberAppraisal

Derivation = Callable[[ProfileContext, Value], Iterable[Line]]
"""A function of a system's module that returns further lines of a value. It may read earlier values."""

ColumnLines = tuple[str, Iterable[Line]]
"""The code of an `ItemColumn`, and the lines that a system's module adds to its printed number."""

ItemDerivation = Callable[[ProfileContext, Property, Pick | None], Iterable[ColumnLines]]
"""A function that returns an entry's calculated columns. The pick is None for an included item."""

UnitDerivation = Callable[["RosterContext", RosterEntry, Value], Iterable[Line]]
"""A function that returns the lines of a value of a roster's row."""

RosterDerivation = Callable[["RosterContext", Value], Iterable[Line]]
"""A function that returns the lines of a value of a complete roster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearLimit:
    """A limit on a sum: the weights of the fielded models add up to at most ``maximum``.

    ``weights`` are the weights of one model, by profile key. Profiles without a weight count 0, and a model
    with a negative weight makes room for others. If ``only_with`` is the key of a profile, the limit applies
    only to rosters that field this profile. ``is_points`` means that the weights are points, and ``of_all``
    that all models of the roster count the same. If the weights are the models' numbers of a calculated
    value, ``value`` is its code. ``level`` is the level of the finding if the limit is exceeded.
    """

    rule: str
    weights: Mapping[str, int]
    maximum: int
    only_with: str = ""
    is_points: bool = False
    value: str = ""
    level: Level = "error"
    of_all: bool = False

    def weight_of(self, counts: Mapping[str, int]) -> int:
        """Return the total weight of these numbers of models."""
        weights = self.weights
        if len(weights) < len(counts):
            return sum([weight * counts.get(key, 0) for key, weight in weights.items()])
        return sum([weights[key] * count for key, count in counts.items() if key in weights])

    def over(self, counts: Mapping[str, int]) -> int:
        """Return by how much these numbers of models exceed the limit, or 0 if they are within it."""
        if self.only_with and not counts.get(self.only_with):
            return 0
        return max(0, self.weight_of(counts) - self.maximum)


RosterLimits = Callable[["RosterContext", Collection[str]], Iterable[LinearLimit]]
"""A function that returns the linear limits of some rules, with the weights of the given profiles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterContext:
    """A roster with its totals, and the contexts and own limits (Max) of the list's profiles by key.

    ``fielded_entries`` are the rows with models of their main profile, each with its index. ``counts`` are
    the numbers of models by profile, in the order of the rows. ``points_each`` are the points of one model
    of each profile, or None without a price. ``illegal_keys`` are the profiles with errors of their own.
    ``later_keys`` are the profiles that only join during the game; they cost 0 points here.

    Two caches are shared by all rosters of the list: ``derived`` contains results of the system's module for
    rows and for the list, and ``row_findings`` contains the findings on rows. ``changes`` caches the changes
    that may end the findings on this roster.
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
    points_each: Mapping[str, int | None]
    later_keys: Collection[str] = frozenset()
    derived: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    row_findings: dict[RosterEntry, tuple[Finding, ...]] = field(
        default_factory=dict, compare=False, repr=False
    )
    changes: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def limit(self) -> int:
        """The points limit of the roster, for games in which every roster has a limit.

        Raises ValueError if this roster has no limit.
        """
        if self.roster.limit is None:
            raise ValueError("this roster has no limit")
        return self.roster.limit

    def known_each(self, key: str) -> int:
        """Return the points of one model. If it has no price, only its parts with a price count."""
        each = self.points_each[key]
        lines = self.profile_contexts[key].lines
        return max(0, sum(line.points or 0 for line in lines)) if each is None else each

    @property
    def known_points(self) -> int:
        """The points of all models. Of a model without a price, only the parts with a price count."""
        return sum(self.known_each(key) * count for key, count in self.counts.items())

    def members_of(self, entry: RosterEntry) -> list[tuple[ProfileContext, int]]:
        """Return the profiles of the list that a row fields, with their numbers of models."""
        contexts = self.profile_contexts
        return [
            (contexts[member.profile], member.count)
            for member in entry.members()
            if member.count and member.profile in contexts
        ]

    def row_of(self, keys: Collection[str]) -> str:
        """Return the place of the first row that fields one of these profiles."""
        return next(
            f"entries[{index}]"
            for index, entry in enumerate(self.roster.entries)
            if any(member.count and member.profile in keys for member in entry.members())
        )

    def name(self, key: str) -> str:
        """Return the name of a listed profile for use in a sentence."""
        return self.profile_contexts[key].name

    @classmethod
    def build(
        cls,
        catalogue_index: CatalogueIndex,
        roster: Roster,
        profile_contexts: Mapping[str, ProfileContext],
        own_limits: Mapping[str, int | None],
        illegal_keys: Collection[str] = frozenset(),
        *,
        sibling: "RosterContext | None" = None,
    ) -> "RosterContext":
        """Return the context of a roster.

        ``profile_contexts`` and ``own_limits`` are those of the list's profiles, by key. The context shares
        the caches of ``sibling``, a context of another roster of the same list. Neither points nor models
        are counted for profiles that the list doesn't have, or that join later. If a fielded profile has no
        price, the roster's points are None.
        """
        later = sibling.later_keys if sibling else _later_keys(catalogue_index, profile_contexts)
        floor = catalogue_index.catalogue.floor
        points_each = sibling.points_each if sibling else {
            key: 0 if key in later else counted_points(profile.points, floor)
            for key, profile in profile_contexts.items()
        }  # fmt: skip
        # Trials of changed rosters share most rows with the sibling.
        shared = dict(zip(map(id, sibling.roster.entries), sibling.entries, strict=True)) if sibling else {}
        entries = tuple(
            [shared.get(id(entry)) or _appraise_entry(entry, points_each) for entry in roster.entries]
        )
        fielded: list[tuple[int, EntryAppraisal]] = []
        counts: dict[str, int] = {}
        points: int | None = 0
        models = 0
        for index, entry in enumerate(entries):
            if entry.count and entry.profile in points_each:
                fielded.append((index, entry))
            for member in (entry, *entry.others, *entry.attached):
                if member.count and member.profile in points_each:
                    counts[member.profile] = counts.get(member.profile, 0) + member.count
                    points = None if points is None or member.points is None else points + member.points
                    models += 0 if member.profile in later else member.count
        return cls(
            catalogue_index=catalogue_index,
            roster=roster,
            entries=entries,
            points=points,
            models=models,
            profile_contexts=profile_contexts,
            own_limits=own_limits,
            fielded_entries=tuple(fielded),
            counts=Counter(counts),
            illegal_keys=illegal_keys,
            points_each=points_each,
            later_keys=later,
            derived=sibling.derived if sibling else {},
            row_findings=sibling.row_findings if sibling else {},
        )

    def with_roster(self, roster: Roster) -> "RosterContext":
        """Return the context of another roster of the same list."""
        return RosterContext.build(
            self.catalogue_index,
            roster,
            self.profile_contexts,
            self.own_limits,
            self.illegal_keys,
            sibling=self,
        )


def _later_keys(
    catalogue_index: CatalogueIndex, profile_contexts: Mapping[str, ProfileContext]
) -> Collection[str]:
    catalogue = catalogue_index.catalogue
    if not any(kind.joins_later for kind in catalogue.kinds):
        return frozenset()
    return {key for key, profile in profile_contexts.items() if joins_later(catalogue, profile.design)}


def joins_later(catalogue: Catalogue, design: Design) -> bool:
    """Return whether profiles of this design join during the game and count in no roster."""
    kind = catalogue.kind(design.values.get(KIND))
    return kind is not None and kind.joins_later


def counted_points(points: int | None, floor: int | None) -> int | None:
    """Return the points that a roster counts for a profile: at least ``floor``, or None without a price."""
    return points if points is None or floor is None else max(points, floor)


def _appraise_entry(entry: RosterEntry, points_each: Mapping[str, int | None]) -> EntryAppraisal:
    main = _appraise_member(entry, points_each)
    if not (entry.others or entry.attached):
        return EntryAppraisal(*main)
    others, attached = (
        tuple(MemberAppraisal(*_appraise_member(member, points_each)) for member in members)
        for members in (entry.others, entry.attached)
    )
    return EntryAppraisal(*main, others, attached)


def _appraise_member(
    member: Member, points_each: Mapping[str, int | None]
) -> tuple[str, int, int | None, int | None]:
    each = points_each.get(member.profile)
    return member.profile, member.count, each, None if each is None else each * member.count


def points_limit(context: RosterContext, keys: Iterable[str]) -> LinearLimit:
    """Return the points limit of a roster. A model without a price weighs what its priced parts cost.

    If the roster has no limit, there are no weights.
    """
    terms = context.catalogue_index.catalogue.roster
    limit = context.roster.limit
    prices = {key: each for key in keys if limit is not None and (each := context.known_each(key))}
    return LinearLimit(
        rule=terms.limit_rule, weights=prices, maximum=limit or 0, is_points=True, level=terms.limit_level
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class System:
    """The functions and data of one game system.

    ``profile_checks``, ``row_checks`` and ``roster_checks`` are functions that yield the findings of its
    rules. The findings of ``row_checks`` depend only on a row and its list, and the paths of their fixes are
    relative to the row. ``roster_limits`` returns the linear limits of the same rules that ``roster_checks``
    check. ``cycle_rule`` is the code of the rule against cycles: profiles whose prices depend on each other.

    ``derive`` contains functions for values of profiles that tables can't express. ``derive_unit`` and
    ``derive_roster`` contain the same for values of rows and rosters. Their keys are the codes of the values.
    ``item_numbers`` contains functions for calculated columns, by group. ``core`` contains functions that
    say whether an entry is on a profile's core list, by group.
    """

    price: Callable[[CatalogueIndex, Design, PricedList], tuple[Line, ...]] = price_design
    profile_checks: tuple[Callable[[ProfileContext], Iterable[Finding]], ...] = ()
    row_checks: tuple[Callable[[RosterContext, RosterEntry], Iterable[Finding]], ...] = ()
    roster_checks: tuple[Callable[[RosterContext], Iterable[Finding]], ...] = ()
    roster_limits: RosterLimits = lambda context, keys: ()
    cycle_rule: str = ""
    derive: Mapping[str, Derivation] = field(default_factory=dict)
    item_numbers: Mapping[str, ItemDerivation] = field(default_factory=dict)
    core: Mapping[str, Callable[[ProfileContext, Property], bool]] = field(default_factory=dict)
    derive_unit: Mapping[str, UnitDerivation] = field(default_factory=dict)
    derive_roster: Mapping[str, RosterDerivation] = field(default_factory=dict)
