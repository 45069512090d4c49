"""A suspension starts or ends while others change the person's lists: the gallery is correct afterwards."""

from functools import partial

import pytest
from django.db import connection

from builder.models import CompanyList, Listing, User
from builder.services import gallery
from builder.services.moderation.actions import suspend_person, unsuspend_person
from builder.services.profiles import add_profile
from tests.support.concurrency import run_while_open

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time"),
]


@pytest.fixture
def moderator(alice: User) -> User:
    return User.objects.create(username="mo")


def test_a_suspension_waits_for_a_list_that_is_being_published(
    alices_list: CompanyList, alice: User, moderator: User
) -> None:
    publish = partial(gallery.publish_list, alices_list)
    assert run_while_open(publish, partial(suspend_person, alice, moderator, "Spam.")) is None
    assert not Listing.objects.exists()


def test_a_list_published_during_a_suspension_is_not_listed(
    alices_list: CompanyList, alice: User, moderator: User
) -> None:
    suspend = partial(suspend_person, alice, moderator, "Spam.")
    assert run_while_open(suspend, partial(gallery.publish_list, alices_list)) is None
    assert CompanyList.objects.get().published_at is not None
    assert not Listing.objects.exists()


def test_a_list_changed_during_a_suspension_is_not_listed_again(
    alices_list: CompanyList, alice: User, moderator: User
) -> None:
    gallery.publish_list(alices_list)
    suspend = partial(suspend_person, alice, moderator, "Spam.")
    changed = run_while_open(suspend, partial(add_profile, alices_list, "Late"))
    assert not isinstance(changed, Exception)
    assert not Listing.objects.exists()


@pytest.mark.parametrize("ends_first", [True, False])
def test_a_list_unhidden_while_a_suspension_ends_is_listed(
    alices_list: CompanyList, alice: User, moderator: User, ends_first: bool
) -> None:
    gallery.publish_list(alices_list)
    gallery.hide_list(alices_list, "Why")
    suspend_person(alice, moderator, "Spam.")
    changes = [partial(gallery.unhide_list, alices_list), partial(unsuspend_person, alice, moderator)]
    first, second = reversed(changes) if ends_first else changes
    assert run_while_open(first, second) is None
    assert Listing.objects.exists()
