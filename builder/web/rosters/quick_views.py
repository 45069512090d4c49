"""The quick reference of a list's game: a summary of rules, and which models each rule is for."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.catalogue.quick import quick_reference
from builder.points.sheets.quick import quick_parts
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.list_access import list_page_context, page_access
from builder.web.shared.query_options import QueryOptions


@never_store_or_index
@login_not_required
@require_safe
def quick(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Show the quick reference of a list's game.

    If the option ``roster`` of the address names a roster, the page names the models of this roster.
    Otherwise it names the models of the complete list.
    """
    access = page_access(request, **address)
    loaded = access.load()
    options = QueryOptions(request.GET)
    index = options.roster_index("roster", loaded.roster_ids)
    sheet = loaded.sheet()
    roster = None if index is None else sheet.rosters[index]
    quick = quick_reference(loaded.catalogue)
    context = {
        **list_page_context(access, loaded),
        "roster_name": roster.name if roster else "",
        "roster_id": "" if index is None else loaded.roster_ids[index],
        "quick": quick,
        "parts": quick_parts(quick, loaded.catalogue, roster.profiles_in_play if roster else sheet.profiles),
        "not_understood": options.not_understood,
    }
    return render(request, "rosters/quick.html", context)
