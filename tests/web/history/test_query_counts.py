"""The number of queries for restoring a revision: fixed, however many revisions there are."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.models import CompanyList, User
from tests.support.crowd import add_revisions

pytestmark = pytest.mark.sampled(every=1)

WHO = 2  # session, user
LIST = 1  # the list with its edition, system and owner
CURRENT_STATE = 1 + 1  # profiles; rosters with their entries
LAST = 1  # the last revision
# Begin; the list, locked; its contents; its new version; the revision; commit.
CHANGE = 1 + LIST + CURRENT_STATE + LAST + 1 + 1 + 1
FOUND = 1  # the revision
PUT_BACK = 2  # removed profiles and rosters; the others don't differ
UNDO = 1  # the revision that reverts it


@pytest.mark.parametrize("revisions", [12, pytest.param(500, marks=pytest.mark.wide)])
def test_a_revision_is_restored(
    alice: User,
    alices_list: CompanyList,
    client: Client,
    revisions: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    add_revisions(alices_list, alice, revisions)
    client.force_login(alice)
    with django_assert_num_queries(WHO + LIST + CHANGE + FOUND + PUT_BACK + UNDO):
        answer = client.post(f"/lists/{alices_list.public_id}/history/1/restore/")
    assert answer.status_code == 302
