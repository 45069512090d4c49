"""A database from before there were people in it: everything that was there stays, and histories begin."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from builder.catalogue.files import Catalogues
from builder.documents import load_list, unpack_document
from builder.models import CompanyList, Revision, User
from builder.points.document import Document
from builder.services.editing.recording import start_missing_histories
from builder.services.exchange import create_list_from_document

BEFORE = "0002_rosters"


def migrate(to: str | None) -> None:
    """The application's tables as one migration leaves them; None: as they are now."""
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
        migrate(BEFORE)
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
    assert unpack_document(revision.document, catalogues) == reavers
    assert start_missing_histories() == 0
