"""Views to hand in a roster for an event, and to show hand-ins."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.documents import LoadedList
from builder.exports.events import hand_in_document, hand_in_file_names, hand_in_paper
from builder.exports.file_names import file_response
from builder.frozen import UnpackedRoster
from builder.models import HandIn, Roster
from builder.models.clubs import ClubAction
from builder.points.document.json_reader import MAX_NUMBER
from builder.points.rules.names import roster_name
from builder.queries.access import list_for_owner
from builder.queries.clubs import ClubAccess, require_club_access
from builder.queries.events import (
    MAX_OFFERED_ROSTERS,
    event_of,
    hand_in_of,
    is_outdated,
    load_list_of_roster,
    own_hand_in,
    rosters_to_hand_in,
    unpack_hand_in,
)
from builder.services import events as services
from builder.services.errors import NotFound, NotPossible, StaleVersion
from builder.web.events.forms import paper_size
from builder.web.events.hand_in_page import (
    default_roster,
    hand_in_context,
    preview_context,
    roster_option_groups,
)
from builder.web.events.page import event_context, hand_in_display
from builder.web.events.views import no_such_paper_response
from builder.web.papers.answers import paper_response
from builder.web.shared.decorators import allow_pdf_viewer, never_store_or_index
from builder.web.shared.htmx import is_htmx
from builder.web.shared.query_options import QueryOptions, parse_integer
from builder.web.shared.users import account_required, require_account


@never_store_or_index
@account_required
@require_http_methods(["GET", "HEAD", "POST"])
def hand_in(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Show the user's rosters and a preview of the selected roster. POST hands in a roster."""
    access = require_club_access(request.user, club, ClubAction.HAND_IN)
    if request.method == "POST":
        return _submit_hand_in(request, access, event)
    return _hand_in_form(request, access, event, chosen=request.GET.get("roster", ""))


def _submit_hand_in(request: HttpRequest, access: ClubAccess, event: str) -> HttpResponse:
    row, me = event_of(access, event), require_account(request)
    roster = request.POST.get("roster", "")
    seen_version = parse_integer(request.POST.get("seen", ""), MAX_NUMBER)
    company_list = list_for_owner(request.user, request.POST.get("list", ""))
    try:
        submitted = services.hand_in_roster(row, me, company_list, roster, seen_version=seen_version)
    except StaleVersion:
        problem = "the list has changed since you opened this page. Check it and hand it in again."
        return _hand_in_form(request, access, event, chosen=roster, problem=f"Not handed in: {problem}")
    except (NotFound, NotPossible) as error:
        return _hand_in_form(request, access, event, chosen=roster, problem=f"Not handed in: {error}")
    name = roster_name(submitted.summary["roster"])
    outcome = "replaces the roster that you handed in before" if submitted.version > 1 else "is handed in"
    messages.success(request, f"“{name}” {outcome}.")
    return redirect("event", access.club.public_id, event)


def _hand_in_form(
    request: HttpRequest, access: ClubAccess, event: str, *, chosen: str, problem: str = ""
) -> HttpResponse:
    """Show the form. ``problem`` says why the roster ``chosen`` wasn't handed in."""
    me, now, row = require_account(request), timezone.now(), event_of(access, event)
    context = event_context(access, row, now)
    own = own_hand_in(row, me)
    rosters = rosters_to_hand_in(row, me)
    picked = next((roster for roster in rosters if roster.public_id == chosen), None) or default_roster(
        rosters[:MAX_OFFERED_ROSTERS], row, own
    )
    loaded = load_list_of_roster(picked) if picked else None
    roster_index = _roster_index(loaded, picked)
    context |= {
        "own_hand_in": hand_in_display(own, row) if own else None,
        "roster_groups": roster_option_groups(rosters[:MAX_OFFERED_ROSTERS], row),
        "has_more_rosters": len(rosters) > MAX_OFFERED_ROSTERS,
        "max_offered": MAX_OFFERED_ROSTERS,
        "chosen_roster_id": picked.public_id if picked else "",
        "problem": problem,
    }
    if loaded and roster_index is not None:
        context |= preview_context(loaded, roster_index, row)
    template = "events/_hand_in.html" if is_htmx(request) else "events/hand_in_form.html"
    return render(request, template, context, status=409 if problem else 200)


def _roster_index(loaded: LoadedList | None, roster: Roster | None) -> int | None:
    """Return the index of a roster in its list, or None if the roster was just removed."""
    if loaded is None or roster is None or roster.public_id not in loaded.roster_ids:
        return None
    return loaded.roster_ids.index(roster.public_id)


@never_store_or_index
@account_required
@require_POST
def withdraw(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Withdraw the user's hand-in."""
    access = require_club_access(request.user, club, ClubAction.HAND_IN)
    services.withdraw_hand_in(event_of(access, event), require_account(request))
    messages.success(request, "Your roster is withdrawn.")
    return redirect("event", club, event)


@never_store_or_index
@account_required
@require_safe
def show(request: HttpRequest, club: str, event: str, hand_in: str) -> HttpResponse:
    """Show a hand-in."""
    access, unpacked = _load_hand_in(request, club, event, hand_in)
    me, now, row = require_account(request), timezone.now(), unpacked.row
    context = event_context(access, row.event, now)
    is_mine = row.user_id == me.pk
    context |= {
        "display": hand_in_display(row, row.event),
        "who": row.user.username,
        "is_mine": is_mine,
        "is_outdated": is_outdated(row, row.event, me, now),
        **hand_in_context(unpacked, with_receipts="prices" in request.GET),
    }
    return render(request, "events/hand_in_detail.html", context)


@allow_pdf_viewer
@never_store_or_index
@account_required
@require_safe
def paper(request: HttpRequest, club: str, event: str, hand_in: str) -> HttpResponse:
    """Return the PDF of a hand-in."""
    access, unpacked = _load_hand_in(request, club, event, hand_in)
    options = QueryOptions(request.GET)
    size = paper_size(request, options)
    if options.not_understood:
        return no_such_paper_response(request, options.not_understood)
    return paper_response(request, hand_in_paper(access, unpacked, size), "pdf")


@never_store_or_index
@account_required
@require_safe
def document(request: HttpRequest, club: str, event: str, hand_in: str) -> HttpResponse:
    """Download a hand-in as a JSON document, which can be imported."""
    _, unpacked = _load_hand_in(request, club, event, hand_in)
    text, names = hand_in_document(unpacked), hand_in_file_names(unpacked)
    return file_response(text, "application/json; charset=utf-8", "attachment", "json", *names)


def _load_hand_in(
    request: HttpRequest, club: str, event: str, hand_in: str
) -> tuple[ClubAccess, UnpackedRoster[HandIn]]:
    access = require_club_access(request.user, club, ClubAction.SEE)
    row = event_of(access, event)
    stored = hand_in_of(access, row, require_account(request), hand_in, timezone.now())
    return access, unpack_hand_in(stored, row)
