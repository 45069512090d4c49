"""Functions that read tables in CSV, XLSX and ODS files. They return rows of texts.

XLSX and ODS files are ZIP archives of XML parts. XML that defines entities can make a parser use all memory.
So each part is searched for such definitions before it is parsed.
"""

import csv
import io
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError
from zipfile import ZipFile

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse
from openpyxl import load_workbook

from builder.imports.limits import FileLimits, FileRefused
from builder.imports.zip_files import read_member

Rows = tuple[tuple[str, ...], ...]

# Namespaces of ODS.
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_SEPARATORS = ",;\t|"
_FILLED_CELL = re.compile(rb'<(?:\w{1,20}:)?c\b[^>]{0,200}\br="[A-Z]{1,3}([0-9]{1,9})"[^>/]{0,200}>')
# Matches the start of every XML element in a workbook, except the elements of rows, cells and their texts.
_OTHER_ELEMENT = re.compile(
    rb"<(?![/?!])(?:[\w.-]{1,40}:)?"
    rb"(?!(?:c|v|f|t|r|si|is|row|rPr|b|i|u|sz|color|rFont|family|scheme|charset|vertAlign|phoneticPr)[\s/>])"
)
_BEFORE_XML = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"  # byte order marks, white space, and zero bytes of UTF-16
DEFINES_ENTITIES = "defines words of its own in its XML, as no spreadsheet does"
UNREADABLE = "can't be read as a table: open it in a spreadsheet program and save it again"


class CellTable(NamedTuple):
    """A table of texts, and the name of its sheet, which is empty for CSV."""

    name: str
    rows: Rows


# ------------------------------------------------------------------ CSV


def read_csv(text: str, limits: FileLimits) -> CellTable:
    """Return the table in a CSV text. The most frequent separator in the first line is used."""
    first_line = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(_SEPARATORS, key=first_line.count)
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        return CellTable("", _trimmed(rows, limits))
    except csv.Error as error:
        raise FileRefused(UNREADABLE) from error


# ------------------------------------------------------------------ XLSX


def read_workbook(data: bytes, archive: ZipFile, limits: FileLimits) -> list[CellTable]:
    """Return the non-empty sheets of an XLSX file."""
    _check_parts(archive, limits)
    _check_elements(archive, limits)
    try:
        # openpyxl warns of each part that it ignores, such as a chart or an extension.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            sheets = book.worksheets
            if len(sheets) > limits.sheets:
                raise FileRefused(f"has {len(sheets)} sheets; the limit is {limits.sheets}")
            tables = []
            for sheet in sheets:
                sheet.reset_dimensions()
                # Read one row and one column more than the limits allow. So if there are too many rows or
                # columns, ``_trimmed`` raises an error.
                max_row, max_col = limits.rows + 1, limits.columns + 1
                rows = sheet.iter_rows(max_row=max_row, max_col=max_col, values_only=True)
                tables.append(CellTable(str(sheet.title)[:100], _trimmed(map(_texts, rows), limits)))
    except FileRefused:
        raise
    except DefusedXmlException as error:
        raise FileRefused(DEFINES_ENTITIES) from error
    except Exception as error:  # openpyxl raises many kinds of errors for damaged files
        raise FileRefused(UNREADABLE) from error
    return [table for table in tables if table.rows]


def _check_parts(archive: ZipFile, limits: FileLimits) -> None:
    """Raise FileRefused if a workbook is too large, defines entities, or has too high a row number."""
    size = sum(info.file_size for info in archive.infolist())
    if size > limits.workbook_bytes:
        raise FileRefused(f"unpacks to {size:,} bytes; the limit for a table is {limits.workbook_bytes:,}")
    for part in _xml_parts(archive, limits):
        # This search would miss a definition in a part that is encoded in UTF-16. So parts with zero bytes,
        # which UTF-16 contains, are rejected too. All spreadsheet programs write UTF-8.
        if b"<!" in part.replace(b"<!--", b"").replace(b"<![CDATA[", b"") or b"\0" in part:
            raise FileRefused(DEFINES_ENTITIES)
        # openpyxl would create all rows before a row with a very high number.
        if any(int(row) > limits.rows for row in _FILLED_CELL.findall(part)):
            raise FileRefused(_too_many_rows(limits))


def _check_elements(archive: ZipFile, limits: FileLimits) -> None:
    """Raise FileRefused if a workbook has too many names, styles or relations, which openpyxl loads."""
    count = sum(sum(1 for _ in _OTHER_ELEMENT.finditer(part)) for part in _xml_parts(archive, limits))
    if count > limits.elements:
        raise FileRefused(
            f"has {count:,} names, styles and other parts that are not cells; the limit is "
            f"{limits.elements:,}. Save the sheet with the profiles as CSV"
        )


