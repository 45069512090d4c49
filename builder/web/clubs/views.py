"""Views to find, create and show clubs, and to change their settings, members and shares."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.forms import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.models import Role
from builder.models.clubs import ClubAction
from builder.points.document.json_reader import DocumentError
from builder.queries import clubs as queries
from builder.queries.clubs import (
    MAX_OFFERED_LISTS,
    ClubAccess,
    club_access_or_none,
    own_share_target,
    require_club_access,
    share_in_club,
    shares_page,
    systems_in_club,
)
from builder.services.clubs import clubs as services
from builder.services.clubs.invites import REQUEST_WORDS
from builder.services.clubs.shares import share_with_club, stop_sharing
from builder.services.errors import LimitReached, NotPossible, StaleVersion
from builder.web.clubs.forms import ClubForm, new_club_form
from builder.web.clubs.page import (
    club_context,
    find_stopped_share,
    member_row,
    share_options,
    shared_item,
    shared_name,
    stopped_share_url,
)
from builder.web.events.page import events_section
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.errors import problem_response
from builder.web.shared.game_filter import game_filter
from builder.web.shared.markdown import render_markdown
from builder.web.shared.query_options import QueryOptions, page_number
from builder.web.shared.users import account_required, has_account, require_account

_FORM_METHODS = ["GET", "HEAD", "POST"]


@never_store_or_index
@login_not_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the user's clubs, and a search of listed clubs. Without an account, show what clubs are."""
    search = request.GET.get("q", "").strip()
    listed = queries.listed_clubs_page(request.user, search, page_number(request.GET))
    context = {
        "nav": "clubs",
        "has_account": has_account(request.user),
        "own_clubs": list(queries.own_memberships(request.user)) if has_account(request.user) else [],
        "listed": listed,
        "search": search[: queries.MAX_SEARCH_LENGTH],
        "max_search": queries.MAX_SEARCH_LENGTH,
    }
    return render(request, "clubs/index.html", context)


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def create_club(request: HttpRequest) -> HttpResponse:
    """Show the form for a new club. POST creates the club."""
    form = ClubForm(request.POST) if request.method == "POST" else new_club_form()
    if request.method == "POST" and form.is_valid():
        try:
            club = services.create_club(require_account(request), form.details())
        except (LimitReached, NotPossible, DocumentError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"“{club.name}” is ready. Invite people to join.")
            return redirect("club", club.public_id)
    context = {"nav": "clubs", "form": form, "zones": services.time_zones()}
    return render(request, "clubs/new.html", context, status=400 if form.errors else 200)


@never_store_or_index
@login_not_required
@require_safe
def show(request: HttpRequest, club: str) -> HttpResponse:
    """Show a club to its members. If the club is listed, show a preview to everybody else."""
    access = club_access_or_none(request.user, club)
    if access is None:
        return _club_preview_or_not_found(request, club)
    me = require_account(request)
    options = QueryOptions(request.GET)
    games = game_filter(
        options, systems_in_club(access.club), reverse("club", args=(club,)), shows_counts=False
    )
    shares = shares_page(access.club, page_number(request.GET, "shares"), games.chosen)
    first_members = queries.members_page(access.club, size=queries.MEMBERS_ON_CLUB_PAGE)
    context = {
        **club_context(access),
        "members": [member_row(access, row, me) for row in first_members],
        "member_count": first_members.paginator.count,
        "shares": shares,
        "shared_items": [shared_item(access, row, me) for row in shares],
        "share_option_groups": share_options(access.club, me),
        "games": games,
        "not_understood": options.not_understood,
        **events_section(access, me, request, games.chosen),
        "max_offered": MAX_OFFERED_LISTS,
        "request_count": len(queries.join_requests_of(access.club)) if access.may(ClubAction.ADMIT) else 0,
        "stopped_share": find_stopped_share(request, me),
    }
    return render(request, "clubs/page.html", context)


@account_required
def _raise_not_found(_request: HttpRequest) -> HttpResponse:
    """Raise Http404, with the same message for unknown clubs as for clubs that aren't listed.

    Without an account, the user is redirected to the sign-up page instead, because of the decorator.
    """
    raise Http404("This club doesn't exist, or you aren't in it.")


