"""What the page says on which an owner decides who sees a list."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse

from builder.documents import LoadedList
from builder.models import Club, CompanyList, Share
from builder.queries.clubs.clubs import clubs_of
from builder.queries.clubs.shares import shares_of_list
from builder.web.shared.presentation import list_name, roster_name
from builder.web.shared.users import has_account

WHOLE_LIST = "list"


class ShareBox(NamedTuple):
    """What can be shared with a club: ``value`` names club and thing, ``shared`` whether it is now."""

    value: str
    name: str
    shared: bool


class ClubShareBoxes(NamedTuple):
    """One of the owner's clubs, with a box for the whole list and one for each of its rosters."""

    name: str
    url: str
    whole_list: ShareBox
    rosters: list[ShareBox]

    @property
    def is_open(self) -> bool:
        """Whether a roster by itself is shared, so that its box is seen at once."""
        return any(box.shared for box in self.rosters)


def sharing_context(request: HttpRequest, loaded: LoadedList) -> dict[str, object]:
    """The whole page, in a fixed number of queries."""
    row = loaded.row
    account = has_account(request.user)
    shares = shares_of_list(row) if account else []
    clubs = (
        [club_share_boxes(member.club, loaded, shares) for member in clubs_of(request.user)]
        if account
        else []
    )
    link = reverse("shared_list", args=(row.link,)) if row.link else ""
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
        "has_account": account,
        "clubs": clubs,
        "seen": describe_audience(row, shares),
    }


def club_share_boxes(club: Club, loaded: LoadedList, shares: Sequence[Share]) -> ClubShareBoxes:
    """The boxes of one club."""
    there = {
        share.roster.public_id if share.roster else WHOLE_LIST for share in shares if share.club_id == club.pk
    }
    rosters = zip(loaded.roster_ids, loaded.document.rosters, strict=True)
    return ClubShareBoxes(
        name=club.name,
        url=reverse("club", args=(club.public_id,)),
        whole_list=ShareBox(f"{club.public_id}:{WHOLE_LIST}", "The whole list", WHOLE_LIST in there),
        rosters=[
            ShareBox(f"{club.public_id}:{key}", f"{roster_name(roster.name)} ({roster.limit})", key in there)
            for key, roster in rosters
        ],
    )


def describe_audience(row: CompanyList, shares: Sequence[Share]) -> str:
    """In one sentence who can see a list now; ``shares`` are those with clubs."""
    if row.hidden_at is not None:
        return "Only you can see this list: staff have hidden it."
    ways = []
    if row.published_at is not None:
        ways.append("everybody who looks into the gallery")
    if row.link:
        ways.append("everybody who has the link")
    whole = {share.club_id: share.club.name for share in shares if share.roster_id is None}
    parts = {share.club_id: share.club.name for share in shares if share.club_id not in whole}
    if whole:
        ways.append(f"the members of {_join_with_and(list(whole.values()))}")
    if parts:
        ways.append(f"of a roster alone, the members of {_join_with_and(list(parts.values()))}")
    if not ways:
        return "Only you can see this list."
    return f"Besides you, this list is seen by {_join_with_and(ways)}."


def _join_with_and(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def sharing_labels(row: CompanyList, clubs: int) -> list[str]:
    """The same in a few words, for the page of the list; [] where only the owner sees it."""
    if row.hidden_at is not None:
        return ["Hidden by staff"]
    states = [("Public", row.published_at is not None), ("By link", bool(row.link))]
    states.append(("1 club" if clubs == 1 else f"{clubs} clubs", clubs > 0))
    return [word for word, holds in states if holds]
