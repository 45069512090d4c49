"""The filter of a long roster, and its letters, without scripts."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from builder.services.exchange import create_list_from_document
from tests.support.accounts import browser

UNITS = [{"profile": "wick-guard", "count": 5, "name": f"Watch {number}"} for number in range(12)]
OTHER = {"profile": "eel-catchers", "count": 5, "name": "Marsh Company"}


@pytest.fixture
def client(alice: User) -> Client:
    return browser(alice)


@pytest.fixture
def watch(alice: User, catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]]) -> CompanyList:
    """A FUBAR force of thirteen units: twelve of Wick Guards, and one of Eel Catchers."""
    rosters = [
        {"name": "All", "limit": 300, "entries": [*UNITS, OTHER]},
        {"name": "Twelve", "limit": 300, "entries": UNITS},
    ]
    value = {**sample_values["candlewrights"], "rosters": rosters}
    return create_list_from_document(alice, parse_document(value, catalogues))


def address(row: CompanyList, roster: str = "All") -> str:
    return f"/lists/{row.public_id}/rosters/{row.rosters.get(name=roster).public_id}/"


def shown_units(page: str) -> list[str]:
    units = re.findall(r'<div class="unit" id="\S+" role="group" aria-label="([^"]*)"( hidden)?>', page)
    return [title for title, is_hidden in units if not is_hidden]


@pytest.mark.parametrize("find", ["marsh company", "eel catchers"])
def test_a_unit_is_found_by_its_title_and_by_its_profiles(
    client: Client, watch: CompanyList, find: str
) -> None:
    page = client.get(address(watch), {"find": find}).content.decode()
    assert shown_units(page) == ["Marsh Company"]
    assert ">1 of 13</p>" in page


def test_letters_are_the_initials_of_titles_and_profiles(client: Client, watch: CompanyList) -> None:
    page = client.get(address(watch)).content.decode()
    titles = dict(re.findall(r'<div class="unit" id="(\S+)" role="group" aria-label="([^"]*)"', page))
    (letters,) = re.findall(r'<nav class="letters".*?</nav>', page)
    assert [(letter, titles[unit]) for unit, letter in re.findall(r'<a href="#(\S+)">(\w)</a>', letters)] == [
        ("E", "Marsh Company"), ("M", "Marsh Company"), ("W", "Watch 0"),
    ]  # fmt: skip


def test_rosters_of_twelve_units_have_no_filter(client: Client, watch: CompanyList) -> None:
    page = client.get(address(watch, "Twelve"), {"find": "zeppelin"}).content.decode()
    assert 'id="find"' not in page
    assert 'class="letters"' not in page
    assert len(shown_units(page)) == 12
