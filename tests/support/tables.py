"""Tables of profiles: reading of exported tables, and writing of tables like a spreadsheet program."""

import csv
import io
from collections.abc import Iterable, Sequence

from openpyxl import Workbook

from builder.exports.csv import BYTE_ORDER_MARK


def csv_rows(text: str) -> list[list[str]]:
    """Return the cells of an exported CSV table."""
    return list(csv.reader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline=""), strict=True))


def xlsx_bytes(*sheets: Iterable[Sequence[str | int]]) -> bytes:
    """Return an XLSX file. Texts that look like integers become numbers, as in spreadsheet programs."""
    book = Workbook()
    for number, rows in enumerate(sheets):
        sheet = book.active if number == 0 else book.create_sheet()
        for row in rows:
            sheet.append([_cell(value) for value in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _cell(value: str | int) -> str | int:
    text = str(value)
    is_integer = text.lstrip("-").isdecimal() and text.isascii() and text == str(int(text))
    return int(text) if is_integer else text
