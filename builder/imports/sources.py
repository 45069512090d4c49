"""What was chosen, dropped or pasted, as sources: each a document, a table or a text with its name.

Sources travel in the form of the preview, packed, so that nothing of them is kept by looking.
"""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any, Literal, NamedTuple
from zipfile import ZipFile

from builder.imports.limits import FileLimits, FileRefused
from builder.imports.tables import CellTable, Rows, read_csv, read_open_document, read_workbook
from builder.imports.zip_files import is_zip, open_zip, read_member

SourceKind = Literal["document", "table", "text"]
Folder = Literal["", "deleted", "hand-ins"]
ACCOUNT_FILE = "account.json"
_LOCKED_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OTHERS = {
    b"%PDF": "is a PDF: open it, copy its text and paste that",
    b"\x89PNG": "is a picture, and pictures are not read",
    b"\xff\xd8\xff": "is a picture, and pictures are not read",
    b"GIF8": "is a picture, and pictures are not read",
    b"Rar!": "is a RAR archive: pack it as an ordinary ZIP file",
    b"7z\xbc\xaf": "is a 7z archive: pack it as an ordinary ZIP file",
    b"\x1f\x8b": "is packed with gzip: unpack it first",
}
_TABLE_ENDINGS = (".csv", ".tsv", ".tab")
_MOST_NAME = 100
_MOST_TAGS = 1_000
_MOST_SETUPS = 100
_DOCUMENT = re.compile(r"[\ufeff\s]*(?:\{|\[\s*[\[{\]\"])")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSource:
    """Something that may become a list; of an account's archive in which ``folder``, with its ``tags``."""

    name: str
    kind: SourceKind
    text: str = ""
    rows: Rows = ()
    folder: Folder = ""
    tags: tuple[str, ...] = ()


class ArchivedSetup(NamedTuple):
    """A print setup of an account's archive: its name, its options by their names, whether it comes first."""

    name: str
    options: dict[str, str]
    is_first: bool = False


class RefusedFile(NamedTuple):
    """A file that is not read, and why."""

    name: str
    why: str


class ReadFiles(NamedTuple):
    """What was found. ``has_account`` says that an account's archive was among it, with its print setups."""

    sources: tuple[ImportSource, ...]
    refused: tuple[RefusedFile, ...] = ()
    has_account: bool = False
    setups: tuple[ArchivedSetup, ...] = ()


def read_files(files: Iterable[tuple[str, bytes]], text: str, limits: FileLimits) -> ReadFiles:
    """All that was sent: files by name, and a pasted text."""
    sources, refused, setups = list[ImportSource](), list[RefusedFile](), list[ArchivedSetup]()
    has_account = False
    for name, data in files:
        shown = _shown_name(name)
        try:
            found = _read_file(shown, data, limits)
        except FileRefused as error:
            refused.append(RefusedFile(shown, str(error)))
            continue
        sources += found.sources
        refused += found.refused
        setups += found.setups
        has_account = has_account or found.has_account
    if text.strip():
        sources.append(_text_source("", text))
    return ReadFiles(tuple(sources), tuple(refused), has_account, tuple(setups))


def _shown_name(name: str) -> str:
    """The last part of a name, on one line, without what nobody sees."""
    last = PurePosixPath(name.replace("\\", "/")).name
    return "".join(sign for sign in last if sign.isprintable())[-_MOST_NAME:] or "A file"


def _read_file(name: str, data: bytes, limits: FileLimits) -> ReadFiles:
    if is_zip(data):
        return _read_zip(name, data, limits)
    if len(data) > limits.file_bytes:
        raise FileRefused(f"has {len(data):,} bytes, and of one file at most {limits.file_bytes:,} are read")
    return ReadFiles(tuple(_plain_sources(name, data, limits)))


def _plain_sources(name: str, data: bytes, limits: FileLimits) -> Iterator[ImportSource]:
    if data.startswith(_LOCKED_OFFICE):
        raise FileRefused("is locked with a password, or from an old program: save it as .xlsx without one")
    for start, why in _OTHERS.items():
        if data.startswith(start):
            raise FileRefused(why)
    text = _decoded(data)
    if not text.strip():
        raise FileRefused("is empty")
    if name.lower().endswith(_TABLE_ENDINGS):
        yield from _table_sources(name, [read_csv(text, limits)])
    else:
        yield _text_source(name, text)


