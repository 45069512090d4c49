"""Views to create, update and stop links to single rosters. Each button is a separate form."""

from collections.abc import Callable, Mapping
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from builder.documents import load_list
from builder.models import CompanyList
from builder.queries.access import list_for_owner
from builder.queries.sharing import frozen_link_of, roster_of
from builder.services import sharing
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.errors import problem_response
from builder.web.sharing.roster_link_page import LIVE, roster_links_context

LinkAction = Callable[[QueryDict, CompanyList], tuple[str, str]]
"""A function that runs the action of a button. It returns a notice, and the id of the link to show.

If there is no link to show, the id is an empty string.
"""


@never_store_or_index
@require_http_methods(["GET", "HEAD", "POST"])
def roster_links(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the links to one roster, or to all rosters of a list. POST runs the action of a button."""
    row = list_for_owner(request.user, public_id)
    if request.method == "POST":
        return _run_action(request, row)
    loaded = load_list(row)
    roster_id = request.GET.get("roster", "")
    if roster_id and roster_id not in loaded.roster_ids:
        raise Http404("This list has no such roster.")
    return render(request, "sharing/roster_links.html", roster_links_context(request, loaded, roster_id))


def _run_action(request: HttpRequest, row: CompanyList) -> HttpResponse:
    name = request.POST.get("do", "")
    if name not in _ACTIONS:
        return problem_response(
            request, 400, "Bad request", "We couldn't understand the request.", "Nothing was changed."
        )
    notice, link_id = _ACTIONS[name](request.POST, row)
    messages.success(request, notice)
    values = {"roster": request.POST.get("roster", ""), "link": link_id}
    query = urlencode({key: value for key, value in values.items() if value})
    return redirect(f"{reverse('roster_links', args=(row.public_id,))}?{query}")


def _create(sent: QueryDict, row: CompanyList) -> tuple[str, str]:
    roster_id = sent.get("roster", "")
    if sent.get("kind") == LIVE:
        sharing.create_live_link(row, roster_id)
        return "Anyone with the link can see the roster.", LIVE
    link = sharing.create_frozen_link(row, roster_id)
    return "Anyone with the link can see the roster as it is now.", link.public_id


def _update(sent: QueryDict, row: CompanyList) -> tuple[str, str]:
    link = sharing.refreeze_link(frozen_link_of(row, sent.get("link", "")))
    return "The link shows the roster as it is now.", link.public_id


def _stop(sent: QueryDict, row: CompanyList) -> tuple[str, str]:
    if sent.get("link") == LIVE:
        sharing.remove_live_link(roster_of(row, sent.get("of", "")))
    else:
        sharing.delete_frozen_link(frozen_link_of(row, sent.get("link", "")))
    return "Stopped. The link no longer works.", ""


_ACTIONS: Mapping[str, LinkAction] = {"create": _create, "update": _update, "stop": _stop}
