"""Access to a list for its pages: what the reader may do with it, and the addresses of its pages.

A list has up to five addresses with the same pages below each: ``lists/`` for its owner, for samples and for
lists shared with a club; ``gallery/`` while it is public; ``shared/`` with its secret link; ``rosters/`` for
a single roster shared with a club; and ``r/`` for a single roster with a secret link of its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields

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
    "roster_link_": "r/<str:roster_link>/",
}
"""How the addresses of pages for readers begin, by the prefix of the pages' URL names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAccess(ListAccess):
    """Access to a list, with the address of its first page and the start of its other pages' addresses."""

    page_url: str
    base_url: str

    @property
    def nav(self) -> str:
        """The entry of the site's navigation that is highlighted."""
        return _NAV.get(self.kind, "")


_NAV: Mapping[AccessKind, str] = {"own": "lists", "public": "gallery", "club": "clubs", "roster": "clubs"}


def page_access(request: HttpRequest, **address: str) -> PageAccess:
    """Return the reader's access by the address of a page; raise Http404 if they can't read the list."""
    return _access_at(request.user, address)


def page_access_for_anybody(**address: str) -> PageAccess:
    """Return what anybody may read at the address of a page or sample; raise Http404 if nobody may."""
    return sample_page_access(**address) if "slug" in address else _access_at(AnonymousUser(), address)


def _access_at(reader: Reader, address: Mapping[str, str]) -> PageAccess:
    ((parameter, value),) = address.items()
    return _with_urls(_ACCESS_BY_PARAMETER[parameter](reader, value))


def own_page_access(row: CompanyList) -> PageAccess:
    """Return the access of a list's owner."""
    return _with_urls(ListAccess(row=row, kind="own", is_owner=True))


def sample_page_access(slug: str) -> PageAccess:
    """Return access to the sample of this slug."""
    return _with_urls(access.access_sample(slug))


def _with_urls(access: ListAccess) -> PageAccess:
    page = page_address(access)
    # A sample's page has an address of its own; its other pages are below the address of its list.
    base = reverse("list", args=(access.row.public_id,)) if access.kind == "sample" else page
    values = {field.name: getattr(access, field.name) for field in fields(ListAccess)}
    return PageAccess(**values, page_url=page, base_url=base)


_ACCESS_BY_PARAMETER: Mapping[str, Callable[[Reader, str], ListAccess]] = {
    "public_id": access.access_by_id,
    "listed": access.access_public,
    "link": access.access_by_link,
    "shared_roster": access.access_roster,
    "roster_link": access.access_by_roster_link,
}
