"""A profile between the catalogue's shape and the fields of one HTML form.

Field names are places in the design: ``attributes.mov``, ``shooting_weapons[0].range``,
``properties[2].code``. A draft holds what was typed, as it was typed, so that nothing is lost when
it cannot be saved; ``profile_json`` makes of it what a document says of a profile.

The number in brackets names a row of the form and stays its own as long as the page is open: rows
may be removed before it. In the document rows are counted anew; ``form_place`` translates.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from django.http import QueryDict

from builder.catalogue.aliases import aliases_of
from builder.points.document.design import Design, Pick, Weapon
from builder.points.document.document import Profile
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    DesignPart,
    Parameter,
    PickSlot,
    Property,
    WeaponSlot,
)
from builder.points.rules.catalogue_index import index_of

TypedValue = str | list[str]

# What the form carries beside the profile itself.
CONTROL_FIELDS = frozenset(
    {"csrfmiddlewaretoken", "version", "do", "pick", "q", "sort", "opened", "sent", "back"}
)

MOST_ROWS = 10_000  # as many as four digits can name
_ROW = re.compile(r"([^\[]+)\[(\d{1,4})\](?:\.(.+))?", re.ASCII | re.DOTALL)
_WHOLE = re.compile(r"-?\d{1,12}", re.ASCII)
_LONG = re.compile(r"(-?)\d+", re.ASCII)
_INDEX = re.compile(r"([^\[]+)\[(\d{1,4})\](.*)", re.ASCII | re.DOTALL)
_DESIGN = "design"
COMMON = ".common"
"""What stands behind the place of a slot where its common weapons are picked."""
YES = "1"
"""What the form has for an attribute that is yes or no; nothing is no."""


@dataclass(slots=True, kw_only=True)
class WeaponDraft:
    """A weapon as it stands in the form."""

    row: int = 0
    name: str = ""
    fields: dict[str, TypedValue] = field(default_factory=dict)
    properties: list[str] = field(default_factory=list)

    @property
    def is_filled(self) -> bool:
        """Whether anything about it was written down."""
        return bool(self.name or self.properties or any(self.fields.values()))

    def has_field_for(self, part: Attribute) -> bool:
        """Whether the form has a field for a number: one that is priced, or that was given all the same."""
        return bool(part.table or self.fields.get(part.code))


@dataclass(slots=True, kw_only=True)
class PickDraft:
    """A property or spell as it stands in the form."""

    row: int
    code: str
    parameters: dict[str, TypedValue] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class ProfileDraft:
    """A profile as it stands in the form.

    ``values`` holds by place what is no row: attributes, choices, and names that no field has.
    """

    name: str = ""
    notes: str = ""
    max: str = ""
    values: dict[str, TypedValue] = field(default_factory=dict)
    weapons: dict[str, list[WeaponDraft]] = field(default_factory=dict)
    picks: dict[str, list[PickDraft]] = field(default_factory=dict)

    def rows(self, at: str) -> Iterable[WeaponDraft | PickDraft]:
        """The rows of a place, in the document's order."""
        return self.weapons.get(at) or self.picks.get(at) or ()

    def form_place(self, where: str) -> str:
        """The form's name for a place of the document: ``properties[1]`` may be ``properties[4]`` here."""
        found = _INDEX.fullmatch(where)
        if found is None:
            return where
        at, index, rest = found.groups()
        rows = [item.row for item in self.rows(at)]
        return f"{at}[{rows[int(index)]}]{rest}" if int(index) < len(rows) else where

    def document_place(self, place: str) -> str:
        """The document's name for a place of the form."""
        found = _INDEX.fullmatch(place)
        if found is None:
            return place
        at, row, rest = found.groups()
        rows = [item.row for item in self.rows(at)]
        return f"{at}[{rows.index(int(row))}]{rest}" if int(row) in rows else at


class FormPlace(NamedTuple):
    """A place of the form taken apart: the slot, the number of the row in it, the part of that row."""

    at: str
    row: int | None
    part: str


