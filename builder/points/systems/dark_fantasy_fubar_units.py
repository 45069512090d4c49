"""Dark Fantasy FUBAR: checks of units and rosters.

A row of a roster is a unit. It has figures of one profile or several, and characters can be attached to it.
The checks skip rows and members with a count of 0. Profiles that are not in the list are reported by the
checks that all games share, in ``builder/points/legality``.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from builder.points.document.design import Pick
from builder.points.document.document import Member, RosterEntry
from builder.points.document.units import TIMES, fielded, may_attach
from builder.points.pricing.findings import make_finding
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import RosterContext
from builder.points.pricing.values import number_or_none, value_line
from builder.points.rules.catalogue import Value
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.results import DASH, Finding, Fix, Line, PatchOperation
from builder.points.rules.wording import join_and, pluralize

_WEAPONS, _ARMOUR = ("close_combat", "ranged"), ("armour", "shield")
_MAX_ROWS = 100
_ONE_PER_UNIT = ("banner", "fearsome", "motivator")


@dataclass(frozen=True, slots=True)
class _Figures:
    """A number of figures of one profile."""

    profile: ProfileContext
    count: int


@dataclass(frozen=True, eq=False)
class _Unit:
    """A row of a roster: its own figures and the attached figures, by profile."""

    entry: RosterEntry
    figures: tuple[_Figures, ...]
    attached_figures: tuple[_Figures, ...]

    @property
    def name(self) -> str:
        """The name of the row, or the name of its first profile if the row has no name."""
        return self.entry.name or (*self.profiles, *self.attached)[0].name

    @cached_property
    def attached(self) -> tuple[ProfileContext, ...]:
        """The profiles of the attached figures."""
        return tuple(figures.profile for figures in self.attached_figures)

    @cached_property
    def size(self) -> int:
        """The number of figures without the attached ones."""
        return sum(figures.count for figures in self.figures)

    @cached_property
    def loners(self) -> tuple[_Figures, ...]:
        """The row's own figures that should each be a unit: characters, monsters and vehicles."""
        return tuple(figures for figures in self.figures if figures.profile.chosen_option(KIND) != "trooper")

    @cached_property
    def is_trooper_unit(self) -> bool:
        """Whether the row is a unit of troopers: several figures, and none of them is one of the `loners`."""
        return self.size > 1 and not self.loners

    @cached_property
    def profiles(self) -> tuple[ProfileContext, ...]:
        """The profiles of the row's own figures."""
        return tuple(figures.profile for figures in self.figures)

    @property
    def width(self) -> int:
        """The number of figures in the front rank of its formation, or 0 if it is unknown."""
        width = self.entry.fields.get("width")
        return width if isinstance(width, int) and width > 0 else 0

    @property
    def needs_formation(self) -> bool:
        """Whether the row is a unit of troopers, and some of them are not skirmishers (R-08)."""
        return self.is_trooper_unit and not all(
            "skirmisher" in profile.places_by_code for profile in self.profiles
        )

    @cached_property
    def profiles_without_formation(self) -> tuple[ProfileContext, ...]:
        """The profiles whose figures need no formation (R-08)."""
        return tuple(
            profile
            for profile in (*self.profiles, *self.attached)
            if profile.chosen_option(KIND) != "trooper"
            or "skirmisher" in profile.places_by_code
            or (self.size == 1 and profile in self.profiles)
        )


def _unit_of_row(context: RosterContext, entry: RosterEntry) -> _Unit:
    """Return the unit of a row. Units are cached for all rosters of the list."""
    unit: _Unit | None = context.system_cache.get(entry)
    if unit is None:

        def known(members: Iterable[Member]) -> tuple[_Figures, ...]:
            contexts = context.profile_contexts
            return tuple(
                _Figures(contexts[m.profile], m.count) for m in members if m.count and m.profile in contexts
            )

        unit = context.system_cache[entry] = _Unit(
            entry, known((entry, *entry.others)), known(entry.attached)
        )
    return unit


# ------------------------------------------------------------------ one unit


def _check_loners(context: RosterContext, index: int, unit: _Unit) -> Iterator[Finding]:
    """Find characters, monsters and vehicles that share a row with other figures (R-15).

    This is a check of the roster, not of the row, because its fix adds rows.
    """
    if unit.size < 2 or not unit.loners:
        return
    kinds = context.catalogue_index.catalogue.kinds
    counts = Counter[str]()
    for figures in unit.loners:
        counts[figures.profile.chosen_option(KIND)] += figures.count
    kind_texts = [pluralize(counts[kind.code], kind.name.lower()) for kind in kinds if counts[kind.code]]
    if troopers := unit.size - counts.total():
        kind_texts.append(pluralize(troopers, "trooper"))
    may_be_attached = troopers and counts.total() == counts["character"]
    advice = "attach the characters instead" if may_be_attached else "give each a row of its own"
    message = (
        f"{join_and(kind_texts)} in one unit: a character, monster or vehicle is a unit of its own; {advice}."
    )
    amount = min(counts.total(), unit.size - 1)
    where, fix = f"entries[{index}]", _separate_rows_fix(context, index)
    yield make_finding(context, "warning", "R-15", where, message, fix=fix, amount=amount)


