"""Papers, texts and tables of a list, the same as its pages make."""

from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpResponse
from rest_framework.request import Request

from api.answers import file_answer
from api.bodies import read_query
from api.doors import Door, Through
from api.schema import BINARY, TEXT, Answer, describes
from api.serializers.papers import PaperQuery, TextQuery, paper_options, text_options
from builder.documents import LoadedList
from builder.exports.csv import MEDIA_TYPE, profiles_csv
from builder.exports.pdf import Options
from builder.exports.stamped import Absolute, paper_names, stamped_pdf, stamped_picture, stamped_text
from builder.points.sheet import list_name
from builder.queries.reading import Reading

_PROBLEMS = ("not-found", "broken-list")


class Form(NamedTuple):
    """A form of a paper: its operation, its words, its media type, and what makes it."""

    name: str
    words: str
    media: str
    ending: str
    make: Callable[[Reading, LoadedList, Options, Absolute], bytes]


PDF = Form("paper", "A paper of", "application/pdf", "pdf", stamped_pdf)
PNG = Form("paper_preview", "A picture of the first page of a paper of", "image/png", "png", stamped_picture)


def paper(way: Door) -> type[Through]:
    """The view of a paper."""
    return _paper(way, PDF)


def preview(way: Door) -> type[Through]:
    """The view of the picture of a paper."""
    return _paper(way, PNG)


def _paper(way: Door, form: Form) -> type[Through]:
    class Paper(Through):
        """A paper."""

        door = way
        permission_classes = (way.readers,)
        kind = "papers"

        @describes(
            f"{way.id}{form.name}", f"{form.words} {way.what}", tag=way.tag, parameters=[PaperQuery],
            answers={200: Answer(BINARY, form.media)}, problems=_PROBLEMS,
        )  # fmt: skip
        def get(self, request: Request, **address: str) -> HttpResponse:
            """With its fingerprint, and a QR code where those without an account can read the list."""
            reading = self.reading(request, address)
            sent = read_query(PaperQuery, request)
            loaded = reading.load()
            options = paper_options(sent, loaded)
            made = form.make(reading, loaded, options, request.build_absolute_uri)
            return file_answer(made, form.media, "inline", form.ending, *paper_names(loaded, options))

    return Paper


def text(way: Door) -> type[Through]:
    """The view of a text."""

    class Text(Through):
        """A text for forums and chat."""

        door = way
        permission_classes = (way.readers,)
        kind = "appraisals"

        @describes(
            f"{way.id}text", f"A text of {way.what}, for forums and chat", tag=way.tag,
            parameters=[TextQuery], answers={200: Answer(TEXT, "text/plain")}, problems=_PROBLEMS,
        )  # fmt: skip
        def get(self, request: Request, **address: str) -> HttpResponse:
            """In one line, a line a profile, or all there is."""
            reading = self.reading(request, address)
            sent = read_query(TextQuery, request)
            loaded = reading.load()
            made = stamped_text(loaded, text_options(sent, loaded))
            name = list_name(reading.row.name)
            return file_answer(made, "text/plain; charset=utf-8", "inline", "txt", name)

    return Text


def csv(way: Door) -> type[Through]:
    """The view of the table."""

    class Csv(Through):
        """A table for spreadsheets."""

        door = way
        permission_classes = (way.readers,)

        @describes(
            f"{way.id}csv", f"The profiles of {way.what} as a table", tag=way.tag,
            answers={200: Answer(TEXT, "text/csv")}, problems=_PROBLEMS,
        )  # fmt: skip
        def get(self, request: Request, **address: str) -> HttpResponse:
            """A row a profile, a column a cost; RFC 4180 with a byte order mark."""
            reading = self.reading(request, address)
            loaded = reading.load_profiles()
            made = profiles_csv(loaded.document, loaded.catalogue)
            return file_answer(made, MEDIA_TYPE, "attachment", "csv", list_name(reading.row.name), "profiles")

    return Csv
