"""``edit_list``, the context manager in which all changes to the contents of a company list are made.

``edit_list`` locks the row of the list, which also protects its profiles and rosters, and loads them.
Functions that write a row to the database also update the loaded row. At the end of the block, ``edit_list``
gives the list a new version, and stores a document made from the loaded rows in the list's history. If
nothing was changed, it writes nothing. If an exception is raised, all changes are rolled back.
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
from builder.services.editing.verdicts import verdict_to_store
from builder.services.errors import NotFound
from builder.services.locks import lock_list

P = ParamSpec("P")
R = TypeVar("R")
ListOrQuery = CompanyList | QuerySet[CompanyList]


class EditedList(StoredList):
    """A list that is locked until the transaction ends, with its loaded rows.

    ``before`` is the document before the change. ``fields`` are the changed columns of the list's own row.
    ``description`` says what changed if a comparison of documents can't show it, such as a deletion. If
    ``begins_session`` is True, the change gets its own revision in the history.
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
        """Make ``save`` create a new version."""
        self._is_changed = True

    def set_fields(self, **fields: object) -> None:
        """Change columns of the list's own row."""
        self.mark_changed()
        self.fields |= fields
        for name, value in fields.items():
            setattr(self.row, name, value)

    def dump_design(self, design: Design) -> Json:
        """Return a design as it will be stored. The parsed design is cached."""
        value = dump_design(design, self.catalogue)
        self.cache_design(value, design)
        return value

    def save(self) -> None:
        """Save a new version of the list if anything was changed.

        Also write the history if the documents differ or the change has a description.
        """
        if not self._is_changed:
            return
        row = self.row
        last = last_revision(row)
        if last is None and row.owner_id is not None:
            last = start_history(row, self.before)
        row.version, row.updated = self.next_version, timezone.now()
        after = self.document_json()
        if any(self.before[part] != after[part] for part in ("edition", "profiles", "rosters")):
            self.set_fields(verdict=verdict_to_store(self))
        CompanyList.objects.filter(pk=row.pk).update(version=row.version, updated=row.updated, **self.fields)
        if last is not None and (self.description or after != self.before):
            record_change(self, after, last, self.description, begins_session=self.begins_session)


def require_profile(stored: StoredList, key: str) -> Profile:
    """Return the row of a profile. Raises NotFound if the list has no profile with this key."""
    row = stored.profile_row(key)
    if row is None:
        raise NotFound("This profile is no longer in the list.")
    return row


def require_roster(stored: StoredList, public_id: str) -> StoredRoster:
    """Return a roster. Raises NotFound if the list has no roster with this id."""
    roster = stored.stored_roster(public_id)
    if roster is None:
        raise NotFound("This roster is no longer in the list.")
    return roster


@contextmanager
def edit_list(lists: ListOrQuery) -> Iterator[EditedList]:
    """Lock and load a list, and save it at the end of the block.

    ``lists`` is a list, or a query that finds at most one list. Raises NotFound if the list is deleted, or if
    the query finds no list.
    """
    with transaction.atomic():
        if isinstance(lists, CompanyList):
            row = lock_list(list_with_owner(lists.pk).filter(deleted_at=None))
        else:
            row = lock_list(lists, "This list doesn't exist, or isn't yours.")
        edited = EditedList(row)
        yield edited
        edited.save()


def list_with_owner(pk: int) -> QuerySet[CompanyList]:
    """Return a query for a list with its owner and edition. It also finds a deleted list."""
    return lists_with_edition().select_related("owner").filter(pk=pk)


def changes_list(
    change: Callable[Concatenate[EditedList, P], R],
) -> Callable[Concatenate[ListOrQuery | EditedList, P], R]:
    """Decorate a function whose first argument is an ``EditedList``.

    The decorated function also accepts a list, or a query for one, and then locks, loads and saves the list
    with ``edit_list``. If it is called with an ``EditedList``, its caller saves the list.
    """

    @wraps(change)
    def wrapper(lists: ListOrQuery | EditedList, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if isinstance(lists, EditedList):
            return change(lists, *args, **kwargs)
        with edit_list(lists) as edited:
            return change(edited, *args, **kwargs)

    return wrapper
