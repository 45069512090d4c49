"""Locks of users and lists. Code that takes several locks takes them in the order users, clubs, lists.

Rows are locked without their keys (``no_key``), so that other transactions can write rows that refer to them.
"""

from django.db.models import Q, QuerySet

from builder.models import CompanyList, User
from builder.services.errors import NotFound


def lock_user(owner: int) -> bool:
    """Lock a user's row until the transaction ends, before any of their lists; False if it was deleted.

    The lock doesn't include the row's key, because this could cause a deadlock: rows that refer to the owner,
    such as revisions, are written while a list is locked, and would wait for the transaction that has locked
    the owner and waits for the list.
    """
    return bool(User.objects.select_for_update(no_key=True).filter(pk=owner).values_list("pk"))


def lock_owner_of(company_list: CompanyList) -> None:
    """Lock the owner of a list like ``lock_user``; do nothing for a sample."""
    if company_list.owner_id is not None:
        lock_user(company_list.owner_id)


def lock_list(rows: QuerySet[CompanyList], missing: str = "This list is deleted.") -> CompanyList:
    """Lock the list of a query until the transaction ends, and return its row.

    Raises NotFound with the message ``missing`` if the query finds no list.
    """
    try:
        return rows.select_for_update(of=("self",), no_key=True).get()
    except CompanyList.DoesNotExist:
        raise NotFound(missing) from None


def lock_lists(rows: QuerySet[CompanyList]) -> list[int]:
    """Lock lists that are about to be deleted or moved, and their copies; return the lists' primary keys.

    Copies are locked because they lose their original. Locks are taken in the order of the primary keys to
    avoid deadlocks, and don't include the keys, which a transaction that changes a copy needs at its end.
    """
    wanted = set(rows.values_list("pk", flat=True))
    with_copies = CompanyList.objects.filter(Q(pk__in=wanted) | Q(copied_from__in=wanted)).order_by("pk")
    locked = with_copies.select_for_update(no_key=True).values_list("pk", flat=True)
    return [pk for pk in locked if pk in wanted]
