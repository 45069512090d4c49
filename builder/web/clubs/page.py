"""The data for a club's pages: the user's rights, the members, and the shares.

A share is a list or roster that its owner shows to the club.
"""

from typing import NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.urls import reverse

from builder.catalogue.store import catalogue_of
from builder.models import Club, CompanyList, Membership, Role, Roster, Share, User
from builder.models.clubs import ClubAction
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import list_name, roster_name
from builder.points.rules.wording import with_capital
from builder.queries.clubs import ClubAccess, own_share_target, share_offers
from builder.web.shared.markdown import render_markdown
from builder.web.shared.options import FormOption, FormOptionGroup


class SharedItem(NamedTuple):
    """A list or roster that is shared with a club.

    ``kind_text`` is "Full list", or the game's word for a roster with the points limit, such as "Roster,
    750".
    ``stop_url`` is an empty string if the user can't stop the share.
    """

    name: str
    url: str
    kind_text: str
    share: Share
    stop_url: str


class MemberRow(NamedTuple):
    """A member of a club, and what the user can do with the member.

    ``label`` shows the role of owners and organisers, and "you" for the user: "owner, you".
    """

    membership: Membership
    label: str
    may_promote: bool
    may_demote: bool
    may_remove: bool
    may_hand_over: bool


def club_context(access: ClubAccess) -> dict[str, object]:
    """Return the context that all pages of a club need: the club and the rights of the user."""
    return {
        "nav": "clubs",
        "club": access.club,
        "about": render_markdown(access.club.about),
        "role": access.role.label.lower(),
        "is_owner": access.role == Role.OWNER,
        # Whether the user has the right to each action. The key is the name of the action in lower case.
        "may": {action.name.lower(): access.may(action) for action in ClubAction},
    }


def member_row(access: ClubAccess, membership: Membership, me: User) -> MemberRow:
    """Return a member, and what the user can do with the member. ``me`` is the user."""
    can_change = membership.user_id != me.pk and membership.role != Role.OWNER
    may_change_role = can_change and access.may(ClubAction.PROMOTE)
    labels = [Role(membership.role).label.lower()] if membership.role != Role.MEMBER else []
    labels += ["you"] if membership.user_id == me.pk else []
    removal = ClubAction.REMOVE_ORGANISERS if membership.role == Role.ORGANISER else ClubAction.REMOVE
    return MemberRow(
        membership=membership,
        label=", ".join(labels),
        may_promote=may_change_role and membership.role == Role.MEMBER,
        may_demote=may_change_role and membership.role == Role.ORGANISER,
        may_remove=can_change and access.may(removal),
        may_hand_over=can_change and access.may(ClubAction.HAND_OVER),
    )


def shared_item(access: ClubAccess, share: Share, me: User) -> SharedItem:
    """Return the list or roster of a share. ``me`` is the user."""
    company_list = share.company_list
    can_stop = company_list.owner_id == me.pk or access.may(ClubAction.STOP_SHARES)
    return SharedItem(
        name=shared_name(company_list, share.roster),
        url=_shared_item_url(share),
        kind_text=_roster_kind_text(share.roster, catalogue_of(company_list.edition))
        if share.roster
        else "Full list",
        share=share,
        stop_url=reverse("stop_club_share", args=(access.club.public_id, share.public_id))
        if can_stop
        else "",
    )


def _roster_kind_text(roster: Roster, catalogue: Catalogue) -> str:
    word = with_capital(catalogue.words.roster)
    return word if roster.limit is None else f"{word}, {roster.limit}"


def shared_name(company_list: CompanyList, roster: Roster | None) -> str:
    """Return the name of a shared list or roster."""
    if roster is None:
        return list_name(company_list.name)
    return roster_name(roster.name, catalogue_of(company_list.edition).words.roster)


def _shared_item_url(share: Share) -> str:
    if share.roster:
        return reverse("roster_list", args=(share.roster.public_id,))
    return reverse("list", args=(share.company_list.public_id,))


def share_options(club: Club, me: User) -> list[FormOptionGroup]:
    """Return the user's lists and rosters that can be shared with a club, as options of a select field.

    The value of a roster is "LIST/ROSTER", with the ids of the list and the roster. The value of a full list
    is "LIST/".
    """
    groups = []
    for offer in share_offers(club, me):
        public_id, edition = offer.company_list.public_id, offer.company_list.edition
        name, catalogue = list_name(offer.company_list.name), catalogue_of(edition)
        text = f"{name} (full list, {edition.system.name})"
        options = [FormOption(f"{public_id}/", text)] if offer.offers_full_list else []
        options += [
            FormOption(f"{public_id}/{row.public_id}", _roster_option_text(row, catalogue))
            for row in offer.rosters
        ]
        groups.append(FormOptionGroup(f"{name}, {edition.system.name}", options))
    return groups


def _roster_option_text(roster: Roster, catalogue: Catalogue) -> str:
    """Return the text of a roster's option, such as "Night drop (roster, 750 points)"."""
    word = catalogue.words.roster
    facts = word if roster.limit is None else f"{word}, {roster.limit} {catalogue.points_unit}"
    return f"{roster_name(roster.name, word)} ({facts})"


class StoppedShare(NamedTuple):
    """A share that the list's owner has just stopped. ``value`` is its value in ``share_options``."""

    name: str
    value: str


def find_stopped_share(request: HttpRequest, me: User) -> StoppedShare | None:
    """Return the stopped share that the address names, or None if the user can't share it again."""
    value = request.GET.get("stopped", "")
    if not value:
        return None
    list_id, _, roster_id = value.partition("/")
    try:
        company_list, roster = own_share_target(me, list_id, roster_id)
    except Http404:
        return None
    return StoppedShare(shared_name(company_list, roster), value)


def stopped_share_url(share: Share) -> str:
    """Return the address of the club's page with a button that shares the list or roster again."""
    roster = share.roster.public_id if share.roster else ""
    query = urlencode({"stopped": f"{share.company_list.public_id}/{roster}"})
    return f"{reverse('club', args=(share.club.public_id,))}?{query}"
