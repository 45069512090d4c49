"""Units, which are rows of a roster, and the facts of rosters and units, as text.

A fact is something that a game requires players to enter for a roster or unit, such as a ship upgrade.
Documents contain facts in ``fields``.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from builder.points.document.design import Design
from builder.points.document.document import Member, RosterEntry
from builder.points.rules.catalogue import Attribute, Catalogue, UnitKind
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.numbers import number_text
from builder.points.rules.results import ValueAppraisal

NO_NUMBERS: Mapping[str, ValueAppraisal] = MappingProxyType({})
TIMES = "\N{MULTIPLICATION SIGN}"


def fielded(members: Iterable[Member]) -> list[Member]:
    """Return the members with at least one model."""
    return [member for member in members if member.count]


def unit_name(entry: RosterEntry, names: Mapping[str, str]) -> str:
    """Return the name of the unit, or of its main profile. ``names`` are the profiles' names by key."""
    return entry.name or names.get(entry.profile, entry.profile)


def members_text(members: Iterable[Member], names: Mapping[str, str]) -> str:
    """Return the number of each member: "9 × Skeleton, 1 × Banner"."""
    return ", ".join(
        f"{member.count} {TIMES} {names.get(member.profile, member.profile)}" for member in fielded(members)
    )


def unit_parts(entry: RosterEntry, names: Mapping[str, str]) -> list[str]:
    """Return the texts of a unit's own members and of its attached members: "with 1 × Necromancer".

    A part without models is left out.
    """
    inside = members_text((Member(profile=entry.profile, count=entry.count), *entry.others), names)
    attached = members_text(entry.attached, names)
    return [text for text in (inside, f"with {attached}" if attached else "") if text]


def row_text(entry: RosterEntry, names: Mapping[str, str]) -> str:
    """Return a row in one line: "3 × Grunt", "Old Guard: 9 × Skeleton, 1 × Banner, with 1 × Necromancer"."""
    text = ", ".join(unit_parts(entry, names))
    return f"{unit_name(entry, names)}: {text}" if entry.is_unit_or_variant else text


def unit_kind(catalogue: Catalogue, code: str) -> UnitKind | None:
    """Return the kind of unit with this code.

    If no kind has the code, return the game's first kind, or None if the game has no units.
    """
    kinds = catalogue.unit_kinds
    return next((kind for kind in kinds if kind.code == code), kinds[0] if kinds else None)


def may_join(catalogue: Catalogue, kind: UnitKind | None, design: Design) -> bool:
    """Return whether a profile of this design can be a member of a unit of this kind."""
    return kind is not None and (not kind.kinds or _kind_code(catalogue, design) in kind.kinds)


def may_attach(catalogue: Catalogue, kind: UnitKind | None, design: Design) -> bool:
    """Return whether a profile of this design can be attached to a unit of this kind."""
    return kind is not None and _kind_code(catalogue, design) in kind.attached


def _kind_code(catalogue: Catalogue, design: Design) -> str:
    kind = catalogue.kind(design.values.get(KIND))
    return kind.code if kind else ""


class NewUnit(NamedTuple):
    """The kind and the initial size of a unit for a given main profile.

    ``kind`` is the code of the kind. It is empty if the game has only one kind of unit, because rows then
    store no code.
    """

    kind: str
    size: int


def new_unit(
    catalogue: Catalogue, design: Design, numbers: Mapping[str, ValueAppraisal] = NO_NUMBERS
) -> NewUnit | None:
    """Return a new unit for a main profile of this design, or None if such a profile can't be in a unit.

    ``numbers`` are the calculated values of the profile by code. One of them may be the size of the unit.
    """
    kinds = [kind for kind in catalogue.unit_kinds if may_join(catalogue, kind, design)]
    taken = {pick.code for picks in design.picks.values() for pick in picks}
    made_by_picks = (kind for kind in kinds if not taken.isdisjoint(kind.made_by))
    kind = next(made_by_picks, None) or next((kind for kind in kinds if not kind.made_by), None)
    if kind is None:
        return None
    profile_kind = catalogue.kind(design.values.get(KIND))
    code = kind.code if len(catalogue.unit_kinds) > 1 else ""
    size_from_value = numbers[kind.usual_by].number if kind.usual_by in numbers else None
    return NewUnit(
        code, (profile_kind and profile_kind.usual) or size_from_value or kind.usual or max(kind.least, 1)
    )


def fact_text(fact: Attribute, value: int | str | None) -> str:
    """Return the value of a fact as text, or "" if it is blank."""
    if value in (None, ""):
        return ""
    if fact.kind == "flag":
        return "yes" if value else "no"
    return number_text(value) if isinstance(value, int) else fact.option_name(str(value))


def facts_texts(facts: Sequence[Attribute], values: Mapping[str, int | str]) -> list[tuple[str, str]]:
    """Return the name and value of each fact that a roster or unit has."""
    texts = [(fact.name, fact_text(fact, values.get(fact.code))) for fact in facts]
    return [(name, text) for name, text in texts if text]


def unit_facts(catalogue: Catalogue, entry: RosterEntry) -> list[tuple[str, str]]:
    """Return the name and value of each fact that a unit has."""
    kind = unit_kind(catalogue, entry.unit)
    return facts_texts(kind.fields, entry.fields) if kind else []
