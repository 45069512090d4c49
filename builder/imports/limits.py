"""The limits for uploaded files, and the error for a rejected file."""

from dataclasses import dataclass

from django.conf import settings


class FileRefused(Exception):  # noqa: N818 - the word of the pages
    """A file can't be imported. The message continues its name, without a full stop: "is empty"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLimits:
    """The maxima for the files and texts of one request. A workbook is a file of a spreadsheet program.

    ``files`` is the number of files in an archive, and ``unpacked_bytes`` their total size. ``ratio`` is the
    unpacked size of a file, divided by its packed size. ``elements`` is the number of XML elements in a
    workbook that aren't cells, texts or rows. Rows, columns and cells are counted up to the last filled cell.
    """

    file_bytes: int
    unpacked_bytes: int
    files: int
    cells: int
    ratio: int = 400
    workbook_bytes: int = 10_000_000
    elements: int = 20_000
    sheets: int = 20
    rows: int = 2_000
    columns: int = 120
    cell_characters: int = 20_000


def file_limits() -> FileLimits:
    """Return the limits from the current settings."""
    return FileLimits(
        file_bytes=settings.MUSTERBOOK_MAX_DOCUMENT_BYTES,
        unpacked_bytes=settings.MUSTERBOOK_MAX_UNPACKED_BYTES,
        files=settings.MUSTERBOOK_MAX_ARCHIVE_FILES,
        cells=settings.MUSTERBOOK_MAX_CELLS,
    )
