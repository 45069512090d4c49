"""The size of a page of forty profiles in each of the five games.

The limits are for phones: the first round of a connection brings about ten kilobytes, and a phone lays out
100 kB of HTML within a second. A page contains each explanation and each menu only once.
"""

import gzip
import json
import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues, sample_files
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from builder.services.exchange import create_list_from_document
from tests.support.html_forms import HTMX, URLENCODED, fields_of
from tests.support.long_lists import lengthened

SAMPLES = ("drop-reavers", "candlewrights", "tollmasters", "long-way-home", "quarry-line")
MOST_OF_LIST, MOST_OF_LIST_ZIPPED, MOST_OF_SAVE_ZIPPED = 110_000, 11_500, 10_000
MOST_OF_ROSTER = 180_000
"""Steppers of a hundred numbers, and no menu for each unit: those of forty units were 240 kB."""


@pytest.fixture(params=SAMPLES)
def forty(request: pytest.FixtureRequest, alice: User, client: Client, catalogues: Catalogues) -> CompanyList:
    """A list of forty profiles, and a roster of some of them. Alice is logged in."""
    client.force_login(alice)
    value = json.loads(dict(sample_files())[request.param].read_text("utf-8"))
    return create_list_from_document(alice, parse_document(lengthened(value), catalogues))


def zipped(content: bytes) -> int:
    return len(gzip.compress(content, 6))


def test_the_pages_of_a_list_and_its_roster_are_small(forty: CompanyList, client: Client) -> None:
    page = client.get(f"/lists/{forty.public_id}/").content
    assert len(page) <= MOST_OF_LIST
    assert zipped(page) <= MOST_OF_LIST_ZIPPED
    roster = forty.rosters.order_by("position")[0]
    page = client.get(f"/lists/{forty.public_id}/rosters/{roster.public_id}/").content
    assert len(page) <= MOST_OF_ROSTER


def test_each_term_of_a_list_links_to_its_explanation(forty: CompanyList, client: Client) -> None:
    for address in ("", f"rosters/{forty.rosters.order_by('position')[0].public_id}/"):
        page = client.get(f"/lists/{forty.public_id}/{address}").content.decode()
        linked = re.findall(r'href="#(x-[\w-]+)"', page)
        explained = re.findall(r'<div class="explanation" id="(x-[\w-]+)" popover>', page)
        assert len(linked) > len(set(linked)) > 0
        assert set(linked) == set(explained)
        assert len(explained) == len(set(explained))


def test_the_response_to_a_save_is_small(forty: CompanyList, client: Client) -> None:
    key = forty.profiles.order_by("position")[0].key
    for url in (f"profiles/{key}/", f"rosters/{forty.rosters.order_by('position')[0].public_id}/"):
        path = f"/lists/{forty.public_id}/{url}"
        form = urlencode(fields_of(client.get(path).content.decode()), doseq=True)
        answer = client.post(path, form, content_type=URLENCODED, headers=HTMX)
        assert answer.status_code == 200
        assert zipped(answer.content) <= MOST_OF_SAVE_ZIPPED
