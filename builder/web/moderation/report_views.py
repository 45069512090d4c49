"""Views to report content to the moderators, and to report wrong numbers to the operator.

Users can report what they can see, mostly without an account. Unlike other changes, a report doesn't turn an
anonymous user into a guest, because nobody returns to their reports.
"""

from collections.abc import Callable

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from builder.models import User
from builder.models.clubs import ClubAction
from builder.points.document.document import Document
from builder.points.document.json_reader import DocumentError
from builder.points.rules.names import list_name, profile_name, roster_name
from builder.queries.clubs import club_access_or_none, get_membership, listed_club, require_club_access
from builder.queries.events import event_of
from builder.services import number_reports
from builder.services.errors import LimitReached, NotPossible, TooManyRequests
from builder.services.moderation import reports as services
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.list_access import nav_entry, page_access
from builder.web.shared.users import account_required

_FORM_METHODS = ["GET", "HEAD", "POST"]


@never_store_or_index
@login_not_required
@require_http_methods(_FORM_METHODS)
def report_list(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Report a list or roster that somebody shares with the user."""
    access = page_access(request, **address)
    if access.kind in ("own", "sample"):
        raise Http404("You can report lists that other people share.")
    subject = services.list_subject(access.row, access.roster_id, access.frozen)
    return _report_form_response(request, subject, access.page_url, nav_entry(access))


@never_store_or_index
@login_not_required
@require_http_methods(_FORM_METHODS)
def report_club(request: HttpRequest, club: str) -> HttpResponse:
    """Report the name or the texts of a club that the user can see."""
    access = club_access_or_none(request.user, club)
    row = access.club if access else listed_club(request.user, club)
    return _report_form_response(request, services.club_subject(row), reverse("club", args=(club,)), "clubs")


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def report_event(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Report the name or the notes of an event in one of the user's clubs."""
    row = event_of(require_club_access(request.user, club, ClubAction.SEE), event)
    return _report_form_response(
        request, services.event_subject(row), reverse("event", args=(club, event)), "clubs"
    )


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def report_member(request: HttpRequest, club: str, member: str) -> HttpResponse:
    """Report the user name of a member of one of the user's clubs."""
    row = get_membership(require_club_access(request.user, club, ClubAction.SEE).club, member)
    return _report_form_response(
        request, services.name_subject(row.user), reverse("club_members", args=(club,)), "clubs"
    )


@never_store_or_index
@login_not_required
@require_http_methods(_FORM_METHODS)
def report_wrong_number(request: HttpRequest, /, **address: str) -> HttpResponse:
    """Report a wrong number or a wrong finding.

    The parameter ``at`` says where it is: "profiles/KEY", "rosters/ID", or an empty string for the list. The
    report contains this part of the list.
    """
    access = page_access(request, **address)
    loaded = access.load()
    place = request.GET.get("at", "")
    part = number_reports.cut_to_place(loaded, place)
    problem = request.POST.get("problem", "")
    context = {
        "nav": nav_entry(access),
        "catalogue": loaded.catalogue,
        "place_name": _place_name(part, place),
        "sent_part": _SENT_PARTS[place.partition("/")[0]],
        "back": access.page_url,
        "problem": problem,
        "spec": number_reports.PROBLEM,
        "sent": request.GET.get("sent") == "1",
    }
    if request.method != "POST":
        return render(request, "moderation/number_report.html", context)

    def send() -> None:
        number_reports.PROBLEM.clean(problem.strip())
        services.require_report_budget(request.user, request.META)
        number_reports.create_number_report(loaded, place, problem, _reporter(request))

    sent_url = f"{request.path}?{urlencode({'at': place, 'sent': '1'})}"
    return _send_report(request, "moderation/number_report.html", context, send, sent_url)


_SENT_PARTS = {
    "": "this list",
    "profiles": "this profile, with the profiles it names",
    "rosters": "this roster with its profiles",
}


def _place_name(part: Document, place: str) -> str:
    """Return the name of the profile, roster or list at a place. ``part`` is the list, cut to this place."""
    if place.startswith("profiles/"):
        return profile_name(part.profiles_by_key()[place.partition("/")[2]].name)
    return roster_name(part.rosters[0].name) if place.startswith("rosters/") else list_name(part.name)


def _reporter(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def _report_form_response(
    request: HttpRequest, subject: services.Subject, back: str, nav: str
) -> HttpResponse:
    reason = request.POST.get("reason", "")
    context: dict[str, object] = {
        "nav": nav,
        "title": subject.name,
        "back": back,
        "reason": reason,
        "spec": services.REPORT_REASON,
        "sent": request.GET.get("sent") == "1",
    }
    if request.method != "POST":
        return render(request, "moderation/report_form.html", context)

    def send() -> None:
        services.REPORT_REASON.clean(reason.strip())
        services.require_report_budget(request.user, request.META)
        services.send_report(subject, _reporter(request), reason)

    return _send_report(request, "moderation/report_form.html", context, send, f"{request.path}?sent=1")


def _send_report(
    request: HttpRequest, template: str, context: dict[str, object], send: Callable[[], None], sent_url: str
) -> HttpResponse:
    """Call ``send`` and redirect to ``sent_url``, or show the form again with the error."""
    try:
        send()
    except TooManyRequests as error:
        response = render(request, template, {**context, "error": str(error)}, status=429)
        response["Retry-After"] = str(error.seconds)
        return response
    except (NotPossible, LimitReached, DocumentError) as error:
        return render(request, template, {**context, "error": str(error)}, status=400)
    return redirect(sent_url)
