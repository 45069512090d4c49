"""Clubs: the reader's own and the listed ones; to found, show, change, leave and dissolve one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from builder.points.document.json_reader import DocumentError
from builder.queries.clubs import clubs as queries
from builder.queries.clubs.access import ClubAccess, ClubAction, club_access_or_none, require_club_access
from builder.queries.clubs.shares import MAX_OFFERED_LISTS, shares_page, systems_in_club
from builder.services.clubs import clubs as services
from builder.services.clubs.invites import REQUEST_WORDS
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
from builder.web.shared.game_filter import game_filter
from builder.web.shared.query_options import QueryOptions
from builder.web.shared.users import account_required, has_account, require_account

_FORM_METHODS = ["GET", "HEAD", "POST"]


@private
@login_not_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The reader's clubs, and those that take requests; to people without an account, what clubs are."""
    search = request.GET.get("q", "").strip()
    listed = queries.listed_clubs_page(request.user, search, page_number(request))
    context = {
        "nav": "clubs",
        "account": has_account(request.user),
        "own_clubs": list(queries.clubs_of(request.user)) if has_account(request.user) else [],
        "listed": listed,
        "search": search[: queries.MAX_SEARCH_LENGTH],
        "longest": queries.MAX_SEARCH_LENGTH,
    }
    return render(request, "clubs/index.html", context)


@private
@account_required
@require_http_methods(_FORM_METHODS)
@refusals_as_responses
def found_club(request: HttpRequest) -> HttpResponse:
    """The form of a new club; POST founds it."""
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
    return render(request, "clubs/new.html", context, status=400 if form.errors else 200)


@private
@login_not_required
@require_safe
def show(request: HttpRequest, club: str) -> HttpResponse:
    """A club's page for members; for everybody else a preview, where the club is listed."""
    access = club_access_or_none(request.user, club)
    if access is None:
        return _club_preview_or_not_found(request, club)
    me = require_account(request)
    options = QueryOptions(request.GET)
    games = game_filter(options, systems_in_club(access.club), reverse("club", args=(club,)), counted=False)
    shares = shares_page(access.club, page_number(request, "shares"), games.chosen)
    first = queries.members_of(access.club, size=queries.MEMBERS_ON_CLUB_PAGE)
    context = {
        **club_context(access),
        "members": member_rows(access, first, me),
        "member_count": first.paginator.count,
        "shares": shares,
        "shared_items": shared_items(access, shares, me),
        "choices": share_options(access.club, me),
        "games": games,
        "wrong": options.not_understood,
        "events": events_section(access, me, request, games.chosen),
        "most_offered": MAX_OFFERED_LISTS,
        "request_count": len(queries.join_requests_of(access.club)) if access.may(ClubAction.ADMIT) else 0,
        "stopped": find_stopped_share(request, me),
    }
    return render(request, "clubs/page.html", context)


@account_required
def _not_found_page(_request: HttpRequest) -> HttpResponse:
    """Answer alike for an unlisted club and one that never was; without an account, by the log-in."""
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
        "words": REQUEST_WORDS,
    }
    return render(request, "clubs/outside.html", context)


@private
@account_required
@require_http_methods(_FORM_METHODS)
@refusals_as_responses
def settings(request: HttpRequest, club: str) -> HttpResponse:
    """The settings of a club. A stale form is shown again, with what is stored beside what was sent."""
    access = require_club_access(request.user, club, ClubAction.EDIT)
    form = ClubForm(request.POST) if request.method == "POST" else club_form(access.club)
    theirs, status = None, 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                services.update_club(
                    access.club, require_account(request), form.seen_version(), form.details()
                )
            except StaleVersion as error:
                theirs, status = error.row, 409
            except (LimitReached, NotPossible, DocumentError) as error:
                form.add_error(None, str(error))
            else:
                messages.success(request, "Saved.")
                return redirect("club", club)
    context = {
        **club_context(access),
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
    """Leave a club, after a page that asks whether one is sure; an owner has to hand it over first."""
    access = require_club_access(request.user, club, ClubAction.LEAVE)
    if request.method == "POST":
        services.leave_club(access.club, require_account(request))
        messages.success(request, f"You have left “{access.club.name}”; it sees nothing of yours any more.")
        return redirect("clubs")
    return render(request, "clubs/leave.html", club_context(access))


@private
@account_required
@require_http_methods(_FORM_METHODS)
@refusals_as_responses
def dissolve(request: HttpRequest, club: str) -> HttpResponse:
    """Dissolve a club, on a page that has its owner type the club's name."""
    access = require_club_access(request.user, club, ClubAction.DISSOLVE)
    wrong = False
    if request.method == "POST":
        if _is_club_name(request.POST.get("name", ""), access):
            services.dissolve_club(access.club, require_account(request))
            messages.success(request, f"“{access.club.name}” is dissolved. All lists stay with their owners.")
            return redirect("clubs")
        wrong = True
    context = {**club_context(access), "wrong": wrong, "back": reverse("club_settings", args=(club,))}
    return render(request, "clubs/dissolve.html", context, status=400 if wrong else 200)


def _is_club_name(typed: str, access: ClubAccess) -> bool:
    """Whether ``typed`` is the name of the club; spaces and capitals do not matter."""
    return " ".join(typed.split()).casefold() == " ".join(access.club.name.split()).casefold()
