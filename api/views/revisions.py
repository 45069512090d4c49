"""The history of one's own list: its revisions, how it stood, what differs, and putting it back."""

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import file_answer
from api.base import Resource
from api.bodies import read_query
from api.pages import Pages
from api.schema import DOCUMENT, Answer, describes
from api.serializers.lists import ListSummary
from api.serializers.revisions import BETWEEN, RevisionRow
from api.serializers.sums import ChangesShape
from api.sums import told
from api.views.lists import changed
from builder.catalogue.store import catalogue_of
from builder.exports.json import text_of
from builder.points.changes import changes
from builder.points.sheet import list_name
from builder.queries.access import list_for_owner, own_list
from builder.queries.history import all_revisions, document_then, one_revision, states_of
from builder.services.editing import edit_list
from builder.services.restoring import restore_revision


class ByNumber(Pages):
    """The newest first."""

    ordering = ("-number",)


class Revisions(Resource):
    """All that are kept."""

    pagination_class = ByNumber

    @describes(
        "revisions", "The history of a list, the newest change first", tag="history",
        answers={200: Answer(ByNumber.shape(RevisionRow))}, parameters=ByNumber.parameters(),
        problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """A page of it."""
        row = list_for_owner(request.user, public_id)
        return ByNumber.answer(self, request, all_revisions(row), RevisionRow)


class OneRevision(Resource):
    """One of them."""

    @describes(
        "revision", "A list as it stood, as its document", tag="history",
        answers={200: Answer(DOCUMENT)}, problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, public_id: str, number: int) -> HttpResponse:
        """The same bytes as the download of its page."""
        row = list_for_owner(request.user, public_id)
        found = document_then(row, one_revision(row, number).revision)
        text, name = text_of(found, catalogue_of(row.edition)), f"{list_name(found.name)} {number}"
        return file_answer(text, "application/json", "attachment", "json", name)


class RevisionRestore(Resource):
    """The way back."""

    @describes(
        "revision_restore", "Put a list back as it stood", tag="history",
        answers={200: Answer(ListSummary, headers=("ETag",))},
        problems=("not-found", "conflict", "broken-list"),
    )  # fmt: skip
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """A change as every other, which the history can take back."""
        with edit_list(own_list(request.user, public_id)) as edited:
            restore_revision(edited, number)
        return changed(edited)


class ListChanges(Resource):
    """What differs."""

    kind = "appraisals"

    @describes(
        "changes", "What changed between two revisions, or since one", tag="history",
        answers={200: Answer(ChangesShape)}, parameters=[BETWEEN], problems=("not-found", "broken-list"),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """In words, with the points on either side."""
        row = list_for_owner(request.user, public_id)
        asked = read_query(BETWEEN, request)
        before, after = states_of(row, [asked["from"], asked.get("to")])
        found = changes(before.document, after.document, catalogue_of(row.edition))
        return Response(told(found))
