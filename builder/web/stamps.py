"""What papers and texts carry so that they can be compared with the page: fingerprint and address."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from builder.documents import LoadedList
from builder.exports.pdf import Options
from builder.points.cut import cut_to_roster
from builder.points.fingerprint import Fingerprints, fingerprint, fingerprints
from builder.web.addresses import list_address
from builder.web.doors import Door


class Stamp(NamedTuple):
    """The fingerprint of what a paper holds, and the whole address where it can be compared; "" for none."""

    fingerprint: str
    link: str


def fingerprints_of(loaded: LoadedList) -> Fingerprints:
    """The fingerprints of a list and of each of its rosters."""
    return fingerprints(loaded.document, loaded.catalogue, loaded.row.edition.digest)


def fingerprint_of(loaded: LoadedList, roster: int | None = None) -> str:
    """The fingerprint of a list, or of the list cut to one of its rosters."""
    document = loaded.document
    if roster is not None:
        document = cut_to_roster(document, roster, loaded.catalogue)
    return fingerprint(document, loaded.catalogue, loaded.row.edition.digest)


def stamp_of(request: HttpRequest, door: Door, loaded: LoadedList, options: Options) -> Stamp:
    """The stamp of a paper: a roster's own on the paper for play, the whole list's on the others."""
    made = fingerprint_of(loaded, options.roster if options.paper == "roster" else None)
    address = _address(door)
    if not address:
        return Stamp(made, "")
    return Stamp(made, f"{request.build_absolute_uri(address)}?{urlencode({'paper': made.replace('-', '')})}")


def _address(door: Door) -> str:
    """Where whoever holds the paper can read the list without an account; "" where nobody else can.

    A reader's paper leads where that reader came from, so that no paper gives the owner's secret link away.
    """
    row = door.row
    if door.way in ("link", "public"):
        return door.page
    if row.sample:
        return list_address(row)
    if not door.is_own or row.hidden_at is not None:
        return ""
    if row.link:
        return reverse("shared_list", args=(row.link,))
    return reverse("gallery_list", args=(row.public_id,)) if row.published_at is not None else ""
