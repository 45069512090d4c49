"""What the pages of a club show: who may do what there, who is in it, what is shared with it."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from builder.models import Club, Membership, Role, Share, User
from builder.queries import clubs as queries
from builder.queries.club_access import Act, Inside
from builder.web.asked import whole_number
from builder.web.markdown import render_markdown
from builder.web.option import Option, OptionGroup
from builder.web.presenting import list_name, roster_name


class Shown(NamedTuple):
    """A list or a roster in the page of a club. ``stop`` is where its sharing ends, "" for who may not."""

    name: str
    url: str
    kind: str
    by: str
    system: str
    row: Share
    stop: str


class Person(NamedTuple):
    """A member in a page, and what the reader may do to them. ``words``: a rank above a member's, "you"."""

    row: Membership
    name: str
    role: str
    me: bool
    words: str
    promote: bool
    demote: bool
    remove: bool
    hand_over: bool


def page_number(request: HttpRequest, name: str = "page") -> int:
    """The page that an address asks for; what is no number means the first."""
    return whole_number(request.GET.get(name, ""), queries.MOST_PAGES) or 1


def club_context(inside: Inside) -> dict[str, object]:
    """What every page of a club says of the club and its reader."""
    return {
        "nav": "clubs",
        "club": inside.club,
        "about": about_of(inside.club),
        "role": inside.role.label.lower(),
        "owner": inside.role == Role.OWNER,
        "may": may(inside),
    }


def about_of(club: Club) -> SafeString | str:
    """What a club says of itself, as HTML."""
    return render_markdown(club.about) if club.about else ""


def may(inside: Inside) -> Mapping[str, bool]:
    """All acts by their names in small letters, and whether the reader's rank is enough."""
    return {act.name.lower(): inside.may(act) for act in Act}


def people(inside: Inside, rows: list[Membership], me: User) -> list[Person]:
    """Members, with what the reader may do to each."""
    return [_person(inside, row, me) for row in rows]


def _person(inside: Inside, row: Membership, me: User) -> Person:
    other = row.user_id != me.pk and row.role != Role.OWNER
    promote = other and inside.may(Act.PROMOTE)
    words = [Role(row.role).label.lower()] if row.role != Role.MEMBER else []
    words += ["you"] if row.user_id == me.pk else []
    remove = Act.REMOVE_ORGANISERS if row.role == Role.ORGANISER else Act.REMOVE
    return Person(
        row=row,
        name=row.user.username,
        role=Role(row.role).label,
        me=row.user_id == me.pk,
        words=", ".join(words),
        promote=promote and row.role == Role.MEMBER,
        demote=promote and row.role == Role.ORGANISER,
        remove=other and inside.may(remove),
        hand_over=other and inside.may(Act.HAND_OVER),
    )


def shown(inside: Inside, rows: list[Share], me: User) -> list[Shown]:
    """What is shared, as the page lists it."""
    return [_shown(inside, row, me) for row in rows]


def _shown(inside: Inside, row: Share, me: User) -> Shown:
    company_list = row.company_list
    owner, edition = company_list.owner, company_list.edition
    stops = company_list.owner_id == me.pk or inside.may(Act.STOP_SHARES)
    return Shown(
        name=roster_name(row.roster.name) if row.roster else list_name(company_list.name),
        url=_address(row),
        kind=f"Roster, game of {row.roster.limit}" if row.roster else "Company list",
        by=owner.username if owner else "",
        system=f"{edition.system.name} {edition.version}",
        row=row,
        stop=reverse("stop_club_share", args=(inside.club.public_id, row.pk)) if stops else "",
    )


def _address(row: Share) -> str:
    if row.roster:
        return reverse("roster_list", args=(row.roster.public_id,))
    return reverse("list", args=(row.company_list.public_id,))


def choices(club: Club, me: User) -> list[OptionGroup]:
    """What the reader could share with a club, list by list. A value is the list's id, "/", the roster's."""
    found = []
    for offer in queries.offers_to(club, me):
        public_id = offer.company_list.public_id
        name = list_name(offer.company_list.name)
        options = [Option(f"{public_id}/", f"{name} (the whole list)")] if offer.whole else []
        options += [
            Option(f"{public_id}/{row.public_id}", f"{roster_name(row.name)} (a roster, {row.limit})")
            for row in offer.rosters
        ]
        found.append(OptionGroup(name, options))
    return found


class Stopped(NamedTuple):
    """What its owner has just stopped sharing: what it is called, and what shares it again."""

    name: str
    value: str


def just_stopped(request: HttpRequest, me: User) -> Stopped | None:
    """What the address says was just stopped, if it is the reader's to share again."""
    value = request.GET.get("stopped", "")
    if not value:
        return None
    public_id, _, roster = value.partition("/")
    try:
        row, chosen = queries.own_share_target(me, public_id, roster)
    except Http404:
        return None
    return Stopped(roster_name(chosen.name) if chosen else list_name(row.name), value)


def stopped_address(share: Share) -> str:
    """The club's page, offering to share again what was just stopped."""
    roster = share.roster.public_id if share.roster else ""
    query = urlencode({"stopped": f"{share.company_list.public_id}/{roster}"})
    return f"{reverse('club', args=(share.club.public_id,))}?{query}"
