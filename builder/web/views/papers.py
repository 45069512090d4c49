"""The print page of a list, the PDF that it leads to, and the picture of its first page."""

from collections.abc import Callable

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from builder.documents import LoadedList, load
from builder.exports.pdf import Options, make_pdf, make_picture
from builder.exports.pdf.options import MOST_BLANK
from builder.models import CompanyList
from builder.queries.access import list_for_reader
from builder.web.addresses import list_address
from builder.web.files import disposition
from builder.web.option import Option, roster_options
from builder.web.presenting import list_name, roster_name
from builder.web.print_form import PAPERS, SIZES, PrintChoice, print_choice, query_of
from builder.web.views.errors import problem
from builder.web.views.lists import private


@private
@login_not_required
@require_safe
def page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Choose a paper, see its first page, get the PDF; for htmx only what changes with the choice."""
    row = list_for_reader(request.user, public_id)
    loaded = load(row)
    choice = _choice(request, loaded, exact=False)
    context = {
        "nav": "lists" if row.sample is None else "",
        "base": list_address(row),
        "row": row,
        "list_name": list_name(row.name),
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
@csp_update({"object-src": SELF, "style-src": UNSAFE_INLINE})  # type: ignore[arg-type]
@private
@login_not_required
@require_safe
def paper(request: HttpRequest, public_id: str) -> HttpResponse:
    """The PDF, to be looked at and kept."""
    return _made(request, public_id, _pdf)


@private
@login_not_required
@require_safe
def paper_preview(request: HttpRequest, public_id: str) -> HttpResponse:
    """A picture of the first page."""
    return _made(request, public_id, _picture)


def _choice(request: HttpRequest, loaded: LoadedList, *, exact: bool) -> PrintChoice:
    languages = request.headers.get("Accept-Language", "")
    return print_choice(request.GET, loaded.document, loaded.roster_ids, languages, exact=exact)


def _made(
    request: HttpRequest, public_id: str, make: Callable[[LoadedList, Options, str], HttpResponse]
) -> HttpResponse:
    """A paper exactly as it was asked for; 400 where it cannot be."""
    row = list_for_reader(request.user, public_id)
    loaded = load(row)
    choice = _choice(request, loaded, exact=True)
    if choice.wrong:
        said = "; ".join(choice.wrong)
        return problem(request, 400, "No such paper", f"Not understood: {said}.", "Choose on the print page.")
    if choice.options is None:
        said = "This list has no roster yet, and this paper is one roster."
        return problem(request, 400, "Nothing to print", said, "Start one on the page of the list.")
    return make(loaded, choice.options, _shared_address(request, row))


def _shared_address(request: HttpRequest, row: CompanyList) -> str:
    """Where everybody can read the list; "" for one that is its owner's alone."""
    return request.build_absolute_uri(list_address(row)) if row.sample else ""


def _pdf(loaded: LoadedList, options: Options, link: str) -> HttpResponse:
    made = make_pdf(loaded.document, loaded.catalogue, options, today=localdate(), link=link)
    response = HttpResponse(made, content_type="application/pdf")
    response["Content-Disposition"] = disposition("inline", "pdf", *_names(loaded, options))
    return response


def _picture(loaded: LoadedList, options: Options, link: str) -> HttpResponse:
    made = make_picture(loaded.document, loaded.catalogue, options, today=localdate(), link=link)
    return HttpResponse(made, content_type="image/png")


def _names(loaded: LoadedList, options: Options) -> tuple[str, ...]:
    """What the file is called: the list, the roster, the paper."""
    names = [list_name(loaded.row.name)]
    if options.roster is not None:
        names.append(roster_name(loaded.document.rosters[options.roster].name))
    return (*names, PAPERS[options.paper].name)
