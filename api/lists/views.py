"""The user's own company lists as documents: made, read, replaced, deleted and restored."""

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.lists.serializers import (
    DeletedListSerializer,
    ListSummarySerializer,
    ListTagsSerializer,
    ListUpdateSerializer,
    OwnListItemSerializer,
    OwnListsQuerySerializer,
    TagSerializer,
    TagUpdateSerializer,
    list_summary,
)
from api.shared.answers import answer_writer
from api.shared.base import BaseView, authenticated_user
from api.shared.bodies import read_body, read_document, read_json_body, read_query
from api.shared.conditions import etag_of, if_match_version
from api.shared.idempotency import idempotent
from api.shared.pagination import (
    PAGE_PARAMETERS,
    page_response,
    page_serializer,
    sequence_response,
    with_page,
)
from api.shared.parsers import JSONPatchParser
from api.shared.patches import JSON_PATCH
from api.shared.permissions import SignedInOrReadOnly
from api.shared.responses import document_response
from api.shared.schema import DOCUMENT, IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER, ResponseSpec, describes
from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues
from builder.documents import StoredList, load_list, load_stored_list
from builder.models import CompanyList
from builder.points.document.document import dump_document, parse_document
from builder.queries.access import access_by_id, deleted_list_for_owner, list_for_owner, own_list_query
from builder.queries.lists import deleted_lists, lists_of, tag_for_owner, tags_of
from builder.services import lists as services
from builder.services import tags as tag_services
from builder.services.editing.edited_list import edit_list
from builder.services.exchange import create_list_from_document, replace_document
from builder.services.patching import apply_json_patch
from builder.services.tags import folded_tag


class ListsView(BaseView):
    """One's own lists."""

    @describes(
        "lists",
        "Your lists, the last changed first",
        tag="lists",
        answers={200: ResponseSpec(page_serializer(OwnListItemSerializer))},
        parameters=with_page(OwnListsQuerySerializer),
    )
    def get(self, request: Request) -> Response:
        """A page of them, of one game or tag where these are asked for."""
        query = read_query(OwnListsQuerySerializer, request)
        rows = lists_of(authenticated_user(request)).prefetch_related("own_tags")
        if query["game"]:
            rows = rows.filter(edition__system__code=query["game"])
        if query["tag"]:
            rows = rows.filter(own_tags__folded=folded_tag(query["tag"]))
        write = answer_writer(OwnListItemSerializer, request)
        return page_response(request, rows, ("-updated", "-public_id"), write)

    @describes(
        "lists_create", "Make a list of a document", tag="lists",
        request=DOCUMENT, answers={201: ResponseSpec(ListSummarySerializer, headers=("ETag", "Location"))},
        parameters=[IDEMPOTENCY_KEY_PARAMETER],
        problems=("too-much", "key-reused", "conflict"),
    )  # fmt: skip
    @idempotent
    def post(self, request: Request) -> Response:
        """A new list that holds the document, legal or not."""
        row = create_list_from_document(authenticated_user(request), read_document(request))
        return created_list_response(request, list_for_owner(request.user, row.public_id))


