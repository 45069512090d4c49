"""Lists and rosters shown to a club: by their owner, while in it; stopped by the owner or an organiser."""

import pytest
from pytest_django import Settings

from builder.models import Club, CompanyList, Membership, Role, Share, User
from builder.queries.clubs import share_offers, shares_of_list, shares_with_club
from builder.services import lists, rosters
from builder.services.clubs.shares import change_shares, share_with_club, stop_sharing
from builder.services.errors import LimitReached, NotFound, RankTooLow


def test_a_list_and_a_roster_of_it_are_shared_apart(club: Club, bobs_list: CompanyList) -> None:
    roster = bobs_list.rosters.all()[0]
    full, part = share_with_club(club, bobs_list), share_with_club(club, bobs_list, roster)
    assert (full.roster, part.roster) == (None, roster)
    assert list(shares_with_club(club)) == [part, full]
    assert {share.pk for share in shares_of_list(bobs_list)} == {full.pk, part.pk}


def test_sharing_twice_is_sharing_once(club: Club, bobs_list: CompanyList) -> None:
    roster = bobs_list.rosters.all()[0]
    assert share_with_club(club, bobs_list) == share_with_club(club, bobs_list)
    assert share_with_club(club, bobs_list, roster) == share_with_club(club, bobs_list, roster)
    assert Share.objects.count() == 2


def test_who_is_not_in_a_club_shares_nothing_with_it(
    club: Club, charlie: User, alices_list: CompanyList
) -> None:
    theirs = lists.copy_list(charlie, alices_list)
    with pytest.raises(NotFound):
        share_with_club(club, theirs)
    assert not Share.objects.exists()


def test_a_roster_of_another_list_is_not_shared_along(
    club: Club, alices_list: CompanyList, bobs_list: CompanyList
) -> None:
    with pytest.raises(NotFound):
        share_with_club(club, bobs_list, alices_list.rosters.all()[0])
    assert not Share.objects.exists()


def test_what_is_deleted_or_removed_is_not_shared(club: Club, bobs_list: CompanyList) -> None:
    roster = bobs_list.rosters.all()[0]
    rosters.remove_roster(bobs_list, roster.public_id)
    with pytest.raises(NotFound):
        share_with_club(club, bobs_list, roster)
    lists.delete_list(bobs_list)
    with pytest.raises(NotFound):
        share_with_club(club, bobs_list)
    assert not Share.objects.exists()


def test_what_is_deleted_removed_or_hidden_is_not_shown_and_comes_back(
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


def test_the_owner_of_a_list_and_the_organisers_stop_sharing(
    club: Club, alice: User, dora: User, bob: User, bobs_list: CompanyList
) -> None:
    for user in (bob, dora, alice):
        stop_sharing(share_with_club(club, bobs_list), user)
        assert not Share.objects.exists()


def test_other_members_and_strangers_do_not_stop_sharing(
    club: Club, charlie: User, bob: User, alices_list: CompanyList
) -> None:
    share = share_with_club(club, alices_list)
    with pytest.raises(RankTooLow):
        stop_sharing(share, bob)
    with pytest.raises(NotFound):
        stop_sharing(share, charlie)
    assert Share.objects.get() == share


def test_an_organiser_of_another_club_does_not_stop_sharing(
    club: Club, charlie: User, alices_list: CompanyList
) -> None:
    share = share_with_club(club, alices_list)
    other = Club.objects.create(name="Other")
    Membership.objects.create(club=other, user=charlie, role=Role.OWNER)
    with pytest.raises(NotFound):
        stop_sharing(share, charlie)
    assert Share.objects.get() == share


def test_what_is_not_shared_any_more_is_not_stopped_again(
    club: Club, bob: User, bobs_list: CompanyList
) -> None:
    share = share_with_club(club, bobs_list)
    share_value = Share.objects.get(pk=share.pk)
    stop_sharing(share, bob)
    with pytest.raises(NotFound):
        stop_sharing(share_value, bob)


def test_so_much_is_shared_with_a_club(club: Club, bobs_list: CompanyList, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_SHARES = 1
    share = share_with_club(club, bobs_list)
    with pytest.raises(LimitReached, match="1 shared lists"):
        share_with_club(club, bobs_list, bobs_list.rosters.all()[0])
    assert share_with_club(club, bobs_list) == share


def test_several_shares_are_changed_all_or_none(
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


def test_offered_is_what_the_club_is_not_shown(club: Club, bob: User, bobs_list: CompanyList) -> None:
    first, second = bobs_list.rosters.all()
    assert [(offer.offers_full_list, offer.rosters) for offer in share_offers(club, bob)] == [
        (True, [first, second])
    ]
    share_with_club(club, bobs_list)
    share_with_club(club, bobs_list, first)
    assert [(offer.offers_full_list, offer.rosters) for offer in share_offers(club, bob)] == [
        (False, [second])
    ]
    share_with_club(club, bobs_list, second)
    assert share_offers(club, bob) == []
