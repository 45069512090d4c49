"""Copy one profile of a list that may be read, with those that it refers to, into a list of one's own."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from builder.catalogue.limits import limits
from builder.documents import LoadedList
from builder.queries.access import list_for_owner
from builder.queries.sharing import ProfileWithReferences, lists_to_copy_into, profile_with_references
from builder.services.sharing import EditionMismatch, copy_profiles, copy_profiles_to_new_list
from builder.web.shared.decorators import private
from builder.web.shared.errors import problem_response, refusals_as_responses
from builder.web.shared.list_access import PageAccess, page_access
from builder.web.shared.options import FormOption
from builder.web.shared.presentation import list_name, profile_name
from builder.web.shared.users import owner_or_new_guest

NEW = "new"


@private
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusals_as_responses
def take(request: HttpRequest, /, key: str, **address: str) -> HttpResponse:
    """Choose the list that a profile is copied into; POST copies it."""
    access = page_access(request, **address)
    loaded = access.load()
    taken = profile_with_references(loaded, key)
    if request.method == "POST":
        return _take_and_redirect(request, loaded, taken)
    return render(request, "sharing/take.html", _context(request, access, loaded, taken))


def _context(
    request: HttpRequest, access: PageAccess, loaded: LoadedList, taken: ProfileWithReferences
) -> dict[str, object]:
    rows = lists_to_copy_into(request.user, access.row)
    return {
        "nav": access.nav,
        "access": access,
        "list_name": list_name(loaded.document.name),
        "name": profile_name(taken.profile.name),
        "others": [profile_name(other.name) for other in taken.others],
        "catalogue": loaded.catalogue,
        "here": request.path,
        "lists": [FormOption(row.public_id, list_name(row.name)) for row in rows],
        "new": NEW,
        "max_name": limits().name,
    }


def _take_and_redirect(
    request: HttpRequest, loaded: LoadedList, taken: ProfileWithReferences
) -> HttpResponse:
    chosen = request.POST.get("into", "")
    if chosen == NEW:
        name = request.POST.get("name", "").strip()
        catalogue = loaded.catalogue
        row, keys = copy_profiles_to_new_list(
            owner_or_new_guest(request), catalogue.system, catalogue.edition, name, taken.profiles
        )
    else:
        row = list_for_owner(request.user, chosen)
        try:
            keys = copy_profiles(row, loaded.row, taken.profiles)
        except EditionMismatch as error:
            fix = "Choose a list of the same game and edition, or a new one."
            return problem_response(request, 400, "Not taken", str(error), fix)
    messages.success(request, _success_text(taken))
    return redirect(f"{reverse('list', args=(row.public_id,))}#p-{taken.new_keys(keys)[taken.profile.key]}")


def _success_text(taken: ProfileWithReferences) -> str:
    name, others = profile_name(taken.profile.name), len(taken.others)
    if not others:
        return f"“{name}” is in this list now."
    return f"“{name}” is in this list now, and {others} more that it refers to."
