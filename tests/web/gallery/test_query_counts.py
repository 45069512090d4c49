"""The number of the gallery's queries: fixed, however many lists are public."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.catalogue.store import all_catalogues
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from builder.services import gallery
from builder.services.exchange import create_list_from_document
from builder.services.profiles import add_profile
from tests.support.long_lists import long_document
from tests.support.public_lists import publish_many
from tests.support.query_counts import OpenInQueries

pytestmark = pytest.mark.sampled(every=1)

WHO = 2  # session, user
EDITIONS = 1  # a process reads these once
CHOICES = 4  # settings, game sizes, properties, options of choices
COSTS = 1  # the minimum and maximum of the chosen game
RAREST = 1  # which of several tags fewest lists have: the page begins with it
FOUND = 3  # beginning and end of the page, its lists, their number in all

WORDS = 1 if connection.vendor == "postgresql" else 0  # which of several words is rare

GALLERY = EDITIONS + CHOICES + FOUND

PAGES = {
    "/gallery/": GALLERY,
    "/gallery/?sort=copied": GALLERY,
    "/gallery/?after=0-1767270000000000-1": GALLERY,
    "/gallery/?q=comp&setting=rain+coast&size=1000&property=model:fearless&property=weapon:AP4": GALLERY
    + RAREST
    + WORDS,
    "/gallery/?edition=unbridled-fury/0.9.0": GALLERY + COSTS,
    "/gallery/?edition=unbridled-fury/0.9.0&cost_from=0&cost_to=1000000": GALLERY + COSTS,
    # No list is found, so none is read. Instead, for each filter, the number of lists without it.
    "/gallery/?q=comp&setting=nowhere": EDITIONS + CHOICES + 2 + 2 + 2 * WORDS,
    # No sample. The lists published last: their order and contents.
    "/": EDITIONS + 1 + 2,
}


@pytest.fixture(params=[10, pytest.param(1000, marks=pytest.mark.wide)])
def many(request: pytest.FixtureRequest, alice: User, catalogues: Catalogues) -> list[CompanyList]:
    """Publish this number of lists with one profile and one roster."""
    count: int = request.param
    all_catalogues()
    return publish_many(alice, parse_document(long_document(1), catalogues), count)


def test_queries_do_not_grow_with_the_lists(many: list[CompanyList], open_in_queries: OpenInQueries) -> None:
    for address, queries in PAGES.items():
        open_in_queries(None, address, queries)


def test_queries_of_a_report_do_not_grow_with_the_lists(
    many: list[CompanyList],
    charlie: User,
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client.force_login(charlie)
    address = f"/gallery/{many[0].public_id}/report/"
    with django_assert_num_queries(WHO + 1):  # the list
        assert client.get(address).status_code == 200
    # Also: begin; the reporter, as the lock; the list, locked; the reporter's open report about it, of which
    # there is none; the number of their reports; the report; commit. Reports of accounts aren't cleared.
    with django_assert_num_queries(WHO + 1 + 7):
        assert client.post(address, {"reason": "Rude."}).status_code == 302


@pytest.mark.parametrize("profiles", [3, pytest.param(40, marks=pytest.mark.wide)])
def test_additional_queries_of_a_change_to_a_public_list(
    alice: User, catalogues: Catalogues, profiles: int
) -> None:
    """The owner, the listing and its tags, and one query for each that differs, whatever its size."""
    row = create_list_from_document(alice, parse_document(long_document(profiles), catalogues))

    def queries(name: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            add_profile(row, name)
        return len(captured)

    queries("Bellman")
    private = queries("Cook")
    gallery.publish_list(row)
    assert queries("Drummer") - private == 4  # one more word
