"""Clubs: the reader's own, those that strangers find, one of them, and what happens to it as a whole."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from builder.points.reading import DocumentError
from builder.queries import clubs as queries
from builder.queries.club_access import Act, Inside, club_for, club_if_member
from builder.services import clubs as services
from builder.services import members
from builder.services.errors import LimitReached, NotPossible, StaleVersion
from builder.services.invites import MOST_WORDS
from builder.web.club_forms import ClubForm, club_form, new_club_form
from builder.web.club_page import (
    about_of,
    choices,
    club_context,
    just_stopped,
    page_number,
    people,
    shown,
)
from builder.web.events_section import events_section
from builder.web.people import account_of, has_account, needs_account
from builder.web.views.errors import answers_refusals
from builder.web.views.lists import private

_FORM = ["GET", "HEAD", "POST"]


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
        "search": search[: queries.LONGEST_SEARCH],
        "longest": queries.LONGEST_SEARCH,
    }
    return render(request, "clubs/index.html", context)


@private
@needs_account
@require_http_methods(_FORM)
@answers_refusals
def found(request: HttpRequest) -> HttpResponse:
    """The form of a new club, and the club."""
    form = ClubForm(request.POST) if request.method == "POST" else new_club_form()
    if request.method == "POST" and form.is_valid():
        try:
            club = services.found_club(account_of(request), form.details())
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
    inside = club_if_member(request.user, club)
    if inside is None:
        return _outside(request, club)
    me = account_of(request)
    shares = queries.shares_with(inside.club, page_number(request, "shares"))
    first = queries.members_of(inside.club, size=queries.MEMBERS_AT_FIRST)
    context = {
        **club_context(inside),
        "members": people(inside, first.rows, me),
        "member_count": first.total,
        "shares": shares,
        "shown": shown(inside, shares.rows, me),
        "choices": choices(inside.club, me),
        "events": events_section(inside, me, request),
        "most_offered": queries.OFFERED_LISTS,
        "asking": len(queries.requests_of(inside.club)) if inside.may(Act.ADMIT) else 0,
        "stopped": just_stopped(request, me),
    }
    return render(request, "clubs/page.html", context)


@needs_account
def _closed(_request: HttpRequest) -> HttpResponse:
    """To whoever has no account a club that is not listed and one that never was are the same closed door."""
    raise Http404("There is no such club, or you are not in it.")


def _outside(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        return _listed(request, public_id)
    except Http404:
        return _closed(request)


def _listed(request: HttpRequest, public_id: str) -> HttpResponse:
    club = queries.listed_club(request.user, public_id)
    context = {
        "nav": "clubs",
        "club": club,
        "about": about_of(club),
        "account": has_account(request.user),
        "most_words": MOST_WORDS,
    }
    return render(request, "clubs/outside.html", context)


@private
@needs_account
@require_http_methods(_FORM)
@answers_refusals
def settings(request: HttpRequest, club: str) -> HttpResponse:
    """What is said of a club. A stale form gets what is stored beside what was sent."""
    inside = club_for(request.user, club, Act.EDIT)
    form = ClubForm(request.POST) if request.method == "POST" else club_form(inside.club)
    theirs, status = None, 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                services.save_club(inside.club, account_of(request), form.seen_version(), form.details())
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
@needs_account
@require_http_methods(_FORM)
@answers_refusals
def leave(request: HttpRequest, club: str) -> HttpResponse:
    """Asked first; the owner is told what comes before."""
    inside = club_for(request.user, club, Act.LEAVE)
    if request.method == "POST":
        members.leave(inside.club, account_of(request))
        messages.success(request, f"You have left “{inside.club.name}”; it sees nothing of yours any more.")
        return redirect("clubs")
    return render(request, "clubs/leave.html", club_context(inside))


@private
@needs_account
@require_http_methods(_FORM)
@answers_refusals
def dissolve(request: HttpRequest, club: str) -> HttpResponse:
    """Asked twice: on a page of its own, and by typing the club's name."""
    inside = club_for(request.user, club, Act.DISSOLVE)
    wrong = False
    if request.method == "POST":
        if _same(request.POST.get("name", ""), inside):
            services.dissolve(inside.club, account_of(request))
            messages.success(request, f"“{inside.club.name}” is dissolved. All lists stay with their owners.")
            return redirect("clubs")
        wrong = True
    context = {**club_context(inside), "wrong": wrong, "back": reverse("club_settings", args=(club,))}
    return render(request, "clubs/dissolve.html", context, status=400 if wrong else 200)


def _same(typed: str, inside: Inside) -> bool:
    """Whether the name of the club was typed; space and capitals are no matter."""
    return " ".join(typed.split()).casefold() == " ".join(inside.club.name.split()).casefold()
