"""Backup and restore of SQLite.

A backup uses SQLite's backup interface: the newest changes are in the file that ends in "-wal", so a copy of
the database's file alone would lack them.
"""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from django.db import connection

from builder.backups.archive import flush_folder
from builder.backups.errors import BackupError
from builder.backups.manifest import DatabaseFacts

_SIDE_FILES = ("-wal", "-shm", "-journal")
_WAIT_SECONDS = 20


def database_path() -> Path:
    """Return the path of the site's database."""
    return Path(str(connection.settings_dict["NAME"])).resolve()


def free_bytes_needed() -> int:
    """Return the maximum space for a backup: a copy and its compressed copy."""
    return 2 * sum(path.stat().st_size for path in (database_path(), _side_file("-wal")) if path.is_file())


def dump_database(target: Path) -> DatabaseFacts:
    """Copy the database at one moment to a new file, while others can write, and check the copy."""
    try:
        with closing(_connect(database_path())) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            # A single file with everything, without a "-wal" file.
            copy.execute("PRAGMA journal_mode=DELETE")
            return _check_database(copy)
    except sqlite3.Error as error:
        raise BackupError(f"Cannot copy the database {database_path()}: {error}.") from error


def has_people() -> bool:
    """Return whether a restore would replace accounts, guests or lists.

    The result is True for a database that can't be read.
    """
    if not database_path().is_file():
        return False
    try:
        with closing(_connect(database_path())) as database:
            if not _has_table(database, "builder_user"):
                return False
            return bool(database.execute("SELECT EXISTS (SELECT 1 FROM builder_user)").fetchone()[0])
    except sqlite3.Error:
        return True


def restore_database(dump: Path, facts: DatabaseFacts) -> str:
    """Replace the site's database by the database of a backup; return a sentence with the old file's path.

    The new database is checked first. The old file gets another name, and at any time one of the two files is
    in place.
    """
    path = database_path()
    try:
        with closing(_connect(dump)) as database:
            tables = _check_database(database)
    except sqlite3.Error as error:
        raise BackupError(f"The database in this backup cannot be read: {error}.") from error
    if tables != facts:
        raise BackupError(
            "The database in this backup is not what its manifest says. Restore another backup."
        )
    connection.close()
    old_path = _rename_old_database()
    _give_to_owner(dump, path if path.exists() else path.parent)
    dump.replace(path)
    flush_folder(path.parent)
    return f"The database that was there before is now {old_path}." if old_path else ""


def _connect(path: Path) -> sqlite3.Connection:
    # With "rw", a missing database is an error and is not created.
    return sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=_WAIT_SECONDS)


def _check_database(database: sqlite3.Connection) -> DatabaseFacts:
    """Return the contents of a database. Raises BackupError if it is damaged."""
    (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise BackupError(f"The database is damaged ({verdict}). Restore an older backup.")
    tables = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    counts = {}
    for (name,) in sorted(tables.fetchall()):
        quoted = name.replace('"', '""')
        (counts[name],) = database.execute(f'SELECT count(*) FROM "{quoted}"').fetchone()  # noqa: S608 - quoted
    migrations = (
        [f"{app}.{name}" for app, name in database.execute("SELECT app, name FROM django_migrations")]
        if "django_migrations" in counts
        else []
    )
    return DatabaseFacts(migrations=sorted(migrations), counts=counts)


def _has_table(database: sqlite3.Connection, name: str) -> bool:
    query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?"
    return bool(database.execute(query, (name,)).fetchone()[0])


def _rename_old_database() -> Path | None:
    """Give the database a second name, and return the path; None if there is no database.

    Raises BackupError if the site is using the database.
    """
    path = database_path()
    if path.exists():
        _require_stopped_site()
    old_path = path.with_name(f"{path.name}.before-restore-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}")
    # These files only exist if the old database is damaged or missing. SQLite would apply them to the new
    # database.
    for ending in _SIDE_FILES:
        with suppress(FileNotFoundError):
            _side_file(ending).replace(f"{old_path}{ending}")
    if not path.exists():
        return None
    try:
        os.link(path, old_path)
    except OSError:  # the file system has no hard links
        shutil.copy2(path, old_path)
    return old_path


def _require_stopped_site() -> None:
    """Merge SQLite's side files into the database, which SQLite only allows to the last connection."""
    try:
        with closing(_connect(database_path())) as database:
            database.execute("PRAGMA busy_timeout = 1000")
            database.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:  # the lower byte is the primary error code
            raise BackupError("The site is using the database. Stop it, then restore.") from error
        raise BackupError(f"Cannot open the database {database_path()}: {error}.") from error
    except sqlite3.DatabaseError:  # a damaged database is allowed: it may be the reason for the restore
        return


def _side_file(ending: str) -> Path:
    path = database_path()
    return path.with_name(f"{path.name}{ending}")


def _give_to_owner(path: Path, model: Path) -> None:
    """Give a new file the owner of another one, and its permissions if the other is a file."""
    status = model.stat()
    if os.geteuid() == 0:
        os.chown(path, status.st_uid, status.st_gid)
    if model.is_file():
        path.chmod(status.st_mode & 0o777)
