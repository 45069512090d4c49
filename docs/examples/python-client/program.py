"""A tour with the generated client: a list, a change, what fits, an event, a paper.

MUSTERBOOK=https://musters.example MUSTERBOOK_TOKEN=muster_… python program.py PAPER.pdf
"""

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from musterbook import AuthenticatedClient
from musterbook.api.calculations import fits
from musterbook.api.clubs import clubs_create
from musterbook.api.events import events_create, hand_in_put
from musterbook.api.lists import list_, list_paper, list_summary, lists_create
from musterbook.api.profiles import profile, profile_change
from musterbook.api.rules import samples
from musterbook.api.sharing import link_make
from musterbook.models import (
    AnyDesign,
    ClubCreateRequest,
    EditionName,
    EventCreateRequest,
    FitsInputRequest,
    GameSystemCode,
    HandInCreateRequest,
    Problem,
    ProfileUpdateRequest,
    UnbridledFuryAttributes,
    UnbridledFuryDesign,
    UnbridledFuryList,
)
from musterbook.types import File

T = TypeVar("T")

SITE = os.environ.get("MUSTERBOOK", "http://127.0.0.1:8000").rstrip("/")
CLIENT = AuthenticatedClient(
    f"{SITE}/api/v1", os.environ["MUSTERBOOK_TOKEN"], raise_on_unexpected_status=True
)


def said(answer: T | Problem | None) -> T:
    """Return the response; exit with the detail of a problem."""
    if isinstance(answer, Problem):
        sys.exit(f"{answer.status} {answer.title}: {answer.detail}")
    if answer is None:
        sys.exit("There is no answer.")
    return answer


def fury(document: object) -> UnbridledFuryList:
    """Return a list of Unbridled Fury; lists of other games have other classes."""
    if not isinstance(document, UnbridledFuryList):
        sys.exit(f"This is no list of Unbridled Fury but a {type(document).__name__}.")
    return document


def sample() -> UnbridledFuryList:
    """Return the first sample of the game."""
    for sample_list in said(samples.sync(client=CLIENT)).results:
        if sample_list.system == GameSystemCode.UNBRIDLED_FURY:
            return fury(said(list_.sync(sample_list.id, client=CLIENT)))
    sys.exit("This site has no sample of Unbridled Fury.")


def movement(document: UnbridledFuryList, key: str) -> int:
    """Return the Mov of a profile, which has a field of its own."""
    for listed in document.profiles or []:
        if listed.key == key and isinstance(listed.design, UnbridledFuryDesign):
            attributes = listed.design.attributes
            if isinstance(attributes, UnbridledFuryAttributes) and isinstance(attributes.mov, int):
                return attributes.mov
    return 0


def change_movement(list_id: str, key: str, mov: int) -> None:
    """Change a profile, unless somebody else has changed it since it was read."""
    etag = profile.sync_detailed(list_id, key, client=CLIENT).headers["ETag"]
    design = AnyDesign.from_dict({"attributes": {"mov": mov}})
    said(
        profile_change.sync(
            list_id, key, client=CLIENT, body=ProfileUpdateRequest(design=design), if_match=etag
        )
    )


def hand_in(list_id: str) -> int | None:
    """Hand in the first roster of a list for an event of a new club, and return its points."""
    club = said(clubs_create.sync(client=CLIENT, body=ClubCreateRequest(name="The Harbour Table")))
    now = datetime.now(UTC)
    muster = EventCreateRequest(
        name="Spring muster",
        date=(now + timedelta(days=30)).date(),
        system=GameSystemCode.UNBRIDLED_FURY,
        edition=EditionName("0.9.0"),
        limit=750,
        deadline=now + timedelta(days=28),
    )
    event = said(events_create.sync(club.id, client=CLIENT, body=muster))
    roster = said(list_summary.sync(list_id, client=CLIENT)).rosters[0]
    body = HandInCreateRequest(list_=list_id, roster=roster.id)
    return said(hand_in_put.sync(club.id, event.id, client=CLIENT, body=body)).points


def main(paper: Path) -> None:
    """Print a line for each step."""
    created = said(lists_create.sync(client=CLIENT, body=sample()))
    document = fury(said(list_.sync(created.id, client=CLIENT)))
    first = (document.profiles or [])[0]
    mov = movement(document, first.key)
    print(f"{document.name}: {first.name} has Mov {mov}")

    change_movement(created.id, first.key, mov + 1)
    document = fury(said(list_.sync(created.id, client=CLIENT)))
    print(f"{first.name} has Mov {movement(document, first.key)} now")

    fitting = said(fits.sync(client=CLIENT, body=FitsInputRequest(document=document, roster=0)))
    print(f"{len(fitting.fits)} profiles still fit into the first roster")
    print(f"Shared at {said(link_make.sync(created.id, client=CLIENT)).page}")
    print(f"Handed in with {hand_in(created.id)} points")

    pdf = said(list_paper.sync(created.id, client=CLIENT))
    if isinstance(pdf, File):
        paper.write_bytes(pdf.payload.read())
        print(f"{paper.name} has {paper.stat().st_size} bytes")


main(Path(sys.argv[1]))
