"""Share a list or a roster with a club, and stop sharing one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from builder.queries.clubs.access import ClubAction, require_club_access
from builder.queries.clubs.shares import own_share_target, share_in_club
from builder.services.clubs import shares as services
from builder.web.clubs.page import shared_name, stopped_share_url
from builder.web.shared.decorators import private
from builder.web.shared.errors import refusals_as_responses
from builder.web.shared.users import account_required, require_account


@private
@account_required
@require_POST
@refusals_as_responses
def share(request: HttpRequest, club: str) -> HttpResponse:
    """Share a list of one's own, or one of its rosters: ``what`` is the list's id, "/", a roster's or ""."""
    access = require_club_access(request.user, club, ClubAction.SHARE)
    public_id, _, roster = request.POST.get("what", "").partition("/")
    row, chosen = own_share_target(require_account(request), public_id, roster)
    services.share_with_club(access.club, row, chosen)
    messages.success(request, f"“{shared_name(row, chosen)}” is shared with the club.")
    return redirect("club", club)


@private
@account_required
@require_POST
@refusals_as_responses
def stop(request: HttpRequest, club: str, share: str) -> HttpResponse:
    """Stop sharing a list or a roster; its owner is offered Undo."""
    access = require_club_access(request.user, club, ClubAction.SHARE)
    row = share_in_club(access.club, share)
    me = require_account(request)
    services.stop_sharing(row, me)
    if row.company_list.owner_id == me.pk:
        return redirect(stopped_share_url(row))
    name = shared_name(row.company_list, row.roster)
    messages.success(request, f"“{name}” is shared with the club no more.")
    return redirect("club", club)
