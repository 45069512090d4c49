"""Tags of a user's lists: added, removed, renamed and deleted; copies and other people's lists don't have
them.
"""

import pytest
from pytest_django import Settings

from builder.models import CompanyList, OwnTag, User
from builder.queries.lists import tags_of
from builder.services import lists as list_services
from builder.services.errors import LimitReached, NotFound, NotPossible
from builder.services.people.accounts import create_guest, move_guest_lists
from builder.services.tags import delete_tag, rename_tag, set_tags, tag_lists, untag_lists


def names(row: CompanyList) -> list[str]:
    return [tag.name for tag in row.own_tags.all()]


def test_tags_ignore_capitals_and_accents(alice: User, alices_list: CompanyList) -> None:
    tag_lists(alice, [alices_list], "  Café   night ")
    tag_lists(alice, [alices_list], "CAFE NIGHT")
    assert names(alices_list) == ["Café night"]
    untag_lists(alice, [alices_list], "cafe night")
    assert names(alices_list) == []
    assert [(tag.name, tag.lists) for tag in tags_of(alice)] == [("Café night", 0)]


def test_tags_do_not_change_the_list(alice: User, alices_list: CompanyList) -> None:
    before = (alices_list.version, alices_list.updated, alices_list.revisions.count())
    set_tags(alice, alices_list, ["b", "a", "B"])
    alices_list.refresh_from_db()
    assert (alices_list.version, alices_list.updated, alices_list.revisions.count()) == before
    assert names(alices_list) == ["a", "b"]


def test_renaming_a_tag_to_the_name_of_another_merges_them(alice: User, alices_list: CompanyList) -> None:
    other = list_services.create_list(alice, "unbridled-fury", "0.9.0")
    red = tag_lists(alice, [alices_list], "Red")
    blue = tag_lists(alice, [alices_list, other], "Blue")
    assert rename_tag(red, "RED") == red
    assert rename_tag(blue, "red") == red
    assert [(tag.name, tag.lists) for tag in tags_of(alice)] == [("RED", 2)]
    with pytest.raises(NotFound):
        rename_tag(blue, "Green")
    delete_tag(red)
    assert not OwnTag.objects.exists()
    assert CompanyList.objects.count() == 2


@pytest.mark.parametrize("name", ["", "  ", "\u3000"])
def test_a_tag_without_a_name_is_rejected(alice: User, alices_list: CompanyList, name: str) -> None:
    with pytest.raises(NotPossible):
        tag_lists(alice, [alices_list], name)


def test_the_number_and_length_of_tags_are_limited(
    alice: User, alices_list: CompanyList, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_TAGS = 2
    with pytest.raises(LimitReached):
        set_tags(alice, alices_list, ["a", "b", "c"])
    assert not OwnTag.objects.exists()
    set_tags(alice, alices_list, ["a", "b", "A"])
    with pytest.raises(LimitReached):
        tag_lists(alice, [alices_list], "x" * 51)


def test_tags_are_copied_with_ones_own_lists_only(
    alice: User, charlie: User, alices_list: CompanyList
) -> None:
    tag_lists(alice, [alices_list], "Moon")
    assert names(list_services.copy_list(alice, alices_list)) == ["Moon"]
    assert names(list_services.copy_list(charlie, alices_list)) == []


def test_a_guests_tags_move_to_the_account(alice: User, alices_list: CompanyList) -> None:
    guest = create_guest()
    row = list_services.create_list(guest, "unbridled-fury", "0.9.0")
    set_tags(guest, row, ["moon", "Sun"])
    tag_lists(alice, [alices_list], "Moon")
    move_guest_lists(guest, alice)
    assert names(row) == ["Moon", "Sun"]
    assert [(tag.name, tag.lists) for tag in tags_of(alice)] == [("Moon", 2), ("Sun", 1)]


def test_a_restored_list_has_its_tags(alice: User, alices_list: CompanyList) -> None:
    tag_lists(alice, [alices_list], "Moon")
    list_services.delete_list(alices_list)
    assert [tag.lists for tag in tags_of(alice)] == [0]
    list_services.restore_list(alices_list)
    assert names(alices_list) == ["Moon"]
