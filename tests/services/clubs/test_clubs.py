"""Clubs as a whole: founded by people with an account, saved under a version, dissolved by their owner."""

import pytest
from pytest_django import Settings

from builder.models import Club, CompanyList, Invite, JoinRequest, Membership, Share, User
from builder.services.clubs import clubs, invites, shares
from builder.services.clubs.clubs import ClubDetails
from builder.services.errors import LimitReached, NotFound, NotPossible
from builder.services.people.accounts import create_guest

DETAILS = ClubDetails("Tin Pot Wargamers", "Hull", "Thursdays.", "Europe/London", listed=True)


def test_guests_cannot_found_a_club(db: None) -> None:
    with pytest.raises(NotPossible, match="account"):
        clubs.create_club(create_guest(), DETAILS)
    assert not Club.objects.exists()


def test_the_number_of_owned_clubs_is_limited(club: Club, alice: User, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_CLUBS_OWNED = 2
    clubs.create_club(alice, DETAILS)
    with pytest.raises(LimitReached, match="2 clubs"):
        clubs.create_club(alice, DETAILS)
    assert Club.objects.count() == 2


def test_founding_a_club_counts_towards_the_limit_of_memberships(
    club: Club, bob: User, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_CLUBS_PER_USER = 1
    with pytest.raises(LimitReached, match="1 clubs"):
        clubs.create_club(bob, DETAILS)
    assert Club.objects.count() == 1


def test_dissolving_a_club_deletes_all_but_the_shared_lists(
    club: Club, alice: User, charlie: User, alices_list: CompanyList
) -> None:
    clubs.update_club(club, alice, 1, DETAILS)
    shares.share_with_club(club, alices_list)
    invites.create_invite(club, alice, 7, 3)
    invites.request_to_join(club, charlie, "")
    clubs.dissolve_club(club, alice)
    for model in (Club, Membership, Invite, JoinRequest, Share):
        assert not model._default_manager.exists()
    assert CompanyList.objects.get() == alices_list
    for again in (
        lambda: clubs.dissolve_club(club, alice),
        lambda: clubs.update_club(club, alice, 1, DETAILS),
        lambda: shares.share_with_club(club, alices_list),
        lambda: invites.create_invite(club, alice, 7, 3),
    ):
        with pytest.raises(NotFound):
            again()


def test_time_zones_are_sorted_iana_names(db: None) -> None:
    zones = clubs.time_zones()
    assert {"UTC", "Europe/Zurich", "America/New_York", "Pacific/Auckland"} <= set(zones)
    assert list(zones) == sorted(zones)
