"""The number of queries for moving a guest's lists and for becoming a guest: fixed, however many lists there
are.
"""

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.models import Club, User
from builder.services.lists import create_list
from tests.support.accounts import EDITION, log_in, set_password
from tests.support.accounts import start_list as start_as_guest
from tests.support.query_counts import EDITIONS, NEW_LIST

WHO = 2  # session, user
WAITING_LISTS = 1  # the guest whose lists can be moved
BEGIN = COMMIT = 1
SESSION = 3  # begin; save; commit
# Rows that are deleted with a user: addresses, lists and tags are looked for, and there are none; thirteen
# tables lose rows; five lose the reference to the user; the user's row.
USER_DELETION = 3 + 13 + 5 + 1

pytestmark = [
    pytest.mark.sampled(every=1),
    pytest.mark.parametrize("lists", [3, pytest.param(30, marks=pytest.mark.wide)]),
]


@pytest.fixture
def busy(alice: User, catalogues: Catalogues, club: Club, lists: int) -> User:
    """Return alice with this number of lists."""
    cache.clear()
    for number in range(lists):
        create_list(alice, "unbridled-fury", "0.9.0", f"List {number}")
    return set_password(alice)


def test_the_confirmation_about_a_guests_lists(
    busy: User, client: Client, lists: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(lists):
        start_as_guest(client)
    log_in(client)
    client.get("/lists/")  # removes the welcome message, which is in the session if cookies are full
    with django_assert_num_queries(WHO + 2 * WAITING_LISTS + 1):  # read twice; and the names of the lists
        assert client.get("/account/bring/").status_code == 200
    # Both users, as the lock; the lists to move and those of the account; then lists are locked, and lists,
    # tags and print setups of both, revisions, reports by and about them, and moderators' actions are moved.
    # The session forgets the guest, whose print setups are deleted with the user.
    with django_assert_num_queries(WHO + WAITING_LISTS + BEGIN + 14 + USER_DELETION + COMMIT + SESSION):
        assert client.post("/account/bring/", {"bring": "1"}).status_code == 302


def test_a_guest_starts_a_list(
    client: Client, lists: int, catalogues: Catalogues, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """As before accounts existed: allauth stores a row for sessions of accounts, and none for guests."""
    # The guest; a session with an unused key; the log-in is noted; the row of the edition.
    with django_assert_num_queries(EDITIONS + BEGIN + 1 + COMMIT + 1 + SESSION + 1 + 1 + NEW_LIST + SESSION):
        assert client.post("/lists/start/", {"edition": EDITION}).status_code == 302
