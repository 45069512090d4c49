"""The differences between SQLite and PostgreSQL in backups."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from django.db import connection

from builder.backups import postgresql, sqlite
from builder.backups.manifest import DatabaseFacts


class DatabaseEngine(NamedTuple):
    """The functions for backups and restores of one kind of database.

    ``free_bytes_needed`` returns the free space that the backup folder needs during a backup.
    ``dump_database`` writes the database to a new file. ``has_people`` returns whether the database contains
    accounts or guests. ``restore_database`` replaces the site's database. It returns a sentence that says
    where the old database is, or an empty string if the old database was not stored.
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
