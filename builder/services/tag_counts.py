"""The stored number of public lists with each tag, so that the gallery doesn't need to count lists.

Many lists have the same tags. If each transaction updated the counts directly, transactions would wait for
each other, and could deadlock. So a transaction that changes tags inserts a row for each count that changes,
with the number to add to the count. Inserting never waits.

The transaction then tries to add inserted rows to the counts, at most ``_BATCH`` rows. If another transaction
is doing so at the moment, it leaves them for a later transaction (SKIP LOCKED). So no separate process is
needed, and on a small site the counts are nearly always correct at once.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from django.db import connection, transaction

from builder.models import CompanyList, GameSystem, Listing, ListingTag, TagCount, TagCountChange
from builder.models.gallery import ADDING_UP, SETTING, SIZE

_BATCH = 2_000
_KINDS_BY_SYSTEM = (SETTING, SIZE)

# A single statement counts the tags and reads the stored counts, so that both are from the same moment. The
# label is the spelling of a setting in one of the lists. The names of the tables are filled in below.
_DIFFERENCES = """
    SELECT kind, system, value, sum(counted) - sum(stored), min(label)
    FROM (
        SELECT tag.kind, '' AS system, tag.value, count(*) AS counted, 0 AS stored, min(list.setting) AS label
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
    HAVING sum(counted) <> sum(stored)
    ORDER BY kind, system, value
"""


class TagKey(NamedTuple):
    """The key of a count: a tag, and the game whose lists are counted, or an empty string for all games."""

    kind: str
    system: str
    value: str


class TagChange(NamedTuple):
    """A change of the number of lists of a system that have a tag.

    ``difference`` is negative if lists lose the tag. ``label`` is the spelling of a setting. For other kinds
    of tags, it is an empty string.
    """

    system: str
    kind: str
    value: str
    difference: int
    label: str = ""

    def count_keys(self) -> Iterator[TagKey]:
        """Yield the keys of all counts that this change affects."""
        yield TagKey(self.kind, "", self.value)
        if self.kind in _KINDS_BY_SYSTEM:
            yield TagKey(self.kind, self.system, self.value)


def change_tag_counts(changes: Collection[TagChange]) -> None:
    """Insert rows for these changes, and try to add them to the counts (see the module's docstring).

    Call this in the transaction that changes the tags.
    """
    rows: dict[TagKey, TagCountChange] = {}
    for change in changes:
        for key in change.count_keys():
            row = rows.setdefault(key, TagCountChange(**key._asdict(), lists=0))
            row.lists += change.difference
            row.label = row.label or change.label
    if rows:
        TagCountChange.objects.bulk_create(row for row in rows.values() if row.lists)
        apply_tag_count_changes()


def apply_tag_count_changes() -> int:
    """Add a batch of inserted changes to the counts, and return their number. Call this in a transaction.

    If another transaction is doing so at the moment, do nothing and return 0.
    """
    if not _lock_counts():
        return 0
    changes = list(TagCountChange.objects.order_by("pk")[:_BATCH])
    counts = _rows_of_counts({TagKey(row.kind, row.system, row.value) for row in changes})
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
    """Try to lock the counts without waiting, and return whether this succeeded.

    A special row of the table, which is not a count, is locked. If it is missing, it is created.
    """
    row = TagCount.objects.filter(kind=ADDING_UP)
    if row.select_for_update(skip_locked=True, no_key=True).values_list("pk"):
        return True
    if row.exists():
        return False
    TagCount.objects.bulk_create([TagCount(kind=ADDING_UP, lists=0)], ignore_conflicts=True)
    return bool(row.select_for_update(skip_locked=True, no_key=True).values_list("pk"))


def _rows_of_counts(keys: Collection[TagKey]) -> dict[tuple[str, str, str], TagCount]:
    """Map keys to the rows of their counts, or to unsaved new rows with 0 lists."""
    counts: dict[tuple[str, str, str], TagCount] = {key: TagCount(**key._asdict(), lists=0) for key in keys}
    kinds, values = {key.kind for key in keys}, {key.value for key in keys}
    for count in TagCount.objects.filter(kind__in=kinds, value__in=values):
        if (key := (count.kind, count.system, count.value)) in counts:
            counts[key] = count
    return counts


class WrongCount(NamedTuple):
    """A wrong count, and the difference to add to it, which is negative if the count is too high."""

    key: TagKey
    difference: int
    label: str


def wrong_tag_counts() -> list[WrongCount]:
    """Return the counts that differ from the number of stored tags.

    Inserted changes that are not yet added to a count are included in it. This reads all tags. The result is
    correct even if other transactions change tags meanwhile.
    """
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
    """Correct these counts, and add all inserted changes to the counts."""
    with transaction.atomic():
        TagCountChange.objects.bulk_create(
            (
                TagCountChange(**change.key._asdict(), lists=change.difference, label=change.label)
                for change in wrong
            ),
            batch_size=_BATCH,
        )
    has_changes = True
    while has_changes:
        with transaction.atomic():
            has_changes = bool(apply_tag_count_changes())
