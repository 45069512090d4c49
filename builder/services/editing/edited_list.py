"""The only way to change a company list: lock it, load it once, change it, and append to its history.

Locking the row of a list locks everything in the list. ``edit_list`` locks it and loads all rows of the list;
functions that write a row also update the loaded row. After the change, the list gets a new version, and its
history a revision made from the loaded rows. An exception rolls everything back, and a change without effect
writes nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from builder.documents import Json, StoredList, StoredRoster, profiles_by_list, rosters_by_list
from builder.models import CompanyList, Profile
from builder.models.lists import lists_with_edition
from builder.points.document.design import Design, dump_design
from builder.services.editing.revisions import last_revision, record_change, start_history
from builder.services.editing.verdicts import stored_verdict
from builder.services.errors import NotFound
from builder.services.locks import lock_list

P = ParamSpec("P")
R = TypeVar("R")
ListOrQuery = CompanyList | QuerySet[CompanyList]


class EditedList(StoredList):
    """A list that is locked until the transaction ends, with its rows loaded.

    ``before`` is the document before the change. ``fields`` are changed columns of the list's own row;
    ``description`` is the name of a change that comparing documents would not show. ``begins_session`` makes
    the history keep the state before the change as a separate revision.
    """

    def __init__(self, row: CompanyList) -> None:
        super().__init__(
            row, profiles_by_list((row.pk,)).get(row.pk, ()), rosters_by_list((row.pk,)).get(row.pk, ())
        )
        self.before = self.document_json()
        self.fields: dict[str, object] = {}
        self.description = ""
        self.begins_session = False
        self._is_changed = False

    @property
    def next_version(self) -> int:
        """The list's version after this change."""
        return self.row.version + 1

    def mark_changed(self) -> None:
        """Make ``save`` create a new version, and a revision if the document differs."""
        self._is_changed = True

    def set_fields(self, **fields: object) -> None:
        """Change columns of the list's own row."""
        self.mark_changed()
        self.fields |= fields
        for name, value in fields.items():
            setattr(self.row, name, value)

    def dump_design(self, design: Design) -> Json:
        """Return a design in its stored form; reading it again doesn't parse it."""
        value = dump_design(design, self.catalogue)
        self.cache_design(value, design)
        return value

    def save(self) -> None:
        """Save a new version of the list and append to its history, if anything changed."""
        if not self._is_changed:
            return
        row = self.row
        last = last_revision(row)
        if last is None and row.owner_id is not None:
            last = start_history(row, self.before)
        row.version, row.updated = self.next_version, timezone.now()
        after = self.document_json()
        if any(self.before[part] != after[part] for part in ("edition", "profiles", "rosters")):
            self.set_fields(verdict=stored_verdict(self))
        CompanyList.objects.filter(pk=row.pk).update(version=row.version, updated=row.updated, **self.fields)
        if last is not None and (self.description or after != self.before):
            record_change(self, after, last, self.description, begins_session=self.begins_session)


def require_profile(stored: StoredList, key: str) -> Profile:
    """Return the row of a profile. Raises NotFound if it is not in the list."""
    row = stored.profile_row(key)
    if row is None:
        raise NotFound("This profile is no longer in the list.")
    return row


def require_roster(stored: StoredList, public_id: str) -> StoredRoster:
    """Return a roster by its id. Raises NotFound if it is not in the list."""
    roster = stored.stored_roster(public_id)
    if roster is None:
        raise NotFound("This roster is no longer in the list.")
    return roster


@contextmanager
def edit_list(lists: ListOrQuery) -> Iterator[EditedList]:
    """Lock a list for changes. Raises NotFound if it is deleted or the query finds none."""
    with transaction.atomic():
        if isinstance(lists, CompanyList):
            row = lock_list(list_with_owner(lists.pk).filter(deleted_at=None))
        else:
            row = lock_list(lists, "This list doesn't exist, or isn't yours.")
        edited = EditedList(row)
        yield edited
        edited.save()


def list_with_owner(pk: int) -> QuerySet[CompanyList]:
    """Return a query for a list, deleted or not, with its owner and edition."""
    return lists_with_edition().select_related("owner").filter(pk=pk)


def changes_list(
    change: Callable[Concatenate[EditedList, P], R],
) -> Callable[Concatenate[ListOrQuery | EditedList, P], R]:
    """Let a change accept a list, which it locks and saves, or an ``EditedList``, which the caller saves."""

    @wraps(change)
    def changed(lists: ListOrQuery | EditedList, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if isinstance(lists, EditedList):
            return change(lists, *args, **kwargs)
        with edit_list(lists) as edited:
            return change(edited, *args, **kwargs)

    return changed
