"""What the buttons of the form do to a draft, besides saving it.

The field ``do`` is written ``verb:place:argument``:

====== ====================================== =======================================
step   ``step:attributes.mov:7``              a number is set to this value
add    ``add:shooting_weapons``               a weapon more
       ``add:combat_weapon:AP4``              a property more on a weapon
       ``add:properties:flier``               a property or spell more
remove ``remove:properties[2]``               a row less
       ``remove:properties:flier``            the last row of this code less
       ``remove:combat_weapon:AP4``           a property less on a weapon
insert ``insert:properties[2]:{"code": …}``   a removed row back where it stood
arm    ``arm:combat_weapon:sword``            a common weapon, one more or instead of the one
pick   ``pick:properties``, ``pick:``         the picker opens there, or closes
       ``pick:spells:heal``                   it opens with this in its search
patch  ``patch:Lower Mov to 4:[…]``           a JSON Patch of the profile, and what it is called
keep   ``keep:12``                            save over version 12
new    ``new:spells[0].profile``              a new profile is added and named here
       ``new:spells[0].profile:officer``      one of this kind
roll   ``roll:spells.rolled``                 a number is what its dice give now
====== ====================================== =======================================
"""

import json
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import asdict
from typing import NamedTuple

from builder.catalogue.aliases import aliases_of
from builder.catalogue.limits import limits
from builder.points.document.document import dump_profile, parse_profile
from builder.points.document.json_reader import DocumentError, JsonReader, Limits, read_json
from builder.points.rules.catalogue import Catalogue, Parameter, WeaponSlot
from builder.points.rules.catalogue_index import index_of
from builder.services.patching import apply_json_patch, reverse_json_patch
from builder.web.profiles.draft import (
    MOST_ROWS,
    FormLayout,
    FormPlace,
    PickDraft,
    ProfileDraft,
    TypedValue,
    WeaponDraft,
    common_slot,
    default_parameters,
    draft_from_profile,
    form_layout,
    profile_json,
)
from builder.web.shared.dice import roll


class ProfileFormEffect(NamedTuple):
    """What an action did to the shape of the form: what has to be redrawn, and where the focus belongs.

    ``added`` and ``removed`` are rows, ``redrawn`` the place whose whole list of entries changed;
    ``undo`` is the action that takes a removal or a patch back, ``removed_name`` what was removed.
    ``rearmed`` is a weapon that is another one now; ``search`` is what an opened picker looks for.
    ``patched`` is what a patch is called, after which the page is made anew. ``new_profile_at`` is the place
    that is to name a profile which does not exist yet, of the kind ``new_kind``.
    """

    place: str = ""
    added: str = ""
    removed: str = ""
    redrawn: str = ""
    rearmed: str = ""
    picker: str | None = None
    search: str = ""
    version: int | None = None
    undo: str = ""
    removed_name: str = ""
    patched: str | None = None
    new_profile_at: str = ""
    new_kind: str = ""


def apply_actions(draft: ProfileDraft, actions: Iterable[str], catalogue: Catalogue) -> ProfileFormEffect:
    """Apply several buttons in turn; the effect of the last, with the version that any of them named."""
    effect = ProfileFormEffect()
    for action in actions:
        version = effect.version
        effect = apply_action(draft, action, catalogue)
        effect = effect if effect.version else effect._replace(version=version)
    return effect


def apply_action(draft: ProfileDraft, action: str, catalogue: Catalogue) -> ProfileFormEffect:
    """Change the draft as the button says; DocumentError when no button of the page says that."""
    if not action:
        return ProfileFormEffect()
    verb, _, rest = action.partition(":")
    place, _, argument = rest.partition(":")
    if verb not in _VERBS:
        raise _unknown_action(action)
    try:
        return _VERBS[verb](draft, place, argument, catalogue)
    except LookupError:
        raise _unknown_action(action) from None


def _unknown_action(action: str) -> DocumentError:
    return DocumentError("do", f"{action[:60]!r} is nothing to do here", "use the buttons of the page")


# ------------------------------------------------------------------ rows


