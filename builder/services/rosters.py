"""Every change to the rosters of a company list. Whatever refuses a change has changed nothing."""

import re
from collections.abc import Collection, Sequence

from django.conf import settings
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from builder.catalogue.limits import limits
from builder.models import CompanyList, Roster, RosterEntry
from builder.points import document as core
from builder.services.errors import NotFound, StaleVersion
from builder.services.guards import check_roster, check_roster_count, new_name
from builder.services.rows import changes_list, entry_rows


@changes_list
def add_roster(
    company_list: CompanyList, *, name: str, limit: int, entries: Sequence[core.Entry] = ()
) -> Roster:
    """A new roster at the end, for a game of ``limit`` points.

    DocumentError when it could not be read back, such as one with a limit below 0.
    """
    wanted = core.Roster(name=name, limit=limit, entries=tuple(entries))
    check_roster(wanted)
    last = _all(company_list).aggregate(last=Max("position"))["last"]
    return _create(company_list, wanted, 0 if last is None else last + 1)


@changes_list
def save_roster(
    company_list: CompanyList,
    roster: str,
    version: int,
    *,
    name: str,
    limit: int,
    entries: Sequence[core.Entry],
) -> int:
    """All of one roster; its new version. StaleVersion when it was saved after ``version``.

    DocumentError when it could not be read back, such as one with a limit below 0.
    """
    check_roster(core.Roster(name=name, limit=limit, entries=tuple(entries)))
    present = _present(company_list, roster)
    row = _get(present)
    if not present.filter(version=version).update(name=name, limit=limit, version=version + 1):
        raise StaleVersion(row)
    RosterEntry.objects.filter(roster=row).delete()
    RosterEntry.objects.bulk_create(entry_rows(row, entries))
    return version + 1


@changes_list
def duplicate_roster(company_list: CompanyList, roster: str, *, limit: int | None = None) -> Roster:
    """A copy right behind its original, for the same game or for one of another ``limit`` in points."""
    source = _get(_present(company_list, roster))
    rows = RosterEntry.objects.filter(roster=source).values_list("profile_key", "count")
    limit = source.limit if limit is None else limit
    wanted = core.Roster(
        name=_copy_name(source, limit, set(_all(company_list).values_list("name", flat=True))),
        limit=limit,
        entries=tuple(core.Entry(profile=key, count=count) for key, count in rows),
    )
    check_roster(wanted)
    _all(company_list).filter(position__gt=source.position).update(position=F("position") + 1)
    return _create(company_list, wanted, source.position + 1)


def _copy_name(source: Roster, limit: int, taken: Collection[str]) -> str:
    """Friday 2 of Friday; for another game Friday 1000 of Friday 750. What has no name stays without."""
    sized = re.fullmatch(rf"(?:(.*) )?{source.limit}(?: \d{{1,4}})?", source.name)
    if sized is None:
        return source.name and new_name(source.name, taken)
    stem = (sized[1] or "")[: limits().name - len(f" {limit}")]
    name = f"{stem} {limit}".strip()
    # The next number takes the place of the last word that is one, and that shall not be the game size.
    return new_name(f"{name} 1", taken) if name in taken else name


def _create(company_list: CompanyList, wanted: core.Roster, position: int) -> Roster:
    check_roster_count(_all(company_list).filter(removed_at=None).count())
    row = Roster(company_list=company_list, name=wanted.name, limit=wanted.limit, position=position)
    row.save(force_insert=True)
    RosterEntry.objects.bulk_create(entry_rows(row, wanted.entries))
    return row


@changes_list
def remove_roster(company_list: CompanyList, roster: str, version: int | None = None) -> Roster:
    """Take a roster out. Its place and entries stay its own while it is among the last that are kept.

    StaleVersion when a ``version`` is told and the roster was saved after it.
    """
    row = _get(_present(company_list, roster))
    if version not in (None, row.version):
        raise StaleVersion(row)
    row.removed_at = timezone.now()
    row.save(update_fields=["removed_at"])
    removed = _all(company_list).filter(removed_at__isnull=False).order_by("-removed_at", "-pk")
    oldest = removed.values_list("pk", flat=True)[settings.MUSTERBOOK_KEPT_REMOVED :]
    removed.filter(pk__in=list(oldest)).delete()
    return row


@changes_list
def restore_roster(company_list: CompanyList, roster: str) -> Roster:
    """Put a removed roster back at its place; one that was not removed stays as it is."""
    row = _get(_called(company_list, roster))
    if row.removed_at is not None:
        check_roster_count(_all(company_list).filter(removed_at=None).count())
        row.removed_at = None
        row.save(update_fields=["removed_at"])
    return row


def _all(company_list: CompanyList) -> QuerySet[Roster]:
    return Roster.objects.filter(company_list=company_list)


def _called(company_list: CompanyList, roster: str) -> QuerySet[Roster]:
    # No database looks for what cannot be written, such as a NUL character.
    return _all(company_list).filter(public_id=roster) if roster.isprintable() else _all(company_list).none()


def _present(company_list: CompanyList, roster: str) -> QuerySet[Roster]:
    return _called(company_list, roster).filter(removed_at=None)


def _get(rows: QuerySet[Roster]) -> Roster:
    row = rows.first()
    if row is None:
        raise NotFound("This roster is not in the list any more.")
    return row
