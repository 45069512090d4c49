"""Form fields in a PDF, which readers can fill in.

Typst can't create form fields. So a template draws a link in place of each field, and this module turns the
links into fields. The address of such a link is "field:" followed by a JSON object (``field`` in
``common.typ``) with these keys:

- ``name``: the name of the field, which is unique in the PDF.
- ``label``: what screen readers say.
- ``kind``: "text", "number", "lines" (a text of several lines) or "tick".
- ``size``: the size of the letters, in points.

A link has a rectangle, which becomes the rectangle of the field. Typst's queries can't replace the links:
they return points instead of rectangles, and need a second compilation.

The text of a field is in Helvetica, which all viewers have.
"""

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

FIELD = "field:"
# Values that the PDF standard defines for fields.
_PRINTED_FLAG = 4
_MULTILINE_FLAG = 1 << 12
_CENTRED = 1
_FONT = "/Helv"
_ON_STATE = "/Yes"
_TICK_OPERATORS = b"q 1.2 w 2 2 m 8 8 l 2 8 m 8 2 l S Q"
_TICK_SIDE = 10  # in points; viewers scale the tick to the field


def with_form_fields(content: bytes) -> bytes:
    """Return the PDF with a form field in place of each link to "field:…", also for screen readers."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(content), strict=True))
    ticked, empty = (writer._add_object(_drawing(operators)) for operators in (_TICK_OPERATORS, b""))
    fields = ArrayObject()
    elements = _elements_by_number(writer)
    for page in writer.pages:
        for reference in page.get("/Annots", ArrayObject()):
            link = reference.get_object()
            field = _form_field(link)
            if field is None:
                continue
            _make_field(link, field, ticked, empty)
            link[NameObject("/P")] = page.indirect_reference
            fields.append(reference)
            if (element := elements.get(link.get("/StructParent"))) is not None:
                element[NameObject("/S")] = NameObject("/Form")
        page[NameObject("/Tabs")] = NameObject("/S")
    writer.root_object[NameObject("/AcroForm")] = _form_dictionary(fields)
    output = BytesIO()
    writer.write(output)
    return output.getvalue()


def _form_field(link: DictionaryObject) -> dict[str, Any] | None:
    """Return the field that a link describes, or None if it is a normal link."""
    target = str(link.get("/A", {}).get("/URI", ""))
    if not target.startswith(FIELD):
        return None
    # The address and the description of the link (/Contents) are the same text. The description is read,
    # because the PDF standard defines how it encodes letters outside ASCII.
    field: dict[str, Any] = json.loads(str(link["/Contents"]).removeprefix(FIELD))
    return field


def _make_field(
    link: DictionaryObject, field: dict[str, Any], ticked: IndirectObject, empty: IndirectObject
) -> None:
    for key in ("/A", "/Border", "/Contents"):
        link.pop(key, None)
    link[NameObject("/Subtype")] = NameObject("/Widget")
    link[NameObject("/F")] = NumberObject(_PRINTED_FLAG)
    link[NameObject("/T")] = TextStringObject(field["name"])
    link[NameObject("/TU")] = TextStringObject(field["label"])
    if field["kind"] == "tick":
        link[NameObject("/FT")] = NameObject("/Btn")
        link[NameObject("/V")] = link[NameObject("/AS")] = NameObject("/Off")
        drawings = DictionaryObject({NameObject(_ON_STATE): ticked, NameObject("/Off"): empty})
        link[NameObject("/AP")] = DictionaryObject({NameObject("/N"): drawings})
        return
    link[NameObject("/FT")] = NameObject("/Tx")
    link[NameObject("/Ff")] = NumberObject(_MULTILINE_FLAG if field["kind"] == "lines" else 0)
    if field["kind"] == "number":
        link[NameObject("/Q")] = NumberObject(_CENTRED)
    link[NameObject("/DA")] = TextStringObject(f"{_FONT} {field['size']} Tf 0 g")
    link[NameObject("/V")] = TextStringObject("")


def _form_dictionary(fields: ArrayObject) -> DictionaryObject:
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
            NameObject("/Encoding"): NameObject("/WinAnsiEncoding"),
        }
    )
    fonts = DictionaryObject({NameObject(_FONT): font})
    return DictionaryObject(
        {
            NameObject("/Fields"): fields,
            NameObject("/DR"): DictionaryObject({NameObject("/Font"): fonts}),
            NameObject("/DA"): TextStringObject(f"{_FONT} 0 Tf 0 g"),
            NameObject("/NeedAppearances"): BooleanObject(True),
        }
    )


def _drawing(operators: bytes) -> DecodedStreamObject:
    drawing = DecodedStreamObject()
    drawing.set_data(operators)
    drawing[NameObject("/Type")] = NameObject("/XObject")
    drawing[NameObject("/Subtype")] = NameObject("/Form")
    drawing[NameObject("/BBox")] = ArrayObject(map(FloatObject, (0, 0, _TICK_SIDE, _TICK_SIDE)))
    return drawing


def _elements_by_number(writer: PdfWriter) -> dict[int, DictionaryObject]:
    """Map the number of each annotation (``/StructParent``) to its element in the PDF's structure, if any."""
    root = writer.root_object.get("/StructTreeRoot")
    return dict(_numbered_elements(root.get_object()["/ParentTree"].get_object())) if root is not None else {}


def _numbered_elements(node: DictionaryObject) -> Iterator[tuple[int, DictionaryObject]]:
    """Yield the numbers of annotations in the tree ``/ParentTree`` with their elements.

    Pages have an array of elements instead, and are skipped.
    """
    for child in node.get("/Kids", ()):
        yield from _numbered_elements(child.get_object())
    numbers = node.get("/Nums", ArrayObject())
    for number, reference in zip(numbers[::2], numbers[1::2], strict=True):
        element = reference.get_object()
        if isinstance(element, DictionaryObject):
            yield int(number), element
