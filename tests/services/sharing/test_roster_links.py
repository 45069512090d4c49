"""Links to single rosters: made, frozen again and stopped, and what becomes of them."""

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


def empty(row: CompanyList, place: int = 0) -> None:
    """Save a roster without models under another name."""
    roster = roster_of(row, place)
    rosters.save_roster(row, roster.public_id, roster.version, name="Other", limit=500, entries=())


def test_a_frozen_link_has_a_secret_and_says_what_was_frozen(alices_list: CompanyList) -> None:
    before = timezone.now()
    link = freeze(alices_list)
    assert re.fullmatch(r"[a-z2-9]{24}", link.secret)
    assert link.secret != link.public_id
    assert before <= link.made <= timezone.now()
    assert (link.summary["roster"], link.summary["points"], link.summary["limit"]) == ("Night drop", 739, 750)
    assert (link.version, link.roster) == (1, roster_of(alices_list))


def test_each_frozen_link_is_another(alices_list: CompanyList) -> None:
    first, second = freeze(alices_list), freeze(alices_list)
    assert first.secret != second.secret
    sharing.delete_frozen_link(first)
    assert list(FrozenLink.objects.all()) == [second]


def test_freezing_again_keeps_the_address(alices_list: CompanyList) -> None:
    link = freeze(alices_list)
    empty(alices_list)
    again = sharing.freeze_again(link)
    stored = FrozenLink.objects.get()
    assert (again.secret, stored.secret, stored.version) == (link.secret, link.secret, 2)
    assert (stored.summary["roster"], stored.summary["points"]) == ("Other", 0)
    assert stored.made > link.made


@pytest.mark.parametrize("text", ["removed", "for good", "stopped", "list"])
def test_a_deleted_roster_is_not_frozen_again(alices_list: CompanyList, text: str) -> None:
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
        sharing.freeze_again(link)


def test_a_live_link_is_made_once_and_stopped_for_good(alices_list: CompanyList) -> None:
    of = roster_id(alices_list)
    secret = sharing.create_live_link(alices_list, of)
    assert sharing.create_live_link(alices_list, of) == secret
    assert sharing.create_live_link(alices_list, roster_id(alices_list, 1)) != secret
    sharing.remove_live_link(roster_of(alices_list))
    sharing.remove_live_link(roster_of(alices_list))
    assert sharing.create_live_link(alices_list, of) != secret


def test_links_are_no_change_of_the_list_and_end_its_edit_session(alices_list: CompanyList) -> None:
    before = reload(alices_list)
    freeze(alices_list)
    sharing.create_live_link(alices_list, roster_id(alices_list))
    after = reload(alices_list)
    assert (after.version, after.updated) == (before.version, before.updated)
    assert Revision.objects.filter(company_list=alices_list).latest("number").is_closed


def test_only_rosters_of_the_list_are_shared(alices_list: CompanyList, bobs_list: CompanyList) -> None:
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


def test_nothing_of_a_deleted_list_is_shared(alices_list: CompanyList) -> None:
    of = roster_id(alices_list)
    lists.delete_list(alices_list)
    for make in (sharing.create_frozen_link, sharing.create_live_link):
        with pytest.raises(NotFound):
            make(alices_list, of)


def test_a_list_has_so_many_frozen_links(alices_list: CompanyList, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_FROZEN_LINKS = 2
    link = freeze(alices_list)
    freeze(alices_list, 1)
    with pytest.raises(LimitReached):
        freeze(alices_list)
    sharing.freeze_again(link)
    sharing.delete_frozen_link(link)
    freeze(alices_list)


def test_a_copy_of_a_roster_or_a_list_has_no_link(alices_list: CompanyList, alice: User) -> None:
    sharing.create_live_link(alices_list, roster_id(alices_list))
    freeze(alices_list)
    rosters.duplicate_roster(alices_list, roster_id(alices_list))
    copy = lists.copy_list(alice, alices_list)
    assert Roster.objects.filter(link__isnull=False).count() == 1
    assert not has_roster_links(copy)


def test_links_go_with_the_list_and_with_the_account(
    alices_list: CompanyList, bobs_list: CompanyList, alice: User
) -> None:
    freeze(alices_list)
    freeze(bobs_list)
    delete_person(alice)
    assert [link.company_list for link in FrozenLink.objects.all()] == [bobs_list]
    bobs_list.delete()
    assert not FrozenLink.objects.exists()


def test_links_of_a_guest_come_along_to_the_account(alices_list: CompanyList, alice: User) -> None:
    guest = create_guest()
    CompanyList.objects.filter(pk=alices_list.pk).update(owner=guest)
    link = freeze(alices_list)
    move_guest_lists(guest, alice)
    assert FrozenLink.objects.get(pk=link.pk).company_list.owner == alice


def test_whether_single_rosters_have_links(alices_list: CompanyList) -> None:
    assert not has_roster_links(alices_list)
    sharing.create_live_link(alices_list, roster_id(alices_list))
    assert has_roster_links(alices_list)
    sharing.remove_live_link(roster_of(alices_list))
    assert not has_roster_links(alices_list)
    freeze(alices_list)
    rosters.remove_roster(alices_list, roster_id(alices_list))
    assert has_roster_links(alices_list)
