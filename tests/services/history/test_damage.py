"""Damaged histories: lists are changed all the same, and nothing is shown that is not what was written."""

from collections.abc import Mapping

import pytest
from django.test import Client
from pytest_django import Settings

from builder.models import CompanyList, Revision, User
from builder.points.catalogue import Catalogue
from builder.points.deltas import make_delta
from builder.points.document import parse_document
from builder.queries.history import past_versions
from builder.revisions import read_chains
from builder.services.editing.packing import check_histories, make_histories_whole
from builder.services.editing.words import write_missing_words
from builder.services.exchange import create_list_from_document
from tests.support.api_client import ApiClient
from tests.support.long_lists import long_document
from tests.support.saving import reload, set_attributes

pytestmark = pytest.mark.django_db


@pytest.fixture
def edited(alice: User, catalogues: Mapping[tuple[str, str], Catalogue]) -> CompanyList:
    """A list that was changed twelve times."""
    made = create_list_from_document(alice, parse_document(long_document(5), catalogues))
    for number in range(12):
        set_attributes(made, "p0", fgt=number % 7 + 1, shg=number % 3 + 1)
    return made


def revisions(of: CompanyList) -> list[Revision]:
    return list(Revision.objects.filter(company_list=of).order_by("number"))


@pytest.mark.parametrize("way", ["no delta", "another text"])
def test_a_damaged_history_is_kept_and_its_list_goes_on(
    edited: CompanyList, settings: Settings, way: str
) -> None:
    """The change is saved, nothing is deleted, and the damage is still found afterwards."""
    rows = revisions(edited)
    documents = [lines for _, lines in read_chains(rows)]
    spoilt = [line.replace(b'"p1"', b'"pX"') for line in documents[5]]
    rows[5].document = b"xx" if way == "no delta" else make_delta(documents[4], spoilt)
    rows[5].save()
    damaged = check_histories().damaged
    assert damaged
    settings.MUSTERBOOK_KEPT_REVISIONS = 10
    for fgt in (5, 6):
        set_attributes(edited, "p1", fgt=fgt)
    assert [row.pk for row in revisions(edited)][:13] == [row.pk for row in rows]
    assert len(revisions(edited)) == 15
    assert check_histories().damaged == damaged


def test_a_reader_who_came_before_a_deletion_changes_no_words(
    edited: CompanyList, settings: Settings
) -> None:
    """The words of a revision are about the one before it, even when that is gone; the reader sees them."""
    seen = revisions(edited)
    settings.MUSTERBOOK_KEPT_REVISIONS = 10
    set_attributes(edited, "p1", fgt=5)
    told = {row.number: row.words for row in revisions(edited) if row.words is not None}
    write_missing_words(reload(edited), seen)
    now = {row.number: row.words for row in revisions(edited)}
    shown = {row.number: row.words for row in seen}
    assert len(told) > 1
    assert {number: now[number] for number in told} == told
    assert {number: words for number, words in shown.items() if number in told} == {
        number: words for number, words in told.items() if number in shown
    }


def test_a_damaged_version_is_told_and_the_others_are_read(
    edited: CompanyList, alice: User, client: Client
) -> None:
    """Its page and its document say so; the history, the list, and what came before it are as ever."""
    Revision.objects.filter(pk=revisions(edited)[5].pk).update(document=b"xx")
    numbers = [row.number for row in revisions(edited)]
    client.force_login(alice)
    at = f"/lists/{edited.public_id}/"
    for path in (f"history/{numbers[5]}/", f"history/{numbers[6]}/document.json"):
        answer = client.get(at + path)
        assert (answer.status_code, "damaged" in answer.content.decode()) == (409, True)
    for path in ("", "history/", f"history/{numbers[4]}/"):
        assert client.get(at + path).status_code == 200, path
    answer = ApiClient(alice).get(f"lists/{edited.public_id}/revisions/{numbers[5]}")
    assert (answer.status_code, answer.json()["type"].endswith("broken-list")) == (409, True)
    assert len(list(past_versions(reload(edited)))) == 5


def test_the_way_back_is_open_once_what_is_damaged_is_given_up(edited: CompanyList) -> None:
    """As docs/history.md has it: the damaged revision goes, with all of its chain that builds on it."""
    damaged = revisions(edited)[5]
    Revision.objects.filter(pk=damaged.pk).update(document=b"xx")
    assert len(make_histories_whole().damaged) == 1
    assert Revision.objects.filter(since__isnull=False).exists()
    gone = Revision.objects.filter(company_list=edited, since=damaged.since, number__gte=damaged.number)
    gone.delete()
    assert make_histories_whole().damaged == []
    assert not Revision.objects.filter(since__isnull=False).exists()
    assert [row.words is None for row in revisions(edited)] == [False] * 5
