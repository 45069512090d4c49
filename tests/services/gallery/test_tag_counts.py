"""The numbers of lists next to the filters follow each change, without blocking other changes."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, TagCount, TagCountChange, User
from builder.models.gallery import ADDING_UP
from builder.points.document.document import Document, parse_document
from builder.services import gallery, lists
from builder.services.exchange import create_list_from_document
from builder.services.people.accounts import delete_person
from builder.services.tag_counts import wrong_tag_counts
from tests.support.concurrency import run_concurrently
from tests.support.long_lists import long_document


def counts(kind: str, system: str = "") -> dict[str, int]:
    rows = TagCount.objects.filter(kind=kind, system=system)
    return dict(rows.values_list("value", "lists"))


@pytest.fixture
def small(catalogues: Catalogues) -> Document:
    """Return a document with one profile and one roster."""
    return parse_document(long_document(1), catalogues)


@pytest.fixture
def public(alice: User, small: Document) -> CompanyList:
    """Publish a list with a setting."""
    row = create_list_from_document(alice, small)
    lists.save_details(row, row.version, name="A", setting="Rain  Coast", background="")
    gallery.publish_list(row)
    return CompanyList.objects.get(pk=row.pk)


def test_tags_are_counted_in_total_and_by_game(public: CompanyList, alices_list: CompanyList) -> None:
    gallery.publish_list(alices_list)
    assert counts("setting")["rain coast"] == counts("setting", "unbridled-fury")["rain coast"] == 1
    assert counts("size") == {"1000": 2, "750": 1}
    assert counts("property")["model:fearless"] >= 1
    assert not counts("property", "unbridled-fury")  # it names its game by its group
    assert not TagCountChange.objects.exists()


def test_changes_of_a_list_update_the_counts(public: CompanyList) -> None:
    lists.save_details(public, public.version, name="A", setting="Salt", background="")
    assert counts("setting") == {"salt": 1}
    assert TagCount.objects.get(kind="setting", system="").label == "Salt"


@pytest.mark.parametrize("way", ["unpublish", "hide", "delete", "account", "sample"])
def test_a_list_that_leaves_the_gallery_is_not_counted(public: CompanyList, alice: User, way: str) -> None:
    if way == "unpublish":
        gallery.unpublish_list(public)
    elif way == "hide":
        gallery.hide_list(public, "Why")
    elif way == "delete":
        lists.delete_list(public)
    elif way == "account":
        delete_person(alice)
    else:
        CompanyList.objects.filter(pk=public.pk).update(owner=None, sample="old")
        lists.remove_other_samples(())
    assert not TagCount.objects.exclude(kind=ADDING_UP).exists()
    assert wrong_tag_counts() == []


@contextmanager
def counts_locked() -> Iterator[None]:
    """Lock the counts in another transaction during the block."""
    with transaction.atomic():
        list(TagCount.objects.select_for_update(no_key=True).filter(kind=ADDING_UP))
        yield


@pytest.mark.skipif(connection.vendor != "postgresql", reason="On SQLite one writes after the other anyway")
@pytest.mark.django_db(transaction=True)
def test_publishing_does_not_wait_for_locked_counts(
    public: CompanyList, alice: User, small: Document
) -> None:
    rows = [create_list_from_document(alice, small) for _ in range(2)]
    with counts_locked():
        assert run_concurrently(lambda: gallery.publish_list(rows[0])) == [None]
    assert counts("size") == {"1000": 1}
    assert wrong_tag_counts() == []  # the change is queued
    gallery.publish_list(rows[1])
    assert counts("size") == {"1000": 3}
    assert not TagCountChange.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_lists_published_at_once_are_all_counted(alice: User, small: Document) -> None:
    rows = [create_list_from_document(alice, small) for _ in range(8)]
    outcomes = run_concurrently(*(lambda row=row: gallery.publish_list(row) for row in rows))
    assert outcomes == [None] * len(rows)
    assert wrong_tag_counts() == []
    gallery.unpublish_list(rows[0])
    assert counts("size") == {"1000": 7}
