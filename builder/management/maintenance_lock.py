"""A lock for the command ``maintain``. Only one process per database can run the nightly jobs at a time.

With PostgreSQL, this is also true for processes on different machines.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

_ADVISORY_LOCK = 0x6D757374  # a number that nothing else in this database uses


@contextmanager
def claim_maintenance() -> Iterator[bool]:
    """Try to get the lock without waiting, and yield whether this process got it."""
    claim = _claim_in_postgresql if connection.vendor == "postgresql" else _claim_lock_file
    with claim() as claimed:
        yield claimed


@contextmanager
def _claim_in_postgresql() -> Iterator[bool]:
    # The lock ends with its connection. A failed job can break the default connection, so the lock has a
    # connection of its own.
    separate = connection.copy()
    try:
        with separate.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", (_ADVISORY_LOCK,))
            (claimed,) = cursor.fetchone()
            yield bool(claimed)
            # The server notices the end of the connection later, when another run may already have begun.
            cursor.execute("SELECT pg_advisory_unlock_all()")
    finally:
        separate.close()


@contextmanager
def _claim_lock_file() -> Iterator[bool]:
    # Don't lock the database file: closing it here would also release SQLite's locks on that file.
    path = Path(f"{connection.settings_dict['NAME']}-maintain.lock")
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
