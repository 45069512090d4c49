"""The history of a list: its revisions and the changes between them.

The number of queries doesn't depend on the length of the history. A comparison only parses changed profiles
and the profiles that they refer to, because large lists have many revisions.
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
from builder.points.appraisal.changes import Change, changes, summary_lines
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
    """Return the revisions of a list, newest first, with editors and all data for ``revision_lines``."""
    earlier = Revision.objects.filter(company_list=OuterRef("company_list"), number__lt=OuterRef("number"))
    document = earlier.order_by("-number").values("document")[:1]
    rows = Revision.objects.filter(company_list=company_list).select_related("by").order_by("-number")
    return rows.annotate(earlier_document=Subquery(document))


def revision_lines(company_list: CompanyList, rows: Iterable[Any]) -> dict[int, list[str]]:
    """Map the number of each revision to lines of text about its changes.

    ``rows`` are revisions from ``all_revisions``. The lines are not stored, but made by comparing each
    revision with the revision before.
    """
    stored, documents = StoredList(company_list), dict[bytes, Json]()
    return {row.number: _lines(row, stored, documents) for row in rows}


def _lines(row: Any, stored: StoredList, documents: dict[bytes, Json]) -> list[str]:  # noqa: ANN401 - annotated
    """Return the lines of a revision.

    ``documents`` caches unpacked documents, each of which is needed for two revisions.
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
    """A page of revisions, the newest first; ``next_before`` is ``before`` of the next page, or 0."""

    revisions: list[Revision]
    next_before: int


def history_page(company_list: CompanyList, before: int = 0) -> HistoryPage:
    """Return a page of the revisions before the number ``before``, or of the newest for 0, in one query."""
    rows = all_revisions(company_list)
    if before:
        rows = rows.filter(number__lt=min(before, _MAX_INTEGER))
    revisions = list(rows[: PAGE_SIZE + 1])
    shown = revisions[:PAGE_SIZE]
    return HistoryPage(shown, shown[-1].number if len(revisions) > PAGE_SIZE else 0)


class RevisionWithNeighbours(NamedTuple):
    """A revision, and the numbers of the previous and the next revision, or None."""

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


def revision_choices(company_list: CompanyList, also: Sequence[int] = ()) -> list[Revision]:
    """Return the newest revisions and the revisions numbered in ``also``, newest first, in one query."""
    newest = Revision.objects.filter(company_list=company_list).order_by("-number").values("pk")[:MAX_CHOICES]
    named = Q(number__in=[min(number, _MAX_INTEGER) for number in also])
    return list(all_revisions(company_list).filter(Q(pk__in=Subquery(newest)) | named))


# ------------------------------------------------------------------ documents


class DocumentVersion(NamedTuple):
    """The document of a list at one time; ``revision`` is None for the current one."""

    revision: Revision | None
    document: Document


def document_versions(company_list: CompanyList, numbers: Sequence[int | None]) -> list[DocumentVersion]:
    """Return the documents of these revisions of a list, in one query; None is the current document.

    Raises Http404 if a revision doesn't exist or was deleted.
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
    """The document of a list at the time ``made``."""

    made: datetime
    document: Document


def past_versions(company_list: CompanyList) -> Iterator[PastVersion]:
    """Yield at most ``MAX_SEARCHED`` documents of a list's revisions, newest first, in one query.

    Equal profiles in several documents are the same object. Reading stops after ``MAX_SEARCHED_ROWS``
    profiles, rosters and rows of rosters. Revisions that are damaged, or that the list's edition can't read,
    are left out.
    """
    catalogue, read = catalogue_of(company_list.edition), 0
    profiles: dict[str, Profile] = {}
    rows = Revision.objects.filter(company_list=company_list).order_by("-number")[:MAX_SEARCHED]
    for row in rows.iterator(chunk_size=_CHUNK):
        with suppress(DamagedDocumentError, DocumentError):
            value = unpack_revision(row)
            read += len(value["profiles"]) + sum(1 + len(roster["entries"]) for roster in value["rosters"])
            yield PastVersion(row.ended, _parse_version(value, catalogue, profiles))
        if read > MAX_SEARCHED_ROWS:
            return


def _parse_version(value: Json, catalogue: Catalogue, profiles: dict[str, Profile]) -> Document:
    """Parse a document; ``profiles`` caches parsed profiles by their JSON text."""
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
    """Return the differences between two documents of the list ``stored``."""
    documents = (before, after)
    designs = _parse_designs(documents, _changed_keys(before, after), stored)
    earlier, later = map(_partial_document, documents, designs)
    return changes(earlier, later, stored.catalogue)


def _changed_keys(before: Json, after: Json) -> set[str]:
    """Return the keys of profiles that differ, and of profiles in rosters that differ."""
    old, new = ({profile["key"]: profile for profile in side["profiles"]} for side in (before, after))
    return {
        *(key for key in old | new if old.get(key) != new.get(key)),
        *_changed_roster_keys(before["rosters"], after["rosters"]),
        *_changed_roster_keys(after["rosters"], before["rosters"]),
    }


def _changed_roster_keys(rosters: Iterable[Json], others: Iterable[Json]) -> Iterator[str]:
    """Yield the keys of the profiles in ``rosters`` that are not among the ``others``.

    If equal rosters are more frequent in ``rosters``, the excess is not among the ``others`` either.
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
    """Return a mapping of keys to parsed designs for each document.

    The designs are those of the profiles with these keys, and of the profiles that they refer to.
    """
    values = [{profile["key"]: profile["design"] for profile in side["profiles"]} for side in documents]
    designs: list[dict[str, Design]] = [{} for _ in documents]

    def design_of(key: str, side: int) -> Design | None:
        if key in values[side] and key not in designs[side]:
            value = values[side][key]
            # ``stored`` parses equal values of several documents only once.
            same = next(other[key] for other in values if other.get(key) == value)
            designs[side][key] = _parse_design(same, stored)
        return designs[side].get(key)

    catalogue_index, walked, reached = index_of(stored.catalogue), set[str](), set(keys)
    while reached != walked:  # until all profiles that are referred to are included
        walked = set(reached)
        for side in range(len(documents)):
            reached |= reachable_keys(catalogue_index, partial(design_of, side=side), walked)
    return designs


def _parse_design(value: object, stored: StoredList) -> Design:
    """Return a stored design; an empty one if it can't be read, so that the list can still be changed."""
    try:
        return stored.parse_design(value)
    except DocumentError:
        return _EMPTY_DESIGN


def _partial_document(value: Json, designs: Mapping[str, Design]) -> Document:
    """Return the document with the parsed designs; all other designs are empty on both sides."""
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
