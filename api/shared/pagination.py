"""Pagination: long results in pages, each with the address of the next."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.core.paginator import Page
from django.db.models import Model, QuerySet
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from api.shared.errors import Problem
from builder.catalogue.store import all_catalogues
from builder.queries.pagination import MAX_PAGE_NUMBER

SerializerClass = type[serializers.Serializer[Any]]


def component_name(serializer_class: SerializerClass) -> str:
    """The name of a serializer in the OpenAPI schema."""
    return serializer_class.__name__.removesuffix("Serializer")


def page_url_field() -> serializers.URLField:
    """The field for the address of the next or previous page."""
    return serializers.URLField(
        allow_null=True, help_text="A whole address, or null where there is no such page."
    )


class BaseCursorPagination(CursorPagination):
    """``results``, and the whole addresses of the pages beside them. A subclass names its ``ordering``."""

    page_size = 50
    max_page_size = 100
    page_size_query_param = "page_size"
    ordering: tuple[str, ...] = ("-pk",)

    @classmethod
    def get_response(
        cls, view: APIView, request: Request, rows: QuerySet[Any, Any], serializer_class: SerializerClass
    ) -> Response:
        """The response with the requested page of the rows."""
        paginator = cls()
        try:
            page: list[Model] | None = paginator.paginate_queryset(rows, request, view)
        except (NotFound, ValidationError, ValueError, OverflowError) as error:
            # A cursor is decoded and looked up as it is: it need not be one of these rows.
            message = "is none of a page: take it from next or previous, or leave it out"
            raise Problem("not-understood", f"cursor {message}", [("cursor", message)]) from error
        return paginator.get_paginated_response(serializer_class(page, many=True).data)

    @classmethod
    def page_serializer(cls, serializer_class: SerializerClass) -> serializers.Serializer[Any]:
        """The serializer of a page of such rows, for the schema."""
        return cursor_page_serializer(serializer_class)

    @classmethod
    def query_parameters(cls) -> list[OpenApiParameter]:
        """The query parameters, for the schema."""
        size = {"type": "integer", "minimum": 1, "maximum": cls.max_page_size, "default": cls.page_size}
        return [
            OpenApiParameter("cursor", str, description="From next or previous."),
            OpenApiParameter("page_size", size),
        ]


def cursor_page_serializer(serializer_class: SerializerClass) -> serializers.Serializer[Any]:
    """A page: ``next`` and ``previous`` are addresses, ``results`` the rows."""
    return inline_serializer(
        f"{component_name(serializer_class)}Page",
        {
            "next": page_url_field(),
            "previous": page_url_field(),
            "results": serializer_class(many=True),
        },
    )


class PageQuerySerializer(serializers.Serializer[Any]):
    """Which page is asked for."""

    page = serializers.IntegerField(
        default=1,
        min_value=1,
        max_value=MAX_PAGE_NUMBER,
        help_text="A number beyond the last gives the last page.",
    )


class GamePageQuerySerializer(PageQuerySerializer):
    """Which page is asked for, of one game or of all."""

    game = serializers.CharField(default="", help_text="The code of a system: only what is of this game.")

    def validate_game(self, value: str) -> str:
        """One that is known here."""
        if value and value not in {system for system, _ in all_catalogues()}:
            raise serializers.ValidationError(
                "is not known here: the address systems tells of those that are"
            )
        return value


def numbered_page_response(request: Request, page: Page[Any], results: Sequence[object]) -> Response:
    """The response with a page of a query, its rows already serialized."""
    return Response(serialize_numbered_page(request, page, results))


def serialize_numbered_page(
    request: Request, page: Page[Any], results: Sequence[object]
) -> dict[str, object]:
    """The value of a ``numbered_page_serializer``."""
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
    """The serializer of a page with a number, for the schema."""
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
    """The response with all results at once, for what is never much."""
    return Response({"results": results})


def results_serializer(serializer_class: SerializerClass) -> serializers.Serializer[Any]:
    """The serializer of all results at once, for the schema."""
    return inline_serializer(
        f"{component_name(serializer_class)}All", {"results": serializer_class(many=True)}
    )
