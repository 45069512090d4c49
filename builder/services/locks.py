"""Locks, taken in one order: people, clubs, lists, what stands in them."""

from django.db.models import Q, QuerySet

from builder.models import CompanyList, User


def lock_owner_of(company_list: CompanyList) -> None:
    """As ``lock_user`` for the owner of a list; a sample has none."""
    if company_list.owner_id is not None:
        lock_user(company_list.owner_id)


def lock_user(owner: int) -> bool:
    """Hold the row of whoever owns lists until the transaction ends; before any list's, never after.

    False where they are gone. Not its key: rows that point to the owner, such as sittings, are written while
    their list is held, and would wait here for whoever holds the owner and waits for that list.
    """
    return bool(User.objects.select_for_update(no_key=True).filter(pk=owner).values_list("pk"))


def lock_lists(rows: QuerySet[CompanyList]) -> list[int]:
    """Hold lists that are about to go or to move, and the copies of them, which then know no original.

    In the order of their keys, so that two who do this at once never wait for one another; and not their
    keys, which whoever changes a copy asks for at the end. The lists' keys.
    """
    found = set(rows.values_list("pk", flat=True))
    both = CompanyList.objects.filter(Q(pk__in=found) | Q(copied_from__in=found)).order_by("pk")
    held = both.select_for_update(no_key=True).values_list("pk", flat=True)
    return [pk for pk in held if pk in found]
