"""The preview of a link to a list or a roster where it is posted elsewhere: name, a sentence, a picture."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode, urljoin

from django.urls import reverse

from builder.documents import LoadedList
from builder.exports.pdf.link_picture import ellipsize
from builder.points.legality.totals import counted_texts
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, RosterAppraisal
from builder.points.rules.wording import pluralize, price_range, waiting
from builder.web.shared.presentation import list_name, roster_name, total_text

_MOST_LETTERS = 280
_MOST_NAME = 60
_ROSTERS = 3


class LinkPreview(NamedTuple):
    """The Open Graph properties of a page, and where oEmbed tells of it; all addresses are whole."""

    title: str
    description: str
    url: str
    picture: str

    @property
    def oembed(self) -> str:
        """The address that tells how the page is framed."""
        return f"{urljoin(self.url, reverse('oembed'))}?{urlencode({'url': self.url, 'format': 'json'})}"


PREVIEW_WIDTH, PREVIEW_HEIGHT = 1200, 630
"""The size of the pictures in pixels."""


def preview_picture_url(base_url: str, roster_id: str = "") -> str:
    """The address of the picture of a list, or of one of its rosters, below that of the list."""
    picture = urljoin(base_url, "picture.png")
    return f"{picture}?{urlencode({'roster': roster_id})}" if roster_id else picture


def link_preview(loaded: LoadedList, appraisal: Appraisal, url: str) -> LinkPreview:
    """The preview of a list's page; ``url`` is its whole address."""
    name = ellipsize(list_name(loaded.document.name), _MOST_LETTERS)
    return LinkPreview(name, _description(loaded, appraisal), url, preview_picture_url(url))


def roster_preview(
    loaded: LoadedList, appraisal: Appraisal, roster: RosterAppraisal, url: str, picture: str
) -> LinkPreview:
    """The preview of a roster's page; ``url`` and ``picture`` are whole addresses."""
    catalogue, names = loaded.catalogue, loaded.document.profile_names()
    points = _points_text(appraisal, roster, names, catalogue)
    models = ", ".join(counted_texts(catalogue, roster))
    text = (
        f"{catalogue.system_name} {catalogue.edition}: {points}; {models}. "
        f"A roster of {list_name(loaded.document.name)}."
    )
    title = ellipsize(roster_name(roster.name), _MOST_LETTERS)
    return LinkPreview(title, ellipsize(text, _MOST_LETTERS), url, picture)


def _description(loaded: LoadedList, appraisal: Appraisal) -> str:
    catalogue = loaded.catalogue
    parts = [f"{catalogue.title}: {_profiles_text(loaded, appraisal)}."]
    names = loaded.document.profile_names()
    rosters = [_roster_text(appraisal, roster, names, catalogue) for roster in appraisal.rosters[:_ROSTERS]]
    if more := len(appraisal.rosters) - len(rosters):
        rosters.append(f"and {more} more")
    if rosters:
        parts.append(f"{'Roster' if len(appraisal.rosters) == 1 else 'Rosters'}: {'; '.join(rosters)}.")
    return ellipsize(" ".join(parts), _MOST_LETTERS)


def _profiles_text(loaded: LoadedList, appraisal: Appraisal) -> str:
    count = len(appraisal.profiles)
    if not count:
        return "no profile yet"
    points = price_range((p.points for p in appraisal.profiles), loaded.catalogue.points_unit)
    words = [pluralize(count, "profile"), points, _statuses_text(appraisal)]
    return ", ".join(word for word in words if word)


def _statuses_text(appraisal: Appraisal) -> str:
    """How many profiles are not legal, else how many are unfinished: "all legal", "2 unfinished"."""
    return appraisal.profiles_status or ("all legal" if len(appraisal.profiles) > 1 else "legal")


def _roster_text(
    appraisal: Appraisal, roster: RosterAppraisal, names: Mapping[str, str], catalogue: Catalogue
) -> str:
    name = ellipsize(roster_name(roster.name), _MOST_NAME)
    return f"{name}, {_points_text(appraisal, roster, names, catalogue)}"


def _points_text(
    appraisal: Appraisal, roster: RosterAppraisal, names: Mapping[str, str], catalogue: Catalogue
) -> str:
    """The sum of a roster with what it waits for, and whether it is legal."""
    total = appraisal.roster_total(roster, names, catalogue.words.price)
    limit = "" if roster.limit is None else f" of {roster.limit}"
    points = f"{total_text(total)}{limit} {catalogue.points_unit}"
    return ", ".join(filter(None, (points, waiting(total), appraisal.status(roster).text.lower())))