def _club_preview_or_not_found(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        return _club_preview(request, public_id)
    except Http404:
        return _raise_not_found(request)


def _club_preview(request: HttpRequest, public_id: str) -> HttpResponse:
    club = queries.listed_club(request.user, public_id)
    context = {
        "nav": "clubs",
        "club": club,
        "about": render_markdown(club.about),
        "has_account": has_account(request.user),
        "words": REQUEST_WORDS,
    }
    return render(request, "clubs/outside.html", context)


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def settings(request: HttpRequest, club: str) -> HttpResponse:
    """Show the settings of a club. POST saves them.

    If somebody else saved the settings in the meantime, the form appears again, with the stored settings next
    to the submitted settings.
    """
    access = require_club_access(request.user, club, ClubAction.EDIT)
    initial = model_to_dict(access.club, ClubForm.base_fields)
    form = ClubForm(request.POST) if request.method == "POST" else ClubForm(initial=initial)
    stored, status = None, 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                services.update_club(
                    access.club, require_account(request), form.seen_version(), form.details()
                )
            except StaleVersion as error:
                stored, status = error.row, 409
            except (LimitReached, NotPossible, DocumentError) as error:
                form.add_error(None, str(error))
            else:
                messages.success(request, "Saved.")
                return redirect("club", club)
    context = {
        **club_context(access),
        "form": form,
        "zones": services.time_zones(),
        "stored": stored,
    }
    return render(request, "clubs/settings.html", context, status=status)


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def leave(request: HttpRequest, club: str) -> HttpResponse:
    """Show the page that confirms leaving a club. POST leaves the club. The owner can't leave."""
    access = require_club_access(request.user, club, ClubAction.LEAVE)
    if request.method == "POST":
        services.leave_club(access.club, require_account(request))
        messages.success(request, f"You've left “{access.club.name}”. Its members no longer see your lists.")
        return redirect("clubs")
    return render(request, "clubs/leave.html", club_context(access))


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def dissolve(request: HttpRequest, club: str) -> HttpResponse:
    """Show the page on which the owner confirms with the club's name. POST dissolves the club."""
    access = require_club_access(request.user, club, ClubAction.DISSOLVE)
    is_wrong_name = False
    if request.method == "POST":
        if _is_club_name(request.POST.get("name", ""), access):
            services.dissolve_club(access.club, require_account(request))
            messages.success(request, f"“{access.club.name}” is dissolved.")
            return redirect("clubs")
        is_wrong_name = True
    context = {
        **club_context(access),
        "is_wrong_name": is_wrong_name,
        "back": reverse("club_settings", args=(club,)),
    }
    return render(request, "clubs/dissolve.html", context, status=400 if is_wrong_name else 200)


def _is_club_name(typed: str, access: ClubAccess) -> bool:
    """Return whether a text is the name of the club, ignoring extra spaces and capitals."""
    return " ".join(typed.split()).casefold() == " ".join(access.club.name.split()).casefold()


# ------------------------------------------------------------------ members


@never_store_or_index
@account_required
@require_safe
def members(request: HttpRequest, club: str) -> HttpResponse:
    """Show the members of a club, page by page."""
    access = require_club_access(request.user, club, ClubAction.SEE)
    page = queries.members_page(access.club, page_number(request.GET))
    me = require_account(request)
    context = {
        **club_context(access),
        "page": page,
        "members": [member_row(access, row, me) for row in page],
    }
    return render(request, "clubs/members.html", context)


@never_store_or_index
@account_required
@require_POST
def change_role(request: HttpRequest, club: str, member: str) -> HttpResponse:
    """Make a member an organiser, or an organiser a member."""
    access = require_club_access(request.user, club, ClubAction.PROMOTE)
    roles = {"organiser": Role.ORGANISER, "member": Role.MEMBER}
    new_role = roles.get(request.POST.get("role", ""))
    if new_role is None:
        return problem_response(
            request,
            400,
            "Bad request",
            "Choose organiser or member as the new role.",
            "Nothing was changed.",
        )
    row = services.set_role(access.club, require_account(request), member, new_role)
    role_text = "an organiser" if new_role == Role.ORGANISER else "a member"
    messages.success(request, f"{row.user.username} is {role_text} now.")
    return redirect("club_members", club)


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def remove_member(request: HttpRequest, club: str, member: str) -> HttpResponse:
    """Show the page that confirms removing a member. POST removes the member."""
    access = require_club_access(request.user, club, ClubAction.REMOVE)
    if request.method == "POST":
        removed = services.remove_member(access.club, require_account(request), member)
        messages.success(request, f"{removed.user.username} is no longer in the club.")
        return redirect("club_members", club)
    name = queries.get_membership(access.club, member).user.username
    context = {
        **club_context(access),
        "question": f"Remove {name}?",
        "explanation": f"{name} will no longer see the club, and members won't see their lists. "
        "They can join again with an open invite, so revoke those first.",
        "button_label": "Remove",
        "back": reverse("club_members", args=(club,)),
    }
    return render(request, "clubs/confirm.html", context)


@never_store_or_index
@account_required
@require_http_methods(_FORM_METHODS)
def hand_over(request: HttpRequest, club: str, member: str) -> HttpResponse:
    """Show the page that confirms a new owner. POST makes another member the owner."""
    access = require_club_access(request.user, club, ClubAction.HAND_OVER)
    if request.method == "POST":
        new_owner = services.hand_over_club(access.club, require_account(request), member)
        messages.success(request, f"{new_owner.user.username} owns the club now. You're an organiser.")
        return redirect("club_members", club)
    name = queries.get_membership(access.club, member).user.username
    context = {
        **club_context(access),
        "question": f"Hand the club over to {name}?",
        "explanation": f"{name} becomes the owner and you become an organiser. Only {name} can undo this.",
        "button_label": "Hand over",
        "back": reverse("club_members", args=(club,)),
    }
    return render(request, "clubs/confirm.html", context)


# ------------------------------------------------------------------ sharing


@never_store_or_index
@account_required
@require_POST
def share(request: HttpRequest, club: str) -> HttpResponse:
    """Share one of the user's lists or rosters with the club.

    The form's field ``what`` is the value of an option of ``share_options``.
    """
    access = require_club_access(request.user, club, ClubAction.SHARE)
    list_id, _, roster_id = request.POST.get("what", "").partition("/")
    company_list, roster = own_share_target(require_account(request), list_id, roster_id)
    share_with_club(access.club, company_list, roster)
    messages.success(request, f"“{shared_name(company_list, roster)}” is shared with the club.")
    return redirect("club", club)


@never_store_or_index
@account_required
@require_POST
def stop_share(request: HttpRequest, club: str, share: str) -> HttpResponse:
    """Stop a share. If the list's owner stops it, the next page has a button that shares it again."""
    access = require_club_access(request.user, club, ClubAction.SHARE)
    row = share_in_club(access.club, share)
    me = require_account(request)
    stop_sharing(row, me)
    if row.company_list.owner_id == me.pk:
        return redirect(stopped_share_url(row))
    name = shared_name(row.company_list, row.roster)
    messages.success(request, f"“{name}” is no longer shared with the club.")
    return redirect("club", club)
