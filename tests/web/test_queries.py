"""How many queries each page and each change takes: a fixed number, however long the list is."""

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.points.document import parse_document
from builder.services import lists as services
from tests.busy import company

HTMX = {"HX-Request": "true"}
EDITION = "/systems/unbridled-fury/0.9.0/"

WHO = 2  # session, user
LIST = 1  # the list with its edition and system
PROFILES = 1  # all of one list
REMOVED = 1  # what Undo and "Removed profiles" show
EDITIONS = 1  # those that can be chosen, each read once in the life of the process
CHANGE = 3  # begin; the list's new version, which is its lock; commit
NEW_LIST = 5  # begin; the owner, who is the lock; how many lists there are; the list; commit
SAMPLES = 3  # shown on the home page

pytestmark = pytest.mark.parametrize("profiles", [3, 40])


@pytest.fixture
def document(profiles: int) -> dict[str, Any]:
    """A list of busy profiles that summon each other, with a roster."""
    return company(profiles)


@pytest.fixture
def row(alice: User, catalogues: Catalogues, document: dict[str, Any], client: Client) -> CompanyList:
    """Alice's list, and alice at the keyboard."""
    client.force_login(alice)
    return services.import_document(alice, parse_document(document, catalogues))


@pytest.fixture
def address(row: CompanyList) -> str:
    return f"/lists/{row.public_id}/"


@pytest.fixture
def samples(alice: User, catalogues: Catalogues, document: dict[str, Any]) -> None:
    """As many samples as the home page shows, each of so many profiles."""
    for number in range(SAMPLES):
        made = services.import_document(alice, parse_document(document, catalogues))
        CompanyList.objects.filter(pk=made.pk).update(owner=None, sample=f"sample-{number}")


# ------------------------------------------------------------------ pages

PAGES = {
    "": WHO + LIST + PROFILES + REMOVED,
    "?edit=details": WHO + LIST + PROFILES + REMOVED,
    "?sum=p1": WHO + LIST + PROFILES + REMOVED,
    "document.json": WHO + LIST + PROFILES + 2,  # rosters, their entries
    "profiles/p1/": WHO + LIST + PROFILES,
    "profiles/p1/?pick=properties": WHO + LIST + PROFILES,
    "profiles/p1/?pick=spells&q=summon": WHO + LIST + PROFILES,
}


@pytest.mark.parametrize(("path", "queries"), PAGES.items())
def test_a_page_of_a_list(
    address: str, client: Client, path: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(queries):
        assert client.get(address + path).status_code == 200


@pytest.mark.parametrize("path", ["", "profiles/p1/?pick=properties"])
def test_a_page_of_a_long_list(
    alice: User,
    catalogues: Catalogues,
    client: Client,
    path: str,
    profiles: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """Five times as long again: 200 at the most."""
    long = parse_document(company(5 * profiles), catalogues)
    row = services.import_document(alice, long)
    client.force_login(alice)
    with django_assert_num_queries(PAGES[path]):
        assert client.get(f"/lists/{row.public_id}/{path}").status_code == 200


PUBLIC = {
    "/": EDITIONS + 1 + SAMPLES * PROFILES,  # the samples, the profiles of each
    "/about/": EDITIONS,
    "/lists/": EDITIONS + 2,  # one's own, the samples for those who have none
    "/lists/import/": 0,
    "/samples/sample-1/": LIST + PROFILES,
    "/systems/": EDITIONS,
    EDITION: EDITIONS,
    f"{EDITION}?q=water": EDITIONS,
    f"{EDITION}rules/": EDITIONS,
}


@pytest.mark.parametrize(("path", "queries"), PUBLIC.items())
def test_a_public_page(
    samples: None,
    client: Client,
    path: str,
    queries: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(queries):
        assert client.get(path).status_code in (200, 302)


# ------------------------------------------------------------------ changes

CHANGES: dict[str, tuple[dict[str, str], int]] = {
    "profiles/": ({"name": "Cook"}, 3),  # the last place, the keys, the profile
    "profiles/p1/duplicate/": ({}, 5),  # the original, places behind it, the names, the keys, the copy
    "profiles/p1/move/": ({"to": "last"}, 4),  # who stands at the ends, all places, those between, its own
    "profiles/p1/remove/": ({}, 3),  # the profile, its mark, those removed too long ago
}


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "htmx"])
@pytest.mark.parametrize("path", CHANGES)
def test_a_change_to_the_profiles_of_a_list(
    address: str, client: Client, path: str, htmx: bool, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    sent, queries = CHANGES[path]
    shown = htmx and path != "profiles/"
    with django_assert_num_queries(WHO + LIST + CHANGE + queries + (PROFILES + REMOVED) * shown):
        answer = client.post(address + path, sent, headers=HTMX if htmx else {})
    assert answer.status_code == (200 if shown else 302)


def test_a_removed_profile_is_put_back(
    row: CompanyList, address: str, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    services.remove_profile(row, "p1")
    with django_assert_num_queries(WHO + LIST + CHANGE + 3):  # the profile, how many there are, its mark
        assert client.post(f"{address}profiles/p1/restore/").status_code == 302


def test_a_document_is_brought_in(
    row: CompanyList,
    document: dict[str, Any],
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # The edition of the document, and its row; profiles, rosters and their entries, each kind at once.
    with django_assert_num_queries(WHO + EDITIONS + NEW_LIST + 1 + 3):
        answer = client.post("/lists/import/", {"text": json.dumps(document)})
    assert answer.status_code == 302


@pytest.mark.parametrize("from_sample", [False, True], ids=["own", "sample"])
def test_a_list_is_copied(
    samples: None,
    address: str,
    client: Client,
    from_sample: bool,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # The names that are taken; profiles, rosters and their entries, each kind read and written at once.
    with django_assert_num_queries(WHO + LIST + NEW_LIST + 1 + 6):
        answer = client.post("/samples/sample-1/" if from_sample else f"{address}copy/")
    assert answer.status_code == 302


def test_a_list_is_deleted_and_brought_back(
    row: CompanyList, address: str, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Besides: the owner, who is the lock of all lists; its mark; those deleted too long ago.
    with django_assert_num_queries(WHO + LIST + CHANGE + 3):
        assert client.post(f"{address}delete/").status_code == 302
    # Begin; the owner; the list; the owner again, to count what there is; the count; its mark; commit.
    with django_assert_num_queries(WHO + LIST + 7):
        assert client.post(f"{address}restore/").status_code == 302
