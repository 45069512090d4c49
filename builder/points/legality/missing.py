"""Which findings on a profile only ask for what is not given yet: nothing that was chosen breaks a rule."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from builder.points.document.design import Design
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.values import limit_of
from builder.points.rules.catalogue import Attribute, PickSlot, WeaponSlot
from builder.points.rules.catalogue_index import KIND, CatalogueIndex
from builder.points.rules.results import Finding

_VALUE = re.compile(r"(?P<at>.+?)(?:\[(?P<index>\d+)\])?\.(?P<code>\w+)", re.ASCII)
"""The place of a field of a weapon or of a parameter of what is picked."""


def mark_missing(context: ProfileContext, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings; those at a place where nothing is given yet are ``missing``."""
    for finding in findings:
        if finding.level != "note" and _is_blank(context, finding.where):
            yield finding._replace(missing=True)
        else:
            yield finding


def _is_blank(context: ProfileContext, where: str) -> bool:
    """Return whether an attribute, a slot, a field of a weapon or a parameter has no value yet."""
    parts, design = _parts_by_place(context.catalogue_index), context.design
    part = parts.get(where)
    if isinstance(part, Attribute):  # a blank kind is the first
        return part.code != KIND and design.values.get(part.code) in (None, "")
    if isinstance(part, PickSlot):
        return _has_too_few(context, part)
    if not (match := _VALUE.fullmatch(where)):
        return False
    part, index, code = parts.get(match["at"]), int(match["index"] or 0), match["code"]
    if isinstance(part, WeaponSlot):
        return _lacks_field(design, part, index, code)
    return isinstance(part, PickSlot) and _lacks_parameter(design, part, index, code)


def _has_too_few(context: ProfileContext, slot: PickSlot) -> bool:
    picks = len(context.picks(slot.code))
    return not picks or picks < (limit_of(context, slot.least, slot.least_by) or 0)


def _lacks_field(design: Design, slot: WeaponSlot, index: int, code: str) -> bool:
    weapons = design.weapons.get(slot.code, ())
    return index >= len(weapons) or weapons[index].fields.get(code) is None


def _lacks_parameter(design: Design, slot: PickSlot, index: int, code: str) -> bool:
    picks = design.picks.get(slot.code, ())
    value = picks[index].parameters.get(code) if index < len(picks) else None
    return value in (None, "", ()) or (isinstance(value, str) and not value.strip())


@lru_cache(maxsize=64)
def _parts_by_place(index: CatalogueIndex) -> Mapping[str, Attribute | WeaponSlot | PickSlot]:
    return {part.at: part for part in index.parts.values()}
