"""The JSON Schema of the interchange document, which is a company list as JSON.

The schema is made from the loaded editions. It describes what ``parse_document`` accepts: types, fields,
codes and lengths. A JSON Schema can't express three faults, so only ``parse_document`` finds them: repeated
keys, unpaired surrogates, and documents that are too long.

Each game has a schema of its own, which the field ``system`` selects. All parts of a schema have names, such
as ``StargraveCaptainDesign``, from which code generators make classes. The descriptions of fields come from
the classes in ``builder.points`` and from the edition.
"""

import inspect
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from builder.catalogue.files import Catalogues
from builder.points.document.document import FORMAT, VERSION, Document, Member, Profile, Roster, RosterEntry
from builder.points.document.json_reader import MAX_NUMBER, MAX_VALUE, Limits
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    Kind,
    Parameter,
    PickSlot,
    Property,
    WeaponSlot,
)
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.field_descriptions import field_descriptions

Json = dict[str, object]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_UNPRINTABLE = r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufffe\uffff"
_LIMIT: Json = {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}
_NUMBER: Json = {"type": ["integer", "null"], "minimum": -MAX_VALUE, "maximum": MAX_VALUE}


def schema_of(catalogues: Catalogues, limits: Limits) -> Json:
    """Return the schema of a document in any of these editions."""
    names = _NamedSchemas("#/$defs/")
    return {"$schema": DIALECT, **_company_list(catalogues, limits, names), "$defs": names.schemas}


def components_of(catalogues: Catalogues, limits: Limits, ref_prefix: str) -> dict[str, Json]:
    """Return the schemas ``CompanyList``, ``ListProfile`` and ``ListRoster`` of any game with their parts.

    References between the schemas begin with ``ref_prefix``.
    """
    names = _NamedSchemas(ref_prefix)
    company_list = _company_list(catalogues, limits, names)
    _add_profile_and_roster_of_any_game(limits, names)
    return {"CompanyList": company_list, **names.schemas}


@lru_cache(maxsize=8)
def schema_text(editions: tuple[Catalogue, ...], limits: Limits) -> str:
    """Return the schema of a document in these editions as ASCII JSON, with a fixed order of keys."""
    catalogues = {(edition.system, edition.edition): edition for edition in editions}
    return json.dumps(schema_of(catalogues, limits), indent=1) + "\n"


class _NamedSchemas:
    """The schemas that have names. A reference to one is ``ref_prefix`` and the name."""

    def __init__(self, ref_prefix: str) -> None:
        self._ref_prefix = ref_prefix
        self.schemas: dict[str, Json] = {}

    def refer(self, name: str) -> Json:
        """Return the reference to a named schema."""
        return {"$ref": f"{self._ref_prefix}{name}"}

    def add(self, name: str, schema: Json) -> Json:
        """Add a named schema, and return the reference to it.

        If a different schema already has the name, the name gets a number: "List2".
        """
        unused_name = name
        for number in range(2, len(self.schemas) + 2):
            if self.schemas.get(unused_name, schema) == schema:
                break
            unused_name = f"{name}{number}"
        self.schemas[unused_name] = schema
        return self.refer(unused_name)

    def add_choice(self, field: str, name: str, choices: Mapping[str, Json]) -> Json:
        """Return the reference to a new schema in which the value of ``field`` selects one of ``choices``.

        If there is only one choice, return it without a new schema.
        """
        if len(choices) == 1:
            return next(iter(choices.values()))
        return self.add(name, _one_of(field, choices))


def _one_of(field: str, choices: Mapping[str, Json]) -> Json:
    """Return a schema in which the value of ``field``, a key of ``choices``, selects one of the choices."""
    mapping = {value: ref["$ref"] for value, ref in choices.items()}
    return {"oneOf": list(choices.values()), "discriminator": {"propertyName": field, "mapping": mapping}}


def _company_list(catalogues: Catalogues, limits: Limits, names: _NamedSchemas) -> Json:
    """Return the schema of a list of any game, and add its parts to ``names``."""
    _add_shared_schemas(limits, names)
    editions = [catalogues[name] for name in sorted(catalogues)]
    games: dict[str, Json] = {}
    for system, game_editions in groupby(editions, lambda edition: edition.system):
        editions_of_game = list(game_editions)
        prefixes = _prefixes(editions_of_game)
        lists = {
            edition.edition: _EditionSchemas(edition, prefix, limits, names).company_list()
            for edition, prefix in zip(editions_of_game, prefixes, strict=True)
        }
        games[system] = names.add_choice("edition", f"{_class_name(system)}List", lists)
    description = "A company list of Musterbook with its profiles and rosters."
    return {"description": description, **(_one_of("system", games) if games else {"not": {}})}


