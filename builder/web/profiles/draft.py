"""A profile as the fields of an HTML form, between the form and the document.

Field names are places: "attributes.mov", "shooting_weapons[0].range", "properties[2].code". A draft contains
the submitted texts, even if they can't be saved. ``profile_json`` turns a draft into the JSON of a document's
profile.

The number in brackets identifies a row of the form while the page is open. It doesn't change if rows before
it are removed. In the document, the number is the index of the row. So the same field can have one place in
the form (``place``) and another place in the document (``where``). ``form_place`` returns the form's place
for a place of the document, and ``document_place`` does the reverse. ``at`` is the place of an attribute or
slot, without a row.
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

TypedValue = str | list[str]

_PAGE_FIELDS = frozenset({"version", "pick", "q", "sort", "opened", "back"})
"""The fields of the form that contain the state of the page, such as the open picker."""
_REQUEST_FIELDS = frozenset({"csrfmiddlewaretoken", "do", "sent"})
"""The fields of the form that are not part of the draft."""

MAX_ROWS = 10_000  # row numbers have at most four digits
_ROW = re.compile(r"([^\[]+)\[(\d{1,4})\](?:\.(.+))?", re.ASCII | re.DOTALL)
_INTEGER = re.compile(r"-?\d{1,12}", re.ASCII)
_LONG_INTEGER = re.compile(r"(-?)\d+", re.ASCII)
_PLACE_IN_ROW = re.compile(r"([^\[]+)\[(\d{1,4})\](.*)", re.ASCII | re.DOTALL)
_DESIGN = "design"
COMMON = ".common"
"""The suffix of the place of a picker for common weapons. Before it comes the place of the slot."""
FIND = "find"
"""The place of Find, the picker that searches all parts of the form."""
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

    def has_field_for(self, part: Attribute) -> bool:
        """Return whether the form has a field for a number of the weapon.

        It has one if the number has prices, or if the number is filled in.
        """
        return bool(part.table or self.fields.get(part.code))


@dataclass(slots=True, kw_only=True)
class PickDraft:
    """A property or spell in the form."""

    row: int
    code: str
    parameters: dict[str, TypedValue] = field(default_factory=dict)


Row = TypeVar("Row", WeaponDraft, PickDraft)


@dataclass(slots=True, kw_only=True)
class ProfileDraft:
    """A profile as it is in the form, and the state of the page.

    ``version`` is the stored version that the form was loaded with.
    ``opened`` are the points that the profile had when the page was opened.
    ``back`` is set if the user came from another profile. It is the key of that profile, a colon, and a place
    in it.
    ``pick`` is the place of the open picker, or an empty string if no picker is open.
    ``q`` is the picker's search.
    ``sort`` is the picker's sort order.
    ``values`` has the submitted texts by place: the attributes, the choices, and fields with an invalid name.
    It has no fields of rows.
    ``weapons`` and ``picks`` have the rows of each slot by place.
    """

    name: str = ""
    notes: str = ""
    max: str = ""
    version: str = ""
    opened: str = ""
    back: str = ""
    pick: str = ""
    q: str = ""
    sort: str = ""
    values: dict[str, str] = field(default_factory=dict)
    weapons: dict[str, list[WeaponDraft]] = field(default_factory=dict)
    picks: dict[str, list[PickDraft]] = field(default_factory=dict)

    def rows(self, at: str) -> Iterable[WeaponDraft | PickDraft]:
        """Return the rows of the slot at a place, in the document's order."""
        return self.weapons.get(at) or self.picks.get(at) or ()

    def form_place(self, where: str) -> str:
        """Return the form's place for a place of the document.

        For example, ``properties[1]`` of the document may be ``properties[4]`` in the form.
        """
        match = _PLACE_IN_ROW.fullmatch(where)
        if match is None:
            return where
        at, index, rest = match.groups()
        rows = [item.row for item in self.rows(at)]
        return f"{at}[{rows[int(index)]}]{rest}" if int(index) < len(rows) else where

    def document_place(self, place: str) -> str:
        """Return the document's place for a place of the form. If the row was removed, return its slot."""
        match = _PLACE_IN_ROW.fullmatch(place)
        if match is None:
            return place
        at, row, rest = match.groups()
        rows = [item.row for item in self.rows(at)]
        return f"{at}[{rows.index(int(row))}]{rest}" if int(row) in rows else at


class FormPlace(NamedTuple):
    """The parts of a place of the form.

    ``at`` is the place of the slot.
    ``row`` is the number of the row, or None if the slot has no rows.
    ``part`` is the field in the row, or an empty string.
    """

    at: str
    row: int | None
    part: str


