"""The interface of a game's module: its price formula, and the rules that no data can express.

The modules of the games are in ``builder/points/systems``.
"""

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
"""A function that returns further lines of a profile's value. It may read values that are before this one."""

ColumnLines = tuple[str, Iterable[Line]]
"""The code of an `ItemColumn`, and the lines that the game's module adds to the printed number."""

ItemDerivation = Callable[[ProfileContext, Property, Pick | None], Iterable[ColumnLines]]
"""A function that returns an entry's calculated columns.

The pick is None if the entry isn't picked but comes with a pick.
"""

UnitDerivation = Callable[["RosterContext", RosterEntry, Value], Iterable[Line]]
"""A function that returns the lines of a value of one row of a roster."""

RosterDerivation = Callable[["RosterContext", Value], Iterable[Line]]
"""A function that returns the lines of a value of a complete roster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearLimit:
    """A limit on a sum: the weights of the fielded models add up to at most ``maximum``.

    - ``rule``: the code of the rule
    - ``weights``: the weight of one model, by the key of its profile; 0 if the profile has no weight. A
      model with a negative weight makes room for others.
    - ``only_with``: the key of a profile; the limit only applies to rosters that field it. If the key is
      empty, the limit applies to all rosters.
    - ``is_points``: whether the weights are points
    - ``value``: the code of the calculated value whose numbers are the weights; empty for other weights
    - ``level``: the level of the finding if the limit is exceeded
    - ``of_all``: whether the limit is on the number of all models in the roster
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
        """Return the total weight of models. ``counts`` are the numbers of models by profile key."""
        weights = self.weights
        if len(weights) < len(counts):
            return sum([weight * counts.get(key, 0) for key, weight in weights.items()])
        return sum([weights[key] * count for key, count in counts.items() if key in weights])

    def over(self, counts: Mapping[str, int]) -> int:
        """Return by how much the models exceed the limit, or 0 if they are within the limit."""
        if self.only_with and not counts.get(self.only_with):
            return 0
        return max(0, self.weight_of(counts) - self.maximum)


RosterLimits = Callable[["RosterContext", Collection[str]], Iterable[LinearLimit]]
"""A function that returns the linear limits of a game's roster rules.

The limits contain weights for the profiles with the given keys.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterContext:
    """What the roster rules need to know: a roster with its totals, and the profiles of its list.

    - ``entries``: the appraisals of the roster's rows
    - ``points``, ``models``: the sums of the roster; ``points`` is None if a fielded profile has no price
    - ``profile_contexts``: the contexts of the list's profiles, by key
    - ``own_limits``: the maximum number of models that a profile sets for itself (Max), by key
    - ``fielded_entries``: the rows with models of their main profile, each after its index
    - ``counts``: the number of models of each profile, in the order of the rows
    - ``illegal_keys``: the keys of the profiles that have errors themselves
    - ``points_each``: the points of one model of each profile; None if the profile has no price
    - ``later_keys``: the keys of the profiles that only join during the game; they cost 0 points here

    All rosters of the list share two caches. ``derived`` contains results of the game's module, and
    ``row_findings`` contains the findings on rows. ``changes`` is a cache for this roster. It contains the
    changes that may resolve its findings.
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
        """Return the points of one model of a profile.

        If the profile has no price, return the sum of its parts that have a price.
        """
        each = self.points_each[key]
        lines = self.profile_contexts[key].lines
        return max(0, sum(line.points or 0 for line in lines)) if each is None else each

    @property
    def known_points(self) -> int:
        """The points of all models. Each model counts as its ``known_each``."""
        return sum(self.known_each(key) * count for key, count in self.counts.items())

    def members_of(self, entry: RosterEntry) -> list[tuple[ProfileContext, int]]:
        """Return the profiles that a row fields, each with its number of models.

        Profiles that the list doesn't have are left out.
        """
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
        """Return the name of the profile with this key for use in a sentence."""
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

        ``sibling`` is the context of another roster of the same list, if there is one. The two contexts share
        their caches. The other parameters are fields of `RosterContext`.

        The points and models of some profiles don't count: profiles that the list doesn't have, and profiles
        that only join during the game. If a fielded profile has no price, the roster's points are None.
        """
        later = sibling.later_keys if sibling else _later_keys(catalogue_index, profile_contexts)
        floor = catalogue_index.catalogue.floor
        points_each = sibling.points_each if sibling else {
            key: 0 if key in later else counted_points(profile.points, floor)
            for key, profile in profile_contexts.items()
        }  # fmt: skip
        # A roster that is checked as a trial differs from the sibling's roster in few rows. The appraisals of
        # the other rows are shared.
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
    """Return whether a profile with this design only joins during the game. Rosters don't count it then."""
    kind = catalogue.kind(design.values.get(KIND))
    return kind is not None and kind.joins_later


def counted_points(points: int | None, floor: int | None) -> int | None:
    """Return the points that a roster counts for a profile, or None if the profile has no price.

    A profile that costs less than ``floor`` counts as ``floor``. None means that the game has no floor.
    """
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
    """Return the points limit of a roster as a linear limit, with weights for the profiles with these keys.

    The weight of a model without a price is the sum of its parts that have a price. If the roster has no
    limit, there are no weights.
    """
    terms = context.catalogue_index.catalogue.roster
    limit = context.roster.limit
    prices = {key: each for key in keys if limit is not None and (each := context.known_each(key))}
    return LinearLimit(
        rule=terms.limit_rule, weights=prices, maximum=limit or 0, is_points=True, level=terms.limit_level
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class System:
    """The functions and data of one game's module.

    - ``price``: the function that returns the receipt lines of a design
    - ``profile_checks``, ``row_checks``, ``roster_checks``: functions that yield the findings of the game's
      rules. The findings of ``row_checks`` only depend on a row and its list, and the paths of their fixes
      are relative to the row.
    - ``roster_limits``: a function that returns the linear limits of the rules in ``roster_checks``
    - ``cycle_rule``: the code of the rule that forbids profiles whose prices depend on each other
    - ``derive``, ``derive_unit``, ``derive_roster``: functions that return lines of the values of profiles,
      rows and rosters, by the code of the value
    - ``item_numbers``: functions that return the calculated columns of entries, by group
    - ``core``: functions that return whether an entry is a core entry for a profile, by group. In Stargrave,
      a background has core powers.
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
