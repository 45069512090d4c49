"""The gallery contains public lists: how they are found, and what moderators hide."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.catalogue.limits import NO_LIMITS
from builder.documents import load_stored_list
from builder.models import CompanyList, Listing, ListingTag, Profile, User
from builder.points.document.design import Pick, Weapon, new_design, parse_design
from builder.points.document.document import parse_document
from builder.points.document.json_reader import JsonReader
from builder.services import gallery, lists, rosters
from builder.services.errors import NotFound, NotPossible
from builder.services.exchange import create_list_from_document
from builder.services.profiles import add_profile, remove_profile
from tests.support.long_lists import long_document
from tests.support.saving import save_design
from tests.support.tin_soldiers import TIN

KEY = ("unbridled-fury", "0.9.0")


def listed(row: CompanyList) -> bool:
    return Listing.objects.filter(company_list=row).exists()


def tags(row: CompanyList, kind: str) -> set[str]:
    tags = ListingTag.objects.filter(listing__company_list=row, kind=kind)
    return set(tags.values_list("value", flat=True))


def words(row: CompanyList) -> list[str]:
    return Listing.objects.get(company_list=row).text.split()


# ------------------------------------------------------------------ publishing


def test_samples_cannot_be_published(alices_list: CompanyList) -> None:
    CompanyList.objects.filter(pk=alices_list.pk).update(owner=None, sample="sample")
    with pytest.raises(NotPossible):
        gallery.publish_list(alices_list)


def test_a_deleted_list_cannot_be_published(alices_list: CompanyList) -> None:
    lists.delete_list(alices_list)
    with pytest.raises(NotFound):
        gallery.publish_list(alices_list)


# ------------------------------------------------------------------ what a list is found by


def test_a_list_is_found_by_its_words(alices_list: CompanyList) -> None:
    lists.save_details(
        alices_list, alices_list.version, name="Café ÉLAN", setting="Яrost", background="To-day: *x86*"
    )
    gallery.publish_list(alices_list)
    assert words(alices_list)[:3] == ["cafe", "elan", "яrost"]
    assert {"to", "day", "x86", "captain"} <= set(words(alices_list))


def test_settings_ignore_capitals_accents_and_spaces(alices_list: CompanyList) -> None:
    lists.save_details(alices_list, alices_list.version, name="A", setting="  The  ÉTÉ ", background="")
    gallery.publish_list(alices_list)
    assert tags(alices_list, "setting") == {"the ete"}


def test_a_list_is_found_by_the_limits_of_its_rosters(alices_list: CompanyList) -> None:
    gallery.publish_list(alices_list)
    before = tags(alices_list, "size")
    rosters.add_roster(alices_list, name="Odd", limit=621)
    assert tags(alices_list, "size") == before | {"621"}


def test_a_list_is_found_by_properties_and_spells(
    alice: User, alices_list: CompanyList, catalogues: Catalogues
) -> None:
    catalogue = catalogues[KEY]
    row = lists.create_list(alice, *KEY)
    profile = add_profile(row)
    design = new_design(catalogue)
    combat, shooting = (slot.code for slot in catalogue.weapon_slots)
    design = type(design)(
        values=design.values,
        weapons={combat: (Weapon(properties=("B", "AP4")),), shooting: (Weapon(properties=("FF4",)),)},
        picks={
            "properties": (Pick(code="flier"),),
            "spells": (Pick(code="heal"),),
            "armour_property": (Pick(code="B"),),
        },
    )
    save_design(row, profile.key, profile.version, name="A", notes="", max=None, design=design)
    gallery.publish_list(row)
    # Basic weapons and armour are defaults, which nobody picked.
    assert tags(row, "property") == {"weapon:AP4", "weapon:FF4", "model:flier", "spell:heal"}


def test_a_list_is_found_by_the_options_of_its_profiles(tin_list: CompanyList) -> None:
    """Only by options that the game names. A blank kind counts as the first."""
    gallery.publish_list(tin_list)
    assert tags(tin_list, "choice") == {"tin-soldiers:kind:band"}
    officer = add_profile(tin_list, "Officer")
    design = parse_design(JsonReader(NO_LIMITS), "design", {"kind": "officer"}, TIN)
    save_design(tin_list, officer.key, officer.version, name="A", notes="", max=None, design=design)
    assert tags(tin_list, "choice") == {"tin-soldiers:kind:band", "tin-soldiers:kind:officer"}
    remove_profile(tin_list, "guards")
    assert tags(tin_list, "choice") == {"tin-soldiers:kind:officer"}


def test_a_roster_without_a_limit_adds_no_size(tin_list: CompanyList) -> None:
    tin_list.rosters.create(name="Friday", limit=None, position=0)
    gallery.publish_list(tin_list)
    assert tags(tin_list, "size") == set()


def test_changes_of_a_public_list_update_its_listing(
    alices_list: CompanyList, catalogues: Catalogues
) -> None:
    gallery.publish_list(alices_list)
    add_profile(alices_list, "Quartermistress")
    assert "quartermistress" in words(alices_list)
    remove_profile(alices_list, "quartermistress")
    assert "quartermistress" not in words(alices_list)
    alices_list.refresh_from_db()
    lists.save_details(alices_list, alices_list.version, name="Renamed", setting="Mars", background="")
    assert words(alices_list)[:2] == ["renamed", "mars"]
    assert tags(alices_list, "setting") == {"mars"}
    for profile in Profile.objects.filter(company_list=alices_list, removed_at=None):
        remove_profile(alices_list, profile.key)
    assert tags(alices_list, "property") == set()
    assert listed(alices_list)


def test_a_list_that_is_not_public_has_no_listing(alices_list: CompanyList) -> None:
    add_profile(alices_list, "Quartermistress")
    assert not Listing.objects.exists()


def test_refreshing_an_unchanged_listing_writes_nothing(
    alices_list: CompanyList, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    gallery.publish_list(alices_list)
    stored = load_stored_list(CompanyList.objects.select_related("edition__system", "owner").get())
    before = set(ListingTag.objects.values_list("pk", "kind", "value"))
    with django_assert_num_queries(3):  # the owner, the listing, its tags
        gallery.update_listing(stored)
    assert set(ListingTag.objects.values_list("pk", "kind", "value")) == before


def test_an_unreadable_design_does_not_block_other_changes(alices_list: CompanyList) -> None:
    gallery.publish_list(alices_list)
    before = words(alices_list)
    Profile.objects.filter(company_list=alices_list, key="captain").update(design={"nonsense": 1})
    add_profile(alices_list, "Quartermistress")
    assert words(alices_list) == before
    remove_profile(alices_list, "captain")
    assert "quartermistress" in words(alices_list)


def test_the_longest_list_is_published(alice: User, catalogues: Catalogues) -> None:
    value: dict[str, Any] = long_document(300)
    value["background"] = " ".join(f"word{number}" for number in range(2000))
    for number, profile in enumerate(value["profiles"]):
        profile["name"] = f"{number:03}{chr(0xFDFA) * 100}"  # eighteen letters each when it is taken apart
    row = create_list_from_document(alice, parse_document(value, catalogues))
    gallery.publish_list(row)
    assert len(Listing.objects.get().text) <= 100_000
