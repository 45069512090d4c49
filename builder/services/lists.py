"""Company lists: create, copy, save, delete and restore them, and load the samples."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from builder.catalogue.store import catalogue_of
from builder.documents import StoredList, load_stored_list
from builder.models import CompanyList, Profile, Roster, User
from builder.models.lists import restorable_since
from builder.points.document import document as core
from builder.points.document.document import Document
from builder.points.rules.names import list_name
from builder.points.rules.wording import one_line
from builder.services.editing.contents import copy_contents, get_edition, list_columns, write_contents
from builder.services.editing.edited_list import (
    EditedList,
    changes_list,
    edit_list,
    list_with_owner,
)
from builder.services.editing.revisions import record_first_revision
from builder.services.editing.verdicts import verdict_json
from builder.services.errors import NotFound, StaleVersion, require_version
from builder.services.gallery import count_copy, remove_listings, update_listing
from builder.services.input_specs import MARKDOWN, TextSpec
from builder.services.locks import lock_list, lock_lists, lock_owner_of, lock_user
from builder.services.naming import unused_name
from builder.services.tags import copy_tags
from builder.services.validation import check_document, lock_owner_below_list_limit

GUEST_NAME = "a guest"

LIST_NAME = TextSpec(label="name")
LIST_SETTING = TextSpec(label="setting", help_text="The world or era, on one line.")
LIST_BACKGROUND = TextSpec(label="background", is_multiline=True, help_text=MARKDOWN)


@transaction.atomic
def create_list(
    owner: User, system: str, edition: str, name: str = "", profiles: Sequence[core.Profile] = ()
) -> CompanyList:
    """Create a list with these profiles. Raises LimitReached if the owner has too many lists."""
    LIST_NAME.clean(name)
    lock_owner_below_list_limit(owner)
    document = Document(system=system, edition=edition, name=name, profiles=tuple(profiles))
    row = get_edition(system, edition)
    verdict = verdict_json(document, catalogue_of(row))
    company_list = CompanyList.objects.create(owner=owner, edition=row, name=name, verdict=verdict)
    stored = write_contents(company_list, document) if profiles else StoredList(company_list)
    record_first_revision(stored, "Started")
    return company_list


@transaction.atomic
def copy_list(owner: User, source: CompanyList, cut: Document | None = None) -> CompanyList:
    """Copy a list to a new list of ``owner``, and return the copy's row.

    ``cut`` is a document with the part of the list to copy. If it is None, the complete list is copied. If
    the owner already has a list with the same name, the copy gets a number after its name. If the original
    belongs to somebody else, its number of copies increases. Raises NotFound if the original is deleted.
    """
    lock_owner_below_list_limit(owner)
    # Reload and lock the original, because it may have changed after the caller read it, and must neither
    # change nor be deleted while it is copied.
    source = lock_list(list_with_owner(source.pk).filter(deleted_at=None))
    own = CompanyList.objects.filter(owner=owner, deleted_at=None)
    own_names = set(own.values_list("name", flat=True))
    copied = cut or source
    copy = CompanyList.objects.create(
        owner=owner,
        edition=source.edition,
        name=unused_name(copied.name, own_names),
        setting=copied.setting,
        background=copied.background,
        verdict=source.verdict if cut is None else verdict_json(cut, catalogue_of(source.edition)),
        copied_from=source,
        copied_name=copied.name,
        copied_owner=owner_name(source),
    )
    stored = copy_contents(load_stored_list(source), copy) if cut is None else write_contents(copy, cut)
    if source.owner_id == owner.pk:
        copy_tags(source, copy)
    else:
        count_copy(source)
    record_first_revision(stored, f"Copied from {one_line(list_name(copied.name))}")
    return copy


def owner_name(company_list: CompanyList) -> str:
    """Return the name by which other people see a list's owner (see ``display_name``)."""
    return display_name(company_list.owner)


def display_name(person: User | None) -> str:
    """Return the name by which other people see a user.

    For None, the owner of a sample, return an empty string.
    """
    if person is None:
        return ""
    return GUEST_NAME if person.is_guest else person.username


@changes_list
def save_details(
    edited: EditedList, version: int | None, *, name: str, setting: str, background: str
) -> CompanyList:
    """Save the name, setting and background of a list, and return the list's row.

    Raises StaleVersion if one of them has changed after ``version`` of the list. Changes to profiles and
    rosters don't matter. If ``version`` is None, the details are always saved.
    """
    fields = {
        "name": LIST_NAME.clean(name),
        "setting": LIST_SETTING.clean(setting),
        "background": LIST_BACKGROUND.clean(background),
    }
    row = edited.row
    if version is not None and not row.details_version <= version <= row.version:
        raise StaleVersion(row)
    if any(getattr(row, name) != value for name, value in fields.items()):
        edited.set_fields(**fields, details_version=edited.next_version)
    return row


