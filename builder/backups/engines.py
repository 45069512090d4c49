"""The functions for backups and restores that differ between SQLite and PostgreSQL."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from django.db import connection

from builder.backups import postgresql, sqlite
from builder.backups.manifest import DatabaseFacts


class DatabaseEngine(NamedTuple):
    """The functions for backups and restores of one kind of database.

    ``dump_database`` writes the database to a new file. ``restore_database`` replaces the site's database,
    and compares the new one with facts. It returns a sentence that says where the old database is, or an
    empty string if that isn't stored.
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
    """Return the functions for the kind of database that DATABASE_URL names."""
    return _ENGINES[connection.vendor]
