"""The papers of a list, the same as its pages make."""

from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpResponse
from rest_framework.request import Request

from api.papers.serializers import PaperQuerySerializer, paper_options
from api.shared.access_routes import AccessRoute, AccessRouteView
from api.shared.bodies import read_query
from api.shared.responses import file_response
from api.shared.schema import BINARY, ResponseSpec, describes
from builder.documents import LoadedList
from builder.exports.list_files import (
    BuildAbsoluteUri,
    list_paper_pdf,
    list_paper_picture,
    paper_file_names,
)
from builder.exports.pdf import PaperOptions
from builder.queries.access import ListAccess

_PROBLEMS = ("not-found", "broken-list")


class PaperFormat(NamedTuple):
    """A file format of papers: its operation, its words, its media type, and what renders it."""

    operation: str
    phrase: str
    media_type: str
    extension: str
    render: Callable[[ListAccess, LoadedList, PaperOptions, BuildAbsoluteUri], bytes]


PDF = PaperFormat("paper", "A paper of", "application/pdf", "pdf", list_paper_pdf)
PNG = PaperFormat(
    "paper_preview", "A picture of the first page of a paper of", "image/png", "png", list_paper_picture
)


def paper_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view that answers with a paper as PDF for one access route."""
    return _paper_view(route, PDF)


def paper_preview_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view that answers with a picture of a paper for one access route."""
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
            answers={200: ResponseSpec(BINARY, paper_format.media_type)},
            problems=_PROBLEMS,
        )
        def get(self, request: Request, **address: str) -> HttpResponse:
            """With its fingerprint, and a QR code where those without an account can read the list."""
            access = self.get_list_access(request, address)
            sent = read_query(PaperQuerySerializer, request)
            loaded = access.load()
            options = paper_options(sent, loaded)
            content = paper_format.render(access, loaded, options, request.build_absolute_uri)
            return file_response(
                content,
                paper_format.media_type,
                "inline",
                paper_format.extension,
                *paper_file_names(loaded, options),
            )

    return PaperView
