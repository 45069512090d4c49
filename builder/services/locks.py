"""Locks on users and lists. Code that takes several locks first locks users, then clubs, then lists.

The locks use PostgreSQL's mode ``no_key``: other transactions can still write rows that refer to the locked
row.
"""

from django.db.models import Q, QuerySet

from builder.models import CompanyList, User
from builder.services.errors import NotFound


def lock_user(owner: int) -> bool:
    """Lock a user's row, before any of the user's lists. Return False if the user was deleted.

    If the lock included the row's key, two transactions could wait for each other: one has locked a list and
    writes a revision that refers to its owner, and the other has locked the owner and waits for the list.
    """
    return bool(User.objects.select_for_update(no_key=True).filter(pk=owner).values_list("pk"))


def lock_owner_of(company_list: CompanyList) -> None:
    """Lock the owner of a list, unless it is a sample, which has no owner."""
    if company_list.owner_id is not None:
        lock_user(company_list.owner_id)


def lock_list(rows: QuerySet[CompanyList], message: str = "This list is deleted.") -> CompanyList:
    """Lock the list that a query finds. Raises NotFound with this message if it finds none."""
    try:
        return rows.select_for_update(of=("self",), no_key=True).get()
    except CompanyList.DoesNotExist:
        raise NotFound(message) from None


def lock_lists(rows: QuerySet[CompanyList]) -> list[int]:
    """Lock lists before they are deleted, and lock their copies. Return the primary keys of the lists.

    Deleting an original also changes the rows of its copies. Rows are locked in the order of their primary
    keys, so that two transactions can't wait for each other. The locks leave out the keys, because a copy
    that is being written may refer to one.
    """
    wanted = set(rows.values_list("pk", flat=True))
    with_copies = CompanyList.objects.filter(Q(pk__in=wanted) | Q(copied_from__in=wanted)).order_by("pk")
    locked = with_copies.select_for_update(no_key=True).values_list("pk", flat=True)
    return [pk for pk in locked if pk in wanted]
