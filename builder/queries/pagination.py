"""Pages of long results."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

MAX_PAGE_NUMBER = 10_000


def paginate(rows: QuerySet[Any], number: int, size: int) -> Page[Any]:
    """Return a page of ordered rows, in two queries.

    If ``number`` is too high, return the last page. ``size`` is the number of rows on a page.
    """
    page = Paginator(rows, size).get_page(max(1, number))
    page.object_list = list(page.object_list)
    return page
