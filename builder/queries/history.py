"""The history of a list, read in a fixed number of queries, however long it is."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber
from django.http import Http404

from builder.catalogue.limits import NO_LIMITS
from builder.catalogue.store import catalogue_of
from builder.documents import Json, load_list
from builder.models import CompanyList, EditSession, Revision, User
from builder.points.catalogue import Catalogue
from builder.points.deltas import Lines, document_of_lines
from builder.points.document import Document, DocumentError, Profile, parse_document, parse_profile
from builder.points.json_reader import JsonReader
from builder.revisions import DamagedHistoryError, check_lines, past_documents, read_chains

PAGE_SIZE = 20
REVISIONS_PER_SESSION = 30
"""So many revisions are shown of each edit session; the page of one session shows them all."""
MAX_CHOICES = 100
MAX_SEARCHED = 200
MAX_SEARCHED_ROWS = 2_500
_CHUNK = 20
_MAX_INTEGER = 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionWithRevisions:
    """An edit session with its revisions, the last first; ``has_more`` where there are more than these."""

    session: EditSession
    person: User | None
    revisions: tuple[Revision, ...]
    has_more: bool


class HistoryPage(NamedTuple):
    """Edit sessions, the newest first; ``next_before`` is the last one's key, 0 at the end of the history."""

    sessions: list[SessionWithRevisions]
    next_before: int


def history_page(company_list: CompanyList, before: int = 0) -> HistoryPage:
    """The edit sessions before one of them (0: from the newest on) in two queries."""
    sessions = _edit_sessions(company_list)
    if before:
        sessions = sessions.filter(pk__lt=min(before, _MAX_INTEGER))
    rows = list(sessions[: PAGE_SIZE + 1])
    shown = rows[:PAGE_SIZE]
    return HistoryPage(
        _with_revisions(shown, REVISIONS_PER_SESSION), shown[-1].pk if len(rows) > PAGE_SIZE else 0
    )


def get_edit_session(company_list: CompanyList, pk: int) -> SessionWithRevisions:
    """An edit session of a list with all its revisions; Http404 where there is no such."""
    row = _edit_sessions(company_list).filter(pk=min(pk, _MAX_INTEGER)).first()
    if row is None:
        raise Http404("There is no such entry in the history, or not any more.")
    return _with_revisions([row], None)[0]


def _edit_sessions(company_list: CompanyList) -> QuerySet[EditSession]:
    return EditSession.objects.filter(company_list=company_list).select_related("by").order_by("-pk")


def _with_revisions(sessions: Sequence[EditSession], most: int | None) -> list[SessionWithRevisions]:
    place = Window(RowNumber(), partition_by="sitting", order_by=F("number").desc())
    rows = Revision.objects.filter(sitting__in=[session.pk for session in sessions]).annotate(place=place)
    if most is not None:
        rows = rows.filter(place__lte=most + 1)
    revisions: dict[int, list[Revision]] = {}
    for revision in rows.defer("document").order_by("-number"):
        revisions.setdefault(revision.sitting_id, []).append(revision)
    return [_session_with_revisions(session, revisions.get(session.pk, []), most) for session in sessions]


def _session_with_revisions(
    session: EditSession, revisions: list[Revision], most: int | None
) -> SessionWithRevisions:
    shown = revisions if most is None else revisions[:most]
    more = len(revisions) > len(shown)
    return SessionWithRevisions(session=session, person=session.by, revisions=tuple(shown), has_more=more)


def all_revisions(company_list: CompanyList) -> QuerySet[Revision]:
    """The revisions of a list with who made them, the newest first, without their documents."""
    rows = Revision.objects.filter(company_list=company_list).select_related("sitting__by")
    return rows.defer("document").order_by("-number")


class RevisionWithNeighbours(NamedTuple):
    """A revision, and the numbers of the ones before and after it, None at the ends."""

    revision: Revision
    earlier_number: int | None
    later_number: int | None


def get_revision(company_list: CompanyList, number: int) -> RevisionWithNeighbours:
    """A revision without its document, in one query; Http404 where there is none, or not any more."""
    others = Revision.objects.filter(company_list=OuterRef("company_list"))
    earlier = others.filter(number__lt=OuterRef("number")).order_by("-number").values("number")[:1]
    later = others.filter(number__gt=OuterRef("number")).order_by("number").values("number")[:1]
    rows = Revision.objects.filter(company_list=company_list, number=min(number, _MAX_INTEGER))
    joined = rows.select_related("sitting__by").defer("document")
    row = joined.annotate(earlier=Subquery(earlier), later=Subquery(later)).first()
    if row is None:
        raise Http404("There is no such revision, or not any more.")
    return RevisionWithNeighbours(row, row.earlier, row.later)


