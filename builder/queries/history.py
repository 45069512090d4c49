"""Queries for the history of a list: its revisions and the changes between them.

A revision is an earlier state of a list, with its complete document. Its number is the version that the list
had then. The number of queries doesn't depend on the number of revisions. A comparison of two documents only
parses the profiles that differ, and the profiles that these refer to.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import Http404

from builder.catalogue.limits import NO_LIMITS
from builder.catalogue.store import catalogue_of
from builder.documents import DamagedDocumentError, Json, StoredList, entry_of, load_list
from builder.models import CompanyList, Revision
from builder.points.appraisal.changes import Change, find_changes, summary_lines
from builder.points.document.design import Design
from builder.points.document.document import (
    Document,
    DocumentError,
    Profile,
    Roster,
    parse_document,
    parse_profile,
)
from builder.points.document.json_reader import JsonReader
from builder.points.document.references import reachable_keys
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.revisions import past_documents, unpack_past_document, unpack_revision

PAGE_SIZE = 20
MAX_CHOICES = 50
MAX_SEARCHED = 200
MAX_SEARCHED_ROWS = 2_500
_CHUNK = 20
_MAX_INTEGER = 2**31 - 1
_OLDEST = "Earlier changes are no longer stored"
_DAMAGED = "These changes can't be shown, because a stored revision is damaged"


# ------------------------------------------------------------------ revisions and their changes


def all_revisions(company_list: CompanyList) -> QuerySet[Revision, Any]:
    """Return the revisions of a list, the newest first, with all data that ``revision_lines`` needs.

    Each is annotated with ``earlier_document``, the packed document of the revision before it.
    """
    earlier = Revision.objects.filter(company_list=OuterRef("company_list"), number__lt=OuterRef("number"))
    document = earlier.order_by("-number").values("document")[:1]
    rows = Revision.objects.filter(company_list=company_list).select_related("by").order_by("-number")
    return rows.annotate(earlier_document=Subquery(document))


def revision_lines(company_list: CompanyList, rows: Iterable[Any]) -> dict[int, list[str]]:
    """Map the numbers of revisions from ``all_revisions`` to lines of text about their changes.

    The site doesn't store the lines, so this compares the document of each revision with the one before.
    """
    stored, documents = StoredList(company_list), dict[bytes, Json]()
    return {row.number: _revision_lines(row, stored, documents) for row in rows}


def _revision_lines(row: Any, stored: StoredList, documents: dict[bytes, Json]) -> list[str]:  # noqa: ANN401 - annotated
    """Return the lines of text about the changes of one revision.

    ``documents`` caches unpacked documents, because each is compared with the one before and the one after.
    """
    lines: list[str] = row.description.splitlines()
    if row.earlier_document is None:
        return lines or [_OLDEST]
    try:
        before, after = (_unpack(packed, documents) for packed in (row.earlier_document, row.document))
    except DamagedDocumentError:
        return [*lines, _DAMAGED]
    return [*lines, *summary_lines(compare_stored(before, after, stored))]


def _unpack(packed: bytes | memoryview, documents: dict[bytes, Json]) -> Json:
    key = bytes(packed)
    if key not in documents:
        documents[key] = unpack_past_document(key)
    return documents[key]


class HistoryPage(NamedTuple):
    """A page of revisions, the newest first.

    ``next_before`` is the argument ``before`` for the next page, or 0 if there is none.
    """

    revisions: list[Revision]
    next_before: int


def history_page(company_list: CompanyList, before: int = 0) -> HistoryPage:
    """Return a page of the revisions below a number, or of the newest revisions, in one query."""
    rows = all_revisions(company_list)
    if before:
        rows = rows.filter(number__lt=min(before, _MAX_INTEGER))
    revisions = list(rows[: PAGE_SIZE + 1])
    shown = revisions[:PAGE_SIZE]
    return HistoryPage(shown, shown[-1].number if len(revisions) > PAGE_SIZE else 0)


class RevisionWithNeighbours(NamedTuple):
    """A revision, and the numbers of the revisions before and after it, or None."""

    revision: Revision
    earlier_number: int | None
    later_number: int | None


def get_revision(company_list: CompanyList, number: int) -> RevisionWithNeighbours:
    """Return a revision, in one query. Raises Http404 if it doesn't exist or was deleted."""
    others = Revision.objects.filter(company_list=OuterRef("company_list"))
    earlier = others.filter(number__lt=OuterRef("number")).order_by("-number").values("number")[:1]
    later = others.filter(number__gt=OuterRef("number")).order_by("number").values("number")[:1]
    rows = all_revisions(company_list).filter(number=min(number, _MAX_INTEGER))
    row = rows.annotate(earlier=Subquery(earlier), later=Subquery(later)).first()
    if row is None:
        raise Http404("This revision doesn't exist, or is no longer stored.")
    return RevisionWithNeighbours(row, row.earlier, row.later)


