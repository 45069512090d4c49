"""Lists as documents: reading them from their rows, and packing them for history and hand-ins.

Packed documents are compressed JSON text.
"""

import json
import zlib
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from django.db.models import QuerySet

from builder.catalogue.limits import NO_LIMITS
from builder.catalogue.play import list_sheet
from builder.catalogue.store import catalogue_of
from builder.models import CompanyList, Profile, Roster, RosterEntry
from builder.points.document import document as core
from builder.points.document.cut import extract_roster
from builder.points.document.design import Design, parse_design
from builder.points.document.document import (
    FORMAT,
    VERSION,
    Document,
    DocumentError,
    dump_document,
    dump_roster,
    parse_document,
)
from builder.points.document.fingerprint import Fingerprints
from builder.points.document.json_reader import JsonReader
from builder.points.document.references import reachable_keys
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.results import Appraisal
from builder.points.sheets.roster import ListSheet

Json = dict[str, Any]

_CACHED_DESIGNS = 2_048
_LEVEL = 3  # takes a third of the time of zlib's default level, for a tenth more bytes
_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class DamagedDocumentError(Exception):
    """The stored document of a revision or frozen roster can't be read."""


class UnreadableDesignError(Exception):
    """A stored design that can't be read: this program wrote neither the design nor the edition's rows.

    ``profile`` is the profile's name, or its key while it has no name.
    """

    def __init__(self, message: str, profile: str) -> None:
        super().__init__(message)
        self.profile = profile


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedList:
    """A list's row, its catalogue and its document.

    ``profile_versions`` are by key; ``roster_ids`` and ``roster_versions`` are in the order of the document's
    rosters. A frozen roster has its stored ``appraisal`` and ``fingerprints``.
    """

    row: CompanyList
    catalogue: Catalogue
    document: Document
    profile_versions: Mapping[str, int]
    roster_ids: tuple[str, ...] = ()
    roster_versions: tuple[int, ...] = ()
    appraisal: Appraisal | None = None
    fingerprints: Fingerprints | None = None

    def sheet(self) -> ListSheet:
        """Return the sheets of the profiles and rosters, with the stored appraisal if there is one."""
        return list_sheet(self.document, self.catalogue, self.appraisal)

    def cut_to(self, roster_id: str) -> "LoadedList":
        """Return the list with only this roster and what it needs. Raises ValueError for an unknown id."""
        index = self.roster_ids.index(roster_id)
        document = extract_roster(self.document, index, self.catalogue)
        return replace(
            self,
            document=document,
            profile_versions={key: self.profile_versions[key] for key in document.profiles_by_key()},
            roster_ids=(roster_id,),
            roster_versions=(self.roster_versions[index],),
        )


@dataclass(slots=True, kw_only=True)
class StoredRoster:
    """The row of a roster with its entries."""

    row: Roster
    entries: tuple[core.RosterEntry, ...] = ()

    @property
    def roster(self) -> core.Roster:
        """The roster in the form of the document."""
        row = self.row
        return core.Roster(name=row.name, limit=row.limit, entries=self.entries, fields=row.fields)


