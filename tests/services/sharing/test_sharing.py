"""A list's secret link, copies that name their original, and copies of single profiles."""

import re

import pytest
from django.db import connection
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.documents import load_list
from builder.models import CompanyList, User
from builder.points.document.document import Document
from builder.services import lists, sharing
from builder.services.errors import LimitReached, NotFound
from builder.services.exchange import create_list_from_document
from builder.services.people import accounts
from builder.services.people.accounts import create_guest
from tests.support.concurrency import run_concurrently
from tests.support.saving import reload

EDITION = ("unbridled-fury", "0.9.0")


# ------------------------------------------------------------------ the link


def test_a_list_is_private_until_a_link_is_made(alices_list: CompanyList) -> None:
    """The secret of the link can't be guessed."""
    assert reload(alices_list).link is None
    link = sharing.create_link(alices_list)
    assert re.fullmatch(r"[a-z2-9]{24}", link)
    assert reload(alices_list).link == link


def test_a_stopped_link_does_not_return(alices_list: CompanyList) -> None:
    """Stopping it again is allowed, and the next link has another secret."""
    old = sharing.create_link(alices_list)
    sharing.remove_link(alices_list)
    sharing.remove_link(alices_list)
    assert reload(alices_list).link is None
    assert sharing.create_link(alices_list) != old


def test_links_of_a_deleted_list_cannot_be_created_or_stopped(alices_list: CompanyList) -> None:
    lists.delete_list(alices_list)
    for refused in (sharing.create_link, sharing.remove_link):
        with pytest.raises(NotFound):
            refused(alices_list)


@pytest.mark.django_db(transaction=True)
def test_links_created_at_once_are_the_same(alice: User, catalogues: Catalogues, reavers: Document) -> None:
    row = create_list_from_document(alice, reavers)
    links = run_concurrently(*[lambda: sharing.create_link(row)] * 6)
    assert len(set(links)) == 1
    assert reload(row).link == links[0]


# ------------------------------------------------------------------ copies


def test_copies_of_ones_own_list_are_not_counted(alice: User, alices_list: CompanyList) -> None:
    copy = reload(lists.copy_list(alice, alices_list))
    assert copy.copied_from == alices_list
    assert reload(alices_list).times_copied == 0


def test_ancestry_stays_when_the_original_is_deleted(
    alice: User, bob: User, alices_list: CompanyList
) -> None:
    """Here with its owner's account."""
    copy = lists.copy_list(bob, alices_list)
    name = alices_list.name
    accounts.delete_person(alice)
    stored = reload(copy)
    assert (stored.copied_from, stored.copied_name, stored.copied_owner) == (None, name, "alice")
    assert load_list(stored).document.profiles


def test_a_copy_does_not_name_a_guest(bob: User, catalogues: Catalogues, reavers: Document) -> None:
    """The generated user name of a guest is not shown."""
    guest = create_guest()
    row = reload(create_list_from_document(guest, reavers))
    assert lists.copy_list(bob, row).copied_owner == "a guest"
    assert guest.username not in lists.owner_name(row)


def test_a_rejected_copy_is_not_counted(bob: User, alices_list: CompanyList, settings: Settings) -> None:
    """Here because bob has no room for another list."""
    settings.MUSTERBOOK_MAX_LISTS_PER_USER = 0
    with pytest.raises(LimitReached):
        lists.copy_list(bob, alices_list)
    assert reload(alices_list).times_copied == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_cut", [False, True])
def test_a_list_cleared_during_the_copy_is_not_found(
    bob: User, alices_list: CompanyList, is_cut: bool
) -> None:
    """Its reader gets an error, and no part of a copy is stored."""
    row = reload(alices_list)
    cut = load_list(row).document if is_cut else None
    CompanyList.objects.filter(pk=row.pk).delete()
    with pytest.raises(NotFound):
        lists.copy_list(bob, row, cut)
    assert not CompanyList.objects.exists()


def test_a_deleted_list_cannot_be_copied(bob: User, alices_list: CompanyList) -> None:
    lists.delete_list(alices_list)
    with pytest.raises(NotFound):
        lists.copy_list(bob, reload(alices_list))


# ------------------------------------------------------------------ profiles


def test_a_rejected_new_list_is_not_stored(bob: User, alices_list: CompanyList, settings: Settings) -> None:
    """Here because of too many profiles."""
    settings.MUSTERBOOK_MAX_PROFILES = 1
    taken = load_list(reload(alices_list)).document.profiles
    with pytest.raises(LimitReached):
        sharing.copy_profiles_to_new_list(bob, *EDITION, "Finds", taken)
    assert not CompanyList.objects.filter(owner=bob).exists()
    assert not connection.needs_rollback
