"""Long answers in pages, each with the address of the next."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.errors import Problem

Shape = type[serializers.Serializer[Any]]


def beside() -> serializers.URLField:
    """The field for the address of the next or previous page."""
    return serializers.URLField(
        allow_null=True, help_text="A whole address, or null where there is no such page."
    )


class Pages(CursorPagination):
    """``results``, and the whole addresses of the pages beside them. A subclass names its ``ordering``."""

    page_size = 50
    max_page_size = 100
    page_size_query_param = "page_size"
    ordering: tuple[str, ...] = ("-pk",)

    @classmethod
    def answer(cls, view: APIView, request: Request, rows: QuerySet[Any, Any], shape: Shape) -> Response:
        """The page of some rows that the address asks for."""
        pages = cls()
        try:
            page: list[Model] | None = pages.paginate_queryset(rows, request, view)
        except (NotFound, ValidationError, ValueError, OverflowError) as error:
            # Whatever stands in the address is looked up as it is: it need not be a place among these rows.
            said = "is none of a page: take it from next or previous, or leave it out"
            raise Problem("not-understood", f"cursor {said}", [("cursor", said)]) from error
        return pages.get_paginated_response(shape(page, many=True).data)

    @classmethod
    def shape(cls, row: Shape) -> serializers.Serializer[Any]:
        """What a page of such rows looks like."""
        return page_shape(row)

    @classmethod
    def parameters(cls) -> list[OpenApiParameter]:
        """What an address may ask."""
        size = {"type": "integer", "minimum": 1, "maximum": cls.max_page_size, "default": cls.page_size}
        return [
            OpenApiParameter("cursor", str, description="From next or previous."),
            OpenApiParameter("page_size", size),
        ]


def page_shape(row: Shape) -> serializers.Serializer[Any]:
    """A page: ``next`` and ``previous`` are addresses, ``results`` the rows."""
    return inline_serializer(
        f"{row.__name__}Page",
        {
            "next": beside(),
            "previous": beside(),
            "results": row(many=True),
        },
    )
