"""A profile as the fields of an HTML form, between the form and the document.

Field names are places: "attributes.mov", "shooting_weapons[0].range", "properties[2].code". A draft contains
the submitted texts, even if they can't be saved. ``profile_json`` turns a draft into the JSON of a document's
profile.

The number in brackets identifies a row of the form while the page is open. It doesn't change if rows before
it are removed. In the document, the number is the index of the row. So a field can have one place in the form
and another one in the document. A name such as ``place`` without "document" means the place in the form.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

from django.http import QueryDict

from builder.catalogue.aliases import aliases_of
from builder.points.document.design import Pick, Weapon, set_at
from builder.points.document.document import Profile
from builder.points.rules.aliases import CommonWeapon
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

RawValue = str | list[str]

_PAGE_FIELDS = {
    "version": "version",
    "pick": "picker_place",
    "q": "search",
    "sort": "sort_order",
    "opened": "opened_points",
    "back": "origin",
}
"""The fields of the form that contain the state of the page, with their names in ``ProfileDraft``."""
_REQUEST_FIELDS = frozenset({"csrfmiddlewaretoken", "do", "sent"})
"""The fields of the form that are not part of the draft."""

MAX_ROWS = 10_000  # row numbers have at most four digits
_ROW = re.compile(r"([^\[]+)\[(\d{1,4})\](?:\.(.+))?", re.ASCII | re.DOTALL)
_INTEGER = re.compile(r"-?\d{1,12}", re.ASCII)
_LONG_INTEGER = re.compile(r"(-?)\d+", re.ASCII)
_PLACE_IN_ROW = re.compile(r"([^\[]+)\[(\d{1,4})\](.*)", re.ASCII | re.DOTALL)
_DESIGN = "design"
COMMON_SUFFIX = ".common"
"""The end of the place of a picker for a slot's common weapons, after the place of the slot."""
FIND_PLACE = "find"
"""The place of Find, the picker that searches the complete form."""
YES = "1"
"""The form's value of a flag that is on. A flag that is off has no value."""


@dataclass(slots=True, kw_only=True)
class WeaponDraft:
    """A weapon in the form."""

    row: int = 0
    name: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    properties: list[str] = field(default_factory=list)

    @property
    def is_filled(self) -> bool:
        """Whether a field of the weapon is filled in."""
        return bool(self.name or self.properties or any(self.fields.values()))

    def has_field_for(self, attribute: Attribute) -> bool:
        """Return whether the form has a field for a number: the number has prices, or it is filled in."""
        return bool(attribute.table or self.fields.get(attribute.code))


@dataclass(slots=True, kw_only=True)
class PickDraft:
    """A property or spell in the form."""

    row: int
    code: str
    parameters: dict[str, RawValue] = field(default_factory=dict)


Row = TypeVar("Row", WeaponDraft, PickDraft)


@dataclass(slots=True, kw_only=True)
class ProfileDraft:
    """A profile as it is in the form, and the state of the page.

    ``version`` is the stored version that the form was loaded with, and ``opened_points`` are the points that
    the profile had then.
    ``origin`` is the profile that the user came from: its key, a colon, and a place in it.
    ``search`` and ``sort_order`` belong to the picker that is open at ``picker_place``.
    ``values`` are the submitted texts of attributes, choices and fields with an invalid name, by place.
    ``weapons`` and ``picks`` are the rows of each slot, by the slot's place.
    """

    name: str = ""
    notes: str = ""
    max: str = ""
    version: str = ""
    opened_points: str = ""
    origin: str = ""
    picker_place: str = ""
    search: str = ""
    sort_order: str = ""
    values: dict[str, str] = field(default_factory=dict)
    weapons: dict[str, list[WeaponDraft]] = field(default_factory=dict)
    picks: dict[str, list[PickDraft]] = field(default_factory=dict)

    def rows(self, slot_place: str) -> Iterable[WeaponDraft | PickDraft]:
        """Return the rows of a slot, in the document's order."""
        return self.weapons.get(slot_place) or self.picks.get(slot_place) or ()

    def form_place(self, document_place: str) -> str:
        """Return the form's place for a place of the document.

        For example, ``properties[1]`` of the document may be ``properties[4]`` in the form.
        """
        match = _PLACE_IN_ROW.fullmatch(document_place)
        if match is None:
            return document_place
        slot_place, index, field_suffix = match.groups()
        rows = [item.row for item in self.rows(slot_place)]
        return f"{slot_place}[{rows[int(index)]}]{field_suffix}" if int(index) < len(rows) else document_place

    def document_place(self, form_place: str) -> str:
        """Return the document's place for a place of the form. If the row was removed, return its slot."""
        match = _PLACE_IN_ROW.fullmatch(form_place)
        if match is None:
            return form_place
        slot_place, row, field_suffix = match.groups()
        rows = [item.row for item in self.rows(slot_place)]
        return f"{slot_place}[{rows.index(int(row))}]{field_suffix}" if int(row) in rows else slot_place


