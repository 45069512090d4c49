"""The JSON Schema of the interchange document, made from the loaded editions.

It says in the language of other people's tools what ``parse_document`` reads: types, fields, codes and
lengths. A list is one of as many schemas as there are games, told apart by ``system``, and every part of
one has a name that programs can give to a class: ``StargraveList``, ``StargraveCaptainDesign``. What it
cannot say is left to the reader: a key that stands twice, half of a surrogate pair, and the size of the
text as a whole.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from builder.points.document.document import FORMAT, VERSION
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

Json = dict[str, object]
Editions = Mapping[tuple[str, str], Catalogue]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_CONTROLS = r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufffe\uffff"
_LIMIT: Json = {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}


def schema_of(catalogues: Editions, limits: Limits) -> Json:
    """The schema of a document in any of these editions, under these limits."""
    names = _Names("#/$defs/")
    return {"$schema": DIALECT, **_company_list(catalogues, limits, names), "$defs": names.schemas}


def components_of(catalogues: Editions, limits: Limits, at: str) -> dict[str, Json]:
    """The same as named schemas that stand at ``at``: ``CompanyList`` and all that it is made of.

    Beside them stand a profile and a roster of no game in particular, ``ListProfile`` and ``ListRoster``.
    """
    names = _Names(at)
    company_list = _company_list(catalogues, limits, names)
    _add_profile_and_roster_of_any_game(limits, names)
    return {"CompanyList": company_list, **names.schemas}


@lru_cache(maxsize=8)
def schema_text(editions: tuple[Catalogue, ...], limits: Limits) -> str:
    """The JSON text of the schema of a document in these editions; plain ASCII, always the same."""
    catalogues = {(edition.system, edition.edition): edition for edition in editions}
    return json.dumps(schema_of(catalogues, limits), indent=1) + "\n"


class _Names:
    """The named schemas, each once. What is kept here is referred to and never repeated."""

    def __init__(self, at: str) -> None:
        self._at = at
        self.schemas: dict[str, Json] = {}

    def refer(self, name: str) -> Json:
        """The reference to a named schema."""
        return {"$ref": f"{self._at}{name}"}

    def add(self, name: str, schema: Json) -> Json:
        """The reference to a schema that is given this name, or a further one where another has it."""
        free = name
        for number in range(2, len(self.schemas) + 2):
            if self.schemas.get(free, schema) == schema:
                break
            free = f"{name}{number}"
        self.schemas[free] = schema
        return self.refer(free)

    def choose(self, by: str, name: str, choices: Mapping[str, Json]) -> Json:
        """One of several schemas, each with its own value of the field ``by``; the only one as it is."""
        if len(choices) == 1:
            return next(iter(choices.values()))
        return self.add(name, _one_of(by, choices))


def _one_of(by: str, choices: Mapping[str, Json]) -> Json:
    mapping = {value: ref["$ref"] for value, ref in choices.items()}
    return {"oneOf": list(choices.values()), "discriminator": {"propertyName": by, "mapping": mapping}}


def _company_list(catalogues: Editions, limits: Limits, names: _Names) -> Json:
    """A list of any game. The schemas of its parts are added to the names."""
    _add_shared(limits, names)
    editions = [catalogues[name] for name in sorted(catalogues)]
    games: dict[str, Json] = {}
    for system, of_game in groupby(editions, lambda edition: edition.system):
        several = list(of_game)
        prefixes = _prefixes(several)
        lists = {
            edition.edition: _EditionSchemas(edition, prefix, limits, names).company_list()
            for edition, prefix in zip(several, prefixes, strict=True)
        }
        games[system] = names.choose("edition", f"{_class_name(system)}List", lists)
    words: Json = {"description": "A company list of Musterbook with its profiles and rosters."}
    return {**words, **(_one_of("system", games) if games else {"not": {}})}


def _prefixes(editions: Sequence[Catalogue]) -> list[str]:
    """What the names of each edition of a game begin with: the game, and where it must be the edition."""
    if len(editions) == 1:
        return [_class_name(editions[0].system)]
    return [_class_name(f"{edition.system}-edition-{edition.edition}") for edition in editions]


def _class_name(code: str) -> str:
    """A code as the name of a class: "first-mate" is "FirstMate"."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]+", code))


