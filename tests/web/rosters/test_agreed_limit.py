"""The page of a roster above an agreed limit offers ways to keep the limit."""

import html
import re

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Profile, User
from builder.services.exchange import create_list_from_document
from tests.support.accounts import browser
from tests.support.designs import read_document
from tests.support.fubar import figure, fubar_document
from tests.support.html_forms import fields_of


@pytest.fixture
def archers(alice: User, catalogues: Catalogues) -> CompanyList:
    """Ten archers of 8 points with longbows, in a roster with a limit of 70."""
    profiles = {"archer": figure(ranged="longbow"), "slinger": figure("seasoned")}
    rows = [{"profile": "archer", "count": 10}]
    rosters = [{"name": "Friday", "limit": 70, "entries": rows}]
    return create_list_from_document(alice, read_document(fubar_document(profiles, rosters=rosters)))


def roster_page(client: Client, row: CompanyList) -> tuple[str, str]:
    """Return address and text of the roster's page."""
    address = f"/lists/{row.public_id}/rosters/{row.rosters.get().public_id}/"
    return address, html.unescape(client.get(address).content.decode())


def test_the_page_offers_four_ways_to_meet_a_limit(alice: User, archers: CompanyList) -> None:
    """The roster is legal, so no plan makes it legal. The smallest change is first."""
    _, seen = roster_page(browser(alice), archers)
    assert "Back to the limit</h2>" in seen
    assert "Make it legal" not in seen
    assert [words.strip() for words in re.findall(r"<p><b>(.*?)\.</b> This makes", seen)] == [
        "In Archer, change Longbow to Bow",
        "Remove 2 × Archer",
        "Remove 10 × Archer and add 10 × Slinger",
        "Raise the limit to 80",
    ]


def test_a_cheaper_weapon_takes_one_press(alice: User, archers: CompanyList) -> None:
    """Only the profile changes."""
    client = browser(alice)
    address, seen = roster_page(client, archers)
    (do,) = re.findall(r'name="do" value="(profile:archer:[^<>]*?)" ?data-home', seen) or [""]
    client.post(address, {**fields_of(seen), "do": do})
    assert Profile.objects.get(company_list=archers, key="archer").design["ranged"] != [{"code": "longbow"}]
    assert archers.rosters.get().entries.count() == 1
    _, after = roster_page(client, archers)
    assert "Back to the limit</h2>" not in after