class FormPlace(NamedTuple):
    """The parts of a place of the form.

    ``row`` is None if the slot has no rows, and ``field`` is empty for the row or slot itself.
    """

    slot_place: str
    row: int | None
    field: str


@dataclass(frozen=True, slots=True)
class FormLayout:
    """The attributes and slots of a catalogue by place, and its properties and spells by group and code.

    ``offered_counts`` are the numbers of properties or spells that players can choose from, by group.
    """

    attributes: Mapping[str, Attribute]
    weapons: Mapping[str, WeaponSlot]
    picks: Mapping[str, PickSlot]
    entries: Mapping[str, Mapping[str, Property]]
    offered_counts: Mapping[str, int]

    def parameter(self, slot: PickSlot, entry_code: str, parameter_code: str) -> Parameter | None:
        """Return a parameter of a property, or None if the property or the parameter is unknown."""
        entry = self.entries[slot.group].get(entry_code)
        return next((p for p in entry.parameters if p.code == parameter_code), None) if entry else None

    def locate(self, place: str) -> FormPlace:
        """Return the parts of a place. Raise LookupError if the place isn't in a slot."""
        if "[" in place:
            match = _ROW.fullmatch(place)
            if match is None or not self.has_rows(match[1]):
                raise LookupError(place)
            return FormPlace(match[1], int(match[2]), match[3] or "")
        if place in self.weapons or self.has_rows(place):
            return FormPlace(place, None, "")
        slot_place, _, field_name = place.rpartition(".")
        if slot_place in self.weapons and not self.weapons[slot_place].many:
            return FormPlace(slot_place, None, field_name)
        raise LookupError(place)

    def has_rows(self, slot_place: str) -> bool:
        """Return whether a slot can have several items, each in a row of its own."""
        slot = self.weapons.get(slot_place) or self.picks.get(slot_place)
        return slot is not None and slot.many


@lru_cache(maxsize=32)
def form_layout(catalogue: Catalogue) -> FormLayout:
    """Return the layout of a catalogue."""
    entries = index_of(catalogue).entries
    return FormLayout(
        {a.at: a for a in catalogue.attributes},
        {s.at: s for s in catalogue.weapon_slots},
        {s.at: s for s in catalogue.pick_slots},
        entries,
        {group: sum(not e.derived for e in of_group.values()) for group, of_group in entries.items()},
    )


def common_weapon_slot(catalogue: Catalogue, place: str) -> WeaponSlot | None:
    """Return the slot whose common weapons the picker at ``place`` shows, or None for other places."""
    slot = form_layout(catalogue).weapons.get(place.removesuffix(COMMON_SUFFIX))
    has_common_weapons = slot is not None and aliases_of(catalogue).weapons_for(slot.code)
    return slot if place.endswith(COMMON_SUFFIX) and has_common_weapons else None


def initial_parameters(entry: Property) -> dict[str, int]:
    """Return the initial parameters of a property by code: the lowest value of each number.

    Players enter agreed prices and the other parameters themselves.
    """
    agreed_price = entry.cost.parameter if entry.cost.kind == "entered" else ""
    numbers = (p for p in entry.parameters if p.kind == "number" and p.code != agreed_price)
    return {p.code: p.low for p in numbers if p.low is not None}


# ------------------------------------------------------------------ from a profile


def draft_from_profile(profile: Profile, catalogue: Catalogue) -> ProfileDraft:
    """Return a stored profile as the form shows it."""
    design = profile.design
    values = {
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
        weapons={
            slot.at: [weapon_draft(*item) for item in enumerate(design.weapons.get(slot.code, ()))]
            for slot in catalogue.weapon_slots
        },
        picks={
            slot.at: [_pick_draft(*item) for item in enumerate(design.picks.get(slot.code, ()))]
            for slot in catalogue.pick_slots
            if slot.many
        },
    )


def weapon_draft(row: int, weapon: Weapon | CommonWeapon) -> WeaponDraft:
    """Return a weapon as a row of the form."""
    fields = {code: str(value) for code, value in weapon.fields.items() if value is not None}
    return WeaponDraft(row=row, name=weapon.name, fields=fields, properties=list(weapon.properties))