@dataclass(frozen=True, slots=True)
class FormLayout:
    """A catalogue's fields by their place, and its properties by group and code."""

    attributes: Mapping[str, Attribute]
    weapons: Mapping[str, WeaponSlot]
    picks: Mapping[str, PickSlot]
    entries: Mapping[str, Mapping[str, Property]]

    @property
    def places(self) -> Mapping[str, DesignPart]:
        """Every part by its place."""
        return {**self.attributes, **self.weapons, **self.picks}

    def parameter(self, slot: PickSlot, code: str, parameter: str) -> Parameter | None:
        """A parameter of a property, both by code; None where either is unknown."""
        entry = self.entries[slot.group].get(code)
        return next((p for p in entry.parameters if p.code == parameter), None) if entry else None

    def locate(self, place: str) -> FormPlace:
        """A slot of weapons or of many properties, a row or a part in it; LookupError for anything else."""
        if "[" in place:
            found = _ROW.fullmatch(place)
            if found is None or not self.has_rows(found[1]):
                raise LookupError(place)
            return FormPlace(found[1], int(found[2]), found[3] or "")
        if place in self.weapons or self.has_rows(place):
            return FormPlace(place, None, "")
        at, _, part = place.rpartition(".")
        if at in self.weapons and not self.weapons[at].many:
            return FormPlace(at, None, part)
        raise LookupError(place)

    def has_rows(self, at: str) -> bool:
        """Whether a slot holds many, each in a row of its own."""
        slot = self.weapons.get(at) or self.picks.get(at)
        return slot is not None and slot.many


@lru_cache(maxsize=32)
def form_layout(catalogue: Catalogue) -> FormLayout:
    """The layout of a catalogue, made once."""
    return FormLayout(
        {a.at: a for a in catalogue.attributes},
        {s.at: s for s in catalogue.weapon_slots},
        {s.at: s for s in catalogue.pick_slots},
        index_of(catalogue).entries,
    )


def common_slot(catalogue: Catalogue, place: str) -> WeaponSlot | None:
    """The slot whose common weapons a place of the form offers; None where it is no such place."""
    slot = form_layout(catalogue).weapons.get(place.removesuffix(COMMON))
    has_some = slot is not None and aliases_of(catalogue).weapons_for(slot.code)
    return slot if place.endswith(COMMON) and has_some else None


def default_parameters(entry: Property) -> dict[str, int]:
    """What a new property starts with: numbers at their lowest; the rest is left to the player."""
    agreed = entry.cost.parameter if entry.cost.kind == "entered" else ""
    numbers = (p for p in entry.parameters if p.kind == "number" and p.code != agreed)
    return {p.code: p.low for p in numbers if p.low is not None}


# ------------------------------------------------------------------ from a profile


def draft_from_profile(profile: Profile, catalogue: Catalogue) -> ProfileDraft:
    """A stored profile as the form shows it."""
    design = profile.design
    values: dict[str, TypedValue] = {
        a.at: YES if a.kind == "flag" else str(design.values[a.code])
        for a in catalogue.attributes
        if a.code in design.values
    }
    for slot in catalogue.pick_slots:
        if not slot.many and (picked := design.picks.get(slot.code)):
            values[slot.at] = picked[0].code
    return ProfileDraft(
        name=profile.name,
        notes=profile.notes,
        max="" if profile.max is None else str(profile.max),
        values=values,
        weapons={slot.at: _weapon_drafts(design, slot) for slot in catalogue.weapon_slots},
        picks={slot.at: _pick_drafts(design, slot) for slot in catalogue.pick_slots if slot.many},
    )


def _weapon_drafts(design: Design, slot: WeaponSlot) -> list[WeaponDraft]:
    return [_weapon_draft(row, weapon) for row, weapon in enumerate(design.weapons.get(slot.code, ()))]


def _weapon_draft(row: int, weapon: Weapon) -> WeaponDraft:
    fields: dict[str, TypedValue] = {c: str(v) for c, v in weapon.fields.items() if v is not None}
    return WeaponDraft(row=row, name=weapon.name, fields=fields, properties=list(weapon.properties))


