"""Binds several papers into one PDF. They are typeset one by one, to limit the memory that Typst needs.

Only when all parts are set it is known on which page each place in them stands, which the front tells, and
how many pages there are, which stands at the foot of each.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from builder.typesetting.joining import SourcePdf, join_pdfs
from builder.typesetting.orders import Order, data_text
from builder.typesetting.typesetter import typeset


def bind(order: Order) -> bytes:
    """The file of a ``bound`` order. Its data are those of a template: ``parts``, each with the names of its
    ``places``; the ``front``, whose rows get the page of each place; and the ``feet`` of all pages.

    A part may be of another ``template``. Where it has no places but a ``title`` among the bookmarks, its
    first page is its place. Where there are no ``feet``, each part has its own.
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
    length = _front(order, plan["front"], begins).pages  # the same whatever the numbers in it are
    front = _front(order, plan["front"], [length + page + 1 for page in begins])
    feet = None
    if "feet" in plan:
        feet = typeset(_part(order, "feet", {**plan["feet"], "pages": length + before}))
    return join_pdfs([front, *papers], feet)


def _beginnings(source: SourcePdf, part: Mapping[str, Any]) -> list[int]:
    """Return the pages of a part on which its places stand."""
    return [source.page_of_destination(place) for place in part["places"]] if "places" in part else [0]


def _front(order: Order, front: Mapping[str, Any], begins: Sequence[int]) -> SourcePdf:
    rows = [{**row, "page": page} for row, page in zip(front["rows"], begins, strict=True)]
    return _set(order, order.template, {**front, "rows": rows})


def _set(order: Order, template: str, data: Mapping[str, Any], title: str = "") -> SourcePdf:
    return SourcePdf(typeset(_part(order, template, data)), title)


def _part(order: Order, template: str, data: Mapping[str, Any]) -> Order:
    return Order(template, "pdf", order.day, data_text(data))