@dataclass(frozen=True, slots=True)
class FormLayout:
    """The fields of a catalogue by place, and its properties and spells by group and code.

    ``offered`` has for each group the number of properties or spells that players can choose from.
    """

    attributes: Mapping[str, Attribute]
    weapons: Mapping[str, WeaponSlot]
    picks: Mapping[str, PickSlot]
    entries: Mapping[str, Mapping[str, Property]]
    offered: Mapping[str, int]

    def parameter(self, slot: PickSlot, code: str, parameter: str) -> Parameter | None:
        """Return a parameter of a property, or None if the property or the parameter is unknown.

        ``code`` is the code of the property, and ``parameter`` is the code of the parameter.
        """
        entry = self.entries[slot.group].get(code)
        return next((p for p in entry.parameters if p.code == parameter), None) if entry else None

    def locate(self, place: str) -> FormPlace:
        """Return the parts of a place. Raise LookupError if the place isn't in a slot."""
        if "[" in place:
            match = _ROW.fullmatch(place)
            if match is None or not self.has_rows(match[1]):
                raise LookupError(place)
            return FormPlace(match[1], int(match[2]), match[3] or "")
        if place in self.weapons or self.has_rows(place):
            return FormPlace(place, None, "")
        at, _, part = place.rpartition(".")
        if at in self.weapons and not self.weapons[at].many:
            return FormPlace(at, None, part)
        raise LookupError(place)

    def has_rows(self, at: str) -> bool:
        """Return whether a slot can have several items, each in a row of its own."""
        slot = self.weapons.get(at) or self.picks.get(at)
        return slot is not None and slot.many


@lru_cache(maxsize=32)
def form_layout(catalogue: Catalogue) -> FormLayout:
    """Return the layout of a catalogue. It is cached."""
    entries = index_of(catalogue).entries
    return FormLayout(
        {a.at: a for a in catalogue.attributes},
        {s.at: s for s in catalogue.weapon_slots},
        {s.at: s for s in catalogue.pick_slots},
        entries,
        {group: sum(not e.derived for e in of_group.values()) for group, of_group in entries.items()},
    )


def common_slot(catalogue: Catalogue, place: str) -> WeaponSlot | None:
    """Return the slot whose common weapons the picker at ``place`` shows, or None for another place."""
    slot = form_layout(catalogue).weapons.get(place.removesuffix(COMMON))
    has_common_weapons = slot is not None and aliases_of(catalogue).weapons_for(slot.code)
    return slot if place.endswith(COMMON) and has_common_weapons else None


def default_parameters(entry: Property) -> dict[str, int]:
    """Return the initial parameters of a property by code: the lowest value of each number.

    Players enter agreed prices and the other parameters themselves.
    """
    agreed = entry.cost.parameter if entry.cost.kind == "entered" else ""
    numbers = (p for p in entry.parameters if p.kind == "number" and p.code != agreed)
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
    """Return a weapon as a row of the form. ``row`` is the number of the row."""
    fields = {code: str(value) for code, value in weapon.fields.items() if value is not None}
    return WeaponDraft(row=row, name=weapon.name, fields=fields, properties=list(weapon.properties))


def _pick_draft(row: int, pick: Pick) -> PickDraft:
    given = {code: list(v) if isinstance(v, tuple) else str(v) for code, v in pick.parameters.items()}
    return PickDraft(row=row, code=pick.code, parameters=given)


def replace_profile(draft: ProfileDraft, profile: Profile, catalogue: Catalogue) -> None:
    """Replace the profile in the draft. Rows with the same content keep their numbers."""
    new = draft_from_profile(profile, catalogue)
    for at, weapons in new.weapons.items():
        _number_rows(weapons, draft.weapons[at])
    for at, picks in new.picks.items():
        _number_rows(picks, draft.picks[at])
    draft.name, draft.notes, draft.max = new.name, new.notes, new.max
    draft.values, draft.weapons, draft.picks = new.values, new.weapons, new.picks


def _number_rows(rows: Sequence[Row], before: Sequence[Row]) -> None:
    """Give each row the number of a row with the same content in ``before``, or else the next number.

    Numbers increase from row to row.
    """
    unused, last = list(before), -1
    for row in rows:
        same = (old for old in unused if old.row > last and replace(old, row=row.row) == row)
        if old := next(same, None):
            unused.remove(old)
        row.row = last = old.row if old else last + 1


