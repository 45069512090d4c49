"""Access to a list for its pages: what the reader may do with it, and the addresses of its pages.

A list has up to five addresses with the same pages below each: ``lists/`` for its owner, for samples and for
lists shared with a club; ``gallery/`` while it is public; ``shared/`` with its secret link; ``rosters/`` for
a single roster shared with a club; and ``r/`` for a single roster with a secret link of its own.
"""

from collections.abc import Callable, Mapping

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from builder.documents import LoadedList
from builder.points.rules.names import list_name
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


_NAV: Mapping[AccessKind, str] = {"own": "lists", "public": "gallery", "club": "clubs", "roster": "clubs"}

_ACCESS_BY_PARAMETER: Mapping[str, Callable[[Reader, str], ListAccess]] = {
    "public_id": access.access_by_id,
    "listed": access.access_public,
    "link": access.access_by_link,
    "shared_roster": access.access_roster,
    "roster_link": access.access_by_roster_link,
}


def nav_entry(access: ListAccess) -> str:
    """Return the entry of the site's navigation that is highlighted on the list's pages."""
    return _NAV.get(access.kind, "")


def list_page_context(access: ListAccess, loaded: LoadedList) -> dict[str, object]:
    """Return the context that all pages below a list's address have."""
    return {
        "nav": nav_entry(access),
        "access": access,
        "list_name": list_name(loaded.document.name),
        "catalogue": loaded.catalogue,
    }


def page_access(request: HttpRequest, **address: str) -> ListAccess:
    """Return the reader's access by the address of a page; raise Http404 if they can't read the list."""
    return _access_at(request.user, address)


def page_access_for_anybody(**address: str) -> ListAccess:
    """Return what anybody may read at the address of a page or sample; raise Http404 if nobody may."""
    return access.access_sample(**address) if "slug" in address else _access_at(AnonymousUser(), address)


def _access_at(reader: Reader, address: Mapping[str, str]) -> ListAccess:
    ((parameter, value),) = address.items()
    return _ACCESS_BY_PARAMETER[parameter](reader, value)
