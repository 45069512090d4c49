"""Copies of lists that the user can read are the same as copies made on the website."""

import pytest
from django.test import Client

from builder.documents import load_list
from builder.models import CompanyList, User
from builder.models.lists import lists_with_edition
from builder.points.document.document import dump_document
from tests.support.api_client import ApiClient
from tests.support.list_access import LIST_ROUTES


def contents(row: CompanyList) -> dict[str, object]:
    """Return the document of a list."""
    loaded = load_list(row)
    return dict(dump_document(loaded.document, loaded.catalogue))


@pytest.mark.parametrize("way", LIST_ROUTES)
def test_a_copy_contains_what_its_reader_can_see(list_urls: dict[str, str], bob: User, way: str) -> None:
    """The copy belongs to the reader, who can change it."""
    program = ApiClient(bob)
    answer = program.post(f"{list_urls[way]}/copies")
    assert answer.status_code == 201
    body = answer.json()
    assert (body["way"], body["owner"]) == ("own", "bob")
    assert answer["Location"] == f"/api/v1/lists/{body['id']}"
    assert program.get(answer["Location"]).json() == program.get(list_urls[way]).json()
    assert program.delete(answer["Location"], If_Match=answer["ETag"]).status_code == 204


@pytest.mark.parametrize("way", LIST_ROUTES)
def test_a_copy_equals_that_of_the_page(
    list_urls: dict[str, str], alices_list: CompanyList, bob: User, client: Client, way: str
) -> None:
    """The contents, the mention of the original, and its number of copies."""
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
