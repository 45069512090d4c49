"""The history of a list: every change appends the document as it left it, and says in words what it did.

All of it happens within the transaction of the change, while the list's row is held, so that no two
revisions of a list can claim one version. The version counts every save; a save that changes nothing in
the document appends nothing, and leaves a gap in the numbers.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, Max, Min, OuterRef, Subquery
from django.utils import timezone

from builder.catalogue.store import catalogue_of
from builder.documents import pack, unpack
from builder.models import CompanyList, Revision, Sitting
from builder.points.wording import contents
from builder.services import gallery
from builder.services.snapshots import Json, standing, told_changes

_SLACK = 50
_BATCH = 100


def record(row: CompanyList, told: str = "", last: Revision | None = None) -> None:
    """Append what stands now, after a change and within its transaction.

    ``row`` is the list as it is now, made or read (``as_it_is``) by this transaction. ``told`` is what the
    change is called where comparing the documents would not say, such as "Started": it begins a sitting, and
    is appended even where the document is the same. ``last`` is the last revision, where the caller has it
    from ``begun``.
    """
    last = last or last_revision(row)
    now = standing(row)
    before: Json | None = None if last is None else unpack(last.document)
    if before == now and not told:
        return
    lines = () if before is None else told_changes(before, now, catalogue_of(row.edition))
    sitting = _sitting(row, last, told)
    if last is None or last.sitting_id != sitting.pk:
        sitting.words = _text(told, lines)
    else:
        sitting.words = _text(sitting.told, told_changes(_base(last), now, catalogue_of(row.edition)))
    sitting.changes += 1
    sitting.ended = timezone.now()
    sitting.save(update_fields=("words", "changes", "ended") if sitting.pk else None)
    Revision.objects.create(
        company_list=row,
        sitting=sitting,
        number=row.version,
        made=sitting.ended,
        words=_text(told, lines),
        document=pack(now),
    )
    gallery.follow(row, now)
    if row.version > settings.MUSTERBOOK_KEPT_REVISIONS:  # else there cannot be more
        _clear(row, sitting)


def _text(told: str, lines: Sequence[str]) -> str:
    return "\n".join((told, *lines)) if told else "\n".join(lines)


def last_revision(company_list: CompanyList) -> Revision | None:
    """The last revision with its sitting and the list as it is now; None before a history has begun."""
    joined = Revision.objects.select_related("sitting", "company_list__edition__system")
    mine = joined.defer("company_list__edition__layout").filter(company_list=company_list)
    return mine.order_by("-number").first()


def begun(company_list: CompanyList, *, touched: bool = True) -> Revision:
    """The last revision of a list whose row is held, before anything in it is changed.

    A list from before there were histories begins its own now, so that what stands is not lost. ``touched``
    says whether the version has been raised for the change already.
    """
    last = last_revision(company_list)
    if last is None:
        row = as_it_is(company_list)
        last = _begin(row, row.version - touched, company_list.updated)
    return last


def begin_missing() -> int:
    """Begin a history for every list of somebody's that has none; how many there were.

    Each in a transaction of its own, so that nobody waits long and an interrupted run can be repeated.
    """
    begun_now, after = 0, 0
    while batch := _without_history(after):
        for pk in batch:
            begun_now += _begin_one(pk)
        after = batch[-1]
    return begun_now


def _without_history(after: int) -> list[int]:
    none = ~Exists(Revision.objects.filter(company_list=OuterRef("pk")))
    lists = CompanyList.objects.filter(none, pk__gt=after, owner__isnull=False).order_by("pk")
    return list(lists.values_list("pk", flat=True)[:_BATCH])


@transaction.atomic
def _begin_one(pk: int) -> bool:
    held = CompanyList.objects.select_for_update(no_key=True).filter(pk=pk).first()
    if held is None or last_revision(held) is not None:
        return False
    _begin(as_it_is(held), held.version, held.updated)
    return True


def as_it_is(company_list: CompanyList) -> CompanyList:
    """The row of a list, read anew while it is held, with its edition and system."""
    rows = CompanyList.objects.select_related("edition__system").defer("edition__layout")
    return rows.get(pk=company_list.pk)


def _begin(row: CompanyList, number: int, made: datetime) -> Revision:
    now = standing(row)
    told = f"The history begins with {contents(len(now['profiles']), len(now['rosters']))}"
    sitting = Sitting.objects.create(
        company_list=row, by_id=row.owner_id, began=made, ended=made, changes=1, told=told, words=told
    )
    return Revision.objects.create(
        company_list=row, sitting=sitting, number=number, made=made, words=told, document=pack(now)
    )


# ------------------------------------------------------------------ sittings


def _sitting(row: CompanyList, last: Revision | None, told: str) -> Sitting:
    """The sitting that a change belongs to: that of the last one, unless too long ago or somebody else's."""
    now = timezone.now()
    if last is not None and not told:
        most = timedelta(minutes=settings.MUSTERBOOK_SITTING_MINUTES)
        if last.sitting.by_id == row.owner_id and now - last.sitting.ended < most:
            return last.sitting
    return Sitting(company_list=row, by_id=row.owner_id, began=now, told=told)


def _base(last: Revision) -> Json:
    """What stood before the sitting of a revision; what it began with, where nothing stood before."""
    mine = Revision.objects.filter(company_list=last.company_list_id).values_list("document", flat=True)
    earlier = mine.filter(sitting__lt=last.sitting_id).order_by("-number").first()
    base: Json = unpack(earlier or mine.order_by("number")[0])
    return base


# ------------------------------------------------------------------ how much is kept


def _clear(row: CompanyList, sitting: Sitting) -> None:
    """Make room when the list has more revisions than are kept: a few more go, so that it is seldom done.

    Those between the first and the last of a sitting go first, the oldest of them before the others; then
    whole sittings, the oldest first, but neither this one nor the one before it, which it is compared with.
    """
    mine = Revision.objects.filter(company_list=row)
    most = settings.MUSTERBOOK_KEPT_REVISIONS
    excess = mine.count() - most
    if excess <= 0:
        return
    excess += most // _SLACK
    ends = Revision.objects.filter(sitting=OuterRef("sitting")).order_by().values("sitting")
    between = mine.exclude(number=Subquery(ends.annotate(end=Min("number")).values("end")))
    between = between.exclude(number=Subquery(ends.annotate(end=Max("number")).values("end")))
    gone = list(between.order_by("number").values_list("pk", flat=True)[:excess])
    mine.filter(pk__in=gone).delete()
    excess -= len(gone)
    if excess > 0:
        sittings = Sitting.objects.filter(company_list=row).annotate(kept=Count("revisions")).order_by("pk")
        keep = {sitting.pk, *sittings.order_by("-pk").values_list("pk", flat=True)[:2]}
        for pk, kept in sittings.values_list("pk", "kept"):
            if excess <= 0 or pk in keep:
                break
            Sitting.objects.filter(pk=pk).delete()
            excess -= kept