def _prefixes(editions: Sequence[Catalogue]) -> list[str]:
    """Return the beginnings of the names of each edition's schemas: the game and, if needed, the edition."""
    if len(editions) == 1:
        return [_class_name(editions[0].system)]
    return [_class_name(f"{edition.system}-edition-{edition.edition}") for edition in editions]


def _class_name(code: str) -> str:
    """Return a class name made from a code: "FirstMate" from "first-mate"."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]+", code))


def _singular_class_name(code: str) -> str:
    """Return a class name in the singular made from a code: "Spell" from "spells"."""
    name = _class_name(code)
    return re.sub("ies$", "y", name) if name.endswith("ies") else re.sub("s$", "", name)


def _add_shared_schemas(limits: Limits, names: _NamedSchemas) -> None:
    """Add the schemas that lists of all games use."""
    line: Json = {"type": "string", "maxLength": limits.name, "not": {"pattern": rf"[{_UNPRINTABLE}\t\n\r]"}}
    text: Json = {"type": "string", "maxLength": limits.text, "not": {"pattern": f"[{_UNPRINTABLE}]"}}
    names.add("LineText", {"description": "A text on one line.", **line})
    names.add("MarkdownText", {"description": "A text in Markdown.", **text})
    names.add(
        "ProfileKey",
        {
            "description": "A key of ASCII letters, digits, hyphens and underscores.",
            "type": "string",
            "maxLength": limits.name,
            "pattern": "^[A-Za-z0-9_-]+$",
            # In some implementations, "$" also matches before a line break at the end.
            "not": {"pattern": r"[\r\n]"},
        },
    )
    names.add("ModelCount", {"type": "integer", "minimum": 0, "maximum": limits.count})
    names.add("RosterMember", _record(Member, _member_keys(names), ("profile", "count")))


def _member_keys(names: _NamedSchemas) -> dict[str, Json]:
    return {"profile": names.refer("ProfileKey"), "count": names.refer("ModelCount")}


def _add_profile_and_roster_of_any_game(limits: Limits, names: _NamedSchemas) -> None:
    design = names.add("AnyDesign", _free_object("A design of any game. Its parts depend on the game."))
    facts = names.add(
        "AnyRosterFields", _free_object("Facts of a roster or a unit, as its game requires them.")
    )
    names.add("ListProfile", _profile_schema(design, names))
    entries = _items(
        names.add("ListRosterEntry", _unit_schema(names.refer("LineText"), facts, limits, names)),
        limits.profiles,
    )
    names.add("ListRosterEntries", entries)
    names.add(
        "ListRoster",
        _record(
            Roster,
            {
                "name": names.refer("LineText"),
                "limit": {**_LIMIT, "type": ["integer", "null"]},
                "entries": names.refer("ListRosterEntries"),
                "fields": facts,
            },
            ("name",),
        ),
    )


def _profile_schema(design: Json, names: _NamedSchemas) -> Json:
    return _record(
        Profile,
        {
            "key": names.refer("ProfileKey"),
            "name": names.refer("LineText"),
            "notes": names.refer("MarkdownText"),
            "max": _or_null(names.refer("ModelCount")),
            "design": design,
        },
        ("key", "name"),
    )


def _unit_schema(kinds: Json, facts: Json | None, limits: Limits, names: _NamedSchemas) -> Json:
    """Return the schema of a row of a roster that may be a unit.

    ``kinds`` is the schema of the kinds of units. ``facts`` is the schema of the fields that the game adds.
    """
    members = _items(names.refer("RosterMember"), limits.profiles)
    unit_keys: dict[str, Json] = {
        "name": names.refer("LineText"),
        "unit": kinds,
        "others": members,
        "attached": members,
        **({"fields": facts} if facts else {}),
    }
    return _record(RosterEntry, {**_member_keys(names), **unit_keys}, ("profile", "count"))


def _object(properties: Mapping[str, object], required: Iterable[str] = ()) -> Json:
    schema: Json = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    if names := list(required):
        schema["required"] = names
    return schema


def _record(record: type, properties: Mapping[str, Json], required: Iterable[str] = ()) -> Json:
    """Return the schema of an object with the docstring and the descriptions of the class ``record``.

    Properties that already have a description aren't changed.
    """
    texts = field_descriptions(record)
    described = {
        name: schema if "description" in schema else _described(texts[name], schema)
        for name, schema in properties.items()
    }
    return _described(inspect.getdoc(record) or "", _object(described, required))


def _described(description: str, schema: Json) -> Json:
    return {**schema, "description": description}


def _free_object(description: str) -> Json:
    return {"type": "object", "additionalProperties": True, "description": description}


def _items(item: Json, max_items: int) -> Json:
    return {"type": "array", "maxItems": max_items, "items": item}


def _or_null(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


def _title_and_description(part: Attribute | WeaponSlot | PickSlot) -> Json:
    return {"title": part.name, "description": part.summary or f"{part.name}, as the game explains it."}


class _EditionSchemas:
    """The schemas of one edition. Their names begin with ``prefix``."""

    def __init__(self, catalogue: Catalogue, prefix: str, limits: Limits, names: _NamedSchemas) -> None:
        self._catalogue = catalogue
        self._prefix = prefix
        self._limits = limits
        self._names = names
        index = index_of(catalogue).entries
        self._entries = {group: list(members.values()) for group, members in index.items()}

    def company_list(self) -> Json:
        """Return the schema of a list of this edition, and add its parts to the named schemas."""
        refer, edition = self._names.refer, self._catalogue
        profile = self._add("Profile", _profile_schema(self._design(), self._names))
        return self._add(
            "List",
            _record(
                Document,
                {
                    "format": _described("Format of the document.", {"const": FORMAT}),
                    "version": _described("Version of the format.", {"const": VERSION}),
                    "system": {"const": edition.system},
                    "edition": {"const": edition.edition},
                    "name": refer("LineText"),
                    "setting": refer("LineText"),
                    "background": refer("MarkdownText"),
                    "profiles": _items(profile, self._limits.profiles),
                    "rosters": _items(self._roster(), self._limits.rosters),
                },
                ("format", "version", "system", "edition", "name"),
            ),
        )

    def _add(self, name: str, schema: Json) -> Json:
        return self._names.add(f"{self._prefix}{name}", schema)

    # -------------------------------------------------------------- rosters

    def _roster(self) -> Json:
        edition, line = self._catalogue, self._names.refer("LineText")
        terms = edition.roster
        optional: Json = {**_LIMIT, "type": ["integer", "null"]}
        limit_schemas: dict[str, Json] = {
            "required": _described(f"Limit of the roster in {edition.points_unit}.", _LIMIT),
            "optional": optional,
            "none": _described("Always null: rosters of this game have no limit.", {"type": "null"}),
            "fixed": _described(f"Ignored: the limit of this game is always {terms.points}.", {}),
        }
        fields = {part.code: self._described_value(part) for part in terms.fields}
        return self._add(
            "Roster",
            _record(
                Roster,
                {
                    "name": line,
                    "limit": limit_schemas[terms.limit],
                    "entries": _items(self._entry(), self._limits.profiles),
                    **({"fields": self._add("RosterFields", _object(fields))} if fields else {}),
                },
                ("name", "limit") if terms.limit == "required" else ("name",),
            ),
        )

    def _entry(self) -> Json:
        """Return the schema of a row of a roster: a unit, or one profile if the game has no units."""
        kinds = self._catalogue.unit_kinds
        if not kinds:
            return self._entry_of_one_profile()
        codes = self._add("UnitKind", {"type": "string", "enum": ["", *(kind.code for kind in kinds)]})
        parts = {part.code: self._described_value(part) for kind in kinds for part in kind.fields}
        facts = self._add("UnitFields", _object(parts)) if parts else None
        return self._add("RosterEntry", _unit_schema(codes, facts, self._limits, self._names))

    def _entry_of_one_profile(self) -> Json:
        fields = {part.code: self._described_value(part) for part in self._catalogue.additions}
        if not fields:
            return self._names.refer("RosterMember")
        keys = {**_member_keys(self._names), "fields": self._add("RowFields", _object(fields))}
        return self._add("RosterEntry", _record(RosterEntry, keys, ("profile", "count")))

    # -------------------------------------------------------------- designs

    def _design(self) -> Json:
        """Return the schema of a design. If the game has kinds of models, there is a schema for each kind."""
        schemas_by_place = dict(self._schemas_by_place())
        if not self._catalogue.kinds:
            return self._add("Design", self._nested_object("", schemas_by_place))
        designs = [self._design_of_kind(kind, schemas_by_place) for kind in self._catalogue.kinds]
        return self._add("Design", {"oneOf": designs})

    def _design_of_kind(self, kind: Kind, schemas_by_place: Mapping[str, Json]) -> Json:
        """Return the schema of a design of one kind.

        A design that doesn't name a kind is of the first kind. Parts that only other kinds use are
        deprecated.
        """
        is_first = kind == self._catalogue.kinds[0]
        codes_by_place = {part.at: part.code for part in index_of(self._catalogue).parts.values()}
        words = "Profiles of this kind do not have it. It is stored, but not priced or shown."
        note: Json = {"deprecated": True, "description": words}
        own_schemas: dict[str, Json] = {}
        for place, schema in schemas_by_place.items():
            is_own = not kind.parts or codes_by_place[place] in kind.parts
            own_schemas[place] = schema if is_own else {**schema, **note}
            if codes_by_place[place] == KIND:
                const: Json = {"type": "string", "const": kind.code}
                text = f'Always "{kind.code}", or null.' if is_first else f'Always "{kind.code}".'
                own_schemas[place] = {
                    "title": schema["title"],
                    "description": text,
                    **(_or_null(const) if is_first else const),
                }
        name = _class_name(kind.code)
        schema = self._nested_object(name, own_schemas)
        if not is_first:
            schema["required"] = [place for place in schemas_by_place if codes_by_place[place] == KIND]
        return self._add(f"{name}Design", {"description": kind.summary or kind.name, **schema})

    def _nested_object(self, prefix: str, schemas_by_place: Mapping[str, Json]) -> Json:
        """Return the schema of an object from the schemas of its values.

        The place "a.b" is the property "b" of the object that is the property "a". ``prefix`` begins the
        names of the new schemas.
        """
        properties: dict[str, Json] = {}
        inner_properties: dict[str, dict[str, Json]] = {}
        for place, schema in schemas_by_place.items():
            head, _, tail = place.partition(".")
            properties[head] = schema
            if tail:
                inner_properties.setdefault(head, {})[tail] = schema
        for head, inner in inner_properties.items():
            titles = ", ".join(str(schema["title"]) for schema in inner.values())
            part = self._add(f"{prefix}{_class_name(head)}", _object(inner))
            properties[head] = _described(f"Contains {titles}.", part)
        return _object(properties)

    def _schemas_by_place(self) -> Iterable[tuple[str, Json]]:
        """Yield the place of each attribute and slot in a design, with its schema."""
        for attribute in self._catalogue.attributes:
            if attribute.code == KIND and self._catalogue.kinds:
                yield attribute.at, _title_and_description(attribute)  # _design_of_kind adds the value
            else:
                yield attribute.at, self._described_value(attribute)
        for slot in self._catalogue.weapon_slots:
            weapon = self._weapon(slot)
            content = _items(weapon, self._limits.weapons) if slot.many else weapon
            yield slot.at, {**_title_and_description(slot), **_or_null(content)}
        for pick_slot in self._catalogue.pick_slots:
            entries = self._entries[pick_slot.group]
            if pick_slot.many:
                content = _items(self._pick(pick_slot, entries), self._limits.picks)
            else:
                content = self._codes(pick_slot.group, entries)
            yield pick_slot.at, {**_title_and_description(pick_slot), **_or_null(content)}

    def _described_value(self, attribute: Attribute) -> Json:
        """Return the schema of an attribute's value, with title and description."""
        return {**_title_and_description(attribute), **self._value(attribute)}

    def _value(self, attribute: Attribute) -> Json:
        """Return the schema of the value of an attribute. The value may be null."""
        if attribute.kind == "choice":
            codes = [option.code for option in attribute.options]
            return _or_null(self._add(_class_name(attribute.code), {"type": "string", "enum": codes}))
        if attribute.kind == "flag":
            return {"type": ["boolean", "null"]}
        if attribute.kind == "text":
            return _or_null(self._names.refer("LineText"))
        return _NUMBER

    def _codes(self, group: str, entries: Iterable[Property]) -> Json:
        """Return the schema of the code of an entry in this group."""
        codes = [entry.code for entry in entries]
        return self._add(f"{_singular_class_name(group)}Code", {"type": "string", "enum": codes})

    def _weapon(self, slot: WeaponSlot) -> Json:
        codes = _items(self._codes(slot.group, self._entries[slot.group]), self._limits.picks)
        fields = {field.code: self._described_value(field) for field in slot.fields}
        name = _described("Name of the weapon, on one line; may be empty.", self._names.refer("LineText"))
        properties = _described("Codes of the weapon's properties.", codes)
        weapon = _object({"name": name, **fields, "properties": properties})
        return self._add(_singular_class_name(slot.code) if slot.many else _class_name(slot.code), weapon)

    def _pick(self, slot: PickSlot, entries: Iterable[Property]) -> Json:
        """Return the schema of a pick for a slot, with a choice for each set of parameters."""
        entries_by_parameters: dict[tuple[object, ...], list[Property]] = {}
        for entry in entries:
            key = tuple(map(_parameter_key, entry.parameters))
            entries_by_parameters.setdefault(key, []).append(entry)
        if len(entries_by_parameters) == 1:
            return self._pick_with_same_parameters("", slot, next(iter(entries_by_parameters.values())))
        choices = [
            self._pick_with_same_parameters(_shared_name(same_entries), slot, same_entries)
            for same_entries in entries_by_parameters.values()
        ]
        return self._add(f"{_singular_class_name(slot.code)}Pick", {"oneOf": choices})

    def _pick_with_same_parameters(self, name: str, slot: PickSlot, entries: Sequence[Property]) -> Json:
        """Return the schema of a pick of any of these entries, which have the same parameters."""
        slot_name = _singular_class_name(slot.code)
        full_name = name if name.endswith(slot_name) else f"{name}{slot_name}"
        first, codes = entries[0], [entry.code for entry in entries]
        code: Json = {
            "description": f"Always {first.code}: {first.name}.",
            "type": "string",
            "const": first.code,
        }
        if len(codes) > 1:
            enum = self._add(f"{full_name}Code", {"type": "string", "enum": codes})
            code = _described(f"Code of the {slot.noun}, such as {first.code} for {first.name}.", enum)
        parameters = {
            p.code: {
                "title": p.name,
                "description": _parameter_text(entries, index, slot.noun),
                **self._parameter(name, p),
            }
            for index, p in enumerate(first.parameters)
        }
        schema = _object({"code": code, **parameters}, ("code",))
        description: Json = {"description": first.summary or first.name} if len(codes) == 1 else {}
        return self._add(f"{full_name}Pick", {**description, **schema})

    def _parameter(self, name: str, parameter: Parameter) -> Json:
        """Return the schema of the value of a parameter. The value may be null."""
        if parameter.kind == "number":
            return _NUMBER
        if parameter.kind == "choice":
            codes = [option.code for option in parameter.options]
            choice: Json = {"type": "string", "enum": codes}
            return _or_null(self._add(f"{name}{_class_name(parameter.code)}Choice", choice))
        if parameter.kind == "profiles":
            return _or_null(_items(self._names.refer("ProfileKey"), self._limits.picks))
        return _or_null(self._names.refer("ProfileKey" if parameter.kind == "profile" else "LineText"))


