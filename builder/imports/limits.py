"""The limits of uploaded files, and the error for a file that is rejected."""

from dataclasses import dataclass

from django.conf import settings


class FileRefused(Exception):  # noqa: N818 - named as the player reads it
    """A file that is not read; the text is a sentence about it, without its name and its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLimits:
    """The most that is read of what comes in at once."""

    file_bytes: int
    unpacked_bytes: int
    files: int
    cells: int
    ratio: int = 400
    sheet_bytes: int = 10_000_000
    elements: int = 20_000
    sheets: int = 20
    rows: int = 2_000
    columns: int = 120
    cell: int = 20_000


def file_limits() -> FileLimits:
    """Return the limits that the settings set now."""
    return FileLimits(
        file_bytes=settings.MUSTERBOOK_MAX_DOCUMENT_BYTES,
        unpacked_bytes=settings.MUSTERBOOK_MAX_UNPACKED_BYTES,
        files=settings.MUSTERBOOK_MAX_ARCHIVE_FILES,
        cells=settings.MUSTERBOOK_MAX_CELLS,
    )
