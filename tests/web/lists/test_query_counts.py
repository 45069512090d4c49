"""How many queries each change takes: a fixed number, however long the list is."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from builder.services import rosters
from builder.services.exchange import create_list_from_document
from builder.services.profiles import remove_profile
from tests.support.html_forms import HTMX, fields_of
from tests.support.long_lists import long_document
from tests.support.query_counts import APPENDED, EDITIONS, NEW_LIST

WHO = 2  # session, user
LIST = 1  # the list with its edition and system
PROFILES = 1  # all of one list
ROSTERS = 1  # those of one list with their entries
REMOVED = 1  # what Undo and "Removed profiles" show
REMOVED_ROSTERS = 1  # what Undo and "Removed rosters" show
SHARED = 2  # how many clubs see it; whether rosters have links
LAST = 1  # the last revision
# Begin; the list, found for its owner and held; what stands in it; its new version; what is appended; commit.
CHANGE = 1 + LIST + PROFILES + ROSTERS + LAST + 1 + APPENDED + 1
SAMPLES = 3  # shown on the home page

pytestmark = [
    pytest.mark.sampled(every=1),
    pytest.mark.parametrize("profiles", [3, pytest.param(40, marks=pytest.mark.wide)]),
]


@pytest.fixture
def document(profiles: int) -> dict[str, Any]:
    """A list of busy profiles that summon each other, with a roster."""
    return long_document(profiles)


@pytest.fixture
def row(alice: User, catalogues: Catalogues, document: dict[str, Any], client: Client) -> CompanyList:
    """Alice's list, and alice at the keyboard."""
    client.force_login(alice)
    return create_list_from_document(alice, parse_document(document, catalogues))


@pytest.fixture
def address(row: CompanyList) -> str:
    return f"/lists/{row.public_id}/"


@pytest.fixture
def samples(alice: User, catalogues: Catalogues, document: dict[str, Any]) -> None:
    """As many samples as the home page shows, each of so many profiles."""
    for number in range(SAMPLES):
        company_list = create_list_from_document(alice, parse_document(document, catalogues))
        CompanyList.objects.filter(pk=company_list.pk).update(owner=None, sample=f"sample-{number}")


# ------------------------------------------------------------------ changes

