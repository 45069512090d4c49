"""The roles in a club: strangers find nothing, and members can do what the table says."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from pytest_django import DjangoAssertNumQueries

from builder.models import Club, Role, User
from builder.models.clubs import REQUIRED_ROLE, ClubAction
from builder.queries.clubs import ClubAccess, club_access_or_none, require_club_access


def test_every_action_has_a_minimum_role() -> None:
    assert set(REQUIRED_ROLE) == set(ClubAction)


def test_the_docs_have_the_same_table() -> None:
    page = (Path(settings.BASE_DIR) / "docs" / "clubs.md").read_text(encoding="utf-8")
    result = re.findall(r"^\| `(\w+)` \| (\w+) \|", page, re.MULTILINE)
    assert result == [(act.name, REQUIRED_ROLE[act].label.lower()) for act in ClubAction]


def test_each_role_can_do_its_actions_and_those_of_lower_roles(
    club: Club, alice: User, dora: User, bob: User
) -> None:
    for user, role in ((bob, Role.MEMBER), (dora, Role.ORGANISER), (alice, Role.OWNER)):
        for act, required in REQUIRED_ROLE.items():
            if role >= required:
                assert require_club_access(user, club.public_id, act).club == club
            else:
                with pytest.raises(PermissionDenied):
                    require_club_access(user, club.public_id, act)


def test_members_get_their_own_role(club: Club, alice: User, dora: User, bob: User) -> None:
    roles = [require_club_access(user, club.public_id, ClubAction.SEE).role for user in (alice, dora, bob)]
    assert roles == [Role.OWNER, Role.ORGANISER, Role.MEMBER]
    assert ClubAccess(club, Role.ORGANISER).may(ClubAction.INVITE)
    assert not ClubAccess(club, Role.ORGANISER).may(ClubAction.DISSOLVE)


def test_access_takes_one_query(
    club: Club, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        inside = require_club_access(bob, club.public_id, ClubAction.SEE)
        assert inside.club.name == "The Iron Table"
    with django_assert_num_queries(0):
        assert club_access_or_none(AnonymousUser(), club.public_id) is None
