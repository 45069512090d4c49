"""The page on which the owner changes who can see a list: by its link, in clubs and in the gallery.

Each button of the page is a form of its own.
"""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from builder.documents import load_list
from builder.models import Club, CompanyList, Roster, Share, User
from builder.queries.access import list_for_owner
from builder.queries.clubs import own_memberships, rosters_of, shares_of_list
from builder.services import gallery
from builder.services import sharing as links
from builder.services.clubs import shares
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.errors import problem_response
from builder.web.shared.users import has_account
from builder.web.sharing.page import FULL_LIST, sharing_context

SharingAction = Callable[[QueryDict, User, CompanyList], str]
"""A function that runs the action of a button. It returns a notice."""


@never_store_or_index
@require_http_methods(["GET", "HEAD", "POST"])
def sharing(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show who can see a list. POST runs the action that the field ``do`` names."""
    row = list_for_owner(request.user, public_id)
    if request.method != "POST":
        return render(request, "sharing/settings.html", sharing_context(request, load_list(row)))
    name = request.POST.get("do", "")
    if name not in _ACTIONS:
        return problem_response(
            request, 400, "Bad request", "We couldn't understand the request.", "Nothing was changed."
        )
    if row.owner is None or (name in _ACTIONS_FOR_ACCOUNTS and not has_account(row.owner)):
        return redirect_to_login(request.path, reverse("account_signup"))
    messages.success(request, _ACTIONS[name](request.POST, row.owner, row))
    return redirect("sharing", public_id)


# ------------------------------------------------------------------ the link


def _make_link(sent: QueryDict, user: User, row: CompanyList) -> str:
    links.create_link(row)
    return "Anyone with the link can see the list now."


def _new_link(sent: QueryDict, user: User, row: CompanyList) -> str:
    links.replace_link(row, sent.get("old", ""))
    return "The link is replaced. The old one no longer works."


def _stop_link(sent: QueryDict, user: User, row: CompanyList) -> str:
    links.remove_link(row)
    return "Stopped. The link no longer works."


# ------------------------------------------------------------------ the gallery


def _publish(sent: QueryDict, user: User, row: CompanyList) -> str:
    gallery.publish_list(row)
    return "The list is in the gallery."


def _withdraw(sent: QueryDict, user: User, row: CompanyList) -> str:
    gallery.unpublish_list(row)
    return "The list is no longer in the gallery."


# ------------------------------------------------------------------ clubs


def _change_club_shares(sent: QueryDict, user: User, row: CompanyList) -> str:
    """Create the shares that the user has ticked, and stop the shares that the user has unticked.

    The field ``had`` contains the values that were ticked when the page was loaded. Other shares, and shares
    that somebody else has changed in the meantime, aren't changed.
    """
    ticked, ticked_before = set(sent.getlist("share")), set(sent.getlist("had"))
    clubs = {membership.club.public_id: membership.club for membership in own_memberships(user)}
    rosters = {roster.public_id: roster for roster in rosters_of(row)}
    current_shares = {_share_value(share): share for share in shares_of_list(row)}
    shares.change_shares(
        row,
        user,
        add=[_share_target(value, clubs, rosters) for value in sorted(ticked - ticked_before)],
        remove=[current_shares[value] for value in ticked_before - ticked if value in current_shares],
    )
    return "Saved."


def _share_value(share: Share) -> str:
    """Return the value of a share, as in ``ShareBox``."""
    return f"{share.club.public_id}:{share.roster.public_id if share.roster else FULL_LIST}"


def _share_target(
    value: str, clubs: Mapping[str, Club], rosters: Mapping[str, Roster]
) -> tuple[Club, Roster | None]:
    club, _, part = value.partition(":")
    if club not in clubs or (part != FULL_LIST and part not in rosters):
        raise Http404("This club or roster no longer exists.")
    return clubs[club], rosters.get(part)


_ACTIONS: Mapping[str, SharingAction] = {
    "make-link": _make_link,
    "new-link": _new_link,
    "stop-link": _stop_link,
    "publish": _publish,
    "withdraw": _withdraw,
    "clubs": _change_club_shares,
}
_ACTIONS_FOR_ACCOUNTS = ("publish", "withdraw", "clubs")
