"""The gallery of public lists: searched, filtered, and reported to staff."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from api.gallery.filters import GALLERY_PARAMETERS, read_filters
from api.gallery.serializers import (
    GalleryChoicesSerializer,
    GalleryPageSerializer,
    ReportCreateSerializer,
    serialize_choices,
    serialize_gallery_lists,
)
from api.shared.base import BaseView
from api.shared.bodies import read_body
from api.shared.permissions import Anyone, AnyoneWithinScope
from api.shared.schema import ResponseSpec, describes
from builder.catalogue.store import all_catalogues
from builder.models import User
from builder.queries.access import public_list
from builder.queries.gallery import Cursor, filter_choices, gallery_page
from builder.services.gallery import report_list


class GalleryView(BaseView):
    """Public lists."""

    open_data = True
    permission_classes = (Anyone,)

    @describes(
        "gallery", "Public lists by what is in them, a page at a time", tag="gallery",
        answers={200: ResponseSpec(GalleryPageSerializer)}, parameters=GALLERY_PARAMETERS,
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """All that is asked for must hold. The order is that of the page of the gallery."""
        filters = read_filters(request)
        values = filters.form.cleaned_data
        page = gallery_page(filters.qs, filters.sorted_by(), after=values["after"], before=values["before"])
        value = {
            "total": page.count,
            "next": _page_url(request, "after", page.older),
            "previous": _page_url(request, "before", page.newer),
            "results": serialize_gallery_lists(page),
        }
        return Response(value)


class GalleryChoicesView(BaseView):
    """The choices of the gallery's filters."""

    open_data = True
    permission_classes = (Anyone,)

    @describes(
        "gallery_choices", "What public lists have, and how many have it", tag="gallery",
        answers={200: ResponseSpec(GalleryChoicesSerializer)},
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Settings, game sizes, properties, spells and options: what most lists have."""
        return Response(serialize_choices(filter_choices(), all_catalogues().values()))


class ReportListView(BaseView):
    """Reports of a public list."""

    permission_classes = (AnyoneWithinScope,)

    @describes(
        "report",
        "Tell staff about a public list",
        tag="gallery",
        request=ReportCreateSerializer,
        answers={204: ResponseSpec(None)},
        problems=("not-found", "too-much", "conflict"),
    )
    def post(self, request: Request, listed: str) -> Response:
        """Nobody needs an account for it. Your next report of the same list takes the place of this one."""
        row = public_list(listed)
        by = request.user if isinstance(request.user, User) else None
        report_list(row, by, read_body(ReportCreateSerializer, request)["reason"])
        return Response(status=204)


def _page_url(request: Request, name: str, cursor: Cursor | None) -> str | None:
    """The whole address of the page of this search at a cursor; None without one."""
    if cursor is None:
        return None
    url = request.build_absolute_uri()
    for parameter in ("after", "before"):
        url = remove_query_param(url, parameter)
    return str(replace_query_param(url, name, str(cursor)))
