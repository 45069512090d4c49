"""Which public lists the gallery shows: not hidden, not deleted, of people who aren't suspended."""

from collections.abc import Callable

import pytest

from builder.models import CompanyList, Listing, User
from builder.services import gallery, lists
from builder.services.errors import NotPossible
from builder.services.moderation.actions import suspend_person, unsuspend_person
from builder.services.profiles import add_profile
from tests.support.saving import reload

ACTS: dict[str, Callable[[CompanyList, User, User], object]] = {
    "publish": lambda row, alice, mo: gallery.publish_list(row),
    "unpublish": lambda row, alice, mo: gallery.unpublish_list(row),
    "hide": lambda row, alice, mo: gallery.hide_list(row, "It is a copied text."),
    "unhide": lambda row, alice, mo: gallery.unhide_list(row),
    "delete": lambda row, alice, mo: lists.delete_list(row),
    "restore": lambda row, alice, mo: lists.restore_list(row),
    "change": lambda row, alice, mo: add_profile(row),
    "suspend": lambda row, alice, mo: suspend_person(alice, mo, "Spam."),
    "unsuspend": lambda row, alice, mo: unsuspend_person(alice, mo),
}
LISTED = {
    "publish": True,
    "change": True,
    "unpublish": False,
    "delete": False,
    "delete restore": True,
    "unpublish delete restore": False,
    "hide": False,
    "hide change delete restore": False,
    "hide unhide": True,
    "hide unpublish unhide": False,
    "hide delete unhide": False,
    "hide delete unhide restore": True,
    "suspend unsuspend": True,
    "suspend hide unsuspend": False,
    "suspend delete unsuspend": False,
    "hide suspend unhide": False,
    "hide suspend unhide unsuspend": True,
}


@pytest.mark.parametrize("acts", LISTED)
def test_a_public_list_is_listed_in_its_place_or_not(
    alices_list: CompanyList, alice: User, moderator: User, acts: str
) -> None:
    gallery.publish_list(alices_list)
    place = Listing.objects.get().published_at
    for act in acts.split():
        ACTS[act](reload(alices_list), alice, moderator)
    listed = Listing.objects.filter(company_list=alices_list).values_list("published_at", flat=True)
    assert list(listed) == [place] * LISTED[acts]


def test_a_hidden_list_has_a_note_and_cannot_be_published(alices_list: CompanyList) -> None:
    before = (alices_list.version, alices_list.updated)
    gallery.publish_list(alices_list)
    gallery.hide_list(reload(alices_list), "It is a copied text.")
    assert reload(alices_list).hidden_at is not None
    assert reload(alices_list).hidden_note == "It is a copied text."
    with pytest.raises(NotPossible, match="hidden"):
        gallery.publish_list(reload(alices_list))
    gallery.unhide_list(reload(alices_list))
    shown = reload(alices_list)
    assert (shown.hidden_at, shown.hidden_note) == (None, "")
    assert (shown.version, shown.updated) == before
