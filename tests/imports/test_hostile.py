"""Hostile files are rejected with a message before they use much time or memory."""

import base64
import io
import struct
import zipfile
import zlib
from collections.abc import Callable

import pytest
from django.core.signing import Signer

from builder.catalogue.aliases import aliases_of
from builder.catalogue.files import bundled_catalogues
from builder.catalogue.limits import limits
from builder.imports.limits import FileRefused, file_limits
from builder.imports.rosters import read_roster
from builder.imports.sources import pack_files, read_files, unpack_files
from builder.points.document.json_reader import DocumentError
from builder.points.other_builders.matching import choose_catalogue, match_roster
from builder.services.print_setups import ImportedSetup
from tests.support.cpu import without_hanging
from tests.support.tables import xlsx_bytes

ENTITIES = '<!DOCTYPE x [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)
) + "]>"  # fmt: skip
SHEET = xlsx_bytes([["Name", "Mov", "Fgt"], ["Imp", 6, 7]])
ODS_HEAD = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
)
ODS_TAIL = "</office:spreadsheet></office:body></office:document-content>"


def zipped(*files: tuple[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive of these files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return file.getvalue()


def ods(content: str, *more: tuple[str, bytes | str]) -> bytes:
    """Return an ODS file with this content."""
    return zipped(
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", content), *more
    )


def changed_part(name: str, change: Callable[[str], str], encoding: str = "utf-8") -> bytes:
    """Return an XLSX file with a changed part."""
    with zipfile.ZipFile(io.BytesIO(SHEET)) as archive:
        parts = [(info.filename, archive.read(info)) for info in archive.infolist()]
    return zipped(*((n, change(data.decode()).encode(encoding) if n == name else data) for n, data in parts))


def with_head(text: str) -> str:
    """Return XML whose head defines entities that grow without end."""
    body = text.split("?>", 1)[-1]
    return f'<?xml version="1.0"?>{ENTITIES}{body}'


def encrypted(data: bytes) -> bytes:
    """Return the archive with the flag of a password on each file."""
    spoilt = bytearray(data)
    for start, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(start)
        while place >= 0:
            spoilt[place + at] |= 1
            place = data.find(start, place + 1)
    return bytes(spoilt)


def lying(data: bytes, size: int) -> bytes:
    """Return the archive with a wrong size of its first file."""
    spoilt = bytearray(data)
    for start, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        spoilt[data.find(start) + at : data.find(start) + at + 4] = struct.pack("<I", size)
    return bytes(spoilt)


def far_cells() -> bytes:
    """Return a sheet with a few cells in the last column of the last rows."""
    rows = "".join(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(1_048_000, 1_048_570))
    return changed_part(
        "xl/worksheets/sheet1.xml", lambda text: text.replace("</sheetData>", f"{rows}</sheetData>")
    )


def ods_cell(row: str = "", cell: str = "") -> bytes:
    """Return an ODS file with one cell, whose row and cell have these attributes."""
    start = f"{ODS_HEAD}<table:table><table:table-row {row}><table:table-cell {cell}><text:p>x</text:p>"
    return ods(f"{start}</table:table-cell></table:table-row></table:table>{ODS_TAIL}")


def outer_entity(text: str) -> str:
    """Return XML that names a file of the computer."""
    return '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + text.split("?>", 1)[-1]


OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500
BOOK, CELLS = "xl/workbook.xml", "xl/worksheets/sheet1.xml"


def many_names(part: str, name: str) -> Callable[[], bytes]:
    """Return an XLSX file with 170,000 empty elements in one part."""
    names = "".join(f'<{name} n="{number}"/>' for number in range(170_000))
    return lambda: changed_part(
        part, lambda text: text[: text.rindex("</")] + names + text[text.rindex("</") :]
    )


def with_renamed_workbook(data: bytes) -> bytes:
    """Return the same XLSX file, with its workbook in a part whose name isn't *.xml."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    parts["xl/hidden.bin"] = parts.pop(BOOK)
    parts["xl/_rels/hidden.bin.rels"] = parts.pop("xl/_rels/workbook.xml.rels")
    for name in ("[Content_Types].xml", "_rels/.rels"):
        parts[name] = parts[name].replace(b"xl/workbook.xml", b"xl/hidden.bin")
    return zipped((BOOK, b"<workbook/>"), *parts.items())


DEFINES, INSIDE, OUTSIDE = "defines words of its own", "inside an archive", "names files outside of itself"
LOCKED, NO_TABLE = "has a password", "can't be read as a table"
ROWS, COLUMNS = "rows that are read", "columns that are read"

Case = tuple[str, Callable[[], bytes], str]
HOSTILE: dict[str, Case] = {
    "zip bomb": ("a.zip", lambda: zipped(("a.json", b" " * 15_000_000)), "unpacks to more than 400 times"),
    "many zeros": (
        "a.zip", lambda: zipped(*((f"{n}.json", b"\0" * 190_000) for n in range(150))), "unpacks to 28",
    ),
    "too many files": (
        "a.zip", lambda: zipped(*((f"{n}", b"") for n in range(1_501))), "contains 1,501 files",
    ),
    "outside": ("a.zip", lambda: zipped(("../../etc/passwd", "{}")), OUTSIDE),
    "absolute": ("a.zip", lambda: zipped(("/etc/passwd", "{}")), OUTSIDE),
    "drive": ("a.zip", lambda: zipped(("C:\\list.json", "{}")), OUTSIDE),
    "nested": ("a.zip", lambda: zipped(("b.zip", zipped(("c.json", "{}")))), INSIDE),
    "encrypted": ("a.zip", lambda: encrypted(zipped(("a.json", "{}"))), LOCKED),
    "other packing": (
        "a.zip", lambda: zipped(("a.json", "{}"), method=zipfile.ZIP_LZMA), "is compressed in an unknown way",
    ),
    "cut off": ("a.zip", lambda: zipped(("a.json", "{}"))[:40], "is damaged"),
    "says less": ("a.zip", lambda: lying(zipped(("a.json", b" " * 180_000)), 10), "is damaged"),
    "not zip": ("a.zip", lambda: b"PK\x03\x04" + b"\0" * 500, "is damaged"),
    "empty zip": ("a.zip", zipped, "contains no list"),
    "entities": ("a.xlsx", lambda: changed_part(BOOK, with_head), DEFINES),
    "entities in cells": ("a.xlsx", lambda: changed_part(CELLS, with_head), DEFINES),
    "outer entity": ("a.xlsx", lambda: changed_part("xl/styles.xml", outer_entity), DEFINES),
    "hidden entities": (
        "a.xlsx", lambda: changed_part(CELLS, with_head, encoding="utf-16"), DEFINES,
    ),
    "entities in ods": ("a.ods", lambda: ods(f"{ENTITIES}{ODS_HEAD}{ODS_TAIL}"), DEFINES),
    "far cells": ("a.xlsx", far_cells, ROWS),
    "wide ods": ("a.ods", lambda: ods_cell(cell='table:number-columns-repeated="99999999"'), COLUMNS),
    "tall ods": ("a.ods", lambda: ods_cell(row='table:number-rows-repeated="99999999"'), ROWS),
    "locked ods": (
        "a.ods", lambda: ods("\x01\x02", ("META-INF/manifest.xml", "<manifest:encryption-data/>")), LOCKED,
    ),
    "many names": ("a.xlsx", many_names(BOOK, "definedName"), "names, styles and other parts"),
    "many names in a hidden workbook": (
        "a.xlsx",
        lambda: with_renamed_workbook(many_names(BOOK, "definedName")()),
        "names, styles and other parts",
    ),
    "entities in a hidden workbook": (
        "a.xlsx", lambda: with_renamed_workbook(changed_part(BOOK, with_head)), DEFINES,
    ),
    "many styles": ("a.xlsx", many_names("xl/styles.xml", "x:xf"), "names, styles and other parts"),
    "many names in a sheet": ("a.xlsx", many_names(CELLS, "definedName"), "names, styles and other parts"),
    "locked xlsx": ("a.xlsx", lambda: OLD_OFFICE, LOCKED),
    "no workbook": ("a.xlsx", lambda: zipped(("[Content_Types].xml", "x")), "but not a table"),
    "broken xml": ("a.xlsx", lambda: changed_part(BOOK, lambda text: text[:-20]), NO_TABLE),
    "wide csv": ("a.csv", lambda: b"a," * 5_000, COLUMNS),
    "tall csv": ("a.csv", lambda: b"a,b\n" * 5_000, ROWS),
    "long cell": ("a.csv", lambda: b"a,b\n" + b"x" * 100_000 + b",1\n", "has a cell of more than"),
    "huge cell": ("a.csv", lambda: b'a,b\n"' + b"x" * 500_000, NO_TABLE),
    "zeros": ("a.json", lambda: b"\0" * 1000, "is not a text"),
    "pdf": ("a.pdf", lambda: b"%PDF-1.7", "is a PDF"),
    "entities in a roster": ("a.ros", f"{ENTITIES}<roster/>".encode, "defines words of its own"),
    "a bomb in a rosz": (
        "a.rosz", lambda: zipped(("a.ros", b" " * 15_000_000)), "unpacks to more than 400 times",
    ),
    "elements within each other": ("a.ros", lambda: b"<roster>" + b"<a>" * 150_000, "read as a roster"),
    "selections within each other": (
        "a.ros",
        lambda: b"<roster>" + b"<forces><force>" * 9_000 + b"</force></forces>" * 9_000 + b"</roster>",
        "can't be read as a roster",
    ),
    "other xml": ("a.xml", lambda: b"<?xml version='1.0'?><svg/>", "is XML, but not a roster"),
    "no encoding fits": ("a.csv", lambda: bytes(range(1, 256)), "is not a text"),
    "script in a name": ('<script>alert(1)</script>"\u202e.exe', lambda: b"", "is empty"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "make", "words"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_rejected_with_a_reason(name: str, make: Callable[[], bytes], words: str) -> None:
    data = make()
    with without_hanging():
        sources = read_files([(name, data)], "", file_limits())
    assert sources.sources == ()
    ((shown, why),) = sources.refused
    assert words in why
    assert shown.isprintable()


def test_macros_are_ignored() -> None:
    with zipfile.ZipFile(io.BytesIO(SHEET)) as archive:
        parts = [(info.filename, archive.read(info)) for info in archive.infolist()]
    sources = read_files(
        [("a.xlsm", zipped(*parts, ("xl/vbaProject.bin", b"\xd0\xcf\x11\xe0")))], "", file_limits()
    )
    assert sources.sources[0].rows == (("Name", "Mov", "Fgt"), ("Imp", "6", "7"))


def test_formulas_count_as_their_last_result() -> None:
    """A formula without a stored result is blank."""
    sources = read_files([("a.xlsx", xlsx_bytes([["Name", "Mov"], ["Imp", "=1+1"]]))], "", file_limits())
    assert sources.sources[0].rows == (("Name", "Mov"), ("Imp",))


def test_bad_files_in_an_archive_do_not_prevent_reading_good_ones() -> None:
    inner = zipped(("c.json", "{}"))
    data = zipped(("good.json", "{}"), ("b.zip", inner), ("__MACOSX/x", "x"), ("t.csv", "a,b\n1,2"))
    sources = read_files([("a.zip", data)], "", file_limits())
    kinds = [(source.name, source.kind) for source in sources.sources]
    assert kinds == [("good.json", "document"), ("t.csv", "table")]
    assert [file.name for file in sources.refused] == ["b.zip"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_csv_dialects_of_spreadsheet_programs_are_read(encoding: str, sign: str) -> None:
    text = f'Name{sign}Mov\r\n"Ægir{sign} the ""Old"""{sign}6\r\n'
    (source,) = read_files([("a.csv", text.encode(encoding))], "", file_limits()).sources
    assert source.rows == (("Name", "Mov"), (f'Ægir{sign} the "Old"', "6"))


def test_sources_survive_the_round_trip_through_the_form() -> None:
    sources = read_files([("a.csv", b"a,b\n1,2"), ("b.json", b"{}")], "Imp Mov 6", file_limits())
    files = sources._replace(setups=(ImportedSetup("Cards", {"paper": "cards"}, is_first=True),))
    assert unpack_files(pack_files(files)) == files


@pytest.mark.parametrize("change", ["", "x", "{packed}", "x{packed}:{signature}", "{packed}:{signature}x"])
def test_tampered_forms_are_rejected(change: str) -> None:
    packed, signature = pack_files(read_files([], "Imp Mov 6", file_limits())).split(":")
    with pytest.raises(FileRefused):
        unpack_files(change.format(packed=packed, signature=signature))


def test_a_preview_by_a_release_with_other_fields_is_rejected() -> None:
    packed = base64.b64encode(zlib.compress(b'{"sources": [{"rows": [], "tags": [], "colour": "red"}]}'))
    with pytest.raises(FileRefused):
        unpack_files(Signer(salt="musterbook.import").sign(packed.decode()))


PAGE = '<html><body class="battlescribe">'
CREW = "++ Crew [9Cr] ++\n"
MANY = 240_000
ROSTERS = {
    "comments": PAGE + "<!--" * MANY,
    "open tags": PAGE + "<" * (3 * MANY),
    "attributes": PAGE + "<li " + "a='" * MANY,
    "lists": PAGE + "<li>" * MANY,
    "models on a page": PAGE + "<h4>Recruit</h4>" * 55_000,
    "styles": PAGE + "<style>" * 130_000,
    "models": CREW + "Recruit\n" * 110_000,
    "things": CREW + "Rogue\n" + (". " + "Knife," * 600 + "\n") * 250,
    "counts": CREW + "99999x Recruit\n" * 9,
    "brackets": CREW + ("[" * 3_900 + "\n") * 250,
    "titles": CREW + ("a - [" * 700 + "\n") * 250,
    "blanks": CREW + ("Zz" + " " * 3_900 + "[\n") * 250,
}


@pytest.mark.parametrize("name", ROSTERS)
def test_hostile_rosters_are_rejected_quickly(name: str) -> None:
    editions = list(bundled_catalogues().values())
    words = {edition.system: aliases_of(edition) for edition in editions}

    def read() -> None:
        (source,) = read_files([("a.txt", ROSTERS[name].encode())], "", file_limits()).sources
        roster = read_roster(source.text)
        catalogue = choose_catalogue(roster, editions, words)
        match_roster(roster, catalogue, words[catalogue.system], limits())

    with without_hanging(), pytest.raises(DocumentError):
        read()