@transaction.atomic
def delete_list(company_list: CompanyList, version: int | None = None) -> None:
    """Mark a list as deleted. Its owner can restore it for some days.

    If the owner then has too many deleted lists, those that were deleted first are deleted permanently.
    Raises StaleVersion if ``version`` is not None and the list was changed after it.
    """
    lock_owner_of(company_list)
    with edit_list(company_list) as edited:
        require_version(edited.row, version)
        edited.description = "Deleted"
        edited.set_fields(deleted_at=timezone.now())
    deleted = CompanyList.objects.filter(owner=company_list.owner_id, sample=None, deleted_at__isnull=False)
    limit = settings.MUSTERBOOK_KEPT_DELETED
    oldest = deleted.order_by("-deleted_at", "-pk").values_list("pk", flat=True)[limit:]
    if cleared := lock_lists(deleted.filter(pk__in=list(oldest))):
        deleted.filter(pk__in=cleared).delete()


@transaction.atomic
def delete_lists(owner: User, lists: Sequence[CompanyList]) -> None:
    """Mark several lists of one owner as deleted, or none of them if one fails."""
    lock_user(owner.pk)
    for company_list in sorted(lists, key=lambda row: row.pk):
        delete_list(company_list)


@transaction.atomic
def restore_lists(owner: User, lists: Sequence[CompanyList]) -> None:
    """Restore several deleted lists of one owner, or none of them if one fails."""
    lock_user(owner.pk)
    for company_list in sorted(lists, key=lambda row: row.pk):
        restore_list(company_list)


@transaction.atomic
def copy_lists(owner: User, lists: Sequence[CompanyList]) -> list[CompanyList]:
    """Copy several lists for one owner, or none of them if one fails. Return the copies in the same order."""
    lock_user(owner.pk)
    return [copy_list(owner, company_list) for company_list in lists]


@transaction.atomic
def restore_list(company_list: CompanyList) -> None:
    """Restore a deleted list. Do nothing if the list is not deleted.

    Raises NotFound if the list was deleted too long ago, even if its row still exists.
    """
    lock_owner_of(company_list)
    rows = list_with_owner(company_list.pk)
    if not rows.exclude(deleted_at__lt=restorable_since()).exists():
        raise NotFound("This list was deleted too long ago to restore it.")
    with edit_list(rows) as edited:
        row = edited.row
        if row.deleted_at is not None and row.owner is not None:
            lock_owner_below_list_limit(row.owner)
            edited.description = "Restored"
            edited.set_fields(deleted_at=None)


@transaction.atomic
def clear_deleted_lists(before: datetime) -> int:
    """Permanently delete the lists that were deleted before a time, and return their number."""
    deleted = CompanyList.objects.filter(deleted_at__lt=before)
    locked = lock_lists(deleted)
    # Query the lists again, because some of them may have been restored before they were locked.
    cleared = list(deleted.filter(pk__in=locked).values_list("pk", flat=True))
    CompanyList.objects.filter(pk__in=cleared).delete()
    return len(cleared)


# ------------------------------------------------------------------ samples


@transaction.atomic
def save_sample(slug: str, document: Document) -> None:
    """Create or update the sample with this slug from a document.

    A new sample is published in the gallery. Later updates don't change its date there.
    """
    edition = get_edition(document.system, document.edition)
    catalogue = catalogue_of(edition)
    check_document(document, catalogue)
    details = {**list_columns(document), "edition": edition, "deleted_at": None}
    company_list, created = CompanyList.objects.update_or_create(sample=slug, defaults=details)
    ids: list[str] = []
    if not created:
        company_list.updated = timezone.now()
        CompanyList.objects.filter(pk=company_list.pk).update(
            version=F("version") + 1, updated=company_list.updated
        )
        Profile.objects.filter(company_list=company_list).delete()
        rosters = Roster.objects.filter(company_list=company_list)
        # Reuse the ids, so that links to the rosters of a sample still work after a correction.
        ids = list(rosters.order_by("position", "pk").values_list("public_id", flat=True))
        rosters.delete()
    stored = write_contents(company_list, document, ids)
    if company_list.published_at is None:
        company_list.published_at = timezone.now()
        CompanyList.objects.filter(pk=company_list.pk).update(published_at=company_list.published_at)
    update_listing(stored)


@transaction.atomic
def remove_other_samples(slugs: Collection[str]) -> int:
    """Delete the samples with other slugs, but not users' copies of them. Return their number."""
    others = CompanyList.objects.filter(sample__isnull=False).exclude(sample__in=slugs)
    removed = list(others.values_list("pk", flat=True))
    remove_listings(removed)
    CompanyList.objects.filter(pk__in=removed).delete()
    return len(removed)
