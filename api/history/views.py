"""Views of the history of the user's lists.

They return the revisions, the document of a revision, and the changes between two revisions. They also
restore revisions.
"""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.calculations.results import document_changes
from api.calculations.serializers import ChangesSerializer
from api.history.serializers import RevisionRangeQuerySerializer, RevisionSerializer
from api.lists.serializers import ListSummarySerializer
from api.lists.views import changed_list_response
from api.shared.base import BaseView
from api.shared.bodies import read_query
from api.shared.pagination import PAGE_PARAMETERS, page_response, page_serializer
from api.shared.responses import row_serializer, serialize
from api.shared.schema import DOCUMENT, operation
from builder.catalogue.store import catalogue_of
from builder.exports.file_names import file_response
from builder.exports.json import to_json_text
from builder.points.rules.names import list_name
from builder.queries.access import list_for_owner, own_list_query
from builder.queries.history import all_revisions, document_versions, revision_lines
from builder.services.editing.edited_list import edit_list
from builder.services.history import restore_revision


class RevisionListView(BaseView):
    """The stored revisions of a list."""

    @operation(
        "revisions",
        "History of a list, newest change first",
        tag="history",
        responses={200: page_serializer(RevisionSerializer)},
        parameters=PAGE_PARAMETERS,
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return a page of revisions."""
        row = list_for_owner(request.user, public_id)
        words: dict[int, list[str]] = {}
        return page_response(
            request,
            all_revisions(row),
            ("-number",),
            row_serializer(RevisionSerializer, request, words=words),
            prepare_rows=lambda revisions: words.update(revision_lines(row, revisions)),
        )


class RevisionDetailView(BaseView):
    """The document of a revision."""

    @operation(
        "revision", "An earlier version of a list, as a document", tag="history", responses={200: DOCUMENT}
    )
    def get(self, request: Request, public_id: str, number: int) -> HttpResponse:
        """Return the document of the revision. It is the same file as the download on the revision's page."""
        row = list_for_owner(request.user, public_id)
        ((_, document),) = document_versions(row, [number])
        text, name = to_json_text(document, catalogue_of(row.edition)), f"{list_name(document.name)} {number}"
        return file_response(text, "application/json", "attachment", "json", name)


class RevisionRestoreView(BaseView):
    """A revision to restore."""

    @operation(
        "revision_restore", "Restore an earlier version of a list", tag="history",
        responses={200: ListSummarySerializer}, etag=True, problems=("conflict", "broken-list"),
    )  # fmt: skip
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Restore a revision. The history stores this as a change, which you can undo."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            restore_revision(edited, number)
        return changed_list_response(request, edited)


class ListChangesView(BaseView):
    """The changes between two revisions."""

    cost = "appraisal"

    @operation(
        "changes",
        "Compare two revisions, or one with the current list",
        tag="history",
        responses={200: ChangesSerializer},
        parameters=[RevisionRangeQuerySerializer],
        problems=("broken-list",),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return the differences in words, with the points before and after each change."""
        row = list_for_owner(request.user, public_id)
        query = read_query(RevisionRangeQuerySerializer, request)
        before, after = document_versions(row, [query["from"], query.get("to")])
        value = document_changes(before.document, after.document, catalogue_of(row.edition))
        return Response(serialize(ChangesSerializer, request, value))
