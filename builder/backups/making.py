"""Creation of backups, and deletion of the oldest backups."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.db import Error, connection

from builder import VERSION
from builder.backups.archive import (
    backup_file_name,
    find_backups,
    flush_folder,
    hash_file,
    verify_archive,
    write_archive,
)
from builder.backups.engines import current_engine
from builder.backups.errors import BackupError, describe_os_error
from builder.backups.manifest import NOT_INCLUDED, BackupManifest
from builder.security_log import SecurityEvent, record_event

_UNFINISHED_FOLDER = ".musterbook-backup.partial"


class FinishedBackup(NamedTuple):
    """A complete and verified backup, and the number of older backups that were then deleted."""

    path: Path
    manifest: BackupManifest
    deleted_count: int


def create_backup(folder: Path, *, keep: int) -> FinishedBackup:
    """Write a backup to a folder, then delete all but the newest ``keep`` backups.

    The site can be in use meanwhile. Raises BackupError if the backup fails, and leaves no unfinished file.
    """
    try:
        with _claim_folder(folder) as unfinished:
            path, manifest = _write_backup(folder, unfinished)
            deleted_count = _delete_old_backups(folder, path, keep)
    except OSError as error:
        raise BackupError(f"Cannot write a backup to {folder}: {describe_os_error(error)}.") from error
    except Error as error:
        raise BackupError(f"Cannot read the database: {str(error).strip()}") from error
    facts = manifest.database
    record_event(
        SecurityEvent.BACKUP, file=path.name, people=facts.people, lists=facts.lists, deleted=deleted_count
    )
    return FinishedBackup(path, manifest, deleted_count)


@contextmanager
def _claim_folder(folder: Path) -> Iterator[Path]:
    """Lock ``folder`` for one backup, and yield a new folder inside it for unfinished files.

    The new folder is deleted at the end of the block. Raises BackupError if ``folder`` doesn't exist, is not
    writable, or is locked by another backup.
    """
    if not folder.is_dir():
        raise BackupError(f"There is no folder {folder}. Create it, or name another one.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BackupError(f"Cannot write to the folder {folder}. Allow it, or name another one.")
    descriptor = os.open(folder, os.O_RDONLY)
    unfinished = folder / _UNFINISHED_FOLDER
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BackupError(f"Another backup is being made in {folder}. Wait until it ends.") from error
        shutil.rmtree(unfinished, ignore_errors=True)  # the folder exists if an earlier backup was killed
        unfinished.mkdir(mode=0o700)
        try:
            yield unfinished
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    finally:
        os.close(descriptor)


def _write_backup(folder: Path, unfinished: Path) -> tuple[Path, BackupManifest]:
    """Write a backup to the folder ``unfinished``, verify it, and then move it to ``folder``."""
    engine = current_engine()
    _require_free_space(folder, engine.free_bytes_needed())
    now = datetime.now(UTC).replace(microsecond=0)
    path = folder / backup_file_name(now)
    if path.exists():
        raise BackupError(f"{path} exists already. Try again in a second.")
    dump, archive = unfinished / "database", unfinished / path.name
    facts = engine.dump_database(dump)
    manifest = BackupManifest(
        program=VERSION,
        made=now.isoformat(),
        engine=connection.vendor,
        bytes=dump.stat().st_size,
        sha256=hash_file(dump),
        database=facts,
        not_included=list(NOT_INCLUDED),
    )
    write_archive(archive, manifest, dump)
    verify_archive(archive)
    archive.rename(path)
    flush_folder(folder)
    return path, manifest


def _require_free_space(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise BackupError(
            f"The disk of {folder} has {free:,} bytes free, and a backup may need {needed:,}. "
            "Make room, or name another folder."
        )


def _delete_old_backups(folder: Path, newest: Path, keep: int) -> int:
    """Keep ``newest`` and at most ``keep`` - 1 other backups. Return the number of deleted backups."""
    # ``find_backups`` sorts the files by their names, which contain the times of the backups. Their
    # modification times could be wrong, because copying a file changes its modification time.
    others = [path for path in find_backups(folder) if path != newest]
    old = others[keep - 1 :]
    for path in old:
        path.unlink()
    return len(old)
