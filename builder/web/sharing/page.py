"""The page on which an owner decides who sees a list."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse

from builder.documents import LoadedList
from builder.models import Club, CompanyList, Share
from builder.queries.clubs import clubs_of, shares_of_list
from builder.web.shared.options import roster_options
from builder.web.shared.presentation import list_name
from builder.web.shared.users import has_account

WHOLE_LIST = "list"


class ShareBox(NamedTuple):
    """A list or roster that can be shared with a club; ``value`` names both, ``shared`` says if it is now."""

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
        """Whether a roster is shared by itself, so that the boxes of the rosters are shown at once."""
        return any(box.shared for box in self.rosters)


def sharing_context(request: HttpRequest, loaded: LoadedList) -> dict[str, object]:
    """The context of the page, in a fixed number of queries."""
    row = loaded.row
    account = has_account(request.user)
    shares = list(shares_of_list(row)) if account else []
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
        "audience": describe_audience(row, shares),
    }


def club_share_boxes(club: Club, loaded: LoadedList, shares: Sequence[Share]) -> ClubShareBoxes:
    """A club with its boxes; ``shares`` are all of the list, those with other clubs too."""
    shared = {
        share.roster.public_id if share.roster else WHOLE_LIST for share in shares if share.club_id == club.pk
    }
    return ClubShareBoxes(
        name=club.name,
        url=reverse("club", args=(club.public_id,)),
        whole_list=ShareBox(f"{club.public_id}:{WHOLE_LIST}", "The whole list", WHOLE_LIST in shared),
        rosters=[
            ShareBox(f"{club.public_id}:{roster.value}", roster.name, roster.value in shared)
            for roster in roster_options(loaded)
        ],
    )


def describe_audience(row: CompanyList, shares: Sequence[Share]) -> str:
    """In one sentence who can see a list now; ``shares`` are its shares with clubs."""
    if row.hidden_at is not None:
        return "Only you can see this list: moderators have hidden it."
    audiences = []
    if row.published_at is not None:
        audiences.append("everybody who looks into the gallery")
    if row.link:
        audiences.append("everybody who has the link")
    whole_list = {share.club_id: share.club.name for share in shares if share.roster_id is None}
    rosters = {share.club_id: share.club.name for share in shares if share.club_id not in whole_list}
    if whole_list:
        audiences.append(f"the members of {_join_with_and(list(whole_list.values()))}")
    if rosters:
        audiences.append(f"of a roster alone, the members of {_join_with_and(list(rosters.values()))}")
    if not audiences:
        return "Only you can see this list."
    return f"Besides you, this list is seen by {_join_with_and(audiences)}."


def _join_with_and(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def sharing_labels(row: CompanyList, clubs: int) -> list[str]:
    """Who can see a list, as labels for its page; [] where only the owner can. ``clubs`` is their number."""
    if row.hidden_at is not None:
        return ["Hidden by moderators"]
    states = [("Public", row.published_at is not None), ("By link", bool(row.link))]
    states.append(("1 club" if clubs == 1 else f"{clubs} clubs", clubs > 0))
    return [word for word, holds in states if holds]
