"""What the pages of a club show: who may do what there, who is in it, what is shared with it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from builder.models import Club, Membership, Role, Share, User
from builder.queries.clubs.access import ClubAccess, ClubAction
from builder.queries.clubs.shares import own_share_target, share_offers
from builder.queries.pagination import MAX_PAGE_NUMBER
from builder.web.shared.markdown import render_markdown
from builder.web.shared.options import FormOption, FormOptionGroup
from builder.web.shared.presentation import list_name, roster_name
from builder.web.shared.query_options import parse_whole_number


class SharedItem(NamedTuple):
    """A list or a roster on the page of a club. ``stop_url`` ends its sharing, "" for who may not."""

    name: str
    url: str
    kind: str
    owner: str
    system: str
    share: Share
    stop_url: str


class MemberRow(NamedTuple):
    """A member in a page, and what the reader may do to them. ``label``: a rank above a member's, "you"."""

    membership: Membership
    name: str
    role: str
    is_reader: bool
    label: str
    may_promote: bool
    may_demote: bool
    may_remove: bool
    may_hand_over: bool


def page_number(request: HttpRequest, name: str = "page") -> int:
    """The page that an address asks for; what is no number means the first."""
    return parse_whole_number(request.GET.get(name, ""), MAX_PAGE_NUMBER) or 1


def club_context(club_access: ClubAccess) -> dict[str, object]:
    """What every page of a club says of the club and its reader."""
    return {
        "nav": "clubs",
        "club": club_access.club,
        "about": render_about(club_access.club),
        "role": club_access.role.label.lower(),
        "owner": club_access.role == Role.OWNER,
        "may": permissions(club_access),
    }


def render_about(club: Club) -> SafeString | str:
    """What a club says of itself, as HTML."""
    return render_markdown(club.about) if club.about else ""


def permissions(club_access: ClubAccess) -> Mapping[str, bool]:
    """All acts by their names in small letters, and whether the reader's rank is enough."""
    return {act.name.lower(): club_access.may(act) for act in ClubAction}


def member_rows(club_access: ClubAccess, rows: Iterable[Membership], me: User) -> list[MemberRow]:
    """Members, with what the reader may do to each."""
    return [_member_row(club_access, row, me) for row in rows]


def _member_row(club_access: ClubAccess, row: Membership, me: User) -> MemberRow:
    other = row.user_id != me.pk and row.role != Role.OWNER
    promote = other and club_access.may(ClubAction.PROMOTE)
    words = [Role(row.role).label.lower()] if row.role != Role.MEMBER else []
    words += ["you"] if row.user_id == me.pk else []
    remove = ClubAction.REMOVE_ORGANISERS if row.role == Role.ORGANISER else ClubAction.REMOVE
    return MemberRow(
        membership=row,
        name=row.user.username,
        role=Role(row.role).label,
        is_reader=row.user_id == me.pk,
        label=", ".join(words),
        may_promote=promote and row.role == Role.MEMBER,
        may_demote=promote and row.role == Role.ORGANISER,
        may_remove=other and club_access.may(remove),
        may_hand_over=other and club_access.may(ClubAction.HAND_OVER),
    )


def shared_items(club_access: ClubAccess, rows: Iterable[Share], me: User) -> list[SharedItem]:
    """What is shared, as the page lists it."""
    return [_shared_item(club_access, row, me) for row in rows]


def _shared_item(club_access: ClubAccess, row: Share, me: User) -> SharedItem:
    company_list = row.company_list
    owner, edition = company_list.owner, company_list.edition
    stops = company_list.owner_id == me.pk or club_access.may(ClubAction.STOP_SHARES)
    return SharedItem(
        name=roster_name(row.roster.name) if row.roster else list_name(company_list.name),
        url=_shared_item_url(row),
        kind=f"Roster, game of {row.roster.limit}" if row.roster else "Company list",
        owner=owner.username if owner else "",
        system=f"{edition.system.name} {edition.version}",
        share=row,
        stop_url=reverse("stop_club_share", args=(club_access.club.public_id, row.pk)) if stops else "",
    )


def _shared_item_url(row: Share) -> str:
    if row.roster:
        return reverse("roster_list", args=(row.roster.public_id,))
    return reverse("list", args=(row.company_list.public_id,))


def share_options(club: Club, me: User) -> list[FormOptionGroup]:
    """What the reader could share with a club, list by list. A value is the list's id, "/", the roster's."""
    found = []
    for offer in share_offers(club, me):
        public_id = offer.company_list.public_id
        name = list_name(offer.company_list.name)
        options = [FormOption(f"{public_id}/", f"{name} (the whole list)")] if offer.offers_whole_list else []
        options += [
            FormOption(f"{public_id}/{row.public_id}", f"{roster_name(row.name)} (a roster, {row.limit})")
            for row in offer.rosters
        ]
        found.append(FormOptionGroup(name, options))
    return found


class StoppedShare(NamedTuple):
    """What its owner has just stopped sharing: what it is called, and what shares it again."""

    name: str
    value: str


def find_stopped_share(request: HttpRequest, me: User) -> StoppedShare | None:
    """What the address says was just stopped, if it is the reader's to share again."""
    value = request.GET.get("stopped", "")
    if not value:
        return None
    public_id, _, roster = value.partition("/")
    try:
        row, chosen = own_share_target(me, public_id, roster)
    except Http404:
        return None
    return StoppedShare(roster_name(chosen.name) if chosen else list_name(row.name), value)


def stopped_share_url(share: Share) -> str:
    """The club's page, offering to share again what was just stopped."""
    roster = share.roster.public_id if share.roster else ""
    query = urlencode({"stopped": f"{share.company_list.public_id}/{roster}"})
    return f"{reverse('club', args=(share.club.public_id,))}?{query}"
