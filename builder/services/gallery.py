"""The gallery of public lists: publish lists, keep their search data up to date, and hide lists.

A list has a ``Listing`` exactly while it is public, not hidden, not deleted, and its owner isn't suspended.
A change of any of these, or of the list itself, locks the list's row, so that concurrent changes don't
overwrite each other.
"""

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from builder.documents import (
    LoadedList,
    StoredList,
    UnreadableDesignError,
    load_list,
    load_lists,
    load_stored_list,
)
from builder.models import CompanyList, Listing, ListingTag, User
from builder.models.gallery import CHOICE, PROPERTY, SETTING, SIZE, choice_tag, property_tag, setting_tag
from builder.models.lists import lists_with_edition
from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import Design
from builder.points.document.document import Document
from builder.points.document.list_summary import dump_list_summary, largest_roster_points, summarise_list
from builder.points.pricing.texts import YES
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.search_text import search_text
from builder.services.edit_sessions import end_edit_session
from builder.services.errors import NotFound, NotPossible
from builder.services.locks import lock_list
from builder.services.tag_counts import TagChange, change_tag_counts

logger = logging.getLogger(__name__)

Tag = tuple[str, str]  # kind and value

_BATCH = 100

# ------------------------------------------------------------------ publishing


@transaction.atomic
def publish_list(company_list: CompanyList) -> None:
    """Publish a list in the gallery. A list that is already public keeps its date.

    Raises NotPossible for guests, for a list without profiles, and for a list that moderators have hidden.
    """
    row = _lock_list(company_list)
    if row.deleted_at is not None:
        raise NotFound("This list is deleted.")
    if row.owner is None or row.owner.is_guest:
        raise NotPossible("You need an account to publish lists, so sign up first. You keep your lists.")
    if row.hidden_at is not None:
        raise NotPossible("Moderators have hidden this list. You can publish it when they show it again.")
    loaded = load_list(row)
    if not loaded.document.profiles:
        raise NotPossible("This list is empty. Add a profile before you publish it.")
    if row.published_at is None:
        end_edit_session(row)
        row.published_at = timezone.now()
        _update_columns(row, published_at=row.published_at)
    if _is_listed_now(row):
        _write_listing(loaded)


@transaction.atomic
def unpublish_list(company_list: CompanyList) -> None:
    """Take a list out of the gallery. Other people's copies are not deleted."""
    row = _lock_list(company_list)
    _update_columns(row, published_at=None)
    remove_listings([row.pk])


def remove_listings(company_lists: Collection[int]) -> None:
    """Delete the listings of these lists (primary keys), and update the counts of their tags.

    Call it in the transaction that changes the lists, and before a list is deleted permanently: a cascade
    would leave the counts wrong.
    """
    listings = Listing.objects.filter(company_list__in=company_lists)
    tags = ListingTag.objects.filter(listing__in=listings)
    changes = [TagChange(*row, -1) for row in tags.values_list("listing__system__code", "kind", "value")]
    listings.delete()
    change_tag_counts(changes)


def count_copy(company_list: CompanyList) -> None:
    """Add 1 to the number of copies that others made of a list. The list's row must be locked."""
    copied = F("times_copied") + 1
    CompanyList.objects.filter(pk=company_list.pk).update(times_copied=copied)
    if company_list.published_at is not None:
        Listing.objects.filter(company_list=company_list.pk).update(times_copied=copied)
        ListingTag.objects.filter(listing__company_list=company_list.pk).update(times_copied=copied)


def update_listing(stored: StoredList) -> None:
    """Write or remove the listing after a change of its list, within the transaction of the change.

    The row must have been read while it was locked. A list that is not public needs no query.
    """
    company_list = stored.row
    if company_list.published_at is None:
        return
    if not _is_listed_now(company_list):
        remove_listings([company_list.pk])
        return
    with suppress(UnreadableDesignError):  # so that a list with such a design can still be changed
        _write_listing(stored.to_loaded())


def _is_listed(company_list: CompanyList) -> bool:
    """Return whether a list, which was read with its owner, belongs in the gallery."""
    return _is_shown(company_list) and (company_list.owner is None or company_list.owner.is_active)


def _is_listed_now(company_list: CompanyList) -> bool:
    """Return whether a list belongs in the gallery, with its owner read again. The row must be locked.

    On PostgreSQL, a query that waited for the lock returns the current list, but the joined owner as of
    before the wait. A suspension may have started or ended in the meantime.
    """
    return _is_shown(company_list) and (
        company_list.owner_id is None
        or User.objects.filter(pk=company_list.owner_id, is_active=True).exists()
    )


def _is_shown(company_list: CompanyList) -> bool:
    """Return whether a list is public and neither hidden nor deleted."""
    return (
        company_list.published_at is not None
        and company_list.hidden_at is None
        and company_list.deleted_at is None
    )


