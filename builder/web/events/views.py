"""Views to create, change, delete and show events, and to download all their rosters as PDF or CSV."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from builder.catalogue.store import catalogue_of
from builder.exports.club_time import time_zone_of
from builder.exports.events import event_csv, event_paper, roster_ranges
from builder.exports.pdf.events import EVENT_PAPERS
from builder.models.clubs import ClubAction
from builder.points.document.json_reader import DocumentError
from builder.queries import events as queries
from builder.queries.clubs import require_club_access
from builder.queries.events import event_of, hand_in_table, is_outdated, require_may_see_all
from builder.queries.lists import last_game_of
from builder.queries.print_setups import setups_of
from builder.services import events as services
from builder.services.errors import LimitReached, NotPossible, StaleVersion
from builder.web.events.forms import (
    EventForm,
    event_form_context,
    event_paper_choice,
    is_for_events,
    offered_editions,
)
from builder.web.events.page import (
    event_context,
    event_papers,
    hand_in_display,
    is_first_paper_slow,
)
from builder.web.papers.answers import paper_response
from builder.web.papers.forms import (
    ACCENT_OPTIONS,
    CARD_SIZE_OPTIONS,
    PAPER_SIZES,
    PAPERS,
    default_paper_size,
)
from builder.web.papers.setups import ANY_ROSTER, opening_query, options_to_save, setups_section
from builder.web.shared.decorators import allow_pdf_viewer, never_store_or_index
from builder.web.shared.errors import problem_response
from builder.web.shared.htmx import is_htmx
from builder.web.shared.options import FormOption
from builder.web.shared.query_options import QueryOptions, parse_integer
from builder.web.shared.tables import TableForm, table_response
from builder.web.shared.users import account_required, require_account

_FORM_METHODS = ["GET", "HEAD", "POST"]
_REFUSALS = (LimitReached, NotPossible, DocumentError)


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def new(request: HttpRequest, club: str) -> HttpResponse:
    """Show the form for a new event. POST creates the event."""
    access = require_club_access(request.user, club, ClubAction.MAKE_EVENTS)
    zone, edition_choices = time_zone_of(access.club), offered_editions()
    data, game = (request.POST, "") if request.method == "POST" else (None, last_game_of(request.user))
    form = EventForm(edition_choices, zone, data, game=game, edition=request.GET.get("edition", ""))
    if form.is_valid():
        try:
            event = services.create_event(access.club, require_account(request), form.details())
        except _REFUSALS as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"“{event.name}” is announced. All members can see it.")
            return redirect("event", club, event.public_id)
    context = {"nav": "clubs", "club": access.club, **event_form_context(form, edition_choices, zone)}
    return render(request, "events/new.html", context, status=400 if form.errors else 200)


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def edit(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Show the settings of an event. POST saves them.

    If somebody else saved the settings in the meantime, the form appears again, with the stored settings next
    to the submitted settings.
    """
    access = require_club_access(request.user, club, ClubAction.MAKE_EVENTS)
    row = event_of(access, event)
    zone, edition_choices = time_zone_of(access.club), offered_editions()
    data, edition = request.POST if request.method == "POST" else None, request.GET.get("edition", "")
    form = EventForm(edition_choices, zone, data, stored=row, edition=edition)
    stored = None
    if form.is_valid():
        try:
            saved = services.update_event(row, require_account(request), form.seen_version(), form.details())
        except StaleVersion as error:
            stored = error.row
        except _REFUSALS as error:
            form.add_error(None, str(error))
        else:
            for words in ("Saved.", *saved.notices):
                messages.success(request, words)
            return redirect("event", club, event)
    context = {
        **event_context(access, row, timezone.now()),
        **event_form_context(form, edition_choices, zone),
        "handed_in": queries.count_hand_ins(row),
        "stored": event_context(access, event_of(access, event), timezone.now()) if stored else None,
    }
    return render(request, "events/edit.html", context, status=409 if stored else 400 if form.errors else 200)


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def delete(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Show the page that confirms deleting an event and what belongs to it. POST deletes the event."""
    access = require_club_access(request.user, club, ClubAction.MAKE_EVENTS)
    row = event_of(access, event)
    if request.method == "POST":
        count = services.delete_event(row, require_account(request))
        also = " and 1 roster with it" if count == 1 else f" and {count} rosters with it" if count else ""
        messages.success(request, f"“{row.name}” is deleted{also}.")
        return redirect("club", club)
    context = {
        **event_context(access, row, timezone.now()),
        "handed_in": queries.count_hand_ins(row),
    }
    return render(request, "events/delete.html", context)


@never_store_or_index
@account_required
@require_safe
def show(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Show an event, the user's hand-in, and the rows of the table of hand-ins that the user can see."""
    access = require_club_access(request.user, club, ClubAction.SEE)
    me, now, row = require_account(request), timezone.now(), event_of(access, event)
    context = event_context(access, row, now)
    table = hand_in_table(access, row, me, now)
    own = table.hand_in_of(me)
    return render(
        request,
        "events/page.html",
        {
            **context,
            "table": table,
            "me": me,
            "displays": {
                hand_in.user_id: hand_in_display(hand_in, row)
                for hand_in in (table.hand_ins if table.shows_everybody else ())
            },
            "own_hand_in": hand_in_display(own, row) if own else None,
            "is_outdated": own is not None and is_outdated(own, row, me, now),
            "papers": event_papers(table) if table.shows_everybody else [],
            "slow": is_first_paper_slow(table),
            "paper_size": default_paper_size(request.headers.get("Accept-Language", "")),
            "sizes": PAPER_SIZES,
            "table_form": TableForm(f"{context['base']}hand-ins.csv"),
        },
    )


@never_store_or_index
@account_required
@require_safe
def hand_ins_csv(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Download the table of hand-ins as CSV. Only organisers can do this."""
    access = require_club_access(request.user, club, ClubAction.SEE_HAND_INS)
    row = event_of(access, event)
    table = hand_in_table(access, row, require_account(request), timezone.now())
    return table_response(
        request,
        (row.name,),
        lambda chosen: event_csv(access, row, table, chosen),
        lambda: {"nav": "clubs", "title": row.name, "back": reverse("event", args=(club, event))},
    )


@allow_pdf_viewer
@never_store_or_index
@account_required
@require_safe
def rosters_pdf(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Download a PDF with the event's rosters. Many rosters are divided into several PDFs.

    The parameter ``part`` is the number of the PDF. Organisers can always download it, and other members only
    after the deadline.
    """
    access = require_club_access(request.user, club, ClubAction.SEE)
    row, now = event_of(access, event), timezone.now()
    require_may_see_all(access, row, now)
    table = hand_in_table(access, row, require_account(request), now)
    languages, catalogue = request.headers.get("Accept-Language", ""), catalogue_of(row.edition)
    choice = event_paper_choice(request.GET, languages, catalogue, exact=True)
    part, options = 1, QueryOptions(request.GET)
    parts = len(roster_ranges(table, choice.options))
    if "part" in request.GET:
        part = parse_integer(request.GET["part"], parts) or 0
        if not part:
            options.reject("part", f"a number from 1 to {parts}")
    not_understood = (*choice.not_understood, *options.not_understood)
    if not_understood:
        return no_such_paper_response(request, not_understood)
    return paper_response(request, event_paper(access, row, table, part, choice.options), "pdf")


@never_store_or_index
@account_required
@require_safe
def print_all(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Show the print options for all rosters, with links to the PDFs. For htmx, return what changes."""
    access = require_club_access(request.user, club, ClubAction.SEE)
    row, now, me = event_of(access, event), timezone.now(), require_account(request)
    require_may_see_all(access, row, now)
    page, table = event_context(access, row, now), hand_in_table(access, row, me, now)
    setups = setups_of(me)
    query = opening_query(request.GET, list(filter(is_for_events, setups)), [ANY_ROSTER])
    languages, catalogue = request.headers.get("Accept-Language", ""), catalogue_of(row.edition)
    choice = event_paper_choice(query, languages, catalogue, exact=False)
    base = str(page["base"])
    context = {
        **page,
        "access": {"base_url": base},
        "choice": choice,
        "query": urlencode(options_to_save(choice)),
        "papers": [PAPERS[paper] for paper in EVENT_PAPERS],
        "paper": PAPERS[choice.options.paper],
        "sizes": [FormOption(code, size.name, size.dimensions) for code, size in PAPER_SIZES.items()],
        "size": PAPER_SIZES[choice.options.size],
        "cards": CARD_SIZE_OPTIONS,
        "accents": ACCENT_OPTIONS,
        "setups": setups_section(setups, choice, f"{base}print/", papers=EVENT_PAPERS, may_save=True),
        "event_papers": event_papers(table, choice.options),
        "slow": is_first_paper_slow(table, choice.options),
    }
    template = "papers/_print.html" if is_htmx(request) else "events/print.html"
    return render(request, template, context)


def no_such_paper_response(request: HttpRequest, not_understood: list[str] | tuple[str, ...]) -> HttpResponse:
    """Return the response to an address with invalid print options."""
    problem = f"Unknown option: {'; '.join(not_understood)}."
    return problem_response(request, 400, "No such paper", problem, "Choose a paper on the event's page.")
