"""Views of the gallery. They search public lists, return the values of the filters, and report a list."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.gallery.filters import GalleryQuerySerializer, filters_of
from api.gallery.serializers import (
    GALLERY_PAGE,
    GalleryChoicesSerializer,
    GalleryListSerializer,
    ReportCreateSerializer,
    named_choices,
)
from api.shared.base import BaseView
from api.shared.bodies import read_body, read_query
from api.shared.errors import fault_problem
from api.shared.pagination import Page, PageCursor, page_value, read_cursor, read_page_size, with_page
from api.shared.permissions import Anyone, AnyoneWithinScope
from api.shared.responses import row_serializer, serialize
from api.shared.schema import operation
from builder.catalogue.store import all_catalogues
from builder.models import User
from builder.queries.access import public_list
from builder.queries.gallery import Cursor as Place
from builder.queries.gallery import Sort, filter_choices, find_lists
from builder.queries.gallery import parse_cursor as parse_place
from builder.services.moderation.reports import list_subject, require_report_budget, send_report


class GalleryView(BaseView):
    """The public lists."""

    open_data = True
    permission_classes = (Anyone,)

    @operation(
        "gallery", "Search the public lists", tag="gallery", responses={200: GALLERY_PAGE},
        parameters=with_page(GalleryQuerySerializer),
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Return the lists that meet all conditions, in the same order as the gallery on the website."""
        query = read_query(GalleryQuerySerializer, request)
        sort, place, is_forward = _order_and_place(request, query["sort"])
        matches = find_lists(
            filters_of(query),
            sort,
            after=place if is_forward else None,
            before=None if is_forward else place,
            size=read_page_size(request),
        )
        page = Page(
            matches.rows,
            _cursor(sort, matches.older_cursor, is_forward=True),
            _cursor(sort, matches.newer_cursor, is_forward=False),
        )
        serialize_row = row_serializer(GalleryListSerializer, request)
        return Response(
            page_value(request, page, [serialize_row(row) for row in matches.rows], total=matches.count)
        )


class GalleryChoicesView(BaseView):
    """The choices of the gallery's filters."""

    open_data = True
    permission_classes = (Anyone,)

    @operation(
        "gallery_choices", "Values to search the public lists for", tag="gallery",
        responses={200: GalleryChoicesSerializer},
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Return the most common settings, game sizes, properties, spells and options."""
        value = named_choices(filter_choices(), list(all_catalogues().values()))
        return Response(serialize(GalleryChoicesSerializer, request, value))


class ReportListView(BaseView):
    """The reports of a public list."""

    permission_classes = (AnyoneWithinScope,)

    @operation(
        "report",
        "Report a public list to the moderators",
        tag="gallery",
        request=ReportCreateSerializer,
        problems=("too-much", "conflict"),
    )
    def post(self, request: Request, listed: str) -> Response:
        """Report a list, with or without an account.

        If you have an account and report the list again, the new report replaces your open report.
        """
        row = public_list(listed)
        reporter = request.user if isinstance(request.user, User) else None
        reason = read_body(ReportCreateSerializer, request)["reason"]
        require_report_budget(request.user, request.META)
        send_report(list_subject(row), reporter, reason)
        return Response(status=204)


def _order_and_place(request: Request, sort: Sort) -> tuple[Sort, Place | None, bool]:
    """Return the order, the place of the cursor, and whether the page comes after this place.

    For the first page, the place is None. Raises Problem if ``sort`` is not the order of the cursor.
    """
    cursor = read_cursor(request)
    if cursor is None:
        return sort, None, True
    cursor_sort: Sort = "copied" if cursor.place[0] == "copied" else "newest"
    if request.query_params.get("sort") and cursor_sort != sort:
        raise fault_problem([("sort", f"differs from the cursor's: write {cursor_sort}, or leave it out")])
    return cursor_sort, parse_place(str(cursor.place[1])), cursor.is_forward


def _cursor(sort: Sort, place: Place | None, *, is_forward: bool) -> PageCursor | None:
    return None if place is None else PageCursor(is_forward, [sort, str(place)])
