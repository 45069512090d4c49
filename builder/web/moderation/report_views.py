"""The forms by which anybody reports a list, a club, an event or a user name to the moderators.

A report needs no account and makes no guest, because nobody comes back to it: it leaves neither a user nor a
cookie behind.
"""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from builder.models.clubs import ClubAction
from builder.points.document.json_reader import DocumentError
from builder.queries.clubs import club_access_or_none, listed_club, member_of, require_club_access
from builder.queries.events import event_of
from builder.services.errors import LimitReached, NotPossible, TooManyRequests
from builder.services.moderation import reports as services
from builder.web.shared.decorators import private
from builder.web.shared.errors import refusals_as_responses
from builder.web.shared.list_access import page_access
from builder.web.shared.users import account_required

_FORM_METHODS = ["GET", "HEAD", "POST"]


@private
@login_not_required
@require_http_methods(_FORM_METHODS)
@refusals_as_responses
def report_list(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Report a list or roster that is shared with the reader. Nobody reports their own list, or a sample."""
    access = page_access(request, **address)
    if access.kind in ("own", "sample"):
        raise Http404("You can report lists that other people share.")
    subject = services.list_subject(access.row, access.roster_id)
    return _report(request, subject, access.page_url, access.nav)


@private
@login_not_required
@require_http_methods(_FORM_METHODS)
@refusals_as_responses
def report_club(request: HttpRequest, club: str) -> HttpResponse:
    """Report the name or texts of a club that the reader sees."""
    access = club_access_or_none(request.user, club)
    row = access.club if access else listed_club(request.user, club)
    return _report(request, services.club_subject(row), reverse("club", args=(club,)), "clubs")


@private
@account_required
@require_http_methods(_FORM_METHODS)
@refusals_as_responses
def report_event(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Report the name or notes of an event of the reader's club."""
    row = event_of(require_club_access(request.user, club, ClubAction.SEE), event)
    return _report(request, services.event_subject(row), reverse("event", args=(club, event)), "clubs")


@private
@account_required
@require_http_methods(_FORM_METHODS)
@refusals_as_responses
def report_member(request: HttpRequest, club: str, member: str) -> HttpResponse:
    """Report the user name of a member of the reader's club."""
    row = member_of(require_club_access(request.user, club, ClubAction.SEE).club, member)
    return _report(request, services.name_subject(row.user), reverse("club_members", args=(club,)), "clubs")


def _report(request: HttpRequest, subject: services.Subject, back: str, nav: str) -> HttpResponse:
    """The form; POST sends the report."""
    reason = request.POST.get("reason", "")
    context = {
        "nav": nav,
        "title": subject.name,
        "back": back,
        "reason": reason,
        "question": services.REPORT_REASON,
        "error": "",
        "sent": request.GET.get("sent") == "1",
    }
    if request.method != "POST":
        return render(request, "moderation/report_form.html", context)
    try:
        services.REPORT_REASON.checked(reason.strip())
        services.require_report_budget(request.user, request.META)
        by = request.user if request.user.is_authenticated else None
        services.send_report(subject, by, reason)
    except TooManyRequests as error:
        context["error"] = str(error)
        response = render(request, "moderation/report_form.html", context, status=429)
        response["Retry-After"] = str(error.seconds)
        return response
    except (NotPossible, LimitReached, DocumentError) as error:
        context["error"] = str(error)
        return render(request, "moderation/report_form.html", context, status=400)
    return redirect(f"{request.path}?sent=1")
