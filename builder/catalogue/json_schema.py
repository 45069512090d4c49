"""The JSON Schema of the interchange document, made from the loaded editions.

It says in the language of other people's tools what ``parse_document`` reads: types, fields, codes and
lengths. What it cannot say is left to the reader: a key that stands twice, half of a surrogate pair, and
the size of the text as a whole.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from builder.points.catalogue import Attribute, Catalogue, Parameter, PickSlot, Property, WeaponSlot
from builder.points.catalogue_index import index_of
from builder.points.document import FORMAT, VERSION
from builder.points.json_reader import MAX_NUMBER, MAX_VALUE, Limits

Json = dict[str, object]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_FORBIDDEN = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff"


def schema_of(catalogues: Mapping[tuple[str, str], Catalogue], limits: Limits) -> Json:
    """The schema of a document in any of these editions, under these limits."""
    editions = [catalogues[name] for name in sorted(catalogues)]
    return {
        "$schema": DIALECT,
        "title": "Company list",
        "description": "A company list of Musterbook with its profiles and rosters.",
        "type": "object",
        "required": ["format", "version", "system", "edition", "name"],
        "additionalProperties": False,
        "properties": {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "system": {"enum": sorted({edition.system for edition in editions})},
            "edition": {"enum": sorted({edition.edition for edition in editions})},
            "name": {"$ref": "#/$defs/line"},
            "setting": {"$ref": "#/$defs/line"},
            "background": {"$ref": "#/$defs/text"},
            "profiles": _items({"$ref": "#/$defs/profile"}, limits.profiles),
            "rosters": _items({"$ref": "#/$defs/roster"}, limits.rosters),
        },
        **_by_edition(editions),
        "$defs": {
            **_shared_definitions(limits, editions),
            **{
                _roster_name(edition): _roster(edition, limits)
                for edition in editions
                if not _has_plain_rosters(editions)
            },
            **{_design_name(edition): _design(edition, limits) for edition in editions},
        },
    }


@lru_cache(maxsize=8)
def schema_text(editions: tuple[Catalogue, ...], limits: Limits) -> str:
    """The JSON text of the schema of a document in these editions; plain ASCII, always the same."""
    catalogues = {(edition.system, edition.edition): edition for edition in editions}
    return json.dumps(schema_of(catalogues, limits), indent=1) + "\n"


def _edition_constants(edition: Catalogue) -> Json:
    return {"system": {"const": edition.system}, "edition": {"const": edition.edition}}


def _by_edition(editions: Sequence[Catalogue]) -> Json:
    """What a document of each edition is held to, one inside the other: readers of schemas give up on many
    conditions side by side.
    """
    schema: Json = {"not": {}}
    for edition in reversed(editions):
        schema = {**_edition_branch(edition, editions), "else": schema}
    return schema


def _edition_branch(edition: Catalogue, editions: Sequence[Catalogue]) -> Json:
    design = {"$ref": f"#/$defs/{_design_name(edition)}"}
    properties: Json = {"profiles": {"items": {"properties": {"design": design}}}}
    if not _has_plain_rosters(editions):
        properties["rosters"] = {"items": {"$ref": f"#/$defs/{_roster_name(edition)}"}}
    return {
        "if": {"properties": _edition_constants(edition), "required": ["system", "edition"]},
        "then": {"properties": properties},
    }


def _has_plain_rosters(editions: Iterable[Catalogue]) -> bool:
    """Whether all of them have rosters with a limit, no further facts, and rows that are no units."""
    return all(
        edition.roster.limit == "required" and not edition.roster.fields and not edition.unit_kinds
        for edition in editions
    )


def _roster_name(edition: Catalogue) -> str:
    return f"roster-{edition.system}-{edition.edition}"


def _design_name(edition: Catalogue) -> str:
    return f"design-{edition.system}-{edition.edition}"


def _shared_definitions(limits: Limits, editions: Sequence[Catalogue]) -> Json:
    line = {"type": "string", "maxLength": limits.name, "not": {"pattern": f"[{_FORBIDDEN}\t\n\r]"}}
    text = {"type": "string", "maxLength": limits.text, "not": {"pattern": f"[{_FORBIDDEN}]"}}
    key = {
        "description": "Plain letters, digits, hyphens and underscores.",
        "type": "string",
        "maxLength": limits.name,
        "pattern": "^[A-Za-z0-9_-]+$",
        # To some readers of patterns, "$" also stands before a line break at the end.
        "not": {"pattern": "[\r\n]"},
    }
    ref: dict[str, Json] = {
        name: {"$ref": f"#/$defs/{name}"} for name in ("line", "text", "key", "value", "count")
    }
    return {
        "line": {"description": "A text on one line.", **line},
        "text": {"description": "Markdown.", **text},
        "key": key,
        "value": {"type": "integer", "minimum": -MAX_VALUE, "maximum": MAX_VALUE},
        "count": {"type": "integer", "minimum": 0, "maximum": limits.count},
        "profile": _object(
            {
                "key": ref["key"],
                "name": ref["line"],
                "notes": ref["text"],
                "max": _or_null({**ref["count"], "description": "The owner's own limit on copies."}),
                "design": {"type": "object"},
            },
            ("key", "name"),
        ),
        **_roster_definitions(limits, editions),
    }


def _roster_definitions(limits: Limits, editions: Sequence[Catalogue]) -> Json:
    """A roster of any edition, and a row of it."""
    if _has_plain_rosters(editions):
        roster = _object(
            {"name": _LINE, "limit": _LIMIT, "entries": _items({"$ref": "#/$defs/entry"}, limits.profiles)},
            ("name", "limit"),
        )
        return {"roster": roster, "entry": _MEMBER}
    roster = _object(
        {
            "name": _LINE,
            "limit": _or_null(_LIMIT),
            "entries": _items({"$ref": "#/$defs/entry"}, limits.profiles),
            "fields": {"type": "object"},
        },
        ("name",),
    )
    return {"roster": roster, "entry": _unit(_LINE, limits), "member": _MEMBER}


def _roster(edition: Catalogue, limits: Limits) -> Json:
    """A roster by the terms of one edition."""
    terms = edition.roster
    size: Json = {"required": _LIMIT, "optional": _or_null(_LIMIT), "none": {"type": "null"}, "fixed": {}}
    kinds: Json = {"enum": ["", *(kind.code for kind in edition.unit_kinds)]}
    entry = _unit(kinds, limits) if edition.unit_kinds else _MEMBER
    fields: Json = {part.code: _attribute(part) for part in terms.fields}
    return _object(
        {
            "name": _LINE,
            "limit": size[terms.limit],
            "entries": _items(entry, limits.profiles),
            **({"fields": _object(fields)} if fields else {}),
        },
        ("name", "limit") if terms.limit == "required" else ("name",),
    )


def _unit(kinds: Json, limits: Limits) -> Json:
    """A row that may be a unit: a main profile, and others that belong to it or stand with it."""
    members = _items({"$ref": "#/$defs/member"}, limits.profiles)
    of_main: Json = {"profile": {"$ref": "#/$defs/key"}, "count": {"$ref": "#/$defs/count"}}
    besides: Json = {"name": _LINE, "unit": kinds, "others": members, "attached": members}
    return _object({**of_main, **besides}, ("profile", "count"))


def _object(properties: Json, required: Iterable[str] = ()) -> Json:
    schema: Json = {"type": "object", "properties": properties, "additionalProperties": False}
    if names := list(required):
        schema["required"] = names
    return schema


_LINE: Json = {"$ref": "#/$defs/line"}
_LIMIT: Json = {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}
_MEMBER: Json = _object(
    {"profile": {"$ref": "#/$defs/key"}, "count": {"$ref": "#/$defs/count"}}, ("profile", "count")
)


def _items(of: Json, most: int) -> Json:
    return {"type": "array", "maxItems": most, "items": of}


def _or_null(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


# ------------------------------------------------------------------ designs


def _design(catalogue: Catalogue, limits: Limits) -> Json:
    """One edition's design: every attribute and slot at its place, one level of nesting at most."""
    tops: Json = {}
    nested: dict[str, Json] = {}
    for at, schema in _place_schemas(catalogue, limits):
        head, _, tail = at.partition(".")
        if tail:
            nested.setdefault(head, {})[tail] = schema
            tops[head] = _object(nested[head])
        else:
            tops[head] = schema
    return {"title": f"Design for {catalogue.system_name} {catalogue.edition}", **_object(tops)}


