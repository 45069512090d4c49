"""The gallery's API uses a fixed number of queries, which doesn't grow with the number of public lists."""

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.catalogue.store import all_catalogues
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from tests.support.api_client import ApiClient
from tests.support.long_lists import long_document
from tests.support.public_lists import publish_many

pytestmark = pytest.mark.sampled(every=1)

WHO = 1  # the token with its user
EDITIONS = 1  # each process reads an edition only once
RAREST = 1  # which of several tags fewest lists have: the page begins with it
WORDS = 1 if connection.vendor == "postgresql" else 0  # which of several words is rare
FOUND = 3  # beginning and end of the page, its lists, their number in all

GALLERY = EDITIONS + FOUND

QUESTIONS = {
    "gallery": GALLERY,
    "gallery?sort=copied": GALLERY,
    "gallery?changed_since=2026-01-01T12:00:00Z": GALLERY,
    "gallery?page_size=5": GALLERY,
    "gallery?game=unbridled-fury&edition=0.9.0": GALLERY,
    "gallery?q=comp&setting=rain+coast&size=1000&property=model:fearless&property=weapon:AP4": GALLERY
    + RAREST
    + WORDS,
    # No list is found, so none is read.
    "gallery?q=comp&setting=nowhere": EDITIONS + WORDS + 2,
    # The request is rejected before any query.
    "gallery?sort=best": 0,
    # Settings, game sizes, properties, options of choices.
    "gallery/choices": EDITIONS + 4,
}


@pytest.fixture(params=[10, pytest.param(1000, marks=pytest.mark.wide)])
def many(request: pytest.FixtureRequest, alice: User, catalogues: Catalogues) -> list[CompanyList]:
    """Public lists with one profile and one roster each."""
    count: int = request.param
    all_catalogues()  # each process reads the catalogues only once
    return publish_many(alice, parse_document(long_document(1), catalogues), count)


def test_answers_take_as_many_queries_with_very_many_lists(
    many: list[CompanyList], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    nobody = ApiClient()
    for address, queries in QUESTIONS.items():
        with django_assert_num_queries(queries, info=address):
            nobody.get(address)


def test_a_report_takes_as_many(
    many: list[CompanyList], charlie: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    program = ApiClient(charlie)
    program.get("gallery/choices")
    # Also: begin; the reporter, as the lock; the list, locked; the reporter's open report about it, of which
    # there is none; the number of their reports; the report; commit. Reports of accounts aren't cleared.
    with django_assert_num_queries(WHO + 1 + 7):
        assert program.post(f"gallery/{many[0].public_id}/reports", {"reason": "Rude."}).status_code == 204
