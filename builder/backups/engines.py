"""The differences between SQLite and PostgreSQL in backups."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from django.db import connection

from builder.backups import postgresql, sqlite
from builder.backups.manifest import DatabaseFacts


class DatabaseEngine(NamedTuple):
    """The functions for backups of one kind of database.

    ``free_bytes_needed`` is the space that the backup folder needs during a backup. ``restore_database``
    returns a sentence with the location of the old database, or "".
    """

    free_bytes_needed: Callable[[], int]
    dump_database: Callable[[Path], DatabaseFacts]
    has_people: Callable[[], bool]
    restore_database: Callable[[Path, DatabaseFacts], str]


ENGINE_TITLES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}

_ENGINES = {
    "sqlite": DatabaseEngine(
        sqlite.free_bytes_needed, sqlite.dump_database, sqlite.has_people, sqlite.restore_database
    ),
    "postgresql": DatabaseEngine(
        postgresql.free_bytes_needed,
        postgresql.dump_database,
        postgresql.has_people,
        postgresql.restore_database,
    ),
}


def current_engine() -> DatabaseEngine:
    """Return the engine for the database in DATABASE_URL."""
    return _ENGINES[connection.vendor]
