"""Views of the papers of a list. They are the same as on the website.

A paper is a list or a part of it in printed form, as a PDF or a picture.
"""

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from rest_framework.request import Request

from api.papers.responses import PAPER_PROBLEMS, paper_file_response
from api.papers.serializers import PaperQuerySerializer, paper_options
from api.shared.access_routes import AccessRouteView
from api.shared.bodies import read_query
from api.shared.schema import BINARY, ResponseSpec, operation
from builder.exports.list_files import list_paper
from builder.exports.paper_requests import MEDIA_TYPES
from builder.exports.tabletop_files import tabletop_file, tabletop_file_source
from builder.typesetting.orders import Output

_PAPER_VIEW_PROBLEMS = ("broken-list", *PAPER_PROBLEMS)
_OTHER_FILES = {
    "application/zip": BINARY,
    "application/json": {"type": "object", "additionalProperties": True},
}


class PaperView(AccessRouteView):
    """A paper as PDF."""

    cost = "paper"
    output: Output = "pdf"

    @operation(
        "paper",
        "Paper of {noun}",
        responses={200: ResponseSpec(BINARY, MEDIA_TYPES["pdf"]), 304: None},
        parameters=[PaperQuerySerializer],
        problems=_PAPER_VIEW_PROBLEMS,
    )
    def get(self, request: Request, **address: str) -> HttpResponse:
        """Return the paper with its fingerprint, and with a QR code if anyone can see the list."""
        return self.paper_response(request, address)

    def paper_response(self, request: Request, address: dict[str, str]) -> HttpResponse:
        """Return the requested paper."""
        access = self.get_list_access(request, address)
        query = read_query(PaperQuerySerializer, request)
        source = list_paper(
            access, self.output, _cache_key(query), partial(paper_options, query), request.build_absolute_uri
        )
        return paper_file_response(request, source, self.output)


class PaperPreviewView(PaperView):
    """A picture of a paper."""

    output = "png"

    @operation(
        "paper_preview",
        "Picture of the first page of a paper of {noun}",
        responses={200: ResponseSpec(BINARY, MEDIA_TYPES["png"]), 304: None},
        parameters=[PaperQuerySerializer],
        problems=_PAPER_VIEW_PROBLEMS,
    )
    def get(self, request: Request, **address: str) -> HttpResponse:
        """Return the paper with its fingerprint, and with a QR code if anyone can see the list."""
        return self.paper_response(request, address)


class PrintFileView(AccessRouteView):
    """Pictures of cards, and a picture of the force."""

    cost = "paper"

    @operation(
        "print_file",
        "Card pictures of {noun}",
        responses={200: ResponseSpec(BINARY, "image/png", others=_OTHER_FILES), 304: None},
        parameters=[PaperQuerySerializer],
        problems=_PAPER_VIEW_PROBLEMS,
    )
    def get(self, request: Request, **address: str) -> HttpResponse:
        """Return the file that the path names.

        Files with cards are cards.zip, tabletop-simulator.json, deck-1.png and so on, deck-back.png, and
        card-KEY.png with the key of a profile. The file chat.png shows the force in one picture.
        """
        access = self.get_list_access(request, address)
        file = tabletop_file(address["file"])
        query = read_query(PaperQuerySerializer, request)
        query["paper"] = "cards"
        chosen = {name: value for name, value in query.items() if name not in ("paper", "blank", "crop")}
        source = tabletop_file_source(
            access,
            file,
            _cache_key(query),
            partial(paper_options, query),
            lambda _: urlencode(chosen),
            request.build_absolute_uri,
        )
        return paper_file_response(request, source, file.output)


def _cache_key(query: dict[str, Any]) -> tuple[str, ...]:
    """Return the options of a paper as texts, for the key of the cached paper."""
    return ("api", *(f"{name}={query[name]}" for name in sorted(query)))
