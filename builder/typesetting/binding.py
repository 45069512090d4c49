"""Binding of several papers into one PDF. They are typeset one by one, to limit Typst's memory.

The contents page shows the page of each place, and each foot shows the number of pages. Both are only known
after all parts are typeset.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from builder.typesetting.joining import SourcePdf, join_pdfs
from builder.typesetting.orders import Order, data_text
from builder.typesetting.typesetter import typeset


def bind(order: Order) -> bytes:
    """Return the file of a ``bound`` order.

    The order's data are ``parts``, the ``front`` and the ``feet``. A part has its template's ``data``, the
    names of its ``places`` and, if it isn't the order's, its ``template``. A part without places has a
    ``title`` for the bookmarks, and its first page is its only place. The rows of the front get the page of
    each place. Without ``feet``, each part has its own feet.
    """
    plan: dict[str, Any] = json.loads(order.data)
    bound_parts: list[SourcePdf] = []
    place_pages: list[int] = []  # from 0, without the front
    pages_before = 0
    for part in plan["parts"]:
        files = _typeset_part(
            order, part.get("template", order.template), part["data"], part.get("title", "")
        )
        place_pages += [pages_before + page for page in _pages_of_places(files, part)]
        pages_before += files.pages
        bound_parts.append(files)
    # The front has the same length with other page numbers
    length = _front(order, plan["front"], place_pages).pages
    front = _front(order, plan["front"], [length + page + 1 for page in place_pages])
    feet = None
    if "feet" in plan:
        feet = typeset(_part(order, "feet", {**plan["feet"], "pages": length + pages_before}))
    return join_pdfs([front, *bound_parts], feet)


def _pages_of_places(source: SourcePdf, part: Mapping[str, Any]) -> list[int]:
    """Return the pages of a part's places, from 0."""
    return [source.page_of_destination(place) for place in part["places"]] if "places" in part else [0]


def _front(order: Order, front: Mapping[str, Any], place_pages: Sequence[int]) -> SourcePdf:
    rows = [{**row, "page": page} for row, page in zip(front["rows"], place_pages, strict=True)]
    return _typeset_part(order, order.template, {**front, "rows": rows})


def _typeset_part(order: Order, template: str, data: Mapping[str, Any], title: str = "") -> SourcePdf:
    return SourcePdf(typeset(_part(order, template, data)), title)


def _part(order: Order, template: str, data: Mapping[str, Any]) -> Order:
    return Order(template, "pdf", order.day, data_text(data))
