"""A profile's design: the player's choices for the attributes and slots of a model.

The catalogue of a game defines the form of a design's JSON. Each attribute and slot has a place (``at``) in
this JSON, such as ``attributes.mov``. This module refuses codes that are not in the catalogue. It accepts
numbers that break a rule of the game, because the ``appraisal`` package reports them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property, lru_cache

from builder.points.document.json_reader import (
    DocumentError,
    JsonReader,
    describe_type,
    is_missing,
    join_path,
)
from builder.points.rules.catalogue import Attribute, Catalogue, Parameter, PickSlot, Property, WeaponSlot
from builder.points.rules.catalogue_index import KIND, index_of

ParameterValue = int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon: its name, the codes of its properties, and its numbers by code, such as the range."""

    name: str = ""
    properties: tuple[str, ...] = ()
    fields: Mapping[str, int | None] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Return the hash of the content."""
        return hash((self.name, self.properties, frozenset(self.fields.items())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A picked property or spell, with its parameters."""

    code: str
    parameters: Mapping[str, ParameterValue] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Return the hash of the content."""
        return hash((self.code, frozenset(self.parameters.items())))


@dataclass(frozen=True, kw_only=True)
class Design:
    """The design of a model: values by attribute, weapons and picks by slot.

    ``values`` doesn't contain blank attributes. An empty slot has an empty tuple or is left out.
    """

    values: Mapping[str, int | str] = field(default_factory=dict)
    weapons: Mapping[str, tuple[Weapon, ...]] = field(default_factory=dict)
    picks: Mapping[str, tuple[Pick, ...]] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Return the hash of the content, so that equal designs are the same key of a cache."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(frozenset(part.items()) for part in (self.values, self.weapons, self.picks)))


@dataclass(frozen=True, slots=True)
class _Layout:
    """The parts of a design's JSON in a game: attributes and slots by place, entries by group and code.

    ``plain_picks`` are picks without parameters, by group and code, which all designs share.
    ``nested_fields`` maps each top field that is an object to the names of its inner fields.
    """

    attributes: Mapping[str, Attribute]
    weapons: Mapping[str, WeaponSlot]
    picks: Mapping[str, PickSlot]
    entries: Mapping[str, Mapping[str, Property]]
    plain_picks: Mapping[str, Mapping[str, Pick]]
    top_fields: tuple[str, ...]
    nested_fields: Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=32)
def _layout(catalogue: Catalogue) -> _Layout:
    attributes = {a.at: a for a in catalogue.attributes}
    weapons = {s.at: s for s in catalogue.weapon_slots}
    picks = {s.at: s for s in catalogue.pick_slots}
    entries = index_of(catalogue).entries
    plain_picks = {group: {code: Pick(code=code) for code in codes} for group, codes in entries.items()}
    tops: dict[str, None] = {}
    nested: dict[str, tuple[str, ...]] = {}
    for at in (*attributes, *weapons, *picks):
        head, _, tail = at.partition(".")
        tops[head] = None
        if tail:
            nested[head] = (*nested.get(head, ()), tail)
    return _Layout(attributes, weapons, picks, entries, plain_picks, tuple(tops), nested)


def parse_design(reader: JsonReader, path: str, value: object, catalogue: Catalogue) -> Design:
    """Return the design at ``path``. Unknown fields, unknown codes and wrong types are faults."""
    layout = _layout(catalogue)
    values: dict[str, int | str] = {}
    weapons: dict[str, tuple[Weapon, ...]] = {}
    picks: dict[str, tuple[Pick, ...]] = {}
    for at, full_path, raw in _flatten(reader, path, value, layout):
        attribute = layout.attributes.get(at)
        if raw is None or (raw is False and attribute and attribute.kind == "flag"):
            continue
        if attribute:
            values[attribute.code] = parse_value(reader, full_path, raw, attribute)
        elif slot := layout.weapons.get(at):
            weapons[slot.code] = _weapons(reader, full_path, raw, slot, layout)
        else:
            pick_slot = layout.picks[at]
            picks[pick_slot.code] = _picks(reader, full_path, raw, pick_slot, layout)
    return Design(
        values=values,
        weapons={slot.code: weapons.get(slot.code, ()) for slot in catalogue.weapon_slots},
        picks={slot.code: picks.get(slot.code, ()) for slot in catalogue.pick_slots},
    )


def _flatten(reader: JsonReader, path: str, value: object, layout: _Layout) -> list[tuple[str, str, object]]:
    """Return the fields of a design: the place in the design, the path in the document, and the raw value."""
    fields = []
    for head, raw in reader.fields(path, value, layout.top_fields).items():
        if head in layout.nested_fields:
            inner = reader.fields(join_path(path, head), raw, layout.nested_fields[head])
            fields += [(f"{head}.{tail}", f"{path}.{head}.{tail}", item) for tail, item in inner.items()]
        else:
            fields.append((head, join_path(path, head), raw))
    return fields


def parse_value(reader: JsonReader, path: str, raw: object, attribute: Attribute) -> int | str:
    """Return an attribute's value: an integer, an option's code, or a line of text.

    A flag is 1 for true and 0 for false.
    """
    if attribute.kind == "number":
        if attribute.entered:
            return reader.integer(path, raw, reader.limits.least_price)
        return reader.integer(path, raw, least_legal=attribute.low)
    if attribute.kind == "text":
        return reader.line(path, raw)
    if attribute.kind == "flag":
        if not isinstance(raw, bool):
            reader.refuse(path, f"is {describe_type(raw)}, not yes or no", "write true or false")
        return int(raw is True)
    codes = [option.code for option in attribute.options]
    if not isinstance(raw, str) or raw not in codes:
        offered = [f'"{option.code}"' for option in attribute.options if option.offered]
        reader.refuse(path, "is not one of the choices", f"write {', '.join(offered)} or null")
        return ""
    return raw


def _weapons(
    reader: JsonReader, path: str, raw: object, slot: WeaponSlot, layout: _Layout
) -> tuple[Weapon, ...]:
    if not slot.many:
        return (_weapon(reader, path, raw, slot, layout),)
    return tuple(
        _weapon(reader, at, item, slot, layout) for at, item in reader.items(path, raw, reader.limits.weapons)
    )


def _weapon(reader: JsonReader, path: str, raw: object, slot: WeaponSlot, layout: _Layout) -> Weapon:
    allowed = ("name", *(f.code for f in slot.fields), "properties")
    item = reader.fields(path, raw, allowed)
    codes = []
    for at, code in reader.items(f"{path}.properties", item.get("properties", []), reader.limits.picks):
        if entry := _find_entry(reader, at, code, slot.group, layout):
            codes.append(entry.code)
    return Weapon(
        name=reader.line(f"{path}.name", item.get("name", "")),
        properties=tuple(codes),
        fields={
            field.code: reader.integer(f"{path}.{field.code}", item[field.code])
            for field in slot.fields
            if item.get(field.code) is not None
        },
    )


def _find_entry(reader: JsonReader, path: str, code: object, group: str, layout: _Layout) -> Property | None:
    """Return the group's entry with this code. If the code is unknown, report a fault and return None."""
    entry = layout.entries[group].get(code) if isinstance(code, str) else None
    if entry is None and not is_missing(code):
        reader.refuse_as(_unknown_code(path, code, layout.entries[group]))
    return entry