def revision_choices(company_list: CompanyList, extra_numbers: Sequence[int] = ()) -> list[Revision]:
    """Return the ``MAX_CHOICES`` newest revisions and those with ``extra_numbers``, in one query.

    The newest is first.
    """
    newest = Revision.objects.filter(company_list=company_list).order_by("-number").values("pk")[:MAX_CHOICES]
    is_extra = Q(number__in=[min(number, _MAX_INTEGER) for number in extra_numbers])
    return list(all_revisions(company_list).filter(Q(pk__in=Subquery(newest)) | is_extra))


# ------------------------------------------------------------------ documents


class DocumentVersion(NamedTuple):
    """A document of a list, and its revision, or None for the current document."""

    revision: Revision | None
    document: Document


def document_versions(company_list: CompanyList, numbers: Sequence[int | None]) -> list[DocumentVersion]:
    """Return the documents of the revisions with these numbers, in the same order and in one query.

    None means the current document, which takes further queries. Raises Http404 if a revision doesn't exist
    or was deleted.
    """
    wanted = {min(number, _MAX_INTEGER) for number in numbers if number is not None}
    past = past_documents(company_list.pk, wanted) if wanted else {}
    if len(past) < len(wanted):
        raise Http404("This revision doesn't exist, or is no longer stored.")
    versions: dict[int | None, DocumentVersion] = {
        number: DocumentVersion(past_document.revision, _parse(company_list, past_document.value))
        for number, past_document in past.items()
    }
    if None in numbers:
        versions[None] = DocumentVersion(None, load_list(company_list).document)
    return [versions[None if number is None else min(number, _MAX_INTEGER)] for number in numbers]


def document_of_revision(company_list: CompanyList, revision: Revision) -> Document:
    """Return the document of a revision of a list, without a query."""
    return _parse(company_list, unpack_revision(revision))


def _parse(company_list: CompanyList, value: Json) -> Document:
    catalogue = catalogue_of(company_list.edition)
    return parse_document(value, {(catalogue.system, catalogue.edition): catalogue}, NO_LIMITS)


class PastVersion(NamedTuple):
    """A document of a list, and the time when its revision ended."""

    ended_at: datetime
    document: Document


def past_versions(company_list: CompanyList) -> Iterator[PastVersion]:
    """Yield the documents of a list's revisions, the newest first, in one query.

    Stop after ``MAX_SEARCHED`` documents, or when they have more than ``MAX_SEARCHED_ROWS`` profiles, rosters
    and entries. Skip damaged revisions, and those that can't be read with the list's edition. Equal profiles
    of several documents are the same object.
    """
    catalogue, rows_read = catalogue_of(company_list.edition), 0
    profiles: dict[str, Profile] = {}
    rows = Revision.objects.filter(company_list=company_list).order_by("-number")[:MAX_SEARCHED]
    for row in rows.iterator(chunk_size=_CHUNK):
        with suppress(DamagedDocumentError, DocumentError):
            value = unpack_revision(row)
            rows_read += len(value["profiles"])
            rows_read += sum(1 + len(roster["entries"]) for roster in value["rosters"])
            yield PastVersion(row.ended, _parse_version(value, catalogue, profiles))
        if rows_read > MAX_SEARCHED_ROWS:
            return


