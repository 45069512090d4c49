"""Texts and tables of a list, the same as its pages make."""

from django.http import HttpResponse
from rest_framework.request import Request

from api.exchange.serializers import TableQuerySerializer, TextQuerySerializer, text_options
from api.papers.serializers import roster_index
from api.shared.access_routes import AccessRoute, AccessRouteView
from api.shared.bodies import read_query
from api.shared.responses import file_response
from api.shared.schema import TEXT, ResponseSpec, describes
from builder.exports.csv import MEDIA_TYPE, profiles_csv
from builder.exports.list_files import share_link, table_name, text_in_parts
from builder.points.rules.names import list_name

_PROBLEMS = ("not-found", "broken-list")


def text_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view that answers with a text for one access route."""

    class TextView(AccessRouteView):
        """A text for forums and chat."""

        access_route = route
        permission_classes = (route.permission,)
        cost = "appraisal"

        @describes(
            f"{route.operation_prefix}text",
            f"A text of {route.noun}, for forums and chat",
            tag=route.tag,
            parameters=[TextQuerySerializer],
            answers={200: ResponseSpec(TEXT, "text/plain")},
            problems=_PROBLEMS,
        )
        def get(self, request: Request, **address: str) -> HttpResponse:
            """In one line, a line a profile, or all there is."""
            access = self.get_list_access(request, address)
            sent = read_query(TextQuerySerializer, request)
            loaded = access.load()
            options = text_options(sent, loaded)
            link = share_link(access, loaded, options.roster, request.build_absolute_uri)
            text = text_in_parts(loaded, options, link).whole
            name = list_name(access.row.name)
            return file_response(text, "text/plain; charset=utf-8", "inline", "txt", name)

    return TextView


def profiles_csv_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view that answers with the table of profiles for one access route."""

    class ProfilesCsvView(AccessRouteView):
        """A table for spreadsheets."""

        access_route = route
        permission_classes = (route.permission,)

        @describes(
            f"{route.operation_prefix}csv", f"The profiles of {route.noun} as a table", tag=route.tag,
            parameters=[TableQuerySerializer],
            answers={200: ResponseSpec(TEXT, "text/csv")}, problems=_PROBLEMS,
        )  # fmt: skip
        def get(self, request: Request, **address: str) -> HttpResponse:
            """A row a profile, a column a cost; RFC 4180 with a byte order mark."""
            access = self.get_list_access(request, address)
            sent = read_query(TableQuerySerializer, request)
            loaded = access.load() if sent.get("roster") else access.load_profiles()
            roster = roster_index(sent, loaded.roster_ids)
            table = profiles_csv(loaded.document, loaded.catalogue, roster)
            names = (list_name(access.row.name), table_name(loaded, roster))
            return file_response(table, MEDIA_TYPE, "attachment", "csv", *names)

    return ProfilesCsvView
