"""Joining of papers into one PDF, with a footer added to every page afterwards.

The number of pages is only known after all parts are typeset, so the footers are a separate paper. Joined
files have no tags: pypdf takes five times as long to copy tags as Typst takes to typeset the papers.
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

# The operators around the content of a page: they draw the footer as an artifact, with the original settings.
_BEFORE = b"q"
_AFTER = b"Q /Artifact BMC /Foot Do EMC"


class SourcePdf:
    """A paper to be joined with others; its pages and places can be looked up first.

    With a ``title``, its bookmarks are below a bookmark with that title.
    """

    def __init__(self, content: bytes, title: str = "") -> None:
        self.reader, self.title = _reader(content), title

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(self.reader.pages)

    def page_of_destination(self, place: str) -> int:
        """Return the page number, from 0, of a named place in the paper."""
        page = self.reader.get_destination_page_number(self.reader.named_destinations[place])
        if page is None:
            raise KeyError(place)
        return page


def join_pdfs(sources: Sequence[SourcePdf], footers: bytes | None) -> bytes:
    """Return the papers as one PDF, with a page of ``footers`` drawn on each page.

    Title and dates are those of the first paper. A link in the first paper to the address "page:7" leads to
    the seventh page.
    """
    writer = PdfWriter()
    for paper in sources:
        writer.append(paper.reader, paper.title or None)
    if footers is not None:
        _add_footers(writer, _reader(footers))
    _resolve_page_links(writer, sources[0].pages)
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
    """Return the content of a page as a form XObject, which other pages can draw."""
    form: DictionaryObject = page.raw_get("/Contents").clone(writer).get_object()
    form[NameObject("/Type")] = NameObject("/XObject")
    form[NameObject("/Subtype")] = NameObject("/Form")
    form[NameObject("/BBox")] = ArrayObject(page.mediabox)
    form[NameObject("/Resources")] = page.raw_get("/Resources").clone(writer)
    return form


def _resolve_page_links(writer: PdfWriter, first_pages: int) -> None:
    """Replace links to addresses like "page:7" on the first pages by links to the page with that number."""
    for annotation in (
        page_annotation for page in writer.pages[:first_pages] for page_annotation in page.get("/Annots", ())
    ):
        link = annotation.get_object()
        scheme, _, number = str(_nested(link, "/A").get("/URI", "")).partition(":")
        if scheme == "page":
            page = writer.pages[int(number) - 1]
            place = (NameObject("/XYZ"), NullObject(), FloatObject(page.mediabox.top), NullObject())
            del link["/A"]
            link[NameObject("/Dest")] = ArrayObject([page.indirect_reference, *place])
            link[NameObject("/Contents")] = TextStringObject(f"Page {number}")


def _reader(content: bytes) -> PdfReader:
    """Return a strict reader: Typst's files are valid, and a lenient pypdf checks every object first."""
    return PdfReader(BytesIO(content), strict=True)


def _nested(parent: DictionaryObject, key: str) -> DictionaryObject:
    """Return a nested dictionary; an empty one if it is missing."""
    inner: DictionaryObject = parent.get(key, DictionaryObject()).get_object()
    return inner


def _stream(data: bytes) -> DecodedStreamObject:
    stream = DecodedStreamObject()
    stream.set_data(data)
    return stream