def _lock_list(company_list: CompanyList) -> CompanyList:
    """Reload the list, deleted or not, and lock its row until the transaction ends."""
    rows = lists_with_edition().select_related("owner").filter(pk=company_list.pk)
    return lock_list(rows, "This list no longer exists.")


def _update_columns(company_list: CompanyList, **fields: object) -> None:
    """Update columns outside the list's document, so its version doesn't change."""
    CompanyList.objects.filter(pk=company_list.pk).update(**fields)


def discard_dump() -> None:
    """Delete the gallery's dump file after the commit. The nightly job writes a new file.

    A list that moderators hide must not stay in a public file until then.
    """
    transaction.on_commit(_delete_dump_file)


def _delete_dump_file() -> None:
    try:
        Path(settings.GALLERY_DUMP).unlink(missing_ok=True)
    except OSError:
        logger.exception("The gallery dump still contains hidden lists: run 'manage.py dump_gallery'")


# ------------------------------------------------------------------ listings


def _write_listing(loaded: LoadedList) -> None:
    """Write the differences between a list and its listing. The list must belong in the gallery."""
    row = loaded.row
    if row.published_at is None:
        return
    columns, system = _columns_of(loaded, row.published_at), loaded.catalogue.system
    sort_columns = {name: columns[name] for name in ("published_at", "times_copied")}
    listing = Listing.objects.filter(company_list=row.pk).first()
    if listing is None:
        listing = Listing.objects.create(company_list=row, **columns)
    elif any(getattr(listing, name) != value for name, value in columns.items()):
        Listing.objects.filter(pk=listing.pk).update(**columns)
    wanted = set(listing_tags(loaded.document, loaded.catalogue))
    stored = ListingTag.objects.filter(listing=listing)
    present = {(tag.kind, tag.value): tag for tag in stored}
    removed, new = present.keys() - wanted, sorted(wanted - present.keys())
    if removed:
        stored.filter(pk__in=[present[tag].pk for tag in removed]).delete()
    if any(getattr(tag, name) != value for tag in present.values() for name, value in sort_columns.items()):
        stored.update(**sort_columns)
    ListingTag.objects.bulk_create(
        ListingTag(listing=listing, kind=kind, value=value, **sort_columns) for kind, value in new
    )
    change_tag_counts(
        [TagChange(system, *tag, -1) for tag in removed]
        + [TagChange(system, *tag, 1, row.setting if tag[0] == SETTING else "") for tag in new]
    )


def _columns_of(loaded: LoadedList, published_at: datetime) -> dict[str, Any]:
    """Return the columns of a public list's listing."""
    row, document, catalogue = loaded.row, loaded.document, loaded.catalogue
    appraisal = appraise(document, catalogue)
    return {
        "system_id": row.edition.system_id,
        "edition_id": row.edition_id,
        "published_at": published_at,
        "changed_at": max(published_at, row.updated),
        "times_copied": row.times_copied,
        "text": searchable_text(document, catalogue),
        "cost": largest_roster_points(document, appraisal),
        "profile_count": len(document.profiles),
        "roster_count": len(document.rosters),
        "summary": dump_list_summary(summarise_list(document, catalogue, appraisal, loaded.roster_ids)),
    }


def searchable_text(document: Document, catalogue: Catalogue) -> str:
    """Return the words by which a search finds a list, in lower case without accents.

    These are the words of the list's name, setting (world or era), profile names, choices and background.
    """
    names = (profile.name for profile in document.profiles)
    choices = dict.fromkeys(
        choice.name for profile in document.profiles for choice in _choices(profile.design, catalogue)
    )
    return search_text((document.name, document.setting, *names, *choices, document.background))


def listing_tags(document: Document, catalogue: Catalogue) -> Iterator[Tag]:
    """Yield the kind and value of each search tag of a list.

    The tags are the list's setting (world or era), the limits of its rosters, and the properties, spells and
    searchable choices of its profiles.
    """
    if setting := setting_tag(document.setting):
        yield SETTING, setting
    for roster in document.rosters:
        if roster.limit is not None:
            yield SIZE, str(roster.limit)
    for profile in document.profiles:
        for group, code in _chosen_entries(profile.design, catalogue):
            yield PROPERTY, property_tag(group, code)
        for choice in _choices(profile.design, catalogue):
            yield CHOICE, choice_tag(catalogue.system, choice.value)


class _Choice(NamedTuple):
    """A searchable choice: the value of its tag, and the name of the option."""

    value: str
    name: str


