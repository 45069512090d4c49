"""What whoever may read a list can have of it: a copy of it all, or single profiles."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import account_of
from api.bodies import read_body
from api.doors import Door, Through
from api.idempotency import once_a_key
from api.schema import IDEMPOTENCY_KEY, Answer, describes
from api.serializers.lists import ListSummary
from api.serializers.reading import TakenShape, TakeShape
from api.views.lists import created
from builder.queries.access import list_for_owner
from builder.queries.sharing import profile_to_take
from builder.services.lists import copy_list
from builder.services.sharing import take_into, take_into_new

_PROBLEMS = ("not-found", "broken-list", "too-much", "conflict", "key-reused")


def copies(way: Door) -> type[Through]:
    """The view of the copies."""

    class Copies(Through):
        """Copies among one's own lists."""

        door = way

        @describes(
            f"{way.id}copy", f"Copy {way.what} to your own", tag=way.tag,
            answers={201: Answer(ListSummary, headers=("ETag", "Location"))},
            parameters=[IDEMPOTENCY_KEY], problems=_PROBLEMS,
        )  # fmt: skip
        @once_a_key
        def post(self, request: Request, /, **address: str) -> Response:
            """As much as may be read, under a name that no other list of yours has."""
            reading = self.reading(request, address)
            made = copy_list(account_of(request), reading.row, reading.part())
            return created(list_for_owner(request.user, made.public_id))

    return Copies


def take(way: Door) -> type[Through]:
    """The view of a profile that is taken."""

    class Take(Through):
        """A profile into a list of one's own."""

        door = way

        @describes(
            f"{way.id}take", f"Take a profile of {way.what} into a list of yours", tag=way.tag,
            request=TakeShape, answers={201: Answer(TakenShape, headers=("Location",))},
            parameters=[IDEMPOTENCY_KEY],
            problems=_PROBLEMS,
        )  # fmt: skip
        @once_a_key
        def post(self, request: Request, /, key: str, **address: str) -> Response:
            """At its end, with all that it refers to, under keys of their own."""
            loaded = self.reading(request, address).load()
            taken = profile_to_take(loaded, key)
            sent = read_body(TakeShape, request)
            if sent["into"] is None:
                edition = (loaded.catalogue.system, loaded.catalogue.edition)
                row, made = take_into_new(account_of(request), *edition, sent.get("name", ""), taken.all)
            else:
                row = list_for_owner(request.user, sent["into"])
                made = take_into(row, loaded.row, taken.all)
            keys = taken.new_keys(made)
            at = reverse("api_profile", args=(row.public_id, keys[key]))
            told = {"list": row.public_id, "key": keys[key], "keys": keys}
            return Response(told, 201, headers={"Location": at})

    return Take
