"""Company lists as documents: one's own, one of them, and what happens to a list as a whole."""

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import document_answer
from api.base import Resource, account_of
from api.bodies import read_body, read_document
from api.conditions import etag_of, seen_version
from api.idempotency import once_a_key
from api.pages import Pages
from api.permissions import ReadByAnyone
from api.schema import DOCUMENT, IDEMPOTENCY_KEY, IF_MATCH, Answer, describes
from api.serializers.lists import CountedListRow, DeletedRows, DetailsChange, ListSummary, summary_of
from builder.documents import StoredList, read_list
from builder.models import CompanyList
from builder.queries.access import deleted_list_for_owner, list_for_owner, own_list
from builder.queries.lists import deleted_lists, lists_of
from builder.queries.reading import read_by_id
from builder.services import lists as services
from builder.services.editing import edit_list
from builder.services.replacing import replace_document


class ByUpdate(Pages):
    """The last changed first."""

    ordering = ("-updated", "-pk")


class Lists(Resource):
    """One's own lists."""

    pagination_class = ByUpdate

    @describes(
        "lists", "Your lists, the last changed first", tag="lists",
        answers={200: Answer(ByUpdate.shape(CountedListRow))}, parameters=ByUpdate.parameters(),
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """A page of them."""
        return ByUpdate.answer(self, request, lists_of(account_of(request)), CountedListRow)

    @describes(
        "lists_create", "Make a list of a document", tag="lists",
        request=DOCUMENT, answers={201: Answer(ListSummary, headers=("ETag", "Location"))},
        parameters=[IDEMPOTENCY_KEY],
        problems=("too-much", "key-reused", "conflict"),
    )  # fmt: skip
    @once_a_key
    def post(self, request: Request) -> Response:
        """A new list that holds the document, legal or not."""
        row = services.import_document(account_of(request), read_document(request))
        return created(list_for_owner(request.user, row.public_id))


class OneList(Resource):
    """A list that may be read, and for its owner changed."""

    permission_classes = (ReadByAnyone,)

    @describes(
        "list", "A list as its document", tag="lists",
        answers={200: Answer(DOCUMENT), 304: Answer(None)}, problems=("not-found", "broken-list"),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> HttpResponse | Response:
        """The same bytes as the download of its page; one's own, a sample, a public one, or a club's."""
        return document_answer(request, read_by_id(request.user, public_id))

    @describes(
        "list_replace", "Let a list hold another document", tag="lists",
        request=DOCUMENT, answers={200: Answer(ListSummary, headers=("ETag",))}, parameters=[IF_MATCH],
        problems=("not-found", "stale", "no-version", "too-much", "conflict"),
    )  # fmt: skip
    def put(self, request: Request, public_id: str) -> Response:
        """One change, with a revision; profiles of the same key and matching rosters keep their addresses."""
        # A large document takes its time to be read: the list is not held meanwhile.
        seen_version(request, list_for_owner(request.user, public_id).version)
        document = read_document(request)
        with edit_list(own_list(request.user, public_id)) as edited:
            replace_document(edited, seen_version(request, edited.row.version), document)
        return changed(edited)

    @describes(
        "list_details", "Change name, setting or background", tag="lists",
        request=DetailsChange, answers={200: Answer(ListSummary, headers=("ETag",))}, parameters=[IF_MATCH],
        problems=("not-found", "stale", "no-version", "too-much"),
    )  # fmt: skip
    def patch(self, request: Request, public_id: str) -> Response:
        """What is left out stays as it is."""
        with edit_list(own_list(request.user, public_id)) as edited:
            row = edited.row
            seen_version(request, row.version)
            sent: dict[str, str] = read_body(DetailsChange, request)
            details = {name: getattr(row, name) for name in ("name", "setting", "background")} | sent
            services.save_details(edited, None, **details)
        return changed(edited)

    @describes(
        "list_delete", "Delete a list", tag="lists", answers={204: Answer(None)}, parameters=[IF_MATCH],
        problems=("not-found", "stale", "no-version"),
    )  # fmt: skip
    def delete(self, request: Request, public_id: str) -> Response:
        """It rests for some days, in which it can be restored."""
        row = list_for_owner(request.user, public_id)
        services.delete_list(row, seen_version(request, row.version))
        return Response(status=204)


class DeletedLists(Resource):
    """One's own lists that were deleted."""

    @describes(
        "deleted_lists", "Your deleted lists, the last deleted first", tag="lists",
        answers={200: Answer(DeletedRows)},
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Those that rest and can be restored."""
        return Response(DeletedRows({"results": deleted_lists(request.user)}).data)


class ListRestore(Resource):
    """The way back."""

    @describes(
        "list_restore", "Restore a deleted list", tag="lists",
        answers={200: Answer(ListSummary, headers=("ETag",))},
        problems=("not-found", "too-much", "broken-list"),
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """As it was when it was deleted."""
        services.restore_list(deleted_list_for_owner(request.user, public_id))
        return changed(read_list(list_for_owner(request.user, public_id)))


def created(row: CompanyList) -> Response:
    """The answer to whatever made a list."""
    made = _told(read_list(row), 201)
    made["Location"] = reverse("api_list", args=(row.public_id,))
    return made


def changed(stored: StoredList) -> Response:
    """The answer to whatever changed a list."""
    return _told(stored, 200)


def _told(stored: StoredList, status: int) -> Response:
    made = Response(summary_of(stored.loaded(), "own"), status)
    made["ETag"] = etag_of(stored.row.version)
    return made
