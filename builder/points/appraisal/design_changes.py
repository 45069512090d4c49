"""Texts for the changes of a profile, one for each changed part: "Fgt 7 → 8".

The texts come from the catalogue's data, so nothing here depends on a particular game.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from builder.points.document.design import Design, Pick, Weapon
from builder.points.document.document import Profile
from builder.points.pricing.pricing import pick_text
from builder.points.pricing.texts import NO, NONE, YES, weapon_text
from builder.points.rules.catalogue import Attribute, PickSlot, WeaponSlot
from builder.points.rules.catalogue_index import CatalogueIndex
from builder.points.rules.numbers import number_text
from builder.points.rules.wording import ARROW, TEXT_LENGTH, one_line, pluralize

NamesByKey = Mapping[str, str]
T = TypeVar("T")


def profile_differences(
    catalogue_index: CatalogueIndex, before: Profile, after: Profile, names: tuple[NamesByKey, NamesByKey]
) -> Iterator[str]:
    """Yield the changes of a profile's design, its Max and its notes as texts.

    ``names`` are the names of the profiles by key, in the earlier and in the later list.
    """
    if before.design != after.design:
        differences = list(_design_differences(catalogue_index, before.design, after.design, names))
        yield from differences or ["same values, stored differently"]
    if before.max != after.max:
        yield f"Max {_max_text(before.max)} {ARROW} {_max_text(after.max)}"
    yield from text_differences("notes", before.notes, after.notes)


def text_differences(what: str, before: str, after: str) -> Iterator[str]:
    """Yield how the length of a long text changed: "notes changed (120 → 80 characters)"."""
    if before == after:
        return
    if not before:
        yield f"{what} added ({pluralize(len(after), 'character')})"
    elif not after:
        yield f"{what} removed ({pluralize(len(before), 'character')})"
    else:
        yield f"{what} changed ({len(before):,} {ARROW} {pluralize(len(after), 'character')})"


def _max_text(value: int | None) -> str:
    return NONE if value is None else str(value)


def _design_differences(
    catalogue_index: CatalogueIndex, before: Design, after: Design, names: tuple[NamesByKey, NamesByKey]
) -> Iterator[str]:
    for attribute in catalogue_index.catalogue.attributes:
        old, new = (_attribute_text(attribute, design) for design in (before, after))
        if old != new:
            yield f"{attribute.label} {old} {ARROW} {new}"
    for slot in catalogue_index.catalogue.weapon_slots:
        yield from _weapon_changes(
            catalogue_index, slot, before.weapons.get(slot.code, ()), after.weapons.get(slot.code, ())
        )
    for pick_slot in catalogue_index.catalogue.pick_slots:
        picks = before.picks.get(pick_slot.code, ()), after.picks.get(pick_slot.code, ())
        if picks[0] != picks[1]:
            yield from _pick_changes(catalogue_index, pick_slot, *picks, names)


def _attribute_text(attribute: Attribute, design: Design) -> str:
    value = design.values.get(attribute.code)
    if attribute.kind == "flag":
        return YES if value else NO
    if value is None:
        return attribute.blank_name
    if isinstance(value, int):
        return number_text(value)
    return attribute.option_name(value)


# ------------------------------------------------------------------ weapons


def _weapon_changes(
    catalogue_index: CatalogueIndex, slot: WeaponSlot, before: Sequence[Weapon], after: Sequence[Weapon]
) -> Iterator[str]:
    if before == after:
        return
    removed, added = _items_not_in(before, after), _items_not_in(after, before)
    if not removed and not added:
        yield f"{slot.name} reordered"
        return
    pairs, unmatched_removed, unmatched_added = _match_weapons(removed, added)
    for old, new in pairs:
        yield f"{_weapon_name(slot, old)} ({', '.join(_weapon_differences(catalogue_index, slot, old, new))})"
    for weapon in unmatched_removed:
        yield f"removed {_weapon_with_text(catalogue_index, slot, weapon)}"
    for weapon in unmatched_added:
        yield f"added {_weapon_with_text(catalogue_index, slot, weapon)}"


def _items_not_in(items: Sequence[T], others: Sequence[T]) -> list[T]:
    """Return the items that are missing in ``others``, once for an item that ``others`` has once less."""
    unmatched, missing = list(others), []
    for item in items:
        if item in unmatched:
            unmatched.remove(item)
        else:
            missing.append(item)
    return missing


def _match_weapons(
    removed: list[Weapon], added: list[Weapon]
) -> tuple[list[tuple[Weapon, Weapon]], list[Weapon], list[Weapon]]:
    """Return pairs of removed weapons and their replacements, then the unpaired removed and added weapons.

    Weapons with the same name are pairs, and then equal numbers of other weapons in their order.
    """
    pairs: list[tuple[Weapon, Weapon]] = []
    for old in list(removed):
        same = next((new for new in added if old.name and new.name == old.name), None)
        if same is not None:
            pairs.append((old, same))
            removed.remove(old)
            added.remove(same)
    if len(removed) == len(added):
        return [*pairs, *zip(removed, added, strict=True)], [], []
    return pairs, removed, added


def _weapon_name(slot: WeaponSlot, weapon: Weapon) -> str:
    return f"{slot.label} {one_line(weapon.name)}" if weapon.name else slot.label


def _weapon_with_text(catalogue_index: CatalogueIndex, slot: WeaponSlot, weapon: Weapon) -> str:
    text = weapon_text(catalogue_index.catalogue, slot, weapon)
    return f"{_weapon_name(slot, weapon)} ({text})" if text else _weapon_name(slot, weapon)


def _weapon_differences(
    catalogue_index: CatalogueIndex, slot: WeaponSlot, before: Weapon, after: Weapon
) -> Iterator[str]:
    if before.name != after.name:
        yield f"renamed to {one_line(after.name)}" if after.name else "name removed"
    for field in slot.fields:
        old, new = before.fields.get(field.code), after.fields.get(field.code)
        if old != new:
            yield f"{field.name} {_number_text(old)} {ARROW} {_number_text(new)}"
    removed = _items_not_in(before.properties, after.properties)
    added = _items_not_in(after.properties, before.properties)
    if removed:
        yield f"removed {_property_names(catalogue_index, slot, removed)}"
    if added:
        yield f"added {_property_names(catalogue_index, slot, added)}"
    if before.properties != after.properties and not removed and not added:
        yield "properties reordered"


def _property_names(catalogue_index: CatalogueIndex, slot: WeaponSlot, codes: Sequence[str]) -> str:
    entries = catalogue_index.entries[slot.group]
    return " ".join(entries[code].short_name for code in codes)


def _number_text(value: int | None) -> str:
    return NONE if value is None else number_text(value)


# ------------------------------------------------------------------ properties and spells


def _pick_changes(
    catalogue_index: CatalogueIndex,
    slot: PickSlot,
    before: Sequence[Pick],
    after: Sequence[Pick],
    names: tuple[NamesByKey, NamesByKey],
) -> Iterator[str]:
    entries = catalogue_index.entries[slot.group]

    def text(pick: Pick, side: int) -> str:
        return one_line(pick_text(entries[pick.code], pick, names[side]), TEXT_LENGTH)

    if not slot.many:
        old, new = (
            " ".join(text(pick, side) for pick in picks) or slot.blank_name or NONE
            for side, picks in enumerate((before, after))
        )
        yield f"{slot.name} {old} {ARROW} {new}"
        return
    removed, added = _items_not_in(before, after), _items_not_in(after, before)
    if not removed and not added:
        yield f"{slot.name} reordered"
    for old_pick in list(removed):
        same = next((pick for pick in added if pick.code == old_pick.code), None)
        if same is not None:
            yield f"{text(old_pick, 0)} {ARROW} {text(same, 1)}"
            removed.remove(old_pick)
            added.remove(same)
    if removed:
        yield f"removed {', '.join(text(pick, 0) for pick in removed)}"
    if added:
        yield f"added {', '.join(text(pick, 1) for pick in added)}"
