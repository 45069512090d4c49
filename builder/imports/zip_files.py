"""Functions that read uploaded ZIP files.

An attacker can make a ZIP file that fills the memory, or that writes files outside of the folder to which it
is unpacked. So archives are never unpacked to a disk. They are rejected if the sizes that they declare exceed
a limit. Declared sizes can be wrong, so reading also stops at the limit.
"""

import io
import zlib
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from builder.imports.limits import FileLimits, FileRefused

ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
BROKEN = "is damaged"
_ENCRYPTED_FLAG = 0x1
_MAX_ANY_RATIO_BYTES = 200_000  # files up to this size may have any compression ratio


def is_zip(data: bytes) -> bool:
    """Return whether data begins like a ZIP file."""
    return data[:4] in ZIP_STARTS


def open_zip(data: bytes, limits: FileLimits) -> ZipFile:
    """Return the archive in ``data``, without unpacking anything.

    Raises FileRefused if the archive is damaged, exceeds a limit, or may be an attack.
    """
    try:
        archive = ZipFile(io.BytesIO(data))
        infos = archive.infolist()
    except (BadZipFile, ValueError, NotImplementedError, OSError, EOFError) as error:
        raise FileRefused(BROKEN) from error
    if len(infos) > limits.files:
        raise FileRefused(f"contains {len(infos):,} files. The limit is {limits.files:,}")
    for info in infos:
        _check_member(info, limits)
    total = sum(info.file_size for info in infos)
    if total > limits.unpacked_bytes:
        raise FileRefused(f"unpacks to {total:,} bytes. The limit is {limits.unpacked_bytes:,}")
    return archive


def _check_member(info: ZipInfo, limits: FileLimits) -> None:
    if info.flag_bits & _ENCRYPTED_FLAG:
        raise FileRefused("has a password: save it without one")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise FileRefused("is compressed in an unknown way: save it as an ordinary ZIP file")
    if not _is_inside(info.orig_filename):
        raise FileRefused("names files outside of itself, as no archive of lists does")
    max_bytes = limits.ratio * max(info.compress_size, 1)
    if info.file_size > _MAX_ANY_RATIO_BYTES and info.file_size > max_bytes:
        raise FileRefused(
            f"unpacks to more than {limits.ratio} times its size, as no list does: it is not opened"
        )


def _is_inside(name: str) -> bool:
    """Return whether a file's path stays inside the folder that an archive is unpacked to."""
    parts = name.replace("\\", "/").split("/")
    return not (name.startswith(("/", "\\")) or ".." in parts or ":" in name[:3] or "\0" in name)


def read_member(archive: ZipFile, info: ZipInfo, max_bytes: int) -> bytes:
    """Return the content of a file in an archive. Raises FileRefused if it is too large or damaged."""
    if info.file_size > max_bytes:
        raise FileRefused(f"has {info.file_size:,} bytes; the limit is {max_bytes:,}")
    try:
        with archive.open(info) as file:
            data = file.read(max_bytes + 1)
    except (BadZipFile, zlib.error, ValueError, NotImplementedError, OSError, EOFError) as error:
        raise FileRefused(BROKEN) from error
    if len(data) > max_bytes:
        raise FileRefused(BROKEN)
    return data
