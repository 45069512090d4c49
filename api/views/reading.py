"""A list as whoever may read it reads it: its document, what there is in it, what it comes to."""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import document_answer
from api.conditions import etag_of
from api.doors import Door, Through
from api.schema import DOCUMENT, Answer, describes
from api.serializers.appraisals import AppraisalShape
from api.serializers.lists import ListSummary, summary_of
from builder.points.appraisal import appraise
from builder.points.results import to_json


def document(way: Door) -> type[Through]:
    """The view of the document."""

    class Document(Through):
        """The list itself, or as much of it as may be read."""

        door = way
        permission_classes = (way.readers,)

        @describes(
            f"{way.id}document", f"{way.what.capitalize()} as its document", tag=way.tag,
            answers={200: Answer(DOCUMENT), 304: Answer(None)}, problems=("not-found", "broken-list"),
        )  # fmt: skip
        def get(self, request: Request, **address: str) -> HttpResponse | Response:
            """The same bytes as the download of its page. A roster comes with the profiles that it needs."""
            return document_answer(request, self.reading(request, address))

    return Document


def summary(way: Door) -> type[Through]:
    """The view of the summary."""

    class Summary(Through):
        """All but the document."""

        door = way
        permission_classes = (way.readers,)
        kind = "appraisals"

        @describes(
            f"{way.id}summary", f"What there is in {way.what}", tag=way.tag,
            answers={200: Answer(ListSummary, headers=("ETag",))}, problems=("not-found", "broken-list"),
        )  # fmt: skip
        def get(self, request: Request, **address: str) -> Response:
            """Names, keys, versions and fingerprints, without designs, notes and background."""
            reading = self.reading(request, address)
            told = summary_of(reading.load(), reading.way)
            return Response(told, headers={"ETag": etag_of(reading.row.version)})

    return Summary


def appraisal(way: Door) -> type[Through]:
    """The view of the appraisal."""

    class Appraised(Through):
        """What it comes to."""

        door = way
        permission_classes = (way.readers,)
        kind = "appraisals"

        @describes(
            f"{way.id}appraisal", f"What {way.what} comes to", tag=way.tag,
            answers={200: Answer(AppraisalShape)}, problems=("not-found", "broken-list"),
        )  # fmt: skip
        def get(self, request: Request, **address: str) -> Response:
            """Points with every line of their sums, and what the rules say against it."""
            loaded = self.reading(request, address).load()
            return Response(to_json(appraise(loaded.document, loaded.catalogue)))

    return Appraised
