"""The data of the page on which the owner of a list decides who can see the list."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse

from builder.catalogue.store import catalogue_of
from builder.documents import LoadedList
from builder.models import Club, CompanyList, Share
from builder.points.rules.names import list_name
from builder.points.rules.wording import join_and, pluralize, with_capital
from builder.queries.clubs import own_memberships, shares_of_list
from builder.queries.sharing import has_roster_links
from builder.web.shared.options import roster_options
from builder.web.shared.users import has_account

FULL_LIST = "list"


class ShareBox(NamedTuple):
    """The checkbox for a list or roster that can be shared with a club.

    ``value`` is "CLUB:ROSTER", with the ids of the club and the roster. For the full list, it is "CLUB:list".
    """

    value: str
    name: str
    is_shared: bool


class ClubShareBoxes(NamedTuple):
    """A club of the owner, with a checkbox for the full list and a checkbox for each roster."""

    name: str
    url: str
    full_list: ShareBox
    rosters: list[ShareBox]

    @property
    def is_open(self) -> bool:
        """Whether the page shows the checkboxes of rosters at first, because a roster is shared."""
        return any(box.is_shared for box in self.rosters)


def sharing_context(request: HttpRequest, loaded: LoadedList) -> dict[str, object]:
    """Return the context of the page. The number of queries is fixed."""
    row = loaded.row
    shares, clubs = [], []
    if has_account(request.user):
        shares = list(shares_of_list(row))
        clubs = [
            club_share_boxes(membership.club, loaded, shares) for membership in own_memberships(request.user)
        ]
    link = reverse("shared_list", args=(row.link,)) if row.link else ""
    has_links = has_roster_links(row)
    return {
        "nav": "lists",
        "row": row,
        "base": reverse("list", args=(row.public_id,)),
        "here": request.path,
        "list_name": list_name(row.name),
        "catalogue": loaded.catalogue,
        "link": link,
        "link_url": request.build_absolute_uri(link) if link else "",
        "public_url": request.build_absolute_uri(reverse("gallery_list", args=(row.public_id,))),
        "has_account": has_account(request.user),
        "clubs": clubs,
        "has_roster_links": has_links,
        "audience": describe_audience(row, shares, has_roster_links=has_links),
    }


def club_share_boxes(club: Club, loaded: LoadedList, shares: Sequence[Share]) -> ClubShareBoxes:
    """Return the checkboxes for a club. ``shares`` are all shares of the list and of its rosters."""
    shared = {
        share.roster.public_id if share.roster else FULL_LIST for share in shares if share.club_id == club.pk
    }
    return ClubShareBoxes(
        name=club.name,
        url=reverse("club", args=(club.public_id,)),
        full_list=ShareBox(f"{club.public_id}:{FULL_LIST}", "The full list", FULL_LIST in shared),
        rosters=[
            ShareBox(f"{club.public_id}:{roster.value}", roster.name, roster.value in shared)
            for roster in roster_options(loaded)
        ],
    )


def describe_audience(row: CompanyList, shares: Sequence[Share], *, has_roster_links: bool) -> str:
    """Return a text that says who can see a list. ``shares`` are those of the list and of its rosters."""
    if row.hidden_at is not None:
        return "Only you can see this list, because moderators have hidden it."
    readers, roster_readers = [], []
    if row.published_at is not None:
        readers.append("everyone in the gallery")
    if row.link:
        readers.append("anyone with the link")
    list_clubs = {share.club_id: share.club.name for share in shares if share.roster_id is None}
    roster_clubs = {share.club_id: share.club.name for share in shares if share.club_id not in list_clubs}
    if list_clubs:
        readers.append(f"the members of {join_and(list(list_clubs.values()))}")
    if roster_clubs:
        roster_readers.append(f"the members of {join_and(list(roster_clubs.values()))}")
    if has_roster_links:
        roster_readers.append("anyone with a roster link")
    sentences = []
    if readers:
        sentences.append(f"You share this list with {join_and(readers)}.")
    if roster_readers:
        sentences.append(f"You share single rosters with {join_and(roster_readers)}.")
    return " ".join(sentences) or "Only you can see this list."


def sharing_labels(row: CompanyList, club_count: int, *, has_roster_links: bool) -> list[str]:
    """Return labels that say who else can see a list."""
    if row.hidden_at is not None:
        return ["Hidden by moderators"]
    labels = [
        ("Public", row.published_at is not None),
        ("By link", bool(row.link)),
        (f"{with_capital(catalogue_of(row.edition).words.roster)} by link", has_roster_links),
        (pluralize(club_count, "club"), club_count > 0),
    ]
    return [label for label, applies in labels if applies]