def _place_schemas(catalogue: Catalogue, limits: Limits) -> Iterable[tuple[str, Json]]:
    entries = {group: list(members.values()) for group, members in index_of(catalogue).entries.items()}
    for attribute in catalogue.attributes:
        yield attribute.at, _attribute(attribute)
    for slot in catalogue.weapon_slots:
        weapon = _weapon(slot, entries[slot.group], limits)
        many = slot.many
        yield (
            slot.at,
            _or_null(
                {**(_items(weapon, limits.weapons) if many else weapon), **_title_and_description(slot)}
            ),
        )
    for pick_slot in catalogue.pick_slots:
        members = entries[pick_slot.group]
        if pick_slot.many:
            taken = _items({"oneOf": _picks(members, limits)}, limits.picks)
            yield pick_slot.at, _or_null({**taken, **_title_and_description(pick_slot)})
        else:
            yield (
                pick_slot.at,
                {**_title_and_description(pick_slot), "enum": [*(entry.code for entry in members), None]},
            )


def _title_and_description(of: Attribute | WeaponSlot | PickSlot) -> Json:
    return {"title": of.name, "description": of.summary}


def _attribute(attribute: Attribute) -> Json:
    if attribute.kind == "choice":
        return {
            **_title_and_description(attribute),
            "enum": [*(option.code for option in attribute.options), None],
        }
    if attribute.kind == "flag":
        return {**_title_and_description(attribute), "type": ["boolean", "null"]}
    if attribute.kind == "text":
        return {**_title_and_description(attribute), **_or_null(_LINE)}
    return {
        **_title_and_description(attribute),
        "type": ["integer", "null"],
        "minimum": -MAX_VALUE,
        "maximum": MAX_VALUE,
    }


