"""Transactions around several tests or requests, rolled back at the end."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.support.fixtures import load_missing_editions


@contextmanager
def loaded_database(blocker: DjangoDbBlocker) -> Iterator[None]:
    """The database with every edition in it, put back at the end. Each test in here still asks for ``db``."""
    with blocker.unblock(), transaction.atomic():
        load_missing_editions()
        yield
        transaction.set_rollback(True)


@contextmanager
def rolled_back() -> Iterator[None]:
    """A transaction that is rolled back at the end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
