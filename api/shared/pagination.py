"""Collections in pages. Each page has the addresses of the next and the previous page.

The address of a page contains a cursor, which says where the page begins or ends. The cursor is signed, so
that clients can't invent one. A cursor contains a place in the order of the rows.

For the rows of a query, the place contains the values of a row in the columns of the order. If rows are added
or deleted between two requests, no other row is repeated or skipped. For rows in memory, the place is only a
number of rows, so other rows may then be repeated or skipped.
"""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.core.signing import BadSignature, Signer
from django.db.models import Model, Q, QuerySet
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from api.shared.errors import Problem
from builder.catalogue.store import all_catalogues

SerializerClass = type[serializers.Serializer[Any]]
Json = dict[str, object]

DEFAULT_PAGE_SIZE = 50
MAX_PAGE_SIZE = 100
_MAX_CURSOR_LENGTH = 2_000
NEXT_HELP = "Address of the next page; null on the last page."
PREVIOUS_HELP = "Address of the previous page; null on the first page."
RESULTS_HELP = "Objects on this page, in order."

PAGE_PARAMETERS = [
    OpenApiParameter(
        "cursor", str, description="Where the page begins or ends; take it from next or previous."
    ),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": DEFAULT_PAGE_SIZE},
        description="Number of objects on a page.",
    ),
]
"""The query parameters of every collection."""


class PageCursor(NamedTuple):
    """A place in the order of the rows.

    If ``is_forward`` is true, the page begins after ``place``. Otherwise, it ends before ``place``.
    """

    is_forward: bool
    place: list[object]


class Page(NamedTuple):
    """The rows of a page in order, and the cursors of the next and previous page, or None."""

    rows: Sequence[Any]
    next: PageCursor | None
    previous: PageCursor | None


def page_response(
    request: Request,
    rows: QuerySet[Any, Any],
    ordering: Sequence[str],
    serialize: Callable[[Any], object],
    prepare_rows: Callable[[Sequence[Any]], None] | None = None,
    **extra: object,
) -> Response:
    """Return the response with a page of the rows of a query.

    ``ordering`` names the columns to order by. The last column must be unique. ``prepare_rows`` is called
    with the rows of the page before they are serialized. ``extra`` are further fields of the page.
    """
    page = _page_of_query(rows, ordering, read_page_size(request), read_cursor(request))
    if prepare_rows is not None:
        prepare_rows(page.rows)
    return Response(page_value(request, page, [serialize(row) for row in page.rows], **extra))


def sequence_response(
    request: Request, rows: Sequence[Any], serialize: Callable[[Any], object], **extra: object
) -> Response:
    """Return the response with a page of rows in memory."""
    return Response(sequence_value(request, rows, serialize, **extra))


def sequence_value(
    request: Request, rows: Sequence[Any], serialize: Callable[[Any], object], **extra: object
) -> Json:
    """Return a page of rows in memory as JSON. The place in a cursor is the number of rows before it."""
    size, cursor = read_page_size(request), read_cursor(request)
    start = 0
    if cursor is not None:
        (count,) = cursor.place
        start = int(str(count)) if cursor.is_forward else max(0, int(str(count)) - size)
    page_rows, end = rows[start : start + size], start + size
    page = Page(
        page_rows,
        PageCursor(is_forward=True, place=[end]) if end < len(rows) else None,
        PageCursor(is_forward=False, place=[start]) if start > 0 else None,
    )
    return page_value(request, page, [serialize(row) for row in page_rows], **extra)


def page_value(request: Request, page: Page, results: Sequence[object], **extra: object) -> Json:
    """Return a page as JSON. ``results`` are the serialized rows, and ``extra`` are further fields."""
    return {
        **extra,
        "next": _page_url(request, page.next),
        "previous": _page_url(request, page.previous),
        "results": results,
    }


def page_serializer(
    serializer_class: SerializerClass, **extra: serializers.Field[Any, Any, Any, Any]
) -> serializers.Serializer[Any]:
    """Return the serializer that describes a page in the schema. ``extra`` are further fields."""
    return inline_serializer(
        f"{serializer_class.__name__.removesuffix('Serializer')}Page",
        {
            **extra,
            "next": page_url_field(NEXT_HELP),
            "previous": page_url_field(PREVIOUS_HELP),
            "results": serializer_class(many=True, help_text=RESULTS_HELP),
        },
    )


def page_url_field(description: str) -> serializers.URLField:
    """Return the field for the address of the next or previous page."""
    return serializers.URLField(allow_null=True, help_text=description)