def _separate_rows_fix(context: RosterContext, index: int) -> Fix | None:
    """Return the fix that gives each figure of a row its own row.

    Return None for a row with several profiles, or if the roster would have too many rows.
    """
    entry = context.roster.entries[index]
    if len(fielded(entry.members())) > 1 or len(context.entries) + entry.count > _MAX_ROWS:
        return None
    row = f"/entries/{index}"
    single = {"profile": entry.profile, "count": 1}
    added = (PatchOperation("add", f"/entries/{index + 1}", single) for _ in range(entry.count - 1))
    return Fix(f"Make {entry.count} units of one", (PatchOperation("replace", f"{row}/count", 1), *added))


def _check_usual_size(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """Find a unit that doesn't have the usual size (R-01)."""
    usual = context.catalogue_index.catalogue.unit_kinds[0].usual
    if unit.is_trooper_unit and unit.size != usual:
        message = f"{unit.size} figures: a unit usually has {usual}, or just one."
        yield make_finding(context, "note", "R-01", "", message)


def _check_different_kits(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """Find different levels, weapons or armour in one unit (R-02)."""
    if not unit.is_trooper_unit:
        return
    kits = {"level": _level, "weapons": _kit_function(_WEAPONS), "armour": _kit_function(_ARMOUR)}
    differing = [what for what, kit in kits.items() if len({kit(profile) for profile in unit.profiles}) > 1]
    if differing:
        names = join_and(dict.fromkeys(profile.name for profile in unit.profiles))
        what = join_and(differing)
        message = f"{names} differ in {what}: put each in a unit of its own."
        yield make_finding(context, "warning", "R-02", "", message)


def _level(profile: ProfileContext) -> object:
    return profile.values.get("level")


def _kit_function(slots: tuple[str, ...]) -> Callable[[ProfileContext], object]:
    """Return a function that returns a profile's picks in these slots, to compare them."""

    def kit(profile: ProfileContext) -> object:
        return tuple(frozenset(map(_pick_identity, profile.picks(slot))) for slot in slots)

    return kit


def _pick_identity(pick: Pick) -> tuple[str, ...]:
    """Return the code and parameters of a pick without its price, to compare picks."""
    numbers = sorted((code, str(value)) for code, value in pick.parameters.items() if code != "points")
    return (pick.code, *(text for pair in numbers for text in pair))


def _check_unshared_skills(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """Find skills that not all figures share (R-03, C-26)."""
    if not unit.is_trooper_unit:
        return
    skills = [frozenset(map(_pick_identity, profile.picks("skills"))) for profile in unit.profiles]
    shared = frozenset.intersection(*skills)
    extra_skills = [
        (len(own - shared), figures.count) for own, figures in zip(skills, unit.figures, strict=True)
    ]
    having_more = sum(count for more, count in extra_skills if more)
    allowed = number_or_none(unit.profiles[0], "allowance")
    if allowed is not None and having_more > allowed:
        message = (
            f"{having_more} figures have a skill of their own, at this level {allowed} may: leave {allowed}."
        )
        yield make_finding(context, "warning", "R-03", "", message, amount=having_more - allowed)
    if (extra := max(more for more, _ in extra_skills)) > 1:
        message = "A figure has more than one skill that the others lack: keep one."
        yield make_finding(context, "warning", "R-03", "", message, amount=extra - 1, subject="figure")
    if having_more and shared:
        message = (
            "All figures share a skill, and some have another of their own. "
            "The rules allow one or the other: agree on it."
        )
        yield make_finding(context, "note", "R-03", "", message)


def _check_redundant_properties(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """Find properties that all figures have although one in the unit is enough (P-15)."""
    for code in _ONE_PER_UNIT:
        if unit.is_trooper_unit and all(code in profile.places_by_code for profile in unit.profiles):
            name = context.catalogue_index.name_of(code)
            message = f"All {unit.size} figures pay for {name}: one in a unit is enough."
            yield make_finding(context, "note", "P-15", "", message)


def _check_slow_armour(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """Find armour of some figures that slows all figures of the unit (R-10)."""
    if unit.size > 1 and unit.loners:
        return  # R-15 already says that the loners are units of their own.
    penalties = {_movement_penalty(profile) for profile in (*unit.profiles, *unit.attached)}
    if len(penalties) > 1:
        message = f"The heaviest armour slows all of {unit.name}: {min(penalties)}″ of movement a turn."
        yield make_finding(context, "note", "R-10", "", message)


def _movement_penalty(profile: ProfileContext) -> int:
    """Return the inches of movement that armour costs in a turn of two moves, as a negative number."""
    return (number_or_none(profile, "move_two_actions") or 0) - 2 * (number_or_none(profile, "move") or 0)


def _check_formation(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """Find a width above the number of figures (R-17), and a width without a formation (R-08)."""
    if unit.width and not unit.needs_formation:
        message = "Single figures and Skirmishers need no formation: clear the width."
        yield make_finding(context, "note", "R-08", "", message)
    elif unit.width > unit.size:
        message = f"Width {unit.width}, but only {unit.size} figures: enter {unit.size} or fewer."
        fix = Fix(f"Set to {unit.size}", (PatchOperation("replace", "/fields/width", unit.size),))
        yield make_finding(context, "warning", "R-17", "", message, fix=fix)


def _check_attached_characters(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """Describe the effects of attached characters (R-06, R-12, C-31)."""
    catalogue = context.catalogue_index.catalogue
    kind = catalogue.unit_kinds[0]
    characters = [
        figures for figures in unit.attached_figures if may_attach(catalogue, kind, figures.profile.design)
    ]
    if not characters:
        return
    names = [_count_text(figures) for figures in characters]
    if not unit.figures:
        verb = "is" if len(characters) == 1 and characters[0].count == 1 else "are"
        message = f"{join_and(names)} {verb} attached to a unit without figures: add figures, or detach."
        yield make_finding(context, "warning", "R-12", "", message)
        return
    scores = dict.fromkeys(figures.profile.calculated_values["activation"].text for figures in characters)
    on = join_and(scores, "or")
    if DASH in scores:
        on = "the score of its level"
    elif sum(figures.count for figures in characters) > 1:
        on = f"the score of one of them ({on}): agree on whose"
    message = f"One roll activates {join_and([unit.name, *names])}, on {on}."
    rest = "Suppression counts for the unit, Expertise for each figure."
    yield make_finding(context, "note", "R-12", "", f"{message} {rest}")
    highest = max((figures.profile for figures in characters), key=_rank_key)
    points = highest.number_of("hero_points")
    who = f"{highest.name}, of the highest rank," if len(characters) > 1 else highest.name
    limit = (
        f"At most {pluralize(points, 'unit')} may join {unit.name}"
        if points > 0
        else f"No unit may join {unit.name}"
    )
    message = f"{limit}: one for each Hero Point that {who} has left."
    yield make_finding(context, "note", "R-06", "", message)


def _count_text(figures: _Figures) -> str:
    name = figures.profile.name
    return name if figures.count == 1 else f"{figures.count} {TIMES} {name}"


def _rank_key(profile: ProfileContext) -> tuple[int, int]:
    """Return the sort key for the rank of a character: the activation of its level, then its Hero Points."""
    return -(number_or_none(profile, "activation") or 0), profile.number_of("hero_points")


ROW_CHECKS: tuple[Callable[[RosterContext, _Unit], Iterator[Finding]], ...] = (
    _check_usual_size,
    _check_different_kits,
    _check_unshared_skills,
    _check_redundant_properties,
    _check_slow_armour,
    _check_formation,
    _check_attached_characters,
)


def check_row(context: RosterContext, entry: RosterEntry) -> Iterator[Finding]:
    """Yield the findings on a unit."""
    unit = _unit_of_row(context, entry)
    if unit.figures or unit.attached:
        for check in ROW_CHECKS:
            yield from check(context, unit)


# ------------------------------------------------------------------ the roster


def check_roster(context: RosterContext) -> Iterator[Finding]:
    """Yield the findings on all units together."""
    units = [_unit_of_row(context, entry) for entry in context.roster.entries]
    for index, unit in enumerate(units):
        yield from _check_loners(context, index, unit)
    yield from _check_leaders(context, units)
    yield from _check_unneeded_formation(context, units)


def _check_leaders(context: RosterContext, units: list[_Unit]) -> Iterator[Finding]:
    """Remind players that every unit needs a leader (R-05)."""
    bodies = [unit for unit in units if unit.is_trooper_unit]
    leaderless = [unit for unit in bodies if not unit.entry.fields.get("leader")]
    if leaderless:
        where = "every unit"
        if len(leaderless) < len(bodies):
            where = join_and(unit.name for unit in leaderless)
        message = f"Choose one figure as leader in {where}. A character seldom leads a unit."
        yield make_finding(context, "note", "R-05", "entries", message)


def _check_unneeded_formation(context: RosterContext, units: list[_Unit]) -> Iterator[Finding]:
    """List the figures that need no formation (R-08)."""
    free_names = dict.fromkeys(profile.name for unit in units for profile in unit.profiles_without_formation)
    if free_names:
        verb = "needs" if len(free_names) == 1 else "need"
        yield make_finding(context, "note", "R-08", "entries", f"{join_and(free_names)} {verb} no formation.")


# ------------------------------------------------------------------ numbers of a unit


def depth_lines(context: RosterContext, entry: RosterEntry, value: Value) -> Iterator[Line]:
    """Yield the number of ranks of a unit in formation: its size divided by its width, rounded up (C-32)."""
    unit = _unit_of_row(context, entry)
    if not unit.width or not unit.needs_formation:
        return
    label = f"{unit.size} figures, {unit.width} wide"
    yield value_line(value, label, unit.size, factor=Fraction(1, unit.width))
