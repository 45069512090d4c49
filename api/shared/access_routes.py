"""The four routes to a list.

A list can be reached by its id, by its link, by a roster that is shared with a club, and by the link of a
roster. Each route has the same addresses below it, such as ``/summary`` and ``/paper.pdf``.
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
    access_shared_roster,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessRoute:
    """A route to a list.

    The operation ids and the URL names of the route begin with the prefixes. ``parameter`` is the path
    parameter that identifies the list. ``noun`` names the object in the API's documentation. ``open_data`` is
    true if the route can lead to public lists.
    """

    operation_prefix: str
    url_name_prefix: str
    path: str
    parameter: str
    noun: str
    tag: str
    permission: type[BasePermission]
    find_access: Callable[[Reader, str], ListAccess]
    open_data: bool = False


BY_ID = AccessRoute(
    operation_prefix="list_",
    url_name_prefix="api_",
    path="lists/<str:public_id>",
    parameter="public_id",
    noun="a list",
    tag="lists",
    permission=SignedInOrReadOnly,
    find_access=access_by_id,
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
    find_access=access_by_link,
)
BY_ROSTER = AccessRoute(
    operation_prefix="club_roster_",
    url_name_prefix="api_club_roster_",
    path="rosters/<str:shared_roster>",
    parameter="shared_roster",
    noun="a roster shared with a club",
    tag="shared",
    permission=SignedIn,
    find_access=access_shared_roster,
)
BY_ROSTER_LINK = AccessRoute(
    operation_prefix="roster_link_",
    url_name_prefix="api_roster_link_",
    path="roster-links/<str:roster_link>",
    parameter="roster_link",
    noun="a roster shared by link",
    tag="shared",
    permission=SignedInOrReadOnly,
    find_access=access_by_roster_link,
)
ACCESS_ROUTES = (BY_ID, BY_LINK, BY_ROSTER, BY_ROSTER_LINK)


class AccessRouteSchema(OperationSchema):
    """The generator of the OpenAPI schema of an ``AccessRouteView``.

    The view has an operation for each access route. The id of an operation begins with the prefix of the
    route, and its summary has the ``noun`` of the route in place of "{noun}".
    """

    view: "AccessRouteView"  # type: ignore[override] # only these views use it

    def get_operation_id(self) -> str:
        return f"{self.view.access_route.operation_prefix}{super().get_operation_id()}"

    def get_summary(self) -> str:
        return super().get_summary().format(noun=self.view.access_route.noun)

    def get_tags(self) -> list[str]:
        return [self.view.access_route.tag]


class AccessRouteView(BaseView):
    """A view whose path begins with ``access_route``. Its methods get the path parameters as keywords."""

    access_route = BY_ID
    schema = AccessRouteSchema()

    def get_permissions(self) -> list[BasePermission]:
        """Return the permission of the access route."""
        return [self.access_route.permission()]

    def get_list_access(self, request: Request, address: dict[str, str]) -> ListAccess:
        """Return the user's access to a list. Raises Http404 if the user can't read the list.

        ``address`` has the path parameters, by their names.
        """
        return self.access_route.find_access(request.user, address[self.access_route.parameter])