def _weapon(draft: ProfileDraft, layout: FormLayout, place: FormPlace) -> WeaponDraft:
    """The weapon at a place; a single one that is not written yet is begun."""
    slot = layout.weapons[place.at]
    weapons = draft.weapons[place.at]
    if slot.many is (place.row is None):
        raise LookupError(place)
    if not slot.many and not weapons:
        weapons.append(WeaponDraft())
    return weapons[0] if place.row is None else {weapon.row: weapon for weapon in weapons}[place.row]


def _pick(draft: ProfileDraft, place: FormPlace) -> PickDraft:
    return {pick.row: pick for pick in draft.picks[place.at]}[place.row if place.row is not None else -1]


def _next_row(rows: list[WeaponDraft] | list[PickDraft]) -> int:
    row = max((item.row for item in rows), default=-1) + 1
    if row >= MOST_ROWS:
        raise LookupError(row)
    return row


# ------------------------------------------------------------------ verbs


def _step(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ProfileFormEffect:
    layout = form_layout(catalogue)
    if place in layout.attributes:
        draft.values[place] = argument
        return ProfileFormEffect(place=place)
    found = layout.locate(place)
    if found.at in layout.weapons:
        if found.part not in (part.code for part in layout.weapons[found.at].fields):
            raise LookupError(place)
        _weapon(draft, layout, found).fields[found.part] = argument
    else:
        pick = _pick(draft, found)
        if layout.parameter(layout.picks[found.at], pick.code, found.part) is None:
            raise LookupError(place)
        pick.parameters[found.part] = argument
    return ProfileFormEffect(place=place)


def _add(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ProfileFormEffect:
    layout = form_layout(catalogue)
    found = layout.locate(place)
    if not argument:
        slot = layout.weapons[place]
        if not slot.many:
            raise LookupError(place)
        weapons = draft.weapons[place]
        weapons.append(WeaponDraft(row=_next_row(weapons), fields=_first_fields(slot, catalogue)))
        return ProfileFormEffect(place=f"{place}[{weapons[-1].row}]", added=f"{place}[{weapons[-1].row}]")
    if found.at in layout.weapons:
        layout.entries[layout.weapons[found.at].group][argument]
        _weapon(draft, layout, found).properties.append(argument)
        return ProfileFormEffect(place=place, redrawn=place)
    entry = layout.entries[layout.picks[place].group][argument]
    picks = draft.picks[place]
    first: dict[str, TypedValue] = {code: str(low) for code, low in default_parameters(entry).items()}
    picks.append(PickDraft(row=_next_row(picks), code=argument, parameters=first))
    return ProfileFormEffect(place=f"{place}[{picks[-1].row}]", added=f"{place}[{picks[-1].row}]")


def _first_fields(slot: WeaponSlot, catalogue: Catalogue) -> dict[str, TypedValue]:
    """A new weapon starts with the lowest value that has a price, so that it has a price itself."""
    steps = {part.code: index_of(catalogue).offered_numbers(part, {}) for part in slot.fields if part.table}
    return {code: str(values[0]) for code, values in steps.items() if values}


def _remove(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ProfileFormEffect:
    layout = form_layout(catalogue)
    found = layout.locate(place)
    if _is_already_removed(draft, layout, found, argument):
        return ProfileFormEffect(place=found.at)
    if argument and found.at in layout.weapons:
        _weapon(draft, layout, found).properties.remove(argument)
        return ProfileFormEffect(place=place, redrawn=place)
    if found.at in layout.weapons:
        weapon = _weapon(draft, layout, found)
        if found.row is None:
            raise LookupError(place)
        draft.weapons[found.at].remove(weapon)
        return _removed(found.at, weapon, weapon.name or layout.weapons[found.at].noun)
    pick = _last_pick(draft, place, argument) if argument else _pick(draft, found)
    draft.picks[found.at].remove(pick)
    entry = layout.entries[layout.picks[found.at].group].get(pick.code)
    return _removed(found.at, pick, entry.name if entry else pick.code)


def _is_already_removed(draft: ProfileDraft, layout: FormLayout, place: FormPlace, argument: str) -> bool:
    """Whether what a button removes is not there any more: it was pressed twice, or two of them were."""
    if place.row is not None and place.row not in [row.row for row in draft.rows(place.at)]:
        return True
    if place.at in layout.weapons:
        single = not layout.weapons[place.at].many
        none = single and not draft.weapons[place.at]
        return bool(argument) and (none or argument not in _weapon(draft, layout, place).properties)
    return bool(argument) and argument not in [pick.code for pick in draft.picks[place.at]]


def _last_pick(draft: ProfileDraft, at: str, code: str) -> PickDraft:
    return [pick for pick in draft.picks[at] if pick.code == code][-1]


def _removed(at: str, row: WeaponDraft | PickDraft, name: str) -> ProfileFormEffect:
    place = f"{at}[{row.row}]"
    undo = f"insert:{place}:{_content(row)}"
    return ProfileFormEffect(place=at, removed=place, undo=undo, removed_name=name)


def _insert(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ProfileFormEffect:
    layout = form_layout(catalogue)
    found = layout.locate(place)
    content = read_json(argument, Limits(bytes=100_000, depth=4))
    if not isinstance(content, dict):
        raise LookupError(place)
    if place in layout.weapons and not layout.weapons[place].many:
        draft.weapons[place] = [_weapon_from_undo(content, 0)]
        return ProfileFormEffect(place=place, rearmed=place)
    if found.row is None:
        raise LookupError(place)
    if found.at in layout.weapons and layout.weapons[found.at].many:
        row = _weapon_from_undo(content, _free_row(draft.weapons[found.at], found.row))
        draft.weapons[found.at] = sorted([*draft.weapons[found.at], row], key=lambda r: r.row)
    else:
        pick = _pick_from_undo(content, _free_row(draft.picks[found.at], found.row))
        draft.picks[found.at] = sorted([*draft.picks[found.at], pick], key=lambda r: r.row)
    return ProfileFormEffect(place=found.at, redrawn=found.at)


def _arm(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ProfileFormEffect:
    layout = form_layout(catalogue)
    slot, weapons = layout.weapons[place], draft.weapons[place]
    common = {weapon.code: weapon for weapon in aliases_of(catalogue).weapons_for(slot.code)}[argument]
    fields: dict[str, TypedValue] = {code: str(number) for code, number in common.fields.items()}
    row = _next_row(weapons) if slot.many else 0
    armed = WeaponDraft(row=row, name=common.name, fields=fields, properties=list(common.properties))
    if slot.many:
        weapons.append(armed)
        return ProfileFormEffect(place=f"{place}[{row}]", added=f"{place}[{row}]")
    before = weapons[0] if weapons else WeaponDraft()
    draft.weapons[place] = [armed]
    return ProfileFormEffect(
        place=place,
        rearmed=place,
        undo=f"insert:{place}:{_content(before)}",
        removed_name=before.name or slot.name,
    )


def _content(row: WeaponDraft | PickDraft) -> str:
    """What a row holds, as the button that puts it back says it."""
    content = {name: value for name, value in asdict(row).items() if name != "row"}
    return json.dumps(content, ensure_ascii=False)


def _free_row(rows: list[WeaponDraft] | list[PickDraft], row: int) -> int:
    return _next_row(rows) if any(item.row == row for item in rows) else row


def _weapon_from_undo(content: dict[str, object], row: int) -> WeaponDraft:
    name, fields, codes = content.get("name"), content.get("fields"), content.get("properties")
    if not (isinstance(name, str) and isinstance(fields, dict) and isinstance(codes, list)):
        raise LookupError(row)
    given: dict[str, TypedValue] = {_clean_line(k): _clean_line(v) for k, v in fields.items()}
    return WeaponDraft(
        row=row, name=_clean_line(name), fields=given, properties=[_clean_line(code) for code in codes]
    )


def _pick_from_undo(content: dict[str, object], row: int) -> PickDraft:
    code, parameters = content.get("code"), content.get("parameters")
    if not isinstance(code, str) or not isinstance(parameters, dict):
        raise LookupError(row)
    given = {
        _clean_line(k): [_clean_line(key) for key in v] if isinstance(v, list) else _clean_line(v)
        for k, v in parameters.items()
    }
    return PickDraft(row=row, code=_clean_line(code), parameters=given)


def _clean_line(value: object) -> str:
    """A text that can be shown again; JSON can hold halves of characters, which no page can."""
    return JsonReader(limits()).line("do", str(value))


def _open_picker(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ProfileFormEffect:
    if place and common_slot(catalogue, place) is None:
        layout = form_layout(catalogue)
        found = layout.locate(place)
        if found.at in layout.weapons:
            if layout.weapons[found.at].many:
                _weapon(draft, layout, found)
        elif not layout.picks[place].many:
            raise LookupError(place)
    return ProfileFormEffect(place=place, picker=place, search=argument)


def _patch(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ProfileFormEffect:
    """Change the profile by a JSON Patch; the form's rows are numbered anew."""
    reader = JsonReader(limits())
    typed = profile_json(draft, "profile", catalogue)
    before = dump_profile(parse_profile(reader, "", typed, catalogue), catalogue)
    patch = read_json(argument, Limits(bytes=100_000, depth=8))
    try:
        after = apply_json_patch(before, patch)
    except DocumentError as error:
        raise DocumentError("", "fits no longer what stands here", "load the page again") from error
    changed = draft_from_profile(parse_profile(reader, "", after, catalogue), catalogue)
    draft.name, draft.notes, draft.max = changed.name, changed.notes, changed.max
    draft.values, draft.weapons, draft.picks = changed.values, changed.weapons, changed.picks
    undo = json.dumps(reverse_json_patch(before, after), ensure_ascii=False)
    return ProfileFormEffect(undo=f"patch::{undo}", patched=place)


def _roll(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ProfileFormEffect:
    attribute = form_layout(catalogue).attributes[place]
    rolled = roll(attribute.dice)
    patch = [{"op": "add", "path": f"/design/{place.replace('.', '/')}", "value": rolled}]
    return _patch(draft, f"{attribute.name} {rolled}, by {attribute.dice}", json.dumps(patch), catalogue)


def _new(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ProfileFormEffect:
    _reference(draft, place, catalogue)
    if argument and argument not in [kind.code for kind in catalogue.kinds]:
        raise LookupError(argument)
    return ProfileFormEffect(place=place, new_profile_at=place, new_kind=argument)


def _reference(draft: ProfileDraft, place: str, catalogue: Catalogue) -> tuple[PickDraft, Parameter]:
    """The property at a place that names profiles, and the parameter that does."""
    layout = form_layout(catalogue)
    found = layout.locate(place)
    pick = _pick(draft, found)
    parameter = layout.parameter(layout.picks[found.at], pick.code, found.part)
    if parameter is None or not parameter.names_profiles:
        raise LookupError(place)
    return pick, parameter


def with_reference(draft: ProfileDraft, place: str, key: str, catalogue: Catalogue) -> ProfileDraft:
    """The draft with a profile named at a place: beside those named there, or instead of the one."""
    result = deepcopy(draft)
    pick, parameter = _reference(result, place, catalogue)
    named = pick.parameters.get(parameter.code) or []
    several = [*([named] if isinstance(named, str) else named), key]
    pick.parameters[parameter.code] = several if parameter.kind == "profiles" else key
    return result


def _keep(draft: ProfileDraft, place: str, argument: str, catalogue: Catalogue) -> ProfileFormEffect:
    if not (place.isascii() and place.isdecimal() and len(place) < 10):
        raise LookupError(place)
    return ProfileFormEffect(version=int(place))


_Verb = Callable[[ProfileDraft, str, str, Catalogue], ProfileFormEffect]
_VERBS: dict[str, _Verb] = {
    "step": _step, "add": _add, "remove": _remove, "insert": _insert, "pick": _open_picker, "patch": _patch,
    "keep": _keep, "new": _new, "roll": _roll, "arm": _arm,
}  # fmt: skip
