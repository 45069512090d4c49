"""The tags by which people sort their own lists: put on, taken off, renamed and removed.

A tag is not part of the list, because it says how its owner sorts lists. In the document it would travel with
every export, copy and share; in the version it would make a program's If-Match fail and fill the history. A
service that changes tags locks their owner.
"""

from collections.abc import Collection, Sequence

from django.conf import settings
from django.db import transaction

from builder.models import CompanyList, OwnTag, User
from builder.points.rules.search_text import normalize_text
from builder.services.errors import LimitReached, NotFound, NotPossible
from builder.services.locks import lock_user
from builder.services.validation import check_line

MAX_TAG_LENGTH = 50


def tag_name(name: str) -> str:
    """A name as it is kept: on one line, without spaces around it; refused where nothing is left of it."""
    name = " ".join(check_line("tag", name).split())
    if not name:
        raise NotPossible("Write the tag's name first.")
    if len(name) > MAX_TAG_LENGTH:
        raise LimitReached(f"A tag has at most {MAX_TAG_LENGTH} characters.")
    return name


def folded_tag(name: str) -> str:
    """A name without its capitals and accents, by which tags are told apart."""
    return normalize_text(" ".join(name.split()))


@transaction.atomic
def tag_lists(owner: User, lists: Collection[CompanyList], name: str) -> OwnTag:
    """Put a tag on lists of the owner's; a new one where they have none of this name."""
    _lock_owner(owner)
    tag = _tag_named(owner, name)
    tag.lists.add(*lists)
    return tag


@transaction.atomic
def untag_lists(owner: User, lists: Collection[CompanyList], name: str) -> OwnTag:
    """Take a tag off lists; it stays the owner's. NotFound where they have none of this name."""
    _lock_owner(owner)
    tag = OwnTag.objects.filter(owner=owner, folded=folded_tag(tag_name(name))).first()
    if tag is None:
        raise NotFound("You have no tag of this name.")
    tag.lists.remove(*lists)
    return tag


@transaction.atomic
def set_tags(owner: User, company_list: CompanyList, names: Sequence[str]) -> list[OwnTag]:
    """Let a list have these tags and no others; the tags in their order."""
    _lock_owner(owner)
    tags = {tag.pk: tag for tag in (_tag_named(owner, name) for name in names)}
    company_list.own_tags.set(tags.values())
    return sorted(tags.values(), key=lambda tag: tag.folded)


@transaction.atomic
def rename_tag(tag: OwnTag, name: str) -> OwnTag:
    """Give a tag another name; where another of its owner's has that name, its lists go over to that one."""
    row, name = _locked(tag), tag_name(name)
    other = OwnTag.objects.filter(owner=row.owner_id, folded=folded_tag(name)).exclude(pk=row.pk).first()
    if other is not None:
        other.lists.add(*row.lists.all())
        row.delete()
        return other
    row.name, row.folded = name, folded_tag(name)
    row.save(update_fields=("name", "folded"))
    return row


@transaction.atomic
def remove_tag(tag: OwnTag) -> None:
    """Remove a tag from all lists; the lists stay."""
    _locked(tag).delete()


def copy_tags(source: CompanyList, copy: CompanyList) -> None:
    """Let a copy that an owner made of their own list have its tags."""
    copy.own_tags.add(*source.own_tags.all())


def move_tags(guest: User, account: User) -> None:
    """Make a guest's tags those of an account, whose own of the same name get the lists of both.

    The caller has locked both.
    """
    own = {tag.folded: tag for tag in OwnTag.objects.filter(owner=account)}
    for tag in OwnTag.objects.filter(owner=guest):
        if tag.folded in own:
            own[tag.folded].lists.add(*tag.lists.all())
        else:
            OwnTag.objects.filter(pk=tag.pk).update(owner=account)


def _lock_owner(owner: User) -> None:
    if not lock_user(owner.pk):
        raise NotFound("Whose tags these were is gone from this site.")


def _locked(tag: OwnTag) -> OwnTag:
    """The tag as it is now, under the lock of its owner; NotFound where it is gone."""
    lock_user(tag.owner_id)
    row = OwnTag.objects.filter(pk=tag.pk).first()
    if row is None:
        raise NotFound("You have no such tag.")
    return row


def _tag_named(owner: User, name: str) -> OwnTag:
    name = tag_name(name)
    tags = OwnTag.objects.filter(owner=owner)
    tag = tags.filter(folded=folded_tag(name)).first()
    if tag is not None:
        return tag
    most = settings.MUSTERBOOK_MAX_TAGS
    if tags.count() >= most:
        raise LimitReached(f"You have {most:,} tags, as many as are kept for one person: remove one first.")
    return OwnTag.objects.create(owner=owner, name=name, folded=folded_tag(name))
