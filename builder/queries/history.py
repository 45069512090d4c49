"""The history of a list, read in a fixed number of queries, however long it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber
from django.http import Http404

from builder.catalogue.store import catalogue_of
from builder.documents import load_list, unpack_document
from builder.models import CompanyList, EditSession, Revision, User
from builder.points.document import Document

PAGE_SIZE = 20
REVISIONS_PER_SESSION = 30
"""So many single changes are shown of each sitting; one sitting alone shows them all."""
MAX_CHOICES = 100
_MAX_INTEGER = 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionWithRevisions:
    """One sitting with its single changes, the last first; ``has_more`` are kept besides those."""

    session: EditSession
    person: User | None
    revisions: tuple[Revision, ...]
    has_more: bool


class HistoryPage(NamedTuple):
    """Sessions, the newest first; ``next_before`` is the one that the next page follows, 0 at the end."""

    sessions: list[SessionWithRevisions]
    next_before: int


def history_page(company_list: CompanyList, before: int = 0) -> HistoryPage:
    """The sittings before one of them (0: from the newest on) in two queries."""
    sittings = _edit_sessions(company_list)
    if before:
        sittings = sittings.filter(pk__lt=min(before, _MAX_INTEGER))
    rows = list(sittings[: PAGE_SIZE + 1])
    shown = rows[:PAGE_SIZE]
    return HistoryPage(
        _with_revisions(shown, REVISIONS_PER_SESSION), shown[-1].pk if len(rows) > PAGE_SIZE else 0
    )


def get_edit_session(company_list: CompanyList, pk: int) -> SessionWithRevisions:
    """A sitting with all its single changes; not found where it is not this list's."""
    row = _edit_sessions(company_list).filter(pk=min(pk, _MAX_INTEGER)).first()
    if row is None:
        raise Http404("There is no such entry in the history, or not any more.")
    return _with_revisions([row], None)[0]


def _edit_sessions(company_list: CompanyList) -> QuerySet[EditSession]:
    return EditSession.objects.filter(company_list=company_list).select_related("by").order_by("-pk")


def _with_revisions(sittings: Sequence[EditSession], most: int | None) -> list[SessionWithRevisions]:
    place = Window(RowNumber(), partition_by="sitting", order_by=F("number").desc())
    rows = Revision.objects.filter(sitting__in=[sitting.pk for sitting in sittings]).annotate(place=place)
    if most is not None:
        rows = rows.filter(place__lte=most + 1)
    found: dict[int, list[Revision]] = {}
    for revision in rows.defer("document").order_by("-number"):
        found.setdefault(revision.sitting_id, []).append(revision)
    return [_session_with_revisions(sitting, found.get(sitting.pk, []), most) for sitting in sittings]


def _session_with_revisions(
    sitting: EditSession, revisions: list[Revision], most: int | None
) -> SessionWithRevisions:
    shown = revisions if most is None else revisions[:most]
    more = len(revisions) > len(shown)
    return SessionWithRevisions(session=sitting, person=sitting.by, revisions=tuple(shown), has_more=more)


def all_revisions(company_list: CompanyList) -> QuerySet[Revision]:
    """The single changes of a list with who made them, the newest first, without their documents."""
    rows = Revision.objects.filter(company_list=company_list).select_related("sitting__by")
    return rows.defer("document").order_by("-number")


class RevisionWithNeighbours(NamedTuple):
    """A revision with its document; the numbers of those beside it, None at the ends."""

    revision: Revision
    earlier_number: int | None
    later_number: int | None


def get_revision(company_list: CompanyList, number: int) -> RevisionWithNeighbours:
    """A revision of a list in one query; not found where it never was or is not kept any more."""
    beside = Revision.objects.filter(company_list=OuterRef("company_list"))
    earlier = beside.filter(number__lt=OuterRef("number")).order_by("-number").values("number")[:1]
    later = beside.filter(number__gt=OuterRef("number")).order_by("number").values("number")[:1]
    rows = Revision.objects.filter(company_list=company_list, number=min(number, _MAX_INTEGER))
    joined = rows.select_related("sitting__by")
    row = joined.annotate(earlier=Subquery(earlier), later=Subquery(later)).first()
    if row is None:
        raise Http404("There is no such revision, or not any more.")
    return RevisionWithNeighbours(row, row.earlier, row.later)


def revisions_of(company_list: CompanyList, numbers: Sequence[int]) -> dict[int, Revision]:
    """These revisions with their documents, by number, in one query; those that are not kept are left out."""
    asked = [min(number, _MAX_INTEGER) for number in numbers]
    rows = Revision.objects.filter(company_list=company_list, number__in=asked)
    return {row.number: row for row in rows}


def document_of_revision(company_list: CompanyList, revision: Revision) -> Document:
    """The list as one of its revisions holds it."""
    catalogue = catalogue_of(company_list.edition)
    return unpack_document(revision.document, {(catalogue.system, catalogue.edition): catalogue})


class DocumentVersion(NamedTuple):
    """The list at one time; ``revision`` is None for what stands now."""

    revision: Revision | None
    document: Document


def document_versions(company_list: CompanyList, numbers: Sequence[int | None]) -> list[DocumentVersion]:
    """The list as these revisions hold it, in one query; None is what stands now.

    Not found where one of them never was or is not kept any more.
    """
    kept = revisions_of(company_list, [number for number in numbers if number is not None])
    standing = load_list(company_list).document if None in numbers else None
    states = []
    for number in numbers:
        if number is None and standing is not None:
            states.append(DocumentVersion(None, standing))
        elif number is not None and (found := kept.get(number)) is not None:
            states.append(DocumentVersion(found, document_of_revision(company_list, found)))
        else:
            raise Http404("There is no such revision, or not any more.")
    return states


class RevisionChoice(NamedTuple):
    """A revision that can be chosen to compare."""

    number: int
    made: datetime
    words: str


def revision_choices(company_list: CompanyList, also: Sequence[int] = ()) -> list[RevisionChoice]:
    """What the newest sittings left, the newest first, and these revisions besides, in one query."""
    newest = EditSession.objects.filter(company_list=company_list).order_by("-pk").values("pk")[:MAX_CHOICES]
    last = Revision.objects.filter(sitting=OuterRef("sitting")).order_by("-number").values("number")[:1]
    wanted = Q(sitting__in=Subquery(newest), number=Subquery(last))
    asked = Q(number__in=[min(number, _MAX_INTEGER) for number in also])
    rows = Revision.objects.filter(wanted | asked, company_list=company_list).order_by("-number")
    return [RevisionChoice(*row) for row in rows.values_list("number", "made", "words")]
