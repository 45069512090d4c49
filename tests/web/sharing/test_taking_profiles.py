"""One profile of another user's list is copied into one's own list."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Edition, Profile, Roster, User
from builder.points.document.document import parse_document
from builder.services import gallery, sharing
from builder.services.clubs import shares
from builder.services.exchange import create_list_from_document
from tests.support.designs import design, document

EDITION = ("unbridled-fury", "0.9.0")


@pytest.fixture
def address(coven: CompanyList) -> str:
    """The page for the witch, by link."""
    return f"/shared/{sharing.create_link(coven)}/profiles/witch/take/"


@pytest.fixture
def bobs(bob: User, catalogues: Catalogues, client: Client) -> CompanyList:
    """Bob's list with an imp of his own. Bob is logged in."""
    client.force_login(bob)
    return create_list_from_document(
        bob, parse_document({**document({"imp": design(mov=3)}), "name": "Bob's own"}, catalogues)
    )


def names(row: CompanyList) -> list[str]:
    return [profile.name for profile in Profile.objects.filter(company_list=row).order_by("position")]


def test_the_page_names_the_referenced_profiles(address: str, bobs: CompanyList, client: Client) -> None:
    said = client.get(address).content.decode()
    assert "Copy “Witch”" in said
    assert "We also copy the 2 profiles that it needs: “Imp”, “Hound”." in said
    assert re.findall(r'<option value="([^"]+)">([^<]+)</option>', said) == [
        (bobs.public_id, "Bob&#x27;s own"),
        ("new", "A new list"),
    ]


def test_a_profile_is_copied_with_those_it_refers_to(address: str, bobs: CompanyList, client: Client) -> None:
    """They get keys of their own: the witch summons the imp that was copied, not Bob's."""
    before = CompanyList.objects.get(pk=bobs.pk).version
    answer = client.post(address, {"into": bobs.public_id}, follow=True)
    assert CompanyList.objects.get(pk=bobs.pk).version == before + 1
    assert answer.redirect_chain == [(f"/lists/{bobs.public_id}/#p-witch", 302)]
    assert "“Witch” and 2 more that it needs are in this list now." in answer.content.decode()
    assert names(bobs) == ["Imp", "Witch", "Imp", "Hound"]
    rows = list(Profile.objects.filter(company_list=bobs).order_by("position"))
    assert rows[1].design["spells"] == [{"code": "summon", "profile": rows[2].key}]
    assert rows[2].key != "imp"
    assert rows[2].design["properties"] == [{"code": "companion", "profile": rows[3].key}]
    assert rows[0].design["attributes"]["mov"] == 3


def test_a_profile_can_start_a_new_list(address: str, bobs: CompanyList, bob: User, client: Client) -> None:
    client.post(address, {"into": "new", "name": "  Finds "})
    row = CompanyList.objects.exclude(pk=bobs.pk).get(owner=bob)
    assert (row.name, names(row)) == ("Finds", ["Witch", "Imp", "Hound"])


def test_opening_the_page_creates_no_guest(address: str) -> None:
    """Opening creates none. Copying creates a guest with a new list."""
    client = Client()
    said = client.get(address).content.decode()
    assert "You have no list of Unbridled Fury 0.9.0 yet" in said
    assert not User.objects.filter(is_guest=True).exists()
    answer = client.post(address, {"into": "new", "name": ""}, follow=True)
    assert answer.status_code == 200
    row = CompanyList.objects.get(owner__is_guest=True)
    assert names(row) == ["Witch", "Imp", "Hound"]


def test_a_profile_without_references_is_copied_alone(
    coven: CompanyList, bobs: CompanyList, client: Client
) -> None:
    gallery.publish_list(coven)
    client.post(f"/gallery/{coven.public_id}/profiles/bystander/take/", {"into": bobs.public_id})
    assert names(bobs) == ["Imp", "Bystander"]


def test_profiles_of_a_clubs_roster_can_be_copied(
    coven: CompanyList, club: Club, bobs: CompanyList, client: Client
) -> None:
    """The profiles that the roster needs, and no others."""
    roster = Roster.objects.create(company_list=coven, name="Friday", limit=500, position=0)
    roster.entries.create(profile_key="imp", count=1, position=0)
    shares.share_with_club(club, coven, roster)
    base = f"/rosters/{roster.public_id}/profiles/"
    assert client.get(f"{base}witch/take/").status_code == 404
    client.post(f"{base}imp/take/", {"into": bobs.public_id})
    assert names(bobs) == ["Imp", "Imp", "Hound"]


def test_own_profiles_can_be_copied_to_another_list(alice: User, coven: CompanyList, client: Client) -> None:
    """The profile's own list isn't offered."""
    client.force_login(alice)
    said = client.get(f"/lists/{coven.public_id}/profiles/witch/take/").content.decode()
    assert f'value="{coven.public_id}"' not in said
    assert "no other list" in said


def test_lists_of_others_are_not_found(
    address: str, coven: CompanyList, bobs: CompanyList, client: Client
) -> None:
    for into in ("", "nobody", "\0", "x" * 10**5, coven.public_id):
        assert client.post(address, {"into": into}).status_code == 404
    assert names(coven) == ["Witch", "Imp", "Bystander", "Hound"]


def test_lists_of_another_edition_are_rejected(address: str, bobs: CompanyList, client: Client) -> None:
    """Such a list is neither offered nor changed."""
    other = Edition.objects.get(system__code=EDITION[0])
    other.pk, other.version, other.digest = None, "0.8.0", "0" * 64
    other.save(force_insert=True)
    CompanyList.objects.filter(pk=bobs.pk).update(edition=other)
    assert bobs.public_id not in client.get(address).content.decode()
    answer = client.post(address, {"into": bobs.public_id})
    assert answer.status_code == 400
    assert "is for another game or edition" in answer.content.decode()
    assert names(bobs) == ["Imp"]


@pytest.mark.parametrize("key", ["nobody", "x" * 500])
def test_unknown_profiles_are_not_found(address: str, client: Client, key: str) -> None:
    for method in (client.get, client.post):
        assert method(address.replace("witch", key), {"into": "new"}).status_code == 404
    assert not User.objects.filter(is_guest=True).exists()


def test_a_full_list_does_not_change_and_too_long_names_are_rejected(
    address: str, bobs: CompanyList, client: Client, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_PROFILES = 3
    answer = client.post(address, {"into": bobs.public_id})
    assert answer.status_code == 400
    assert "at most 3 profiles" in answer.content.decode()
    assert names(bobs) == ["Imp"]
    assert client.post(address, {"into": "new", "name": "x" * 201}).status_code == 400
    assert CompanyList.objects.count() == 2
