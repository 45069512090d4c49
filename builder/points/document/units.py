"""The rows of a roster that are units, and the further facts of a roster, in words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from builder.points.document.design import Design
from builder.points.document.document import Member, RosterEntry, dump_unit
from builder.points.rules.catalogue import Attribute, Catalogue, UnitKind
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.numbers import number_text

TIMES = "\N{MULTIPLICATION SIGN}"


def fielded(members: Iterable[Member]) -> list[Member]:
    """Those of which there are any."""
    return [member for member in members if member.count]


def unit_name(entry: RosterEntry, names: Mapping[str, str]) -> str:
    """What a row is called: by its own name, else by that of its main profile; ``names`` are by key."""
    return entry.name or names.get(entry.profile, entry.profile)


def members_text(members: Iterable[Member], names: Mapping[str, str]) -> str:
    """So many of each: "9 × Skeleton, 1 × Banner"."""
    return ", ".join(f"{one.count} {TIMES} {names.get(one.profile, one.profile)}" for one in fielded(members))


def unit_parts(entry: RosterEntry, names: Mapping[str, str]) -> list[str]:
    """What a unit is made of, and who stands with it: "9 × Skeleton, 1 × Banner", "with 1 × Necromancer"."""
    inside = members_text((Member(profile=entry.profile, count=entry.count), *entry.others), names)
    attached = members_text(entry.attached, names)
    return [text for text in (inside, f"with {attached}" if attached else "") if text]


def row_text(entry: RosterEntry, names: Mapping[str, str]) -> str:
    """A row in one line: "3 × Grunt", "Old Guard: 9 × Skeleton, 1 × Banner, with 1 × Necromancer"."""
    text = ", ".join(unit_parts(entry, names))
    return f"{unit_name(entry, names)}: {text}" if dump_unit(entry) else text


def unit_kind(catalogue: Catalogue, code: str) -> UnitKind | None:
    """The kind of unit of this code; for no code the first; None where rows are no units."""
    kinds = catalogue.unit_kinds
    return next((kind for kind in kinds if kind.code == code), kinds[0] if kinds else None)


def may_join(catalogue: Catalogue, kind: UnitKind | None, design: Design) -> bool:
    """Whether units of this kind are made of profiles of such a design."""
    return kind is not None and (not kind.kinds or _kind_code(catalogue, design) in kind.kinds)


def may_attach(catalogue: Catalogue, kind: UnitKind | None, design: Design) -> bool:
    """Whether a profile of such a design may stand with units of this kind."""
    return kind is not None and _kind_code(catalogue, design) in kind.attached


def _kind_code(catalogue: Catalogue, design: Design) -> str:
    kind = catalogue.kind(design.values.get(KIND))
    return kind.code if kind else ""


class NewUnit(NamedTuple):
    """A unit that a profile can be the main one of, and how many models it has at first.

    ``kind`` is its code as rows have it, "" where there is one kind of unit alone.
    """

    kind: str
    size: int


def new_unit(catalogue: Catalogue, design: Design) -> NewUnit | None:
    """The unit that is made of profiles of such a design; None where there is none."""
    kinds = [kind for kind in catalogue.unit_kinds if may_join(catalogue, kind, design)]
    taken = {pick.code for picks in design.picks.values() for pick in picks}
    made = (kind for kind in kinds if not taken.isdisjoint(kind.made_by))
    kind = next(made, None) or next((kind for kind in kinds if not kind.made_by), None)
    if kind is None:
        return None
    of_profile = catalogue.kind(design.values.get(KIND))
    code = kind.code if len(catalogue.unit_kinds) > 1 else ""
    return NewUnit(code, (of_profile and of_profile.usual) or kind.usual or max(kind.least, 1))


def field_text(part: Attribute, value: int | str | None) -> str:
    """A further fact of a roster as it is written; "" where it is blank."""
    if value in (None, ""):
        return ""
    if part.kind == "flag":
        return "yes" if value else "no"
    return number_text(value) if isinstance(value, int) else part.option_name(str(value))


def fields_texts(fields: Sequence[Attribute], values: Mapping[str, int | str]) -> list[tuple[str, str]]:
    """The further facts that a roster has: name and value of each."""
    texts = [(part.name, field_text(part, values.get(part.code))) for part in fields]
    return [(name, text) for name, text in texts if text]
