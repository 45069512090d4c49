"""Company lists as documents: loading the document of a list from the database, and packing documents.

A document contains the profiles and rosters of a list. A packed document is a compressed JSON text, as the
history of a list and frozen rosters store it. Frozen rosters are copies that don't change when the list
changes.
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
# zlib's default level takes three times as long, and saves only a tenth of the bytes.
_COMPRESSION_LEVEL = 3
_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class DamagedDocumentError(Exception):
    """The stored document of a revision or of a frozen roster can't be read."""


class UnreadableDesignError(Exception):
    """The stored design of a profile can't be read.

    This only happens if another program has written the design or the rows of the edition. ``profile`` is the
    name of the profile or, without a name, its key.
    """

    def __init__(self, message: str, profile: str) -> None:
        super().__init__(message)
        self.profile = profile


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedList:
    """A list with its row, its catalogue (the rules and prices of its edition) and its document.

    ``profile_versions`` are the versions of the profiles by key. The ids and versions of the rosters are in
    the document's order. A frozen roster has the ``appraisal`` and the ``fingerprints`` that were stored with
    it. Fingerprints are short codes that show whether a paper matches the stored roster.
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
        """Return the sheets of the profiles and rosters, with ``appraisal`` or else a new appraisal."""
        return list_sheet(self.document, self.catalogue, self.appraisal)

    def cut_to(self, roster_id: str) -> "LoadedList":
        """Return the list, cut to a single roster and the profiles that the roster needs.

        Raises ValueError if the list has no roster with this id.
        """
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
    """The row of a roster, and its entries."""

    row: Roster
    entries: tuple[core.RosterEntry, ...] = ()

    @property
    def roster(self) -> core.Roster:
        """The roster in the form that it has in a document."""
        row = self.row
        return core.Roster(name=row.name, limit=row.limit, entries=self.entries, fields=row.fields)


class StoredList:
    """The loaded rows of a list, in the list's order, without removed profiles and rosters.

    If the caller has only loaded a single profile, ``only`` is its row. The other profiles are then loaded
    when they are needed. A design is what was chosen for a profile. All lists of the process share a cache of
    parsed designs.
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
        """The rows of the list's profiles. Removed profiles are not included."""
        return profiles_by_list((self.row.pk,)).get(self.row.pk, [])

    def profile_row(self, key: str) -> Profile | None:
        """Return the row of the profile with this key, or None."""
        if self._only is not None and self._only.key == key:
            return self._only
        return next((row for row in self.profiles if row.key == key), None)

    def stored_roster(self, public_id: str) -> StoredRoster | None:
        """Return the roster with this id, or None."""
        return next((roster for roster in self.rosters if roster.row.public_id == public_id), None)

    def profile(self, row: Profile) -> core.Profile:
        """Return a profile in the form that it has in a document.

        Raises UnreadableDesignError if its design can't be read.
        """
        try:
            design = self.parse_design(row.design)
        except DocumentError as error:
            fault = f"list {self.row.public_id}, profile {row.key}: {error}"
            raise UnreadableDesignError(fault, row.name or row.key) from error
        return core.Profile(key=row.key, name=row.name, notes=row.notes, max=row.max, design=design)

    def parse_design(self, value: object) -> Design:
        """Return the design in a stored JSON value (cached). Raises DocumentError if it can't be read."""
        cached = self._parsed.get(id(value))
        if cached is None:
            design = _parse_stored_design(_encoder.encode(value), self.catalogue)
            # Also store the value: while it exists, no other object can get the same id.
            cached = self._parsed[id(value)] = (value, design)
        return cached[1]

    def cache_design(self, value: object, design: Design) -> None:
        """Cache ``design`` as the parsed design of the stored JSON value ``value``."""
        self._parsed[id(value)] = (value, design)

    def document_json(self) -> Json:
        """Return the document as a JSON value, without parsing designs.

        It is what ``dump_document`` would return, except for the order of the keys within a design.
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
        """Return the complete document. Raises UnreadableDesignError if a design can't be read."""
        profiles = tuple(self.profile(row) for row in self.profiles)
        return self._document(profiles, tuple(stored.roster for stored in self.rosters))

    def document_for_profile(self, profile: core.Profile) -> Document:
        """Return a small document for appraising a profile, which is faster than appraising the list.

        It contains ``profile`` instead of the stored profile with the same key, and the profiles that it
        refers to, directly or through others, because its points and findings depend on them. It contains no
        rosters.
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
        """Return the list with its document. Raises UnreadableDesignError if a design can't be read."""
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
    """Return the design in a JSON text.

    The design is cached, because a list is often loaded again after a change of few designs.
    """
    return parse_design(JsonReader(NO_LIMITS), "design", json.loads(text), catalogue)


def profile_json(row: Profile) -> Json:
    """Return the JSON value of a stored profile."""
    return {"key": row.key, "name": row.name, "notes": row.notes, "max": row.max, "design": row.design}


def load_list(company_list: CompanyList, *, rosters: bool = True) -> LoadedList:
    """Return a list with its document, in one query for the profiles and one for the rosters.

    If ``rosters`` is False, leave out the rosters. Raises UnreadableDesignError if a design can't be read.
    """
    return load_stored_list(company_list, rosters=rosters).to_loaded()


