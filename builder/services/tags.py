"""The tags that users give their own lists to sort them.

A tag is not a part of the list's document. If it were, exports and shared lists would show it to other
people, and each change of tags would create a new version of the list. Functions that change tags lock the
owner.
"""

from collections.abc import Collection, Sequence

from django.conf import settings
from django.db import transaction

from builder.models import CompanyList, OwnTag, User
from builder.points.rules.search_text import normalize_text
from builder.points.rules.wording import pluralize
from builder.services.errors import LimitReached, NotFound, require_found
from builder.services.locks import lock_user
from builder.services.validation import check_short_name

MAX_TAG_LENGTH = 50


def tag_lookup_name(name: str) -> str:
    """Return a tag's name in lower case without accents. Tags with the same lookup name are the same tag."""
    return normalize_text(" ".join(name.split()))


@transaction.atomic
def tag_lists(owner: User, lists: Collection[CompanyList], name: str) -> OwnTag:
    """Add the tag with this name to lists. If the owner has no tag with this name, create it first."""
    _lock_owner(owner)
    tag = _get_or_create_tag(owner, name)
    tag.lists.add(*lists)
    return tag


@transaction.atomic
def untag_lists(owner: User, lists: Collection[CompanyList], name: str) -> OwnTag:
    """Remove a tag from lists, but keep the tag. Raises NotFound if the owner has no tag with this name."""
    _lock_owner(owner)
    tags = OwnTag.objects.filter(owner=owner, lookup_name=tag_lookup_name(_checked_name(name)))
    tag = require_found(tags.first(), "You have no tag of this name.")
    tag.lists.remove(*lists)
    return tag


@transaction.atomic
def set_tags(owner: User, company_list: CompanyList, names: Sequence[str]) -> list[OwnTag]:
    """Replace the tags of a list, and return the new tags, sorted by name."""
    _lock_owner(owner)
    tags = {tag.pk: tag for tag in (_get_or_create_tag(owner, name) for name in names)}
    company_list.own_tags.set(tags.values())
    return sorted(tags.values(), key=lambda tag: tag.lookup_name)


@transaction.atomic
def rename_tag(tag: OwnTag, name: str) -> OwnTag:
    """Rename a tag, and return its row. If the owner has another tag with the name, merge the two tags."""
    row, name = _lock_tag(tag), _checked_name(name)
    same_name = OwnTag.objects.filter(owner=row.owner_id, lookup_name=tag_lookup_name(name))
    other = same_name.exclude(pk=row.pk).first()
    if other is not None:
        other.lists.add(*row.lists.all())
        row.delete()
        return other
    row.name, row.lookup_name = name, tag_lookup_name(name)
    row.save(update_fields=("name", "lookup_name"))
    return row


@transaction.atomic
def delete_tag(tag: OwnTag) -> None:
    """Delete a tag, but not its lists."""
    _lock_tag(tag).delete()


def copy_tags(source: CompanyList, copy: CompanyList) -> None:
    """Add the tags of a list to its copy, which belongs to the same owner."""
    copy.own_tags.add(*source.own_tags.all())


def move_tags(guest: User, account: User) -> None:
    """Move a guest's tags to an account, and merge those with the same name. Both users are locked."""
    own = {tag.lookup_name: tag for tag in OwnTag.objects.filter(owner=account)}
    for tag in OwnTag.objects.filter(owner=guest):
        if tag.lookup_name in own:
            own[tag.lookup_name].lists.add(*tag.lists.all())
        else:
            OwnTag.objects.filter(pk=tag.pk).update(owner=account)


def _lock_owner(owner: User) -> None:
    if not lock_user(owner.pk):
        raise NotFound("The owner of these tags is deleted.")


def _lock_tag(tag: OwnTag) -> OwnTag:
    """Lock the owner of a tag, and return the tag's row. Raises NotFound if the tag was deleted."""
    lock_user(tag.owner_id)
    return require_found(OwnTag.objects.filter(pk=tag.pk).first(), "You have no such tag.")


def _checked_name(name: str) -> str:
    return check_short_name("A tag", name, MAX_TAG_LENGTH)


def _get_or_create_tag(owner: User, name: str) -> OwnTag:
    name = _checked_name(name)
    tags = OwnTag.objects.filter(owner=owner)
    tag = tags.filter(lookup_name=tag_lookup_name(name)).first()
    if tag is not None:
        return tag
    limit = settings.MUSTERBOOK_MAX_TAGS
    if tags.count() >= limit:
        raise LimitReached(f"You have {pluralize(limit, 'tag')}, which is the limit. Remove one first.")
    return OwnTag.objects.create(owner=owner, name=name, lookup_name=tag_lookup_name(name))