class StoredList:
    """The rows of a list, read once. Designs are parsed when needed; lists share the parsed designs.

    ``profiles`` and ``rosters`` are in the list's order, without removed ones. If ``only`` one profile was
    read, the others are read when needed.
    """

    def __init__(
        self,
        row: CompanyList,
        profiles: Iterable[Profile] = (),
        rosters: Iterable[StoredRoster] = (),
        *,
        only: Profile | None = None,
    ) -> None:
        self.row = row
        self.catalogue = catalogue_of(row.edition)
        self.rosters = list(rosters)
        self._only = only
        if only is None:
            self.profiles = list(profiles)
        self._parsed: dict[int, tuple[object, Design]] = {}

    @cached_property
    def profiles(self) -> list[Profile]:
        """The rows of the profiles."""
        return profiles_by_list((self.row.pk,)).get(self.row.pk, [])

    def profile_row(self, key: str) -> Profile | None:
        """Return the row of a profile; None if it is not in the list."""
        if self._only is not None and self._only.key == key:
            return self._only
        return next((row for row in self.profiles if row.key == key), None)

    def stored_roster(self, public_id: str) -> StoredRoster | None:
        """Return a roster by its id; None if it is not in the list."""
        return next((roster for roster in self.rosters if roster.row.public_id == public_id), None)

    def profile(self, row: Profile) -> core.Profile:
        """Return a profile in the form of the document.

        Raises UnreadableDesignError if its design can't be read.
        """
        try:
            design = self.parse_design(row.design)
        except DocumentError as error:
            fault = f"list {self.row.public_id}, profile {row.key}: {error}"
            raise UnreadableDesignError(fault, row.name or row.key) from error
        return core.Profile(key=row.key, name=row.name, notes=row.notes, max=row.max, design=design)

    def parse_design(self, value: object) -> Design:
        """Return the parsed design of a stored JSON value; each value is parsed once."""
        known = self._parsed.get(id(value))
        if known is None:
            design = _parse_stored_design(_encoder.encode(value), self.catalogue)
            # A reference to the value is stored too, so that no other object gets its id.
            known = self._parsed[id(value)] = (value, design)
        return known[1]

    def cache_design(self, value: object, design: Design) -> None:
        """Store the design that a stored value was dumped from, so that it need not be parsed."""
        self._parsed[id(value)] = (value, design)

    def document_json(self) -> Json:
        """Return the document as its JSON value, without parsing any design.

        It equals the result of ``dump_document``, except for the order of keys within a design.
        """
        return {
            "format": FORMAT,
            "version": VERSION,
            "system": self.catalogue.system,
            "edition": self.catalogue.edition,
            "name": self.row.name,
            "setting": self.row.setting,
            "background": self.row.background,
            "profiles": [profile_json(row) for row in self.profiles],
            "rosters": [dump_roster(stored.roster) for stored in self.rosters],
        }

    def document(self) -> Document:
        """Return the complete document, with every design parsed."""
        profiles = tuple(self.profile(row) for row in self.profiles)
        return self._document(profiles, tuple(stored.roster for stored in self.rosters))

    def document_for_profile(self, profile: core.Profile) -> Document:
        """Return the list with ``profile`` in place of the stored one, reduced to what its price depends on.

        These are the profiles that it names, directly or through others, without rosters. Price and findings
        of a profile depend on nothing else, so its pages need not price the complete list.
        """
        profiles = {profile.key: profile}

        def design_of(key: str) -> Design | None:
            if key not in profiles and (row := self.profile_row(key)) is not None:
                profiles[key] = self.profile(row)
            return profiles[key].design if key in profiles else None

        reachable_keys(index_of(self.catalogue), design_of, [profile.key])
        order = [row.key for row in self.profiles] if len(profiles) > 1 else profiles
        return self._document(tuple(profiles[key] for key in order if key in profiles), ())

    def to_loaded(self) -> LoadedList:
        """Return the list with its document, with every design parsed."""
        return LoadedList(
            row=self.row,
            catalogue=self.catalogue,
            document=self.document(),
            profile_versions={row.key: row.version for row in self.profiles},
            roster_ids=tuple(stored.row.public_id for stored in self.rosters),
            roster_versions=tuple(stored.row.version for stored in self.rosters),
        )

    def _document(self, profiles: tuple[core.Profile, ...], rosters: tuple[core.Roster, ...]) -> Document:
        return Document(
            system=self.catalogue.system,
            edition=self.catalogue.edition,
            name=self.row.name,
            setting=self.row.setting,
            background=self.row.background,
            profiles=profiles,
            rosters=rosters,
        )


@lru_cache(maxsize=_CACHED_DESIGNS)
def _parse_stored_design(text: str, catalogue: Catalogue) -> Design:
    """Return the design of a JSON text, cached because nearly all designs of a changed list are unchanged."""
    return parse_design(JsonReader(NO_LIMITS), "design", json.loads(text), catalogue)


def profile_json(row: Profile) -> Json:
    """Return a stored profile as its JSON value."""
    return {"key": row.key, "name": row.name, "notes": row.notes, "max": row.max, "design": row.design}


def load_list(company_list: CompanyList, *, rosters: bool = True) -> LoadedList:
    """Return a complete list: one query for the profiles, one for the rosters unless they are left out."""
    return load_stored_list(company_list, rosters=rosters).to_loaded()


def load_profiles_of(company_lists: Iterable[CompanyList]) -> list[StoredList]:
    """Return several lists with their profiles and without their rosters, in one query."""
    rows = list(company_lists)
    profiles = profiles_by_list([row.pk for row in rows])
    return [StoredList(row, profiles.get(row.pk, ())) for row in rows]


def load_lists(company_lists: Iterable[CompanyList]) -> dict[int, LoadedList]:
    """Return several lists by primary key, in as many queries as for one; unreadable lists are left out."""
    rows = {row.pk: row for row in company_lists}
    profiles, rosters = profiles_by_list(rows), rosters_by_list(rows)
    lists = {}
    for pk, row in rows.items():
        with suppress(UnreadableDesignError):
            lists[pk] = StoredList(row, profiles.get(pk, ()), rosters.get(pk, ())).to_loaded()
    return lists


