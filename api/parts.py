"""Answers in numbered pages, as the queries of clubs count them, and those that hold all at once.

Numbered ones too have the addresses of the pages beside them: whoever follows ``next`` reads all.
"""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from api.pages import beside
from builder.queries.clubs import MOST_PAGES, Part

Shape = type[serializers.Serializer[Any]]


class PageNumber(serializers.Serializer[Any]):
    """Which page is asked for."""

    page = serializers.IntegerField(
        default=1,
        min_value=1,
        max_value=MOST_PAGES,
        help_text="A number beyond the last gives the last page.",
    )


def part_answer(request: Request, part: Part, results: Sequence[object]) -> Response:
    """A page that a query has made, with its rows as they are told of."""
    return Response(part_value(request, part, results))


def part_value(request: Request, part: Part, results: Sequence[object]) -> dict[str, object]:
    """What ``part_shape`` tells."""
    return {
        "next": _beside(request, part.number + 1) if part.number < part.last else None,
        "previous": _beside(request, part.number - 1) if part.number > 1 else None,
        "page": part.number,
        "pages": part.last,
        "total": part.total,
        "results": results,
    }


def _beside(request: Request, number: int) -> str:
    return str(replace_query_param(request.build_absolute_uri(), "page", number))


def part_shape(row: Shape) -> serializers.Serializer[Any]:
    """What such a page looks like."""
    return inline_serializer(
        f"{row.__name__}Part",
        {
            "next": beside(),
            "previous": beside(),
            "page": serializers.IntegerField(min_value=1, help_text="Its number."),
            "pages": serializers.IntegerField(min_value=1, help_text="The number of the last page."),
            "total": serializers.IntegerField(min_value=0, help_text="How many there are on all pages."),
            "results": row(many=True),
        },
    )


def all_answer(results: Sequence[object]) -> Response:
    """Everything at once, for what is never much."""
    return Response({"results": results})


def all_shape(row: Shape) -> serializers.Serializer[Any]:
    """What everything at once looks like."""
    return inline_serializer(f"{row.__name__}All", {"results": row(many=True)})
