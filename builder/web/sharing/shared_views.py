"""Views to show shared lists and rosters, and to copy them or one of their profiles."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.catalogue.limits import limits
from builder.documents import LoadedList
from builder.exports.file_names import file_response
from builder.exports.fingerprints import fingerprints_of_part
from builder.exports.json import document_text
from builder.exports.paper_requests import PaperSource, PreparedPaper
from builder.exports.pdf.link_picture import link_preview_order
from builder.points.document.salvage import plain_line
from builder.points.rules.names import list_name, profile_name
from builder.queries.access import ListAccess, access_sample, list_for_owner
from builder.queries.sharing import ProfileWithReferences, lists_to_copy_into, profile_with_references
from builder.services.lists import copy_list, owner_name
from builder.services.sharing import EditionMismatch, copy_profiles, copy_profiles_to_new_list
from builder.web.papers.answers import paper_response
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.errors import problem_response
from builder.web.shared.list_access import list_page_context, page_access
from builder.web.shared.options import FormOption
from builder.web.shared.users import owner_or_new_guest
from builder.web.sharing.revalidation import revalidated_page
from builder.web.sharing.shared_page import shared_list_context, shared_roster_context


@cache_control(private=True, no_cache=True)
@login_not_required
@require_safe
def show_public_list(request: HttpRequest, listed: str) -> HttpResponse:
    """Show a public list. Search engines can index it."""
    return shared_page(request, page_access(request, listed=listed))


@never_store_or_index
@login_not_required
@require_safe
def show_by_link(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Show the list or roster of a secret link. All links that don't work get the same response."""
    try:
        access = page_access(request, **address)
    except Http404:
        return problem_response(
            request,
            404,
            "This link doesn't work",
            "The owner stopped it or deleted the list, or the address is incomplete.",
            "Ask the person who sent it for a new link.",
        )
    return shared_page(request, access)


@never_store_or_index
@require_safe
def show_club_roster(request: HttpRequest, shared_roster: str) -> HttpResponse:
    """Show a roster, with its profiles, that is shared with one of the user's clubs."""
    return shared_page(request, page_access(request, shared_roster=shared_roster))


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def show_sample(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a sample, which is an example list of the site. POST copies it to the user's lists."""
    access = access_sample(slug)
    return _copy_and_redirect(request, access) if request.method == "POST" else shared_page(request, access)


def shared_page(request: HttpRequest, access: ListAccess) -> HttpResponse:
    """Return the page of a list or, if the user can only read one of its rosters, of this roster."""

    def make_page() -> HttpResponse:
        if access.roster_id:
            return render(request, "sharing/shared_roster.html", shared_roster_context(request, access))
        return render(request, "sharing/shared_list.html", shared_list_context(request, access))

    return revalidated_page(request, access, make_page)


@never_store_or_index
@login_not_required
@require_POST
def copy(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Copy a list to the user's lists or, if the user can only read one of its rosters, this roster."""
    return _copy_and_redirect(request, page_access(request, **address))


def _copy_and_redirect(request: HttpRequest, access: ListAccess) -> HttpResponse:
    copied = copy_list(owner_or_new_guest(request), access.row, access.cut_document())
    messages.success(request, "Copied. This list is yours to change.")
    return redirect("list", copied.public_id)


@never_store_or_index
@login_not_required
@require_safe
def document(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Download the list as a JSON document."""
    access = page_access(request, **address)
    loaded = access.load()
    text, name = document_text(loaded), list_name(loaded.document.name)
    return file_response(text, "application/json; charset=utf-8", "attachment", "json", name)


@never_store_or_index
@login_not_required
@require_safe
def picture(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Return the picture that other sites show with a link to the page, or to the roster ``roster``."""
    access = page_access(request, **address)
    loaded = access.load()
    if roster := request.GET.get("roster", ""):
        if roster not in loaded.roster_ids:
            raise Http404("This list has no such roster.")
        loaded = loaded.cut_to(roster)
    codes = str(fingerprints_of_part(loaded))
    order = link_preview_order(loaded.sheet(), codes, owner_name(access.row))
    return paper_response(request, PaperSource(lambda: PreparedPaper(order, ())), "png")


# ------------------------------------------------------------------ copying single profiles


NEW_LIST = "new"


@never_store_or_index
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def copy_profile(request: HttpRequest, /, key: str, **address: str) -> HttpResponse:
    """Show a form to select the list into which a profile is copied. POST copies the profile."""
    access = page_access(request, **address)
    loaded = access.load()
    source = profile_with_references(loaded, key)
    if request.method == "POST":
        return _copy_profile_and_redirect(request, loaded, source)
    return render(request, "sharing/take.html", _copy_form_context(request, access, loaded, source))


def _copy_form_context(
    request: HttpRequest, access: ListAccess, loaded: LoadedList, source: ProfileWithReferences
) -> dict[str, object]:
    rows = lists_to_copy_into(request.user, access.row)
    return {
        **list_page_context(access, loaded),
        "name": profile_name(source.profile.name),
        "others": [profile_name(other.name) for other in source.referenced_profiles],
        "here": request.path,
        "lists": [FormOption(row.public_id, list_name(row.name)) for row in rows],
        "new_list": NEW_LIST,
        "max_name": limits().name,
    }


def _copy_profile_and_redirect(
    request: HttpRequest, loaded: LoadedList, source: ProfileWithReferences
) -> HttpResponse:
    list_id = request.POST.get("into", "")
    if list_id == NEW_LIST:
        name = plain_line(request.POST.get("name", ""))
        catalogue = loaded.catalogue
        row, keys = copy_profiles_to_new_list(
            owner_or_new_guest(request), catalogue.system, catalogue.edition, name, source.profiles
        )
    else:
        row = list_for_owner(request.user, list_id)
        try:
            keys = copy_profiles(row, loaded.row, source.profiles)
        except EditionMismatch as error:
            fix = "Choose a list of the same game and edition, or a new list."
            return problem_response(request, 400, "Not copied", str(error), fix)
    messages.success(request, _success_text(source))
    return redirect(f"{reverse('list', args=(row.public_id,))}#p-{source.new_keys(keys)[source.profile.key]}")


def _success_text(source: ProfileWithReferences) -> str:
    name, others = profile_name(source.profile.name), len(source.referenced_profiles)
    if not others:
        return f"“{name}” is in this list now."
    return f"“{name}” and {others} more that it needs are in this list now."
