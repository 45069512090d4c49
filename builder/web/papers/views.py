"""The print page of a list, its papers as PDF and pictures, and print setups."""

from collections.abc import Mapping

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.documents import LoadedList
from builder.exports.list_files import ReadOptions, list_paper
from builder.exports.paper_requests import PaperSource
from builder.exports.pdf.coverage import missing_letters
from builder.exports.pdf.options import MAX_BLANK, PaperOptions
from builder.exports.tabletop_files import can_have_deck, tabletop_file, tabletop_file_source
from builder.models import PrintSetup
from builder.points.document.json_reader import DocumentError
from builder.points.document.salvage import plain_line
from builder.queries.access import ListAccess
from builder.queries.print_setups import setup_for_owner, setups_of
from builder.services import print_setups as services
from builder.services.errors import Refused
from builder.typesetting.orders import Output
from builder.web.papers.answers import paper_response
from builder.web.papers.forms import (
    ACCENT_OPTIONS,
    CARD_SIZE_OPTIONS,
    PAPER_SIZES,
    PAPERS,
    PrintChoice,
    paper_query,
    parse_print_choice,
    requested_options,
)
from builder.web.papers.setups import opening_query, parse_setup_query, setup_row, setups_section
from builder.web.shared.addresses import is_same_site_url
from builder.web.shared.decorators import allow_pdf_viewer, never_store_or_index
from builder.web.shared.errors import problem_response
from builder.web.shared.htmx import is_htmx
from builder.web.shared.list_access import list_page_context, page_access
from builder.web.shared.options import FormOption, roster_options
from builder.web.shared.users import signed_in_user

_PAPER_WITH_FILES = "cards"