def _pick_draft(row: int, pick: Pick) -> PickDraft:
    parameters = {code: list(v) if isinstance(v, tuple) else str(v) for code, v in pick.parameters.items()}
    return PickDraft(row=row, code=pick.code, parameters=parameters)


def replace_profile(draft: ProfileDraft, profile: Profile, catalogue: Catalogue) -> None:
    """Replace the profile in the draft. Rows with the same content keep their numbers."""
    new = draft_from_profile(profile, catalogue)
    for place, weapons in new.weapons.items():
        _number_rows(weapons, draft.weapons[place])
    for place, picks in new.picks.items():
        _number_rows(picks, draft.picks[place])
    draft.name, draft.notes, draft.max = new.name, new.notes, new.max
    draft.values, draft.weapons, draft.picks = new.values, new.weapons, new.picks


def _number_rows(rows: Sequence[Row], old_rows: Sequence[Row]) -> None:
    """Give each row the number of an old row with the same content, or else the next number.

    Numbers increase from row to row.
    """
    unused, last_number = list(old_rows), -1
    for row in rows:
        same_content = (old for old in unused if old.row > last_number and replace(old, row=row.row) == row)
        if old := next(same_content, None):
            unused.remove(old)
        row.row = last_number = old.row if old else last_number + 1


def hidden_fields(draft: ProfileDraft, parts: Iterable[DesignPart]) -> list[tuple[str, str]]:
    """Return the names and values of hidden inputs for the fields of ``parts``.

    ``parts`` are the attributes and slots that the profile's kind doesn't have. The hidden inputs preserve
    their values while the profile has this kind.
    """
    inputs: list[tuple[str, RawValue]] = []
    for part in parts:
        if isinstance(part, WeaponSlot):
            inputs += [field for weapon in draft.weapons[part.at] for field in _weapon_inputs(part, weapon)]
            continue
        inputs.append((part.at, draft.values.get(part.at, "")))
        if isinstance(part, PickSlot):
            inputs += [field for pick in draft.picks.get(part.at, ()) for field in _pick_inputs(part, pick)]
    return [
        (name, value)
        for name, raw_value in inputs
        for value in ([raw_value] if isinstance(raw_value, str) else raw_value)
        if value
    ]


def _weapon_inputs(slot: WeaponSlot, weapon: WeaponDraft) -> Iterator[tuple[str, RawValue]]:
    place = slot.place(weapon.row)
    yield f"{place}.name", weapon.name
    yield from ((f"{place}.{code}", raw_value) for code, raw_value in weapon.fields.items())
    yield f"{place}.properties", weapon.properties


def _pick_inputs(slot: PickSlot, pick: PickDraft) -> Iterator[tuple[str, RawValue]]:
    place = slot.place(pick.row)
    yield f"{place}.code", pick.code
    yield from ((f"{place}.{code}", raw_value) for code, raw_value in pick.parameters.items())


# ------------------------------------------------------------------ from a form


def draft_from_post(post: QueryDict, catalogue: Catalogue) -> ProfileDraft:
    """Return the draft of a submitted form.

    A field with an invalid name goes into ``values``, so that ``parse_profile`` reports it.
    """
    layout = form_layout(catalogue)
    draft = ProfileDraft(
        weapons={place: [] for place in layout.weapons},
        picks={place: [] for place, slot in layout.picks.items() if slot.many},
    )
    weapons: dict[tuple[str, int], WeaponDraft] = {}
    picks: dict[tuple[str, int], PickDraft] = {}
    for name, raw_values in post.lists():
        if name in _REQUEST_FIELDS:
            continue
        if name in _PAGE_FIELDS:
            setattr(draft, _PAGE_FIELDS[name], raw_values[-1])
        elif name in ("name", "max"):
            setattr(draft, name, raw_values[-1].strip())
        elif name == "notes":
            draft.notes = raw_values[-1].replace("\r\n", "\n")
        elif (place := _place_in_slot(layout, name)) is None:
            draft.values[name] = raw_values[-1]
        elif place.slot_place in layout.weapons:
            row = place.row or 0
            _fill_weapon(
                weapons.setdefault((place.slot_place, row), WeaponDraft(row=row)), place.field, raw_values
            )
        else:
            row = place.row or 0
            _fill_pick(
                picks.setdefault((place.slot_place, row), PickDraft(row=row, code="")),
                place.field,
                raw_values,
            )
    _add_rows(draft, layout, weapons, picks)
    return draft