def _weapon(slot: WeaponSlot, entries: Iterable[Property], limits: Limits) -> Json:
    codes: Json = {"enum": [entry.code for entry in entries]}
    fields: Json = {field.code: _attribute(field) for field in slot.fields}
    return _object({"name": {"$ref": "#/$defs/line"}, **fields, "properties": _items(codes, limits.picks)})


def _picks(entries: Iterable[Property], limits: Limits) -> list[Json]:
    """One branch for all entries without parameters, and one for each that has some."""
    plain = [entry.code for entry in entries if not entry.parameters]
    branches = [_object({"code": {"enum": plain}}, ("code",))] if plain else []
    for entry in (entry for entry in entries if entry.parameters):
        parameters: Json = {
            p.code: _or_null({"title": p.name, **_parameter(p, limits)}) for p in entry.parameters
        }
        words = {"title": entry.name, "description": entry.summary}
        branches.append({**words, **_object({"code": {"const": entry.code}, **parameters}, ("code",))})
    return branches


def _parameter(parameter: Parameter, limits: Limits) -> Json:
    if parameter.kind == "number":
        return {"$ref": "#/$defs/value"}
    if parameter.kind == "choice":
        return {"enum": [option.code for option in parameter.options]}
    if parameter.kind == "profiles":
        return _items({"$ref": "#/$defs/key"}, limits.picks)
    return {"$ref": f"#/$defs/{'key' if parameter.kind == 'profile' else 'line'}"}