def _one(code: str) -> str:
    """What one of many is called: a spell of "spells"."""
    name = _class_name(code)
    return re.sub("ies$", "y", name) if name.endswith("ies") else re.sub("s$", "", name)


def _add_shared(limits: Limits, names: _Names) -> None:
    """What the lists of all games are made of."""
    line: Json = {"type": "string", "maxLength": limits.name, "not": {"pattern": rf"[{_CONTROLS}\t\n\r]"}}
    text: Json = {"type": "string", "maxLength": limits.text, "not": {"pattern": f"[{_CONTROLS}]"}}
    names.add("LineText", {"description": "A text on one line.", **line})
    names.add("MarkdownText", {"description": "Markdown.", **text})
    names.add(
        "ProfileKey",
        {
            "description": "Plain letters, digits, hyphens and underscores.",
            "type": "string",
            "maxLength": limits.name,
            "pattern": "^[A-Za-z0-9_-]+$",
            # To some readers of patterns, "$" also stands before a line break at the end.
            "not": {"pattern": r"[\r\n]"},
        },
    )
    names.add("ModelCount", {"type": "integer", "minimum": 0, "maximum": limits.count})
    member = {"profile": names.refer("ProfileKey"), "count": names.refer("ModelCount")}
    names.add("RosterMember", _object(member, ("profile", "count")))


def _add_profile_and_roster_of_any_game(limits: Limits, names: _Names) -> None:
    design = names.add("AnyDesign", _free_object("A design as the game of its list has it."))
    facts = names.add("AnyRosterFields", _free_object("The further facts that the game asks of a roster."))
    names.add("ListProfile", _profile(design, names))
    entries = _items(
        names.add("ListRosterEntry", _unit(names.refer("LineText"), limits, names)), limits.profiles
    )
    names.add("ListRosterEntries", entries)
    names.add(
        "ListRoster",
        _object(
            {
                "name": names.refer("LineText"),
                "limit": {**_LIMIT, "type": ["integer", "null"]},
                "entries": names.refer("ListRosterEntries"),
                "fields": facts,
            },
            ("name",),
        ),
    )


def _profile(design: Json, names: _Names) -> Json:
    most = _or_null(names.refer("ModelCount"))
    return _object(
        {
            "key": names.refer("ProfileKey"),
            "name": names.refer("LineText"),
            "notes": names.refer("MarkdownText"),
            "max": {"description": "The owner's own limit on copies.", **most},
            "design": design,
        },
        ("key", "name"),
    )


def _unit(kinds: Json, limits: Limits, names: _Names) -> Json:
    """A row that may be a unit: a main profile, and others that belong to it or stand with it."""
    members = _items(names.refer("RosterMember"), limits.profiles)
    of_main: Json = {"profile": names.refer("ProfileKey"), "count": names.refer("ModelCount")}
    besides: Json = {"name": names.refer("LineText"), "unit": kinds, "others": members, "attached": members}
    return _object({**of_main, **besides}, ("profile", "count"))


def _object(properties: Mapping[str, object], required: Iterable[str] = ()) -> Json:
    schema: Json = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    if names := list(required):
        schema["required"] = names
    return schema


def _free_object(description: str) -> Json:
    return {"type": "object", "additionalProperties": True, "description": description}


def _items(of: Json, most: int) -> Json:
    return {"type": "array", "maxItems": most, "items": of}


