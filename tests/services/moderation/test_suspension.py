"""A suspended person's lists leave the gallery, and return unchanged."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from builder.models import CompanyList, Listing, ListingTag, User
from builder.points.document.json_reader import DocumentError
from builder.services import gallery
from builder.services.errors import LimitReached, NotPossible
from builder.services.moderation.actions import suspend_person, unsuspend_person
from builder.services.people.accounts import delete_person


def contents() -> list[object]:
    """Return all that the gallery stores about public lists."""
    listings = Listing.objects.order_by("company_list").values()
    tags = ListingTag.objects.order_by("kind", "value", "published_at").values(
        "kind", "value", "published_at"
    )
    return [[{**row, "id": None} for row in listings], list(tags)]


def test_a_suspension_unlists_the_persons_lists_until_it_ends(
    alices_list: CompanyList, alice: User, bobs_list: CompanyList, moderator: User
) -> None:
    for row in (alices_list, bobs_list):
        gallery.publish_list(row)
    before = contents()
    suspend_person(alice, moderator, "Spam.")
    assert [listing.company_list for listing in Listing.objects.all()] == [bobs_list]
    assert list(gallery.outdated_listings()) == []
    alice.refresh_from_db()
    assert (alice.is_active, alice.suspended_note, alice.suspended_at is None) == (False, "Spam.", False)
    unsuspend_person(alice, moderator)
    assert contents() == before
    assert list(gallery.outdated_listings()) == []
    alice.refresh_from_db()
    assert (alice.is_active, alice.suspended_note, alice.suspended_at) == (True, "", None)


def test_a_second_suspension_replaces_the_note_and_keeps_the_date(alice: User, moderator: User) -> None:
    suspend_person(alice, moderator, "Spam.")
    first = User.objects.get(pk=alice.pk).suspended_at
    suspend_person(alice, moderator, "Spam, again.")
    alice.refresh_from_db()
    assert (alice.suspended_at, alice.suspended_note) == (first, "Spam, again.")


@pytest.mark.parametrize(
    ("note", "refusal"), [(" \n", NotPossible), ("x" * 20_001, LimitReached), ("a\0b", DocumentError)]
)
def test_a_suspension_needs_a_note(alice: User, moderator: User, note: str, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        suspend_person(alice, moderator, note)
    alice.refresh_from_db()
    assert alice.is_active


def test_a_suspended_person_can_be_deleted(alices_list: CompanyList, alice: User, moderator: User) -> None:
    gallery.publish_list(alices_list)
    suspend_person(alice, moderator, "Spam.")
    delete_person(alice)
    assert not CompanyList.objects.exists()


def test_hiding_and_suspending_delete_the_gallery_file(
    alices_list: CompanyList,
    alice: User,
    moderator: User,
    tmp_path: Path,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """The public file contains the person's lists and is written only once a night."""
    dump = tmp_path / "gallery.ndjson.gz"
    settings.GALLERY_DUMP = str(dump)
    acts: tuple[Callable[[], None], ...] = (
        lambda: gallery.hide_list(alices_list, "Why"),
        lambda: suspend_person(alice, moderator, "Spam."),
    )
    for act in acts:
        dump.write_bytes(b"old")
        with django_capture_on_commit_callbacks(execute=True):
            act()
        assert not dump.exists()
