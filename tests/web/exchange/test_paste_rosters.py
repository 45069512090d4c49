"""Pasting rosters of other list builders: they are parsed by their structure, and shown like stat lines."""

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import Profile, RosterEntry, User
from builder.points.document.document import Document
from builder.services.exchange import create_list_from_document
from tests.support.html_forms import fields_of, page_text

ROSTER = "++ Crew [20Cr] ++\n+ Soldiers +\nHacker [20Cr]: Deck, Sun Hat\n2x Recruit\n++ Total: [20Cr] ++\n"


@pytest.fixture
def address(alice: User, catalogues: Catalogues, client: Client) -> str:
    """The page for a list of Alice's for Stargrave."""
    client.force_login(alice)
    document = Document(system="stargrave", edition="seed-and-facts", name="Crew")
    return f"/lists/{create_list_from_document(alice, document).public_id}/paste/"


def test_a_roster_is_pasted_as_profiles_and_unknown_parts_are_listed(address: str, client: Client) -> None:
    page = client.post(address, {"text": ROSTER, "read": ""}).content.decode()
    said = page_text(page)
    assert "3 profiles 1 piece of text not read" in said
    assert "Total in the text: 20. The profiles add up to the same." in said
    assert "3 crew members, 20 credits: 1 × Hacker, 2 × Recruit" in said
    assert "The price is 20, as in the text." in said
    assert "Line 3: Sun Hat" in said
    fields = {name: values[0] for name, values in fields_of(page, "paste").items() if values}
    assert client.post(address, {**fields, "save": "1", "save_anyway": "1"}).status_code == 302
    profiles = Profile.objects.filter(company_list__name="Crew").order_by("position")
    assert [profile.name for profile in profiles] == ["Hacker", "Recruit", "Recruit"]
    assert profiles[0].notes == "Not read: Sun Hat"
    entries = RosterEntry.objects.filter(roster__company_list__name="Crew").values_list(
        "profile_key", "count"
    )
    assert sorted(entries) == [("hacker", 1), ("recruit", 1), ("recruit-2", 1)]


@pytest.mark.parametrize("text", ["<?xml version='1.0'?><roster/>", '{"roster": {}}', "<html></html>"])
def test_the_text_of_a_file_is_referred_to_the_import_page(address: str, client: Client, text: str) -> None:
    said = page_text(client.post(address, {"text": text, "read": ""}).content.decode())
    assert "The text is the content of a file: choose the file under Import lists." in said
