"""The secret link of a list, and single profiles that are copied from lists that others share.

A link is no part of the document: to create or remove one is no change of the list, and has no version.
"""

from collections.abc import Sequence

from django.db import transaction

from builder.models import CompanyList, User
from builder.models.ids import new_secret
from builder.points.document import document as core
from builder.points.rules.names import list_name
from builder.services.edit_sessions import end_session
from builder.services.errors import NotFound, NotPossible
from builder.services.lists import create_list
from builder.services.profiles import add_profiles


@transaction.atomic
def create_link(company_list: CompanyList) -> str:
    """The secret of the list's link; a new one where there is none yet."""
    row = _lock_list(company_list)
    if row.link:
        return row.link
    end_session(row)
    return _set_link(row, new_secret())


@transaction.atomic
def replace_link(company_list: CompanyList, old: str) -> str:
    """A new secret instead of an ``old`` one, which opens nothing from now on.

    Where ``old`` is not the secret any more, somebody replaced it meanwhile, and theirs stays.
    """
    row = _lock_list(company_list)
    return row.link if row.link and row.link != old else _set_link(row, new_secret())


@transaction.atomic
def remove_link(company_list: CompanyList) -> None:
    """Remove the list's link, which never opens anything again."""
    CompanyList.objects.filter(pk=_lock_list(company_list).pk).update(link=None)


def _lock_list(company_list: CompanyList) -> CompanyList:
    """Reload the list and lock its row until the transaction ends, so that two links never race."""
    alive = CompanyList.objects.select_for_update().filter(pk=company_list.pk, deleted_at=None)
    row = alive.only("pk", "link").first()
    if row is None:
        raise NotFound("This list is deleted.")
    return row


def _set_link(row: CompanyList, link: str) -> str:
    CompanyList.objects.filter(pk=row.pk).update(link=link)
    return link


class EditionMismatch(NotPossible):
    """The profiles and the list that they are to be copied into are of different editions."""


@transaction.atomic
def copy_profiles_to_new_list(
    owner: User, system: str, edition: str, name: str, profiles: Sequence[core.Profile]
) -> tuple[CompanyList, list[str]]:
    """Create a list with these profiles; the list, and the profiles' keys in it."""
    company_list = create_list(owner, system, edition, name)
    return company_list, _added_keys(company_list, profiles)


def copy_profiles(
    company_list: CompanyList, source: CompanyList, profiles: Sequence[core.Profile]
) -> list[str]:
    """Copy profiles of a source list to the end of a list; their keys there, in the same order.

    EditionMismatch where the two lists are of different editions.
    """
    if company_list.edition_id != source.edition_id:
        raise EditionMismatch(f"“{list_name(company_list.name)}” follows other rules than this profile.")
    return _added_keys(company_list, profiles)


def _added_keys(company_list: CompanyList, profiles: Sequence[core.Profile]) -> list[str]:
    return [profile.key for profile in add_profiles(company_list, profiles)]
