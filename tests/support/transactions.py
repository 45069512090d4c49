"""Worlds that stand for several tests or requests: what one of these does is undone before the next."""

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
    """What is done in here is undone at its end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
