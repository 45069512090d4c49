"""What the games say, and the samples: public, the same for everybody, and kept by whoever reads it."""

import hashlib
import json
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Resource
from api.conditions import etag_of, not_modified
from api.permissions import Anyone
from api.schema import Answer, describes
from api.serializers.catalogue import CATALOGUE, PLAY_SHEET, plain
from api.serializers.rules import SampleRow, SampleRows, SystemRow, SystemRows
from builder.catalogue.play import play_sheet
from builder.catalogue.store import catalogue_of, editions, get_edition
from builder.models import Edition
from builder.points.catalogue import Catalogue
from builder.points.play import PlaySheet
from builder.queries.lists import samples

AN_HOUR = 60 * 60


class Public(Resource):
    """What is nobody's: nobody is asked who they are, and no answer tells how many more they may have."""

    authentication_classes = ()
    permission_classes = (Anyone,)
    throttle_classes = ()


class Systems(Public):
    """The games that lists can be built for."""

    @describes(
        "systems", "Every system with its editions", tag="rules",
        answers={200: Answer(SystemRows), 304: Answer(None)},
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse | Response:
        """All of them, and the schema of their documents."""
        schema = request.build_absolute_uri(reverse("schema"))
        return public(request, _text({"results": _systems(request, editions()), "schema": schema}))


class OneSystem(Public):
    """One of them."""

    @describes(
        "system", "A system with its editions", tag="rules",
        answers={200: Answer(SystemRow), 304: Answer(None)}, problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, system: str) -> HttpResponse | Response:
        """Its editions."""
        found = _systems(request, editions().filter(system__code=system))
        if not found:
            raise Http404("There is no such system here.")
        return public(request, _text(found[0]))


class OneEdition(Public):
    """An edition of a system."""

    @describes(
        "edition", "The whole catalogue of an edition", tag="rules",
        answers={200: Answer(CATALOGUE), 304: Answer(None)}, problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, system: str, edition: str) -> HttpResponse | Response:
        """What can be bought, what it costs, and the rules of legality, with the pages of the book."""
        return public(request, _catalogue_text(catalogue_of(_edition(system, edition))))


class Play(Public):
    """An edition at the table."""

    @describes(
        "play_sheet", "What papers and summaries know of an edition", tag="rules",
        answers={200: Answer(PLAY_SHEET), 304: Answer(None)}, problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, system: str, edition: str) -> HttpResponse | Response:
        """Who leads, how many wounds a model takes, what is used up; empty where nothing is known."""
        return public(request, _play_text(play_sheet(catalogue_of(_edition(system, edition)))))


class Samples(Public):
    """The lists that come with the site."""

    @describes(
        "samples", "The sample lists", tag="rules",
        answers={200: Answer(SampleRows), 304: Answer(None)},
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse | Response:
        """Lists to read, to copy and to try things with."""
        return public(request, _text({"results": SampleRow(list(samples()), many=True).data}))


def public(request: Request, text: str) -> HttpResponse | Response:
    """JSON text that anybody may keep for an hour; 304 where whoever asks has it."""
    etag = _etag(text)
    answer = not_modified(request, etag) or HttpResponse(text, content_type="application/json")
    answer["ETag"] = etag
    patch_cache_control(answer, public=True, max_age=AN_HOUR)
    return answer


def _edition(system: str, edition: str) -> Edition:
    try:
        return get_edition(system, edition)
    except Edition.DoesNotExist:
        raise Http404("There is no such edition here.") from None


def _systems(request: Request, rows: Iterable[Edition]) -> list[dict[str, object]]:
    def address(name: str, *parts: str) -> str:
        return request.build_absolute_uri(reverse(name, args=parts))

    return [
        {
            "system": system.code,
            "name": system.name,
            "address": address("api_system", system.code),
            "editions": [
                {
                    "edition": row.version,
                    "digest": row.digest,
                    "address": address("api_edition", system.code, row.version),
                    "play": address("api_play_sheet", system.code, row.version),
                }
                for row in found
            ],
        }
        for system, found in groupby(rows, key=lambda row: row.system)
    ]


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# Catalogues are read once a process, and compared by identity.
@lru_cache(maxsize=32)
def _catalogue_text(catalogue: Catalogue) -> str:
    return _text(plain(catalogue))


def _play_text(sheet: PlaySheet) -> str:
    return _text(plain(sheet))


@lru_cache(maxsize=64)
def _etag(text: str) -> str:
    # Of the text and not of the edition alone: a later Musterbook may tell the same edition otherwise.
    return etag_of(hashlib.sha256(text.encode()).hexdigest()[:32])
