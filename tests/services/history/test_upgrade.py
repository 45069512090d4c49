"""Upgrades of older databases: all data stays, and has the current names."""

import json
from base64 import b64decode
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps.registry import Apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from builder.catalogue.files import Catalogues
from builder.documents import DamagedDocumentError, load_list, load_stored_list
from builder.models import CompanyList, IdempotentResponse, Revision, User
from builder.points.document.document import Document, parse_document
from builder.services.editing.revisions import start_missing_histories
from builder.services.exchange import create_list_from_document
from builder.services.history import restore_revision
from builder.services.idempotency import RecordedResponse, run_once
from builder.services.lists import save_details
from tests.support.saving import document_at, reload, words_of_revisions

pytestmark = pytest.mark.wide  # Run all migrations forward and backward; released migrations don't change.
BEFORE_PEOPLE = "0002_rosters"
BEFORE_PLAIN_NAMES = "0006_programs"
BEFORE_SESSIONS_WERE_REVISIONS = "0023_report_targets"
CONVERSION = import_module("builder.migrations.0025_convert_histories")
CHAINS = Path(__file__).with_name("chains.json")
"""Rows of four histories as the program before wrote them, with the digests of the documents that their edit
sessions ended with, null for damaged ones: a busy one, complete documents of an older version, one whose
oldest revisions are deleted, and one that is damaged in the middle.
"""


def migrate(to: str | None) -> Apps:
    """Migrate the application's tables to a migration, or to the newest if it is None."""
    if to and to < BEFORE_SESSIONS_WERE_REVISIONS:
        # Migration 0020 can't be reversed while summaries are missing.
        before = migrate(BEFORE_SESSIONS_WERE_REVISIONS)
        for model in ("Revision", "EditSession"):
            before.get_model("builder", model).objects.update(words="")
    executor = MigrationExecutor(connection)
    latest = [node for node in executor.loader.graph.leaf_nodes() if node[0] == "builder"]
    return executor.migrate([("builder", to)] if to else latest).apps


@pytest.fixture
def upgraded(
    transactional_db: None, catalogues: Catalogues, alice: User, reavers: Document
) -> Iterator[None]:
    """Alice's list, after its tables were migrated back and forward again, to the newest migration."""
    create_list_from_document(alice, reavers)
    try:
        migrate(BEFORE_PEOPLE)
        migrate(None)
        yield
    finally:
        call_command("migrate", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_migrations_keep_old_lists_and_their_histories_can_start(
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


def revisions_and_responses() -> tuple[Sequence[object], Sequence[object]]:
    """Return all rows of both tables, column by column."""
    columns = ("pk", "number", "by", "began", "ended", "changes", "description")
    rows = [*Revision.objects.order_by("pk").values(*columns)]
    return rows, list(IdempotentResponse.objects.values())


@pytest.mark.django_db(transaction=True)
def test_migrations_that_rename_tables_keep_all_rows(
    transactional_db: None, alice: User, catalogues: Catalogues, reavers: Document
) -> None:
    """Forward and backward through the migrations that rename tables."""
    row = create_list_from_document(alice, reavers)
    save_details(row, row.version, name="Renamed", setting="", background="")
    run_once(alice, "key", "digest", lambda: RecordedResponse(201, {}, "made"))
    before = revisions_and_responses()
    documents = [document_at(row, number) for number in (1, 2)]
    try:
        migrate(BEFORE_PLAIN_NAMES)
        assert {"builder_sitting", "builder_keptanswer"} <= set(connection.introspection.table_names())
        migrate(None)
    finally:
        call_command("migrate", verbosity=0)
    assert revisions_and_responses() == before
    assert [document_at(row, number) for number in (1, 2)] == documents


# ------------------------------------------------------------------ chains of changes


def insert_history(apps: Apps, row: CompanyList, history: dict[str, Any]) -> None:
    """Give a list a history as an earlier program wrote it."""
    sessions, revisions = (apps.get_model("builder", model).objects for model in ("EditSession", "Revision"))
    keys = {}
    for key, began, ended, changes, reported, words in history["sessions"]:
        keys[key] = sessions.create(
            company_list_id=row.pk, by_id=row.owner_id, began=began, ended=ended, changes=changes,
            told=reported, words=words,
        ).pk  # fmt: skip
    for key, number, created, reported, words, since, digest, document in history["revisions"]:
        revisions.create(
            company_list_id=row.pk, sitting_id=keys[key], number=number, made=created, told=reported,
            words=words, since=since, digest=None if digest is None else b64decode(digest),
            document=b64decode(document),
        )  # fmt: skip
    CompanyList.objects.filter(pk=row.pk).update(version=history["version"])


def digest_at(row: CompanyList, number: int) -> str | None:
    """Return the digest of a revision's document; None if it is damaged."""
    try:
        value = document_at(row, number)
    except DamagedDocumentError:
        return None
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=8).hexdigest()


@pytest.fixture
def converted(
    transactional_db: None, catalogues: Catalogues, alice: User, reavers: Document
) -> Iterator[list[tuple[CompanyList, dict[str, Any]]]]:
    """Alice's lists with histories of an earlier program, and what was written."""
    histories = json.loads(CHAINS.read_text(encoding="utf-8"))["lists"]
    rows = [create_list_from_document(alice, reavers) for _ in histories]
    Revision.objects.all().delete()
    pairs = list(zip(rows, histories, strict=True))
    try:
        before = migrate(BEFORE_SESSIONS_WERE_REVISIONS)
        for row, history in pairs:
            insert_history(before, row, history)
        columns = migrate("0024_revision_of_a_session")
        with connection.schema_editor(atomic=False) as editor:
            CONVERSION.convert_histories(columns, editor)
        migrate(None)  # the conversion runs again, as after an interruption
        yield pairs
    finally:
        call_command("migrate", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_converting_histories_keeps_the_last_state_of_each_session(
    converted: list[tuple[CompanyList, dict[str, Any]]], alice: User
) -> None:
    for row, history in converted:
        rows = list(Revision.objects.filter(company_list=row).order_by("number"))
        assert {str(shown_row.number): digest_at(row, shown_row.number) for shown_row in rows} == history[
            "ends"
        ]
        sessions = [
            [shown_row.began.isoformat(), shown_row.ended.isoformat(), shown_row.changes, shown_row.by_id]
            for shown_row in rows
        ]
        written = [[began, ended, changes, alice.pk] for _, began, ended, changes, *_ in history["sessions"]]
        assert sessions == written
    words = [words_of_revisions(row) for row, _ in converted]
    assert words[0][0] == ["Imported: 4 profiles, 1 roster"]
    assert words[0][4:7] == [["Added Veteran 4, 476 points"], ["Deleted"], ["Restored"]]
    assert words[2][0] == [
        "Veteran 1: Fgt 5 → 6, +2 points"
    ]  # stored completely, because there is no earlier revision
    assert ["damaged" in " ".join(said) for said in words[3]] == [False, False, False, True, True]


@pytest.mark.django_db(transaction=True)
def test_converted_histories_can_be_restored_and_continued(
    converted: list[tuple[CompanyList, dict[str, Any]]],
) -> None:
    row, history = converted[0]
    first, *_, last = map(int, history["ends"])
    before = document_at(row, first)
    restore_revision(reload(row), first)
    assert load_stored_list(reload(row)).document_json() == before
    assert digest_at(row, last) == history["ends"][str(last)], "the next change does not continue its session"
    assert Revision.objects.filter(company_list=row).count() == len(history["ends"]) + 1
