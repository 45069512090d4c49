"""The gallery of public lists: publishing lists, updating their search data, and hiding lists.

A ``Listing`` contains the search data of a list. A list has one while it is public, moderators haven't hidden
it, it isn't deleted, and its owner isn't suspended. Code that changes one of these, or the list itself, locks
the list's row, so that concurrent changes don't overwrite each other.

A tag is a value that the gallery can filter lists by, such as a property of a profile. Tag counts are the
stored numbers of public lists with each tag (``builder.services.tag_counts``).
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
    """Publish a list in the gallery. A list that is already public keeps its date in the gallery.

    Raises NotFound if the list is deleted. Raises NotPossible if its owner is a guest, if it has no profiles,
    or if moderators have hidden it.
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
    if _should_be_listed_now(row):
        _write_listing(loaded)


@transaction.atomic
def unpublish_list(company_list: CompanyList) -> None:
    """Remove a list from the gallery. Other people's copies of the list are not deleted."""
    row = _lock_list(company_list)
    _update_columns(row, published_at=None)
    remove_listings([row.pk])


def remove_listings(company_lists: Collection[int]) -> None:
    """Delete the listings of the lists with these primary keys, and update the tag counts.

    Call this in the transaction that changes the lists. Also call it before deleting a list permanently,
    because a cascading delete of the listing doesn't update the tag counts.
    """
    listings = Listing.objects.filter(company_list__in=company_lists)
    tags = ListingTag.objects.filter(listing__in=listings)
    changes = [TagChange(*row, -1) for row in tags.values_list("listing__system__code", "kind", "value")]
    listings.delete()
    change_tag_counts(changes)


def count_copy(company_list: CompanyList) -> None:
    """Count a copy that somebody else has made of a list. The list's row must be locked."""
    copied = F("times_copied") + 1
    CompanyList.objects.filter(pk=company_list.pk).update(times_copied=copied)
    if company_list.published_at is not None:
        Listing.objects.filter(company_list=company_list.pk).update(times_copied=copied)
        ListingTag.objects.filter(listing__company_list=company_list.pk).update(times_copied=copied)


def update_listing(stored: StoredList) -> None:
    """Write or remove a list's listing after a change of the list, within the transaction of the change.

    The row in ``stored`` must have been read while it was locked. A list that is not public takes no query.
    """
    company_list = stored.row
    if company_list.published_at is None:
        return
    if not _should_be_listed_now(company_list):
        remove_listings([company_list.pk])
        return
    with suppress(UnreadableDesignError):  # an error would prevent the owner from changing the list
        _write_listing(stored.to_loaded())


def _should_be_listed(company_list: CompanyList) -> bool:
    """Return whether a list belongs in the gallery, by its loaded row and its loaded owner."""
    return _is_public_and_visible(company_list) and (
        company_list.owner is None or company_list.owner.is_active
    )


def _should_be_listed_now(company_list: CompanyList) -> bool:
    """Return whether a list belongs in the gallery. The list's row must be locked.

    This function reads the owner from the database again. If the query that locked the list had to wait,
    PostgreSQL returned the list as it was after the wait, but the owner as they were before, and so perhaps
    before they were suspended.
    """
    return _is_public_and_visible(company_list) and (
        company_list.owner_id is None
        or User.objects.filter(pk=company_list.owner_id, is_active=True).exists()
    )


def _is_public_and_visible(company_list: CompanyList) -> bool:
    return (
        company_list.published_at is not None
        and company_list.hidden_at is None
        and company_list.deleted_at is None
    )


def _lock_list(company_list: CompanyList) -> CompanyList:
    """Reload a list, which may be deleted, and lock its row."""
    rows = lists_with_edition().select_related("owner").filter(pk=company_list.pk)
    return lock_list(rows, "This list no longer exists.")


def _update_columns(company_list: CompanyList, **fields: object) -> None:
    """Update columns that are not in the list's document. The list's version doesn't change."""
    CompanyList.objects.filter(pk=company_list.pk).update(**fields)


def discard_dump() -> None:
    """Delete the gallery's dump file after the commit, because it may contain a list that was just hidden.

    The nightly job writes a new file.
    """
    transaction.on_commit(_delete_dump_file)


def _delete_dump_file() -> None:
    try:
        Path(settings.GALLERY_DUMP).unlink(missing_ok=True)
    except OSError:
        logger.exception("The gallery dump still contains hidden lists: run 'manage.py dump_gallery'")


# ------------------------------------------------------------------ listings


def _write_listing(loaded: LoadedList) -> None:
    """Bring the listing and the tags of a list that belongs in the gallery up to date."""
    row = loaded.row
    if row.published_at is None:
        return
    columns, system = _listing_columns(loaded, row.published_at), loaded.catalogue.system
    sort_columns = {name: columns[name] for name in ("published_at", "times_copied")}
    listing = Listing.objects.filter(company_list=row.pk).first()
    if listing is None:
        listing = Listing.objects.create(company_list=row, **columns)
    elif any(getattr(listing, name) != value for name, value in columns.items()):
        Listing.objects.filter(pk=listing.pk).update(**columns)
    wanted_tags = set(listing_tags(loaded.document, loaded.catalogue))
    stored = ListingTag.objects.filter(listing=listing)
    present = {(tag.kind, tag.value): tag for tag in stored}
    removed, new = present.keys() - wanted_tags, sorted(wanted_tags - present.keys())
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


