"""The papers of a list, the same as on pages."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpResponse
from rest_framework.request import Request

from api.papers.answers import MEDIA_TYPES, PAPER_PROBLEMS, paper_file_response
from api.papers.serializers import PaperQuerySerializer, paper_options
from api.shared.access_routes import AccessRoute, AccessRouteView
from api.shared.bodies import read_query
from api.shared.schema import BINARY, ResponseSpec, describes
from builder.documents import LoadedList
from builder.exports.list_files import list_paper
from builder.exports.pdf import PaperOptions
from builder.exports.table_files import table_file, table_file_source
from builder.typesetting.orders import Output

_PROBLEMS = ("not-found", "broken-list")
_OTHER_FILES = {
    "application/zip": BINARY,
    "application/json": {"type": "object", "additionalProperties": True},
}


class PaperFormat(NamedTuple):
    """A file format of papers: its operation, and its texts in the schema."""

    operation: str
    phrase: str
    output: Output


PDF = PaperFormat("paper", "Paper of", "pdf")
PNG = PaperFormat("paper_preview", "Picture of the first page of a paper of", "png")


def paper_view(route: AccessRoute) -> type[AccessRouteView]:
    """Return the view that returns a paper as PDF for one access route."""
    return _paper_view(route, PDF)


def paper_preview_view(route: AccessRoute) -> type[AccessRouteView]:
    """Return the view that returns a picture of a paper for one access route."""
    return _paper_view(route, PNG)


def _paper_view(route: AccessRoute, paper_format: PaperFormat) -> type[AccessRouteView]:
    class PaperView(AccessRouteView):
        """A paper."""

        access_route = route
        permission_classes = (route.permission,)
        cost = "paper"

        @describes(
            f"{route.operation_prefix}{paper_format.operation}",
            f"{paper_format.phrase} {route.noun}",
            tag=route.tag,
            parameters=[PaperQuerySerializer],
            answers={
                200: ResponseSpec(BINARY, MEDIA_TYPES[paper_format.output]),
                304: ResponseSpec(None),
            },
            problems=(*_PROBLEMS, *PAPER_PROBLEMS),
        )
        def get(self, request: Request, **address: str) -> HttpResponse:
            """Return the paper with its fingerprint, and with a QR code if anyone can see the list."""
            access = self.get_list_access(request, address)
            sent = read_query(PaperQuerySerializer, request)

            def read_options(loaded: LoadedList) -> PaperOptions:
                return paper_options(sent, loaded)

            cache_key = ("api", *(f"{name}={sent[name]}" for name in sorted(sent)))
            output = paper_format.output
            source = list_paper(access, output, cache_key, read_options, request.build_absolute_uri)
            return paper_file_response(request, source, output)

    return PaperView


def print_file_view(route: AccessRoute) -> type[AccessRouteView]:
    """Return the view that returns cards or a force as pictures for one access route."""

    class PrintFileView(AccessRouteView):
        """Cards as pictures, and a force as one picture."""

        access_route = route
        permission_classes = (route.permission,)
        cost = "paper"

        @describes(
            f"{route.operation_prefix}print_file",
            f"Card pictures of {route.noun}",
            tag=route.tag,
            parameters=[PaperQuerySerializer],
            answers={
                200: ResponseSpec(
                    BINARY,
                    "image/png",
                    others=_OTHER_FILES,
                ),
                304: ResponseSpec(None),
            },
            problems=(*_PROBLEMS, *PAPER_PROBLEMS),
        )
        def get(self, request: Request, **address: str) -> HttpResponse:
            """Return one of cards.zip, tabletop-simulator.json, chat.png, deck-1.png and so on,
            deck-back.png, and card-KEY.png with the key of a profile.
            """
            access = self.get_list_access(request, address)
            file = table_file(address["file"])
            sent = read_query(PaperQuerySerializer, request)
            sent["paper"] = "cards"
            chosen = {name: value for name, value in sent.items() if name not in ("paper", "blank", "crop")}

            def read_options(loaded: LoadedList) -> PaperOptions:
                return paper_options(sent, loaded)

            cache_key = ("api", *(f"{name}={sent[name]}" for name in sorted(sent)))
            source = table_file_source(
                access, file, cache_key, read_options, lambda _: urlencode(chosen), request.build_absolute_uri
            )
            return paper_file_response(request, source, file.output)

    return PrintFileView
