"""Handing in a roster for an event, and what was handed in, as it was then."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.documents import LoadedList
from builder.exports.club_time import zone_of
from builder.exports.events import hand_in_document, hand_in_names, hand_in_paper
from builder.exports.file_names import disposition
from builder.models import Roster
from builder.models.ranks import Act
from builder.points.reading import MAX_NUMBER
from builder.queries.access import list_for_owner
from builder.queries.club_access import Inside, club_for
from builder.queries.events import (
    OFFERED,
    Frozen,
    event_of,
    frozen,
    hand_in_of,
    is_outdated,
    list_of_roster,
    own_hand_in,
    rosters_for,
)
from builder.services import events as services
from builder.services.errors import NotFound, NotPossible, StaleVersion
from builder.web.asked import Asked, whole_number
from builder.web.event_page import event_context, shown
from builder.web.hand_in_page import frozen_context, offers, usual_roster, would_be
from builder.web.people import account_of, needs_account
from builder.web.presenting import roster_name
from builder.web.print_form import SIZES, usual_size
from builder.web.views.errors import answers_refusals, problem
from builder.web.views.lists import private


@private
@needs_account
@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def hand_in(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Choose a roster, see what it comes to, hand it in."""
    inside = club_for(request.user, club, Act.HAND_IN)
    if request.method == "POST":
        return _handed_in(request, inside, event)
    return _choose(request, inside, event, chosen=request.GET.get("roster", ""))


def _handed_in(request: HttpRequest, inside: Inside, event: str) -> HttpResponse:
    row, me = event_of(inside, event), account_of(request)
    roster, seen = request.POST.get("roster", ""), whole_number(request.POST.get("seen", ""), MAX_NUMBER)
    company_list = list_for_owner(request.user, request.POST.get("list", ""))
    try:
        made = services.hand_in(row, me, company_list, roster, seen=seen)
    except StaleVersion:
        said = "The list has changed since you looked at it, so nothing is handed in. This is how it is now."
        return _choose(request, inside, event, chosen=roster, trouble=said, status=409)
    except (NotFound, NotPossible) as error:
        return _choose(request, inside, event, chosen=roster, trouble=f"Not handed in: {error}", status=409)
    name = roster_name(made.summary["roster"])
    what = "is handed in, in place of what you had handed in before" if made.version > 1 else "is handed in"
    messages.success(request, f"“{name}” {what}.")
    return redirect("event", inside.club.public_id, event)


def _choose(
    request: HttpRequest, inside: Inside, event: str, *, chosen: str, trouble: str = "", status: int = 200
) -> HttpResponse:
    me, now, row = account_of(request), timezone.now(), event_of(inside, event)
    context = event_context(inside, row, now)
    mine = own_hand_in(row, me)
    rosters = rosters_for(row, me)
    picked = next((one for one in rosters if one.public_id == chosen), None) or usual_roster(
        rosters[:OFFERED], row, mine
    )
    loaded = list_of_roster(picked) if picked else None
    place = _place(loaded, picked)
    context |= {
        "mine": shown(mine, row, str(context["base"]), zone_of(inside.club)) if mine else None,
        "offers": offers(rosters[:OFFERED], row),
        "more": len(rosters) > OFFERED,
        "most_offered": OFFERED,
        "picked": picked.public_id if picked else "",
        "would_be": would_be(loaded, place, row) if loaded and place is not None else None,
        "trouble": trouble,
    }
    template = "events/_hand_in.html" if "HX-Request" in request.headers else "events/hand_in.html"
    return render(request, template, context, status=status)


def _place(loaded: LoadedList | None, roster: Roster | None) -> int | None:
    """Where a roster stands among those of its list; None where it was removed meanwhile."""
    if loaded is None or roster is None or roster.public_id not in loaded.roster_ids:
        return None
    return loaded.roster_ids.index(roster.public_id)


@private
@needs_account
@require_POST
@answers_refusals
def take_back(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Away with what the reader has handed in."""
    inside = club_for(request.user, club, Act.HAND_IN)
    services.take_back(event_of(inside, event), account_of(request))
    messages.success(request, "Taken back. Nothing of yours is handed in now.")
    return redirect("event", club, event)


@private
@needs_account
@require_safe
@answers_refusals
def show(request: HttpRequest, club: str, event: str, hand_in: str) -> HttpResponse:
    """A roster as it was handed in."""
    inside, found = _found(request, club, event, hand_in)
    me, now, row = account_of(request), timezone.now(), found.row
    context = event_context(inside, row.event, now)
    is_mine = row.user_id == me.pk
    context |= {
        "shown": shown(row, row.event, str(context["base"]), zone_of(inside.club)),
        "who": row.user.username,
        "is_mine": is_mine,
        "changed": is_outdated(row, row.event, me, now),
        **frozen_context(found, opened=request.GET.get("sum", "")),
    }
    return render(request, "events/hand_in_page.html", context)


# Chromium shows a PDF as an object in a page with styles of its own, which keeps to the policy of the PDF.
@csp_update({"object-src": SELF, "style-src": UNSAFE_INLINE})  # type: ignore[arg-type] # django-csp's views take no address
@private
@needs_account
@require_safe
@answers_refusals
def paper(request: HttpRequest, club: str, event: str, hand_in: str) -> HttpResponse:
    """The roster for play as it was handed in."""
    inside, found = _found(request, club, event, hand_in)
    asked = Asked(request.GET)
    size = asked.choice("size", tuple(SIZES), usual_size(request.headers.get("Accept-Language", "")))
    if asked.wrong:
        said = "; ".join(asked.wrong)
        return problem(request, 400, "No such paper", f"Not understood: {said}.", "Choose on its page.")
    made = hand_in_paper(inside, found, size)
    response = HttpResponse(made, content_type="application/pdf")
    response["Content-Disposition"] = disposition("inline", "pdf", *hand_in_names(found))
    return response


@private
@needs_account
@require_safe
@answers_refusals
def document(request: HttpRequest, club: str, event: str, hand_in: str) -> HttpResponse:
    """What was handed in as an interchange document, which can be brought in again."""
    _, found = _found(request, club, event, hand_in)
    response = HttpResponse(hand_in_document(found), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = disposition("attachment", "json", *hand_in_names(found))
    return response


def _found(request: HttpRequest, club: str, event: str, hand_in: str) -> tuple[Inside, Frozen]:
    inside = club_for(request.user, club, Act.SEE)
    row = event_of(inside, event)
    found = hand_in_of(inside, row, account_of(request), hand_in, timezone.now())
    return inside, frozen(found, row)
