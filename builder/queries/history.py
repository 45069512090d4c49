"""The history of a list, read in a fixed number of queries, however long it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber
from django.http import Http404

from builder.catalogue.store import catalogue_of
from builder.documents import load, unpack_document
from builder.models import CompanyList, Revision, Sitting, User
from builder.points.document import Document

PAGE = 20
SINGLE = 30
"""So many single changes are shown of each sitting; one sitting alone shows them all."""
OFFERED = 100
_LARGEST = 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One sitting with its single changes, the last first; ``more`` are kept besides those."""

    sitting: Sitting
    by: User | None
    revisions: tuple[Revision, ...]
    more: bool


class Page(NamedTuple):
    """Entries, the newest first; ``older`` is the sitting that the next page begins after, 0 at the end."""

    entries: list[Entry]
    older: int


def history_page(company_list: CompanyList, before: int = 0) -> Page:
    """The sittings before one of them (0: from the newest on) in two queries."""
    sittings = _sittings(company_list)
    if before:
        sittings = sittings.filter(pk__lt=min(before, _LARGEST))
    rows = list(sittings[: PAGE + 1])
    shown = rows[:PAGE]
    return Page(_entries(shown, SINGLE), shown[-1].pk if len(rows) > PAGE else 0)


def one_sitting(company_list: CompanyList, sitting: int) -> Entry:
    """A sitting with all its single changes; not found where it is not this list's."""
    row = _sittings(company_list).filter(pk=min(sitting, _LARGEST)).first()
    if row is None:
        raise Http404("There is no such entry in the history, or not any more.")
    return _entries([row], None)[0]


def _sittings(company_list: CompanyList) -> QuerySet[Sitting]:
    return Sitting.objects.filter(company_list=company_list).select_related("by").order_by("-pk")


def _entries(sittings: Sequence[Sitting], most: int | None) -> list[Entry]:
    place = Window(RowNumber(), partition_by="sitting", order_by=F("number").desc())
    rows = Revision.objects.filter(sitting__in=[sitting.pk for sitting in sittings]).annotate(place=place)
    if most is not None:
        rows = rows.filter(place__lte=most + 1)
    found: dict[int, list[Revision]] = {}
    for revision in rows.defer("document").order_by("-number"):
        found.setdefault(revision.sitting_id, []).append(revision)
    return [_entry(sitting, found.get(sitting.pk, []), most) for sitting in sittings]


def _entry(sitting: Sitting, revisions: list[Revision], most: int | None) -> Entry:
    shown = revisions if most is None else revisions[:most]
    more = len(revisions) > len(shown)
    return Entry(sitting=sitting, by=sitting.by, revisions=tuple(shown), more=more)


def all_revisions(company_list: CompanyList) -> QuerySet[Revision]:
    """The single changes of a list with who made them, the newest first, without their documents."""
    rows = Revision.objects.filter(company_list=company_list).select_related("sitting__by")
    return rows.defer("document").order_by("-number")


class Shown(NamedTuple):
    """A revision with its document; the numbers of those beside it, None at the ends."""

    revision: Revision
    earlier: int | None
    later: int | None


def one_revision(company_list: CompanyList, number: int) -> Shown:
    """A revision of a list in one query; not found where it never was or is not kept any more."""
    beside = Revision.objects.filter(company_list=OuterRef("company_list"))
    earlier = beside.filter(number__lt=OuterRef("number")).order_by("-number").values("number")[:1]
    later = beside.filter(number__gt=OuterRef("number")).order_by("number").values("number")[:1]
    rows = Revision.objects.filter(company_list=company_list, number=min(number, _LARGEST))
    joined = rows.select_related("sitting__by")
    row = joined.annotate(earlier=Subquery(earlier), later=Subquery(later)).first()
    if row is None:
        raise Http404("There is no such revision, or not any more.")
    return Shown(row, row.earlier, row.later)


def revisions_of(company_list: CompanyList, numbers: Sequence[int]) -> dict[int, Revision]:
    """These revisions with their documents, by number, in one query; those that are not kept are left out."""
    asked = [min(number, _LARGEST) for number in numbers]
    rows = Revision.objects.filter(company_list=company_list, number__in=asked)
    return {row.number: row for row in rows}


def document_then(company_list: CompanyList, revision: Revision) -> Document:
    """The list as one of its revisions holds it."""
    catalogue = catalogue_of(company_list.edition)
    return unpack_document(revision.document, {(catalogue.system, catalogue.edition): catalogue})


class State(NamedTuple):
    """The list at one time; ``revision`` is None for what stands now."""

    revision: Revision | None
    document: Document


def states_of(company_list: CompanyList, asked: Sequence[int | None]) -> list[State]:
    """The list as these revisions hold it, in one query; None is what stands now.

    Not found where one of them never was or is not kept any more.
    """
    kept = revisions_of(company_list, [number for number in asked if number is not None])
    standing = load(company_list).document if None in asked else None
    states = []
    for number in asked:
        if number is None and standing is not None:
            states.append(State(None, standing))
        elif number is not None and (found := kept.get(number)) is not None:
            states.append(State(found, document_then(company_list, found)))
        else:
            raise Http404("There is no such revision, or not any more.")
    return states


class Choice(NamedTuple):
    """A revision that can be chosen to compare."""

    number: int
    made: datetime
    words: str


def choices(company_list: CompanyList, also: Sequence[int] = ()) -> list[Choice]:
    """What the newest sittings left, the newest first, and these revisions besides, in one query."""
    newest = Sitting.objects.filter(company_list=company_list).order_by("-pk").values("pk")[:OFFERED]
    last = Revision.objects.filter(sitting=OuterRef("sitting")).order_by("-number").values("number")[:1]
    wanted = Q(sitting__in=Subquery(newest), number=Subquery(last))
    asked = Q(number__in=[min(number, _LARGEST) for number in also])
    rows = Revision.objects.filter(wanted | asked, company_list=company_list).order_by("-number")
    return [Choice(*row) for row in rows.values_list("number", "made", "words")]
