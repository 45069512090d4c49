"""How many queries the pages of a history take: a fixed number, however many revisions there are."""

from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from builder.documents import load_list, pack_document
from builder.models import CompanyList, Revision, User
from tests.support.query_counts import OpenInQueries

pytestmark = pytest.mark.sampled(every=1)

WHO = 2  # session, user
LIST = 1  # the list with its edition, system and owner
CURRENT_STATE = 1 + 1  # profiles; rosters with their entries
ENTRIES = 1  # the revisions with their editors and documents
CHOICES = 1  # the revisions that can be compared

PAGES = {
    "": WHO + LIST + ENTRIES,
    "?before=9": WHO + LIST + ENTRIES,
    "2/": WHO + LIST + 1,
    "2/document.json": WHO + LIST + 1,
    "compare/?from=1&to=2": WHO + LIST + CHOICES + 1,  # both revisions
    "compare/?from=1&to=now": WHO + LIST + CHOICES + 1 + CURRENT_STATE,
}
LAST = 1  # the last revision
# Begin; the list, locked; its contents; its new version; the revision; commit.
CHANGE = 1 + LIST + CURRENT_STATE + LAST + 1 + 1 + 1
FOUND = 1  # the revision
PUT_BACK = 2  # profiles and rosters that were removed; of the others nothing differs
UNDO = 1  # which revision takes it back


@pytest.fixture(params=[12, pytest.param(500, marks=pytest.mark.wide)])
def address(request: pytest.FixtureRequest, alice: User, alices_list: CompanyList, client: Client) -> str:
    """The history of alice's list with so many revisions."""
    row = CompanyList.objects.select_related("edition__system").get(pk=alices_list.pk)
    loaded = load_list(row)
    now = timezone.now()
    Revision.objects.bulk_create(
        Revision(
            company_list=row,
            number=number,
            by=alice,
            began=now,
            ended=now,
            document=pack_document(replace(loaded.document, name=f"Name {number}"), loaded.catalogue),
        )
        for number in range(2, request.param + 1)
    )
    CompanyList.objects.filter(pk=row.pk).update(version=request.param, name=f"Name {request.param}")
    client.force_login(alice)
    return f"/lists/{row.public_id}/history/"


def test_the_pages_of_a_history(address: str, alice: User, open_in_queries: OpenInQueries) -> None:
    for path, queries in PAGES.items():
        open_in_queries(alice, address + path, queries)


def test_a_revision_is_restored(
    address: str, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(WHO + LIST + CHANGE + FOUND + PUT_BACK + UNDO):
        assert client.post(f"{address}1/restore/").status_code == 302