# What is sent, the queries of the change, and those of what else htmx shows.
PROFILES_SHOWN = REMOVED + REMOVED_ROSTERS + SHARED
CHANGES: dict[str, tuple[dict[str, str], int, int]] = {
    "profiles/": ({"name": "Cook"}, 2, 0),  # keys and places of those removed; the profile
    # The same of those removed; places behind the original; the copy.
    "profiles/p1/duplicate/": ({}, 3, PROFILES_SHOWN),
    "profiles/p1/move/": ({"to": "last"}, 2, PROFILES_SHOWN),  # the places between; its own
    "profiles/p1/remove/": ({}, 2, PROFILES_SHOWN),  # its mark, those removed too long ago
    # The places of those removed, the roster, its entries.
    "rosters/": ({"name": "Friday", "limit": "750", "pick": "p1"}, 3, 0),
    # The names and places of those removed, places behind the original, the copy, its entries.
    "rosters/{}/duplicate/": ({}, 4, REMOVED_ROSTERS),
    "rosters/{}/remove/": ({}, 2, REMOVED_ROSTERS),  # its mark, those removed too long ago
}


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "htmx"])
@pytest.mark.parametrize("path", CHANGES)
def test_a_change_to_the_profiles_or_rosters_of_a_list(
    row: CompanyList,
    address: str,
    client: Client,
    path: str,
    htmx: bool,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    sent, queries, also_shown = CHANGES[path]
    shown = htmx and bool(also_shown)
    at = address + path.format(row.rosters.get().public_id)
    with django_assert_num_queries(WHO + CHANGE + queries + also_shown * shown):
        answer = client.post(at, sent, headers=HTMX if htmx else {})
    assert answer.status_code == (200 if shown else 302)


def test_removed_profiles_and_rosters_are_put_back(
    row: CompanyList, address: str, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    roster = rosters.remove_roster(row, row.rosters.get().public_id).public_id
    remove_profile(row, "p1")
    with django_assert_num_queries(WHO + CHANGE + 2):  # the profile, its mark
        assert client.post(f"{address}profiles/p1/restore/").status_code == 302
    with django_assert_num_queries(WHO + CHANGE + 3):  # the roster, its mark, its entries
        assert client.post(f"{address}rosters/{roster}/restore/").status_code == 302


def test_a_document_is_imported(
    row: CompanyList,
    document: dict[str, Any],
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # The edition of the document; the list of its name, whole, as it may be the same; for the name of a copy,
    # all names.
    with django_assert_num_queries(WHO + EDITIONS + 1 + PROFILES + ROSTERS + 1):
        shown = client.post("/lists/import/", {"text": json.dumps({**document, "setting": "Elsewhere"})})
    fields = {
        name: values[0] for name, values in fields_of(shown.content.decode(), "bring").items() if values
    }
    assert row.public_id in shown.content.decode()
    sent = {**fields, "choice-0": "new", "new_name-0": "Another", "import": "1"}
    # Besides: the same again; the owner, who is the lock, and whether the new name is free; a savepoint and
    # its end; the edition's row; profiles, rosters and their entries, each kind at once.
    with django_assert_num_queries(WHO + EDITIONS + 1 + PROFILES + ROSTERS + 1 + NEW_LIST + 2 + 2 + 1 + 3):
        answer = client.post("/lists/import/", sent)
    assert answer.status_code == 302


def test_stat_lines_are_pasted(
    row: CompanyList,
    address: str,
    profiles: int,
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    sent = {"text": "Cook Mov 6\n" * profiles}
    with django_assert_num_queries(WHO + LIST + PROFILES):
        page = client.post(f"{address}paste/", sent).content.decode()
    (mark,) = re.findall('name="shown" value="([^"]+)"', page)
    # The list as the text is read with it; keys and places of those removed, the rows.
    with django_assert_num_queries(WHO + LIST + PROFILES + CHANGE + 2):
        answer = client.post(f"{address}paste/", {**sent, "shown": mark, "save": "1"})
    assert answer.status_code == 302


@pytest.mark.parametrize("from_sample", [False, True], ids=["own", "sample"])
def test_a_list_is_copied(
    samples: None,
    address: str,
    client: Client,
    from_sample: bool,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # The original, held; the names that are taken; what stands in it; profiles, rosters and their entries,
    # each kind at once; the tags of what is one's own; the copies of what is not are counted.
    with django_assert_num_queries(WHO + LIST + NEW_LIST + 2 + PROFILES + ROSTERS + 3 + 1):
        answer = client.post("/samples/sample-1/" if from_sample else f"{address}copy/")
    assert answer.status_code == 302


def test_a_list_is_deleted_and_restored(
    row: CompanyList, address: str, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Besides: the list to find its owner, who is the lock of all lists; a savepoint and its end; those
    # deleted before too many others.
    with django_assert_num_queries(WHO + LIST + CHANGE + 1 + 2 + 1):
        assert client.post(f"{address}delete/").status_code == 302
    # Besides: the list to find its owner, and them again to count what there is; whether it rests; the count.
    with django_assert_num_queries(WHO + LIST + CHANGE + 1 + 2 + 3):
        assert client.post(f"{address}restore/").status_code == 302


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "htmx"])
def test_a_roster_is_saved(
    row: CompanyList,
    address: str,
    client: Client,
    htmx: bool,
    profiles: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    sent = {f"count[{number}].p{number}": "2" for number in range(profiles)}
    sent |= {"version": "1", "name": "All", "limit": "500", "zeros": ""}
    url = f"{address}rosters/{row.rosters.get().public_id}/"
    # Its new version, its entries taken out and put in.
    with django_assert_num_queries(WHO + CHANGE + 3):
        answer = client.post(url, sent, headers=HTMX if htmx else {})
    assert answer.status_code == (200 if htmx else 303)
