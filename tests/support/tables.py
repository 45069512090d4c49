"""Tables of profiles as spreadsheet programs save them, made of what we export."""

import csv
import io
from collections.abc import Iterable, Sequence

from openpyxl import Workbook

from builder.exports.csv import BYTE_ORDER_MARK


def csv_rows(text: str) -> list[list[str]]:
    """The cells of a table that we export."""
    return list(csv.reader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline=""), strict=True))


def xlsx_bytes(*sheets: Iterable[Sequence[str | int]]) -> bytes:
    """An XLSX file; texts that look like integers are numbers in it, as in spreadsheets."""
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