class ListDetailView(BaseView):
    """A list that may be read, and for its owner changed."""

    open_data = True
    permission_classes = (SignedInOrReadOnly,)

    @describes(
        "list", "A list as its document", tag="lists",
        answers={200: ResponseSpec(DOCUMENT), 304: ResponseSpec(None)}, problems=("not-found", "broken-list"),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> HttpResponse | Response:
        """The same bytes as the download of its page; one's own, a sample, a public one, or a club's."""
        return document_response(request, access_by_id(request.user, public_id))

    @describes(
        "list_replace",
        "Let a list hold another document",
        tag="lists",
        request=DOCUMENT,
        answers={200: ResponseSpec(ListSummarySerializer, headers=("ETag",))},
        parameters=[IF_MATCH_PARAMETER],
        problems=("not-found", "stale", "no-version", "too-much", "conflict"),
    )
    def put(self, request: Request, public_id: str) -> Response:
        """One change, with a revision; profiles of the same key and matching rosters keep their addresses."""
        # Checked before the list is locked, for a large document takes time to read.
        if_match_version(request, list_for_owner(request.user, public_id).version)
        document = read_document(request)
        with edit_list(own_list_query(request.user, public_id)) as edited:
            replace_document(edited, if_match_version(request, edited.row.version), document)
        return changed_list_response(request, edited)

    @describes(
        "list_details",
        "Change name, setting or background",
        tag="lists",
        request=ListUpdateSerializer,
        answers={200: ResponseSpec(ListSummarySerializer, headers=("ETag",))},
        parameters=[IF_MATCH_PARAMETER],
        problems=("not-found", "stale", "no-version", "too-much", "conflict"),
    )
    def patch(self, request: Request, public_id: str) -> Response:
        """What is left out stays."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            row = edited.row
            if_match_version(request, row.version)
            sent: dict[str, str] = read_body(ListUpdateSerializer, request)
            details = {name: getattr(row, name) for name in ("name", "setting", "background")} | sent
            services.save_details(edited, None, **details)
        return changed_list_response(request, edited)

    @describes(
        "list_delete",
        "Delete a list",
        tag="lists",
        answers={204: ResponseSpec(None)},
        parameters=[IF_MATCH_PARAMETER],
        problems=("not-found", "stale", "no-version"),
    )
    def delete(self, request: Request, public_id: str) -> Response:
        """It rests for some days, in which it can be restored."""
        row = list_for_owner(request.user, public_id)
        services.delete_list(row, if_match_version(request, row.version))
        return Response(status=204)


class ListDocumentView(BaseView):
    """The document of a list, changed in places."""

    parser_classes = (JSONPatchParser,)

    @describes(
        "list_patch", "Change the document of a list in places", tag="lists",
        request=JSON_PATCH, media=JSONPatchParser.media_type,
        answers={200: ResponseSpec(ListSummarySerializer, headers=("ETag",))},
        parameters=[IF_MATCH_PARAMETER],
        problems=("not-found", "stale", "no-version", "too-much", "conflict"),
    )  # fmt: skip
    def patch(self, request: Request, public_id: str) -> Response:
        """A JSON Patch (RFC 6902), such as fixes and plans are: all operations are done, or none is."""
        # Before the list is locked, for a large one takes time.
        loaded = load_list(list_for_owner(request.user, public_id))
        version = loaded.row.version
        if_match_version(request, version)
        value = apply_json_patch(dump_document(loaded.document, loaded.catalogue), read_json_body(request))
        document = parse_document(value, all_catalogues(), limits())
        with edit_list(own_list_query(request.user, public_id)) as edited:
            if_match_version(request, edited.row.version)
            replace_document(edited, version, document)
        return changed_list_response(request, edited)


class DeletedListsView(BaseView):
    """One's own lists that were deleted."""

    @describes(
        "deleted_lists", "Your deleted lists, the last deleted first", tag="lists",
        answers={200: ResponseSpec(page_serializer(DeletedListSerializer))}, parameters=PAGE_PARAMETERS,
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Those that rest and can be restored."""
        rows = deleted_lists(authenticated_user(request))
        write = answer_writer(DeletedListSerializer, request)
        return page_response(request, rows, ("-deleted_at", "-public_id"), write)


class ListRestoreView(BaseView):
    """Restore a deleted list."""

    @describes(
        "list_restore", "Restore a deleted list", tag="lists",
        answers={200: ResponseSpec(ListSummarySerializer, headers=("ETag",))},
        problems=("not-found", "too-much", "broken-list"),
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """As it was when it was deleted."""
        services.restore_list(deleted_list_for_owner(request.user, public_id))
        return changed_list_response(request, load_stored_list(list_for_owner(request.user, public_id)))


class TagListView(BaseView):
    """One's own tags."""

    @describes(
        "tags", "Your tags, by name", tag="lists",
        answers={200: ResponseSpec(page_serializer(TagSerializer))}, parameters=PAGE_PARAMETERS,
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """The words by which you sort your lists. Nobody else is told of them."""

        def serialize(tag: object) -> object:
            return TagSerializer(tag, context={"request": request}).data

        return sequence_response(request, tags_of(authenticated_user(request)), serialize)


class TagDetailView(BaseView):
    """One tag of one's own."""

    @describes(
        "tag_change", "Rename a tag", tag="lists", request=TagUpdateSerializer,
        answers={200: ResponseSpec(TagSerializer)}, problems=("not-found", "too-much", "conflict"),
    )  # fmt: skip
    def patch(self, request: Request, tag: str) -> Response:
        """On all lists at once; where another tag has the name, the answer is that one."""
        row = tag_for_owner(request.user, tag)
        renamed = tag_services.rename_tag(row, read_body(TagUpdateSerializer, request)["name"])
        (found,) = (one for one in tags_of(request.user) if one.id == renamed.public_id)
        return Response(TagSerializer(found, context={"request": request}).data)

    @describes(
        "tag_delete", "Remove a tag from all lists", tag="lists", answers={204: ResponseSpec(None)},
        problems=("not-found",),
    )  # fmt: skip
    def delete(self, request: Request, tag: str) -> Response:
        """The lists stay."""
        tag_services.remove_tag(tag_for_owner(request.user, tag))
        return Response(status=204)


class ListTagsView(BaseView):
    """The tags of one list of one's own."""

    @describes(
        "list_tags", "The tags of a list", tag="lists",
        answers={200: ResponseSpec(ListTagsSerializer)}, problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """Their names."""
        row = list_for_owner(request.user, public_id)
        return Response({"tags": [tag.name for tag in row.own_tags.all()]})

    @describes(
        "list_tags_replace", "Let a list have these tags and no others", tag="lists",
        request=ListTagsSerializer, answers={200: ResponseSpec(ListTagsSerializer)},
        problems=("not-found", "too-much", "conflict"),
    )  # fmt: skip
    def put(self, request: Request, public_id: str) -> Response:
        """No change of the list: its version stays."""
        row, names = list_for_owner(request.user, public_id), read_body(ListTagsSerializer, request)["tags"]
        tags = tag_services.set_tags(authenticated_user(request), row, names)
        return Response({"tags": [tag.name for tag in tags]})


def created_list_response(request: Request, row: CompanyList) -> Response:
    """201 with the new list's summary, ETag and Location."""
    response = _summary_response(request, load_stored_list(row), 201)
    response["Location"] = reverse("api_list", args=(row.public_id,))
    return response


def changed_list_response(request: Request, stored: StoredList) -> Response:
    """200 with the summary and the new ETag of a list that was changed."""
    return _summary_response(request, stored, 200)


def _summary_response(request: Request, stored: StoredList, status: int) -> Response:
    value = list_summary(request, stored.to_loaded(), "own")
    return Response(value, status, headers={"ETag": etag_of(stored.row.version)})
