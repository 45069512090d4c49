"""The actions of the form's buttons, which change a draft. Saving is in ``views``.

The form sends each action in the field ``do``, as ``verb:place:argument``:

====== ====================================== =====================================================
step   ``step:attributes.mov:7``              set a number to this value
       ``step:armour_property:H``             set a choice to this option
add    ``add:shooting_weapons``               add a blank weapon
       ``add:combat_weapon:AP4``              add a property to a weapon
       ``add:properties:flier``               add a property or spell
remove ``remove:properties[2]``               remove a row
       ``remove:properties:flier``            remove the last row with this code
       ``remove:combat_weapon:AP4``           remove a property of a weapon
arm    ``arm:combat_weapon:sword``            add a sword, or replace the slot's only weapon by a sword
pick   ``pick:properties``, ``pick:``         open the picker of a place, or close the picker
       ``pick:spells:heal``                   open the picker and search for "heal"
       ``pick:find``                          open Find, which searches all of the form
patch  ``patch:Lower Mov to 4:[…]``           apply a JSON Patch; its label comes before the patch
keep   ``keep:12``                            allow the next save to replace version 12
new    ``new:spells[0].profile``              add a new profile and choose it here
       ``new:spells[0].profile:officer``      add a new profile of this kind and choose it here
roll   ``roll:spells.rolled``                 roll dice for a number or a choice
====== ====================================== =====================================================
"""

import json
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import NamedTuple

from builder.catalogue.aliases import aliases_of
from builder.catalogue.limits import limits
from builder.points.document.document import dump_profile, parse_profile
from builder.points.document.json_reader import DocumentError, JsonReader, Limits, read_json
from builder.points.rules.catalogue import Catalogue, Parameter, WeaponSlot
from builder.points.rules.catalogue_index import index_of
from builder.services.patching import apply_json_patch
from builder.web.profiles.draft import (
    FIND_PLACE,
    MAX_ROWS,
    FormLayout,
    FormPlace,
    PickDraft,
    ProfileDraft,
    RawValue,
    WeaponDraft,
    common_weapon_slot,
    form_layout,
    initial_parameters,
    profile_json,
    replace_profile,
    weapon_draft,
)
from builder.web.shared.dice import roll


class ActionResult(NamedTuple):
    """The result of an action, apart from the changed draft.

    ``place`` is the field or row that takes the focus.
    ``action_text`` describes the action to the user, with an Undo. Most actions have none.
    If ``new_profile_kind`` isn't None, the caller adds a profile of this kind and selects it at ``place``.
    """

    place: str = ""
    action_text: str = ""
    new_profile_kind: str | None = None


def apply_actions(draft: ProfileDraft, actions: Iterable[str], catalogue: Catalogue) -> ActionResult:
    """Apply the actions of buttons to the draft, in order, and return the result of the last action.

    Raise DocumentError for an invalid action.
    """
    result = ActionResult()
    for action in filter(None, actions):
        verb, _, place_and_argument = action.partition(":")
        place, _, argument = place_and_argument.partition(":")
        if verb not in _VERBS:
            raise _unknown_action(action)
        try:
            result = _VERBS[verb](draft, place, argument, catalogue)
        except LookupError:
            raise _unknown_action(action) from None
    return result


def _unknown_action(action: str) -> DocumentError:
    return DocumentError(
        "do", f"{action[:60]!r} is not an action of this page", "use the buttons of the page"
    )


# ------------------------------------------------------------------ rows


def _weapon_at(draft: ProfileDraft, layout: FormLayout, place: FormPlace) -> WeaponDraft:
    """Return the weapon at a place. If the slot for a single weapon is empty, first add a blank weapon."""
    slot = layout.weapons[place.slot_place]
    weapons = draft.weapons[place.slot_place]
    if slot.many is (place.row is None):
        raise LookupError(place)
    if not slot.many and not weapons:
        weapons.append(WeaponDraft())
    return weapons[0] if place.row is None else {weapon.row: weapon for weapon in weapons}[place.row]


def _pick_at(draft: ProfileDraft, place: FormPlace) -> PickDraft:
    for pick in draft.picks[place.slot_place]:
        if pick.row == place.row:
            return pick
    raise LookupError(place)


