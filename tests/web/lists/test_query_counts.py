"""The number of queries of each change: fixed, however long the list is."""

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
ROSTERS = 1  # one list's rosters with their entries
REMOVED = 1  # removed profiles, for Undo and "Removed profiles"
REMOVED_ROSTERS = 1  # removed rosters, for Undo and "Removed rosters"
SHARED = 2  # how many clubs see it; whether rosters have links
LAST = 1  # the last revision
# Begin; the list, to find its owner, and locked; its contents; its new version; the new rows; commit.
CHANGE = 1 + LIST + PROFILES + ROSTERS + LAST + 1 + APPENDED + 1
SAMPLES = 3  # shown on the home page

pytestmark = [
    pytest.mark.sampled(every=1),
    pytest.mark.parametrize("profiles", [3, pytest.param(40, marks=pytest.mark.wide)]),
]


@pytest.fixture
def document(profiles: int) -> dict[str, Any]:
    """Return a list of busy profiles that summon each other, with a roster."""
    return long_document(profiles)


@pytest.fixture
def row(alice: User, catalogues: Catalogues, document: dict[str, Any], client: Client) -> CompanyList:
    """Alice's list. Alice is logged in."""
    client.force_login(alice)
    return create_list_from_document(alice, parse_document(document, catalogues))


@pytest.fixture
def address(row: CompanyList) -> str:
    return f"/lists/{row.public_id}/"


@pytest.fixture
def samples(alice: User, catalogues: Catalogues, document: dict[str, Any]) -> None:
    """Load as many samples as the home page shows, each with this number of profiles."""
    for number in range(SAMPLES):
        company_list = create_list_from_document(alice, parse_document(document, catalogues))
        CompanyList.objects.filter(pk=company_list.pk).update(owner=None, sample=f"sample-{number}")


# ------------------------------------------------------------------ changes

# The request, the queries of the change, and those of what htmx shows in addition.
PROFILES_SHOWN = REMOVED + REMOVED_ROSTERS + SHARED
CHANGES: dict[str, tuple[dict[str, str], int, int]] = {
    "profiles/": ({"name": "Cook"}, 2, 0),  # keys and places of removed profiles; the profile
    # The same of removed profiles; places after the original; the copy.
    "profiles/p1/duplicate/": ({}, 3, PROFILES_SHOWN),
    "profiles/p1/move/": ({"to": "last"}, 2, PROFILES_SHOWN),  # the places between; its own
    "profiles/p1/remove/": ({}, 2, PROFILES_SHOWN),  # its mark; profiles removed too long ago
    # The places of removed rosters, the roster, its entries.
    "rosters/": ({"name": "Friday", "limit": "750", "pick": "p1"}, 3, 0),
    # Names and places of removed rosters, places after the original, the copy, its entries.
    "rosters/{}/duplicate/": ({}, 4, REMOVED_ROSTERS),
    "rosters/{}/remove/": ({}, 2, REMOVED_ROSTERS),  # its mark; rosters removed too long ago
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
    # The edition of the document; the list of the same name, completely, as it may be equal; all names, for
    # the name of a copy.
    with django_assert_num_queries(WHO + EDITIONS + 1 + PROFILES + ROSTERS + 1):
        shown = client.post("/lists/import/", {"text": json.dumps({**document, "setting": "Elsewhere"})})
    fields = {
        name: values[0] for name, values in fields_of(shown.content.decode(), "bring").items() if values
    }
    assert row.public_id in shown.content.decode()
    sent = {**fields, "choice-0": "new", "new_name-0": "Another", "import": "1"}
    # Also: the same again; the owner, as the lock, and whether the new name is free; a savepoint and its end;
    # the edition's row; profiles, rosters and entries, one query each.
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
    # The list with which the text is read; keys and places of removed profiles; the rows.
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
    # The original, locked; the names in use; its contents; profiles, rosters and entries, one query each; the
    # tags if it is the user's own list; otherwise the number of copies.
    with django_assert_num_queries(WHO + LIST + NEW_LIST + 2 + PROFILES + ROSTERS + 3 + 1):
        answer = client.post("/samples/sample-1/" if from_sample else f"{address}copy/")
    assert answer.status_code == 302


def test_a_list_is_deleted_and_restored(
    row: CompanyList, address: str, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Also: the list, to find its owner, who is the lock of all lists; a savepoint and its end; lists that
    # were
    # deleted before too many others.
    with django_assert_num_queries(WHO + LIST + CHANGE + 1 + 2 + 1):
        assert client.post(f"{address}delete/").status_code == 302
    # Also: the list, to find its owner; all lists, to count them; whether it is deleted; the count.
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
    # Its new version; its entries, deleted and inserted.
    with django_assert_num_queries(WHO + CHANGE + 3):
        answer = client.post(url, sent, headers=HTMX if htmx else {})
    assert answer.status_code == (200 if htmx else 303)
