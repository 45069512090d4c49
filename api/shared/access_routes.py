"""The four routes to a list: its id, its link, a roster shared with a club, and the link of a roster.

Each route has the same addresses below it, such as ``/summary`` and ``/paper.pdf``.
"""

from collections.abc import Callable
from dataclasses import dataclass

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from api.shared.base import BaseView
from api.shared.permissions import SignedIn, SignedInOrReadOnly
from api.shared.schema import OperationSchema
from builder.queries.access import (
    ListAccess,
    Reader,
    access_by_id,
    access_by_link,
    access_by_roster_link,
    access_roster,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessRoute:
    """A route to a list, with the prefixes of its operation ids and URL names.

    ``parameter`` is the part of the path that identifies the list. ``noun`` names the object in the texts of
    the API's documentation. ``open_data`` is true for routes to public lists, which anyone can read.
    """

    operation_prefix: str
    url_name_prefix: str
    path: str
    parameter: str
    noun: str
    tag: str
    permission: type[BasePermission]
    open: Callable[[Reader, str], ListAccess]
    open_data: bool = False


BY_ID = AccessRoute(
    operation_prefix="list_",
    url_name_prefix="api_",
    path="lists/<str:public_id>",
    parameter="public_id",
    noun="a list",
    tag="lists",
    permission=SignedInOrReadOnly,
    open=access_by_id,
    open_data=True,
)
BY_LINK = AccessRoute(
    operation_prefix="shared_",
    url_name_prefix="api_shared_",
    path="shared/<str:link>",
    parameter="link",
    noun="a list shared by link",
    tag="shared",
    permission=SignedInOrReadOnly,
    open=access_by_link,
)
BY_ROSTER = AccessRoute(
    operation_prefix="club_roster_",
    url_name_prefix="api_club_roster_",
    path="rosters/<str:shared_roster>",
    parameter="shared_roster",
    noun="a roster shared with a club",
    tag="shared",
    permission=SignedIn,
    open=access_roster,
)
BY_ROSTER_LINK = AccessRoute(
    operation_prefix="roster_link_",
    url_name_prefix="api_roster_link_",
    path="roster-links/<str:roster_link>",
    parameter="roster_link",
    noun="a roster shared by link",
    tag="shared",
    permission=SignedInOrReadOnly,
    open=access_by_roster_link,
)
ACCESS_ROUTES = (BY_ID, BY_LINK, BY_ROSTER, BY_ROSTER_LINK)


class AccessRouteSchema(OperationSchema):
    """A generator that describes a view for each access route. It replaces "{noun}" in a summary."""

    view: "AccessRouteView"  # type: ignore[override] # only these views use it

    def get_operation_id(self) -> str:
        return f"{self.view.access_route.operation_prefix}{super().get_operation_id()}"

    def get_summary(self) -> str:
        return super().get_summary().format(noun=self.view.access_route.noun)

    def get_tags(self) -> list[str]:
        return [self.view.access_route.tag]


class AccessRouteView(BaseView):
    """A view below the path of an ``access_route``. Its methods get the path's parameters by name."""

    access_route = BY_ID
    schema = AccessRouteSchema()

    def get_permissions(self) -> list[BasePermission]:
        """Return the permission of the access route."""
        return [self.access_route.permission()]

    def get_list_access(self, request: Request, address: dict[str, str]) -> ListAccess:
        """Return access to the list that the path names. Raises Http404 if the user can't read the list."""
        return self.access_route.open(request.user, address[self.access_route.parameter])
