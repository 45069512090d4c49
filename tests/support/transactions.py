"""Transactions around several tests or requests that are rolled back at the end."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from tests.support.fixtures import load_missing_editions


@contextmanager
def loaded_database(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Load all editions in a transaction that is rolled back at the end.

    Each test still needs the fixture ``db``.
    """
    with blocker.unblock(), transaction.atomic():
        load_missing_editions()
        yield
        transaction.set_rollback(True)


@contextmanager
def committing() -> Iterator[None]:
    """Call ``on_commit`` functions when a site would call them: when the code's outermost transaction ends.

    This is needed because the transaction around a test never commits. Calling the functions after the
    requests would be too late for functions that need the request. After a rollback, they aren't called.
    """
    leave, wait = transaction.Atomic.__exit__, transaction.on_commit
    level, waiting = len(connection.savepoint_ids), len(connection.run_on_commit)

    def call_waiting() -> None:
        while len(connection.savepoint_ids) == level and len(connection.run_on_commit) > waiting:
            call = connection.run_on_commit.pop(waiting)[1]
            call()

    def leave_and_call(atomic: transaction.Atomic, *error: Any) -> None:
        leave(atomic, *error)
        call_waiting()

    def wait_or_call(call: Callable[[], object], using: str | None = None, robust: bool = False) -> None:
        wait(call, using, robust)
        call_waiting()

    with (
        patch.object(transaction.Atomic, "__exit__", leave_and_call),
        patch.object(transaction, "on_commit", wait_or_call),
    ):
        yield


@contextmanager
def rolled_back() -> Iterator[None]:
    """Run the block in a transaction that is rolled back at the end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
