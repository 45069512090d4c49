"""Joining of papers into one PDF, with a footer on every page.

The joined PDF has no tags for screen readers. pypdf would take five times as long to copy the tags as Typst
takes to typeset the papers.
"""

from collections.abc import Sequence
from io import BytesIO

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NullObject,
    TextStringObject,
)

# PDF operators before and after the content of a page. They save and restore the graphics state, and draw the
# footer as an artifact, which screen readers skip.
_BEFORE = b"q"
_AFTER = b"Q /Artifact BMC /Foot Do EMC"


class SourcePdf:
    """A paper to be joined with others. ``title`` is its bookmark, or empty for none."""

    def __init__(self, content: bytes, title: str = "") -> None:
        self.reader, self.title = _reader(content), title

    @property
    def page_count(self) -> int:
        """The number of pages."""
        return len(self.reader.pages)

    def page_of_destination(self, name: str) -> int:
        """Return the page, counted from 0, of a named destination.

        Raises KeyError if the paper doesn't have the destination.
        """
        page = self.reader.get_destination_page_number(self.reader.named_destinations[name])
        if page is None:
            raise KeyError(name)
        return page


def join_pdfs(sources: Sequence[SourcePdf], footers: bytes | None) -> bytes:
    """Return the papers as one PDF, with the title and the dates of the first paper.

    ``footers`` is a PDF whose pages are drawn on the pages of the papers. In the first paper, a link to the
    address "page:7" becomes a link to the seventh page of the PDF.
    """
    writer = PdfWriter()
    for paper in sources:
        writer.append(paper.reader, paper.title or None)
    if footers is not None:
        _add_footers(writer, _reader(footers))
    _resolve_page_links(writer, sources[0].page_count)
    writer.metadata = sources[0].reader.metadata
    preferences = DictionaryObject({NameObject("/DisplayDocTitle"): BooleanObject(True)})
    writer.root_object[NameObject("/ViewerPreferences")] = preferences
    writer.root_object[NameObject("/Lang")] = TextStringObject("en")
    output = BytesIO()
    writer.write(output)
    return output.getvalue()


def _add_footers(writer: PdfWriter, footers: PdfReader) -> None:
    before, after = (writer._add_object(_stream(drawn)) for drawn in (_BEFORE, _AFTER))
    for page, footer in zip(writer.pages, footers.pages, strict=True):
        resources = DictionaryObject(_nested(page, "/Resources"))
        forms = DictionaryObject(_nested(resources, "/XObject"))
        forms[NameObject("/Foot")] = _as_xobject(writer, footer).indirect_reference
        resources[NameObject("/XObject")] = forms
        page[NameObject("/Resources")] = resources
        page[NameObject("/Contents")] = ArrayObject([before, page.raw_get("/Contents"), after])


def _as_xobject(writer: PdfWriter, page: PageObject) -> DictionaryObject:
    """Return the content of a page as a form XObject, a drawing that other pages can use."""
    form: DictionaryObject = page.raw_get("/Contents").clone(writer).get_object()
    form[NameObject("/Type")] = NameObject("/XObject")
    form[NameObject("/Subtype")] = NameObject("/Form")
    form[NameObject("/BBox")] = ArrayObject(page.mediabox)
    form[NameObject("/Resources")] = page.raw_get("/Resources").clone(writer)
    return form


def _resolve_page_links(writer: PdfWriter, page_count: int) -> None:
    """Turn each link to an address like "page:7" on the first pages into a link to this page of the PDF."""
    annotations = (annotation for page in writer.pages[:page_count] for annotation in page.get("/Annots", ()))
    for annotation in annotations:
        link = annotation.get_object()
        scheme, _, number = str(_nested(link, "/A").get("/URI", "")).partition(":")
        if scheme == "page":
            page = writer.pages[int(number) - 1]
            position = (NameObject("/XYZ"), NullObject(), FloatObject(page.mediabox.top), NullObject())
            del link["/A"]
            link[NameObject("/Dest")] = ArrayObject([page.indirect_reference, *position])
            link[NameObject("/Contents")] = TextStringObject(f"Page {number}")


def _reader(content: bytes) -> PdfReader:
    """Return a strict reader of a PDF. A lenient reader would check every object, which takes time."""
    return PdfReader(BytesIO(content), strict=True)


def _nested(parent: DictionaryObject, key: str) -> DictionaryObject:
    """Return a nested dictionary, or an empty dictionary if it is missing."""
    inner: DictionaryObject = parent.get(key, DictionaryObject()).get_object()
    return inner


def _stream(data: bytes) -> DecodedStreamObject:
    stream = DecodedStreamObject()
    stream.set_data(data)
    return stream
