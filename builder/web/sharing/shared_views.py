"""A list as others read it, by each way that leads to it, and copying it or one of its profiles."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.catalogue.limits import limits
from builder.documents import LoadedList
from builder.exports.file_names import content_disposition
from builder.exports.fingerprints import fingerprints_of_part
from builder.exports.json import document_text
from builder.exports.paper_requests import PaperSource, PreparedPaper
from builder.exports.pdf.link_picture import link_preview_order
from builder.queries.access import list_for_owner
from builder.queries.sharing import ProfileWithReferences, lists_to_copy_into, profile_with_references
from builder.services.lists import copy_list, owner_name
from builder.services.sharing import EditionMismatch, copy_profiles, copy_profiles_to_new_list
from builder.web.papers.answers import paper_response
from builder.web.shared.decorators import private
from builder.web.shared.errors import problem_response, refusals_as_responses
from builder.web.shared.list_access import PageAccess, page_access, sample_page_access
from builder.web.shared.options import FormOption
from builder.web.shared.presentation import list_name, profile_name
from builder.web.shared.users import owner_or_new_guest
from builder.web.sharing.shared_page import shared_context


@cache_control(private=True, no_cache=True)
@login_not_required
@require_safe
def public(request: HttpRequest, listed: str) -> HttpResponse:
    """A public list; search engines may show it."""
    return shared_page(request, page_access(request, listed=listed))


@private
@login_not_required
@require_safe
def by_link(request: HttpRequest, link: str) -> HttpResponse:
    """A list by its secret link. One that opens nothing tells nothing about any list."""
    try:
        access = page_access(request, link=link)
    except Http404:
        return problem_response(
            request,
            404,
            "This link opens nothing",
            "Whoever shares a list can take its link back, or make a new one; or a letter of it is missing.",
            "Ask whoever gave it to you.",
        )
    return shared_page(request, access)


@private
@require_safe
def by_roster(request: HttpRequest, shared_roster: str) -> HttpResponse:
    """A roster that is shared with a club of the reader's, and the profiles that it needs."""
    return shared_page(request, page_access(request, shared_roster=shared_roster))


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusals_as_responses
def sample(request: HttpRequest, slug: str) -> HttpResponse:
    """A sample list to look at; POST copies it to one's own."""
    access = sample_page_access(slug)
    return _copy_and_redirect(request, access) if request.method == "POST" else shared_page(request, access)


def shared_page(request: HttpRequest, access: PageAccess) -> HttpResponse:
    """The page of a list to read."""
    return render(request, "sharing/shared_list.html", shared_context(request, access))


@private
@login_not_required
@require_POST
@refusals_as_responses
def copy(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Copy a list, or as much of it as may be read, to one's own lists."""
    return _copy_and_redirect(request, page_access(request, **address))


def _copy_and_redirect(request: HttpRequest, access: PageAccess) -> HttpResponse:
    copied = copy_list(owner_or_new_guest(request), access.row, access.cut_document())
    messages.success(request, "Copied. This list is yours to change.")
    return redirect("list", copied.public_id)


@private
@login_not_required
@require_safe
def document(request: HttpRequest, /, **address: str) -> HttpResponse:
    """The list as its interchange document."""
    access = page_access(request, **address)
    response = HttpResponse(document_text(access.load()), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = content_disposition("attachment", "json", list_name(access.row.name))
    return response


@private
@login_not_required
@require_safe
def picture(request: HttpRequest, /, **address: str) -> HttpResponse:
    """The picture that previews of a link to the page show, or to the roster that ``?roster=`` names."""
    access = page_access(request, **address)
    loaded = access.load()
    if roster := request.GET.get("roster", ""):
        if roster not in loaded.roster_ids:
            raise Http404("There is no such roster in this list.")
        loaded = loaded.cut_to(roster)
    order = link_preview_order(
        loaded.document, loaded.catalogue, str(fingerprints_of_part(loaded)), by=owner_name(access.row)
    )
    return paper_response(request, PaperSource(lambda: PreparedPaper(order, ())), "png")


# ------------------------------------------------------------------ copying single profiles


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
    return render(request, "sharing/take.html", _take_context(request, access, loaded, taken))


def _take_context(
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
