"""Restoration of a backup, after checks that this site can use it."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader

from builder.backups.archive import extract_database, read_manifest
from builder.backups.engines import ENGINE_TITLES, current_engine
from builder.backups.errors import BackupError, describe_os_error
from builder.backups.manifest import BackupManifest
from builder.backups.sqlite import database_path
from builder.security_log import SecurityEvent, record_event


class FinishedRestore(NamedTuple):
    """A complete restore.

    ``old_database_message`` is a sentence that says where the old database is, or an empty string if it isn't
    stored.
    """

    manifest: BackupManifest
    old_database_message: str


def restore_backup(path: Path, *, replace: bool, other_key: bool) -> FinishedRestore:
    """Replace the site's database with the database in a backup, without running migrations.

    If ``replace`` is True, the site's database may contain people. If ``other_key`` is True, the backup may
    be signed with another SECRET_KEY. Raises BackupError if the restore is refused or fails. In that case,
    the site's database is not changed.
    """
    try:
        manifest = read_manifest(path, other_key=other_key)
        _require_same_engine(manifest)
        _require_known_migrations(manifest)
        _require_permission(replace=replace)
        with tempfile.TemporaryDirectory(
            dir=_unpacking_folder(path), prefix=".musterbook-restore-"
        ) as folder:
            old_database_message = _restore_from(path, manifest, Path(folder) / "database")
    except OSError as error:
        file_name = f" {error.filename}" if error.filename else ""
        raise BackupError(f"Cannot restore{file_name}: {describe_os_error(error)}.") from error
    except Error as error:
        raise BackupError(f"Cannot restore: {str(error).strip()}") from error
    facts = manifest.database
    record_event(SecurityEvent.RESTORE, file=path.name, people=facts.people, lists=facts.lists)
    return FinishedRestore(manifest, old_database_message)


def _restore_from(path: Path, manifest: BackupManifest, dump: Path) -> str:
    free = shutil.disk_usage(dump.parent).free
    if free < manifest.bytes:
        raise BackupError(
            f"The disk of {dump.parent.parent} has {free:,} bytes free, and this backup needs "
            f"{manifest.bytes:,}. Make room first."
        )
    extract_database(path, manifest, dump)
    return current_engine().restore_database(dump, manifest.database)


def _require_same_engine(manifest: BackupManifest) -> None:
    if manifest.engine != connection.vendor:
        backup_engine, engine = ENGINE_TITLES[manifest.engine], ENGINE_TITLES[connection.vendor]
        raise BackupError(
            f"This is a backup of {backup_engine}, and DATABASE_URL names {engine}. "
            f"Set DATABASE_URL to a {backup_engine} database."
        )


def _require_known_migrations(manifest: BackupManifest) -> None:
    """Raise BackupError if a newer version of Musterbook made the backup.

    It contains a migration that this version doesn't know, and this version can't read its tables.
    """
    loader = MigrationLoader(None)
    known = {*loader.disk_migrations}
    known |= {name for migration in loader.disk_migrations.values() for name in migration.replaces}
    unknown = sorted(set(manifest.database.migrations) - {f"{app}.{name}" for app, name in known})
    if unknown:
        raise BackupError(
            f"A newer program made this backup ({manifest.program[:20]}; it has the migration "
            f"{unknown[0][:100]}). Update this one, then restore."
        )


def _require_permission(*, replace: bool) -> None:
    """Raise BackupError if the database contains people and the operator hasn't allowed replacing it."""
    if not replace and current_engine().has_people():
        raise BackupError(
            "The database contains accounts or guests, or can't be read. A restore replaces it: make a "
            "backup of it first if you need it, then add --yes."
        )


def _unpacking_folder(path: Path) -> Path | None:
    """Return the folder in which to unpack a backup, or None for the system's temporary folder.

    For SQLite, this is the folder of the site's database, because a file can only be renamed on the same
    disk. For PostgreSQL, it is the folder of the backup, if it is writable.
    """
    if connection.vendor == "sqlite":
        return database_path().parent
    return path.parent if os.access(path.parent, os.W_OK) else None
