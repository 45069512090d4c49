"""The lock that lets one ``maintain`` run at a time, on however many machines."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

_ADVISORY_LOCK = 0x6D757374  # any number that nothing else in this database uses


@contextmanager
def claim_maintenance() -> Iterator[bool]:
    """Whether this process may run the jobs; False while another one does."""
    claim = _claim_in_postgresql if connection.vendor == "postgresql" else _claim_beside_sqlite
    with claim() as claimed:
        yield claimed


@contextmanager
def _claim_in_postgresql() -> Iterator[bool]:
    # On a connection of its own: a job that fails may take the other one with it, and the lock would be gone.
    own = connection.copy()
    try:
        with own.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", (_ADVISORY_LOCK,))
            (claimed,) = cursor.fetchone()
        yield bool(claimed)
    finally:
        own.close()


@contextmanager
def _claim_beside_sqlite() -> Iterator[bool]:
    # Not the database's file: closing it would end the locks that SQLite has on it.
    path = Path(f"{connection.settings_dict['NAME']}-maintain.lock")
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
