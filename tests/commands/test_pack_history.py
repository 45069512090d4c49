"""Histories of before are packed, read as before, and can be written whole again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.utils import OperationalError
from django.utils import timezone

from builder.documents import load_stored_list, pack_json
from builder.models import CompanyList, EditSession, Revision, User
from builder.points.deltas import document_lines
from builder.revisions import MAX_CHAIN, past_documents
from builder.services.lists import create_list
from tests.support.saving import document_at, reload, revisions_with_words, set_attributes

pytestmark = pytest.mark.django_db
CHANGES = MAX_CHAIN + 5


def run(capsys: pytest.CaptureFixture[str], **options: bool) -> list[str]:
    call_command("pack_history", **options)
    return capsys.readouterr().out.splitlines()


def documents(company_list: CompanyList) -> dict[int, object]:
    numbers = Revision.objects.filter(company_list=company_list).values_list("number", flat=True)
    past = past_documents(company_list.pk, list(numbers))
    return {number: document_lines(found.value) for number, found in past.items()}


def chains(company_list: CompanyList) -> list[int | None]:
    rows = Revision.objects.filter(company_list=company_list).order_by("number")
    return list(rows.values_list("since", flat=True))


@pytest.fixture
def old_list(alices_list: CompanyList, alice: User) -> CompanyList:
    """Alice's list with some changes, and another list, as the version before stored them."""
    now, document = timezone.now(), load_stored_list(reload(alices_list)).document_json()
    session = EditSession.objects.get()
    Revision.objects.bulk_create(
        Revision(
            company_list=alices_list,
            sitting=session,
            number=number,
            made=now,
            words=f"Name: {number}",
            document=pack_json({**document, "name": f"{number}" if number <= CHANGES else document["name"]}),
        )
        for number in range(2, CHANGES + 2)
    )
    CompanyList.objects.filter(pk=alices_list.pk).update(version=CHANGES + 1)
    create_list(alice, "unbridled-fury", "0.9.0")
    for row in Revision.objects.exclude(since=None):
        value = document_at(row.company_list, row.number)
        Revision.objects.filter(pk=row.pk).update(since=None, digest=None, document=pack_json(value))
    return alices_list


def test_a_history_is_packed_and_reads_as_before(
    old_list: CompanyList, capsys: pytest.CaptureFixture[str]
) -> None:
    before, words = documents(old_list), [row.words for row in revisions_with_words(old_list)]
    assert f"{CHANGES + 2} not packed yet" in run(capsys, check=True)[0]
    (said,) = run(capsys)
    assert said.startswith(f"{CHANGES + 2} revisions of 2 lists: packed, ")
    assert said.endswith(" Each reads as before.")
    assert documents(old_list) == before
    assert [row.words for row in revisions_with_words(old_list)] == words
    assert set(chains(old_list)) == {1, MAX_CHAIN + 1}
    assert "0 not packed yet" in run(capsys, check=True)[0]
    assert run(capsys) == ["0 revisions of 0 lists: packed, 0 bytes before, 0 now."]
    set_attributes(old_list, "captain", fgt=3)
    assert documents(old_list).items() > before.items()


@contextmanager
def interrupted_at(statement: int) -> Iterator[None]:
    """The database goes away at so many writes of revisions."""
    left = statement

    def count(execute: Callable[..., object], sql: str, *rest: object) -> object:
        nonlocal left
        if sql.startswith('UPDATE "builder_revision"'):
            left -= 1
            if left == 0:
                raise OperationalError("gone")
        return execute(sql, *rest)

    with connection.execute_wrapper(count), pytest.raises(OperationalError):
        yield


def test_a_run_goes_on_where_one_was_interrupted(
    old_list: CompanyList, capsys: pytest.CaptureFixture[str]
) -> None:
    """A change that was made in between stands behind what is packed later."""
    before = documents(old_list)
    with interrupted_at(2):
        run(capsys)
    assert chains(old_list) == [1] * MAX_CHAIN + [None] * (CHANGES + 1 - MAX_CHAIN)
    set_attributes(old_list, "captain", fgt=3)
    assert documents(old_list).items() > before.items()
    assert run(capsys)[0].startswith(f"{CHANGES + 2 - MAX_CHAIN} revisions of 2 lists")
    assert documents(old_list).items() > before.items()
    assert set(chains(old_list)) == {1, MAX_CHAIN + 1, CHANGES + 2}


def test_the_way_back_writes_whole_documents_and_words(
    old_list: CompanyList, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys)
    set_attributes(old_list, "captain", fgt=3)
    before = documents(old_list)
    (said,) = run(capsys, whole=True)
    assert said.startswith(f"{CHANGES + 3} revisions of 2 lists: whole again, ")
    assert documents(old_list) == before
    assert not Revision.objects.exclude(since=None).exists()
    assert not Revision.objects.filter(words=None).exists()
    assert not EditSession.objects.filter(words=None).exists()


def test_what_is_damaged_is_named_and_stays(
    old_list: CompanyList, capsys: pytest.CaptureFixture[str]
) -> None:
    Revision.objects.filter(company_list=old_list, number=3).update(document=b"damaged")
    for checks, count in ((True, CHANGES + 2), (False, CHANGES + 1)):
        with pytest.raises(SystemExit):
            call_command("pack_history", check=checks)
        said = capsys.readouterr().out.splitlines()
        assert said[0].startswith(f"{count} revisions of 2 lists")
        assert said[1].startswith(f"Cannot be read: list {old_list.pk}, revision 3: ")
    assert chains(old_list)[:5] == [1, 1, None, 4, 4]
