"""Sources of an import: uploaded or pasted documents, tables, texts, and rosters of other programs.

Before an import, the user sees a preview. Its form contains the sources, packed and signed, so the server
doesn't need to store them.
"""

import base64
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import PurePosixPath
from typing import Any, Literal, NamedTuple
from zipfile import ZipFile

from django.core.signing import BadSignature, Signer

from builder.encodings import possible_readings
from builder.imports.limits import FileLimits, FileRefused
from builder.imports.rosters import is_roster, is_xml, xml_as_json
from builder.imports.tables import CellTable, Rows, read_csv, read_open_document, read_workbook
from builder.imports.zip_files import is_zip, open_zip, read_member
from builder.services.print_setups import ImportedSetup

SourceKind = Literal["document", "table", "text", "roster"]
Folder = Literal["", "deleted", "hand-ins"]
ACCOUNT_FILE = "account.json"
_LOCKED_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OTHER_FORMATS = {
    b"%PDF": "is a PDF: open it, copy its text and paste that",
    b"\x89PNG": "is a picture, which we can't read",
    b"\xff\xd8\xff": "is a picture, which we can't read",
    b"GIF8": "is a picture, which we can't read",
    b"Rar!": "is a RAR archive: save it as an ordinary ZIP file",
    b"7z\xbc\xaf": "is a 7z archive: save it as an ordinary ZIP file",
    b"\x1f\x8b": "is compressed with gzip: unpack it first",
}
_TABLE_ENDINGS = (".csv", ".tsv", ".tab")
_NO_TEXT = "is not a text, table or archive that we can read"
_MAX_NAME_LENGTH = 100
_MAX_TAGS = 1_000
_MAX_SETUPS = 100
_DOCUMENT = re.compile(r"[\ufeff\s]*(?:\{|\[\s*[\[{\]\"])")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSource:
    """A source that may become a list. A pasted text has an empty name.

    A table has ``rows``, and all other kinds have a ``text``. ``folder`` and ``tags`` are from an account's
    archive. If the character encoding of a file is not certain, ``raw`` has a Latin-1 character for each byte
    of the file.
    """

    name: str
    kind: SourceKind
    text: str = ""
    rows: Rows = ()
    folder: Folder = ""
    tags: tuple[str, ...] = ()
    raw: str = ""


class RefusedFile(NamedTuple):
    """The name of a file that can't be imported, and the reason (see ``FileRefused``)."""

    name: str
    reason: str


class ReadFiles(NamedTuple):
    """The content of the files and the text of a request.

    ``has_account`` is true if one of the files is an archive of an account. ``setups`` are its print setups.
    """

    sources: tuple[ImportSource, ...]
    refused: tuple[RefusedFile, ...] = ()
    has_account: bool = False
    setups: tuple[ImportedSetup, ...] = ()


def read_files(files: Iterable[tuple[str, bytes]], text: str, limits: FileLimits) -> ReadFiles:
    """Return the content of uploaded files, which are pairs of name and content, and of a pasted text."""
    sources, refused, setups = list[ImportSource](), list[RefusedFile](), list[ImportedSetup]()
    has_account = False
    for name, data in files:
        shown_name = _clean_name(name)
        try:
            contents = _read_file(shown_name, data, limits)
        except FileRefused as error:
            refused.append(RefusedFile(shown_name, str(error)))
            continue
        sources += contents.sources
        refused += contents.refused
        setups += contents.setups
        has_account = has_account or contents.has_account
    if text.strip():
        try:
            sources.append(_text_source("", text))
        except FileRefused as error:
            refused.append(RefusedFile("The text", str(error)))
    return ReadFiles(tuple(sources), tuple(refused), has_account, tuple(setups))


def _clean_name(name: str) -> str:
    """Return the name of a file without its folders and without invisible characters."""
    base_name = PurePosixPath(name.replace("\\", "/")).name
    return "".join(sign for sign in base_name if sign.isprintable())[-_MAX_NAME_LENGTH:] or "A file"


def _read_file(name: str, data: bytes, limits: FileLimits) -> ReadFiles:
    if is_zip(data):
        return _read_zip(name, data, limits)
    if len(data) > limits.file_bytes:
        raise FileRefused(f"has {len(data):,} bytes; the limit for a file is {limits.file_bytes:,}")
    return ReadFiles(tuple(_plain_sources(name, data, limits)))


def _plain_sources(name: str, data: bytes, limits: FileLimits) -> Iterator[ImportSource]:
    if data.startswith(_LOCKED_OFFICE):
        raise FileRefused("has a password, or is from an old program: save it as .xlsx without a password")
    for start, reason in _OTHER_FORMATS.items():
        if data.startswith(start):
            raise FileRefused(reason)
    text = _unicode_text(data)
    if text is not None:
        yield from _decoded_sources(name, text, limits)
        return
    readings = possible_readings(data)
    if not readings:
        raise FileRefused(_NO_TEXT)
    for source in _decoded_sources(name, data.decode(readings[0].code), limits):
        yield replace(source, raw=data.decode("latin-1"))


def _unicode_text(data: bytes) -> str | None:
    """Return the text of a file in UTF-8, or in UTF-16 with a byte order mark, or None.

    Raises FileRefused if the text contains zero bytes.
    """
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        return None
    if "\0" in text:
        raise FileRefused(_NO_TEXT)
    return text