class DocumentVersion(NamedTuple):
    """The document of a list at one time; ``revision`` is None for the current one."""

    revision: Revision | None
    document: Document


def document_versions(company_list: CompanyList, numbers: Sequence[int | None]) -> list[DocumentVersion]:
    """The documents of these revisions of a list, in one query; None is the current document.

    Http404 where there is no such revision, or not any more.
    """
    wanted = {min(number, _MAX_INTEGER) for number in numbers if number is not None}
    past = past_documents(company_list.pk, wanted)
    if len(past) < len(wanted):
        raise Http404("There is no such revision, or not any more.")
    catalogue = catalogue_of(company_list.edition)
    known = {(catalogue.system, catalogue.edition): catalogue}
    versions: dict[int | None, DocumentVersion] = {
        number: DocumentVersion(found.revision, parse_document(found.value, known, NO_LIMITS))
        for number, found in past.items()
    }
    if None in numbers:
        versions[None] = DocumentVersion(None, load_list(company_list).document)
    return [versions[None if number is None else min(number, _MAX_INTEGER)] for number in numbers]


def document_of_revision(company_list: CompanyList, number: int) -> Document:
    """The document of a list that a revision holds; Http404 where there is none, or not any more."""
    return document_versions(company_list, [number])[0].document


class PastVersion(NamedTuple):
    """The document of a list at an earlier time."""

    made: datetime
    document: Document


def past_versions(company_list: CompanyList) -> Iterator[PastVersion]:
    """The newest versions of a list that are kept, the newest first, in one query; at most ``MAX_SEARCHED``.

    A profile that is the same in several of them is one object. No more are read once those that were read
    hold ``MAX_SEARCHED_ROWS`` profiles, rosters and rows of rosters together. What the list's edition cannot
    read, or is damaged, is passed over.
    """
    catalogue, read = catalogue_of(company_list.edition), 0
    profiles: dict[str, Profile] = {}
    for made, value in islice(_newest_documents(company_list), MAX_SEARCHED):
        read += len(value["profiles"]) + sum(1 + len(roster["entries"]) for roster in value["rosters"])
        try:
            yield PastVersion(made, _parse_version(value, catalogue, profiles))
        except DocumentError:
            continue
        if read > MAX_SEARCHED_ROWS:
            return


def _newest_documents(company_list: CompanyList) -> Iterator[tuple[datetime, Json]]:
    """The documents of all revisions with when they were made, the newest first, read chain by chain."""
    rows = Revision.objects.filter(company_list=company_list).order_by("-number")
    rows = rows.only("company_list", "number", "made", "since", "digest", "document")
    values: dict[bytes, Json] = {}
    waiting: list[Revision] = []
    for row in rows.iterator(chunk_size=_CHUNK):
        waiting.append(row)
        if row.since in (None, row.number):  # a chain begins here
            for revision, lines in reversed(_readable(reversed(waiting))):
                yield revision.made, document_of_lines(lines, values)
            waiting.clear()


def _readable(rows: Iterable[Revision]) -> list[tuple[Revision, Lines]]:
    """The documents of a chain, up to one that is damaged."""
    found: list[tuple[Revision, Lines]] = []
    with suppress(DamagedHistoryError):
        for row, lines in read_chains(rows):
            check_lines(row, lines)
            found.append((row, lines))
    return found


def _parse_version(value: Json, catalogue: Catalogue, profiles: dict[str, Profile]) -> Document:
    known = {(catalogue.system, catalogue.edition): catalogue}
    head = parse_document({**value, "profiles": []}, known, NO_LIMITS)
    reader = JsonReader(NO_LIMITS)
    found = []
    for item in value["profiles"]:
        text = json.dumps(item)
        if text not in profiles:
            profiles[text] = parse_profile(reader, "", item, catalogue)
        found.append(profiles[text])
    return replace(head, profiles=tuple(found))


def revision_choices(company_list: CompanyList, also: Sequence[int] = ()) -> list[Revision]:
    """The last revisions of the newest edit sessions, and ``also`` these, the newest first, in one query."""
    newest = EditSession.objects.filter(company_list=company_list).order_by("-pk").values("pk")[:MAX_CHOICES]
    last = Revision.objects.filter(sitting=OuterRef("sitting")).order_by("-number").values("number")[:1]
    of_sessions = Q(sitting__in=Subquery(newest), number=Subquery(last))
    named = Q(number__in=[min(number, _MAX_INTEGER) for number in also])
    rows = Revision.objects.filter(of_sessions | named, company_list=company_list).order_by("-number")
    return list(rows.defer("document"))
