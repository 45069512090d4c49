"""Damaged histories: the list can still be changed, and only damaged revisions can't be shown."""

import zlib
from collections.abc import Mapping

import pytest
from django.test import Client

from builder.models import CompanyList, Revision, User
from builder.points.document.document import parse_document
from builder.points.rules.catalogue import Catalogue
from builder.queries.history import past_versions
from builder.services.exchange import create_list_from_document
from tests.support.api_client import ApiClient
from tests.support.long_lists import long_document
from tests.support.saving import end_edit_session, reload, set_attributes, words_of_revisions

pytestmark = pytest.mark.django_db


@pytest.fixture
def edited(alice: User, catalogues: Mapping[tuple[str, str], Catalogue]) -> CompanyList:
    """A list with five revisions."""
    company_list = create_list_from_document(alice, parse_document(long_document(3), catalogues))
    for fgt in (1, 2, 3, 4):
        end_edit_session(company_list)
        set_attributes(company_list, "p0", fgt=fgt)
    return company_list


@pytest.mark.parametrize(
    "damage",
    [b"", b"xx", zlib.compress(b"{"), zlib.compress(b"[]"), zlib.compress(b"\xff")],
    ids=["nothing", "not packed", "no JSON", "no document", "no text"],
)
def test_a_damaged_revision_is_reported_and_the_others_are_readable(
    edited: CompanyList, alice: User, client: Client, damage: bytes
) -> None:
    Revision.objects.filter(company_list=edited, number=3).update(document=damage)
    client.force_login(alice)
    at = f"/lists/{edited.public_id}/"
    for path in ("history/3/", "history/3/document.json", "history/compare/?from=3"):
        answer = client.get(at + path)
        assert (answer.status_code, "damaged" in answer.content.decode()) == (409, True)
    for path in ("", "history/", "history/2/", "history/4/", "history/compare/?from=4"):
        assert client.get(at + path).status_code == 200, path
    answer = ApiClient(alice).get(f"lists/{edited.public_id}/revisions/3")
    assert (answer.status_code, answer.json()["type"].endswith("broken-list")) == (409, True)
    assert ApiClient(alice).get(f"lists/{edited.public_id}/revisions").status_code == 200
    assert len(list(past_versions(reload(edited)))) == 4
    assert ["damaged" in " ".join(words) for words in words_of_revisions(edited)] == [
        False, False, True, True, False,
    ]  # fmt: skip


def test_a_list_whose_last_revision_is_damaged_can_be_changed(edited: CompanyList) -> None:
    end_edit_session(edited)
    Revision.objects.filter(company_list=edited, number=5).update(document=b"xx")
    set_attributes(edited, "p0", fgt=6)
    assert bytes(Revision.objects.get(company_list=edited, number=5).document) == b"xx"
    assert Revision.objects.filter(company_list=edited).count() == 6
