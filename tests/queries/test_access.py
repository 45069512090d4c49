"""Lists are their owners': to everybody else they are not there."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.http import Http404

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.queries import access
from builder.services import lists

NOBODY = AnonymousUser()


@pytest.fixture
def sample(catalogues: Catalogues) -> CompanyList:
    call_command("load_samples", verbosity=0)
    return CompanyList.objects.get(sample="heron-court")


def test_the_owner_reads_and_changes_her_list(alice: User, alices_list: CompanyList) -> None:
    assert access.list_for_reader(alice, alices_list.public_id) == alices_list
    assert access.list_for_owner(alice, alices_list.public_id) == alices_list


def test_a_clubmate_a_stranger_and_nobody_find_nothing(
    bob: User, charlie: User, alices_list: CompanyList
) -> None:
    for user in (bob, charlie, NOBODY):
        for look in (access.list_for_reader, access.list_for_owner, access.deleted_list_for_owner):
            with pytest.raises(Http404):
                look(user, alices_list.public_id)


def test_a_deleted_list_is_there_only_to_be_brought_back(
    alice: User, bob: User, alices_list: CompanyList
) -> None:
    with pytest.raises(Http404):
        access.deleted_list_for_owner(alice, alices_list.public_id)
    lists.delete_list(alices_list)
    for look in (access.list_for_reader, access.list_for_owner):
        with pytest.raises(Http404):
            look(alice, alices_list.public_id)
    with pytest.raises(Http404):
        access.deleted_list_for_owner(bob, alices_list.public_id)
    assert access.deleted_list_for_owner(alice, alices_list.public_id) == alices_list


def test_everybody_reads_a_sample_and_nobody_owns_it(alice: User, sample: CompanyList) -> None:
    for user in (alice, NOBODY):
        assert access.list_for_reader(user, sample.public_id) == sample
        with pytest.raises(Http404):
            access.list_for_owner(user, sample.public_id)
        with pytest.raises(Http404):
            access.deleted_list_for_owner(user, sample.public_id)
    assert access.sample_for_reader("heron-court") == sample


@pytest.mark.parametrize("name", ["", "nobody", "a\0b", "x" * 10_000, "\ud800"])
def test_an_id_that_never_was_is_not_found(alice: User, alices_list: CompanyList, name: str) -> None:
    for look in (access.list_for_reader, access.list_for_owner, access.deleted_list_for_owner):
        with pytest.raises(Http404):
            look(alice, name)
    with pytest.raises(Http404):
        access.sample_for_reader(name)


def test_ids_tell_nothing_and_differ(alice: User, catalogues: Catalogues) -> None:
    ids = {lists.start_list(alice, "unbridled-fury", "0.9.0").public_id for _ in range(50)}
    assert len(ids) == 50
    assert all(len(name) == 12 and name.isalnum() and name.islower() for name in ids)