def _xml_parts(archive: ZipFile, limits: FileLimits) -> Iterator[bytes]:
    """Yield the parts of a workbook that have the name or, because any name is possible, the start of XML."""
    for info in archive.infolist():
        part = read_member(archive, info, limits.workbook_bytes)
        if info.filename.endswith((".xml", ".rels")) or part.lstrip(_BEFORE_XML).startswith(b"<"):
            yield part


def _texts(row: Iterable[object]) -> list[str]:
    return [_cell_text(value) for value in row]


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 10**15 else str(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value)


# ------------------------------------------------------------------ ODS


def read_open_document(archive: ZipFile, limits: FileLimits) -> list[CellTable]:
    """Return the non-empty sheets of an ODS file."""
    _check_parts(archive, limits)
    names = {info.filename: info for info in archive.infolist()}
    manifest, content = names.get("META-INF/manifest.xml"), names.get("content.xml")
    if manifest and b"encryption-data" in read_member(archive, manifest, limits.workbook_bytes):
        raise FileRefused("has a password: save it without one")
    if content is None:
        raise FileRefused(UNREADABLE)
    try:
        return list(_open_document_tables(read_member(archive, content, limits.workbook_bytes), limits))
    except DefusedXmlException as error:
        raise FileRefused(DEFINES_ENTITIES) from error
    except (ParseError, ValueError) as error:
        raise FileRefused(UNREADABLE) from error


def _open_document_tables(content: bytes, limits: FileLimits) -> Iterator[CellTable]:
    rows: list[list[str]] = []
    empty_rows = sheet_count = 0
    for event, element in iterparse(io.BytesIO(content), events=("start", "end")):
        if event == "start":
            if element.tag == f"{_TABLE}table":
                rows, empty_rows, sheet_count = [], 0, sheet_count + 1
            continue
        if element.tag == f"{_TABLE}table-row":
            cells = _open_document_row(element, limits)
            times = _repetitions(element, "number-rows-repeated")
            if not cells:
                empty_rows += times
            elif len(rows) + empty_rows + times > limits.rows:
                raise FileRefused(_too_many_rows(limits))
            else:
                rows += [[] for _ in range(empty_rows)] + [cells] * times
                empty_rows = 0
            element.clear()
        elif element.tag == f"{_TABLE}table":
            if sheet_count > limits.sheets:
                raise FileRefused(f"has more sheets than the {limits.sheets} that are read")
            if trimmed_rows := _trimmed(rows, limits):
                yield CellTable(element.get(f"{_TABLE}name", "")[:100], trimmed_rows)
            element.clear()


def _open_document_row(row: Element, limits: FileLimits) -> list[str]:
    cells: list[str] = []
    blank = 0
    for cell in row:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        text, times = _open_document_cell(cell), _repetitions(cell, "number-columns-repeated")
        if not text:
            blank += times
        elif len(cells) + blank + times > limits.columns:
            raise FileRefused(_too_many_columns(limits))
        else:
            cells += [""] * blank + [text] * times
            blank = 0
    return cells


def _open_document_cell(cell: Element) -> str:
    kind, value = cell.get(f"{_OFFICE}value-type"), cell.get(f"{_OFFICE}value", "")
    if kind == "float" and value:
        return _cell_text(float(value))
    if kind == "boolean":
        return "yes" if cell.get(f"{_OFFICE}boolean-value") == "true" else "no"
    return "\n".join("".join(line.itertext()) for line in cell if line.tag == f"{_TEXT}p")


def _repetitions(element: Element, name: str) -> int:
    """Return how many times an ODS row or cell is repeated, which is in the attribute ``name``."""
    number = element.get(f"{_TABLE}{name}", "1")
    return int(number) if number.isdecimal() and len(number) < 9 else 1


# ------------------------------------------------------------------ limits


def _trimmed(rows: Iterable[Sequence[str]], limits: FileLimits) -> Rows:
    """Return the rows without empty cells at their ends, empty last rows, and space around texts.

    Raises FileRefused if they exceed a limit.
    """
    trimmed_rows: list[tuple[str, ...]] = []
    empty_rows = cell_count = 0
    for row in rows:
        texts = [text.strip() for text in row]
        while texts and not texts[-1]:
            texts.pop()
        if not texts:
            empty_rows += 1
            continue
        if len(trimmed_rows) + empty_rows >= limits.rows:
            raise FileRefused(_too_many_rows(limits))
        if len(texts) > limits.columns:
            raise FileRefused(_too_many_columns(limits))
        cell_count += len(texts)
        if cell_count > limits.cells:
            raise FileRefused(f"has more than the {limits.cells:,} cells that are read")
        if any(len(text) > limits.cell_characters for text in texts):
            raise FileRefused(f"has a cell of more than {limits.cell_characters:,} characters")
        trimmed_rows += [()] * empty_rows + [tuple(texts)]
        empty_rows = 0
    return tuple(trimmed_rows)


def _too_many_rows(limits: FileLimits) -> str:
    return f"has more than the {limits.rows:,} rows that are read"


def _too_many_columns(limits: FileLimits) -> str:
    return f"has more than the {limits.columns} columns that are read"
