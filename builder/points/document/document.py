"""The interchange document: one company list as frozen dataclasses.

A list has profiles, which are kinds of models, and rosters. A roster has rows (``RosterEntry``), which say
how many models of a profile take part. Facts are further values that a game requires for a roster or a unit,
such as a ship upgrade.

``parse_document`` turns a decoded JSON value into a ``Document``, or raises ``DocumentError`` with the path
of each fault, such as ``profiles[3].design.attributes.mov``. Values of the right type are accepted even if
they break a rule of the game. The ``appraisal`` package finds such values later.

The text in a field's ``Annotated`` type describes the field, also in the published schema of the document.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Annotated

from builder.points.document.design import Design, dump_design, parse_design, parse_value
from builder.points.document.json_reader import (
    DEFAULT_LIMITS,
    MAX_NUMBER,
    DocumentError,
    JsonReader,
    Limits,
    is_missing,
    join_path,
    parse_integer_value,
    read_all,
)
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    EditionCode,
    ListName,
    MemberCount,
    MemberProfile,
    ProfileKey,
    ProfileName,
    ProfileNotes,
    RosterLimit,
    RosterName,
    RosterTerms,
    SystemCode,
)
from builder.points.rules.names import profile_name

FORMAT = "company-list"
VERSION = 1

__all__ = [
    "Document",
    "DocumentError",
    "Limits",
    "Member",
    "Profile",
    "Roster",
    "RosterEntry",
    "dump_document",
    "dump_entry",
    "dump_profile",
    "dump_roster",
    "dump_unit",
    "find_catalogue",
    "parse_document",
    "parse_profile",
    "parse_roster",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One kind of model in a list."""

    key: ProfileKey
    name: ProfileName
    notes: ProfileNotes = ""
    max: Annotated[int | None, "Most models in a roster, a limit that the owner sets; null for no limit."] = (
        None
    )
    design: Annotated[Design, "What the profile has. Its parts depend on the game."] = field(
        default_factory=Design
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A number of models of one profile."""

    profile: MemberProfile
    count: MemberCount


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry(Member):
    """A row of a roster: models of one profile, or a unit, whose main profile is ``profile``."""

    name: Annotated[str, "Name of the unit, on one line; may be empty."] = ""
    unit: Annotated[str, "Code of the kind of unit; empty if the row is not a unit."] = ""
    others: Annotated[tuple[Member, ...], "Models of other profiles that are part of the unit."] = ()
    attached: Annotated[
        tuple[Member, ...], "Models that are attached to the unit and don't count as part of it."
    ] = ()
    fields: Annotated[
        Mapping[str, int | str],
        "Facts of the unit or, in games without units, what the row adds to its profile; by their codes.",
    ] = field(default_factory=dict, hash=False)

    @property
    def is_unit_or_variant(self) -> bool:
        """Whether the row has more than a profile and a count: it is a unit or has an addition."""
        return bool(self.name or self.unit or self.others or self.attached or self.fields)

    def members(self) -> tuple[Member, ...]:
        """Return the members of the row: the main profile's models, the others, then the attached models."""
        return (self, *self.others, *self.attached)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """Models chosen from the list for a game."""

    name: RosterName
    limit: RosterLimit
    entries: Annotated[tuple[RosterEntry, ...], "Rows of the roster, in its order."] = ()
    fields: Annotated[Mapping[str, int | str], "Facts that the game requires, by their codes."] = field(
        default_factory=dict, hash=False
    )

    def members(self) -> Iterator[Member]:
        """Return the members of all rows."""
        return (member for entry in self.entries for member in entry.members())

    def counts(self) -> Counter[str]:
        """Return the number of models of each profile in all rows, by the profile's key."""
        counts = Counter[str]()
        for member in self.members():
            counts[member.profile] += member.count
        return counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A company list with its profiles and rosters."""

    system: SystemCode
    edition: EditionCode
    name: ListName
    setting: Annotated[str, "World or era of the list, on one line; may be empty."] = ""
    background: Annotated[str, "Background of the list, in Markdown; may be empty."] = ""
    profiles: Annotated[tuple[Profile, ...], "Profiles of the list, in its order."] = ()
    rosters: Annotated[tuple[Roster, ...], "Rosters of the list, in its order."] = ()

    def profiles_by_key(self) -> dict[str, Profile]:
        """Return the profiles of the list by key, in the list's order."""
        return {profile.key: profile for profile in self.profiles}

    def profile_names(self) -> dict[str, str]:
        """Return the displayed names of the list's profiles by key, in the list's order."""
        return {profile.key: profile_name(profile.name) for profile in self.profiles}

    def with_distinct_names(self) -> "Document":
        """Return the list with a number after each name that several profiles have: "Gunner (no. 2)"."""
        totals, seen = Counter(self.profile_names().values()), Counter[str]()
        profiles = list(self.profiles)
        for index, profile in enumerate(profiles):
            name = profile_name(profile.name)
            seen[name] += 1
            if totals[name] > 1:
                profiles[index] = replace(profile, name=f"{name} (no. {seen[name]})")
        return replace(self, profiles=tuple(profiles))


def parse_document(
    value: object, catalogues: Mapping[tuple[str, str], Catalogue], limits: Limits = DEFAULT_LIMITS
) -> Document:
    """Return the document in a decoded JSON value.

    ``catalogues`` are the known editions by the codes of system and edition. Raise DocumentError with up to
    ``MAX_FAULTS`` faults. Reading stops at another format, a later version or an unknown edition.
    """
    return read_all(lambda reader: _document(reader, value, catalogues), limits)


def _document(reader: JsonReader, value: object, catalogues: Mapping[tuple[str, str], Catalogue]) -> Document:
    # If the value isn't an object, this reader raises the fault at once, without reporting missing fields.
    JsonReader(reader.limits).fields("", value, None)
    _check_format(reader, reader.fields("", value, None, required=("format", "version")))
    top = reader.fields("", value, _DOCUMENT_FIELDS, required=("system", "edition", "name"))
    name = reader.line("name", top["name"])
    setting = reader.line("setting", top.get("setting", ""))
    background = reader.text("background", top.get("background", ""))
    try:
        catalogue = find_catalogue(top, catalogues)
    except DocumentError as error:
        reader.refuse_as(error)
        return Document(system="", edition="", name=name)
    return Document(
        system=catalogue.system,
        edition=catalogue.edition,
        name=name,
        setting=setting,
        background=background,
        profiles=_profiles(reader, top.get("profiles", []), catalogue),
        rosters=_rosters(reader, top.get("rosters", []), catalogue),
    )


def dump_document(document: Document, catalogue: Catalogue) -> dict[str, object]:
    """Return the JSON value of a document. ``parse_document`` returns an equal document for it."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "system": document.system,
        "edition": document.edition,
        "name": document.name,
        "setting": document.setting,
        "background": document.background,
        "profiles": [dump_profile(profile, catalogue) for profile in document.profiles],
        "rosters": [dump_roster(roster) for roster in document.rosters],
    }


_DOCUMENT_FIELDS = ("format", "version", *(part.name for part in fields(Document)))
_PROFILE_FIELDS = tuple(part.name for part in fields(Profile))
_ROSTER_FIELDS = ("name", "limit", "entries")
_ENTRY_FIELDS = ("profile", "count")
_UNIT_FIELDS = ("name", "unit", "others", "attached")


def _check_format(reader: JsonReader, top: Mapping[str, object]) -> None:
    """Refuse other formats and later versions."""
    if top["format"] != FORMAT and not is_missing(top["format"]):
        raise DocumentError("format", "is not a version that Musterbook can read", f'write "{FORMAT}"')
    version = parse_integer_value(top["version"])
    if version is None or version < 1:
        reader.refuse("version", "is not a whole number from 1", f"write {VERSION}")
    elif version > VERSION:
        raise DocumentError(
            "version",
            f"is {version}, from a newer version of Musterbook",
            "update Musterbook, or save as version 1",
        )


def find_catalogue(top: Mapping[str, object], catalogues: Mapping[tuple[str, str], Catalogue]) -> Catalogue:
    """Return the catalogue of the edition that a document is for.

    ``top`` are the document's top-level fields. Raise DocumentError if the game or edition is unknown.
    """
    systems = sorted({system for system, _ in catalogues})
    if top["system"] not in systems:
        raise DocumentError("system", "is not a known game", "write one of " + ", ".join(systems))
    editions = sorted(edition for system, edition in catalogues if system == top["system"])
    if top["edition"] not in editions:
        raise DocumentError(
            "edition", "is not a known edition of this game", "write one of " + ", ".join(editions)
        )
    return catalogues[str(top["system"]), str(top["edition"])]


def _profiles(reader: JsonReader, value: object, catalogue: Catalogue) -> tuple[Profile, ...]:
    profiles = []
    seen: dict[str, str] = {}
    for path, item in reader.items("profiles", value, reader.limits.profiles):
        profile = parse_profile(reader, path, item, catalogue)
        if profile.key in seen:
            reader.refuse(
                f"{path}.key",
                f'"{profile.key}" is already the key of {seen[profile.key]}',
                "give it another key",
            )
        seen.setdefault(profile.key, path)
        profiles.append(profile)
    return tuple(profiles)


def parse_profile(reader: JsonReader, path: str, value: object, catalogue: Catalogue) -> Profile:
    """Return the profile at ``path``. The catalogue says which attributes and slots its design can have."""
    item = reader.fields(path, value, _PROFILE_FIELDS, required=("key", "name"))
    return Profile(
        key=reader.key(join_path(path, "key"), item["key"]),
        name=reader.line(join_path(path, "name"), item["name"]),
        notes=reader.text(join_path(path, "notes"), item.get("notes", "")),
        max=reader.optional_count(join_path(path, "max"), item.get("max")),
        design=parse_design(reader, join_path(path, "design"), item.get("design", {}), catalogue),
    )


def _rosters(reader: JsonReader, value: object, catalogue: Catalogue) -> tuple[Roster, ...]:
    items = reader.items("rosters", value, reader.limits.rosters)
    return tuple(parse_roster(reader, path, item, catalogue) for path, item in items)


def parse_roster(reader: JsonReader, path: str, value: object, catalogue: Catalogue) -> Roster:
    """Return the roster at ``path``. Its rows may name profiles that don't exist."""
    terms = catalogue.roster
    allowed = (*_ROSTER_FIELDS, *(("fields",) if terms.fields else ()))
    required = ("name", "limit") if terms.limit == "required" else ("name",)
    item = reader.fields(path, value, allowed, required=required)
    entries = reader.items(join_path(path, "entries"), item.get("entries", []), reader.limits.profiles)
    return Roster(
        name=reader.line(join_path(path, "name"), item["name"]),
        limit=_limit(reader, join_path(path, "limit"), item.get("limit"), terms),
        entries=tuple(_entry(reader, at, entry, catalogue) for at, entry in entries),
        fields=_fields(reader, join_path(path, "fields"), item.get("fields", {}), terms.fields),
    )


def _limit(reader: JsonReader, path: str, value: object, terms: RosterTerms) -> int | None:
    if terms.limit == "fixed":
        return terms.points
    if value is None and terms.limit != "required":
        return None
    if terms.limit == "none":
        reader.refuse(path, "is given, but rosters of this game have none", "leave it out or write null")
        return None
    return reader.integer(path, value, 0, MAX_NUMBER)


def _fields(
    reader: JsonReader, path: str, value: object, parts: Sequence[Attribute]
) -> Mapping[str, int | str]:
    """Read the facts of a roster or a unit. The value of a set flag is True here, but 1 in designs."""
    raw_values = reader.fields(path, value, tuple(part.code for part in parts))
    values = {
        part.code: parse_value(reader, join_path(path, part.code), raw, part)
        for part in parts
        if (raw := raw_values.get(part.code)) is not None and raw is not False
    }
    flags = {part.code for part in parts if part.kind == "flag"}
    return {code: bool(value) if code in flags else value for code, value in values.items()}


def _entry(reader: JsonReader, path: str, value: object, catalogue: Catalogue) -> RosterEntry:
    has_facts = catalogue.additions or any(kind.fields for kind in catalogue.unit_kinds)
    facts = ("fields",) if has_facts else ()
    allowed = (*_ENTRY_FIELDS, *(_UNIT_FIELDS if catalogue.unit_kinds else ()), *facts)
    item = reader.fields(path, value, allowed, required=_ENTRY_FIELDS)
    unit = reader.line(f"{path}.unit", item.get("unit", ""))
    kinds_by_code = {kind.code: kind for kind in catalogue.unit_kinds}
    if unit and unit not in kinds_by_code:
        reader.refuse(f"{path}.unit", "is not a kind of unit", "write one of " + ", ".join(kinds_by_code))
    max_members = reader.limits.profiles
    return RosterEntry(
        profile=reader.key(f"{path}.profile", item["profile"]),
        count=reader.integer(f"{path}.count", item["count"], 0, reader.limits.count),
        name=reader.line(f"{path}.name", item.get("name", "")),
        unit=unit,
        others=_members(reader, reader.items(f"{path}.others", item.get("others", []), max_members)),
        attached=_members(reader, reader.items(f"{path}.attached", item.get("attached", []), max_members)),
        fields=_fields(reader, f"{path}.fields", item.get("fields", {}), catalogue.row_fields(unit)),
    )


def _members(reader: JsonReader, items: Iterable[tuple[str, object]]) -> tuple[Member, ...]:
    return tuple(_member(reader, path, item) for path, item in items)


def _member(reader: JsonReader, path: str, value: object) -> Member:
    item = reader.fields(path, value, _ENTRY_FIELDS, required=_ENTRY_FIELDS)
    return Member(
        profile=reader.key(f"{path}.profile", item["profile"]),
        count=reader.integer(f"{path}.count", item["count"], 0, reader.limits.count),
    )


def dump_profile(profile: Profile, catalogue: Catalogue) -> dict[str, object]:
    """Return the JSON value of a profile. ``parse_profile`` returns an equal profile for it."""
    return {
        "key": profile.key,
        "name": profile.name,
        "notes": profile.notes,
        "max": profile.max,
        "design": dump_design(profile.design, catalogue),
    }


def dump_roster(roster: Roster) -> dict[str, object]:
    """Return the JSON value of a roster, with its facts sorted by code.

    ``parse_roster`` returns an equal roster for it.
    """
    entries = [dump_entry(entry) for entry in roster.entries]
    fields = {"fields": dict(sorted(roster.fields.items()))} if roster.fields else {}
    return {"name": roster.name, "limit": roster.limit, "entries": entries, **fields}


def dump_entry(entry: RosterEntry) -> dict[str, object]:
    """Return the JSON value of a row: its profile, its count, and everything else that the row has."""
    return _dump_member(entry) | dump_unit(entry) if entry.is_unit_or_variant else _dump_member(entry)


def dump_unit(entry: RosterEntry) -> dict[str, object]:
    """Return the JSON value of a row without its profile and count. It is empty if the row has no more."""
    optional = {
        "name": entry.name,
        "unit": entry.unit,
        "others": [_dump_member(member) for member in entry.others],
        "attached": [_dump_member(member) for member in entry.attached],
        "fields": dict(sorted(entry.fields.items())),
    }
    return {name: value for name, value in optional.items() if value}


def _dump_member(member: Member) -> dict[str, object]:
    return {"profile": member.profile, "count": member.count}
