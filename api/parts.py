"""Answers in numbered pages, as the queries of clubs count them, and those that hold all at once.

Numbered ones too have the addresses of the pages beside them: whoever follows ``next`` reads all.
"""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from api.pages import SerializerClass, component_name, page_url_field
from builder.queries.pagination import MAX_PAGE_NUMBER


class PageQuerySerializer(serializers.Serializer[Any]):
    """Which page is asked for."""

    page = serializers.IntegerField(
        default=1,
        min_value=1,
        max_value=MAX_PAGE_NUMBER,
        help_text="A number beyond the last gives the last page.",
    )


def numbered_page_response(request: Request, page: Page[Any], results: Sequence[object]) -> Response:
    """A page that a query has made, with its rows as they are told of."""
    return Response(serialize_numbered_page(request, page, results))


def serialize_numbered_page(
    request: Request, page: Page[Any], results: Sequence[object]
) -> dict[str, object]:
    """What ``numbered_page_serializer`` tells."""
    return {
        "next": _page_url(request, page.number + 1) if page.has_next() else None,
        "previous": _page_url(request, page.number - 1) if page.number > 1 else None,
        "page": page.number,
        "pages": page.paginator.num_pages,
        "total": page.paginator.count,
        "results": results,
    }


def _page_url(request: Request, number: int) -> str:
    return str(replace_query_param(request.build_absolute_uri(), "page", number))


def numbered_page_serializer(serializer_class: SerializerClass) -> serializers.Serializer[Any]:
    """What such a page looks like."""
    return inline_serializer(
        f"{component_name(serializer_class)}NumberedPage",
        {
            "next": page_url_field(),
            "previous": page_url_field(),
            "page": serializers.IntegerField(min_value=1, help_text="Its number."),
            "pages": serializers.IntegerField(min_value=1, help_text="The number of the last page."),
            "total": serializers.IntegerField(min_value=0, help_text="How many there are on all pages."),
            "results": serializer_class(many=True),
        },
    )


def results_response(results: Sequence[object]) -> Response:
    """Everything at once, for what is never much."""
    return Response({"results": results})


def results_serializer(serializer_class: SerializerClass) -> serializers.Serializer[Any]:
    """What everything at once looks like."""
    return inline_serializer(
        f"{component_name(serializer_class)}All", {"results": serializer_class(many=True)}
    )
