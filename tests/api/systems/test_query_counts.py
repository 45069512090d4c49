"""Calculations use a fixed number of queries, which doesn't grow with the list."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.models import User
from tests.support.api_client import ApiClient
from tests.support.long_lists import long_document

pytestmark = pytest.mark.sampled(every=1)

KNOWN_EDITION = 1  # the editions that a document can name
NAMED_EDITION = 1  # the edition that it names
WHO = 1  # the token with its user


def questions(profiles: int) -> list[tuple[str, Any, int]]:
    """Return the body and the number of queries of every calculation."""
    document = long_document(profiles)
    key = document["profiles"][0]["key"]
    text = {"system": document["system"], "edition": document["edition"], "text": "Cook Mov 6\n" * profiles}
    return [
        ("appraisals", document, KNOWN_EDITION + NAMED_EDITION),
        ("appraisals/steps", {"document": document, "profile": key}, KNOWN_EDITION + NAMED_EDITION),
        ("appraisals/fits", {"document": document, "roster": 0}, KNOWN_EDITION + NAMED_EDITION),
        ("appraisals/fingerprints", document, KNOWN_EDITION + NAMED_EDITION),
        (
            "appraisals/changes",
            {"before": document, "after": document},
            2 * KNOWN_EDITION + NAMED_EDITION,
        ),
        ("shorthand", text, KNOWN_EDITION),
    ]


@pytest.mark.parametrize("profiles", [3, pytest.param(40, marks=pytest.mark.wide)])
def test_an_appraisal(
    catalogues: Catalogues, alice: User, django_assert_num_queries: DjangoAssertNumQueries, profiles: int
) -> None:
    nobody, hers = ApiClient(), ApiClient(alice)
    at, sent, _ = questions(profiles)[-1]
    for program in (nobody, hers):  # the first request of a process loads the catalogues
        assert program.post(at, sent).status_code == 200
    for at, sent, queries in questions(profiles):
        with django_assert_num_queries(queries):
            assert nobody.post(at, sent).status_code == 200, at
        with django_assert_num_queries(queries + WHO):
            assert hers.post(at, sent).status_code == 200, at
