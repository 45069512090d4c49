"""A list as others read it: by its link, in the gallery, as a club's roster or as a sample."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.exports.file_names import content_disposition
from builder.exports.fingerprints import fingerprints_of_part
from builder.exports.json import document_text
from builder.exports.paper_requests import PaperSource, PreparedPaper
from builder.exports.pdf.link_picture import link_preview_order
from builder.services.lists import copy_list, owner_name
from builder.web.papers.answers import paper_response
from builder.web.shared.decorators import private
from builder.web.shared.errors import problem_response, refusals_as_responses
from builder.web.shared.list_access import PageAccess, page_access, sample_page_access
from builder.web.shared.presentation import list_name
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
