"""The print page of a list, the PDF that it leads to, and the picture of its first page."""

from collections.abc import Callable

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.documents import LoadedList
from builder.exports.file_names import disposition
from builder.exports.pdf import Options
from builder.exports.pdf.options import MOST_BLANK
from builder.exports.stamped import Absolute, paper_names, stamped_pdf, stamped_picture
from builder.web.doors import Door, open_door
from builder.web.option import Option, roster_options
from builder.web.presenting import list_name
from builder.web.print_form import PAPERS, SIZES, PrintChoice, print_choice, query_of
from builder.web.views.errors import problem
from builder.web.views.lists import private


@private
@login_not_required
@require_safe
def page(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Choose a paper, see its first page, get the PDF; for htmx only what changes with the choice."""
    door = open_door(request, **address)
    loaded = door.load()
    choice = _choice(request, loaded, exact=False)
    context = {
        "nav": door.nav,
        "door": door,
        "list_name": list_name(door.row.name),
        "catalogue": loaded.catalogue,
        "choice": choice,
        "query": query_of(choice),
        "papers": PAPERS.values(),
        "paper": PAPERS[choice.paper],
        "sizes": [Option(code, size.name, size.words) for code, size in SIZES.items()],
        "size": SIZES[choice.size],
        "rosters": roster_options(loaded),
        "most_blank": MOST_BLANK,
    }
    template = "papers/_print.html" if "HX-Request" in request.headers else "papers/page.html"
    return render(request, template, context)


# Chromium shows a PDF as an object in a page with styles of its own, which keeps to the policy of the PDF.
@csp_update({"object-src": SELF, "style-src": UNSAFE_INLINE})
@private
@login_not_required
@require_safe
def paper(request: HttpRequest, /, **address: str) -> HttpResponse:
    """The PDF, to be looked at and kept."""
    return _made(request, open_door(request, **address), _pdf)


@private
@login_not_required
@require_safe
def paper_preview(request: HttpRequest, /, **address: str) -> HttpResponse:
    """A picture of the first page."""
    return _made(request, open_door(request, **address), _picture)


def _choice(request: HttpRequest, loaded: LoadedList, *, exact: bool) -> PrintChoice:
    languages = request.headers.get("Accept-Language", "")
    return print_choice(request.GET, loaded.document, loaded.roster_ids, languages, exact=exact)


def _made(
    request: HttpRequest, door: Door, answer: Callable[[Door, LoadedList, Options, Absolute], HttpResponse]
) -> HttpResponse:
    """A paper exactly as it was asked for; 400 where it cannot be."""
    loaded = door.load()
    choice = _choice(request, loaded, exact=True)
    if choice.wrong:
        said = "; ".join(choice.wrong)
        return problem(request, 400, "No such paper", f"Not understood: {said}.", "Choose on the print page.")
    if choice.options is None:
        said = "This list has no roster yet, and this paper is one roster."
        return problem(request, 400, "Nothing to print", said, "Start one on the page of the list.")
    return answer(door, loaded, choice.options, request.build_absolute_uri)


def _pdf(door: Door, loaded: LoadedList, options: Options, absolute: Absolute) -> HttpResponse:
    response = HttpResponse(stamped_pdf(door, loaded, options, absolute), content_type="application/pdf")
    response["Content-Disposition"] = disposition("inline", "pdf", *paper_names(loaded, options))
    return response


def _picture(door: Door, loaded: LoadedList, options: Options, absolute: Absolute) -> HttpResponse:
    return HttpResponse(stamped_picture(door, loaded, options, absolute), content_type="image/png")
