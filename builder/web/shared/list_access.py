"""Access to a list for its pages: what the reader may do with it, and the addresses of its pages.

A list has up to four addresses with the same pages below each: ``lists/`` for its owner, for samples and
for what is shared with a club; ``gallery/`` while it is public; ``shared/`` by its secret link; and
``rosters/`` for one roster that is shared with a club by itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse

from builder.exports.addresses import page_address
from builder.models import CompanyList
from builder.queries import access
from builder.queries.access import AccessKind, ListAccess, Reader

ADDRESS_PREFIXES: Mapping[str, str] = {
    "": "lists/<str:public_id>/",
    "gallery_": "gallery/<str:listed>/",
    "shared_": "shared/<str:link>/",
    "roster_": "rosters/<str:shared_roster>/",
}
"""What the addresses of reading pages begin with, by what their names do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAccess(ListAccess):
    """A list that may be read: the address of its page, and what those of its other pages begin with."""

    page_url: str
    base_url: str

    @property
    def nav(self) -> str:
        """The entry of the site's navigation that stands for it."""
        return _NAV.get(self.kind, "")


_NAV: Mapping[AccessKind, str] = {"own": "lists", "public": "gallery", "club": "clubs", "roster": "clubs"}


def page_access(request: HttpRequest, **address: str) -> PageAccess:
    """The access that the address of a page gives its reader; Http404 where they may not read the list.

    ``base_url`` is the one part of it that its prefix names.
    """
    return _access_at(request.user, address)


def open_page_access(**address: str) -> PageAccess:
    """The access that the address of a page, a sample's too, gives to everybody; or Http404."""
    return sample_page_access(**address) if "slug" in address else _access_at(AnonymousUser(), address)


def _access_at(reader: Reader, address: Mapping[str, str]) -> PageAccess:
    ((kind, value),) = address.items()
    return _with_urls(_ACCESS_BY_PARAMETER[kind](reader, value))


def own_page_access(row: CompanyList) -> PageAccess:
    """The access of an owner, for a list that is known to be the reader's own."""
    return _with_urls(ListAccess(row=row, kind="own", is_owner=True))


def sample_page_access(slug: str) -> PageAccess:
    """The access that everybody has to the sample of this slug."""
    return _with_urls(access.access_sample(slug))


def _with_urls(access: ListAccess) -> PageAccess:
    page = page_address(access)
    # A sample's page has an address of its own; its other pages stand below that of its list.
    base = reverse("list", args=(access.row.public_id,)) if access.kind == "sample" else page
    return PageAccess(
        row=access.row,
        kind=access.kind,
        is_owner=access.is_owner,
        roster_id=access.roster_id,
        page_url=page,
        base_url=base,
    )


_ACCESS_BY_PARAMETER: Mapping[str, Callable[[Reader, str], ListAccess]] = {
    "public_id": access.access_by_id,
    "listed": access.access_public,
    "link": access.access_by_link,
    "shared_roster": access.access_roster,
}
