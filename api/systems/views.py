"""Views of games, which are called systems in the code, of editions and of the sample lists.

Except for blank papers, these are public views: any cache may store their responses.
"""

import json
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from django.http import Http404, HttpResponse
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.papers.responses import PAPER_PROBLEMS, paper_file_response
from api.shared.base import BaseView
from api.shared.bodies import read_query
from api.shared.pagination import PAGE_PARAMETERS, page_serializer, sequence_value
from api.shared.permissions import Anyone
from api.shared.public import PublicView, public_response
from api.shared.responses import row_serializer, serialize
from api.shared.schema import BINARY, ResponseSpec, operation
from api.systems.catalogue_schema import CATALOGUE, PLAY_SHEET, dump_record
from api.systems.serializers import (
    BlankPaperQuerySerializer,
    SampleSerializer,
    SystemSerializer,
)
from builder.catalogue.play import play_sheet
from builder.catalogue.store import catalogue_of, editions, get_edition
from builder.exports.blank_papers import blank_kind, blank_source
from builder.exports.paper_requests import MEDIA_TYPES
from builder.exports.pdf.blanks import BlankPaper
from builder.models import Edition
from builder.points.rules.catalogue import Catalogue
from builder.queries.lists import samples

_SCHEMA_FIELD = serializers.URLField(help_text="Address of the JSON Schema of documents of all editions.")


class SystemListView(PublicView):
    """The games and their editions."""

    @operation(
        "systems", "All games with their editions", tag="rules",
        responses={200: page_serializer(SystemSerializer, schema=_SCHEMA_FIELD), 304: None},
        parameters=PAGE_PARAMETERS,
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse | Response:
        """Return all games, and the address of the schema of their documents."""
        systems = _systems_of(editions())
        schema = request.build_absolute_uri(reverse("schema"))
        serialize_row = row_serializer(SystemSerializer, request)
        return public_response(
            request, _to_json(sequence_value(request, systems, serialize_row, schema=schema))
        )


class SystemDetailView(PublicView):
    """A game and its editions."""

    @operation(
        "system", "A game with its editions", tag="rules", responses={200: SystemSerializer, 304: None}
    )
    def get(self, request: Request, system: str) -> HttpResponse | Response:
        """Return the editions of a game."""
        systems = _systems_of(editions().filter(system__code=system))
        if not systems:
            raise Http404("This site doesn't have this game.")
        return public_response(request, _to_json(serialize(SystemSerializer, request, systems[0])))


class EditionDetailView(PublicView):
    """The catalogue of an edition."""

    @operation("edition", "Catalogue of an edition", tag="rules", responses={200: CATALOGUE, 304: None})
    def get(self, request: Request, system: str, edition: str) -> HttpResponse | Response:
        """Return options, prices and rules, with their page numbers in the rulebook."""
        return public_response(request, _catalogue_text(catalogue_of(_get_edition(system, edition))))


class PlaySheetView(PublicView):
    """The play sheet of an edition."""

    @operation("play_sheet", "Play sheet of an edition", tag="rules", responses={200: PLAY_SHEET, 304: None})
    def get(self, request: Request, system: str, edition: str) -> HttpResponse | Response:
        """Return what an edition needs in play, such as leaders and wounds. Parts without data are empty."""
        sheet = play_sheet(catalogue_of(_get_edition(system, edition)))
        return public_response(request, _to_json(dump_record(sheet)))


class BlankPaperView(BaseView):
    """A blank paper of an edition, to fill in."""

    open_data = True
    permission_classes = (Anyone,)
    cost = "paper"

    @operation(
        "blank_paper", "Blank paper of an edition, to fill in", tag="rules",
        responses={200: ResponseSpec(BINARY, MEDIA_TYPES["pdf"]), 304: None},
        parameters=[BlankPaperQuerySerializer], problems=PAPER_PROBLEMS,
    )  # fmt: skip
    def get(self, request: Request, system: str, edition: str, paper: str) -> HttpResponse:
        """Return a PDF with form fields: design sheets, a roster or cards."""
        catalogue, kind = catalogue_of(_get_edition(system, edition)), blank_kind(paper)
        query = read_query(BlankPaperQuerySerializer, request)
        return paper_file_response(request, blank_source(catalogue, BlankPaper(kind=kind, **query)), "pdf")


class SampleListView(PublicView):
    """The lists that come with the site."""

    @operation(
        "samples", "Sample lists", tag="rules", responses={200: page_serializer(SampleSerializer), 304: None},
        parameters=PAGE_PARAMETERS,
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse | Response:
        """Return the sample lists."""
        serialize_row = row_serializer(SampleSerializer, request)
        return public_response(request, _to_json(sequence_value(request, list(samples()), serialize_row)))


def _get_edition(system: str, edition: str) -> Edition:
    try:
        return get_edition(system, edition)
    except Edition.DoesNotExist:
        raise Http404("This site doesn't have this edition.") from None


def _systems_of(rows: Iterable[Edition]) -> list[dict[str, object]]:
    """Group editions by system. The editions must be sorted by system."""
    groups = groupby(rows, key=lambda row: row.system)
    return [{"system": system, "editions": list(group)} for system, group in groups]


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# A process reads each catalogue only once, so the cache can compare catalogues by identity.
@lru_cache(maxsize=32)
def _catalogue_text(catalogue: Catalogue) -> str:
    return _to_json(dump_record(catalogue))