def _parse_version(value: Json, catalogue: Catalogue, profiles: dict[str, Profile]) -> Document:
    """Return the parsed document of a revision.

    ``profiles`` caches the parsed profiles of all documents of the list by their JSON texts.
    """
    known = {(catalogue.system, catalogue.edition): catalogue}
    without_profiles = parse_document({**value, "profiles": []}, known, NO_LIMITS)
    reader = JsonReader(NO_LIMITS)
    parsed = []
    for item in value["profiles"]:
        text = json.dumps(item)
        if text not in profiles:
            profiles[text] = parse_profile(reader, "", item, catalogue)
        parsed.append(profiles[text])
    return replace(without_profiles, profiles=tuple(parsed))


# ------------------------------------------------------------------ comparison of two documents


_EMPTY_DESIGN = Design()


def compare_stored(before: Json, after: Json, stored: StoredList) -> tuple[Change, ...]:
    """Return the changes between two documents of the list ``stored``."""
    documents = (before, after)
    designs = _parse_designs(documents, _changed_keys(before, after), stored)
    earlier, later = map(_partial_document, documents, designs)
    return find_changes(earlier, later, stored.catalogue)


def _changed_keys(before: Json, after: Json) -> set[str]:
    """Return the keys of the profiles that differ, and of all profiles in rosters that differ."""
    old, new = ({profile["key"]: profile for profile in document["profiles"]} for document in (before, after))
    return {
        *(key for key in old | new if old.get(key) != new.get(key)),
        *_changed_roster_keys(before["rosters"], after["rosters"]),
        *_changed_roster_keys(after["rosters"], before["rosters"]),
    }


def _changed_roster_keys(rosters: Iterable[Json], others: Iterable[Json]) -> Iterator[str]:
    """Yield the keys of the profiles in those ``rosters`` that have no equal roster in ``others``.

    Each of the ``others`` is the equal of at most one roster.
    """
    unmatched = list(others)
    for roster in rosters:
        if roster in unmatched:
            unmatched.remove(roster)
        else:
            yield from (member.profile for entry in roster["entries"] for member in entry_of(entry).members())


def _parse_designs(
    documents: Sequence[Json], keys: Iterable[str], stored: StoredList
) -> list[dict[str, Design]]:
    """Return, for each document, a mapping from keys of profiles to parsed designs.

    It contains the profiles with these ``keys``, and all profiles that they refer to in either of the
    documents, directly or through other profiles.
    """
    values = [
        {profile["key"]: profile["design"] for profile in document["profiles"]} for document in documents
    ]
    designs: list[dict[str, Design]] = [{} for _ in documents]

    def design_of(key: str, side: int) -> Design | None:
        if key in values[side] and key not in designs[side]:
            value = values[side][key]
            # ``stored`` caches the parsed design of each JSON object. If the value is equal in both
            # documents, use the same object for both, so that the design is only parsed once.
            same_value = next(other[key] for other in values if other.get(key) == value)
            designs[side][key] = _parse_design(same_value, stored)
        return designs[side].get(key)

    catalogue_index, previous, reached = index_of(stored.catalogue), set[str](), set(keys)
    while reached != previous:  # a profile from one document may refer to more profiles in the other document
        previous = set(reached)
        for side in range(len(documents)):
            reached |= reachable_keys(catalogue_index, partial(design_of, side=side), previous)
    return designs


def _parse_design(value: object, stored: StoredList) -> Design:
    """Return a parsed design, or an empty one if it can't be read.

    So the history can still be shown, although without the changes of this design.
    """
    try:
        return stored.parse_design(value)
    except DocumentError:
        return _EMPTY_DESIGN


def _partial_document(value: Json, designs: Mapping[str, Design]) -> Document:
    """Return a document with these ``designs``, and an empty design for all other profiles.

    In a comparison, the same profiles get an empty design in both documents, and so don't count as changed.
    """
    return Document(
        system=value["system"],
        edition=value["edition"],
        name=value["name"],
        setting=value["setting"],
        background=value["background"],
        profiles=tuple(
            Profile(
                key=item["key"],
                name=item["name"],
                notes=item["notes"],
                max=item["max"],
                design=designs.get(item["key"], _EMPTY_DESIGN),
            )
            for item in value["profiles"]
        ),
        rosters=tuple(
            Roster(
                name=item["name"],
                limit=item["limit"],
                entries=tuple(map(entry_of, item["entries"])),
                fields=item.get("fields", {}),
            )
            for item in value["rosters"]
        ),
    )
