"""Clubs: the reader's own, those that strangers find, one of them, and what happens to it as a whole."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from builder.points.json_reader import DocumentError
from builder.queries.clubs import clubs as queries
from builder.queries.clubs.access import ClubAccess, ClubAction, club_access_or_none, require_club_access
from builder.queries.clubs.shares import MAX_OFFERED_LISTS, shares_with_club
from builder.services.clubs import clubs as services
from builder.services.clubs import members
from builder.services.clubs.invites import MAX_REQUEST_LENGTH
from builder.services.errors import LimitReached, NotPossible, StaleVersion
from builder.web.clubs.forms import ClubForm, club_form, new_club_form
from builder.web.clubs.page import (
    club_context,
    find_stopped_share,
    member_rows,
    page_number,
    render_about,
    share_options,
    shared_items,
)
from builder.web.events.section import events_section
from builder.web.shared.decorators import private
from builder.web.shared.errors import refusals_as_responses
from builder.web.shared.users import account_required, has_account, require_account

_FORM_METHODS = ["GET", "HEAD", "POST"]


@private
@login_not_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The reader's clubs, and those that take requests; to people without an account, what clubs are."""
    search = request.GET.get("q", "").strip()
    found = queries.listed_clubs(request.user, search, page_number(request))
    context = {
        "nav": "clubs",
        "account": has_account(request.user),
        "mine": list(queries.clubs_of(request.user)) if has_account(request.user) else [],
        "found": found,
        "search": search[: queries.MAX_SEARCH_LENGTH],
        "longest": queries.MAX_SEARCH_LENGTH,
    }
    return render(request, "clubs/index.html", context)


@private
@account_required
@require_http_methods(_FORM_METHODS)
@refusals_as_responses
def found_club(request: HttpRequest) -> HttpResponse:
    """The form of a new club, and the club."""
    form = ClubForm(request.POST) if request.method == "POST" else new_club_form()
    if request.method == "POST" and form.is_valid():
        try:
            club = services.create_club(require_account(request), form.details())
        except (LimitReached, NotPossible, DocumentError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"“{club.name}” is founded, and you are its owner. Now invite people.")
            return redirect("club", club.public_id)
    context = {"nav": "clubs", "form": form, "zones": services.time_zones()}
    return render(request, "clubs/found.html", context, status=400 if form.errors else 200)


@private
@login_not_required
@require_safe
def show(request: HttpRequest, club: str) -> HttpResponse:
    """The page of a club to its members; of a listed one its outside to everybody else."""
    inside = club_access_or_none(request.user, club)
    if inside is None:
        return _club_preview_or_not_found(request, club)
    me = require_account(request)
    shares = shares_with_club(inside.club, page_number(request, "shares"))
    first = queries.members_of(inside.club, size=queries.MEMBERS_ON_CLUB_PAGE)
    context = {
        **club_context(inside),
        "members": member_rows(inside, first, me),
        "member_count": first.paginator.count,
        "shares": shares,
        "shown": shared_items(inside, shares, me),
        "choices": share_options(inside.club, me),
        "events": events_section(inside, me, request),
        "most_offered": MAX_OFFERED_LISTS,
        "asking": len(queries.join_requests_of(inside.club)) if inside.may(ClubAction.ADMIT) else 0,
        "stopped": find_stopped_share(request, me),
    }
    return render(request, "clubs/page.html", context)


@account_required
def _not_found_page(_request: HttpRequest) -> HttpResponse:
    """To whoever has no account a club that is not listed and one that never was are the same closed door."""
    raise Http404("There is no such club, or you are not in it.")


def _club_preview_or_not_found(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        return _club_preview(request, public_id)
    except Http404:
        return _not_found_page(request)


def _club_preview(request: HttpRequest, public_id: str) -> HttpResponse:
    club = queries.listed_club(request.user, public_id)
    context = {
        "nav": "clubs",
        "club": club,
        "about": render_about(club),
        "account": has_account(request.user),
        "most_words": MAX_REQUEST_LENGTH,
    }
    return render(request, "clubs/outside.html", context)


@private
@account_required
@require_http_methods(_FORM_METHODS)
@refusals_as_responses
def settings(request: HttpRequest, club: str) -> HttpResponse:
    """What is said of a club. A stale form gets what is stored beside what was sent."""
    inside = require_club_access(request.user, club, ClubAction.EDIT)
    form = ClubForm(request.POST) if request.method == "POST" else club_form(inside.club)
    theirs, status = None, 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                services.update_club(
                    inside.club, require_account(request), form.seen_version(), form.details()
                )
            except StaleVersion as error:
                theirs, status = error.row, 409
            except (LimitReached, NotPossible, DocumentError) as error:
                form.add_error(None, str(error))
            else:
                messages.success(request, "Saved.")
                return redirect("club", club)
    context = {
        **club_context(inside),
        "form": form,
        "zones": services.time_zones(),
        "theirs": theirs,
    }
    return render(request, "clubs/settings.html", context, status=status)


@private
@account_required
@require_http_methods(_FORM_METHODS)
@refusals_as_responses
def leave(request: HttpRequest, club: str) -> HttpResponse:
    """Asked first; the owner is told what comes before."""
    inside = require_club_access(request.user, club, ClubAction.LEAVE)
    if request.method == "POST":
        members.leave_club(inside.club, require_account(request))
        messages.success(request, f"You have left “{inside.club.name}”; it sees nothing of yours any more.")
        return redirect("clubs")
    return render(request, "clubs/leave.html", club_context(inside))


@private
@account_required
@require_http_methods(_FORM_METHODS)
@refusals_as_responses
def dissolve(request: HttpRequest, club: str) -> HttpResponse:
    """Asked twice: on a page of its own, and by typing the club's name."""
    inside = require_club_access(request.user, club, ClubAction.DISSOLVE)
    wrong = False
    if request.method == "POST":
        if _is_club_name(request.POST.get("name", ""), inside):
            services.dissolve_club(inside.club, require_account(request))
            messages.success(request, f"“{inside.club.name}” is dissolved. All lists stay with their owners.")
            return redirect("clubs")
        wrong = True
    context = {**club_context(inside), "wrong": wrong, "back": reverse("club_settings", args=(club,))}
    return render(request, "clubs/dissolve.html", context, status=400 if wrong else 200)


def _is_club_name(typed: str, club_access: ClubAccess) -> bool:
    """Whether the name of the club was typed; space and capitals are no matter."""
    return " ".join(typed.split()).casefold() == " ".join(club_access.club.name.split()).casefold()
