"""The rows of a list read as the document that they are; documents packed, as history and hand-ins keep them.

To be packed is to be compressed JSON text.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from builder.catalogue.limits import NO_LIMITS
from builder.catalogue.store import catalogue_of
from builder.models import CompanyList, Profile, Roster, RosterEntry
from builder.points import document as core
from builder.points.catalogue import Catalogue
from builder.points.design import parse_design
from builder.points.document import Document, DocumentError, dump_document, parse_document
from builder.points.reading import Reader


class BrokenDesignError(Exception):
    """A stored design cannot be read: it, or the rows of its edition, were written by something else.

    ``profile`` is the name of the profile, or its key while it has none.
    """

    def __init__(self, message: str, profile: str) -> None:
        super().__init__(message)
        self.profile = profile


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedList:
    """A list's row, its rule set and its document; ``versions`` are its profiles', by key.

    ``roster_ids`` and ``roster_versions`` stand beside the document's rosters, in the same order.
    """

    row: CompanyList
    catalogue: Catalogue
    document: Document
    versions: Mapping[str, int]
    roster_ids: tuple[str, ...] = ()
    roster_versions: tuple[int, ...] = ()


def load(company_list: CompanyList, *, rosters: bool = True) -> LoadedList:
    """The whole list: one query for the profiles, two for the rosters unless they are left out.

    The row comes from ``access``, which has joined its edition and system.
    """
    catalogue = catalogue_of(company_list.edition)
    profiles, versions = _profiles(company_list, catalogue)
    found = _rosters(company_list) if rosters else _Rosters((), (), ())
    document = Document(
        system=catalogue.system,
        edition=catalogue.edition,
        name=company_list.name,
        setting=company_list.setting,
        background=company_list.background,
        profiles=profiles,
        rosters=found.rosters,
    )
    return LoadedList(
        row=company_list,
        catalogue=catalogue,
        document=document,
        versions=versions,
        roster_ids=found.ids,
        roster_versions=found.versions,
    )


def _profiles(
    company_list: CompanyList, catalogue: Catalogue
) -> tuple[tuple[core.Profile, ...], dict[str, int]]:
    rows = Profile.objects.filter(company_list=company_list, removed_at=None).order_by("position", "pk")
    reader = Reader(NO_LIMITS)
    profiles, versions = [], {}
    for key, name, notes, most, design, version in rows.values_list(
        "key", "name", "notes", "max", "design", "version"
    ):
        try:
            read = parse_design(reader, "design", design, catalogue)
        except DocumentError as error:
            fault = f"list {company_list.public_id}, profile {key}: {error}"
            raise BrokenDesignError(fault, name or key) from error
        profiles.append(core.Profile(key=key, name=name, notes=notes, max=most, design=read))
        versions[key] = version
    return tuple(profiles), versions


class _Rosters(NamedTuple):
    rosters: tuple[core.Roster, ...]
    ids: tuple[str, ...]
    versions: tuple[int, ...]


def _rosters(company_list: CompanyList) -> _Rosters:
    found = Roster.objects.filter(company_list=company_list, removed_at=None).order_by("position", "pk")
    # Read before the entries: a version may be older than what stands beside it, and is refused when it
    # comes back; were it newer, somebody else's entries would be overwritten.
    rows = list(found.values_list("pk", "public_id", "version", "name", "limit"))
    entries: dict[int, list[core.Entry]] = {}
    of_these = RosterEntry.objects.filter(roster__company_list=company_list, roster__removed_at=None)
    ordered = of_these.order_by("position", "pk")
    for roster, key, count in ordered.values_list("roster", "profile_key", "count"):
        entries.setdefault(roster, []).append(core.Entry(profile=key, count=count))
    return _Rosters(
        tuple(
            core.Roster(name=name, limit=limit, entries=tuple(entries.get(pk, ())))
            for pk, _, _, name, limit in rows
        ),
        tuple(row[1] for row in rows),
        tuple(row[2] for row in rows),
    )


def pack(value: object) -> bytes:
    """A JSON value packed; the order of its keys is kept."""
    return zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def unpack(packed: bytes | memoryview) -> Any:  # noqa: ANN401 - whatever JSON holds
    """The JSON value that was packed."""
    return json.loads(zlib.decompress(packed))


def pack_document(document: Document, catalogue: Catalogue) -> bytes:
    """A document packed."""
    return pack(dump_document(document, catalogue))


def unpack_document(packed: bytes | memoryview, catalogues: Mapping[tuple[str, str], Catalogue]) -> Document:
    """The document that was packed, whatever the limits have become since."""
    return parse_document(unpack(packed), catalogues, NO_LIMITS)
