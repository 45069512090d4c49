"""Views of texts and tables of a list. They are the same as on the website."""

from django.http import HttpResponse
from rest_framework.request import Request

from api.exchange.serializers import TableQuerySerializer, TextQuerySerializer, text_options
from api.papers.serializers import roster_index
from api.shared.access_routes import AccessRouteView
from api.shared.bodies import read_query
from api.shared.schema import TEXT, ResponseSpec, operation
from api.shared.tables import table_file_response
from builder.exports.csv import encoded_csv
from builder.exports.file_names import file_response
from builder.exports.list_files import share_link, table_name, text_with_fingerprints
from builder.points.rules.names import list_name


class TextView(AccessRouteView):
    """A text for forums and chat."""

    cost = "appraisal"

    @operation(
        "text",
        "Text of {noun}, for forums and chat",
        responses={200: ResponseSpec(TEXT, "text/plain")},
        parameters=[TextQuerySerializer],
        problems=("broken-list",),
    )
    def get(self, request: Request, **address: str) -> HttpResponse:
        """Return a text. It has one line, a line for each profile, or all details, depending on its style."""
        access = self.get_list_access(request, address)
        query = read_query(TextQuerySerializer, request)
        loaded = access.load()
        options = text_options(query, loaded)
        link = share_link(access, loaded, options.roster, request.build_absolute_uri)
        text = text_with_fingerprints(loaded, options, link).full
        name = list_name(loaded.document.name)
        return file_response(text, "text/plain; charset=utf-8", "inline", "txt", name)


class ProfilesCsvView(AccessRouteView):
    """A table for spreadsheets."""

    @operation(
        "csv", "Profiles of {noun} as a table", responses={200: ResponseSpec(TEXT, "text/csv")},
        parameters=[TableQuerySerializer], problems=("broken-list",),
    )  # fmt: skip
    def get(self, request: Request, **address: str) -> HttpResponse:
        """Return a CSV (RFC 4180) with a row for each profile, by default in UTF-8 with a byte order mark."""
        access = self.get_list_access(request, address)
        query = read_query(TableQuerySerializer, request)
        loaded = access.load() if query.get("roster") else access.load_profiles()
        roster = roster_index(query, loaded.roster_ids)
        return table_file_response(
            query,
            lambda table_format: encoded_csv(loaded, roster, table_format),
            list_name(loaded.document.name),
            table_name(loaded, roster),
        )
