"""Reading a list uses a fixed number of queries, which doesn't grow with the list."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoAssertNumQueries, Settings

from builder.catalogue.files import Catalogues
from builder.documents import UnreadableDesignError, load_list
from builder.models import CompanyList, Profile, User
from builder.points.document.document import Document
from builder.queries.access import list_for_owner
from builder.queries.lists import lists_of, removed_profiles, removed_rosters, samples
from builder.services import lists, rosters
from builder.services.exchange import create_list_from_document
from builder.services.profiles import remove_profile

Execute = Callable[..., object]


@pytest.mark.parametrize("times", [1, 20])
def test_the_number_of_queries_does_not_grow_with_the_list(
    alice: User,
    catalogues: Catalogues,
    reavers: Document,
    times: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    profiles = tuple(
        replace(profile, key=f"{profile.key}-{number}")
        for number in range(times)
        for profile in reavers.profiles
    )
    document = replace(reavers, profiles=profiles, rosters=reavers.rosters * times)
    public_id = create_list_from_document(alice, document).public_id
    load_list(list_for_owner(alice, public_id))
    with django_assert_num_queries(1):  # the list with its edition and system
        row = list_for_owner(alice, public_id)
    with django_assert_num_queries(2):  # profiles; rosters with their entries
        loaded = load_list(row)
    with django_assert_num_queries(1):  # profiles
        without = load_list(row, rosters=False)
    assert loaded.document == document
    assert without.document == replace(document, rosters=())
    assert loaded.profile_versions == {profile.key: 1 for profile in profiles}
    assert loaded.roster_versions == (1,) * len(document.rosters)
    assert len(set(loaded.roster_ids)) == len(document.rosters)
    assert (without.roster_ids, without.roster_versions) == ((), ())


def test_ids_and_versions_have_the_order_of_rosters(alice: User, alices_list: CompanyList) -> None:
    created = rosters.add_roster(alices_list, name="Third", limit=500)
    loaded_value = load_list(list_for_owner(alice, alices_list.public_id)).roster_ids[0]
    rosters.save_roster(alices_list, created.public_id, 1, name="Saved", limit=500, entries=())
    rosters.remove_roster(alices_list, loaded_value)
    loaded = load_list(list_for_owner(alice, alices_list.public_id))
    assert [roster.name for roster in loaded.document.rosters] == ["Vault job", "Saved"]
    assert loaded.roster_ids[1] == created.public_id
    assert loaded.roster_versions == (1, 2)
    assert [row.public_id for row in removed_rosters(alices_list)] == [loaded_value]


def test_versions_and_rows_are_read_in_one_snapshot(alice: User, alices_list: CompanyList) -> None:
    """If another request saves between two queries, versions and rows are both old or both new."""
    row = list_for_owner(alice, alices_list.public_id)
    before = load_list(row)
    roster = before.roster_ids[0]
    reads: list[str] = []

    def save_before_a_read(execute: Execute, sql: str, *rest: Any) -> object:
        if sql.startswith("SELECT"):
            reads.append(sql)
            if len(reads) == at:
                rosters.save_roster(row, roster, 1, name="Theirs", limit=500, entries=())
        return execute(sql, *rest)

    at = 2  # after the profiles, before the rosters
    with connection.execute_wrapper(save_before_a_read):
        loaded = load_list(row)
    assert len(reads) > at  # the save has read as well
    read = (loaded.roster_versions[0], loaded.document.rosters[0].entries)
    assert read in [(1, before.document.rosters[0].entries), (2, ())]


def test_my_lists_are_in_order_of_change(
    alice: User,
    bob: User,
    alices_list: CompanyList,
    reavers: Document,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    create_list_from_document(bob, reavers)
    second = lists.copy_list(alice, alices_list)
    remove_profile(alices_list, "captain")
    empty = lists.create_list(alice, "unbridled-fury", "0.9.0")
    lists.delete_list(lists.create_list(alice, "unbridled-fury", "0.9.0"))
    rosters.remove_roster(second, load_list(second).roster_ids[0])
    with django_assert_num_queries(1):
        mine = [(row.pk, row.profile_count, row.roster_count, str(row.edition)) for row in lists_of(alice)]
    name = "Unbridled Fury 0.9.0"
    assert mine == [(second.pk, 7, 1, name), (empty.pk, 0, 0, name), (alices_list.pk, 6, 2, name)]


def test_samples_belong_to_the_site(alice: User, alices_list: CompanyList) -> None:
    call_command("load_samples", verbosity=0)
    assert [row.sample for row in samples()] == [
        "drop-reavers", "candlewrights", "heron-court", "sunken-foundry", "salt-stair", "tollmasters",
        "lantern-fen", "second-opinion", "long-way-home", "quarry-line", "drowned-bells",
    ]  # fmt: skip
    assert [row.pk for row in lists_of(alice)] == [alices_list.pk]


def test_lists_stored_under_wider_limits_are_loaded(
    alices_list: CompanyList, alice: User, reavers: Document, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_NAME = 3
    settings.MUSTERBOOK_MAX_PROFILES = 1
    assert load_list(list_for_owner(alice, alices_list.public_id)).document == reavers


def test_removed_profiles_are_listed_newest_first(alices_list: CompanyList) -> None:
    for key in ("captain", "breacher"):
        remove_profile(alices_list, key)
    assert [profile.key for profile in removed_profiles(alices_list)] == ["breacher", "captain"]


def test_unreadable_designs_name_their_profile(alices_list: CompanyList, alice: User) -> None:
    Profile.objects.filter(company_list=alices_list, key="captain").update(design={"size": "two"})
    with pytest.raises(
        UnreadableDesignError, match=rf"{alices_list.public_id}, profile captain: design\.size"
    ):
        load_list(list_for_owner(alice, alices_list.public_id))