def _pick_drafts(design: Design, slot: PickSlot) -> list[PickDraft]:
    return [_pick_draft(row, pick) for row, pick in enumerate(design.picks.get(slot.code, ()))]


def _pick_draft(row: int, pick: Pick) -> PickDraft:
    given = {code: list(v) if isinstance(v, tuple) else str(v) for code, v in pick.parameters.items()}
    return PickDraft(row=row, code=pick.code, parameters=given)


def hidden_fields(draft: ProfileDraft, catalogue: Catalogue, view: Catalogue) -> list[tuple[str, str]]:
    """The fields of what a draft has and its kind does not show: the form carries them, so that they stay.

    ``view`` is the catalogue as the kind has it.
    """
    shown = form_layout(view).places
    found = []
    for attribute in catalogue.attributes:
        if attribute.at not in shown:
            found.append((attribute.at, draft.values.get(attribute.at, "")))
    for slot in catalogue.weapon_slots:
        if slot.at not in shown:
            found += [field for weapon in draft.weapons[slot.at] for field in _weapon_inputs(slot, weapon)]
    for pick_slot in catalogue.pick_slots:
        if pick_slot.at not in shown:
            found.append((pick_slot.at, draft.values.get(pick_slot.at, "")))
            picks = draft.picks.get(pick_slot.at, ())
            found += [field for pick in picks for field in _pick_inputs(pick_slot, pick)]
    return [
        (name, one) for name, typed in found for one in ([typed] if isinstance(typed, str) else typed) if one
    ]


def _weapon_inputs(slot: WeaponSlot, weapon: WeaponDraft) -> Iterator[tuple[str, TypedValue]]:
    place = slot.place(weapon.row)
    yield f"{place}.name", weapon.name
    yield from ((f"{place}.{code}", typed) for code, typed in weapon.fields.items())
    yield f"{place}.properties", weapon.properties


def _pick_inputs(slot: PickSlot, pick: PickDraft) -> Iterator[tuple[str, TypedValue]]:
    place = slot.place(pick.row)
    yield f"{place}.code", pick.code
    yield from ((f"{place}.{code}", typed) for code, typed in pick.parameters.items())


# ------------------------------------------------------------------ from a form


def draft_from_post(post: QueryDict, catalogue: Catalogue) -> ProfileDraft:
    """What a form says. Names that no field has stay among the values, for ``parse_profile`` to refuse."""
    layout = form_layout(catalogue)
    draft = ProfileDraft(
        weapons={at: [] for at in layout.weapons},
        picks={at: [] for at, slot in layout.picks.items() if slot.many},
    )
    weapons: dict[tuple[str, int], WeaponDraft] = {}
    picks: dict[tuple[str, int], PickDraft] = {}
    for name, typed in post.lists():
        if name in CONTROL_FIELDS:
            continue
        if name in ("name", "max"):
            setattr(draft, name, typed[-1].strip())
        elif name == "notes":
            draft.notes = typed[-1].replace("\r\n", "\n")
        elif (place := _part_of_row(layout, name)) is None:
            draft.values[name] = typed[-1]
        elif place.at in layout.weapons:
            row = place.row or 0
            _fill_weapon(weapons.setdefault((place.at, row), WeaponDraft(row=row)), place.part, typed)
        else:
            row = place.row or 0
            _fill_pick(picks.setdefault((place.at, row), PickDraft(row=row, code="")), place.part, typed)
    _add_rows(draft, layout, weapons, picks)
    return draft


def _part_of_row(layout: FormLayout, name: str) -> FormPlace | None:
    if name in layout.attributes:
        return None
    try:
        place = layout.locate(name)
    except LookupError:
        return None
    return place if place.part else None


def _fill_weapon(weapon: WeaponDraft, part: str, typed: list[str]) -> None:
    if part == "name":
        weapon.name = typed[-1].strip()
    elif part == "properties":
        weapon.properties = [code for code in typed if code]
    else:
        weapon.fields[part] = typed[-1]


def _fill_pick(pick: PickDraft, part: str, typed: list[str]) -> None:
    if part == "code":
        pick.code = typed[-1]
    else:
        pick.parameters[part] = typed