def total_field() -> serializers.IntegerField:
    """Return the field for the number of objects on all pages."""
    return serializers.IntegerField(min_value=0, help_text="Number of objects on all pages.")


class GameQuerySerializer(serializers.Serializer[Any]):
    """The game of the objects to return."""

    game = serializers.CharField(default="", help_text="Code of a game; only its objects are returned.")

    def validate_game(self, value: str) -> str:
        """Return the code. Raises ValidationError for an unknown game."""
        if value and value not in {system for system, _ in all_catalogues()}:
            raise serializers.ValidationError(UNKNOWN_GAME)
        return value


UNKNOWN_GAME = "is not a known game: GET /systems lists them"

# ------------------------------------------------------------------ query parameters


def read_page_size(request: Request) -> int:
    """Return the requested number of rows. Raises Problem if it is not from 1 to ``MAX_PAGE_SIZE``."""
    text = request.query_params.get("page_size")
    if text is None:
        return DEFAULT_PAGE_SIZE
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_PAGE_SIZE))
    if not is_number or not 1 <= int(text) <= MAX_PAGE_SIZE:
        message = f"is not a page size: write a whole number from 1 to {MAX_PAGE_SIZE}"
        raise Problem("not-understood", f"page_size {message}", [("page_size", message)])
    return int(text)


def read_cursor(request: Request) -> PageCursor | None:
    """Return the requested cursor, or None for the first page.

    Raises Problem for a cursor that is invalid or belongs to another address.
    """
    text = request.query_params.get("cursor")
    if text is None:
        return None
    try:
        value = _signer(request).unsign_object(text[:_MAX_CURSOR_LENGTH])
    except (BadSignature, ValueError) as error:
        message = "is not a cursor of this address: take it from next or previous, or leave it out"
        raise Problem("not-understood", f"cursor {message}", [("cursor", message)]) from error
    return PageCursor(bool(value[0]), list(value[1]))


def _page_url(request: Request, cursor: PageCursor | None) -> str | None:
    if cursor is None:
        return None
    signed = _signer(request).sign_object(list(cursor))
    return str(replace_query_param(request.build_absolute_uri(), "cursor", signed))


def _signer(request: Request) -> Signer:
    """Return the signer for cursors of the request's address. Other addresses don't accept these cursors."""
    return Signer(salt=f"cursor of {request.path}")


# ------------------------------------------------------------------ a page of a query


def _page_of_query(
    rows: QuerySet[Any, Any], ordering: Sequence[str], size: int, cursor: PageCursor | None
) -> Page:
    is_back = cursor is not None and not cursor.is_forward
    order = [_reversed(name) for name in ordering] if is_back else list(ordering)
    if cursor is not None:
        rows = rows.filter(_rows_after(order, cursor.place))
    rows_found = list(rows.order_by(*order)[: size + 1])
    has_more, rows_found = len(rows_found) > size, rows_found[:size]
    if is_back:
        rows_found.reverse()
    if not rows_found:
        return Page((), None, None)
    has_next, has_previous = (True, has_more) if is_back else (has_more, cursor is not None)
    return Page(
        rows_found,
        PageCursor(is_forward=True, place=_place_of(rows_found[-1], ordering)) if has_next else None,
        PageCursor(is_forward=False, place=_place_of(rows_found[0], ordering)) if has_previous else None,
    )


def _reversed(name: str) -> str:
    return name.removeprefix("-") if name.startswith("-") else f"-{name}"


def _rows_after(order: Sequence[str], place: Sequence[object]) -> Q:
    """Return the filter for the rows after a place in the order.

    These rows come after the place in one column, and have the values of the place in all columns before it.
    """
    after, same = Q(), Q()
    for name, value in zip(order, place, strict=True):
        column = name.removeprefix("-")
        after |= same & Q(**{f"{column}__{'lt' if name.startswith('-') else 'gt'}": value})
        same &= Q(**{column: value})
    return after


def _place_of(row: Model, ordering: Sequence[str]) -> list[object]:
    return [_column_value(row, name.removeprefix("-").split("__")) for name in ordering]


def _column_value(row: object, names: Sequence[str]) -> object:
    for name in names:
        row = getattr(row, name)
    return row.isoformat() if isinstance(row, date) else row


def with_page(*parameters: OpenApiParameter | SerializerClass) -> list[OpenApiParameter | SerializerClass]:
    """Return ``parameters``, followed by the parameters of every collection."""
    return [*parameters, *PAGE_PARAMETERS]
