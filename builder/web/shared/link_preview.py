"""The previews that other sites show for links to lists and rosters: a name, a description, and a picture."""

from typing import NamedTuple
from urllib.parse import urlencode, urljoin

from django.urls import reverse

from builder.catalogue.play import list_sheet
from builder.documents import LoadedList
from builder.exports.pdf.link_picture import ellipsize
from builder.points.rules.names import list_name
from builder.points.rules.results import Appraisal
from builder.points.rules.wording import pluralize, price_range, with_capital
from builder.points.sheets.roster import RosterSheet

_MAX_LENGTH = 280  # characters of a title or a description
_MAX_ROSTER_NAME_LENGTH = 60
_MAX_ROSTERS = 3


class LinkPreview(NamedTuple):
    """The Open Graph properties of a page. ``may_be_embedded`` says whether oEmbed offers its embed."""

    title: str
    description: str
    url: str
    picture: str
    may_be_embedded: bool = True

    @property
    def oembed(self) -> str:
        """The oEmbed address of the page, from which other sites get its embed."""
        return f"{urljoin(self.url, reverse('oembed'))}?{urlencode({'url': self.url, 'format': 'json'})}"


PREVIEW_WIDTH, PREVIEW_HEIGHT = 1200, 630
"""The size of the pictures in pixels."""


def preview_picture_url(base_url: str, roster_id: str = "") -> str:
    """Return the address of the picture of the list at ``base_url``, or of one of its rosters."""
    picture = urljoin(base_url, "picture.png")
    return f"{picture}?{urlencode({'roster': roster_id})}" if roster_id else picture


def link_preview(loaded: LoadedList, appraisal: Appraisal, url: str) -> LinkPreview:
    """Return the preview of a list's page. ``url`` is the absolute address of the page."""
    name = ellipsize(list_name(loaded.document.name), _MAX_LENGTH)
    return LinkPreview(name, _description(loaded, appraisal), url, preview_picture_url(url))


def roster_preview(roster: RosterSheet, url: str, picture: str) -> LinkPreview:
    """Return the preview of a roster's page. ``url`` and ``picture`` are absolute addresses."""
    catalogue = roster.list_sheet.catalogue
    text = (
        f"{catalogue.system_name} {catalogue.edition}: {_points_text(roster)}; {', '.join(roster.counted)}. "
        f"{with_capital(catalogue.words.roster)} of {roster.list_sheet.name}."
    )
    title = ellipsize(roster.name, _MAX_LENGTH)
    return LinkPreview(title, ellipsize(text, _MAX_LENGTH), url, picture)


def _description(loaded: LoadedList, appraisal: Appraisal) -> str:
    parts = [f"{loaded.catalogue.title}: {_profiles_text(loaded, appraisal)}."]
    roster_sheets = list_sheet(loaded.document, loaded.catalogue, appraisal).rosters
    rosters = [
        f"{ellipsize(roster_sheet.name, _MAX_ROSTER_NAME_LENGTH)}, {_points_text(roster_sheet)}"
        for roster_sheet in roster_sheets[:_MAX_ROSTERS]
    ]
    if more := len(roster_sheets) - len(rosters):
        rosters.append(f"and {more} more")
    if rosters:
        words = loaded.catalogue.words
        heading = with_capital(words.roster if len(roster_sheets) == 1 else words.rosters)
        parts.append(f"{heading}: {'; '.join(rosters)}.")
    return ellipsize(" ".join(parts), _MAX_LENGTH)


def _profiles_text(loaded: LoadedList, appraisal: Appraisal) -> str:
    count = len(appraisal.profiles)
    if not count:
        return "no profile yet"
    points = price_range((p.points for p in appraisal.profiles), loaded.catalogue.points_unit)
    texts = [pluralize(count, "profile"), points, _statuses_text(appraisal)]
    return ", ".join(text for text in texts if text)


def _statuses_text(appraisal: Appraisal) -> str:
    """Return how many profiles are illegal or unfinished, such as "2 unfinished", or that all are legal."""
    return appraisal.profiles_status or ("all legal" if len(appraisal.profiles) > 1 else "legal")


def _points_text(roster: RosterSheet) -> str:
    """Return the points of a roster, the prices that are missing, and its status, such as "legal"."""
    return ", ".join(filter(None, (roster.sum_text, roster.missing_price, roster.status.text.lower())))
