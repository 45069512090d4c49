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

    ``weights`` are the weights of one model, by the key of its profile. A model with a negative weight makes
    room for others. If ``only_if_fielded`` is the key of a profile, the limit only applies to rosters that
    field it. ``value_code`` is the code of the calculated value whose numbers are the weights, or "".
    """

    rule: str
    weights: Mapping[str, int]
    maximum: int
    only_if_fielded: str = ""
    is_points: bool = False
    value_code: str = ""
    level: Level = "error"
    counts_all_models: bool = False

    def total_weight(self, counts: Mapping[str, int]) -> int:
        """Return the total weight of these numbers of models by profile key."""
        weights = self.weights
        if len(weights) < len(counts):
            return sum([weight * counts.get(key, 0) for key, weight in weights.items()])
        return sum([weights[key] * count for key, count in counts.items() if key in weights])

    def excess(self, counts: Mapping[str, int]) -> int:
        """Return by how much the models exceed the limit, or 0 if they are within the limit."""
        if self.only_if_fielded and not counts.get(self.only_if_fielded):
            return 0
        return max(0, self.total_weight(counts) - self.maximum)


RosterLimits = Callable[["RosterContext", Collection[str]], Iterable[LinearLimit]]
"""A function that returns the linear limits of a game's roster rules.

The limits contain weights for the profiles with the given keys.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterContext:
    """What the roster rules need to know: a roster with its totals, and the profiles of its list.

    All mappings and sets have the keys of profiles. ``own_limits`` are the maximum numbers of models that
    profiles set for themselves (Max). ``fielded_rows`` are the rows with models of their main profile: the
    index, the appraisal and the profile of each. ``counts`` are in the order of the rows. The profiles in
    ``illegal_keys`` have errors themselves. Those in ``late_joiner_keys`` only join during the game and cost
    0 points here.

    All rosters of the list share ``system_cache``, for results of the game's module, and ``row_findings``.
    ``changes_to_try_cache`` is a cache for this roster.
    """

    catalogue_index: CatalogueIndex
    roster: Roster
    entries: tuple[EntryAppraisal, ...]
    points: int | None
    model_count: int
    profile_contexts: Mapping[str, ProfileContext]
    own_limits: Mapping[str, int | None]
    fielded_rows: tuple[tuple[int, EntryAppraisal, ProfileContext], ...]
    counts: Mapping[str, int]
    illegal_keys: Collection[str]
    points_per_model: Mapping[str, int | None]
    late_joiner_keys: Collection[str] = frozenset()
    system_cache: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    row_findings: dict[RosterEntry, tuple[Finding, ...]] = field(
        default_factory=dict, compare=False, repr=False
    )
    changes_to_try_cache: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    def known_points_per_model(self, key: str) -> int:
        """Return the points of one model of a profile, without parts that have no price."""
        points = self.points_per_model[key]
        lines = self.profile_contexts[key].lines
        return max(0, sum(line.points or 0 for line in lines)) if points is None else points

    @property
    def known_points(self) -> int:
        """The points of all models, without parts that have no price."""
        return sum(self.known_points_per_model(key) * count for key, count in self.counts.items())

    def fielded_members(self, entry: RosterEntry) -> list[tuple[ProfileContext, int]]:
        """Return the listed profiles that a row fields, with their numbers of models."""
        contexts = self.profile_contexts
        return [
            (contexts[member.profile], member.count)
            for member in entry.members()
            if member.count and member.profile in contexts
        ]

    def first_row_place(self, keys: Collection[str]) -> str:
        """Return the place of the first row that fields one of these profiles."""
        return next(
            f"entries[{index}]"
            for index, entry in enumerate(self.roster.entries)
            if any(member.count and member.profile in keys for member in entry.members())
        )

    def name_of(self, key: str) -> str:
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

        It shares the caches of ``sibling``, the context of another roster of the same list, if there is one.
        Profiles that aren't in the list, or only join during the game, don't count in the points and models.
        If a fielded profile has no price, the points are None.
        """
        late_joiner_keys = (
            sibling.late_joiner_keys if sibling else _late_joiner_keys(catalogue_index, profile_contexts)
        )
        floor = catalogue_index.catalogue.floor
        points_per_model = sibling.points_per_model if sibling else {
            key: 0 if key in late_joiner_keys else counted_points(profile.points, floor)
            for key, profile in profile_contexts.items()
        }  # fmt: skip
        # A roster that is checked as a trial differs from the sibling's roster in few rows. The appraisals of
        # the other rows are shared.
        shared = dict(zip(map(id, sibling.roster.entries), sibling.entries, strict=True)) if sibling else {}
        entries = tuple(
            [shared.get(id(entry)) or _appraise_entry(entry, points_per_model) for entry in roster.entries]
        )
        fielded: list[tuple[int, EntryAppraisal, ProfileContext]] = []
        counts: dict[str, int] = {}
        points: int | None = 0
        model_count = 0
        for index, entry in enumerate(entries):
            if entry.count and entry.profile in points_per_model:
                fielded.append((index, entry, profile_contexts[entry.profile]))
            for member in (entry, *entry.others, *entry.attached):
                if member.count and member.profile in points_per_model:
                    counts[member.profile] = counts.get(member.profile, 0) + member.count
                    points = None if points is None or member.points is None else points + member.points
                    model_count += 0 if member.profile in late_joiner_keys else member.count
        return cls(
            catalogue_index=catalogue_index,
            roster=roster,
            entries=entries,
            points=points,
            model_count=model_count,
            profile_contexts=profile_contexts,
            own_limits=own_limits,
            fielded_rows=tuple(fielded),
            counts=Counter(counts),
            illegal_keys=illegal_keys,
            points_per_model=points_per_model,
            late_joiner_keys=late_joiner_keys,
            system_cache=sibling.system_cache if sibling else {},
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


def _late_joiner_keys(
    catalogue_index: CatalogueIndex, profile_contexts: Mapping[str, ProfileContext]
) -> Collection[str]:
    catalogue = catalogue_index.catalogue
    if not any(kind.joins_later for kind in catalogue.kinds):
        return frozenset()
    return {key for key, profile in profile_contexts.items() if joins_later(catalogue, profile.design)}


def joins_later(catalogue: Catalogue, design: Design) -> bool:
    """Return whether a profile with this design only joins during the game. Rosters don't count it."""
    kind = catalogue.kind(design.values.get(KIND))
    return kind is not None and kind.joins_later


