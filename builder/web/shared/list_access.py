"""How an address gives a user access to a list.

A list has up to five kinds of addresses. Each is the beginning of the addresses of the same pages:
- ``lists/`` for the list's owner, for samples, and for lists that are shared with a club
- ``gallery/`` for a list that is public
- ``shared/`` for the secret link of a list
- ``rosters/`` for a single roster that is shared with a club
- ``r/`` for the secret link of a single roster
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
"""The beginnings of addresses. Each key is the prefix of the URL names of pages with such addresses.

For example, a page with the URL name ``gallery_card`` has an address that begins with ``gallery/``.
"""


_NAV: Mapping[AccessKind, str] = {"own": "lists", "public": "gallery", "club": "clubs", "roster": "clubs"}

_ACCESS_BY_PARAMETER: Mapping[str, Callable[[Reader, str], ListAccess]] = {
    "public_id": access.access_by_id,
    "listed": access.access_public_list,
    "link": access.access_by_link,
    "shared_roster": access.access_shared_roster,
    "roster_link": access.access_by_roster_link,
}


def nav_entry(access: ListAccess) -> str:
    """Return the code of the navigation entry that is highlighted on a list's pages."""
    return _NAV.get(access.kind, "")


def list_page_context(access: ListAccess, loaded: LoadedList) -> dict[str, object]:
    """Return the context that all pages of a list have in common."""
    return {
        "nav": nav_entry(access),
        "access": access,
        "list_name": list_name(loaded.document.name),
        "catalogue": loaded.catalogue,
    }


def page_access(request: HttpRequest, **address: str) -> ListAccess:
    """Return the access to a list that an address gives the user, or raise Http404.

    ``address`` is the parameter of the address with its value, such as ``listed="abc"``.
    """
    return _access_at(request.user, address)


def page_access_for_anybody(**address: str) -> ListAccess:
    """Return the access to a list that an address gives anonymous users, or raise Http404.

    ``address`` is the parameter of the address with its value. The parameter of samples is ``slug``.
    """
    return access.access_sample(**address) if "slug" in address else _access_at(AnonymousUser(), address)


def _access_at(reader: Reader, address: Mapping[str, str]) -> ListAccess:
    ((parameter, value),) = address.items()
    return _ACCESS_BY_PARAMETER[parameter](reader, value)
