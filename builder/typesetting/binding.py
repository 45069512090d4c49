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

    The order's data are a template's data and: ``parts``, each with the names of its ``places``; the
    ``front``, whose rows get the page of each place; and the ``feet`` of all pages. A part may have another
    ``template``. If a part has no places but a ``title`` among the bookmarks, the part's first page is its
    place. Without ``feet``, each part has its own feet.
    """
    plan: dict[str, Any] = json.loads(order.data)
    papers: list[SourcePdf] = []
    begins: list[int] = []
    before = 0
    for part in plan["parts"]:
        files = _set(order, part.get("template", order.template), part["data"], part.get("title", ""))
        begins += [before + page for page in _beginnings(files, part)]
        before += files.pages
        papers.append(files)
    # the front has the same length with other page numbers
    length = _front(order, plan["front"], begins).pages
    front = _front(order, plan["front"], [length + page + 1 for page in begins])
    feet = None
    if "feet" in plan:
        feet = typeset(_part(order, "feet", {**plan["feet"], "pages": length + before}))
    return join_pdfs([front, *papers], feet)


def _beginnings(source: SourcePdf, part: Mapping[str, Any]) -> list[int]:
    """Return the pages of a part's places."""
    return [source.page_of_destination(place) for place in part["places"]] if "places" in part else [0]


def _front(order: Order, front: Mapping[str, Any], begins: Sequence[int]) -> SourcePdf:
    rows = [{**row, "page": page} for row, page in zip(front["rows"], begins, strict=True)]
    return _set(order, order.template, {**front, "rows": rows})


def _set(order: Order, template: str, data: Mapping[str, Any], title: str = "") -> SourcePdf:
    return SourcePdf(typeset(_part(order, template, data)), title)


def _part(order: Order, template: str, data: Mapping[str, Any]) -> Order:
    return Order(template, "pdf", order.day, data_text(data))
