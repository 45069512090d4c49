"""The data for a club's pages: the reader's rights, the members, and the shares."""

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

    ``kind`` is "Full list" or the game's word for a roster with the game size. ``stop_url`` is "" for
    readers who can't stop the share.
    """

    name: str
    url: str
    kind: str
    share: Share
    stop_url: str


class MemberRow(NamedTuple):
    """A member, and what the reader can do to them; ``label`` is the role if it is special, and "you"."""

    membership: Membership
    label: str
    may_promote: bool
    may_demote: bool
    may_remove: bool
    may_hand_over: bool


def club_context(access: ClubAccess) -> dict[str, object]:
    """Return the context of all pages of a club: the club and the reader's rights."""
    return {
        "nav": "clubs",
        "club": access.club,
        "about": render_markdown(access.club.about),
        "role": access.role.label.lower(),
        "owner": access.role == Role.OWNER,
        # The reader's rights, by the action's name in lower case.
        "may": {action.name.lower(): access.may(action) for action in ClubAction},
    }


def member_row(access: ClubAccess, row: Membership, me: User) -> MemberRow:
    """Return a member with what the reader can do to them."""
    can_change = row.user_id != me.pk and row.role != Role.OWNER
    may_change_role = can_change and access.may(ClubAction.PROMOTE)
    label = [Role(row.role).label.lower()] if row.role != Role.MEMBER else []
    label += ["you"] if row.user_id == me.pk else []
    removal = ClubAction.REMOVE_ORGANISERS if row.role == Role.ORGANISER else ClubAction.REMOVE
    return MemberRow(
        membership=row,
        label=", ".join(label),
        may_promote=may_change_role and row.role == Role.MEMBER,
        may_demote=may_change_role and row.role == Role.ORGANISER,
        may_remove=can_change and access.may(removal),
        may_hand_over=can_change and access.may(ClubAction.HAND_OVER),
    )


def shared_item(access: ClubAccess, row: Share, me: User) -> SharedItem:
    """Return a share in the form for the page."""
    company_list = row.company_list
    can_stop = company_list.owner_id == me.pk or access.may(ClubAction.STOP_SHARES)
    return SharedItem(
        name=shared_name(company_list, row.roster),
        url=_shared_item_url(row),
        kind=_roster_kind(row.roster, catalogue_of(company_list.edition)) if row.roster else "Full list",
        share=row,
        stop_url=reverse("stop_club_share", args=(access.club.public_id, row.public_id)) if can_stop else "",
    )


def _roster_kind(roster: Roster, catalogue: Catalogue) -> str:
    word = with_capital(catalogue.words.roster)
    return word if roster.limit is None else f"{word}, {roster.limit}"


def shared_name(company_list: CompanyList, roster: Roster | None) -> str:
    """Return the name of a shared list or roster."""
    if roster is None:
        return list_name(company_list.name)
    return roster_name(roster.name, catalogue_of(company_list.edition).words.roster)


def _shared_item_url(row: Share) -> str:
    if row.roster:
        return reverse("roster_list", args=(row.roster.public_id,))
    return reverse("list", args=(row.company_list.public_id,))


def share_options(club: Club, me: User) -> list[FormOptionGroup]:
    """Return the reader's lists and rosters that can be shared with a club, as options of a select.

    The value of an option is the list's id, "/", and the roster's id, which is "" for the full list.
    """
    groups = []
    for offer in share_offers(club, me):
        public_id, edition = offer.company_list.public_id, offer.company_list.edition
        name, catalogue = list_name(offer.company_list.name), catalogue_of(edition)
        words = f"{name} (full list, {edition.system.name})"
        options = [FormOption(f"{public_id}/", words)] if offer.offers_full_list else []
        options += [
            FormOption(f"{public_id}/{row.public_id}", _roster_option_text(row, catalogue))
            for row in offer.rosters
        ]
        groups.append(FormOptionGroup(f"{name}, {edition.system.name}", options))
    return groups


def _roster_option_text(roster: Roster, catalogue: Catalogue) -> str:
    """Return the text of a roster's option: "Night drop (roster, 750 points)"."""
    word = catalogue.words.roster
    facts = word if roster.limit is None else f"{word}, {roster.limit} {catalogue.points_unit}"
    return f"{roster_name(roster.name, word)} ({facts})"


class StoppedShare(NamedTuple):
    """A share that its owner just stopped: the name of the list or roster, and its option's value."""

    name: str
    value: str


def find_stopped_share(request: HttpRequest, me: User) -> StoppedShare | None:
    """Return the share that the reader just stopped, from the address.

    None if there is none, or if they can't share it again.
    """
    value = request.GET.get("stopped", "")
    if not value:
        return None
    public_id, _, roster = value.partition("/")
    try:
        row, chosen = own_share_target(me, public_id, roster)
    except Http404:
        return None
    return StoppedShare(shared_name(row, chosen), value)


def stopped_share_url(share: Share) -> str:
    """Return the address of the club's page with a button to undo the stopped share."""
    roster = share.roster.public_id if share.roster else ""
    query = urlencode({"stopped": f"{share.company_list.public_id}/{roster}"})
    return f"{reverse('club', args=(share.club.public_id,))}?{query}"
