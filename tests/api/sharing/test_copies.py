"""Copies of what may be read, made by a program: the same as the page's button makes."""

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from builder.documents import load_list
from builder.models import Club, CompanyList, User
from builder.points.document.document import dump_document
from builder.queries.access import lists_with_edition
from builder.services import gallery, lists, sharing
from tests.support.api_client import ApiClient, assert_problem
from tests.support.list_access import LIST_ROUTES, share_every_way


@pytest.fixture
def list_urls(alices_list: CompanyList, club: Club) -> dict[str, str]:
    """Alice's list by link, and her club's as a whole and by one roster."""
    return share_every_way(alices_list, club)


def contents(row: CompanyList) -> dict[str, object]:
    """The document of a list."""
    loaded = load_list(row)
    return dict(dump_document(loaded.document, loaded.catalogue))


@pytest.mark.parametrize("way", LIST_ROUTES)
def test_a_copy_is_what_may_be_read(list_urls: dict[str, str], bob: User, way: str) -> None:
    """It is a list of one's own, that can be changed."""
    program = ApiClient(bob)
    answer = program.post(f"{list_urls[way]}/copies")
    assert answer.status_code == 201
    body = answer.json()
    assert (body["way"], body["owner"]) == ("own", "bob")
    assert answer["Location"] == f"/api/v1/lists/{body['id']}"
    assert program.get(answer["Location"]).json() == program.get(list_urls[way]).json()
    assert program.delete(answer["Location"], If_Match=answer["ETag"]).status_code == 204


@pytest.mark.parametrize("way", LIST_ROUTES)
def test_a_copy_is_that_of_the_page(
    list_urls: dict[str, str], alices_list: CompanyList, bob: User, client: Client, way: str
) -> None:
    """The same in it, said of it and counted."""
    client.force_login(bob)
    client.post(f"/{list_urls[way]}/copy/")
    ApiClient(bob).post(f"{list_urls[way]}/copies")
    of_page, of_api = lists_with_edition().filter(owner=bob).order_by("pk")
    assert of_api.name == f"{of_page.name} 2"
    assert contents(of_api) == {**contents(of_page), "name": of_api.name}
    for row in (of_page, of_api):
        assert (row.copied_from_id, row.copied_owner) == (alices_list.pk, "alice")
    alices_list.refresh_from_db()
    assert alices_list.times_copied == 2


def test_a_key_makes_one_copy(list_urls: dict[str, str], bob: User) -> None:
    program = ApiClient(bob)
    first, again = (program.post(f"{list_urls['lists']}/copies", Idempotency_Key="once") for _ in range(2))
    assert first.json() == again.json()
    assert again["Idempotency-Replayed"] == "true"
    assert again["Location"] == first["Location"]
    assert CompanyList.objects.filter(owner=bob).count() == 1
    assert_problem(program.post(f"{list_urls['shared']}/copies", Idempotency_Key="once"), 422, "key-reused")
    assert program.post(f"{list_urls['lists']}/copies").status_code == 201
    assert CompanyList.objects.filter(owner=bob).count() == 2


def test_ones_own_list_is_copied_and_not_counted(alices_list: CompanyList, alice: User) -> None:
    body = ApiClient(alice).post(f"lists/{alices_list.public_id}/copies").json()
    assert body["name"] == "Molybdenian Drop Reavers 2"
    alices_list.refresh_from_db()
    assert alices_list.times_copied == 0


def test_a_sample_and_a_public_list_are_copied(alices_list: CompanyList, charlie: User) -> None:
    call_command("load_samples", verbosity=0)
    gallery.publish_list(alices_list)
    for row in (alices_list, CompanyList.objects.get(sample="heron-court")):
        assert ApiClient(charlie).post(f"lists/{row.public_id}/copies").status_code == 201


# ------------------------------------------------------------------ what is shown no more


def test_what_is_shown_no_more_is_not_copied(
    list_urls: dict[str, str], alices_list: CompanyList, bob: User
) -> None:
    sharing.replace_link(alices_list, list_urls["shared"].removeprefix("shared/"))
    assert_problem(ApiClient(bob).post(f"{list_urls['shared']}/copies"), 404, "not-found")
    gallery.hide_list(alices_list, "Not a list of profiles.")
    for way in LIST_ROUTES:
        assert_problem(ApiClient(bob).post(f"{list_urls[way]}/copies"), 404, "not-found")
    lists.delete_list(alices_list)
    assert_problem(ApiClient(alices_list.owner).post(f"{list_urls['lists']}/copies"), 404, "not-found")


# ------------------------------------------------------------------ what cannot be


def test_there_is_room_for_so_many(list_urls: dict[str, str], bob: User, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_LISTS_PER_USER = 1
    program = ApiClient(bob)
    assert program.post(f"{list_urls['lists']}/copies").status_code == 201
    problem = assert_problem(program.post(f"{list_urls['lists']}/copies"), 400, "too-much")
    assert "delete one first" in problem["detail"]


@pytest.mark.parametrize("way", LIST_ROUTES)
def test_an_address_of_nonsense_is_not_found(bob: User, way: str) -> None:
    for bad in ("nothing", "%00", "x" * 2000, "%ED%A0%80"):
        assert_problem(ApiClient(bob).post(f"{way}/{bad}/copies"), 404, "not-found")


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
def test_copies_are_only_made(list_urls: dict[str, str], alice: User, method: str) -> None:
    for way in LIST_ROUTES:
        assert_problem(ApiClient(alice).request(method, f"{list_urls[way]}/copies"), 405, "wrong-method")