def counted_points(points: int | None, floor: int | None) -> int | None:
    """Return the points that a roster counts for a profile: at least ``floor``, if the game has a floor."""
    return points if points is None or floor is None else max(points, floor)


def _appraise_entry(entry: RosterEntry, points_per_model: Mapping[str, int | None]) -> EntryAppraisal:
    main = _appraise_member(entry, points_per_model)
    if not (entry.others or entry.attached):
        return EntryAppraisal(*main)
    others, attached = (
        tuple(MemberAppraisal(*_appraise_member(member, points_per_model)) for member in members)
        for members in (entry.others, entry.attached)
    )
    return EntryAppraisal(*main, others, attached)


def _appraise_member(
    member: Member, points_per_model: Mapping[str, int | None]
) -> tuple[str, int, int | None, int | None]:
    each = points_per_model.get(member.profile)
    return member.profile, member.count, each, None if each is None else each * member.count


def points_limit(context: RosterContext, keys: Iterable[str]) -> LinearLimit:
    """Return the points limit of a roster as a linear limit, with weights for the profiles with these keys.

    If the roster has no limit, there are no weights.
    """
    terms = context.catalogue_index.catalogue.roster
    limit = context.roster.limit
    weights = {
        key: each for key in keys if limit is not None and (each := context.known_points_per_model(key))
    }
    return LinearLimit(
        rule=terms.limit_rule, weights=weights, maximum=limit or 0, is_points=True, level=terms.limit_level
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class System:
    """The functions and data of one game's module.

    The findings of ``row_checks`` only depend on a row and its list, and the paths of their fixes are
    relative to the row. ``roster_limits`` returns the linear limits of the rules in ``roster_checks``.
    ``cycle_rule`` is the code of the rule that forbids profiles whose prices depend on each other.

    ``derivations``, ``unit_derivations`` and ``roster_derivations`` have the code of a value as their key.
    The key of ``item_derivations`` and ``core_tests`` is a group of entries. The functions in ``core_tests``
    return whether an entry is a core entry for a profile, such as a core power of a background in Stargrave.
    """

    price: Callable[[CatalogueIndex, Design, PricedList], tuple[Line, ...]] = price_design
    profile_checks: tuple[Callable[[ProfileContext], Iterable[Finding]], ...] = ()
    row_checks: tuple[Callable[[RosterContext, RosterEntry], Iterable[Finding]], ...] = ()
    roster_checks: tuple[Callable[[RosterContext], Iterable[Finding]], ...] = ()
    roster_limits: RosterLimits = lambda context, keys: ()
    cycle_rule: str = ""
    derivations: Mapping[str, Derivation] = field(default_factory=dict)
    item_derivations: Mapping[str, ItemDerivation] = field(default_factory=dict)
    core_tests: Mapping[str, Callable[[ProfileContext, Property], bool]] = field(default_factory=dict)
    unit_derivations: Mapping[str, UnitDerivation] = field(default_factory=dict)
    roster_derivations: Mapping[str, RosterDerivation] = field(default_factory=dict)