def _unknown_code(path: str, code: object, entries: Mapping[str, Property]) -> DocumentError:
    if not isinstance(code, str):
        return DocumentError(path, f"is {describe_type(code)}, not a code", "write one code in quotes")
    lower_case = {known.casefold(): known for known in entries}
    near = get_close_matches(code.casefold()[:40], lower_case, 1)
    fix = f'did you mean "{lower_case[near[0]]}"?' if near else "the reference page lists the codes"
    return DocumentError(path, f"{code[:40]!r} is not a known code", fix)


def _picks(reader: JsonReader, path: str, raw: object, slot: PickSlot, layout: _Layout) -> tuple[Pick, ...]:
    if not slot.many:
        entry = _find_entry(reader, path, raw, slot.group, layout)
        return (Pick(code=entry.code),) if entry else ()
    return tuple(
        _pick(reader, at, item, slot, layout) for at, item in reader.items(path, raw, reader.limits.picks)
    )


def _pick(reader: JsonReader, path: str, raw: object, slot: PickSlot, layout: _Layout) -> Pick:
    given = reader.fields(path, raw, None, required=("code",))
    code = given["code"]
    if len(given) == 1 and isinstance(code, str) and (pick := layout.plain_picks[slot.group].get(code)):
        return pick
    entry = _find_entry(reader, f"{path}.code", code, slot.group, layout)
    if entry is None:
        return Pick(code="")
    reader.fields(path, raw, ("code", *(p.code for p in entry.parameters)))
    return Pick(
        code=entry.code,
        parameters={
            p.code: _parameter(reader, f"{path}.{p.code}", given[p.code], p)
            for p in entry.parameters
            if given.get(p.code) is not None
        },
    )