def _decoded(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or what old spreadsheets write."""
    encodings = ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise FileRefused("is no text, no table and no archive that is read here")


def _text_source(name: str, text: str) -> ImportSource:
    kind: SourceKind = "document" if _DOCUMENT.match(text) else "text"
    return ImportSource(name=name, kind=kind, text=text)


def _table_sources(name: str, tables: Iterable[CellTable]) -> Iterator[ImportSource]:
    found = [table for table in tables if table.rows]
    if not found:
        raise FileRefused("has no cell with anything in it")
    for table in found:
        title = f"{name}, {table.name}" if len(found) > 1 and table.name else name
        yield ImportSource(name=title, kind="table", rows=table.rows)


# ------------------------------------------------------------------ archives


def _read_zip(name: str, data: bytes, limits: FileLimits) -> ReadFiles:
    archive = open_zip(data, limits)
    with archive:
        names = {info.filename for info in archive.infolist()}
        if "xl/workbook.xml" in names or "[Content_Types].xml" in names:
            if "xl/workbook.xml" not in names:
                raise FileRefused("is a document of an office program, but no table")
            return ReadFiles(tuple(_table_sources(name, read_workbook(data, archive, limits))))
        if "content.xml" in names and "mimetype" in names:
            return ReadFiles(tuple(_table_sources(name, read_open_document(archive, limits))))
        sources, refused = list[ImportSource](), list[RefusedFile]()
        account = _read_account(archive, limits) if ACCOUNT_FILE in names else {}
        tags = _tags_by_file(account)
        for info in archive.infolist():
            path = PurePosixPath(info.filename)
            if info.is_dir() or path.parts[0] == "__MACOSX" or path.name.startswith("."):
                continue
            if str(path) == ACCOUNT_FILE:
                continue
            try:
                inner = read_member(archive, info, limits.file_bytes)
                if is_zip(inner):
                    raise FileRefused("is an archive or a table within an archive: choose it by itself")
                found = _plain_sources(_shown_name(path.name), inner, limits)
                sources += (_in_folder(source, path, tags.get(info.filename, ())) for source in found)
            except FileRefused as error:
                refused.append(RefusedFile(_shown_name(path.name), str(error)))
        if not sources and not refused:
            raise FileRefused("has no list in it")
        return ReadFiles(tuple(sources), tuple(refused), ACCOUNT_FILE in names, _archived_setups(account))


def _read_account(archive: ZipFile, limits: FileLimits) -> dict[str, Any]:
    """What an account's archive tells besides its lists; empty where that cannot be read."""
    try:
        account = json.loads(read_member(archive, archive.getinfo(ACCOUNT_FILE), limits.file_bytes))
    except (FileRefused, ValueError, RecursionError):
        return {}
    return account if isinstance(account, dict) else {}


def _tags_by_file(account: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The tags that an account's archive tells of its lists, by their files; else none."""
    try:
        return {
            str(row["file"]): tuple(tag for tag in row["tags"][:_MOST_TAGS] if isinstance(tag, str))
            for row in (*account["lists"], *account["deleted"])
        }
    except (KeyError, TypeError):
        return {}


def _archived_setups(account: Mapping[str, Any]) -> tuple[ArchivedSetup, ...]:
    """The print setups of an account's archive; those that cannot be read are left out."""
    rows = account.get("print_setups")
    return tuple(_setups_in(rows)) if isinstance(rows, list) else ()


def _setups_in(rows: Sequence[object]) -> Iterator[ArchivedSetup]:
    for row in rows[:_MOST_SETUPS]:
        if isinstance(row, dict) and isinstance(row.get("name"), str) and _are_texts(row.get("options")):
            yield ArchivedSetup(row["name"][:_MOST_NAME], row["options"], row.get("first") is True)


def _are_texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(part, str) for pair in value.items() for part in pair)


def _in_folder(source: ImportSource, path: PurePosixPath, tags: tuple[str, ...]) -> ImportSource:
    folders: tuple[Folder, ...] = ("deleted", "hand-ins")
    none: Folder = ""
    folder = next((folder for folder in folders if path.parts[:-1] == (folder,)), none)
    return replace(source, folder=folder, tags=tags)


# ------------------------------------------------------------------ packed


def pack_sources(sources: Iterable[ImportSource]) -> str:
    """Sources as one text for a form."""
    plain = [[one.name, one.kind, one.text, one.rows, one.folder, one.tags] for one in sources]
    packed = zlib.compress(json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return base64.b64encode(packed).decode()


def pack_setups(setups: Iterable[ArchivedSetup]) -> str:
    """Print setups as one text for a form, as the archive has them."""
    rows = [{"name": one.name, "options": one.options, "first": one.is_first} for one in setups]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def unpack_setups(packed: str) -> tuple[ArchivedSetup, ...]:
    """The print setups that were packed; none where the text is no such thing."""
    try:
        return _archived_setups({"print_setups": json.loads(packed)})
    except (ValueError, RecursionError):
        return ()


def unpack_sources(packed: str, limits: FileLimits) -> tuple[ImportSource, ...]:
    """The sources that were packed; FileRefused for what is no such text, or more than is read."""
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(base64.b64decode(packed, validate=True), 2 * limits.unpacked_bytes)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise FileRefused(CHANGED)
        plain = json.loads(data)
        if not isinstance(plain, list):
            raise FileRefused(CHANGED)
        return tuple(_unpacked(one, limits) for one in plain)
    except (binascii.Error, zlib.error, ValueError, TypeError, RecursionError) as error:
        raise FileRefused(CHANGED) from error


CHANGED = "came back otherwise than the preview sent it: choose it once more"


def _unpacked(value: object, limits: FileLimits) -> ImportSource:
    if not isinstance(value, list) or len(value) != len(ImportSource.__slots__):
        raise TypeError
    name, kind, text, rows, folder, tags = value
    texts = all(isinstance(one, str) for one in (name, text))
    cells = isinstance(rows, list) and all(
        isinstance(row, list) and all(isinstance(cell, str) for cell in row) for row in rows
    )
    known = kind in ("document", "table", "text") and folder in ("", "deleted", "hand-ins")
    words = isinstance(tags, list) and len(tags) <= _MOST_TAGS and all(isinstance(tag, str) for tag in tags)
    if not (texts and cells and known and words) or len(rows) > limits.rows:
        raise TypeError
    return ImportSource(
        name=_shown_name(name) if name else "",
        kind=kind,
        text=text,
        rows=tuple(tuple(row[: limits.columns]) for row in rows),
        folder=folder,
        tags=tuple(tags),
    )
