"""Backup and restore of an SQLite database.

SQLite stores the newest changes in a second file, whose name ends in "-wal". A plain copy of the database
file would lack these changes, so a backup uses SQLite's backup interface.
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

# The endings of the files that SQLite stores next to a database file.
_SIDE_FILE_ENDINGS = ("-wal", "-shm", "-journal")
_BUSY_TIMEOUT_SECONDS = 20


def database_path() -> Path:
    """Return the path of the site's database file."""
    return Path(str(connection.settings_dict["NAME"])).resolve()


def free_bytes_needed() -> int:
    """Return the maximum space for a backup in bytes: for a copy of the database, and an archive of it."""
    return 2 * sum(path.stat().st_size for path in (database_path(), _side_file("-wal")) if path.is_file())


def dump_database(target: Path) -> DatabaseFacts:
    """Copy the database, as it is at one moment, to a new file. Verify the copy, and return facts about it.

    The site can write to the database meanwhile. Raises BackupError if the database can't be copied or is
    damaged.
    """
    try:
        with closing(_connect(database_path())) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            # With this journal mode, the copy has no "-wal" file: everything is in the database file.
            copy.execute("PRAGMA journal_mode=DELETE")
            return _verify_database(copy)
    except sqlite3.Error as error:
        raise BackupError(f"Cannot copy the database {database_path()}: {error}.") from error


def has_people() -> bool:
    """Return whether the database contains accounts or guests.

    If the database can't be read, return True, because it may.
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
    """Replace the site's database with ``dump``, the database of a backup.

    Return a sentence that says where the old database is now, or an empty string if there was none. Raises
    BackupError if ``dump`` is damaged or differs from ``facts``, or if the site is running. In these cases,
    the site's database is not changed. Even if the restore is interrupted, the path of the site's database
    leads to the old or the new database.
    """
    path = database_path()
    try:
        with closing(_connect(dump)) as database:
            dump_facts = _verify_database(database)
    except sqlite3.Error as error:
        raise BackupError(f"The database in this backup cannot be read: {error}.") from error
    if dump_facts != facts:
        raise BackupError(
            "The database in this backup is not what its manifest says. Restore another backup."
        )
    connection.close()
    old_path = _preserve_old_database()
    _copy_owner(path if path.exists() else path.parent, dump)
    dump.replace(path)
    flush_folder(path.parent)
    return f"The database that was there before is now {old_path}." if old_path else ""


def _connect(path: Path) -> sqlite3.Connection:
    # In the mode "rw", SQLite doesn't create a missing database, but raises an error.
    return sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=_BUSY_TIMEOUT_SECONDS)


def _verify_database(database: sqlite3.Connection) -> DatabaseFacts:
    """Return the facts of a database. Raises BackupError if it is damaged."""
    (problem,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if problem != "ok":
        raise BackupError(f"The database is damaged ({problem}). Restore an older backup.")
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


def _preserve_old_database() -> Path | None:
    """Link or copy the site's database to a second path, and move its side files there.

    Return the second path, or None if there is no database. Raises BackupError if the site is running.
    """
    path = database_path()
    if path.exists():
        _require_stopped_site()
    old_path = path.with_name(f"{path.name}.before-restore-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}")
    # If the old database is neither damaged nor missing, it has no side files any more. Otherwise, the side
    # files must be moved, because SQLite would apply them to the new database.
    for ending in _SIDE_FILE_ENDINGS:
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
    """Raise BackupError if the site is running and so uses the database.

    SQLite refuses to change the journal mode while there are other connections. The change also merges the
    side files into the database.
    """
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


def _copy_owner(source: Path, target: Path) -> None:
    """Give the file ``target`` the owner of ``source`` and, if ``source`` is a file, also its permissions.

    Only the user root can change owners. For other users, the owner stays the same.
    """
    status = source.stat()
    if os.geteuid() == 0:
        os.chown(target, status.st_uid, status.st_gid)
    if source.is_file():
        target.chmod(status.st_mode & 0o777)
