"""The file of a backup: a ZIP archive with a signed manifest and the database."""

import hashlib
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from builder.backups.errors import BackupError, describe_os_error
from builder.backups.manifest import BackupManifest, dump_manifest, parse_manifest

MANIFEST_NAME = "manifest.json"
DATABASE_NAMES = {"sqlite": "database.sqlite3", "postgresql": "database.pgdump"}

_FILE_NAME = re.compile(r"musterbook-\d{4}-\d\d-\d\dT\d{6}Z\.zip")
_MAX_MANIFEST_BYTES = 1_000_000
_CHUNK_BYTES = 1_000_000
_OWNER_ONLY = 0o600


def backup_file_name(moment: datetime) -> str:
    """Return the file name of the backup made at ``moment``, a time in UTC."""
    return f"musterbook-{moment:%Y-%m-%dT%H%M%SZ}.zip"


def find_backups(folder: Path) -> list[Path]:
    """Return the backups in a folder, the newest first. Skip files with other names, and symbolic links."""
    files = (path for path in folder.iterdir() if _FILE_NAME.fullmatch(path.name))
    return sorted((path for path in files if path.is_file() and not path.is_symlink()), reverse=True)


def write_archive(path: Path, manifest: BackupManifest, database: Path) -> None:
    """Write a backup to a new file, which only its owner can read, and flush it to the disk.

    ``database`` is the path of a copy or dump of the database.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    # A dump of PostgreSQL is already compressed.
    method = ZIP_DEFLATED if manifest.engine == "sqlite" else ZIP_STORED
    with os.fdopen(descriptor, "wb") as file:
        with ZipFile(file, "w") as archive:
            archive.writestr(MANIFEST_NAME, dump_manifest(manifest), compress_type=ZIP_DEFLATED)
            archive.write(database, DATABASE_NAMES[manifest.engine], compress_type=method)
        file.flush()
        os.fsync(file.fileno())


def read_manifest(path: Path, *, other_key: bool = False) -> BackupManifest:
    """Return the manifest of a backup. Raises BackupError if the file is not a backup of this site.

    If ``other_key`` is True, a backup that was signed with another SECRET_KEY is accepted too.
    """
    with _open_archive(path) as archive:
        names = archive.namelist()
        if MANIFEST_NAME not in names or archive.getinfo(MANIFEST_NAME).file_size > _MAX_MANIFEST_BYTES:
            raise BackupError(f"{path} is not a backup of Musterbook.")
        with archive.open(MANIFEST_NAME) as file:
            manifest = parse_manifest(file.read(_MAX_MANIFEST_BYTES), other_key=other_key)
        expected = [MANIFEST_NAME, DATABASE_NAMES.get(manifest.engine)]
        if names != expected:
            raise BackupError(
                f"{path} contains other files than a manifest and a database. Restore another backup."
            )
    return manifest


def extract_database(path: Path, manifest: BackupManifest, target: Path) -> None:
    """Write the database in a backup to a new file.

    Raises BackupError if its size or checksum differs from the manifest.
    """
    with target.open("xb") as file:
        target.chmod(_OWNER_ONLY)
        _copy_database(path, manifest, file)
        file.flush()
        os.fsync(file.fileno())


def verify_archive(path: Path) -> None:
    """Read a complete backup, as a restore does. Raises BackupError if the backup is damaged."""
    with open(os.devnull, "wb") as nowhere:
        _copy_database(path, read_manifest(path), nowhere)


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def flush_folder(folder: Path) -> None:
    """Flush a folder to the disk, so that a new or renamed file is not lost in a power failure."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _copy_database(path: Path, manifest: BackupManifest, target: IO[bytes]) -> None:
    """Copy the database in a backup to an open file.

    Raises BackupError if its size or checksum differs from the manifest.
    """
    digest, remaining_bytes = hashlib.sha256(), manifest.bytes
    # Only read the file with the fixed name. If it is larger than the manifest says, stop reading soon after
    # that size.
    with _open_archive(path) as archive, archive.open(DATABASE_NAMES[manifest.engine]) as source:
        while remaining_bytes >= 0 and (chunk := source.read(_CHUNK_BYTES)):
            digest.update(chunk)
            target.write(chunk)
            remaining_bytes -= len(chunk)
    if remaining_bytes != 0 or digest.hexdigest() != manifest.sha256:
        raise BackupError(f"{path} is damaged: its checksum does not match. Restore another backup.")


@contextmanager
def _open_archive(path: Path) -> Iterator[ZipFile]:
    """Open the archive for reading. Raises BackupError if it can't be read."""
    if not path.is_file():
        raise BackupError(f"There is no file {path}.")
    try:
        with ZipFile(path) as archive:
            yield archive
    except PermissionError as error:
        raise BackupError(f"Cannot read {path}: {describe_os_error(error)}.") from error
    # zipfile raises RuntimeError for an encrypted file, and its subclass NotImplementedError for an unknown
    # compression.
    except (BadZipFile, EOFError, KeyError, RuntimeError, ValueError, zlib.error) as error:
        raise BackupError(f"{path} is damaged or not a backup. Restore another backup.") from error