def _next_row(rows: list[WeaponDraft] | list[PickDraft]) -> int:
    row = max((item.row for item in rows), default=-1) + 1
    if row >= MAX_ROWS:
        raise LookupError(row)
    return row


# ------------------------------------------------------------------ verbs


def _step(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ActionResult:
    layout = form_layout(catalogue)
    if place in layout.attributes or (place in layout.picks and not layout.picks[place].many):
        draft.values[place] = argument
        return ActionResult(place)
    target = layout.locate(place)
    if target.slot_place in layout.weapons:
        if target.field not in (part.code for part in layout.weapons[target.slot_place].fields):
            raise LookupError(place)
        _weapon_at(draft, layout, target).fields[target.field] = argument
    else:
        pick = _pick_at(draft, target)
        if layout.parameter(layout.picks[target.slot_place], pick.code, target.field) is None:
            raise LookupError(place)
        pick.parameters[target.field] = argument
    return ActionResult(place)


def _add(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ActionResult:
    layout = form_layout(catalogue)
    target = layout.locate(place)
    if not argument:
        slot = layout.weapons[place]
        if not slot.many:
            raise LookupError(place)
        weapons = draft.weapons[place]
        weapons.append(WeaponDraft(row=_next_row(weapons), fields=_initial_fields(slot, catalogue)))
        return ActionResult(slot.place(weapons[-1].row))
    if target.slot_place in layout.weapons:
        entries = layout.entries[layout.weapons[target.slot_place].group]
        if argument not in entries:
            raise LookupError(argument)
        _weapon_at(draft, layout, target).properties.append(argument)
        return ActionResult(place)
    entry = layout.entries[layout.picks[place].group][argument]
    picks = draft.picks[place]
    parameters: dict[str, RawValue] = {code: str(low) for code, low in initial_parameters(entry).items()}
    picks.append(PickDraft(row=_next_row(picks), code=argument, parameters=parameters))
    return ActionResult(f"{place}[{picks[-1].row}]")


def _initial_fields(slot: WeaponSlot, catalogue: Catalogue) -> dict[str, str]:
    """Return the lowest value of each field with prices, so that a new weapon has a price."""
    offered = {part.code: index_of(catalogue).offered_numbers(part, {}) for part in slot.fields if part.table}
    return {code: str(numbers[0]) for code, numbers in offered.items() if numbers}


def _remove(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ActionResult:
    layout = form_layout(catalogue)
    target = layout.locate(place)
    if _is_already_removed(draft, layout, target, argument):
        return ActionResult(target.slot_place)
    if argument and target.slot_place in layout.weapons:
        _weapon_at(draft, layout, target).properties.remove(argument)
        return ActionResult(place)
    if target.slot_place in layout.weapons:
        weapon = _weapon_at(draft, layout, target)
        if target.row is None:
            raise LookupError(place)
        draft.weapons[target.slot_place].remove(weapon)
        noun = layout.weapons[target.slot_place].noun
        return ActionResult(target.slot_place, f"{weapon.name or noun} removed")
    matching = [pick for pick in draft.picks[place] if pick.code == argument] if argument else []
    pick = matching[-1] if argument else _pick_at(draft, target)
    draft.picks[target.slot_place].remove(pick)
    entry = layout.entries[layout.picks[target.slot_place].group].get(pick.code)
    return ActionResult(target.slot_place, f"{entry.name if entry else pick.code} removed")


def _is_already_removed(draft: ProfileDraft, layout: FormLayout, place: FormPlace, argument: str) -> bool:
    """Return whether the item to remove is no longer in the draft. Users may press a button twice."""
    if place.row is not None and place.row not in [row.row for row in draft.rows(place.slot_place)]:
        return True
    if place.slot_place in layout.weapons:
        has_no_weapon = not layout.weapons[place.slot_place].many and not draft.weapons[place.slot_place]
        return bool(argument) and (
            has_no_weapon or argument not in _weapon_at(draft, layout, place).properties
        )
    return bool(argument) and argument not in [pick.code for pick in draft.picks[place.slot_place]]


def _arm(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ActionResult:
    layout = form_layout(catalogue)
    slot, weapons = layout.weapons[place], draft.weapons[place]
    common = {weapon.code: weapon for weapon in aliases_of(catalogue).weapons_for(slot.code)}[argument]
    weapon = weapon_draft(_next_row(weapons) if slot.many else 0, common)
    if slot.many:
        weapons.append(weapon)
        return ActionResult(slot.place(weapon.row))
    old_weapon = next((weapon for weapon in weapons if weapon.is_filled), None)
    draft.weapons[place] = [weapon]
    old_name = old_weapon and (old_weapon.name or f"the {slot.noun}")
    return ActionResult(place, f"{common.name} instead of {old_name}" if old_name else f"{common.name} added")


def _open_picker(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ActionResult:
    if place not in ("", FIND_PLACE) and common_weapon_slot(catalogue, place) is None:
        layout = form_layout(catalogue)
        target = layout.locate(place)
        if target.slot_place in layout.weapons:
            if layout.weapons[target.slot_place].many:
                _weapon_at(draft, layout, target)
        elif not layout.picks[place].many:
            raise LookupError(place)
    draft.picker_place, draft.search = place, argument
    return ActionResult(place)


def _patch(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ActionResult:
    """Apply the JSON Patch in ``argument`` to the profile.

    ``place`` is the label of the change, or an empty string for Undo.
    """
    reader = JsonReader(limits())
    profile = parse_profile(reader, "", profile_json(draft, "profile", catalogue), catalogue)
    patch = read_json(argument, Limits(bytes=100_000, depth=8))
    try:
        patched = apply_json_patch(dump_profile(profile, catalogue), patch)
    except DocumentError as error:
        raise DocumentError("", "no longer fits this profile", "load the page again") from error
    replace_profile(draft, parse_profile(reader, "", patched, catalogue), catalogue)
    return ActionResult(action_text=f"Done: {place}" if place else "")


def _roll(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ActionResult:
    attribute = form_layout(catalogue).attributes[place]
    die = attribute.option_die
    value: int | str = roll(die or attribute.dice)
    label = f"{attribute.name} {value}, by {attribute.dice}"
    if die:
        option = next(option for option in attribute.options if value in option.rolled)
        label, value = f"{attribute.name} {option.name}, by a {value} on {die}", option.code
    patch = [{"op": "add", "path": f"/design/{place.replace('.', '/')}", "value": value}]
    return _patch(draft, label, json.dumps(patch), catalogue)


def _new(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ActionResult:
    _profile_parameter(draft, place, catalogue)
    if argument and argument not in [kind.code for kind in catalogue.kinds]:
        raise LookupError(argument)
    return ActionResult(place, new_profile_kind=argument)


def _profile_parameter(draft: ProfileDraft, place: str, catalogue: Catalogue) -> tuple[PickDraft, Parameter]:
    """Return the pick and the parameter at a place.

    Raise LookupError if there is no such parameter, or if its values aren't profiles.
    """
    layout = form_layout(catalogue)
    target = layout.locate(place)
    pick = _pick_at(draft, target)
    parameter = layout.parameter(layout.picks[target.slot_place], pick.code, target.field)
    if parameter is None or not parameter.names_profiles:
        raise LookupError(place)
    return pick, parameter


def with_chosen_profile(draft: ProfileDraft, place: str, key: str, catalogue: Catalogue) -> ProfileDraft:
    """Return a copy of the draft in which a profile is selected at a place.

    If the field allows several profiles, the profile is added to the selected ones.
    """
    result = deepcopy(draft)
    pick, parameter = _profile_parameter(result, place, catalogue)
    if parameter.kind == "profiles":
        old_value = pick.parameters.get(parameter.code) or []
        pick.parameters[parameter.code] = [*([old_value] if isinstance(old_value, str) else old_value), key]
    else:
        pick.parameters[parameter.code] = key
    return result


def _keep(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ActionResult:
    if not (place.isascii() and place.isdecimal() and len(place) < 10):
        raise LookupError(place)
    draft.version = place
    return ActionResult()


_Verb = Callable[[ProfileDraft, str, str, Catalogue], ActionResult]
_VERBS: dict[str, _Verb] = {
    "step": _step, "add": _add, "remove": _remove, "pick": _open_picker, "patch": _patch,
    "keep": _keep, "new": _new, "roll": _roll, "arm": _arm,
}  # fmt: skip
