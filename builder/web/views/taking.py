"""One profile of a list that may be read, taken into a list of one's own with those that it refers to."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from builder.catalogue.limits import limits
from builder.documents import LoadedList
from builder.queries.access import list_for_owner
from builder.queries.sharing import Taken, lists_to_take_into, profile_to_take
from builder.services.sharing import OtherRules, take_into, take_into_new
from builder.web.doors import Door, open_door
from builder.web.option import Option
from builder.web.people import owner_for
from builder.web.presenting import list_name, profile_name
from builder.web.views.errors import answers_refusals, problem
from builder.web.views.lists import private

NEW = "new"


@private
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def take(request: HttpRequest, /, key: str, **address: str) -> HttpResponse:
    """Choose where a profile goes; POST takes it there."""
    door = open_door(request, **address)
    loaded = door.load()
    taken = profile_to_take(loaded, key)
    if request.method == "POST":
        return _take(request, loaded, taken)
    return render(request, "sharing/take.html", _context(request, door, loaded, taken))


def _context(request: HttpRequest, door: Door, loaded: LoadedList, taken: Taken) -> dict[str, object]:
    rows = lists_to_take_into(request.user, door.row)
    return {
        "nav": door.nav,
        "door": door,
        "list_name": list_name(loaded.document.name),
        "name": profile_name(taken.profile.name),
        "others": [profile_name(other.name) for other in taken.others],
        "catalogue": loaded.catalogue,
        "here": request.path,
        "lists": [Option(row.public_id, list_name(row.name)) for row in rows],
        "new": NEW,
        "max_name": limits().name,
    }


def _take(request: HttpRequest, loaded: LoadedList, taken: Taken) -> HttpResponse:
    chosen = request.POST.get("into", "")
    if chosen == NEW:
        name = request.POST.get("name", "").strip()
        catalogue = loaded.catalogue
        row, keys = take_into_new(owner_for(request), catalogue.system, catalogue.edition, name, taken.all)
    else:
        row = list_for_owner(request.user, chosen)
        try:
            keys = take_into(row, loaded.row, taken.all)
        except OtherRules as error:
            mend = "Choose a list of the same game and edition, or a new one."
            return problem(request, 400, "Not taken", str(error), mend)
    messages.success(request, _said(taken))
    return redirect(f"{reverse('list', args=(row.public_id,))}#p-{taken.new_keys(keys)[taken.profile.key]}")


def _said(taken: Taken) -> str:
    name, others = profile_name(taken.profile.name), len(taken.others)
    if not others:
        return f"“{name}” is in this list now."
    return f"“{name}” is in this list now, and {others} more that it refers to."