def _listing_columns(loaded: LoadedList, published_at: datetime) -> dict[str, Any]:
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
    """Return the words by which a search can find a list, in lower case without accents.

    They are from the list's name, setting and background, the names of its profiles, and their searchable
    choices.
    """
    names = (profile.name for profile in document.profiles)
    choices = dict.fromkeys(
        choice.name
        for profile in document.profiles
        for choice in _searchable_choices(profile.design, catalogue)
    )
    return search_text((document.name, document.setting, *names, *choices, document.background))


def listing_tags(document: Document, catalogue: Catalogue) -> Iterator[Tag]:
    """Yield the tags of a list: its setting, its rosters' limits, and its profiles' entries and choices."""
    if setting := setting_tag(document.setting):
        yield SETTING, setting
    for roster in document.rosters:
        if roster.limit is not None:
            yield SIZE, str(roster.limit)
    for profile in document.profiles:
        for group, code in _chosen_entries(profile.design, catalogue):
            yield PROPERTY, property_tag(group, code)
        for choice in _searchable_choices(profile.design, catalogue):
            yield CHOICE, choice_tag(catalogue.system, choice.value)


class _Choice(NamedTuple):
    """A searchable choice of a profile: its tag's value, such as "level:veteran", and its name, "Veteran"."""

    value: str
    name: str


def _searchable_choices(design: Design, catalogue: Catalogue) -> Iterator[_Choice]:
    """Yield a profile's searchable choices. For a blank choice, yield its default."""
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
    """Yield the group and the code of each weapon property and of each pick of a design.

    Skip the properties that weapons have by default, and picks that mean that nothing was chosen.
    """
    for slot in catalogue.weapon_slots:
        for weapon in design.weapons.get(slot.code, ()):
            yield from ((slot.group, code) for code in weapon.properties if code not in slot.default)
    entries = index_of(catalogue).entries
    for pick_slot in catalogue.pick_slots:
        for pick in design.picks.get(pick_slot.code, ()):
            if pick_slot.many or entries[pick_slot.group][pick.code].name != pick_slot.blank_name:
                yield pick_slot.group, pick.code


# ------------------------------------------------------------------ checking and rebuilding


class _ListingContent(NamedTuple):
    """The content of a listing, to compare a stored listing with the one that a list needs."""

    columns: dict[str, Any]
    tags: frozenset[tuple[object, ...]]


def outdated_listings() -> Iterator[CompanyList]:
    """Yield the lists whose listing is missing, is outdated, or should not exist. Read them in batches.

    Skip lists that can't be read.
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
    """Bring the listing of a list up to date, or remove it if the list doesn't belong in the gallery."""
    with suppress(NotFound):  # the list was deleted in the meantime
        row = _lock_list(company_list)
        if row.published_at is None:
            remove_listings([row.pk])
        else:
            update_listing(load_stored_list(row))


def remove_listings_of_suspended_people() -> None:
    """Remove the lists of suspended people from the gallery, and delete the dump file that contains them.

    ``suspend_person`` does this too. But a person can also be deactivated without it, for example in a shell.
    """
    rows = list(CompanyList.objects.filter(listing__isnull=False, owner__is_active=False))
    for row in rows:
        rebuild_listing(row)
    if rows:
        discard_dump()


def _stored_contents(batch: Sequence[CompanyList]) -> dict[int, _ListingContent]:
    listings = Listing.objects.filter(company_list__in=batch).prefetch_related("tags")
    return {
        listing.company_list_id: _ListingContent(
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


def _wanted_contents(batch: Sequence[CompanyList]) -> dict[int, _ListingContent | None]:
    """Map the primary keys of lists to what their listings should contain, or to None for no listing.

    Skip lists that can't be read.
    """
    listed = [row for row in batch if _should_be_listed(row)]
    wanted: dict[int, _ListingContent | None] = {row.pk: None for row in batch if not _should_be_listed(row)}
    for pk, loaded in load_lists(listed).items():
        if (published_at := loaded.row.published_at) is not None:
            sort_columns = (published_at, loaded.row.times_copied)
            tags = frozenset((*tag, *sort_columns) for tag in listing_tags(loaded.document, loaded.catalogue))
            wanted[pk] = _ListingContent(_listing_columns(loaded, published_at), tags)
    return wanted


# ------------------------------------------------------------------ hiding


@transaction.atomic
def hide_list(company_list: CompanyList, note: str) -> None:
    """Hide a list from everybody except its owner, who can read ``note``. The caller has checked the note."""
    row = _lock_list(company_list)
    _update_columns(row, hidden_at=row.hidden_at or timezone.now(), hidden_note=note)
    remove_listings([row.pk])
    discard_dump()


@transaction.atomic
def unhide_list(company_list: CompanyList) -> None:
    """Show a hidden list again. If it is public, it is in the gallery again, with its old date."""
    _update_columns(_lock_list(company_list), hidden_at=None, hidden_note="")
    rebuild_listing(company_list)
