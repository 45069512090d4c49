"""Binding of several papers into one PDF with a contents page.

Each paper is a part of the PDF. The parts are typeset one by one, to limit Typst's memory. The contents page
is the front. Each of its rows refers to a place, such as the beginning of a roster, and shows its page. The
feet of the pages show the number of all pages. These numbers are only known after all parts are typeset.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from builder.typesetting.joining import SourcePdf, join_pdfs
from builder.typesetting.orders import Order, data_text
from builder.typesetting.typesetter import typeset


def bind(order: Order) -> bytes:
    """Return the PDF of an order whose output is ``bound``.

    The data of the order are ``parts``, ``front`` and perhaps ``feet``. Each part has the ``data`` of its
    template, and a ``template`` if it isn't that of the order. ``places`` are the named destinations in the
    part that the front refers to. A part without ``places`` has one place, its first page, and a ``title``
    for the bookmarks. ``front`` is the data of the contents page, with one row for each place. ``feet`` is
    the data of the feet; if it is missing, each part has feet of its own.
    """
    plan: dict[str, Any] = json.loads(order.data)
    bound_parts: list[SourcePdf] = []
    place_pages: list[int] = []  # from 0, without the front
    pages_before = 0
    for part in plan["parts"]:
        source = _typeset_part(
            order, part.get("template", order.template), part["data"], part.get("title", "")
        )
        place_pages += [pages_before + page for page in _pages_of_places(source, part)]
        pages_before += source.pages
        bound_parts.append(source)
    # The page numbers must include the pages of the front, so a first front with too low numbers is counted.
    front_pages = _front(order, plan["front"], place_pages).pages
    front = _front(order, plan["front"], [front_pages + page + 1 for page in place_pages])
    feet = None
    if "feet" in plan:
        feet = typeset(_part(order, "feet", {**plan["feet"], "pages": front_pages + pages_before}))
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