def _decoded_sources(name: str, text: str, limits: FileLimits) -> Iterator[ImportSource]:
    if not text.strip():
        raise FileRefused("is empty")
    if name.lower().endswith(_TABLE_ENDINGS):
        yield from _table_sources(name, [read_csv(text, limits)])
    else:
        yield _text_source(name, text)


def decode_source(source: ImportSource, encoding: str, limits: FileLimits) -> ImportSource:
    """Return a source with ``raw`` content, decoded with another character encoding."""
    text = source.raw.encode("latin-1").decode(encoding)
    (decoded,) = _decoded_sources(source.name, text, limits)
    return replace(source, kind=decoded.kind, text=decoded.text, rows=decoded.rows)


def _text_source(name: str, text: str) -> ImportSource:
    if is_xml(text):
        text = json.dumps(xml_as_json(text), ensure_ascii=False)
    kind: SourceKind = "document" if _DOCUMENT.match(text) else "roster" if is_roster(text) else "text"
    return ImportSource(name=name, kind=kind, text=text)


def _table_sources(name: str, tables: Iterable[CellTable]) -> Iterator[ImportSource]:
    filled = [table for table in tables if table.rows]
    if not filled:
        raise FileRefused("is empty")
    for table in filled:
        title = f"{name}, {table.name}" if len(filled) > 1 and table.name else name
        yield ImportSource(name=title, kind="table", rows=table.rows)


# ------------------------------------------------------------------ archives


def _read_zip(name: str, data: bytes, limits: FileLimits) -> ReadFiles:
    archive = open_zip(data, limits)
    with archive:
        names = {info.filename for info in archive.infolist()}
        if "xl/workbook.xml" in names or "[Content_Types].xml" in names:
            if "xl/workbook.xml" not in names:
                raise FileRefused("is an office document, but not a table")
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
                    raise FileRefused("is an archive or a table inside an archive: choose it directly")
                inner_sources = _plain_sources(_clean_name(path.name), inner, limits)
                sources += (_in_folder(source, path, tags.get(info.filename, ())) for source in inner_sources)
            except FileRefused as error:
                refused.append(RefusedFile(_clean_name(path.name), str(error)))
        if not sources and not refused:
            raise FileRefused("contains no list")
        setups = _print_setups(account.get("print_setups"))
        return ReadFiles(tuple(sources), tuple(refused), ACCOUNT_FILE in names, setups)


def _read_account(archive: ZipFile, limits: FileLimits) -> dict[str, Any]:
    """Return the content of ``account.json``, or an empty mapping if it can't be read."""
    try:
        account = json.loads(read_member(archive, archive.getinfo(ACCOUNT_FILE), limits.file_bytes))
    except (FileRefused, ValueError, RecursionError):
        return {}
    return account if isinstance(account, dict) else {}


def _tags_by_file(account: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Map the names of the files in an account's archive to the tags of their lists."""
    try:
        return {
            str(row["file"]): tuple(tag for tag in row["tags"][:_MAX_TAGS] if isinstance(tag, str))
            for row in (*account["lists"], *account["deleted"])
        }
    except (KeyError, TypeError):
        return {}


def _print_setups(rows: object) -> tuple[ImportedSetup, ...]:
    """Return the print setups in a value from ``account.json``. Skip setups that can't be read."""
    if not isinstance(rows, list):
        return ()
    return tuple(
        ImportedSetup(row["name"][:_MAX_NAME_LENGTH], row["options"], row.get("first") is True)
        for row in rows[:_MAX_SETUPS]
        if isinstance(row, dict) and isinstance(row.get("name"), str) and _are_texts(row.get("options"))
    )


def _are_texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(part, str) for pair in value.items() for part in pair)


def _in_folder(source: ImportSource, path: PurePosixPath, tags: tuple[str, ...]) -> ImportSource:
    folders: tuple[Folder, ...] = ("deleted", "hand-ins")
    none: Folder = ""
    folder = next((folder for folder in folders if path.parts[:-1] == (folder,)), none)
    return replace(source, folder=folder, tags=tags)


# ------------------------------------------------------------------ packed sources


def pack_files(files: ReadFiles) -> str:
    """Return the sources and print setups as a packed and signed text, for a field of a form."""
    plain = {
        "sources": [
            {part.name: getattr(source, part.name) for part in fields(source)} for source in files.sources
        ],
        "setups": [setup._asdict() for setup in files.setups],
    }
    packed = zlib.compress(json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return _signer().sign(base64.b64encode(packed).decode())


def unpack_files(text: str) -> ReadFiles:
    """Return the sources and print setups in a text from ``pack_files``. Raises FileRefused."""
    try:
        plain = json.loads(zlib.decompress(base64.b64decode(_signer().unsign(text))))
        sources = tuple(
            ImportSource(
                **{**source, "rows": tuple(map(tuple, source["rows"])), "tags": tuple(source["tags"])}
            )
            for source in plain["sources"]
        )
        setups = tuple(ImportedSetup(**setup) for setup in plain["setups"])
    # KeyError and TypeError: an older version of the site packed sources with other fields.
    except (BadSignature, KeyError, TypeError) as error:
        raise FileRefused("changed since the preview: choose it again") from error
    return ReadFiles(sources, setups=setups)


def _signer() -> Signer:
    # The sources needn't be checked again after unpacking: without the key, nobody can sign changed sources.
    return Signer(salt="musterbook.import")
