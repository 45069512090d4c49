"""The ranks in a club: whoever is not in it finds nothing, whoever is may do what the one table says."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from pytest_django import DjangoAssertNumQueries

from builder.models import Club, Role, User
from builder.models.clubs import REQUIRED_ROLE, ClubAction
from builder.queries.clubs import ClubAccess, club_access_or_none, require_club_access
from builder.services.people.accounts import create_guest

OF_ORGANISERS = {
    ClubAction.EDIT,
    ClubAction.INVITE,
    ClubAction.ADMIT,
    ClubAction.REMOVE,
    ClubAction.STOP_SHARES,
    ClubAction.MAKE_EVENTS,
    ClubAction.SEE_HAND_INS,
}
OF_THE_OWNER = {ClubAction.PROMOTE, ClubAction.REMOVE_ORGANISERS, ClubAction.HAND_OVER, ClubAction.DISSOLVE}
OF_ALL = {ClubAction.SEE, ClubAction.SHARE, ClubAction.HAND_IN, ClubAction.LEAVE}


def test_every_act_has_a_rank() -> None:
    assert set(REQUIRED_ROLE) == set(ClubAction)


def test_the_page_of_the_docs_has_the_same_table() -> None:
    page = (Path(settings.BASE_DIR) / "docs" / "clubs.md").read_text(encoding="utf-8")
    result = re.findall(r"^\| `(\w+)` \| (\w+) \|", page, re.MULTILINE)
    assert result == [(act.name, REQUIRED_ROLE[act].label.lower()) for act in ClubAction]


def test_each_rank_may_do_its_acts_and_those_below(club: Club, alice: User, dora: User, bob: User) -> None:
    for user, acts in (
        (bob, OF_ALL),
        (dora, OF_ALL | OF_ORGANISERS),
        (alice, OF_ALL | OF_ORGANISERS | OF_THE_OWNER),
    ):
        for act in ClubAction:
            if act in acts:
                assert require_club_access(user, club.public_id, act).club == club
            else:
                with pytest.raises(PermissionDenied):
                    require_club_access(user, club.public_id, act)


def test_the_reader_learns_their_own_role(club: Club, alice: User, dora: User, bob: User) -> None:
    roles = [require_club_access(user, club.public_id, ClubAction.SEE).role for user in (alice, dora, bob)]
    assert roles == [Role.OWNER, Role.ORGANISER, Role.MEMBER]
    assert ClubAccess(club, Role.ORGANISER).may(ClubAction.INVITE)
    assert not ClubAccess(club, Role.ORGANISER).may(ClubAction.DISSOLVE)


@pytest.mark.parametrize("act", ClubAction)
def test_to_strangers_guests_and_nobody_no_club_is_there(club: Club, charlie: User, act: ClubAction) -> None:
    for user in (charlie, create_guest(), AnonymousUser()):
        with pytest.raises(Http404):
            require_club_access(user, club.public_id, act)


def test_members_of_another_club_are_strangers(club: Club, alice: User, bob: User) -> None:
    other = Club.objects.create(name="The other table")
    for user in (alice, bob):
        with pytest.raises(Http404):
            require_club_access(user, other.public_id, ClubAction.SEE)


@pytest.mark.parametrize("name", ["", "nobody", "a\0b", "\ud800", "ä", "x" * 10_000, "a b", "%"])
def test_an_id_that_never_was_is_not_found(club: Club, alice: User, name: str) -> None:
    with pytest.raises(Http404):
        require_club_access(alice, name, ClubAction.SEE)


def test_one_query_is_enough(
    club: Club, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        inside = require_club_access(bob, club.public_id, ClubAction.SEE)
        assert inside.club.name == "The Iron Table"
    with django_assert_num_queries(0):
        assert club_access_or_none(AnonymousUser(), club.public_id) is None