def hidden_fields(draft: ProfileDraft, parts: Iterable[DesignPart]) -> list[tuple[str, str]]:
    """Return the names and values of hidden inputs for the fields of ``parts``.

    ``parts`` are the attributes and slots that the profile's kind doesn't have. The hidden inputs preserve
    their values while the profile has this kind.
    """
    inputs: list[tuple[str, TypedValue]] = []
    for part in parts:
        if isinstance(part, WeaponSlot):
            inputs += [field for weapon in draft.weapons[part.at] for field in _weapon_inputs(part, weapon)]
            continue
        inputs.append((part.at, draft.values.get(part.at, "")))
        if isinstance(part, PickSlot):
            inputs += [field for pick in draft.picks.get(part.at, ()) for field in _pick_inputs(part, pick)]
    return [
        (name, value)
        for name, typed in inputs
        for value in ([typed] if isinstance(typed, str) else typed)
        if value
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
    """Return the draft of a submitted form.

    A field with an invalid name goes into ``values``. Later, ``parse_profile`` reports it.
    """
    layout = form_layout(catalogue)
    draft = ProfileDraft(
        weapons={at: [] for at in layout.weapons},
        picks={at: [] for at, slot in layout.picks.items() if slot.many},
    )
    weapons: dict[tuple[str, int], WeaponDraft] = {}
    picks: dict[tuple[str, int], PickDraft] = {}
    for name, typed in post.lists():
        if name in _REQUEST_FIELDS:
            continue
        if name in _PAGE_FIELDS:
            setattr(draft, name, typed[-1])
        elif name in ("name", "max"):
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
    for at, row in sorted(weapons):
        weapon = weapons[at, row]
        if layout.weapons[at].many or weapon.is_filled:
            draft.weapons[at].append(weapon)
    for at, row in sorted(picks):
        pick = picks[at, row]
        for code, typed in pick.parameters.items():
            known = layout.parameter(layout.picks[at], pick.code, code)
            if known is None or known.kind != "profiles":
                pick.parameters[code] = typed[-1]
            else:
                pick.parameters[code] = [key for key in typed if key]
        draft.picks[at].append(pick)


# ------------------------------------------------------------------ to a profile


def profile_json(draft: ProfileDraft, key: str, catalogue: Catalogue) -> dict[str, object]:
    """Return the profile of a draft as a JSON value.

    The value may be invalid. ``parse_profile`` checks it.
    """
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
    plain: dict[str, object] = {}
    for at, slot in layout.weapons.items():
        weapons = [_weapon_json(weapon) for weapon in draft.weapons[at]]
        set_at(plain, at, weapons if slot.many else next(iter(weapons), None))
    for at, picks in draft.picks.items():
        set_at(plain, at, [_pick_json(pick, layout.picks[at], layout) for pick in picks])
    # Values come last, so that an invalid field name conflicts with an existing field and is rejected.
    for at, typed in draft.values.items():
        if at in layout.attributes:
            is_yes = layout.attributes[at].kind == "flag" and typed == YES
            set_at(plain, at, is_yes or _value_json(typed, layout.attributes[at].kind == "number"))
        elif at in layout.picks and not layout.picks[at].many:
            set_at(plain, at, typed or None)
        else:
            plain[at] = typed
    return plain


def _weapon_json(weapon: WeaponDraft) -> dict[str, object]:
    fields = {code: _number_json(typed) for code, typed in weapon.fields.items()}
    return {"name": weapon.name, **fields, "properties": weapon.properties}


def _pick_json(pick: PickDraft, slot: PickSlot, layout: FormLayout) -> dict[str, object]:
    plain: dict[str, object] = {"code": pick.code}
    for code, typed in pick.parameters.items():
        parameter = layout.parameter(slot, pick.code, code)
        if parameter is None:
            plain[code] = typed
        elif isinstance(typed, list):
            plain[code] = typed or None
        else:
            plain[code] = _value_json(typed, parameter.kind == "number")
    return plain


def _value_json(typed: str, is_number: bool) -> object:
    return _number_json(typed) if is_number else typed.strip() or None


def _number_json(typed: str) -> object:
    """Return a submitted text as an integer, or None if the text is blank.

    Other texts are returned as they are, and the parser rejects them. An integer with too many digits becomes
    10 ** 12 with the same sign. No field allows this number.
    """
    text = typed.strip().replace("\N{MINUS SIGN}", "-")
    if _INTEGER.fullmatch(text):
        return int(text)
    if long := _LONG_INTEGER.fullmatch(text):
        return int(f"{long[1]}{10**12}")
    return text or None