def _place_in_slot(layout: FormLayout, name: str) -> FormPlace | None:
    if name in layout.attributes:
        return None
    try:
        place = layout.locate(name)
    except LookupError:
        return None
    return place if place.field else None


def _fill_weapon(weapon: WeaponDraft, field_name: str, raw_values: list[str]) -> None:
    if field_name == "name":
        weapon.name = raw_values[-1].strip()
    elif field_name == "properties":
        weapon.properties = [code for code in raw_values if code]
    else:
        weapon.fields[field_name] = raw_values[-1]


def _fill_pick(pick: PickDraft, field_name: str, raw_values: list[str]) -> None:
    if field_name == "code":
        pick.code = raw_values[-1]
    else:
        pick.parameters[field_name] = raw_values


def _add_rows(
    draft: ProfileDraft,
    layout: FormLayout,
    weapons: Mapping[tuple[str, int], WeaponDraft],
    picks: Mapping[tuple[str, int], PickDraft],
) -> None:
    for place, row in sorted(weapons):
        weapon = weapons[place, row]
        if layout.weapons[place].many or weapon.is_filled:
            draft.weapons[place].append(weapon)
    for place, row in sorted(picks):
        pick = picks[place, row]
        for code, raw_values in pick.parameters.items():
            parameter = layout.parameter(layout.picks[place], pick.code, code)
            if parameter is None or parameter.kind != "profiles":
                pick.parameters[code] = raw_values[-1]
            else:
                pick.parameters[code] = [key for key in raw_values if key]
        draft.picks[place].append(pick)


# ------------------------------------------------------------------ to a profile


def profile_json(draft: ProfileDraft, key: str, catalogue: Catalogue) -> dict[str, object]:
    """Return the profile of a draft as a JSON value, which may be invalid."""
    return {
        "key": key,
        "name": draft.name,
        "notes": draft.notes,
        "max": _number_json(draft.max),
        _DESIGN: _design_json(draft, catalogue),
    }


def fault_place(path: str, draft: ProfileDraft) -> str:
    """Return the place in the form for the path of a DocumentError."""
    return draft.form_place(path.removeprefix(f"{_DESIGN}."))


def _design_json(draft: ProfileDraft, catalogue: Catalogue) -> dict[str, object]:
    layout = form_layout(catalogue)
    value: dict[str, object] = {}
    for place, slot in layout.weapons.items():
        weapons = [_weapon_json(weapon) for weapon in draft.weapons[place]]
        set_at(value, place, weapons if slot.many else next(iter(weapons), None))
    for place, picks in draft.picks.items():
        set_at(value, place, [_pick_json(pick, layout.picks[place], layout) for pick in picks])
    # Values come last, so that an invalid field name conflicts with an existing field and is rejected.
    for place, raw_value in draft.values.items():
        if place in layout.attributes:
            is_yes = layout.attributes[place].kind == "flag" and raw_value == YES
            set_at(value, place, is_yes or _value_json(raw_value, layout.attributes[place].kind == "number"))
        elif place in layout.picks and not layout.picks[place].many:
            set_at(value, place, raw_value or None)
        else:
            value[place] = raw_value
    return value


def _weapon_json(weapon: WeaponDraft) -> dict[str, object]:
    fields = {code: _number_json(raw_value) for code, raw_value in weapon.fields.items()}
    return {"name": weapon.name, **fields, "properties": weapon.properties}


def _pick_json(pick: PickDraft, slot: PickSlot, layout: FormLayout) -> dict[str, object]:
    value: dict[str, object] = {"code": pick.code}
    for code, raw_value in pick.parameters.items():
        parameter = layout.parameter(slot, pick.code, code)
        if parameter is None:
            value[code] = raw_value
        elif isinstance(raw_value, list):
            value[code] = raw_value or None
        else:
            value[code] = _value_json(raw_value, parameter.kind == "number")
    return value


def _value_json(raw_value: str, is_number: bool) -> object:
    return _number_json(raw_value) if is_number else raw_value.strip() or None


def _number_json(raw_value: str) -> object:
    """Return a submitted text as an integer, or None if the text is blank.

    Other texts are returned without changes, so that the parser rejects them. So that it also rejects
    integers with too many digits, they become 10 ** 12 with the same sign.
    """
    text = raw_value.strip().replace("\N{MINUS SIGN}", "-")
    if _INTEGER.fullmatch(text):
        return int(text)
    if long := _LONG_INTEGER.fullmatch(text):
        return int(f"{long[1]}{10**12}")
    return text or None
