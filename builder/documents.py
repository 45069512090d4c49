"""The rows of a list read as the document that they are; documents packed, as history and hand-ins keep them.

To be packed is to be compressed JSON text.
"""

import json
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from builder.catalogue.limits import NO_LIMITS
from builder.catalogue.store import catalogue_of
from builder.models import CompanyList, Profile, Roster
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
    """The whole list: one query for the profiles, one for the rosters unless they are left out.

    The row comes from ``access``, which has joined its edition and system.
    """
    return _loaded(
        company_list,
        _profile_rows((company_list.pk,)).get(company_list.pk, ()),
        _roster_rows((company_list.pk,)).get(company_list.pk, ()) if rosters else (),
    )


def load_all(company_lists: Iterable[CompanyList]) -> dict[int, LoadedList]:
    """Several lists by primary key, in as many queries as one; what cannot be read is left out."""
    rows = {row.pk: row for row in company_lists}
    profiles, rosters = _profile_rows(rows), _roster_rows(rows)
    found = {}
    for pk, row in rows.items():
        with suppress(BrokenDesignError):
            found[pk] = _loaded(row, profiles.get(pk, ()), rosters.get(pk, ()))
    return found


class _ProfileRow(NamedTuple):
    key: str
    name: str
    notes: str
    max: int | None
    design: object
    version: int


class _RosterRow(NamedTuple):
    roster: core.Roster
    id: str
    version: int


def _loaded(
    company_list: CompanyList, profiles: Sequence[_ProfileRow], rosters: Sequence[_RosterRow]
) -> LoadedList:
    catalogue = catalogue_of(company_list.edition)
    document = Document(
        system=catalogue.system,
        edition=catalogue.edition,
        name=company_list.name,
        setting=company_list.setting,
        background=company_list.background,
        profiles=_profiles(company_list, catalogue, profiles),
        rosters=tuple(row.roster for row in rosters),
    )
    return LoadedList(
        row=company_list,
        catalogue=catalogue,
        document=document,
        versions={row.key: row.version for row in profiles},
        roster_ids=tuple(row.id for row in rosters),
        roster_versions=tuple(row.version for row in rosters),
    )


def _profiles(
    company_list: CompanyList, catalogue: Catalogue, rows: Iterable[_ProfileRow]
) -> tuple[core.Profile, ...]:
    reader = Reader(NO_LIMITS)
    profiles = []
    for row in rows:
        try:
            read = parse_design(reader, "design", row.design, catalogue)
        except DocumentError as error:
            fault = f"list {company_list.public_id}, profile {row.key}: {error}"
            raise BrokenDesignError(fault, row.name or row.key) from error
        profiles.append(core.Profile(key=row.key, name=row.name, notes=row.notes, max=row.max, design=read))
    return tuple(profiles)


def _profile_rows(lists: Collection[int]) -> dict[int, list[_ProfileRow]]:
    rows = Profile.objects.filter(company_list__in=lists, removed_at=None).order_by("position", "pk")
    found: dict[int, list[_ProfileRow]] = {}
    for of, *values in rows.values_list("company_list", "key", "name", "notes", "max", "design", "version"):
        found.setdefault(of, []).append(_ProfileRow(*values))
    return found


def _roster_rows(lists: Collection[int]) -> dict[int, list[_RosterRow]]:
    # Versions and entries in one query: what is saved over a version is what was read with it.
    rows = Roster.objects.filter(company_list__in=lists, removed_at=None)
    ordered = rows.order_by("position", "pk", "entries__position", "entries__pk")
    columns = ("company_list", "public_id", "version", "name", "limit")
    heads: dict[int, tuple[int, str, int, str, int]] = {}
    entries: dict[int, list[core.Entry]] = {}
    for pk, key, count, *head in ordered.values_list(
        "pk", "entries__profile_key", "entries__count", *columns
    ):
        heads[pk] = (head[0], head[1], head[2], head[3], head[4])
        if key is not None:  # a roster without models has one row too
            entries.setdefault(pk, []).append(core.Entry(profile=key, count=count))
    by_list: dict[int, list[_RosterRow]] = {}
    for pk, (of, public_id, version, name, limit) in heads.items():
        roster = core.Roster(name=name, limit=limit, entries=tuple(entries.get(pk, ())))
        by_list.setdefault(of, []).append(_RosterRow(roster, public_id, version))
    return by_list


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
