"""The secret links to lists and rosters, and the copying of profiles from one list to another.

A secret link is an address with a random secret. Everybody who knows it can read the list or roster. Links
are not a part of the list's document, so creating or removing one doesn't change the list's version.
"""

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from builder.documents import LoadedList, load_list
from builder.models import CompanyList, FrozenLink, Roster, User
from builder.models.ids import find_by_public_id, new_secret
from builder.models.lists import lists_with_edition
from builder.points.document import document as core
from builder.points.rules.names import list_name
from builder.services.edit_sessions import end_edit_session
from builder.services.errors import LimitReached, NotPossible, require_found
from builder.services.frozen import frozen_columns
from builder.services.lists import create_list
from builder.services.locks import lock_list
from builder.services.profiles import add_profiles


@transaction.atomic
def create_link(company_list: CompanyList) -> str:
    """Return the secret of the list's link, which is created if the list has none."""
    row = _lock_list(company_list)
    if row.link:
        return row.link
    end_edit_session(row)
    return _set_link(row, new_secret())


@transaction.atomic
def replace_link(company_list: CompanyList, old_secret: str) -> str:
    """Replace the secret of the list's link, and return the new secret. The old one never works again.

    If another request has already replaced it, return the current secret. If the list has no link, create
    one.
    """
    row = _lock_list(company_list)
    return row.link if row.link and row.link != old_secret else _set_link(row, new_secret())


@transaction.atomic
def remove_link(company_list: CompanyList) -> None:
    """Remove the list's link. Its secret never works again."""
    CompanyList.objects.filter(pk=_lock_list(company_list).pk).update(link=None)


def _lock_list(company_list: CompanyList) -> CompanyList:
    """Reload and lock the list, so that concurrent requests can't create two links."""
    return lock_list(lists_with_edition().filter(pk=company_list.pk, deleted_at=None))


def _set_link(row: CompanyList, link: str) -> str:
    CompanyList.objects.filter(pk=row.pk).update(link=link)
    return link


@transaction.atomic
def create_frozen_link(company_list: CompanyList, roster_id: str) -> FrozenLink:
    """Create a link to a frozen copy of a roster, which doesn't change with the list.

    Raises LimitReached if the list has too many such links, and NotFound if the roster was removed.
    """
    loaded = _lock_and_load(company_list)
    limit = settings.MUSTERBOOK_MAX_FROZEN_LINKS
    if FrozenLink.objects.filter(company_list=loaded.row).count() >= limit:
        raise LimitReached(f"This list has {limit:,} links to frozen rosters. Stop one first.")
    return FrozenLink.objects.create(company_list=loaded.row, **frozen_columns(loaded, roster_id))


@transaction.atomic
def refreeze_link(link: FrozenLink) -> FrozenLink:
    """Replace the frozen copy that a link shows with a copy of the roster as it is now.

    Raises NotFound if the link was deleted, or if the roster was removed or deleted.
    """
    loaded = _lock_and_load(link.company_list)
    # Lock the link too: another request can delete it without locking the list.
    rows = FrozenLink.objects.select_for_update(of=("self",)).select_related("roster")
    row = require_found(rows.filter(pk=link.pk).first(), "This link was stopped.")
    columns = frozen_columns(loaded, row.roster.public_id if row.roster else "")
    for name, value in columns.items():
        setattr(row, name, value)
    row.made, row.version = timezone.now(), row.version + 1
    row.save(update_fields=[*columns, "made", "version"])
    return row


def delete_frozen_link(link: FrozenLink) -> None:
    """Delete a link to a frozen roster. Its secret never works again."""
    FrozenLink.objects.filter(pk=link.pk).delete()


@transaction.atomic
def create_live_link(company_list: CompanyList, roster_id: str) -> str:
    """Return the secret of a roster's live link, which always shows the roster as it is now.

    The link is created if the roster has none. Raises NotFound if the roster was removed.
    """
    row = _lock_list(company_list)
    rosters = Roster.objects.filter(company_list=row, removed_at=None)
    roster = require_found(find_by_public_id(rosters, roster_id), "This roster is no longer in the list.")
    if roster.link is None:
        end_edit_session(row)
        roster.link = new_secret()
        roster.save(update_fields=["link"])
    return roster.link


def remove_live_link(roster: Roster) -> None:
    """Remove the live link of a roster. Its secret never works again."""
    Roster.objects.filter(pk=roster.pk).update(link=None)


def _lock_and_load(company_list: CompanyList) -> LoadedList:
    """Lock and load a list, and end its edit session, so that its history contains what is frozen."""
    row = _lock_list(company_list)
    end_edit_session(row)
    return load_list(row)


class EditionMismatch(NotPossible):
    """The profiles to copy and the target list have different editions."""


@transaction.atomic
def copy_profiles_to_new_list(
    owner: User, system: str, edition: str, name: str, profiles: Sequence[core.Profile]
) -> tuple[CompanyList, list[str]]:
    """Create a list, copy ``profiles`` into it, and return it with the profiles' new keys."""
    company_list = create_list(owner, system, edition, name)
    return company_list, _add_copies(company_list, profiles)


def copy_profiles(
    company_list: CompanyList, source: CompanyList, profiles: Sequence[core.Profile]
) -> list[str]:
    """Copy ``profiles`` of ``source`` to the end of ``company_list``, and return their new keys.

    Raises EditionMismatch if the two lists have different editions.
    """
    if company_list.edition_id != source.edition_id:
        raise EditionMismatch(
            f"“{list_name(company_list.name)}” is for another game or edition than this profile."
        )
    return _add_copies(company_list, profiles)


def _add_copies(company_list: CompanyList, profiles: Sequence[core.Profile]) -> list[str]:
    return [profile.key for profile in add_profiles(company_list, profiles)]
