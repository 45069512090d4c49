"""Lists and rosters shared with a club: by their owner while a member; the owner or an organiser stops it."""

import pytest
from pytest_django import Settings

from builder.models import Club, CompanyList, Share, User
from builder.queries.clubs import shares_of_list, shares_with_club
from builder.services import lists, rosters
from builder.services.clubs.shares import change_shares, share_with_club
from builder.services.errors import LimitReached, NotFound


def test_deleted_lists_and_removed_rosters_cannot_be_shared(club: Club, bobs_list: CompanyList) -> None:
    roster = bobs_list.rosters.all()[0]
    rosters.remove_roster(bobs_list, roster.public_id)
    with pytest.raises(NotFound):
        share_with_club(club, bobs_list, roster)
    lists.delete_list(bobs_list)
    with pytest.raises(NotFound):
        share_with_club(club, bobs_list)
    assert not Share.objects.exists()


def test_shares_of_deleted_removed_and_hidden_lists_are_not_shown_until_restored(
    club: Club, bobs_list: CompanyList
) -> None:
    roster = bobs_list.rosters.all()[0]
    full, part = share_with_club(club, bobs_list), share_with_club(club, bobs_list, roster)
    rosters.remove_roster(bobs_list, roster.public_id)
    assert list(shares_with_club(club)) == [full]
    rosters.restore_roster(bobs_list, roster.public_id)
    lists.delete_list(bobs_list)
    assert not shares_with_club(club).exists()
    lists.restore_list(bobs_list)
    assert list(shares_with_club(club)) == [part, full]
    CompanyList.objects.filter(pk=bobs_list.pk).update(hidden_at=bobs_list.created)
    assert not shares_with_club(club).exists()


def test_the_number_of_shares_with_a_club_is_limited(
    club: Club, bobs_list: CompanyList, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_SHARES = 1
    share = share_with_club(club, bobs_list)
    with pytest.raises(LimitReached, match="1 shared lists"):
        share_with_club(club, bobs_list, bobs_list.rosters.all()[0])
    assert share_with_club(club, bobs_list) == share


def test_several_shares_are_changed_together_or_not_at_all(
    club: Club, bob: User, bobs_list: CompanyList, settings: Settings
) -> None:
    first, second = bobs_list.rosters.all()
    share_value = share_with_club(club, bobs_list)
    settings.MUSTERBOOK_MAX_SHARES = 2
    with pytest.raises(LimitReached):
        change_shares(bobs_list, bob, add=[(club, first), (club, second)], remove=[])
    with pytest.raises(NotFound):
        change_shares(bobs_list, bob, add=[(club, first)], remove=[share_value, share_value])
    assert list(shares_of_list(bobs_list)) == [share_value]
    change_shares(bobs_list, bob, add=[(club, first)], remove=[share_value])
    assert [share.roster for share in shares_of_list(bobs_list)] == [first]
