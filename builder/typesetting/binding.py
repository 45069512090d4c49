"""Binding of several papers into one PDF.

The papers are typeset one by one, because Typst would need too much memory for all of them. The PDF begins
with a front: a table of contents with the page of each anchor, such as the beginning of a roster. The footers
show the total number of pages. Page numbers are only known after all papers are typeset, so the front and the
footers are typeset last.
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

    - ``parts``: the papers.
    - ``front``: the data of the front, with one row for each anchor.
    - ``footers``: the data of the footers. If it is missing, the parts have footers of their own.

    Each part has these keys, of which only ``data`` is required:

    - ``data``: the data for the template.
    - ``template``: the name of the template. By default, it is that of the order.
    - ``anchors``: named destinations in the part. By default, its first page is the only anchor.
    - ``title``: the text of the part's bookmark.
    """
    plan: dict[str, Any] = json.loads(order.data)
    bound_parts: list[SourcePdf] = []
    anchor_pages: list[int] = []  # counted from 0, without the front
    pages_before = 0
    for part in plan["parts"]:
        source = _typeset_part(
            order, part.get("template", order.template), part["data"], part.get("title", "")
        )
        anchor_pages += [pages_before + page for page in _anchor_pages(source, part)]
        pages_before += source.page_count
        bound_parts.append(source)
    # The front is typeset twice, the first time only to know its number of pages.
    front_pages = _front(order, plan["front"], anchor_pages).page_count
    front = _front(order, plan["front"], [front_pages + page + 1 for page in anchor_pages])
    footers = None
    if "footers" in plan:
        footers = typeset(_part(order, "footers", {**plan["footers"], "pages": front_pages + pages_before}))
    return join_pdfs([front, *bound_parts], footers)


def _anchor_pages(source: SourcePdf, part: Mapping[str, Any]) -> list[int]:
    """Return the page of each anchor in a part, counted from 0."""
    return [source.page_of_destination(anchor) for anchor in part["anchors"]] if "anchors" in part else [0]


def _front(order: Order, front: Mapping[str, Any], anchor_pages: Sequence[int]) -> SourcePdf:
    rows = [{**row, "page": page} for row, page in zip(front["rows"], anchor_pages, strict=True)]
    return _typeset_part(order, order.template, {**front, "rows": rows})


def _typeset_part(order: Order, template: str, data: Mapping[str, Any], title: str = "") -> SourcePdf:
    return SourcePdf(typeset(_part(order, template, data)), title)


def _part(order: Order, template: str, data: Mapping[str, Any]) -> Order:
    return Order(template, "pdf", order.day, data_text(data))
