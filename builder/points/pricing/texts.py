"""The texts of points, totals and parts of a design.

The texts come from the catalogue's data, so nothing here depends on a particular game.
"""

from builder.points.document.design import Weapon
from builder.points.document.document import Profile
from builder.points.rules.catalogue import Attribute, Catalogue, WeaponSlot
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.numbers import number_text
from builder.points.rules.results import AND_MORE, DASH, Total
from builder.points.rules.wording import in_sentence, no_price_yet, unit_of

NONE = DASH
YES, NO = "yes", "no"
OTHER_VALUES = "Also"
"""The heading above values that have no column of their own in the stat line."""


def points_text(points: int | None) -> str:
    """Return points as text, or a dash for None."""
    return NONE if points is None else number_text(points)


def total_text(total: Total | None) -> str:
    """Return a total as text: "118", "118+" if some parts have no price yet, or a dash for no number."""
    if total is None or total.is_unknown:
        return NONE
    return f"{number_text(total.points)}{AND_MORE}" if total.waits_for else number_text(total.points)


def price_text(total: Total | None, catalogue: Catalogue) -> str:
    """Return a total as text for a place where a dash would be unclear: "118+", "no cost yet"."""
    is_unknown = total is not None and total.is_unknown
    return in_sentence(no_price_yet(catalogue)) if is_unknown else total_text(total)


def sum_text(total: Total | None, catalogue: Catalogue, limit: int | None = None) -> str:
    """Return a total in words, with the limit if there is one.

    Examples: "118 points", "118 of 150 points", "no cost yet", "no cost yet, limit 150".
    """
    if total is not None and total.is_unknown:
        known_limit = "" if limit is None else f", limit {number_text(limit)}"
        return f"{price_text(total, catalogue)}{known_limit}"
    if limit is not None:
        return f"{total_text(total)} of {number_text(limit)} {unit_of(limit, catalogue)}"
    number = None if total is None or total.waits_for else total.points
    return f"{total_text(total)} {unit_of(number, catalogue)}"


def attribute_text(catalogue: Catalogue, attribute: Attribute, profile: Profile) -> str:
    """Return an attribute's value as printed profiles show it, or "" if it is blank without a default."""
    default = None if attribute.required_rule else attribute.default
    value = profile.design.values.get(attribute.code, default)
    if value is None:
        return ""
    if attribute.kind == "flag":
        return YES
    text = number_text(value) if isinstance(value, int) else attribute.option_name(value)
    if attribute.table_by and (chosen := profile.design.values.get(attribute.table_by)) is not None:
        text += f" {index_of(catalogue).attributes[attribute.table_by].option_name(str(chosen))}"
    return text


def weapon_text(catalogue: Catalogue, slot: WeaponSlot, weapon: Weapon) -> str:
    """Return a weapon in the rulebook's short forms: "R4 FF8 AP8", or its slot's default properties."""
    entries = index_of(catalogue).entries[slot.group]
    fields = [f"{f.label}{weapon.fields[f.code]}" for f in slot.fields if f.code in weapon.fields]
    codes = weapon.properties or (() if fields else slot.default)
    return " ".join([*fields, *(entries[code].short_name for code in codes)])