def _add_rows(
    draft: ProfileDraft,
    layout: FormLayout,
    weapons: Mapping[tuple[str, int], WeaponDraft],
    picks: Mapping[tuple[str, int], PickDraft],
) -> None:
    for (at, _), weapon in sorted(weapons.items(), key=lambda item: item[0]):
        if layout.weapons[at].many or weapon.is_filled:
            draft.weapons[at].append(weapon)
    for (at, _), pick in sorted(picks.items(), key=lambda item: item[0]):
        for code, typed in pick.parameters.items():
            known = layout.parameter(layout.picks[at], pick.code, code)
            if known is None or known.kind != "profiles":
                pick.parameters[code] = typed[-1]
            else:
                pick.parameters[code] = [key for key in typed if key]
        draft.picks[at].append(pick)


# ------------------------------------------------------------------ to a profile


def profile_json(draft: ProfileDraft, key: str, catalogue: Catalogue) -> dict[str, object]:
    """The profile that a draft says as its JSON value, which the reader of documents may yet refuse."""
    return {
        "key": key,
        "name": draft.name,
        "notes": draft.notes,
        "max": _number_json(draft.max),
        _DESIGN: _design_json(draft, catalogue),
    }


def fault_place(path: str, draft: ProfileDraft) -> str:
    """The field of the form that the path of a DocumentError names."""
    return draft.form_place(path.removeprefix(f"{_DESIGN}."))


def _design_json(draft: ProfileDraft, catalogue: Catalogue) -> dict[str, object]:
    layout = form_layout(catalogue)
    plain: dict[str, object] = {}
    for at, slot in layout.weapons.items():
        weapons = [_weapon_json(weapon, slot) for weapon in draft.weapons[at]]
        _set_at(plain, at, weapons if slot.many else next(iter(weapons), None))
    for at, picks in draft.picks.items():
        _set_at(plain, at, [_pick_json(pick, layout.picks[at], layout) for pick in picks])
    # Last, so that a name which is no field stands in the way and is refused.
    for at, typed in draft.values.items():
        if at in layout.attributes:
            is_yes = layout.attributes[at].kind == "flag" and typed == YES
            number = layout.attributes[at].kind == "number"
            _set_at(plain, at, is_yes or _value_json(typed, number))
        elif at in layout.picks and not layout.picks[at].many:
            _set_at(plain, at, typed or None)
        else:
            plain[at] = typed
    return plain


def _set_at(plain: dict[str, object], at: str, value: object) -> None:
    head, _, tail = at.partition(".")
    inner = plain.setdefault(head, {}) if tail else plain
    if isinstance(inner, dict):
        inner[tail or head] = value


def _weapon_json(weapon: WeaponDraft, slot: WeaponSlot) -> dict[str, object]:
    known = {part.code for part in slot.fields}
    fields = {code: _value_json(typed, code in known) for code, typed in weapon.fields.items()}
    return {"name": weapon.name, **fields, "properties": weapon.properties}


def _pick_json(pick: PickDraft, slot: PickSlot, layout: FormLayout) -> dict[str, object]:
    plain: dict[str, object] = {"code": pick.code}
    for code, typed in pick.parameters.items():
        parameter = layout.parameter(slot, pick.code, code)
        if parameter is None:
            plain[code] = typed
        elif parameter.kind == "profiles":
            plain[code] = typed or None
        else:
            plain[code] = _value_json(typed, parameter.kind == "number")
    return plain


def _value_json(typed: TypedValue, is_number: bool) -> object:
    if is_number and isinstance(typed, str):
        return _number_json(typed)
    return typed.strip() or None if isinstance(typed, str) else typed


def _number_json(typed: str) -> object:
    """A whole number, None for a blank; anything else stays the text that it is, to be refused as one."""
    text = typed.strip().replace("\N{MINUS SIGN}", "-")
    if _WHOLE.fullmatch(text):
        return int(text)
    if long := _LONG.fullmatch(text):
        return int(f"{long[1]}{10**12}")
    return text or None
