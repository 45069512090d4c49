"""The profiles of one's own list: each for itself, saved over the version that was read."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Resource
from api.conditions import etag_of, not_modified, seen_version
from api.idempotency import once_a_key
from api.merging import merge_patch
from api.parsers import JSONParser, MergePatchParser
from api.schema import IDEMPOTENCY_KEY, IF_MATCH, PROFILE, Answer, describes
from api.serializers.lists import ListSummary
from api.serializers.profiles import (
    MOVE,
    NEW_PROFILE,
    PROFILE_CHANGE,
    PROFILES,
    profile_in,
    read_new_profile,
    read_place,
)
from api.views.lists import changed
from builder.documents import StoredList, load, read_list
from builder.models import Profile
from builder.points.document import dump_profile
from builder.queries.access import list_for_owner, own_list
from builder.services import lists as services
from builder.services.editing import edit_list
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
        with edit_list(own_list(request.user, public_id)) as edited:
            wanted = read_new_profile(request.data, edited.catalogue)
            row = add_profiles(edited, [wanted])[0]
        return _made(edited, row)


class OneProfile(Resource):
    """One of them."""

    parser_classes = (JSONParser, MergePatchParser)

    @describes(
        "profile", "A profile", tag="profiles",
        answers={200: Answer(PROFILE), 304: Answer(None)}, problems=("not-found", "broken-list"),
    )  # fmt: skip
    def get(self, request: Request, public_id: str, key: str) -> Response:
        """As it stands in the document."""
        stored = read_list(list_for_owner(request.user, public_id), rosters=False)
        row = profile_in(stored, key)
        return not_modified(request, etag_of(row.version)) or _told(stored, row)

    @describes(
        "profile_change", "Change a profile", tag="profiles",
        request=PROFILE_CHANGE, media=("application/merge-patch+json", "application/json"),
        answers={200: Answer(PROFILE, headers=("ETag",))}, parameters=[IF_MATCH],
        problems=("not-found", "stale", "no-version", "broken-list"),
    )  # fmt: skip
    def patch(self, request: Request, public_id: str, key: str) -> Response:
        """A JSON merge patch (RFC 7396) of name, notes, max and design. Its key stays."""
        with edit_list(own_list(request.user, public_id)) as edited:
            row = profile_in(edited, key)
            version = seen_version(request, row.version)
            stands = dump_profile(edited.profile(row), edited.catalogue)
            value = merge_patch(stands, request.data)
            services.save_profile(edited, key, version, value, unless_same=True)
        return _told(edited, row)

    @describes(
        "profile_remove", "Remove a profile", tag="profiles", answers={204: Answer(None)},
        parameters=[IF_MATCH], problems=("not-found", "stale", "no-version", "broken-list"),
    )  # fmt: skip
    def delete(self, request: Request, public_id: str, key: str) -> Response:
        """It can be restored while it is among the last that were removed."""
        with edit_list(own_list(request.user, public_id)) as edited:
            version = seen_version(request, profile_in(edited, key).version)
            services.remove_profile(edited, key, version)
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
        with edit_list(own_list(request.user, public_id)) as edited:
            row = services.duplicate_profile(edited, key)
        return _made(edited, row)


class ProfileMove(Resource):
    """Another place for one."""

    @describes(
        "profile_move", "Move a profile within its list", tag="profiles", request=MOVE,
        answers={200: Answer(ListSummary, headers=("ETag",))}, problems=("not-found", "broken-list"),
    )  # fmt: skip
    def post(self, request: Request, public_id: str, key: str) -> Response:
        """Up or down by one, to an end, or to a place."""
        with edit_list(own_list(request.user, public_id)) as edited:
            services.move_profile(edited, key, read_place(request.data))
        return changed(edited)


class ProfileRestore(Resource):
    """The way back."""

    @describes(
        "profile_restore", "Put a removed profile back", tag="profiles",
        answers={200: Answer(PROFILE, headers=("ETag",))},
        problems=("not-found", "too-much", "broken-list"),
    )  # fmt: skip
    def post(self, request: Request, public_id: str, key: str) -> Response:
        """At its place, as it was; one that is there stays as it is."""
        with edit_list(own_list(request.user, public_id)) as edited:
            row = services.restore_profile(edited, key)
        return _told(edited, row)


def _made(stored: StoredList, row: Profile) -> Response:
    made = _told(stored, row, 201)
    made["Location"] = reverse("api_profile", args=(stored.row.public_id, row.key))
    return made


def _told(stored: StoredList, row: Profile, status: int = 200) -> Response:
    made = Response(dump_profile(stored.profile(row), stored.catalogue), status)
    made["ETag"] = etag_of(row.version)
    return made
