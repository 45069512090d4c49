"""A lock for ``maintain``, so that only one runs at a time, even with several machines and one PostgreSQL."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

_ADVISORY_LOCK = 0x6D757374  # a number that nothing else in this database uses


@contextmanager
def claim_maintenance() -> Iterator[bool]:
    """Yield whether this process may run the jobs. It may not while another process runs them."""
    claim = _claim_in_postgresql if connection.vendor == "postgresql" else _claim_lock_file
    with claim() as claimed:
        yield claimed


@contextmanager
def _claim_in_postgresql() -> Iterator[bool]:
    # A separate connection keeps the lock if a failed job breaks the default connection.
    separate = connection.copy()
    try:
        with separate.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", (_ADVISORY_LOCK,))
            (claimed,) = cursor.fetchone()
        yield bool(claimed)
    finally:
        separate.close()


@contextmanager
def _claim_lock_file() -> Iterator[bool]:
    # A separate file: closing the database's own file would release SQLite's locks on it.
    path = Path(f"{connection.settings_dict['NAME']}-maintain.lock")
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
