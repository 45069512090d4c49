"""How many queries the API takes for one's own lists: a fixed number, however much there is."""

from dataclasses import replace

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.documents import load_list, pack_document
from builder.models import CompanyList, Revision, User
from builder.points.document.document import Document
from builder.services.exchange import create_list_from_document
from builder.services.lists import delete_list
from tests.support.api_client import ApiClient

pytestmark = pytest.mark.sampled(every=1)

WHO = 1  # the token with whose it is
LIST = 1  # the list with its edition and system
PROFILES = 1
ROSTERS = 1  # with their entries
CURRENT_STATE = PROFILES + ROSTERS

READS = {
    "lists": WHO + 1 + 1,  # with their counts; their tags
    "deleted-lists": WHO + 1,
    "{at}": WHO + LIST + CURRENT_STATE,
    "{at}/profiles": WHO + LIST + PROFILES,
    "{at}/profiles/captain": WHO + LIST + 1,  # that one alone
    "{at}/rosters": WHO + LIST + CURRENT_STATE,
    "{at}/rosters/{roster}": WHO + LIST + CURRENT_STATE,
    "{at}/removed": WHO + LIST + 2,  # profiles; rosters
    "{at}/revisions": WHO + LIST + 1,  # with whose they are
    "{at}/revisions/1": WHO + LIST + 1,  # with the numbers of those beside it
    "{at}/changes?from=1&to=2": WHO + LIST + 1,  # both revisions
    "{at}/changes?from=1": WHO + LIST + 1 + CURRENT_STATE,
}
LAST = 1  # the last revision
# Begin; the list, found for its owner and held; what stands in it; its new version; the revision;
# commit.
CHANGE = 1 + LIST + CURRENT_STATE + LAST + 1 + 1 + 1

WRITES = {
    # The list, before the document is read; the editions, to read it; profiles and rosters that were removed;
    # profiles and rosters.
    ("PUT", "{at}"): WHO + LIST + CHANGE + 1 + 2 + 2,
    ("PATCH", "{at}"): WHO + CHANGE,
    ("PATCH", "{at}/profiles/captain"): WHO + CHANGE + 1,  # the profile; no more than 12 in all
    ("DELETE", "{at}/profiles/captain"): WHO + CHANGE + 2,  # its mark; which were removed first
    ("PATCH", "{at}/rosters/{roster}"): WHO + CHANGE + 1,  # the roster, whose entries stay
    ("DELETE", "{at}/rosters/{roster}"): WHO + CHANGE + 2,  # its mark; which were removed first
}


class ApiList:
    """Alice's list, and how to ask about it."""

    def __init__(self, program: ApiClient, row: CompanyList) -> None:
        self.program, self.row = program, row
        self.roster = program.get(f"lists/{row.public_id}/rosters").json()["results"][0]["id"]

    def address(self, path: str) -> str:
        return path.format(at=f"lists/{self.row.public_id}", roster=self.roster)


def many(reavers: Document, times: int) -> Document:
    """The profiles and rosters of a document so many times, under keys and names of their own."""
    return replace(
        reavers,
        profiles=tuple(
            replace(profile, key=f"{profile.key}-{n}" if n else profile.key)
            for n in range(times)
            for profile in reavers.profiles
        ),
        rosters=tuple(
            replace(roster, name=f"{roster.name} {n}") for n in range(times) for roster in reavers.rosters
        ),
    )


@pytest.fixture(params=[2, pytest.param(10, marks=pytest.mark.wide)])
def place(request: pytest.FixtureRequest, alice: User, catalogues: Catalogues, reavers: Document) -> ApiList:
    """So many times as much of everything: profiles, rosters, revisions, lists, deleted lists."""
    times: int = request.param
    for number in range(times):
        create_list_from_document(alice, replace(reavers, name=f"List {number}"))
        delete_list(create_list_from_document(alice, reavers))
    row = create_list_from_document(alice, many(reavers, times))
    full, now = (
        load_list(CompanyList.objects.select_related("edition__system").get(pk=row.pk)),
        timezone.now(),
    )
    for number in range(2, 2 + times):
        then = pack_document(replace(full.document, name=f"Then {number}"), full.catalogue)
        Revision.objects.create(
            company_list=row, number=number, by=alice, began=now, ended=now, document=then
        )
    CompanyList.objects.filter(pk=row.pk).update(version=1 + times)
    return ApiList(ApiClient(alice), row)


def test_requests_that_read(place: ApiList, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for path, queries in READS.items():
        with django_assert_num_queries(queries, info=path):
            assert place.program.get(place.address(path)).status_code == 200


@pytest.mark.parametrize(("texts", "queries"), WRITES.items())
def test_requests_that_write(
    place: ApiList, texts: tuple[str, str], queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    method, path = texts
    body: object = None if method == "DELETE" else {"name": "Another"}
    if method == "PUT":
        full = place.program.get(place.address(path)).json()
        full["name"] = full["profiles"][0]["name"] = full["rosters"][0]["name"] = "Another"
        body = full
    with django_assert_num_queries(queries):
        answer = place.program.request(method, place.address(path), body, headers={"If-Match": "*"})
    assert answer.status_code in (200, 204)
