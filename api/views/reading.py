"""A list as whoever may read it reads it: its document, what there is in it, what it comes to."""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import document_response
from api.conditions import etag_of
from api.doors import AccessRoute, AccessRouteView
from api.schema import DOCUMENT, ResponseSpec, describes
from api.serializers.appraisals import AppraisalSerializer
from api.serializers.lists import ListSummarySerializer, serialize_list_summary
from builder.points.appraisal import appraise
from builder.points.results import to_json


def shared_document_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view of the document."""

    class SharedDocumentView(AccessRouteView):
        """The list itself, or as much of it as may be read."""

        access_route = route
        permission_classes = (route.permission,)

        @describes(
            f"{route.operation_prefix}document",
            f"{route.noun.capitalize()} as its document",
            tag=route.tag,
            answers={200: ResponseSpec(DOCUMENT), 304: ResponseSpec(None)},
            problems=("not-found", "broken-list"),
        )
        def get(self, request: Request, **address: str) -> HttpResponse | Response:
            """The same bytes as the download of its page. A roster comes with the profiles that it needs."""
            return document_response(request, self.get_list_access(request, address))

    return SharedDocumentView


def list_summary_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view of the summary."""

    class ListSummaryView(AccessRouteView):
        """All but the document."""

        access_route = route
        permission_classes = (route.permission,)
        throttle_kind = "appraisals"

        @describes(
            f"{route.operation_prefix}summary",
            f"What there is in {route.noun}",
            tag=route.tag,
            answers={200: ResponseSpec(ListSummarySerializer, headers=("ETag",))},
            problems=("not-found", "broken-list"),
        )
        def get(self, request: Request, **address: str) -> Response:
            """Names, keys, versions and fingerprints, without designs, notes and background."""
            reading = self.get_list_access(request, address)
            told = serialize_list_summary(reading.load(), reading.kind)
            return Response(told, headers={"ETag": etag_of(reading.row.version)})

    return ListSummaryView


def list_appraisal_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view of the appraisal."""

    class ListAppraisalView(AccessRouteView):
        """What it comes to."""

        access_route = route
        permission_classes = (route.permission,)
        throttle_kind = "appraisals"

        @describes(
            f"{route.operation_prefix}appraisal", f"What {route.noun} comes to", tag=route.tag,
            answers={200: ResponseSpec(AppraisalSerializer)}, problems=("not-found", "broken-list"),
        )  # fmt: skip
        def get(self, request: Request, **address: str) -> Response:
            """Points with every line of their sums, and what the rules say against it."""
            loaded = self.get_list_access(request, address).load()
            return Response(to_json(appraise(loaded.document, loaded.catalogue)))

    return ListAppraisalView
