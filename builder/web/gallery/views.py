"""The gallery of public lists."""

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from builder.catalogue.store import all_catalogues
from builder.points.rules.wording import pluralize
from builder.queries.gallery import (
    MAX_COUNTED,
    MAX_QUERY_LENGTH,
    count_lists,
    filter_choices,
    find_lists,
    matching_editions,
)
from builder.web.gallery.forms import (
    ActiveFilter,
    GalleryQuery,
    active_filters,
    gallery_form_context,
    parse_gallery_query,
)
from builder.web.gallery.page import gallery_cards
from builder.web.shared.htmx import is_htmx


@login_not_required
@require_safe
@vary_on_headers("HX-Request")
def gallery(request: HttpRequest) -> HttpResponse:
    """Show a page of the public lists that match the search. For htmx, return only the results."""
    editions = all_catalogues()
    game_changed = len(editions) > 1 and _has_changed_game(request)
    query = parse_gallery_query(request.GET, editions, game_changed=game_changed)
    page = find_lists(query.filters, query.sort, after=query.after, before=query.before)
    filters = active_filters(query, editions)
    context = {
        "nav": "gallery",
        "form": gallery_form_context(query, filter_choices(query.system), editions),
        "active_filters": filters,
        "query": query,
        "cards": gallery_cards(page.rows, editions),
        "count_text": _count_text(page.count) if page.count else "",
        "newer_url": query.url(before=str(page.newer_cursor)) if page.newer_cursor else "",
        "older_url": query.url(after=str(page.older_cursor)) if page.older_cursor else "",
        "filters_to_drop": [] if page.count else _filters_to_drop(filters),
        "is_further_page": bool(query.after or query.before),
        "first_page_url": query.url(),
        "canonical_url": request.build_absolute_uri(_page_url(query)),
        "game_changed": game_changed,
        "max_search": MAX_QUERY_LENGTH,
        "editions": matching_editions(editions, query.edition),
    }
    response = render(request, f"gallery/{'_answer' if is_htmx(request) else 'page'}.html", context)
    if is_htmx(request):
        response["HX-Push-Url"] = _page_url(query)
    if not query.is_default:
        response["X-Robots-Tag"] = "noindex, follow"
    return response


def _has_changed_game(request: HttpRequest) -> bool:
    """Return whether the user has selected another game than on the previous page."""
    if not is_htmx(request):
        return False
    previous_query = request.headers.get("HX-Current-URL", "").partition("#")[0].partition("?")[2]
    return QueryDict(previous_query).get("edition", "") != request.GET.get("edition", "")


def _page_url(query: GalleryQuery) -> str:
    """Return the shortest address of the page that a query shows."""
    if query.after:
        return query.url(after=str(query.after))
    return query.url(before=str(query.before or ""))


def _count_text(count: int) -> str:
    if count > MAX_COUNTED:
        return f"more than {MAX_COUNTED:,} lists"
    return pluralize(count, "list")


class FilterToDrop(NamedTuple):
    """A filter that the user can remove to get results. ``count_text`` says how many."""

    label: str
    url: str
    count_text: str


def _filters_to_drop(filters: Sequence[ActiveFilter]) -> list[FilterToDrop]:
    """Return the filters that lead to results if only this filter is removed, with a query for each."""
    counts = ((active, count_lists(active.remaining_query.filters)) for active in filters)
    return [FilterToDrop(active.label, active.url, _count_text(count)) for active, count in counts if count]
