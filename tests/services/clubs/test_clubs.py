"""Clubs are created by people with an account, saved under a version, and dissolved by their owner."""

import pytest
from pytest_django import Settings

from builder.models import Club, User
from builder.services.clubs import clubs
from builder.services.clubs.clubs import ClubDetails
from builder.services.errors import LimitReached

DETAILS = ClubDetails("Tin Pot Wargamers", "Hull", "Thursdays.", "Europe/London", listed=True)


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


def test_time_zones_are_sorted_iana_names(db: None) -> None:
    zones = clubs.time_zones()
    assert {"UTC", "Europe/Zurich", "America/New_York", "Pacific/Auckland"} <= set(zones)
    assert list(zones) == sorted(zones)
