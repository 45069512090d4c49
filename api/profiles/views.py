"""The profiles of the user's list, each with its own version."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.lists.serializers import ListSummarySerializer
from api.lists.views import changed_list_response
from api.profiles.serializers import (
    PROFILE_CREATE,
    PROFILE_MOVE,
    PROFILE_UPDATE,
    get_profile_row,
    read_move,
    read_new_profile,
)
from api.shared.base import BaseView
from api.shared.bodies import read_json_body
from api.shared.conditions import etag_of, if_match_version, not_modified_response
from api.shared.idempotency import idempotent
from api.shared.merging import merge_patch
from api.shared.pagination import PAGE_PARAMETERS, sequence_response
from api.shared.parsers import JSONParser, MergePatchParser
from api.shared.responses import created_response
from api.shared.schema import IF_MATCH_PARAMETER, Json, operation
from api.shared.stored_parts import STORED_PROFILE, STORED_PROFILES, serialize_profile, without_read_only
from builder.documents import StoredList, load_list, load_stored_profile
from builder.models import Profile
from builder.points.document import document as core
from builder.points.document.document import dump_profile
from builder.queries.access import list_for_owner, own_list_query
from builder.services.editing.edited_list import edit_list
from builder.services.profiles import (
    add_profiles,
    duplicate_profile,
    move_profile,
    remove_profile,
    restore_profile,
    save_profile,
)


class ProfileListView(BaseView):
    """The profiles of a list."""

    @operation(
        "profiles", "The profiles of a list, with their versions", tag="profiles",
        responses={200: STORED_PROFILES}, parameters=PAGE_PARAMETERS, problems=("broken-list",),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """Return the profiles in the order of the list."""
        loaded = load_list(list_for_owner(request.user, public_id), rosters=False)

        def write_row(profile: core.Profile) -> object:
            version = loaded.profile_versions[profile.key]
            return serialize_profile(request, public_id, profile, loaded.catalogue, version)

        return sequence_response(request, loaded.document.profiles, write_row)

    @operation(
        "profile_create", "Add a profile", tag="profiles", request=PROFILE_CREATE,
        responses={201: STORED_PROFILE}, etag=True, problems=("too-much", "broken-list"),
    )  # fmt: skip
    @idempotent
    def post(self, request: Request, public_id: str) -> Response:
        """Add a profile at the end of the list, with a key made from its name."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            profile = read_new_profile(read_json_body(request), edited.catalogue)
            row = add_profiles(edited, [profile])[0]
        return created_response(_serialize(request, edited, row))


class ProfileDetailView(BaseView):
    """A profile of a list."""

    parser_classes = (JSONParser, MergePatchParser)

    @operation(
        "profile", "A profile", tag="profiles", responses={200: STORED_PROFILE, 304: None},
        problems=("broken-list",),
    )  # fmt: skip
    def get(self, request: Request, public_id: str, key: str) -> Response:
        """Return the profile as it is in the document, with its id, address and version."""
        stored = load_stored_profile(list_for_owner(request.user, public_id), key)
        row = get_profile_row(stored, key)
        not_modified = not_modified_response(request, etag_of(row.version))
        return not_modified or Response(_serialize(request, stored, row))

    @operation(
        "profile_change", "Change a profile", tag="profiles", request=PROFILE_UPDATE,
        media=("application/merge-patch+json", "application/json"), responses={200: STORED_PROFILE},
        etag=True, parameters=[IF_MATCH_PARAMETER], problems=("broken-list",),
    )  # fmt: skip
    def patch(self, request: Request, public_id: str, key: str) -> Response:
        """Apply a JSON merge patch (RFC 7396) of name, notes, max and design. The key can't change."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            row = get_profile_row(edited, key)
            version = if_match_version(request, row.version)
            patch = without_read_only(request.data, _serialize(request, edited, row))
            value = merge_patch(dump_profile(edited.profile(row), edited.catalogue), patch)
            save_profile(edited, key, version, value, skip_if_same=True)
        return Response(_serialize(request, edited, row))

    @operation(
        "profile_remove", "Remove a profile", tag="profiles", parameters=[IF_MATCH_PARAMETER],
        problems=("broken-list",),
    )  # fmt: skip
    def delete(self, request: Request, public_id: str, key: str) -> Response:
        """Remove the profile. You can restore the profiles that were removed last."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            version = if_match_version(request, get_profile_row(edited, key).version)
            remove_profile(edited, key, version)
        return Response(status=204)


class ProfileDuplicateView(BaseView):
    """A profile to duplicate."""

    @operation(
        "profile_duplicate",
        "Duplicate a profile",
        tag="profiles",
        responses={201: STORED_PROFILE},
        etag=True,
        problems=("too-much", "broken-list"),
    )
    @idempotent
    def post(self, request: Request, public_id: str, key: str) -> Response:
        """Add a copy after the original."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            row = duplicate_profile(edited, key)
        return created_response(_serialize(request, edited, row))


class ProfileMoveView(BaseView):
    """A profile to move within its list."""

    @operation(
        "profile_move",
        "Move a profile within its list",
        tag="profiles",
        request=PROFILE_MOVE,
        responses={200: ListSummarySerializer},
        etag=True,
        problems=("broken-list",),
    )
    def post(self, request: Request, public_id: str, key: str) -> Response:
        """Move the profile up or down by one, to an end, or to an index."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            move_profile(edited, key, read_move(read_json_body(request)))
        return changed_list_response(request, edited)


class ProfileRestoreView(BaseView):
    """A removed profile to restore."""

    @operation(
        "profile_restore", "Restore a removed profile", tag="profiles", responses={200: STORED_PROFILE},
        etag=True, problems=("too-much", "broken-list"),
    )  # fmt: skip
    def post(self, request: Request, public_id: str, key: str) -> Response:
        """Restore the profile to its place. If it isn't removed, nothing changes."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            row = restore_profile(edited, key)
        return Response(_serialize(request, edited, row))


def _serialize(request: Request, stored: StoredList, row: Profile) -> Json:
    public_id = stored.row.public_id
    return serialize_profile(request, public_id, stored.profile(row), stored.catalogue, row.version)