def _choices(design: Design, catalogue: Catalogue) -> Iterator[_Choice]:
    """Yield a profile's searchable choices; a blank choice counts as its default."""
    for attribute in index_of(catalogue).for_kind(design.values).catalogue.attributes:
        if not attribute.found_by:
            continue
        value = design.values.get(attribute.code)
        if attribute.kind == "flag":
            if value:
                yield _Choice(f"{attribute.code}:{YES}", attribute.name)
            continue
        option = attribute.blank_option if value is None else attribute.option(value)
        if value is None and attribute.code == KIND and (kind := catalogue.kind(None)):
            option = attribute.option(kind.code)
        if option:
            yield _Choice(f"{attribute.code}:{option.code}", option.name)


def _chosen_entries(design: Design, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield the group and code of each property and pick, except defaults and blank picks."""
    for slot in catalogue.weapon_slots:
        for weapon in design.weapons.get(slot.code, ()):
            yield from ((slot.group, code) for code in weapon.properties if code not in slot.default)
    entries = index_of(catalogue).entries
    for pick_slot in catalogue.pick_slots:
        for pick in design.picks.get(pick_slot.code, ()):
            if pick_slot.many or entries[pick_slot.group][pick.code].name != pick_slot.blank_name:
                yield pick_slot.group, pick.code


# ------------------------------------------------------------------ checking and rebuilding


class _Content(NamedTuple):
    """The columns of a listing, and the columns of its tags."""

    columns: dict[str, Any]
    tags: frozenset[tuple[object, ...]]


def outdated_listings() -> Iterator[CompanyList]:
    """Yield the lists whose listing is missing, outdated or should not exist; read them in batches.

    Skip lists that can't be read: their listings don't change until the lists are repaired.
    """
    may_need_update = Q(listing__isnull=False) | Q(published_at__isnull=False)
    rows = lists_with_edition().select_related("owner").filter(may_need_update).order_by("pk")
    after = 0
    while batch := list(rows.filter(pk__gt=after)[:_BATCH]):
        wanted = _wanted_contents(batch)
        stored = _stored_contents(batch)
        yield from (row for row in batch if row.pk in wanted and wanted[row.pk] != stored.get(row.pk))
        after = batch[-1].pk


@transaction.atomic
def rebuild_listing(company_list: CompanyList) -> None:
    """Write the listing of a list again, or remove it if the list is not in the gallery."""
    with suppress(NotFound):  # the list was deleted in the meantime
        row = _lock_list(company_list)
        if row.published_at is None:
            remove_listings([row.pk])
        else:
            update_listing(load_stored_list(row))


def remove_listings_of_suspended_people() -> None:
    """Remove the lists of suspended people from the gallery, and delete the dump file that contains them.

    ``suspend_person`` does this at once; this is for people whom a superuser deactivated in the admin.
    """
    rows = list(CompanyList.objects.filter(listing__isnull=False, owner__is_active=False))
    for row in rows:
        rebuild_listing(row)
    if rows:
        discard_dump()


def _stored_contents(batch: Sequence[CompanyList]) -> dict[int, _Content]:
    listings = Listing.objects.filter(company_list__in=batch).prefetch_related("tags")
    return {
        listing.company_list_id: _Content(
            {name: getattr(listing, name) for name in _COLUMNS},
            frozenset(
                (tag.kind, tag.value, tag.published_at, tag.times_copied) for tag in listing.tags.all()
            ),
        )
        for listing in listings
    }


_COLUMNS = (
    "system_id", "edition_id", "published_at", "changed_at", "times_copied", "text", "cost",
    "profile_count", "roster_count", "summary",
)  # fmt: skip


def _wanted_contents(batch: Sequence[CompanyList]) -> dict[int, _Content | None]:
    """Return the wanted content of each list's listing, or None if it should not have a listing.

    Lists that can't be read are left out.
    """
    listed = [row for row in batch if _is_listed(row)]
    wanted: dict[int, _Content | None] = {row.pk: None for row in batch if not _is_listed(row)}
    for pk, loaded in load_lists(listed).items():
        if (published_at := loaded.row.published_at) is not None:
            sort_columns = (published_at, loaded.row.times_copied)
            tags = frozenset((*tag, *sort_columns) for tag in listing_tags(loaded.document, loaded.catalogue))
            wanted[pk] = _Content(_columns_of(loaded, published_at), tags)
    return wanted


# ------------------------------------------------------------------ hiding


@transaction.atomic
def hide_list(company_list: CompanyList, note: str) -> None:
    """Hide a list from everybody except its owner, who sees the note. The caller checks the note."""
    row = _lock_list(company_list)
    _update_columns(row, hidden_at=row.hidden_at or timezone.now(), hidden_note=note)
    remove_listings([row.pk])
    discard_dump()


@transaction.atomic
def unhide_list(company_list: CompanyList) -> None:
    """Show a hidden list again. If it is public, it returns to the gallery with its old date.

    A list with a design that can't be read stays out of the gallery.
    """
    _update_columns(_lock_list(company_list), hidden_at=None, hidden_note="")
    rebuild_listing(company_list)
