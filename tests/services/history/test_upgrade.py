"""Databases of before: everything that was there stays, and is read under the names of now."""

from collections.abc import Iterator, Sequence

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from builder.catalogue.files import Catalogues
from builder.documents import load_list
from builder.models import CompanyList, EditSession, IdempotentResponse, Revision, User
from builder.points.document import Document, parse_document
from builder.queries.history import history_page
from builder.services.editing.revisions import start_missing_histories
from builder.services.exchange import create_list_from_document
from builder.services.idempotency import RecordedResponse, run_once
from builder.services.lists import save_details
from tests.support.saving import document_at, edit_sessions_with_words, revisions_with_words

pytestmark = pytest.mark.wide  # every migration there and back; those that are out do not change any more
BEFORE_PEOPLE = "0002_rosters"
BEFORE_PLAIN_NAMES = "0006_programs"
BEFORE_PACKED = "0019_print_setups"


def migrate(to: str | None) -> None:
    """The application's tables as one migration leaves them; None: as they are now."""
    if to:  # the versions before 0020 read whole documents alone
        call_command("pack_history", whole=True)
    executor = MigrationExecutor(connection)
    latest = [node for node in executor.loader.graph.leaf_nodes() if node[0] == "builder"]
    executor.migrate([("builder", to)] if to else latest)


@pytest.fixture
def upgraded(
    transactional_db: None, catalogues: Catalogues, alice: User, reavers: Document
) -> Iterator[None]:
    """Alice's list, taken back to the tables of before and up again. They are left as they are now."""
    create_list_from_document(alice, reavers)
    try:
        migrate(BEFORE_PEOPLE)
        migrate(None)
        yield
    finally:
        call_command("migrate", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_lists_of_before_stay_and_their_histories_begin(
    upgraded: None, alice: User, reavers: Document, catalogues: Catalogues
) -> None:
    row = CompanyList.objects.select_related("edition__system").get()
    assert row.owner == alice
    assert (row.link, row.published_at, row.hidden_at) == (None, None, None)
    assert load_list(row).document == reavers
    assert not Revision.objects.exists()
    assert start_missing_histories() == 1
    revision = Revision.objects.get()
    assert revision.number == row.version
    assert parse_document(document_at(row, revision.number), catalogues) == reavers
    assert start_missing_histories() == 0


def edit_sessions_and_responses() -> tuple[Sequence[object], Sequence[object]]:
    """All rows of both tables, column by column."""
    return list(EditSession.objects.order_by("pk").values()), list(IdempotentResponse.objects.values())


@pytest.mark.django_db(transaction=True)
def test_histories_and_idempotent_responses_keep_their_rows(
    transactional_db: None, alice: User, catalogues: Catalogues, reavers: Document
) -> None:
    """Tables that are called differently now hold what they held, and what points to them still does."""
    row = create_list_from_document(alice, reavers)
    save_details(row, row.version, name="Renamed", setting="", background="")
    run_once(alice, "key", "digest", lambda: RecordedResponse(201, {}, "made"))
    edit_sessions_with_words(row)
    before = edit_sessions_and_responses()
    shown = history_page(row).sessions
    assert len(before[1]) == len(shown) == 1
    try:
        migrate(BEFORE_PLAIN_NAMES)
        assert {"builder_sitting", "builder_keptanswer"} <= set(connection.introspection.table_names())
        migrate(None)
    finally:
        call_command("migrate", verbosity=0)
    assert edit_sessions_and_responses() == before
    assert history_page(row).sessions == shown


@pytest.mark.django_db(transaction=True)
def test_a_packed_history_goes_back_only_after_it_is_whole(
    transactional_db: None, alice: User, catalogues: Catalogues, reavers: Document
) -> None:
    """And what is whole again is packed again, and reads as before."""
    row = create_list_from_document(alice, reavers)
    save_details(row, row.version, name="Renamed", setting="", background="")
    latest = MigrationExecutor(connection)
    before = [document_at(row, number) for number in (1, 2)]
    try:
        with pytest.raises(Exception, match="pack_history --whole"):
            latest.migrate([("builder", BEFORE_PACKED)])
        migrate(BEFORE_PACKED)
        migrate(None)
    finally:
        call_command("migrate", verbosity=0)
    assert [revision.since for revision in revisions_with_words(row)] == [None, None]
    call_command("pack_history")
    assert [revision.since for revision in revisions_with_words(row)] == [1, 1]
    assert [document_at(row, number) for number in (1, 2)] == before
    assert "Renamed" in (revisions_with_words(row)[1].words or "")
