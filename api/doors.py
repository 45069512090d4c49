"""The ways in for whoever reads a list. What can be done with it is the same by each, below its address."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from api.base import Resource
from api.permissions import ReadByAnyone, SignedIn
from builder.queries.access import Reader
from builder.queries.reading import Reading, read_by_id, read_by_link, read_roster


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """A way in. The ids of its operations begin with ``id``, the names of its addresses with ``names``.

    ``part`` is what its address says of the list, ``what`` what is read in words.
    """

    id: str
    names: str
    route: str
    part: str
    what: str
    tag: str
    readers: type[BasePermission]
    read: Callable[[Reader, str], Reading]


BY_ID = Door(
    id="list_", names="api_", route="lists/<str:public_id>", part="public_id", what="a list", tag="lists",
    readers=ReadByAnyone, read=read_by_id,
)  # fmt: skip
BY_LINK = Door(
    id="shared_", names="api_shared_", route="shared/<str:link>", part="link", what="a list shared by link",
    tag="shared", readers=ReadByAnyone, read=read_by_link,
)  # fmt: skip
BY_ROSTER = Door(
    id="club_roster_", names="api_club_roster_", route="rosters/<str:shared_roster>", part="shared_roster",
    what="a roster shared with a club", tag="shared", readers=SignedIn, read=read_roster,
)  # fmt: skip
DOORS = (BY_ID, BY_LINK, BY_ROSTER)


class Through(Resource):
    """A view below the address of a ``door``: its methods are given the parts of that address by name."""

    door: ClassVar[Door]

    def reading(self, request: Request, address: dict[str, str]) -> Reading:
        """The list of an address, for whoever asks; Http404 where it is not theirs to read."""
        return self.door.read(request.user, address[self.door.part])
