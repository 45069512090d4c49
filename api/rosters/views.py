"""The rosters of the user's list, each with its own version."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.rosters.serializers import (
    ROSTER_DUPLICATE,
    ROSTER_UPDATE,
    RemovedSerializer,
    get_stored_roster,
    read_duplicate_limit,
    read_new_roster,
    read_roster_change,
)
from api.shared.base import BaseView
from api.shared.bodies import read_json_body
from api.shared.conditions import etag_of, if_match_version, not_modified_response
from api.shared.idempotency import idempotent
from api.shared.pagination import PAGE_PARAMETERS, sequence_response
from api.shared.parsers import JSONParser, MergePatchParser
from api.shared.responses import created_response, serialize
from api.shared.schema import (
    IF_MATCH_PARAMETER,
    ROSTER,
    Json,
    operation,
)
from api.shared.stored_parts import STORED_ROSTER, STORED_ROSTERS, serialize_roster, without_read_only
from builder.documents import StoredRoster, load_list, load_stored_list
from builder.queries.access import list_for_owner, own_list_query
from builder.queries.lists import removed_profiles, removed_rosters
from builder.services import rosters as services
from builder.services.editing.edited_list import edit_list


class RosterListView(BaseView):
    """The rosters of a list."""

    @operation(
        "rosters", "The rosters of a list, with ids and versions", tag="rosters",
        responses={200: STORED_ROSTERS}, parameters=PAGE_PARAMETERS, problems=("broken-list",),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """Return the rosters in the order of the list."""
        loaded = load_list(list_for_owner(request.user, public_id))
        rows = list(zip(loaded.roster_ids, loaded.document.rosters, loaded.roster_versions, strict=True))
        return sequence_response(request, rows, lambda row: serialize_roster(request, public_id, *row))

    @operation(
        "roster_create", "Add a roster", tag="rosters", request=ROSTER, responses={201: STORED_ROSTER},
        etag=True, problems=("too-much", "broken-list"),
    )  # fmt: skip
    @idempotent
    def post(self, request: Request, public_id: str) -> Response:
        """Add a roster at the end of the list."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            new = read_new_roster(read_json_body(request), edited.catalogue)
            row = services.add_roster(
                edited, name=new.name, limit=new.limit, entries=new.entries, fields=new.fields
            )
        return created_response(_serialize(request, public_id, get_stored_roster(edited, row.public_id)))


class RosterDetailView(BaseView):
    """A roster of a list."""

    parser_classes = (JSONParser, MergePatchParser)

    @operation(
        "roster", "A roster", tag="rosters", responses={200: STORED_ROSTER, 304: None},
        problems=("broken-list",),
    )  # fmt: skip
    def get(self, request: Request, public_id: str, roster: str) -> Response:
        """Return the roster as it is in the document, with its id, address and version."""
        stored = get_stored_roster(load_stored_list(list_for_owner(request.user, public_id)), roster)
        not_modified = not_modified_response(request, etag_of(stored.row.version))
        return not_modified or Response(_serialize(request, public_id, stored))

    @operation(
        "roster_change", "Change a roster", tag="rosters", request=ROSTER_UPDATE,
        media=("application/merge-patch+json", "application/json"), responses={200: STORED_ROSTER}, etag=True,
        parameters=[IF_MATCH_PARAMETER], problems=("broken-list",),
    )  # fmt: skip
    def patch(self, request: Request, public_id: str, roster: str) -> Response:
        """Apply a JSON merge patch (RFC 7396) of name, limit, entries and fields."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            stored = get_stored_roster(edited, roster)
            version = if_match_version(request, stored.row.version)
            patch = without_read_only(request.data, _serialize(request, public_id, stored))
            changed = read_roster_change(stored.roster, patch, edited.catalogue)
            services.save_roster(
                edited, roster, version, name=changed.name, limit=changed.limit, entries=changed.entries,
                fields=changed.fields, skip_if_same=True,
            )  # fmt: skip
        return Response(_serialize(request, public_id, stored))

    @operation(
        "roster_remove", "Remove a roster", tag="rosters", parameters=[IF_MATCH_PARAMETER],
        problems=("broken-list",),
    )  # fmt: skip
    def delete(self, request: Request, public_id: str, roster: str) -> Response:
        """Remove the roster. You can restore the rosters that were removed last."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            version = if_match_version(request, get_stored_roster(edited, roster).row.version)
            services.remove_roster(edited, roster, version)
        return Response(status=204)


class RosterDuplicateView(BaseView):
    """A roster to duplicate."""

    @operation(
        "roster_duplicate", "Duplicate a roster", tag="rosters", request=ROSTER_DUPLICATE,
        responses={201: STORED_ROSTER}, etag=True, problems=("too-much", "broken-list"),
    )  # fmt: skip
    @idempotent
    def post(self, request: Request, public_id: str, roster: str) -> Response:
        """Add a copy after the original, with the limit of the original or another limit."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            copy = services.duplicate_roster(edited, roster, limit=read_duplicate_limit(request.data))
        return created_response(_serialize(request, public_id, get_stored_roster(edited, copy.public_id)))


class RosterRestoreView(BaseView):
    """A removed roster to restore."""

    @operation(
        "roster_restore", "Restore a removed roster", tag="rosters", responses={200: STORED_ROSTER},
        etag=True, problems=("too-much", "broken-list"),
    )  # fmt: skip
    def post(self, request: Request, public_id: str, roster: str) -> Response:
        """Restore the roster to its place. If it isn't removed, nothing changes."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            services.restore_roster(edited, roster)
        return Response(_serialize(request, public_id, get_stored_roster(edited, roster)))


class RemovedPartsView(BaseView):
    """Removed profiles and rosters that can be restored."""

    @operation(
        "removed",
        "Removed profiles and rosters that can be restored",
        tag="lists",
        responses={200: RemovedSerializer},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return removed profiles and rosters, last removed first."""
        row = list_for_owner(request.user, public_id)
        removed = {"profiles": removed_profiles(row), "rosters": removed_rosters(row)}
        return Response(serialize(RemovedSerializer, request, removed))


def _serialize(request: Request, public_id: str, stored: StoredRoster) -> Json:
    row = stored.row
    return serialize_roster(request, public_id, row.public_id, stored.roster, row.version)