def load_profiles_of(company_lists: Iterable[CompanyList]) -> list[StoredList]:
    """Return several lists with their profiles, but without their rosters, in one query."""
    rows = list(company_lists)
    profiles = profiles_by_list([row.pk for row in rows])
    return [StoredList(row, profiles.get(row.pk, ())) for row in rows]


def load_lists(company_lists: Iterable[CompanyList]) -> dict[int, LoadedList]:
    """Map the primary keys of lists to the loaded lists, in two queries.

    Skip lists with designs that can't be read.
    """
    rows = {row.pk: row for row in company_lists}
    profiles, rosters = profiles_by_list(rows), rosters_by_list(rows)
    lists = {}
    for pk, row in rows.items():
        with suppress(UnreadableDesignError):
            lists[pk] = StoredList(row, profiles.get(pk, ()), rosters.get(pk, ())).to_loaded()
    return lists


def load_stored_list(company_list: CompanyList, *, rosters: bool = True) -> StoredList:
    """Return the rows of a list, in one query for the profiles and one for the rosters.

    If ``rosters`` is False, leave out the rosters.
    """
    pk = company_list.pk
    stored_rosters = rosters_by_list((pk,)).get(pk, ()) if rosters else ()
    return StoredList(company_list, profiles_by_list((pk,)).get(pk, ()), stored_rosters)


def load_stored_profile(company_list: CompanyList, key: str) -> StoredList:
    """Return a list with only the profile with this key, without its rosters.

    If the list has no such profile, all profiles are loaded.
    """
    row = _profile_rows((company_list.pk,)).filter(key=key).first()
    if row is None:
        return load_stored_list(company_list, rosters=False)
    return StoredList(company_list, only=row)


def load_rosters(stored: StoredList) -> None:
    """Add the rosters to a list that was loaded without them, in one query."""
    stored.rosters = rosters_by_list((stored.row.pk,)).get(stored.row.pk, [])


def profiles_by_list(lists: Collection[int]) -> dict[int, list[Profile]]:
    """Map the primary keys of lists to their profiles, in order. Skip removed profiles."""
    profiles: dict[int, list[Profile]] = {}
    for row in _profile_rows(lists):
        profiles.setdefault(row.company_list_id, []).append(row)
    return profiles


def _profile_rows(lists: Collection[int]) -> QuerySet[Profile]:
    rows = Profile.objects.filter(company_list__in=lists, removed_at=None)
    return rows.order_by("position", "pk")


def rosters_by_list(lists: Collection[int]) -> dict[int, list[StoredRoster]]:
    """Map the primary keys of lists to their rosters, in order. Skip removed rosters."""
    # One query reads both the rosters and their entries, so that both are from the same moment.
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
        if key is not None:  # for a roster without entries, the result has one row without a profile key
            entries.setdefault(pk, []).append(_entry(key, count, unit))
    by_list: dict[int, list[StoredRoster]] = {}
    for pk, stored in stored_rosters.items():
        stored.entries = tuple(entries.get(pk, ()))
        by_list.setdefault(stored.row.company_list_id, []).append(stored)
    return by_list


_ROSTER_COLUMNS = tuple(field.attname for field in Roster._meta.concrete_fields)


def with_entries(rows: Iterable[Roster]) -> list[StoredRoster]:
    """Return these rosters with their entries, in the same order and in one query."""
    rosters = {row.pk: StoredRoster(row=row) for row in rows}
    entries = RosterEntry.objects.filter(roster__in=rosters).order_by("position", "pk")
    for pk, *row in entries.values_list("roster", "profile_key", "count", "unit"):
        rosters[pk].entries += (_entry(*row),)
    return list(rosters.values())


def _entry(key: str, count: int, unit: Json) -> core.RosterEntry:
    """Return an entry of a roster, from the columns of its row, in the form that it has in a document."""
    if not unit:
        return core.RosterEntry(profile=key, count=count)
    return entry_of({"profile": key, "count": count, **unit})


def entry_of(value: Json) -> core.RosterEntry:
    """Return the entry of a roster from its JSON value in a document."""
    others, attached = (
        tuple(core.Member(**member) for member in value.get(name, ())) for name in ("others", "attached")
    )
    return core.RosterEntry(**{**value, "others": others, "attached": attached})


def pack_json(value: object) -> bytes:
    """Return a JSON value as compressed JSON text. The order of keys is preserved."""
    return zlib.compress(_compact_json(value), _COMPRESSION_LEVEL)


def json_size(value: object) -> int:
    """Return the size in bytes of the JSON text of a value, without compression."""
    return len(_compact_json(value))


def _compact_json(value: object) -> bytes:
    return _encoder.encode(value).encode()


def unpack_json(packed: bytes | memoryview) -> Any:  # noqa: ANN401 - any JSON value
    """Return the JSON value in packed data."""
    return json.loads(zlib.decompress(packed))


def pack_document(document: Document, catalogue: Catalogue) -> bytes:
    """Return a document as compressed JSON text."""
    return pack_json(dump_document(document, catalogue))


def unpack_document(packed: bytes | memoryview, catalogues: Mapping[tuple[str, str], Catalogue]) -> Document:
    """Return the document in packed data, even if it exceeds the current limits."""
    return parse_document(unpack_json(packed), catalogues, NO_LIMITS)
