"""The profiles of one's own list: each for itself, saved over the version that was read."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Resource
from api.conditions import etag_of, not_modified, seen_version
from api.idempotency import once_a_key
from api.parsers import JSONParser, MergePatchParser
from api.schema import IDEMPOTENCY_KEY, IF_MATCH, PROFILE, Answer, describes
from api.serializers.lists import ListSummary
from api.serializers.profiles import (
    MOVE,
    NEW_PROFILE,
    PROFILE_CHANGE,
    PROFILES,
    profile_of,
    read_new_profile,
    read_place,
    read_profile_change,
)
from api.views.lists import changed
from builder.catalogue.store import catalogue_of
from builder.documents import LoadedList, load
from builder.models import CompanyList
from builder.points.document import dump_profile
from builder.queries.access import list_for_owner
from builder.services import lists as services
from builder.services.incoming import add_profiles


class Profiles(Resource):
    """All of them."""

    @describes(
        "profiles", "The profiles of a list, with their versions", tag="profiles",
        answers={200: Answer(PROFILES)}, problems=("not-found", "broken-list"),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """In the order of the list."""
        loaded = load(list_for_owner(request.user, public_id), rosters=False)
        found = [
            {"version": loaded.versions[profile.key], "profile": dump_profile(profile, loaded.catalogue)}
            for profile in loaded.document.profiles
        ]
        return Response({"results": found})

    @describes(
        "profile_create", "Add a profile", tag="profiles",
        request=NEW_PROFILE, answers={201: Answer(PROFILE, headers=("ETag", "Location"))},
        parameters=[IDEMPOTENCY_KEY],
        problems=("not-found", "too-much", "key-reused", "broken-list"),
    )  # fmt: skip
    @once_a_key
    def post(self, request: Request, public_id: str) -> Response:
        """At the end of the list, under a key that is made from its name."""
        row = list_for_owner(request.user, public_id)
        wanted = read_new_profile(request.data, catalogue_of(row.edition))
        return _made(row, add_profiles(row, [wanted])[0].key)


class OneProfile(Resource):
    """One of them."""

    parser_classes = (JSONParser, MergePatchParser)

    @describes(
        "profile", "A profile", tag="profiles",
        answers={200: Answer(PROFILE), 304: Answer(None)}, problems=("not-found", "broken-list"),
    )  # fmt: skip
    def get(self, request: Request, public_id: str, key: str) -> Response:
        """As it stands in the document."""
        loaded = load(list_for_owner(request.user, public_id), rosters=False)
        profile_of(loaded, key)
        return not_modified(request, etag_of(loaded.versions[key])) or _told(loaded, key)

    @describes(
        "profile_change", "Change a profile", tag="profiles",
        request=PROFILE_CHANGE, media=("application/merge-patch+json", "application/json"),
        answers={200: Answer(PROFILE, headers=("ETag",))}, parameters=[IF_MATCH],
        problems=("not-found", "stale", "no-version", "broken-list"),
    )  # fmt: skip
    def patch(self, request: Request, public_id: str, key: str) -> Response:
        """A JSON merge patch (RFC 7396) of name, notes, max and design. Its key stays."""
        row = list_for_owner(request.user, public_id)
        loaded = load(row, rosters=False)
        profile = profile_of(loaded, key)
        version = seen_version(request, loaded.versions[key])
        wanted = read_profile_change(profile, request.data, loaded.catalogue)
        services.save_design(
            row, key, version, name=wanted.name, notes=wanted.notes, max=wanted.max, design=wanted.design
        )
        return _told(load(row, rosters=False), key)

    @describes(
        "profile_remove", "Remove a profile", tag="profiles", answers={204: Answer(None)},
        parameters=[IF_MATCH], problems=("not-found", "stale", "no-version", "broken-list"),
    )  # fmt: skip
    def delete(self, request: Request, public_id: str, key: str) -> Response:
        """It can be restored while it is among the last that were removed."""
        row = list_for_owner(request.user, public_id)
        loaded = load(row, rosters=False)
        profile_of(loaded, key)
        services.remove_profile(row, key, seen_version(request, loaded.versions[key]))
        return Response(status=204)


class ProfileDuplicate(Resource):
    """A copy of one."""

    @describes(
        "profile_duplicate", "Duplicate a profile", tag="profiles",
        answers={201: Answer(PROFILE, headers=("ETag", "Location"))},
        parameters=[IDEMPOTENCY_KEY], problems=("not-found", "too-much", "key-reused", "broken-list"),
    )  # fmt: skip
    @once_a_key
    def post(self, request: Request, public_id: str, key: str) -> Response:
        """Right behind its original."""
        row = list_for_owner(request.user, public_id)
        return _made(row, services.duplicate_profile(row, key).key)


class ProfileMove(Resource):
    """Another place for one."""

    @describes(
        "profile_move", "Move a profile within its list", tag="profiles", request=MOVE,
        answers={200: Answer(ListSummary, headers=("ETag",))}, problems=("not-found", "broken-list"),
    )  # fmt: skip
    def post(self, request: Request, public_id: str, key: str) -> Response:
        """Up or down by one, to an end, or to a place."""
        row = list_for_owner(request.user, public_id)
        services.move_profile(row, key, read_place(request.data))
        return changed(list_for_owner(request.user, public_id))


class ProfileRestore(Resource):
    """The way back."""

    @describes(
        "profile_restore", "Put a removed profile back", tag="profiles",
        answers={200: Answer(PROFILE, headers=("ETag",))},
        problems=("not-found", "too-much", "broken-list"),
    )  # fmt: skip
    def post(self, request: Request, public_id: str, key: str) -> Response:
        """At its place, as it was; one that is there stays as it is."""
        row = list_for_owner(request.user, public_id)
        services.restore_profile(row, key)
        return _told(load(row, rosters=False), key)


def _made(row: CompanyList, key: str) -> Response:
    made = _told(load(row, rosters=False), key, 201)
    made["Location"] = reverse("api_profile", args=(row.public_id, key))
    return made


def _told(loaded: LoadedList, key: str, status: int = 200) -> Response:
    made = Response(dump_profile(profile_of(loaded, key), loaded.catalogue), status)
    made["ETag"] = etag_of(loaded.versions[key])
    return made
