"""Revisions hold what changed: every one reads as the list stood then, and stays short."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.db.utils import OperationalError
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.documents import load_stored_list, pack_json
from builder.models import CompanyList, EditSession, Profile, Revision, User
from builder.points.deltas import document_lines
from builder.points.document import parse_document
from builder.queries.history import past_versions
from builder.revisions import MAX_CHAIN, DamagedHistoryError, past_documents
from builder.services.editing.words import write_missing_words
from builder.services.exchange import create_list_from_document
from builder.services.profiles import add_profile, duplicate_profile, move_profile, remove_profile
from tests.support.long_lists import long_document
from tests.support.saving import (
    document_at,
    edit_sessions_with_words,
    load_fresh,
    reload,
    revisions_with_words,
    set_attributes,
)

pytestmark = pytest.mark.django_db


def current_lines(company_list: CompanyList) -> tuple[bytes, ...]:
    return document_lines(load_stored_list(reload(company_list)).document_json())


def stored_lines(company_list: CompanyList) -> dict[int, tuple[bytes, ...]]:
    """Every revision that is there, each read alone."""
    numbers = Revision.objects.filter(company_list=company_list).values_list("number", flat=True)
    return {number: document_lines(document_at(company_list, number)) for number in numbers}


def chains(company_list: CompanyList) -> list[tuple[int, int | None]]:
    rows = Revision.objects.filter(company_list=company_list).order_by("number")
    return list(rows.values_list("number", "since"))


@pytest.fixture
def long_list(alice: User, catalogues: Catalogues) -> CompanyList:
    """Forty profiles."""
    return create_list_from_document(alice, parse_document(long_document(40), catalogues))


def change(company_list: CompanyList, number: int) -> None:
    """One of the changes that players make, another one for each number."""
    row = reload(company_list)
    match number % 10:
        case 3:
            duplicate_profile(row, f"p{number % 40}")
        case 6:
            move_profile(row, f"p{number % 40}", "first")
        case 8:
            remove_profile(row, load_fresh(row).document.profiles[-1].key)
        case _:
            set_attributes(company_list, f"p{number % 5}", fgt=number % 7 + 1, shg=number % 3 + 1)


def test_every_revision_reads_as_the_list_stood_and_is_short(long_list: CompanyList) -> None:
    stood = {1: current_lines(long_list)}
    for number in range(2, MAX_CHAIN + 12):
        change(long_list, number)
        stood[number] = current_lines(long_list)
    assert stored_lines(long_list) == stood
    assert {since for _, since in chains(long_list)} == {1, MAX_CHAIN + 1}
    sizes = [len(document) for document in Revision.objects.values_list("document", flat=True)]
    assert sum(sizes) / len(sizes) < 200
    assert max(sizes) > 1000  # the whole ones
    past = [version.document.name for version in past_versions(reload(long_list))]
    assert len(past) == len(stood)


def test_rows_that_were_changed_behind_its_back_are_stored_whole(alices_list: CompanyList) -> None:
    """The last revision is not what the rows hold: what changed since then is not known."""
    Profile.objects.filter(company_list=alices_list, key="captain").update(notes="Changed by hand")
    add_profile(reload(alices_list), "Cook")
    assert chains(alices_list) == [(1, 1), (2, 2)]
    assert document_lines(document_at(alices_list, 2)) == current_lines(alices_list)


def test_whole_documents_of_before_are_read_and_followed(alices_list: CompanyList) -> None:
    set_attributes(alices_list, "captain", fgt=9)
    stood = stored_lines(alices_list)
    for row in list(Revision.objects.order_by("-number")):
        value = document_at(alices_list, row.number)
        Revision.objects.filter(pk=row.pk).update(since=None, digest=None, document=pack_json(value))
    set_attributes(alices_list, "captain", fgt=7)
    set_attributes(alices_list, "captain", fgt=6)
    assert chains(alices_list) == [(1, None), (2, None), (3, 3), (4, 3)]
    found = stored_lines(alices_list)
    assert {number: found[number] for number in (1, 2)} == stood
    assert found[4] == current_lines(alices_list)
    assert len(list(past_versions(reload(alices_list)))) == 4


# ------------------------------------------------------------------ deleting


@pytest.mark.parametrize(("kept", "changes"), [(6, 16), pytest.param(20, 60, marks=pytest.mark.wide)])
def test_what_stays_reads_as_before_when_others_are_deleted(
    alices_list: CompanyList, settings: Settings, kept: int, changes: int
) -> None:
    """Inner changes of a sitting go first, then whole sittings; chains that lose some are packed anew."""
    settings.MUSTERBOOK_KEPT_REVISIONS = kept
    stood = {1: current_lines(alices_list)}
    for number in range(2, changes):
        settings.MUSTERBOOK_SITTING_MINUTES = 0 if number % 3 == 0 else 30
        set_attributes(alices_list, "captain", fgt=number % 5 + 4)
        stood[number] = current_lines(alices_list)
        found = stored_lines(alices_list)
        assert len(found) <= kept
        assert found == {number: stood[number] for number in found}
    assert sum(number == since for number, since in chains(alices_list)) == 1


def test_words_are_those_of_the_change_also_where_the_one_before_is_deleted(
    alices_list: CompanyList, settings: Settings
) -> None:
    """Nobody had read them: they are made before what they are compared with goes."""
    settings.MUSTERBOOK_KEPT_REVISIONS = 4
    for value in (9, 10, 11, 12):
        set_attributes(alices_list, "captain", fgt=value)
    rows = revisions_with_words(alices_list)
    assert [row.number for row in rows] == [1, 3, 4, 5]
    assert (rows[1].words or "").startswith("Captain: Fgt 9 → 10")


# ------------------------------------------------------------------ words


def test_words_are_made_when_they_are_read_and_kept(alices_list: CompanyList) -> None:
    set_attributes(alices_list, "captain", fgt=9)
    assert Revision.objects.get(number=2).words is None
    assert [row.words for row in revisions_with_words(alices_list)] == [
        "Imported: 7 profiles, 2 rosters",
        "Captain: Fgt 8 → 9, +12 points",
    ]
    Revision.objects.filter(number=2).update(words="As it was told then")
    assert [row.words for row in revisions_with_words(alices_list)][1:] == ["As it was told then"]


def test_words_of_a_sitting_are_made_anew_after_each_change(alices_list: CompanyList) -> None:
    for value, said in ((9, "Captain: Fgt 8 → 9, +12 points"), (10, "Captain: Fgt 8 → 10, +29 points")):
        set_attributes(alices_list, "captain", fgt=value)
        assert EditSession.objects.get().words is None
        (row,) = edit_sessions_with_words(alices_list)
        assert row.lines == ["Imported: 7 profiles, 2 rosters", said]
        assert EditSession.objects.get().words == row.words


def test_a_change_while_a_sitting_is_read_keeps_its_words_open(alices_list: CompanyList) -> None:
    """What was read is told; the stored words wait for what came since."""
    set_attributes(alices_list, "captain", fgt=9)
    seen = EditSession.objects.get()
    set_attributes(alices_list, "captain", fgt=10)
    write_missing_words(reload(alices_list), (), [seen])
    assert seen.words is not None
    assert EditSession.objects.get().words is None


@contextmanager
def refused_writes() -> Iterator[None]:
    """A database that takes no writes, as a full or a read-only one."""

    def refuse(execute: Callable[..., object], sql: str, *rest: object) -> object:
        if sql.startswith("UPDATE"):
            raise OperationalError("read only")
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse):
        yield


def test_words_are_told_where_they_cannot_be_stored(alices_list: CompanyList) -> None:
    set_attributes(alices_list, "captain", fgt=9)
    with refused_writes():
        assert (revisions_with_words(alices_list)[1].words or "").startswith("Captain: Fgt 8 → 9")
    assert Revision.objects.get(number=2).words is None


def test_a_damaged_revision_is_not_taken_for_another_and_stops_no_history(
    alices_list: CompanyList, caplog: pytest.LogCaptureFixture
) -> None:
    for value in (9, 10):
        set_attributes(alices_list, "captain", fgt=value)
    first = Revision.objects.get(number=1)
    other = pack_json({**document_at(alices_list, 1), "name": "Another"})
    Revision.objects.filter(pk=first.pk).update(since=None, document=other)
    with pytest.raises(DamagedHistoryError, match="revision 3"):
        past_documents(alices_list.pk, (3,))
    with caplog.at_level(logging.ERROR):
        assert [row.words for row in revisions_with_words(alices_list)][1:] == [None, None]
    assert "cannot be told" in caplog.text
