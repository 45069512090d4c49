"""Links to single rosters: created, frozen again, and stopped."""

import re

import pytest
from django.utils import timezone
from pytest_django import Settings

from builder.models import CompanyList, FrozenLink, Revision, Roster, User
from builder.queries.sharing import has_roster_links
from builder.services import lists, rosters, sharing
from builder.services.errors import LimitReached, NotFound
from builder.services.people.accounts import create_guest, delete_person, move_guest_lists
from tests.support.events import roster_of
from tests.support.saving import reload


def roster_id(row: CompanyList, place: int = 0) -> str:
    return roster_of(row, place).public_id


def freeze(row: CompanyList, place: int = 0) -> FrozenLink:
    return sharing.create_frozen_link(row, roster_id(row, place))


def test_a_frozen_link_has_a_secret_and_a_summary(alices_list: CompanyList) -> None:
    before = timezone.now()
    link = freeze(alices_list)
    assert re.fullmatch(r"[a-z2-9]{24}", link.secret)
    assert link.secret != link.public_id
    assert before <= link.made <= timezone.now()
    assert (link.summary["roster"], link.summary["points"], link.summary["limit"]) == ("Night drop", 739, 750)
    assert (link.version, link.roster) == (1, roster_of(alices_list))


def test_freezing_twice_creates_two_links(alices_list: CompanyList) -> None:
    first, second = freeze(alices_list), freeze(alices_list)
    assert first.secret != second.secret
    sharing.delete_frozen_link(first)
    assert list(FrozenLink.objects.all()) == [second]


@pytest.mark.parametrize("text", ["removed", "for good", "stopped", "list"])
def test_deleted_rosters_and_links_cannot_be_frozen_again(alices_list: CompanyList, text: str) -> None:
    link = freeze(alices_list)
    if text == "removed":
        rosters.remove_roster(alices_list, roster_id(alices_list))
    elif text == "for good":
        Roster.objects.filter(pk=roster_of(alices_list).pk).delete()
    elif text == "stopped":
        sharing.delete_frozen_link(link)
    else:
        lists.delete_list(alices_list)
    with pytest.raises(NotFound):
        sharing.refreeze_link(link)


def test_a_stopped_live_link_does_not_return(alices_list: CompanyList) -> None:
    of = roster_id(alices_list)
    secret = sharing.create_live_link(alices_list, of)
    assert sharing.create_live_link(alices_list, of) == secret
    assert sharing.create_live_link(alices_list, roster_id(alices_list, 1)) != secret
    sharing.remove_live_link(roster_of(alices_list))
    sharing.remove_live_link(roster_of(alices_list))
    assert sharing.create_live_link(alices_list, of) != secret


def test_roster_links_do_not_change_the_list_but_close_its_revision(alices_list: CompanyList) -> None:
    before = reload(alices_list)
    freeze(alices_list)
    sharing.create_live_link(alices_list, roster_id(alices_list))
    after = reload(alices_list)
    assert (after.version, after.updated) == (before.version, before.updated)
    assert Revision.objects.filter(company_list=alices_list).latest("number").is_closed


def test_rosters_of_other_lists_and_removed_rosters_get_no_link(
    alices_list: CompanyList, bobs_list: CompanyList
) -> None:
    for of in (roster_id(bobs_list), "nothing", ""):
        with pytest.raises(NotFound):
            sharing.create_frozen_link(alices_list, of)
        with pytest.raises(NotFound):
            sharing.create_live_link(alices_list, of)
    of = roster_id(alices_list)
    rosters.remove_roster(alices_list, of)
    for make in (sharing.create_frozen_link, sharing.create_live_link):
        with pytest.raises(NotFound):
            make(alices_list, of)


def test_rosters_of_deleted_lists_get_no_link(alices_list: CompanyList) -> None:
    of = roster_id(alices_list)
    lists.delete_list(alices_list)
    for make in (sharing.create_frozen_link, sharing.create_live_link):
        with pytest.raises(NotFound):
            make(alices_list, of)


def test_the_number_of_frozen_links_is_limited(alices_list: CompanyList, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_FROZEN_LINKS = 2
    link = freeze(alices_list)
    freeze(alices_list, 1)
    with pytest.raises(LimitReached):
        freeze(alices_list)
    sharing.refreeze_link(link)
    sharing.delete_frozen_link(link)
    freeze(alices_list)


def test_copies_have_no_links(alices_list: CompanyList, alice: User) -> None:
    sharing.create_live_link(alices_list, roster_id(alices_list))
    freeze(alices_list)
    rosters.duplicate_roster(alices_list, roster_id(alices_list))
    copy = lists.copy_list(alice, alices_list)
    assert Roster.objects.filter(link__isnull=False).count() == 1
    assert not has_roster_links(copy)


def test_links_are_deleted_with_the_list_or_the_account(
    alices_list: CompanyList, bobs_list: CompanyList, alice: User
) -> None:
    freeze(alices_list)
    freeze(bobs_list)
    delete_person(alice)
    assert [link.company_list for link in FrozenLink.objects.all()] == [bobs_list]
    bobs_list.delete()
    assert not FrozenLink.objects.exists()


def test_a_guests_links_move_to_the_account(alices_list: CompanyList, alice: User) -> None:
    guest = create_guest()
    CompanyList.objects.filter(pk=alices_list.pk).update(owner=guest)
    link = freeze(alices_list)
    move_guest_lists(guest, alice)
    assert FrozenLink.objects.get(pk=link.pk).company_list.owner == alice


def test_has_roster_links_includes_removed_rosters(alices_list: CompanyList) -> None:
    assert not has_roster_links(alices_list)
    sharing.create_live_link(alices_list, roster_id(alices_list))
    assert has_roster_links(alices_list)
    sharing.remove_live_link(roster_of(alices_list))
    assert not has_roster_links(alices_list)
    freeze(alices_list)
    rosters.remove_roster(alices_list, roster_id(alices_list))
    assert has_roster_links(alices_list)
