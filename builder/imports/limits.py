"""The limits of uploaded files, and the error for a file that is rejected."""

from dataclasses import dataclass

from django.conf import settings


class FileRefused(Exception):  # noqa: N818 - the word of the pages
    """A file that can't be imported; the text is a sentence without the file's name and the full stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLimits:
    """The limits of files and texts in one request.

    ``ratio`` limits the unpacked size of a file in an archive, as a multiple of its packed size. The limits
    after it are those of tables: ``sheet_bytes`` is the unpacked size of a workbook, ``elements`` the number
    of its XML elements other than cells, and ``cell`` the number of characters in a cell.
    """

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
    """Return the limits from the current settings."""
    return FileLimits(
        file_bytes=settings.MUSTERBOOK_MAX_DOCUMENT_BYTES,
        unpacked_bytes=settings.MUSTERBOOK_MAX_UNPACKED_BYTES,
        files=settings.MUSTERBOOK_MAX_ARCHIVE_FILES,
        cells=settings.MUSTERBOOK_MAX_CELLS,
    )
