"""Views of the user's lists as documents: create, read, change, delete, restore and tag them."""

from django.http import HttpResponse
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
from api.shared.base import BaseView, authenticated_user
from api.shared.bodies import read_body, read_document, read_json_body, read_query
from api.shared.conditions import check_if_match, if_match_version
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
from api.shared.responses import created_response, document_response, row_serializer, serialize
from api.shared.schema import DOCUMENT, IF_MATCH_PARAMETER, operation
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
from builder.services.tags import tag_lookup_name


class ListsView(BaseView):
    """The user's lists."""

    @operation(
        "lists",
        "Your lists, last changed first",
        tag="lists",
        responses={200: page_serializer(OwnListItemSerializer)},
        parameters=with_page(OwnListsQuerySerializer),
    )
    def get(self, request: Request) -> Response:
        """Return a page of your lists. With ``game`` or ``tag``, return only its lists."""
        query = read_query(OwnListsQuerySerializer, request)
        rows = lists_of(authenticated_user(request)).prefetch_related("own_tags")
        if query["game"]:
            rows = rows.filter(edition__system__code=query["game"])
        if query["tag"]:
            rows = rows.filter(own_tags__lookup_name=tag_lookup_name(query["tag"]))
        serialize_row = row_serializer(OwnListItemSerializer, request)
        return page_response(request, rows, ("-updated", "-public_id"), serialize_row)

    @operation(
        "lists_create", "Create a list from a document", tag="lists", request=DOCUMENT,
        responses={201: ListSummarySerializer}, etag=True, problems=("too-much", "conflict"),
    )  # fmt: skip
    @idempotent
    def post(self, request: Request) -> Response:
        """Create a list from a document, legal or not."""
        row = create_list_from_document(authenticated_user(request), read_document(request))
        return created_list_response(request, list_for_owner(request.user, row.public_id))