def _parameter_text(entries: Sequence[Property], index: int, noun: str) -> str:
    """Return the description of the parameter with this index of entries with the same parameters."""
    parameter = entries[0].parameters[index]
    bounds = {(entry.parameters[index].low, entry.parameters[index].high) for entry in entries}
    texts_by_kind = {
        "number": f"a whole number{_bounds_text(*bounds.pop()) if len(bounds) == 1 else ''}",
        "choice": "the code of an option",
        "text": "the player's own text",
        "profile": "the key of a profile of the list",
        "profiles": "keys of profiles of the list",
    }
    owner_name = entries[0].name if len(entries) == 1 else f"the {noun}"
    return f"“{parameter.name}” of {owner_name}: {texts_by_kind[parameter.kind]}; null until it is chosen."


def _bounds_text(low: int | None, high: int | None) -> str:
    """Return the bounds of a number after a space: " from 1 to 6"."""
    return ("" if low is None else f" from {low}") + ("" if high is None else f" to {high}")


def _parameter_key(parameter: Parameter) -> tuple[object, ...]:
    """Return a key that is equal for parameters with the same schema."""
    return (parameter.code, parameter.name, parameter.kind, tuple(o.code for o in parameter.options))


def _shared_name(entries: Sequence[Property]) -> str:
    """Return a class name from the code of a single entry, or from the parameters that entries share."""
    if len(entries) == 1:
        return _class_name(entries[0].code)
    return "".join(_class_name(p.code) for p in entries[0].parameters) or "Plain"