def _or_null(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


def _words(of: Attribute | WeaponSlot | PickSlot) -> Json:
    return {"title": of.name, **({"description": of.summary} if of.summary else {})}


class _EditionSchemas:
    """The schemas of one edition. Their names begin with ``prefix``."""

    def __init__(self, catalogue: Catalogue, prefix: str, limits: Limits, names: _Names) -> None:
        self._catalogue = catalogue
        self._prefix = prefix
        self._limits = limits
        self._names = names
        index = index_of(catalogue).entries
        self._entries = {group: list(members.values()) for group, members in index.items()}

    def company_list(self) -> Json:
        """A list of this edition, and all that it is made of."""
        refer, edition = self._names.refer, self._catalogue
        profile = self._add("Profile", _profile(self._design(), self._names))
        return self._add(
            "List",
            _object(
                {
                    "format": {"const": FORMAT},
                    "version": {"const": VERSION},
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
        """A roster by the terms of the edition."""
        terms, line = self._catalogue.roster, self._names.refer("LineText")
        optional: Json = {**_LIMIT, "type": ["integer", "null"]}
        size: Json = {"required": _LIMIT, "optional": optional, "none": {"type": "null"}, "fixed": {}}
        fields = {part.code: {**_words(part), **self._value(part)} for part in terms.fields}
        return self._add(
            "Roster",
            _object(
                {
                    "name": line,
                    "limit": size[terms.limit],
                    "entries": _items(self._entry(), self._limits.profiles),
                    **({"fields": self._add("RosterFields", _object(fields))} if fields else {}),
                },
                ("name", "limit") if terms.limit == "required" else ("name",),
            ),
        )

    def _entry(self) -> Json:
        """A row of a roster; where the game has none that are units, as in all such games."""
        kinds = self._catalogue.unit_kinds
        if not kinds:
            return self._names.refer("RosterMember")
        codes = self._add("UnitKind", {"type": "string", "enum": ["", *(kind.code for kind in kinds)]})
        return self._add("RosterEntry", _unit(codes, self._limits, self._names))

    # -------------------------------------------------------------- designs

    def _design(self) -> Json:
        """A design, or one of those of several kinds."""
        places = dict(self._places())
        if not self._catalogue.kinds:
            return self._add("Design", self._nested("", places))
        designs = [self._design_of_kind(kind, places) for kind in self._catalogue.kinds]
        return self._add("Design", {"oneOf": designs})

    def _design_of_kind(self, kind: Kind, places: Mapping[str, Json]) -> Json:
        """A design of one kind. A blank one is of the first kind, and any may have parts of other kinds."""
        first = kind == self._catalogue.kinds[0]
        parts = {part.at: part.code for part in index_of(self._catalogue).parts.values()}
        words = "No part of this kind: it is kept, and neither priced nor shown."
        note: Json = {"deprecated": True, "description": words}
        own: dict[str, Json] = {}
        for at, schema in places.items():
            is_own = not kind.parts or parts[at] in kind.parts
            own[at] = schema if is_own else {**schema, **note}
            if parts[at] == KIND:
                const: Json = {"type": "string", "const": kind.code}
                own[at] = {"title": schema["title"], **(_or_null(const) if first else const)}
        name = _class_name(kind.code)
        schema = self._nested(name, own)
        if not first:
            schema["required"] = [at for at in places if parts[at] == KIND]
        return self._add(f"{name}Design", {"description": kind.summary or kind.name, **schema})

    def _nested(self, kind: str, places: Mapping[str, Json]) -> Json:
        """The schemas of all places as one object: each at its place, one level of nesting at most."""
        tops: dict[str, Json] = {}
        nested: dict[str, dict[str, Json]] = {}
        for at, schema in places.items():
            head, _, tail = at.partition(".")
            tops[head] = schema
            if tail:
                nested.setdefault(head, {})[tail] = schema
        for head, inner in nested.items():
            tops[head] = self._add(f"{kind}{_class_name(head)}", _object(inner))
        return _object(tops)

    def _places(self) -> Iterable[tuple[str, Json]]:
        """Where each attribute and slot of a design stands, and its schema."""
        for attribute in self._catalogue.attributes:
            is_kind = attribute.code == KIND and self._catalogue.kinds  # each kind's design says which it is
            yield attribute.at, {**_words(attribute), **({} if is_kind else self._value(attribute))}
        for slot in self._catalogue.weapon_slots:
            weapon = self._weapon(slot)
            many = _items(weapon, self._limits.weapons) if slot.many else weapon
            yield slot.at, {**_words(slot), **_or_null(many)}
        for pick_slot in self._catalogue.pick_slots:
            entries = self._entries[pick_slot.group]
            if pick_slot.many:
                taken = _items(self._pick(pick_slot, entries), self._limits.picks)
            else:
                taken = self._codes(pick_slot.group, entries)
            yield pick_slot.at, {**_words(pick_slot), **_or_null(taken)}

    def _value(self, attribute: Attribute) -> Json:
        """The value of an attribute, or null."""
        if attribute.kind == "choice":
            codes = [option.code for option in attribute.options]
            return _or_null(self._add(_class_name(attribute.code), {"type": "string", "enum": codes}))
        if attribute.kind == "flag":
            return {"type": ["boolean", "null"]}
        if attribute.kind == "text":
            return _or_null(self._names.refer("LineText"))
        return {"type": ["integer", "null"], "minimum": -MAX_VALUE, "maximum": MAX_VALUE}

    def _codes(self, group: str, entries: Iterable[Property]) -> Json:
        """One of the codes of a group."""
        codes = [entry.code for entry in entries]
        return self._add(f"{_one(group)}Code", {"type": "string", "enum": codes})

    def _weapon(self, slot: WeaponSlot) -> Json:
        codes = _items(self._codes(slot.group, self._entries[slot.group]), self._limits.picks)
        fields = {field.code: {**_words(field), **self._value(field)} for field in slot.fields}
        weapon = _object({"name": self._names.refer("LineText"), **fields, "properties": codes})
        return self._add(_one(slot.code) if slot.many else _class_name(slot.code), weapon)

    def _pick(self, slot: PickSlot, entries: Iterable[Property]) -> Json:
        """What is taken: one schema for all entries that have the same parameters."""
        alike: dict[tuple[object, ...], list[Property]] = {}
        for entry in entries:
            alike.setdefault(tuple(_parameter_key(p) for p in entry.parameters), []).append(entry)
        what = _one(slot.code)
        if len(alike) == 1:
            return self._picks_alike("", what, next(iter(alike.values())))
        choices = [self._picks_alike(_name_alike(same), what, same) for same in alike.values()]
        return self._add(f"{what}Pick", {"oneOf": choices})

    def _picks_alike(self, name: str, what: str, entries: Sequence[Property]) -> Json:
        """One of these entries, with the parameters that each of them has."""
        whole = name if name.endswith(what) else f"{name}{what}"
        first, codes = entries[0], [entry.code for entry in entries]
        code: Json = {"type": "string", "const": first.code}
        if len(codes) > 1:
            code = self._add(f"{whole}Code", {"type": "string", "enum": codes})
        parameters = {p.code: {"title": p.name, **self._parameter(name, p)} for p in first.parameters}
        words: Json = {"description": first.summary or first.name} if len(codes) == 1 else {}
        return self._add(f"{whole}Pick", {**words, **_object({"code": code, **parameters}, ("code",))})

    def _parameter(self, name: str, parameter: Parameter) -> Json:
        """The value of a parameter, or null."""
        if parameter.kind == "number":
            return {"type": ["integer", "null"], "minimum": -MAX_VALUE, "maximum": MAX_VALUE}
        if parameter.kind == "choice":
            codes = [option.code for option in parameter.options]
            choice: Json = {"type": "string", "enum": codes}
            return _or_null(self._add(f"{name}{_class_name(parameter.code)}Choice", choice))
        if parameter.kind == "profiles":
            return _or_null(_items(self._names.refer("ProfileKey"), self._limits.picks))
        return _or_null(self._names.refer("ProfileKey" if parameter.kind == "profile" else "LineText"))


def _parameter_key(parameter: Parameter) -> tuple[object, ...]:
    """What two parameters have in common that have the same schema."""
    return (parameter.code, parameter.name, parameter.kind, tuple(o.code for o in parameter.options))


def _name_alike(entries: Sequence[Property]) -> str:
    """What entries with the same parameters are called: one by its code, several by what they have."""
    if len(entries) == 1:
        return _class_name(entries[0].code)
    return "".join(_class_name(p.code) for p in entries[0].parameters) or "Plain"