class ListDetailView(BaseView):
    """A list. Its owner can change it, other readers can only read it."""

    open_data = True
    permission_classes = (SignedInOrReadOnly,)

    @operation(
        "list", "Document of a list", tag="lists", responses={200: DOCUMENT, 304: None},
        problems=("broken-list",),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> HttpResponse | Response:
        """Return the document of a list. It is the same file as the download on the list's page."""
        return document_response(request, access_by_id(request.user, public_id))

    @operation(
        "list_replace",
        "Replace the document of a list",
        tag="lists",
        request=DOCUMENT,
        responses={200: ListSummarySerializer},
        etag=True,
        parameters=[IF_MATCH_PARAMETER],
        problems=("too-much", "conflict"),
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Replace the document in one revision. Profiles that keep their key also keep their address."""
        # Check the version and read the document before locking the list, because reading takes time.
        check_if_match(request, list_for_owner(request.user, public_id).version)
        document = read_document(request)
        with edit_list(own_list_query(request.user, public_id)) as edited:
            replace_document(edited, if_match_version(request, edited.row.version), document)
        return changed_list_response(request, edited)

    @operation(
        "list_details",
        "Change name, setting or background",
        tag="lists",
        request=ListUpdateSerializer,
        responses={200: ListSummarySerializer},
        etag=True,
        parameters=[IF_MATCH_PARAMETER],
        problems=("too-much", "conflict"),
    )
    def patch(self, request: Request, public_id: str) -> Response:
        """Change the fields that you send."""
        with edit_list(own_list_query(request.user, public_id)) as edited:
            row = edited.row
            check_if_match(request, row.version)
            body: dict[str, str] = read_body(ListUpdateSerializer, request)
            details = {name: getattr(row, name) for name in ("name", "setting", "background")} | body
            services.save_details(edited, None, **details)
        return changed_list_response(request, edited)

    @operation("list_delete", "Delete a list", tag="lists", parameters=[IF_MATCH_PARAMETER])
    def delete(self, request: Request, public_id: str) -> Response:
        """Delete a list. You can restore it for some days."""
        row = list_for_owner(request.user, public_id)
        services.delete_list(row, if_match_version(request, row.version))
        return Response(status=204)


class ListDocumentView(BaseView):
    """The document of a list, which a JSON Patch can change."""

    parser_classes = (JSONPatchParser,)

    @operation(
        "list_patch", "Patch the document of a list", tag="lists", request=JSON_PATCH,
        media=(JSONPatchParser.media_type,), responses={200: ListSummarySerializer}, etag=True,
        parameters=[IF_MATCH_PARAMETER], problems=("too-much", "conflict"),
    )  # fmt: skip
    def patch(self, request: Request, public_id: str) -> Response:
        """Apply a JSON Patch (RFC 6902), such as the patch of a fix or a plan.

        If one operation fails, none is applied.
        """
        # Apply the patch before locking the list, because patching a large document takes time.
        loaded = load_list(list_for_owner(request.user, public_id))
        version = loaded.row.version
        check_if_match(request, version)
        value = apply_json_patch(dump_document(loaded.document, loaded.catalogue), read_json_body(request))
        document = parse_document(value, all_catalogues(), limits())
        with edit_list(own_list_query(request.user, public_id)) as edited:
            check_if_match(request, edited.row.version)
            replace_document(edited, version, document)
        return changed_list_response(request, edited)


class DeletedListsView(BaseView):
    """The user's deleted lists."""

    @operation(
        "deleted_lists", "Your deleted lists, last deleted first", tag="lists",
        responses={200: page_serializer(DeletedListSerializer)}, parameters=PAGE_PARAMETERS,
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Return your deleted lists that can be restored."""
        rows = deleted_lists(authenticated_user(request))
        serialize_row = row_serializer(DeletedListSerializer, request)
        return page_response(request, rows, ("-deleted_at", "-public_id"), serialize_row)


class ListRestoreView(BaseView):
    """A deleted list that its owner can restore."""

    @operation(
        "list_restore", "Restore a deleted list", tag="lists", responses={200: ListSummarySerializer},
        etag=True, problems=("too-much", "broken-list"),
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """Restore a list."""
        services.restore_list(deleted_list_for_owner(request.user, public_id))
        return changed_list_response(request, load_stored_list(list_for_owner(request.user, public_id)))


class TagListView(BaseView):
    """The user's tags."""

    @operation(
        "tags", "Your tags, by name", tag="lists", responses={200: page_serializer(TagSerializer)},
        parameters=PAGE_PARAMETERS,
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Return your tags, which only you can see."""
        serialize_row = row_serializer(TagSerializer, request)
        return sequence_response(request, tags_of(authenticated_user(request)), serialize_row)


class TagDetailView(BaseView):
    """A tag of the user."""

    @operation(
        "tag_change", "Rename a tag", tag="lists", request=TagUpdateSerializer,
        responses={200: TagSerializer}, problems=("too-much", "conflict"),
    )  # fmt: skip
    def patch(self, request: Request, tag: str) -> Response:
        """Rename a tag on all lists. If another tag has the new name, the two tags are merged."""
        row = tag_for_owner(request.user, tag)
        renamed = tag_services.rename_tag(row, read_body(TagUpdateSerializer, request)["name"])
        (renamed_tag,) = (tag_row for tag_row in tags_of(request.user) if tag_row.id == renamed.public_id)
        return Response(serialize(TagSerializer, request, renamed_tag))

    @operation("tag_delete", "Remove a tag from all lists", tag="lists")
    def delete(self, request: Request, tag: str) -> Response:
        """Delete a tag, but not its lists."""
        tag_services.delete_tag(tag_for_owner(request.user, tag))
        return Response(status=204)


class ListTagsView(BaseView):
    """The tags of one of the user's lists."""

    @operation("list_tags", "Tags of a list", tag="lists", responses={200: ListTagsSerializer})
    def get(self, request: Request, public_id: str) -> Response:
        """Return the names of the tags."""
        row = list_for_owner(request.user, public_id)
        return Response({"tags": [tag.name for tag in row.own_tags.all()]})

    @operation(
        "list_tags_replace", "Replace the tags of a list", tag="lists", request=ListTagsSerializer,
        responses={200: ListTagsSerializer}, problems=("too-much", "conflict"),
    )  # fmt: skip
    def put(self, request: Request, public_id: str) -> Response:
        """Replace the tags. The version of the list doesn't change."""
        row, names = list_for_owner(request.user, public_id), read_body(ListTagsSerializer, request)["tags"]
        tags = tag_services.set_tags(authenticated_user(request), row, names)
        return Response({"tags": [tag.name for tag in tags]})


def created_list_response(request: Request, row: CompanyList) -> Response:
    """Return a 201 response with the summary, ETag and Location of a new list."""
    return created_response(list_summary(request, load_stored_list(row).to_loaded(), "own"))


def changed_list_response(request: Request, stored: StoredList) -> Response:
    """Return a 200 response with the summary and the new ETag of a changed list."""
    return Response(list_summary(request, stored.to_loaded(), "own"))
