"""The addresses of a list's pages, for papers, texts and API responses."""

from django.urls import reverse

from builder.models import CompanyList
from builder.queries.access import ListAccess


def list_address(row: CompanyList) -> str:
    """Return the address of a list: the owner's page, or the sample's."""
    return reverse("sample", args=(row.sample,)) if row.sample else reverse("list", args=(row.public_id,))


def page_address(list_access: ListAccess) -> str:
    """Return the address of the page where this reader sees the list."""
    row = list_access.row
    if list_access.kind == "link":
        return reverse("shared_list", args=(row.link,))
    if list_access.kind == "roster-link":
        return reverse("roster_link_list", args=(list_access.link,))
    if list_access.kind == "roster":
        return reverse("roster_list", args=(list_access.roster_id,))
    return (
        reverse("gallery_list", args=(row.public_id,)) if list_access.kind == "public" else list_address(row)
    )


def address_on_paper(list_access: ListAccess) -> str:
    """Return the address where anyone with a paper can read its list without an account, or "".

    A reader's paper has the address that this reader used, so that no paper reveals the secret link.
    """
    row = list_access.row
    if list_access.kind in ("link", "roster-link", "public", "sample"):
        return page_address(list_access)
    if not list_access.can_edit or row.hidden_at is not None:
        return ""
    if row.link:
        return reverse("shared_list", args=(row.link,))
    return reverse("gallery_list", args=(row.public_id,)) if row.published_at is not None else ""
