"""The addresses of pages that leave the site: on papers, in texts, in answers to programs."""

from django.urls import reverse

from builder.models import CompanyList
from builder.queries.reading import Reading


def list_address(row: CompanyList) -> str:
    """Where a list itself is read: one's own page, or the sample's."""
    return reverse("sample", args=(row.sample,)) if row.sample else reverse("list", args=(row.public_id,))


def page_address(reading: Reading) -> str:
    """The page on which a reader finds the list, by the way that led to it."""
    row = reading.row
    if reading.way == "link":
        return reverse("shared_list", args=(row.link,))
    if reading.way == "roster":
        return reverse("roster_list", args=(reading.roster,))
    return reverse("gallery_list", args=(row.public_id,)) if reading.way == "public" else list_address(row)


def address_on_paper(reading: Reading) -> str:
    """Where whoever holds a paper can read the list without an account; "" where nobody else can.

    A reader's paper leads where that reader came from, so that no paper gives the owner's secret link away.
    """
    row = reading.row
    if reading.way in ("link", "public", "sample"):
        return page_address(reading)
    if not reading.is_own or row.hidden_at is not None:
        return ""
    if row.link:
        return reverse("shared_list", args=(row.link,))
    return reverse("gallery_list", args=(row.public_id,)) if row.published_at is not None else ""