@never_store_or_index
@login_not_required
@require_safe
def print_page(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Show the print page with a picture of the first page. For htmx, return only the part that changes."""
    access = page_access(request, **address)
    loaded = access.load()
    setups = setups_of(request.user)
    query = opening_query(request.GET, setups, loaded.roster_ids)
    choice = _print_choice(request, loaded, query, exact=False)
    context = {
        **list_page_context(access, loaded),
        "choice": choice,
        "query": paper_query(choice),
        "papers": PAPERS.values(),
        "paper": PAPERS[choice.options.paper],
        "sizes": [FormOption(code, size.name, size.dimensions) for code, size in PAPER_SIZES.items()],
        "size": PAPER_SIZES[choice.options.size],
        "rosters": roster_options(loaded),
        "max_blank": MAX_BLANK,
        "cards": CARD_SIZE_OPTIONS,
        "accents": ACCENT_OPTIONS,
        "has_deck": can_have_deck(access),
        "missing": missing_letters(loaded.document, choice.options.roster if choice.is_possible else None),
        "event_papers": None,
        "setups": setups_section(
            setups,
            choice,
            f"{access.base_url}print/",
            loaded.roster_ids,
            may_save=request.user.is_authenticated,
        ),
    }
    template = "papers/_print.html" if is_htmx(request) else "papers/page.html"
    return render(request, template, context)


@allow_pdf_viewer
@never_store_or_index
@login_not_required
@require_safe
def paper(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Return a paper as PDF."""
    return _paper_response(request, page_access(request, **address), "pdf")


@never_store_or_index
@login_not_required
@require_safe
def paper_preview(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Return a picture of the first page of a paper."""
    return _paper_response(request, page_access(request, **address), "png")


@never_store_or_index
@login_not_required
@require_safe
def print_file(request: HttpRequest, /, file: str, **address: str) -> HttpResponse:
    """Return a file with pictures of cards or of a roster, for games that are played online."""
    access, output_file = page_access(request, **address), tabletop_file(file)
    query = request.GET.copy()
    query["paper"] = "roster" if output_file.kind == "chat" and query.get("roster") else _PAPER_WITH_FILES
    request.GET = query  # type: ignore[assignment]  # a copy of request.GET

    def read_query(loaded: LoadedList) -> str:
        return paper_query(_print_choice(request, loaded, query, exact=True))

    options = requested_options(query, request.headers.get("Accept-Language", ""))
    source = tabletop_file_source(
        access, output_file, options, _options_reader(request), read_query, request.build_absolute_uri
    )
    return _paper_or_problem(request, access, source, output_file.output)


def _print_choice(
    request: HttpRequest, loaded: LoadedList, query: Mapping[str, str], *, exact: bool
) -> PrintChoice:
    languages = request.headers.get("Accept-Language", "")
    unit = loaded.catalogue.points_unit
    return parse_print_choice(query, loaded.document, loaded.roster_ids, languages, unit=unit, exact=exact)


class _NoSuchPaperError(Exception):
    """The list has no such paper. The arguments are title, problem and fix for the error page."""


def _options_reader(request: HttpRequest) -> ReadOptions:
    """Return a function that takes a list and returns the print options of the request.

    The function raises ``_NoSuchPaperError`` if the options are invalid, or if the paper needs a roster and
    the list has none.
    """

    def read_options(loaded: LoadedList) -> PaperOptions:
        choice = _print_choice(request, loaded, request.GET, exact=True)
        if choice.not_understood:
            options = "; ".join(choice.not_understood)
            raise _NoSuchPaperError(
                "No such paper", f"Unknown option: {options}.", "Choose a paper on the print page."
            )
        if not choice.is_possible:
            roster = loaded.catalogue.words.roster
            message = f"This paper needs a {roster}, and this list has none."
            raise _NoSuchPaperError("Nothing to print", message, "Start one on the list's page.")
        return choice.options

    return read_options


def _paper_response(request: HttpRequest, access: ListAccess, output: Output) -> HttpResponse:
    options = ("page", *requested_options(request.GET, request.headers.get("Accept-Language", "")))
    source = list_paper(access, output, options, _options_reader(request), request.build_absolute_uri)
    return _paper_or_problem(request, access, source, output)


def _paper_or_problem(
    request: HttpRequest, access: ListAccess, source: PaperSource, output: Output
) -> HttpResponse:
    """Return the paper of a source. If there is no such paper, return an error page: 400."""
    is_public = access.kind in ("public", "sample")
    try:
        return paper_response(request, source, output, is_public=is_public)
    except _NoSuchPaperError as error:
        return problem_response(request, 400, *error.args)


# ------------------------------------------------------------------ print setups


@never_store_or_index
@require_http_methods(["GET", "HEAD", "POST"])
def setups(request: HttpRequest) -> HttpResponse:
    """Show the user's print setups. POST saves a new setup."""
    if request.method == "POST":
        return _save_setup(request)
    rows = [setup_row(row) for row in setups_of(request.user)]
    context = {"nav": "lists", "rows": rows, "max_name": services.MAX_SETUP_NAME}
    return render(request, "papers/setups.html", context)


def _save_setup(request: HttpRequest) -> HttpResponse:
    """Save the selected options as a setup.

    If another setup already has the name, ask the user to replace it or to enter another name.
    """
    options = parse_setup_query(request.POST.get("options", ""))
    if options is None:
        message = "We couldn't read these print options."
        return problem_response(request, 400, "Not saved", message, "Choose them on the print page.")
    name = request.POST.get("name", "")
    try:
        row = services.create_setup(signed_in_user(request), name, options)
    except services.SetupNameTaken as error:
        if request.POST.get("replace") != error.row.public_id:
            return _save_setup_form(request, str(error), 409, error.row)
        row = services.update_setup(error.row, options=options)
    except (Refused, DocumentError) as error:
        return _save_setup_form(request, str(error), 400)
    messages.success(request, f"Saved as “{row.name}”. You find it on every print page.")
    return redirect(_return_url(request))


def _save_setup_form(
    request: HttpRequest, problem: str, status: int, other: PrintSetup | None = None
) -> HttpResponse:
    context = {
        "nav": "lists",
        "problem": problem,
        "other": other,
        "name": request.POST.get("name", ""),
        "options": request.POST["options"],
        "back": _return_url(request),
        "max_name": services.MAX_SETUP_NAME,
    }
    return render(request, "papers/save_setup.html", context, status=status)


def _return_url(request: HttpRequest) -> str:
    """Return the address of the page on which the user saved the setup."""
    back = request.POST.get("back", "")
    return back if back.startswith("/") and is_same_site_url(request, back) else reverse("print_setups")


@never_store_or_index
@require_POST
def setup(request: HttpRequest, setup: str) -> HttpResponse:
    """Rename or delete a setup, or change whether it is the default."""
    row, action = setup_for_owner(request.user, setup), request.POST.get("do")
    if action == "delete":
        services.delete_setup(row)
        messages.success(request, f"“{row.name}” is deleted.")
    elif action == "first":
        services.update_setup(row, is_first=True)
        messages.success(request, f"“{row.name}” is the default now.")
    elif action == "not-first":
        services.update_setup(row, is_first=False)
        messages.success(request, "You have no default setup now.")
    else:
        renamed = services.update_setup(row, name=plain_line(request.POST.get("name", "")))
        messages.success(request, f"The print setup is now called “{renamed.name}”.")
    return redirect("print_setups")
