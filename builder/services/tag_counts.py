"""The stored number of public lists with each tag, so that the gallery need not count.

A service that changes tags inserts rows with the change of each count. An insert waits for nobody; if
services updated counts directly, they would wait for each other, because lists share tags, and with different
orders they would deadlock. Then the service adds up all such rows, unless another transaction is doing so
(SKIP LOCKED); the next service adds up the rest. So no other process is needed, and the counts of a small
site are correct at once.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from django.db import connection, transaction

from builder.models import CompanyList, GameSystem, Listing, ListingTag, TagCount, TagCountChange
from builder.models.gallery import ADDING_UP, SETTING, SIZE

_BATCH = 2_000
_KINDS_BY_SYSTEM = (SETTING, SIZE)

# Counts and stored numbers are read in one statement, so that both are from the same moment. The label is a
# spelling from one of the lists. The names of the tables come from the models.
_DIFFERENCES = """
    SELECT kind, system, value, sum(counted) - sum(kept), min(label)
    FROM (
        SELECT tag.kind, '' AS system, tag.value, count(*) AS counted, 0 AS kept, min(list.setting) AS label
        FROM {tags} tag JOIN {listings} listing ON listing.id = tag.listing_id
        JOIN {lists} list ON list.id = listing.company_list_id
        GROUP BY tag.kind, tag.value
        UNION ALL
        SELECT tag.kind, system.code, tag.value, count(*), 0, min(list.setting)
        FROM {tags} tag JOIN {listings} listing ON listing.id = tag.listing_id
        JOIN {lists} list ON list.id = listing.company_list_id
        JOIN {systems} system ON system.id = listing.system_id
        WHERE tag.kind IN (%s, %s)
        GROUP BY tag.kind, system.code, tag.value
        UNION ALL
        SELECT kind, system, value, 0, lists, NULL FROM {counts} WHERE kind <> %s
        UNION ALL
        SELECT kind, system, value, 0, lists, NULL FROM {changes}
    ) AS found
    GROUP BY kind, system, value
    HAVING sum(counted) <> sum(kept)
    ORDER BY kind, system, value
"""


class TagKey(NamedTuple):
    """A tag among the lists of one system, or ("") of all systems."""

    kind: str
    system: str
    value: str


class TagChange(NamedTuple):
    """A change of the number of a system's lists with a tag; ``label`` is the spelling of a setting."""

    system: str
    kind: str
    value: str
    lists: int
    label: str = ""

    def count_keys(self) -> Iterator[TagKey]:
        """Yield the keys of the counts to change."""
        yield TagKey(self.kind, "", self.value)
        if self.kind in _KINDS_BY_SYSTEM:
            yield TagKey(self.kind, self.system, self.value)


def change_tag_counts(changes: Collection[TagChange]) -> None:
    """Insert changes of the counts, in the transaction that changes the tags."""
    rows: dict[TagKey, TagCountChange] = {}
    for change in changes:
        for key in change.count_keys():
            row = rows.setdefault(key, TagCountChange(**key._asdict(), lists=0))
            row.lists += change.lists
            row.label = row.label or change.label
    if rows:
        TagCountChange.objects.bulk_create(row for row in rows.values() if row.lists)
        add_up_tag_counts()


def add_up_tag_counts() -> int:
    """Add pending changes to the counts, and return the number of changes.

    If another transaction is adding changes, do nothing. Call this within a transaction.
    """
    if not _lock_counts():
        return 0
    changes = list(TagCountChange.objects.order_by("pk")[:_BATCH])
    counts = _counts_of({TagKey(row.kind, row.system, row.value) for row in changes})
    for row in changes:
        count = counts[row.kind, row.system, row.value]
        count.lists += row.lists
        count.label = count.label or row.label
    changed = [counts[key] for key in sorted(counts)]
    TagCount.objects.bulk_create(
        [count for count in changed if count.lists],
        update_conflicts=True,
        unique_fields=["kind", "system", "value"],
        update_fields=["lists", "label"],
    )
    if unused := [count.pk for count in changed if not count.lists and count.pk]:
        TagCount.objects.filter(pk__in=unused).delete()
    TagCountChange.objects.filter(pk__in=[row.pk for row in changes]).delete()
    return len(changes)


def _lock_counts() -> bool:
    """Lock the counts until the transaction ends; return False, without waiting, if they are locked."""
    row = TagCount.objects.filter(kind=ADDING_UP)
    if row.select_for_update(skip_locked=True, no_key=True).values_list("pk"):
        return True
    if row.exists():
        return False
    TagCount.objects.bulk_create([TagCount(kind=ADDING_UP, lists=0)], ignore_conflicts=True)
    return bool(row.select_for_update(skip_locked=True, no_key=True).values_list("pk"))


def _counts_of(keys: Collection[TagKey]) -> dict[tuple[str, str, str], TagCount]:
    """Return the counts of these tags, with new rows for missing ones."""
    counts: dict[tuple[str, str, str], TagCount] = {key: TagCount(**key._asdict(), lists=0) for key in keys}
    kinds, values = {key.kind for key in keys}, {key.value for key in keys}
    for count in TagCount.objects.filter(kind__in=kinds, value__in=values):
        if (key := (count.kind, count.system, count.value)) in counts:
            counts[key] = count
    return counts


class WrongCount(NamedTuple):
    """A wrong count: ``lists`` is the number to add to it, negative if the count is too high."""

    key: TagKey
    lists: int
    label: str


def wrong_tag_counts() -> list[WrongCount]:
    """Return the counts that differ from the tags, even during changes. This reads all tags."""
    sql = _DIFFERENCES.format(
        tags=ListingTag._meta.db_table,
        listings=Listing._meta.db_table,
        lists=CompanyList._meta.db_table,
        systems=GameSystem._meta.db_table,
        counts=TagCount._meta.db_table,
        changes=TagCountChange._meta.db_table,
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, (*_KINDS_BY_SYSTEM, ADDING_UP))
        rows = cursor.fetchall()
    return [
        WrongCount(TagKey(kind, system, value), int(lists), (label or "") if kind == SETTING else "")
        for kind, system, value, lists, label in rows
    ]


def correct_tag_counts(wrong: Collection[WrongCount]) -> None:
    """Set these counts to the correct numbers, and add up all pending changes."""
    with transaction.atomic():
        TagCountChange.objects.bulk_create(
            (
                TagCountChange(**change.key._asdict(), lists=change.lists, label=change.label)
                for change in wrong
            ),
            batch_size=_BATCH,
        )
    has_changes = True
    while has_changes:
        with transaction.atomic():
            has_changes = bool(add_up_tag_counts())
