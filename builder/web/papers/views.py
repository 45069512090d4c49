"""The print page of a list, the PDF that it leads to, and the picture of its first page."""

from collections.abc import Mapping

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.documents import LoadedList
from builder.exports.list_files import list_paper
from builder.exports.pdf import PaperOptions
from builder.exports.pdf.options import MOST_BLANK
from builder.press.orders import Output
from builder.queries.papers import setups_of
from builder.web.papers.answers import paper_response
from builder.web.papers.forms import (
    PAPERS,
    SIZES,
    PrintChoice,
    asked_options,
    paper_query,
    parse_print_choice,
)
from builder.web.papers.setups import opening_query, setups_section
from builder.web.shared.decorators import private
from builder.web.shared.errors import problem_response
from builder.web.shared.list_access import PageAccess, page_access
from builder.web.shared.options import FormOption, roster_options
from builder.web.shared.presentation import list_name


@private
@login_not_required
@require_safe
def page(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Choose a paper, see its first page, get the PDF; for htmx only what changes with the choice."""
    access = page_access(request, **address)
    loaded = access.load()
    setups = setups_of(request.user)
    query = opening_query(request.GET, setups, loaded.roster_ids)
    choice = _print_choice(request, loaded, query, exact=False)
    context = {
        "nav": access.nav,
        "access": access,
        "list_name": list_name(access.row.name),
        "catalogue": loaded.catalogue,
        "choice": choice,
        "query": paper_query(choice),
        "papers": PAPERS.values(),
        "paper": PAPERS[choice.paper],
        "sizes": [FormOption(code, size.name, size.words) for code, size in SIZES.items()],
        "size": SIZES[choice.size],
        "rosters": roster_options(loaded),
        "most_blank": MOST_BLANK,
        "event_papers": None,
        "setups": setups_section(
            setups,
            choice,
            f"{access.base_url}print/",
            loaded.roster_ids,
            may_save=request.user.is_authenticated,
        ),
    }
    template = "papers/_print.html" if "HX-Request" in request.headers else "papers/page.html"
    return render(request, template, context)


# Chromium shows a PDF as an object in a page with styles of its own, which keeps to the policy of the PDF.
@csp_update({"object-src": SELF, "style-src": UNSAFE_INLINE})
@private
@login_not_required
@require_safe
def paper(request: HttpRequest, /, **address: str) -> HttpResponse:
    """The PDF, to be shown or downloaded."""
    return _paper_response(request, page_access(request, **address), "pdf")


@private
@login_not_required
@require_safe
def paper_preview(request: HttpRequest, /, **address: str) -> HttpResponse:
    """A picture of the first page."""
    return _paper_response(request, page_access(request, **address), "png")


def _print_choice(
    request: HttpRequest, loaded: LoadedList, query: Mapping[str, str], *, exact: bool
) -> PrintChoice:
    languages = request.headers.get("Accept-Language", "")
    unit = loaded.catalogue.points_unit
    return parse_print_choice(query, loaded.document, loaded.roster_ids, languages, unit=unit, exact=exact)


class _NoSuchPaperError(Exception):
    """The address names no paper of the list: what is wrong, in the words of a page."""


def _paper_response(request: HttpRequest, access: PageAccess, output: Output) -> HttpResponse:
    """The paper that the address says; 400 where there is no such paper."""

    def read_options(loaded: LoadedList) -> PaperOptions:
        choice = _print_choice(request, loaded, request.GET, exact=True)
        if choice.not_understood:
            options = "; ".join(choice.not_understood)
            raise _NoSuchPaperError(
                "No such paper", f"Not understood: {options}.", "Choose on the print page."
            )
        if choice.options is None:
            message = "This list has no roster yet, and this paper is one roster."
            raise _NoSuchPaperError("Nothing to print", message, "Start one on the page of the list.")
        return choice.options

    asked = ("page", *asked_options(request.GET, request.headers.get("Accept-Language", "")))
    source = list_paper(access, output, asked, read_options, request.build_absolute_uri)
    is_public = access.kind in ("public", "sample")
    try:
        return paper_response(request, source, output, is_public=is_public)
    except _NoSuchPaperError as error:
        return problem_response(request, 400, *error.args)
