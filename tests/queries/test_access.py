"""Lists are private: everybody except the owner gets "not found" until the owner shares the list."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.http import Http404
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries as Count

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Roster, User
from builder.queries import access
from builder.services import gallery, lists, rosters, sharing
from builder.services.clubs import shares

NOBODY = AnonymousUser()


@pytest.fixture
def sample(catalogues: Catalogues) -> CompanyList:
    call_command("load_samples", verbosity=0)
    return CompanyList.objects.get(sample="heron-court")


def test_everybody_can_read_a_sample_and_nobody_owns_it(alice: User, sample: CompanyList) -> None:
    for user in (alice, NOBODY):
        assert access.list_for_reader(user, sample.public_id) == sample
        with pytest.raises(Http404):
            access.list_for_owner(user, sample.public_id)
        with pytest.raises(Http404):
            access.deleted_list_for_owner(user, sample.public_id)
    assert access.sample_for_reader("heron-court") == sample
    CompanyList.objects.filter(pk=sample.pk).update(deleted_at=timezone.now())
    with pytest.raises(Http404):
        access.sample_for_reader("heron-court")


def test_ids_are_unique(alice: User, catalogues: Catalogues) -> None:
    ids = {lists.create_list(alice, "unbridled-fury", "0.9.0").public_id for _ in range(50)}
    assert len(ids) == 50
    assert all(len(name) == 12 and name.isalnum() and name.islower() for name in ids)


# ------------------------------------------------------------------ what is shared


def reads(user: User | AnonymousUser, row: CompanyList) -> bool:
    """Return whether a user may read a list at its own address."""
    try:
        return access.list_for_reader(user, row.public_id) == row
    except Http404:
        return False


def reads_roster(user: User | AnonymousUser, roster: Roster) -> bool:
    """Return whether a user may read a roster at the roster's own address."""
    try:
        return access.roster_for_reader(user, roster.public_id) == roster
    except Http404:
        return False


@pytest.fixture
def roster(alices_list: CompanyList) -> Roster:
    return Roster.objects.filter(company_list=alices_list).order_by("position")[0]


def test_a_shared_list_gives_no_access_to_others(
    alices_list: CompanyList, club: Club, alice: User, bob: User
) -> None:
    other = lists.copy_list(alice, alices_list)
    shares.share_with_club(club, alices_list)
    assert [reads(bob, row) for row in (alices_list, other)] == [True, False]
    assert list(access.lists_for_reader(bob)) == [alices_list]


def test_a_list_shared_with_two_clubs_is_found_once(
    alices_list: CompanyList, club: Club, alice: User, bob: User
) -> None:
    other = Club.objects.create(name="Others")
    for user in (alice, bob):
        other.memberships.create(user=user)
    for item in (club, other):
        shares.share_with_club(item, alices_list)
    assert list(access.lists_for_reader(bob)) == [alices_list]


def test_only_members_can_read_a_roster_shared_with_their_club(
    alices_list: CompanyList, roster: Roster, club: Club, alice: User, bob: User, charlie: User
) -> None:
    """Members can't read the list or its other rosters because of it."""
    shares.share_with_club(club, alices_list, roster)
    assert [reads_roster(user, roster) for user in (alice, bob, charlie, NOBODY)] == [
        True,
        True,
        False,
        False,
    ]
    assert not reads(bob, alices_list)
    other = Roster.objects.filter(company_list=alices_list).exclude(pk=roster.pk)[0]
    assert not reads_roster(bob, other)
    rosters.remove_roster(alices_list, roster.public_id)
    assert not reads_roster(bob, roster)


def test_the_owner_is_loaded_with_the_list(
    alices_list: CompanyList, roster: Roster, club: Club, bob: User, django_assert_num_queries: Count
) -> None:
    """Pages show edition, system and owner without further queries."""
    shares.share_with_club(club, alices_list)
    shares.share_with_club(club, alices_list, roster)
    gallery.publish_list(alices_list)
    link = sharing.create_link(alices_list)
    looks: list[tuple[int, Callable[[], CompanyList]]] = [
        (2, lambda: access.list_for_reader(bob, alices_list.public_id)),  # Bob's own lists are searched first
        (1, lambda: access.public_list(alices_list.public_id)),
        (1, lambda: access.list_by_link(link)),
        (1, lambda: access.roster_for_reader(bob, roster.public_id).company_list),
    ]
    for queries, look in looks:
        with django_assert_num_queries(queries):
            row = look()
            assert row.owner is not None
            assert (row.owner.username, row.edition.system.code) == ("alice", "unbridled-fury")
