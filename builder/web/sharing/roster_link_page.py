"""The data for the page with links to single rosters.

A live link shows the roster as it is now. A frozen link shows the roster as it was when the link was made.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse

from builder.documents import LoadedList
from builder.exports.fingerprints import fingerprints_of
from builder.exports.pdf.qr import QrCode, qr_code
from builder.frozen import FrozenSummary
from builder.models import FrozenLink, Roster
from builder.points.document.fingerprint import Fingerprints
from builder.points.pricing.texts import points_text
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import list_name, roster_name
from builder.queries.sharing import roster_links
from builder.web.shared.options import roster_options

LIVE = "live"
"""The id of a roster's live link on the page. The id of a frozen link is its ``public_id``."""


class ShownLink(NamedTuple):
    """The link that the page shows in full, with its address and QR code."""

    url: str
    qr: QrCode | None
    is_frozen: bool


class RosterLinkRow(NamedTuple):
    """A link to a roster.

    ``path`` is the address without the host. The last three fields are only set for frozen links:
    ``points_then`` are the points and the limit at the time ``frozen_at``.
    """

    id: str
    roster_id: str
    roster_name: str
    path: str
    is_removed: bool
    frozen_at: datetime | None = None
    points_then: str = ""
    has_changed: bool = False


def roster_links_context(request: HttpRequest, loaded: LoadedList, roster_id: str) -> dict[str, object]:
    """Return the context for the links to rosters. The number of queries is fixed.

    If ``roster_id`` is an empty string, the links to all rosters are shown.
    """
    row, links = loaded.row, roster_links(loaded.row)
    if roster_id:
        links = links.of_roster(roster_id)
    fingerprints = dict(zip(loaded.roster_ids, fingerprints_of(loaded).rosters, strict=True))
    rows = [
        *(_live_row(roster, loaded) for roster in links.live),
        *(_frozen_row(link, loaded.catalogue, fingerprints) for link in links.frozen),
    ]
    link_id = request.GET.get("link", "")
    shown = next((link for link in rows if link.id == link_id), rows[0] if len(rows) == 1 else None)
    return {
        "nav": "lists",
        "row": row,
        "base": reverse("list", args=(row.public_id,)),
        "here": reverse("roster_links", args=(row.public_id,)),
        "list_name": list_name(row.name),
        "catalogue": loaded.catalogue,
        "unit": loaded.catalogue.points_unit,
        "words": loaded.catalogue.words,
        "roster_id": roster_id,
        **(_roster_context(loaded, roster_id) if roster_id else {}),
        "rosters": roster_options(loaded),
        "rows": rows,
        "shown": shown and _shown_link(request, shown),
    }


def _roster_context(loaded: LoadedList, roster_id: str) -> dict[str, object]:
    """Return the name, the current total and the status of a roster."""
    cut = loaded.cut_to(roster_id)
    (sheet,) = cut.sheet().rosters
    return {"title": sheet.name, "sum": sheet.sum_text, "status": sheet.status}


def _shown_link(request: HttpRequest, row: RosterLinkRow) -> ShownLink:
    url = request.build_absolute_uri(row.path)
    return ShownLink(url, qr_code(url), row.frozen_at is not None)


def _live_row(row: Roster, loaded: LoadedList) -> RosterLinkRow:
    path = reverse("roster_link_list", args=(row.link,))
    is_removed = row.public_id not in loaded.roster_ids
    return RosterLinkRow(
        LIVE, row.public_id, roster_name(row.name, loaded.catalogue.words.roster), path, is_removed
    )


def _frozen_row(
    link: FrozenLink, catalogue: Catalogue, fingerprints: Mapping[str, Fingerprints]
) -> RosterLinkRow:
    summary: FrozenSummary = link.summary
    roster_id = link.roster.public_id if link.roster else ""
    current = fingerprints.get(roster_id)
    limit = "" if summary["limit"] is None else f" of {summary['limit']}"
    return RosterLinkRow(
        id=link.public_id,
        roster_id=roster_id,
        roster_name=roster_name(summary["roster"], catalogue.words.roster),
        path=reverse("roster_link_list", args=(link.secret,)),
        is_removed=current is None,
        frozen_at=link.made,
        points_then=f"{points_text(summary['points'])}{limit} {catalogue.points_unit}",
        has_changed=current is not None and current != (link.force, link.words),
    )
