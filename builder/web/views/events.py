"""Events of a club: made, changed, deleted, looked at, and all their rosters as one paper or one table."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from builder.exports.club_time import zone_of
from builder.exports.events import event_paper, event_paper_names, papers_of, table_csv
from builder.exports.file_names import disposition
from builder.models import Event
from builder.models.ranks import Act
from builder.points.reading import DocumentError
from builder.queries import events as queries
from builder.queries.club_access import Inside, club_for
from builder.queries.events import check_sees_all, event_of, is_outdated, table_of
from builder.services import events as services
from builder.services.errors import LimitReached, NotPossible, StaleVersion
from builder.web.asked import Asked, whole_number
from builder.web.event_forms import EventForm, form_context, offered_editions
from builder.web.event_page import event_context, is_slow, papers, shown, table_rows
from builder.web.people import account_of, needs_account
from builder.web.print_form import SIZES, usual_size
from builder.web.views.errors import answers_refusals, problem
from builder.web.views.lists import private

_FORM = ["GET", "HEAD", "POST"]
_REFUSALS = (LimitReached, NotPossible, DocumentError)


@private
@needs_account
@require_http_methods(_FORM)
@answers_refusals
def new(request: HttpRequest, club: str) -> HttpResponse:
    """The form of a new event, and the event."""
    inside = club_for(request.user, club, Act.MAKE_EVENTS)
    zone, offered = zone_of(inside.club), offered_editions()
    form = EventForm(offered, zone, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            event = services.make_event(inside.club, account_of(request), form.details())
        except _REFUSALS as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"“{event.name}” is announced: every member of the club sees it.")
            return redirect("event", club, event.public_id)
    context = {"nav": "clubs", "club": inside.club, **form_context(form, offered, zone)}
    return render(request, "events/new.html", context, status=400 if form.errors else 200)


@private
@needs_account
@require_http_methods(_FORM)
@answers_refusals
def edit(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """What is said of an event. A stale form gets what is stored beside what was sent."""
    inside = club_for(request.user, club, Act.MAKE_EVENTS)
    row = event_of(inside, event)
    zone, offered = zone_of(inside.club), offered_editions()
    form = EventForm(offered, zone, request.POST if request.method == "POST" else None, stored=row)
    theirs = None
    if form.is_valid():
        try:
            saved = services.save_event(row, account_of(request), form.seen_version(), form.details())
        except StaleVersion as error:
            theirs = error.row
        except _REFUSALS as error:
            form.add_error(None, str(error))
        else:
            for words in ("Saved.", *saved.told):
                messages.success(request, words)
            return redirect("event", club, event)
    context = {
        **event_context(inside, row, timezone.now()),
        **form_context(form, offered, zone),
        "handed_in": queries.handed_in(row),
        "theirs": event_context(inside, event_of(inside, event), timezone.now()) if theirs else None,
    }
    return render(request, "events/edit.html", context, status=409 if theirs else 400 if form.errors else 200)


@private
@needs_account
@require_http_methods(_FORM)
@answers_refusals
def delete(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Asked first, with what goes along."""
    inside = club_for(request.user, club, Act.MAKE_EVENTS)
    row = event_of(inside, event)
    if request.method == "POST":
        gone = services.delete_event(row, account_of(request))
        also = " and 1 roster with it" if gone == 1 else f" and {gone} rosters with it" if gone else ""
        messages.success(request, f"“{row.name}” is deleted{also}.")
        return redirect("club", club)
    context = {
        **event_context(inside, row, timezone.now()),
        "handed_in": queries.handed_in(row),
    }
    return render(request, "events/delete.html", context)


@private
@needs_account
@require_safe
def show(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The event, what the reader has handed in, and the table as far as they may see it."""
    inside = club_for(request.user, club, Act.SEE)
    me, now, row = account_of(request), timezone.now(), event_of(inside, event)
    context = event_context(inside, row, now)
    table = table_of(inside, row, me, now)
    mine, base, zone = table.own(me), str(context["base"]), zone_of(inside.club)
    return render(
        request,
        "events/page.html",
        {
            **context,
            "table": table,
            "rows": table_rows(table, row, base, me, zone) if table.whole else "",
            "mine": shown(mine, row, base, zone) if mine else None,
            "changed": mine is not None and is_outdated(mine, row, me, now),
            "papers": papers(table) if table.whole else [],
            "slow": is_slow(table),
            "paper_size": usual_size(request.headers.get("Accept-Language", "")),
            "sizes": SIZES,
        },
    )


@private
@needs_account
@require_safe
def hand_ins(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The table as CSV, for organisers."""
    inside = club_for(request.user, club, Act.SEE_HAND_INS)
    row = event_of(inside, event)
    table = table_of(inside, row, account_of(request), timezone.now())
    response = HttpResponse(table_csv(inside, table), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = disposition("attachment", "csv", row.name)
    return response


# Chromium shows a PDF as an object in a page with styles of its own, which keeps to the policy of the PDF.
@csp_update({"object-src": SELF, "style-src": UNSAFE_INLINE})  # type: ignore[arg-type] # django-csp's views take no address
@private
@needs_account
@require_safe
def rosters(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """All rosters as one PDF, or a part of very many; for members after the deadline."""
    inside = club_for(request.user, club, Act.SEE)
    row = event_of(inside, event)
    check_sees_all(inside, row, timezone.now())
    return _paper(request, inside, row)


def _paper(request: HttpRequest, inside: Inside, row: Event) -> HttpResponse:
    table = table_of(inside, row, account_of(request), timezone.now())
    asked = Asked(request.GET)
    size = asked.choice("size", tuple(SIZES), usual_size(request.headers.get("Accept-Language", "")))
    parts = len(papers_of(table))
    part = whole_number(request.GET.get("part", "1"), parts)
    if not part:
        asked.refuse("part", f"a number from 1 to {parts}")
    if asked.wrong or not part:
        said = "; ".join(asked.wrong)
        return problem(request, 400, "No such paper", f"Not understood: {said}.", "Choose on its page.")
    made = event_paper(inside, row, table, part, size)
    response = HttpResponse(made, content_type="application/pdf")
    response["Content-Disposition"] = disposition("inline", "pdf", *event_paper_names(row, table, part))
    return response
