"""What whoever may read a list can have of it: a copy of it all, or single profiles."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import authenticated_user
from api.bodies import read_body
from api.doors import AccessRoute, AccessRouteView
from api.idempotency import idempotent
from api.schema import IDEMPOTENCY_KEY_PARAMETER, ResponseSpec, describes
from api.serializers.lists import ListSummarySerializer
from api.serializers.reading import ProfileTakeSerializer, TakenProfileSerializer
from api.views.lists import created_list_response
from builder.queries.access import list_for_owner
from builder.queries.sharing import profile_with_references
from builder.services.lists import copy_list
from builder.services.sharing import copy_profiles, copy_profiles_to_new_list

_PROBLEMS = ("not-found", "broken-list", "too-much", "conflict", "key-reused")


def list_copy_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view of the copies."""

    class ListCopyView(AccessRouteView):
        """Copies among one's own lists."""

        access_route = route

        @describes(
            f"{route.operation_prefix}copy", f"Copy {route.noun} to your own", tag=route.tag,
            answers={201: ResponseSpec(ListSummarySerializer, headers=("ETag", "Location"))},
            parameters=[IDEMPOTENCY_KEY_PARAMETER], problems=_PROBLEMS,
        )  # fmt: skip
        @idempotent
        def post(self, request: Request, /, **address: str) -> Response:
            """As much as may be read, under a name that no other list of yours has."""
            reading = self.get_list_access(request, address)
            made = copy_list(authenticated_user(request), reading.row, reading.cut_document())
            return created_list_response(list_for_owner(request.user, made.public_id))

    return ListCopyView


def profile_take_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view of a profile that is taken."""

    class ProfileTakeView(AccessRouteView):
        """A profile into a list of one's own."""

        access_route = route

        @describes(
            f"{route.operation_prefix}take",
            f"Take a profile of {route.noun} into a list of yours",
            tag=route.tag,
            request=ProfileTakeSerializer,
            answers={201: ResponseSpec(TakenProfileSerializer, headers=("Location",))},
            parameters=[IDEMPOTENCY_KEY_PARAMETER],
            problems=_PROBLEMS,
        )
        @idempotent
        def post(self, request: Request, /, key: str, **address: str) -> Response:
            """At its end, with all that it refers to, under keys of their own."""
            loaded = self.get_list_access(request, address).load()
            taken = profile_with_references(loaded, key)
            sent = read_body(ProfileTakeSerializer, request)
            if sent["into"] is None:
                edition = (loaded.catalogue.system, loaded.catalogue.edition)
                row, made = copy_profiles_to_new_list(
                    authenticated_user(request), *edition, sent.get("name", ""), taken.profiles
                )
            else:
                row = list_for_owner(request.user, sent["into"])
                made = copy_profiles(row, loaded.row, taken.profiles)
            keys = taken.new_keys(made)
            at = reverse("api_profile", args=(row.public_id, keys[key]))
            told = {"list": row.public_id, "key": keys[key], "keys": keys}
            return Response(told, 201, headers={"Location": at})

    return ProfileTakeView