def _parameter(reader: JsonReader, path: str, raw: object, parameter: Parameter) -> ParameterValue:
    if parameter.kind == "number":
        return reader.integer(path, raw)
    if parameter.kind == "profile":
        return reader.key(path, raw)
    if parameter.kind == "profiles":
        return tuple(reader.key(at, item) for at, item in reader.items(path, raw, reader.limits.picks))
    text = reader.line(path, raw)
    codes = [option.code for option in parameter.options]
    if parameter.kind == "choice" and text not in codes:
        reader.refuse(path, "is not one of the choices", "write " + ", ".join(f'"{c}"' for c in codes))
    return text


def new_design(catalogue: Catalogue, kind: str = "") -> Design:
    """Return the initial design of a model: the initial values of its attributes, and no picks.

    ``kind`` is the code of the kind of model, or "" for a game without kinds.
    """
    values: dict[str, int | str] = {KIND: kind} if kind else {}
    attributes = index_of(catalogue).for_kind(values).catalogue.attributes
    return Design(values={**{a.code: a.start for a in attributes if a.start is not None}, **values})


def usual_design(design: Design, catalogue: Catalogue) -> Design:
    """Return a design that was read from a text, in the form in which the profile editor stores it.

    Designs that mean the same then have the same fingerprint. The editor always stores the kind of model. A
    number that equals its attribute's default is left out, unless the number is required or new designs begin
    with a number. The default weapon of a slot is left out too.
    """
    values = dict(design.values)
    if catalogue.kinds:
        values.setdefault(KIND, catalogue.kinds[0].code)
    for part in catalogue.attributes:
        is_blank_if_default = part.kind == "number" and part.start is None and not part.required_rule
        if is_blank_if_default and values.get(part.code) == part.default:
            values.pop(part.code, None)
    defaults = {
        slot.code: (Weapon(name="", fields={}, properties=slot.default),)
        for slot in catalogue.weapon_slots
        if slot.default and not slot.many
    }
    weapons = {code: slot for code, slot in design.weapons.items() if slot != defaults.get(code)}
    return replace(design, values=values, weapons=weapons)


def dump_design(design: Design, catalogue: Catalogue) -> dict[str, object]:
    """Return the JSON value of a design, in the catalogue's order.

    Blank attributes are included, except attributes that were added after the edition was published.
    """
    result: dict[str, object] = {}
    for attribute in catalogue.attributes:
        value = design.values.get(attribute.code)
        if attribute.added and value is None:
            continue
        set_at(result, attribute.at, bool(value) if attribute.kind == "flag" else value)
    for slot in catalogue.weapon_slots:
        weapons = [_dump_weapon(weapon, slot) for weapon in design.weapons.get(slot.code, ())]
        set_at(result, slot.at, weapons if slot.many else next(iter(weapons), None))
    for pick_slot in catalogue.pick_slots:
        picks = design.picks.get(pick_slot.code, ())
        if pick_slot.many:
            set_at(result, pick_slot.at, [_dump_pick(pick) for pick in picks])
        else:
            set_at(result, pick_slot.at, picks[0].code if picks else None)
    return result


def profile_keys(value: ParameterValue | None) -> tuple[str, ...]:
    """Return the keys of profiles in a parameter's value: none, one or several."""
    if isinstance(value, tuple):
        return value
    return (value,) if isinstance(value, str) else ()


def set_at(result: dict[str, object], at: str, value: object) -> None:
    """Set the field at the place ``at`` of a design's JSON.

    The place ``attributes.mov`` is the field ``mov`` in the object ``attributes``.
    """
    head, _, tail = at.partition(".")
    inner = result.setdefault(head, {}) if tail else result
    if isinstance(inner, dict):
        inner[tail or head] = value


def _dump_weapon(weapon: Weapon, slot: WeaponSlot) -> dict[str, object]:
    fields = {f.code: weapon.fields[f.code] for f in slot.fields if f.code in weapon.fields}
    return {"name": weapon.name, **fields, "properties": list(weapon.properties)}


def _dump_pick(pick: Pick) -> dict[str, object]:
    given = {
        code: list(value) if isinstance(value, tuple) else value for code, value in pick.parameters.items()
    }
    return {"code": pick.code, **given}
