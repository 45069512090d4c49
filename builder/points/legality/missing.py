"""Details of findings on a profile: whether a value is missing, and which part of the rulebook is cited."""

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
"""A pattern for the place of a weapon's field or of a pick's parameter."""


def mark_missing(context: ProfileContext, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings. Errors and warnings about a blank place in the design are marked as ``missing``."""
    for finding in findings:
        if finding.level != "note" and _is_blank(context, finding.where):
            yield finding._replace(missing=True)
        else:
            yield finding


def cite_places(context: ProfileContext, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings, with the part of a rulebook without pages that they should cite (``place``).

    If a rule is in several parts, the finding only cites the part about its pick, attribute or group.
    Otherwise, ``place`` is empty, so the finding cites all places of its rule.
    """
    for finding in findings:
        place = context.catalogue_index.place_of(finding.code)
        parts = [] if "external" in place else place.split(", ")
        cited = _rulebook_place(context, finding.where).split(", ") if len(parts) > 1 else ()
        yield finding._replace(place=", ".join(part for part in parts if part in cited))


def _rulebook_place(context: ProfileContext, where: str) -> str:
    """Return where the rulebook describes the pick, attribute or group at ``where`` in the design."""
    places = {item.where: item.entry.place for item in context.items if item.pick}
    for place in (where, where.rpartition(".")[0]):
        part = _parts_by_place(context.catalogue_index).get(place)
        if isinstance(part, PickSlot):
            groups = context.catalogue_index.catalogue.groups
            places.setdefault(place, next(group.place for group in groups if group.code == part.group))
        elif isinstance(part, Attribute):
            places.setdefault(place, part.place)
        if place in places:
            return places[place]
    return ""


def _is_blank(context: ProfileContext, where: str) -> bool:
    """Return whether an attribute, a slot, a field of a weapon or a parameter has no value yet."""
    parts, design = _parts_by_place(context.catalogue_index), context.design
    part = parts.get(where)
    if isinstance(part, Attribute):  # a blank kind means the first kind
        return part.code != KIND and design.values.get(part.code) in (None, "")
    if isinstance(part, PickSlot):
        return _has_too_few_picks(context, part)
    if not (match := _VALUE.fullmatch(where)):
        return False
    part, index, code = parts.get(match["at"]), int(match["index"] or 0), match["code"]
    if isinstance(part, WeaponSlot):
        return _lacks_field(design, part, index, code)
    return isinstance(part, PickSlot) and _lacks_parameter(design, part, index, code)


def _has_too_few_picks(context: ProfileContext, slot: PickSlot) -> bool:
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