def load_stored_list(company_list: CompanyList, *, rosters: bool = True) -> StoredList:
    """Return the rows of a list, in as many queries as ``load_list`` takes."""
    pk = company_list.pk
    stored_rosters = rosters_by_list((pk,)).get(pk, ()) if rosters else ()
    return StoredList(company_list, profiles_by_list((pk,)).get(pk, ()), stored_rosters)


def load_stored_profile(company_list: CompanyList, key: str) -> StoredList:
    """Return a list with only this profile loaded; the complete list if the profile is missing."""
    row = _profile_rows((company_list.pk,)).filter(key=key).first()
    if row is None:
        return load_stored_list(company_list, rosters=False)
    return StoredList(company_list, only=row)


def load_rosters(stored: StoredList) -> None:
    """Add the rosters to a list that was loaded without them, in one query."""
    stored.rosters = rosters_by_list((stored.row.pk,)).get(stored.row.pk, [])


def profiles_by_list(lists: Collection[int]) -> dict[int, list[Profile]]:
    """Return the profiles of these lists in order, without removed ones, by the primary key of their list."""
    profiles: dict[int, list[Profile]] = {}
    for row in _profile_rows(lists):
        profiles.setdefault(row.company_list_id, []).append(row)
    return profiles


def _profile_rows(lists: Collection[int]) -> QuerySet[Profile]:
    rows = Profile.objects.filter(company_list__in=lists, removed_at=None)
    return rows.order_by("position", "pk")


def rosters_by_list(lists: Collection[int]) -> dict[int, list[StoredRoster]]:
    """Return the rosters of these lists in order, without removed ones, by the primary key of their list."""
    # One query for versions and entries, so that both are from the same moment.
    rows = Roster.objects.filter(company_list__in=lists, removed_at=None)
    ordered = rows.order_by("position", "pk", "entries__position", "entries__pk")
    stored_rosters: dict[int, StoredRoster] = {}
    entries: dict[int, list[core.RosterEntry]] = {}
    for key, count, unit, *values in ordered.values_list(
        "entries__profile_key", "entries__count", "entries__unit", *_ROSTER_COLUMNS
    ):
        pk: int = values[0]
        if pk not in stored_rosters:
            stored_rosters[pk] = StoredRoster(row=Roster.from_db(None, _ROSTER_COLUMNS, values))
        if key is not None:  # a roster without entries has one row with nulls
            entries.setdefault(pk, []).append(_entry(key, count, unit))
    by_list: dict[int, list[StoredRoster]] = {}
    for pk, stored in stored_rosters.items():
        stored.entries = tuple(entries.get(pk, ()))
        by_list.setdefault(stored.row.company_list_id, []).append(stored)
    return by_list


_ROSTER_COLUMNS = tuple(field.attname for field in Roster._meta.concrete_fields)


def with_entries(rows: Iterable[Roster]) -> list[StoredRoster]:
    """Return these rosters with their entries, in their order and in one query."""
    rosters = {row.pk: StoredRoster(row=row) for row in rows}
    entries = RosterEntry.objects.filter(roster__in=rosters).order_by("position", "pk")
    for pk, *row in entries.values_list("roster", "profile_key", "count", "unit"):
        rosters[pk].entries += (_entry(*row),)
    return list(rosters.values())


def _entry(key: str, count: int, unit: Json) -> core.RosterEntry:
    """Return a stored row in the form of the document."""
    if not unit:
        return core.RosterEntry(profile=key, count=count)
    return entry_of({"profile": key, "count": count, **unit})


def entry_of(value: Json) -> core.RosterEntry:
    """Return a row of a roster from its dumped JSON value."""
    others, attached = (
        tuple(core.Member(**member) for member in value.get(name, ())) for name in ("others", "attached")
    )
    return core.RosterEntry(**{**value, "others": others, "attached": attached})


def pack_json(value: object) -> bytes:
    """Pack a JSON value, keeping the order of its keys."""
    return zlib.compress(_compact_json(value), _LEVEL)


def json_size(value: object) -> int:
    """Return the size in bytes of a JSON value that is not packed."""
    return len(_compact_json(value))


def _compact_json(value: object) -> bytes:
    return _encoder.encode(value).encode()


def unpack_json(packed: bytes | memoryview) -> Any:  # noqa: ANN401 - any JSON value
    """Return a packed JSON value."""
    return json.loads(zlib.decompress(packed))


def pack_document(document: Document, catalogue: Catalogue) -> bytes:
    """Pack a document."""
    return pack_json(dump_document(document, catalogue))


def unpack_document(packed: bytes | memoryview, catalogues: Mapping[tuple[str, str], Catalogue]) -> Document:
    """Return the packed document, even if it exceeds the current limits."""
    return parse_document(unpack_json(packed), catalogues, NO_LIMITS)
