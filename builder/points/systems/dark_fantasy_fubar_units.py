"""Dark Fantasy FUBAR: what is to be said of units and rosters.

A row of a roster is a unit: its figures, of one profile or several, and the characters attached to it. Rows
and members with a count of 0 field nothing; a profile that is not in the list is said by the core.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from builder.points.document.design import Pick
from builder.points.document.units import TIMES, fielded, may_attach
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import RosterContext
from builder.points.pricing.values import number_of
from builder.points.rules.catalogue import Level
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.results import DASH, Finding, Fix, MemberAppraisal, PatchOperation
from builder.points.rules.wording import join_and, pluralize

_WEAPONS, _ARMOUR = ("close_combat", "ranged"), ("armour", "shield")
_MOST_ROWS = 100
_ONE_IS_ENOUGH = ("banner", "fearsome", "motivator")


@dataclass(frozen=True, slots=True)
class _Figures:
    """So many figures of one profile."""

    profile: ProfileContext
    count: int


@dataclass(frozen=True, slots=True)
class _Unit:
    """A row of a roster: its figures by profile, and who is attached."""

    index: int
    figures: tuple[_Figures, ...]
    attached_figures: tuple[_Figures, ...]

    @property
    def where(self) -> str:
        """The place of the row in its roster."""
        return f"entries[{self.index}]"

    @property
    def attached(self) -> tuple[ProfileContext, ...]:
        """The profiles of who is attached."""
        return tuple(figures.profile for figures in self.attached_figures)

    @property
    def size(self) -> int:
        """How many figures it has, without who is attached."""
        return sum(figures.count for figures in self.figures)

    @property
    def loners(self) -> tuple[_Figures, ...]:
        """Its own figures that are each a unit: characters, monsters and vehicles."""
        return tuple(figures for figures in self.figures if figures.profile.chosen(KIND) != "trooper")

    @property
    def is_body(self) -> bool:
        """Whether it is a unit of troopers: several figures, none of which is a unit by itself."""
        return self.size > 1 and not self.loners

    @property
    def profiles(self) -> tuple[ProfileContext, ...]:
        """The profiles of its own figures."""
        return tuple(figures.profile for figures in self.figures)


def _units(context: RosterContext) -> list[_Unit]:
    def known(members: Iterable[MemberAppraisal]) -> tuple[_Figures, ...]:
        contexts = context.profile_contexts
        return tuple(
            _Figures(contexts[m.profile], m.count) for m in members if m.count and m.profile in contexts
        )

    units = (
        _Unit(
            index,
            known((entry, *entry.others)),
            known(entry.attached),
        )
        for index, entry in enumerate(context.entries)
    )
    return [unit for unit in units if unit.figures or unit.attached]


def _finding(context: RosterContext, level: Level, rule: str, where: str, message: str) -> Finding:
    return Finding(level, rule, where, message, context.catalogue_index.page_of(rule))


# ------------------------------------------------------------------ one unit


def _units_of_their_own(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """R-15: characters, monsters and vehicles in one row with others."""
    if unit.size < 2 or not unit.loners:
        return
    kinds = context.catalogue_index.catalogue.kinds
    counts = Counter[str]()
    for figures in unit.loners:
        counts[figures.profile.chosen(KIND)] += figures.count
    named = [pluralize(counts[kind.code], kind.name.lower()) for kind in kinds if counts[kind.code]]
    if troopers := unit.size - counts.total():
        named.append(pluralize(troopers, "trooper"))
    may_be_attached = troopers and counts.total() == counts["character"]
    advice = "attach the characters instead" if may_be_attached else "give each a row of its own"
    message = f"{join_and(named)} in one unit: a character, monster or vehicle is a unit by itself; {advice}."
    yield _finding(context, "warning", "R-15", unit.where, message)._replace(fix=_rows_of_one(context, unit))


def _rows_of_one(context: RosterContext, unit: _Unit) -> Fix | None:
    """The fix that gives each figure of a row a row of its own; None where the row has others too."""
    entry = context.roster.entries[unit.index]
    if len(fielded(entry.members())) > 1 or len(context.entries) + entry.count > _MOST_ROWS:
        return None
    row = f"/entries/{unit.index}"
    one = {"profile": entry.profile, "count": 1}
    added = (PatchOperation("add", f"/entries/{unit.index + 1}", one) for _ in range(entry.count - 1))
    return Fix(f"Make {entry.count} units of one", (PatchOperation("replace", f"{row}/count", 1), *added))


def _usual_size(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """R-01: ten figures, or one."""
    usual = context.catalogue_index.catalogue.unit_kinds[0].usual
    if unit.is_body and unit.size != usual:
        message = f"{unit.size} figures: a unit has usually {usual}, or is a single one."
        yield _finding(context, "note", "R-01", unit.where, message)


def _one_kit(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """R-02: one level, the same weapons, the same armour."""
    if not unit.is_body:
        return
    kits = {"level": _level, "weapons": _kit(_WEAPONS), "armour": _kit(_ARMOUR)}
    differing = [what for what, kit in kits.items() if len({kit(profile) for profile in unit.profiles}) > 1]
    if differing:
        names = join_and(dict.fromkeys(profile.name for profile in unit.profiles))
        what = join_and(differing)
        message = f"{names} differ in {what}: a unit is of one kind; give each a unit of its own."
        yield _finding(context, "warning", "R-02", unit.where, message)


def _level(profile: ProfileContext) -> object:
    return profile.values.get("level")


def _kit(slots: tuple[str, ...]) -> Callable[[ProfileContext], object]:
    def kit(profile: ProfileContext) -> object:
        return tuple(frozenset(map(_identity, profile.picks(slot))) for slot in slots)

    return kit


def _identity(pick: Pick) -> tuple[str, ...]:
    """What makes two picks the same thing, whatever was paid for them."""
    numbers = sorted((code, str(value)) for code, value in pick.parameters.items() if code != "points")
    return (pick.code, *(text for pair in numbers for text in pair))


def _skills_besides(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """R-03, C-26: skills that not all figures share."""
    if not unit.is_body:
        return
    skills = [frozenset(map(_identity, profile.picks("skills"))) for profile in unit.profiles]
    shared = frozenset.intersection(*skills)
    besides = [(len(own - shared), figures.count) for own, figures in zip(skills, unit.figures, strict=True)]
    having = sum(count for more, count in besides if more)
    allowed = number_of(unit.profiles[0], "allowance")
    if allowed is not None and having > allowed:
        message = f"{having} figures have a skill of their own, at this level {allowed} may: leave {allowed}."
        yield _finding(context, "warning", "R-03", unit.where, message)
    if any(more > 1 for more, _ in besides):
        message = "A figure has more than one skill that the others lack: leave it one."
        yield _finding(context, "warning", "R-03", unit.where, message)
    if having and shared:
        message = "Skills that all share, and figures with one more: agree that both may be."
        yield _finding(context, "note", "R-03", unit.where, message)


def _one_is_enough(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """P-15: what helps all from one figure, on every figure."""
    for code in _ONE_IS_ENOUGH:
        if unit.is_body and all(code in profile.taken for profile in unit.profiles):
            name = context.catalogue_index.name_of(code)
            message = f"All {unit.size} figures pay for {name}: one in a unit is enough."
            yield _finding(context, "note", "P-15", unit.where, message)


def _slowest(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """R-10: the worst armour slows the whole unit."""
    penalties = {_penalty(profile) for profile in (*unit.profiles, *unit.attached)}
    if unit.size > 1 and unit.loners:
        return  # They are units of their own.
    if len(penalties) > 1:
        message = f"The heaviest armour slows all of this unit: {-min(penalties)}″ off its move in a turn."
        yield _finding(context, "note", "R-10", unit.where, message)


def _penalty(profile: ProfileContext) -> int:
    return (number_of(profile, "move_two_actions") or 0) - 2 * (number_of(profile, "move") or 0)


def _attached(context: RosterContext, unit: _Unit) -> Iterator[Finding]:
    """R-06, R-12, C-31: what characters change who are attached; the core finds who is none."""
    catalogue = context.catalogue_index.catalogue
    kind = catalogue.unit_kinds[0]
    found = [
        figures for figures in unit.attached_figures if may_attach(catalogue, kind, figures.profile.design)
    ]
    if not found:
        return
    names = [_so_many(figures) for figures in found]
    if not unit.figures:
        verb = "is" if len(found) == 1 and found[0].count == 1 else "are"
        message = (
            f"{join_and(names)} {verb} attached to a unit without figures: add its figures, or attach nobody."
        )
        yield _finding(context, "warning", "R-12", unit.where, message)
        return
    scores = dict.fromkeys(figures.profile.worked_out["activation"].text for figures in found)
    on = join_and(scores, "or")
    if DASH in scores:
        on = "the score of its level"
    elif sum(figures.count for figures in found) > 1:
        on = f"the score of one of them ({on}): agree on whose"
    message = f"One roll activates {join_and(['the unit', *names])}, on {on}."
    rest = "Suppression stays the unit's, Expertise each figure's own."
    yield _finding(context, "note", "R-12", unit.where, f"{message} {rest}")
    highest = max((figures.profile for figures in found), key=_rank)
    points = highest.number_of("hero_points")
    who = f"{highest.name}, of the highest rank," if len(found) > 1 else highest.name
    most = (
        f"At most {pluralize(points, 'unit')} may join this one"
        if points > 0
        else "No unit may join this one"
    )
    message = f"{most}: one for each Hero Point that {who} has left."
    yield _finding(context, "note", "R-06", unit.where, message)


def _so_many(figures: _Figures) -> str:
    name = figures.profile.name
    return name if figures.count == 1 else f"{figures.count} {TIMES} {name}"


def _rank(profile: ProfileContext) -> tuple[int, int]:
    """The rank of a character: by level, which sets the activation, then by Hero Points."""
    return -(number_of(profile, "activation") or 0), profile.number_of("hero_points")


# ------------------------------------------------------------------ the roster


def _leaders(context: RosterContext, units: list[_Unit]) -> Iterator[Finding]:
    """R-05: someone leads every unit."""
    if any(unit.is_body for unit in units):
        message = "Name a leader in every unit; characters seldom lead them."
        yield _finding(context, "note", "R-05", "entries", message)


def _no_formation(context: RosterContext, units: list[_Unit]) -> Iterator[Finding]:
    """R-08: who needs no formation."""
    free = dict.fromkeys(
        profile.name
        for unit in units
        for profile in (*unit.profiles, *unit.attached)
        if profile.chosen(KIND) != "trooper"
        or "skirmisher" in profile.taken
        or (unit.size == 1 and profile in unit.profiles)
    )
    if free:
        verb = "needs" if len(free) == 1 else "need"
        yield _finding(context, "note", "R-08", "entries", f"{join_and(free)} {verb} no formation.")


UNIT_CHECKS: tuple[Callable[[RosterContext, _Unit], Iterator[Finding]], ...] = (
    _units_of_their_own,
    _usual_size,
    _one_kit,
    _skills_besides,
    _one_is_enough,
    _slowest,
    _attached,
)
ROSTER_CHECKS: tuple[Callable[[RosterContext, list[_Unit]], Iterator[Finding]], ...] = (
    _leaders,
    _no_formation,
)


def check_roster(context: RosterContext) -> Iterator[Finding]:
    """Every finding on one roster and its units."""
    units = _units(context)
    for unit in units:
        for check in UNIT_CHECKS:
            yield from check(context, unit)
    for check_all in ROSTER_CHECKS:
        yield from check_all(context, units)
