"""Binding of several papers into one PDF.

Each paper is a part of the PDF. The parts are typeset one by one, because Typst would need too much memory
for all of them. These words are used here:

- The front is the table of contents. It is at the beginning of the PDF, and may have several pages.
- A place is what a row of the front refers to, such as the beginning of a roster. The row shows its page.
- The feet are the last lines of the pages. They show the total number of pages.

Page numbers are only known after all parts are typeset. So the front and the feet are typeset last.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from builder.typesetting.joining import SourcePdf, join_pdfs
from builder.typesetting.orders import Order, data_text
from builder.typesetting.typesetter import typeset


def bind(order: Order) -> bytes:
    """Return the PDF of an order whose output is "bound".

    The data of the order has these keys:

    - ``parts``: the parts.
    - ``front``: the data of the front, with one row for each place.
    - ``feet``: the data of the feet. If it is missing, the pages of each part have feet of their own.

    Each part has these keys:

    - ``data``: the data for the template.
    - ``template``: the name of the template. If it is missing, the part uses the template of the order.
    - ``places``: the names of the places, which are named destinations in the part. If it is missing, the
      first page of the part is its only place.
    - ``title``: the text of the part's bookmark. It may be missing.
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
    # The front's own pages count too. So it is typeset twice: the first time only to know its number of
    # pages.
    front_pages = _front(order, plan["front"], place_pages).pages
    front = _front(order, plan["front"], [front_pages + page + 1 for page in place_pages])
    feet = None
    if "feet" in plan:
        feet = typeset(_part(order, "feet", {**plan["feet"], "pages": front_pages + pages_before}))
    return join_pdfs([front, *bound_parts], feet)


def _pages_of_places(source: SourcePdf, part: Mapping[str, Any]) -> list[int]:
    """Return the page of each place in a part. The first page of the part is 0."""
    return [source.page_of_destination(place) for place in part["places"]] if "places" in part else [0]


def _front(order: Order, front: Mapping[str, Any], place_pages: Sequence[int]) -> SourcePdf:
    rows = [{**row, "page": page} for row, page in zip(front["rows"], place_pages, strict=True)]
    return _typeset_part(order, order.template, {**front, "rows": rows})


def _typeset_part(order: Order, template: str, data: Mapping[str, Any], title: str = "") -> SourcePdf:
    return SourcePdf(typeset(_part(order, template, data)), title)


def _part(order: Order, template: str, data: Mapping[str, Any]) -> Order:
    return Order(template, "pdf", order.day, data_text(data))
