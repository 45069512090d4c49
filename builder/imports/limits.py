"""The limits for uploaded files, and the error for a rejected file."""

from dataclasses import dataclass

from django.conf import settings


class FileRefused(Exception):  # noqa: N818 - the word of the pages
    """A file can't be imported.

    The message is the rest of a sentence that begins with the file's name, such as "is empty". The message
    doesn't end with a full stop.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLimits:
    """The maxima for the files and texts of one request. A workbook is a file of a spreadsheet program.

    ``file_bytes`` is the size of one file.
    ``unpacked_bytes`` is the total size of the files in an archive after unpacking.
    ``files`` is the number of files in an archive.
    ``cells`` is the number of cells in a sheet, from the first cell to the last filled cell of each row.
    ``ratio`` is the unpacked size of a file in an archive, divided by its packed size.
    ``sheet_bytes`` is the size of a workbook after unpacking.
    ``elements`` is the number of XML elements in a workbook that aren't cells, texts or rows.
    ``sheets`` is the number of sheets in a workbook.
    ``rows`` and ``columns`` are the numbers of rows and columns in a sheet.
    ``cell`` is the number of characters in a cell.
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
