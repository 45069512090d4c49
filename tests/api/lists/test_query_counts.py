"""Changing a list by the API takes a fixed number of queries, which doesn't grow with the list."""

import pytest
from pytest_django import DjangoAssertNumQueries

from builder.models import User
from builder.points.document.document import Document
from builder.services.exchange import create_list_from_document
from tests.support.api_client import used_client
from tests.support.crowd import add_revisions, multiplied
from tests.support.events import roster_of

pytestmark = pytest.mark.sampled(every=1)

WHO = 1  # the token with its user
LIST = 1  # the list with its edition and system
PROFILES = 1
ROSTERS = 1  # with their entries
CURRENT_STATE = PROFILES + ROSTERS

LAST = 1  # the last revision
# Begin; the list, to find its owner, and locked; its contents; its new version; the revision;
# commit.
CHANGE = 1 + LIST + CURRENT_STATE + LAST + 1 + 1 + 1

WRITES = {
    # The list, before the document is read; the editions, to read it; removed profiles and rosters; profiles
    # and rosters.
    ("PUT", "{at}"): WHO + LIST + CHANGE + 1 + 2 + 2,
    ("PATCH", "{at}"): WHO + CHANGE,
    ("PATCH", "{at}/profiles/captain"): WHO + CHANGE + 1,  # the profile; at most 12 in all
    ("DELETE", "{at}/profiles/captain"): WHO + CHANGE + 2,  # its mark; profiles that were removed first
    ("PATCH", "{at}/rosters/{roster}"): WHO + CHANGE + 1,  # the roster, whose entries stay
    ("DELETE", "{at}/rosters/{roster}"): WHO + CHANGE + 2,  # its mark; rosters that were removed first
}


@pytest.mark.parametrize("times", [2, pytest.param(10, marks=pytest.mark.wide)])
@pytest.mark.parametrize(("texts", "queries"), WRITES.items())
def test_requests_that_write(
    alice: User, catalogues: object, reavers: Document, times: int, texts: tuple[str, str], queries: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:  # fmt: skip
    """On a list with ``times`` as many profiles, rosters and revisions."""
    row, program = create_list_from_document(alice, multiplied(reavers, times)), used_client(alice)
    add_revisions(row, alice, times)
    method, path = texts
    at = path.format(at=f"lists/{row.public_id}", roster=roster_of(row).public_id)
    body: object = None if method == "DELETE" else {"name": "Another"}
    if method == "PUT":
        full = program.get(at).json()
        full["name"] = full["profiles"][0]["name"] = full["rosters"][0]["name"] = "Another"
        body = full
    with django_assert_num_queries(queries):
        answer = program.request(method, at, body, headers={"If-Match": "*"})
    assert answer.status_code in (200, 204)
