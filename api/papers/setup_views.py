"""Views of the user's print setups.

A print setup is a saved choice of a paper and its options. Print pages of the website open with the setup
whose ``first`` is true.
"""

from rest_framework.request import Request
from rest_framework.response import Response

from api.papers import setup_serializers as serializers
from api.shared.base import BaseView, authenticated_user
from api.shared.bodies import read_body
from api.shared.conditions import etag_of, if_match_version, not_modified_response
from api.shared.idempotency import idempotent
from api.shared.pagination import PAGE_PARAMETERS, page_serializer, sequence_response
from api.shared.responses import created_response, row_serializer, serialize
from api.shared.schema import IF_MATCH_PARAMETER, operation
from builder.queries.print_setups import setup_for_owner, setups_of
from builder.services import print_setups as services


class PrintSetupListView(BaseView):
    """The user's print setups."""

    @operation(
        "print_setups", "Your print setups, by name", tag="me",
        responses={200: page_serializer(serializers.PrintSetupSerializer)}, parameters=PAGE_PARAMETERS,
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Return your print setups, which only you can see."""
        serialize_row = row_serializer(serializers.PrintSetupSerializer, request)
        return sequence_response(request, setups_of(authenticated_user(request)), serialize_row)

    @operation(
        "print_setups_create", "Save a print setup", tag="me", request=serializers.PrintSetupCreateSerializer,
        responses={201: serializers.PrintSetupSerializer}, etag=True, problems=("too-much", "conflict"),
    )  # fmt: skip
    @idempotent
    def post(self, request: Request) -> Response:
        """Save a print setup. Its name must differ from other names in more than capitals and accents."""
        body = read_body(serializers.PrintSetupCreateSerializer, request)
        row = services.create_setup(
            authenticated_user(request), body["name"], body["options"], is_first=body["first"]
        )
        return created_response(serialize(serializers.PrintSetupSerializer, request, row))


class PrintSetupDetailView(BaseView):
    """A print setup of the user."""

    @operation(
        "print_setup", "A print setup", tag="me", responses={200: serializers.PrintSetupSerializer, 304: None}
    )
    def get(self, request: Request, setup: str) -> Response:
        """Return one of your print setups."""
        row = setup_for_owner(request.user, setup)
        not_modified = not_modified_response(request, etag_of(row.version))
        return not_modified or Response(serialize(serializers.PrintSetupSerializer, request, row))

    @operation(
        "print_setup_change", "Change a print setup", tag="me",
        request=serializers.PrintSetupUpdateSerializer, responses={200: serializers.PrintSetupSerializer},
        etag=True, parameters=[IF_MATCH_PARAMETER], problems=("too-much", "conflict"),
    )  # fmt: skip
    def patch(self, request: Request, setup: str) -> Response:
        """Change the fields that you send. New options replace all old options."""
        row = setup_for_owner(request.user, setup)
        version = if_match_version(request, row.version)
        body = read_body(serializers.PrintSetupUpdateSerializer, request)
        changed = services.update_setup(
            row, version, name=body.get("name"), options=body.get("options"), is_first=body.get("first")
        )
        return Response(serialize(serializers.PrintSetupSerializer, request, changed))

    @operation("print_setup_delete", "Delete a print setup", tag="me", parameters=[IF_MATCH_PARAMETER])
    def delete(self, request: Request, setup: str) -> Response:
        """Delete a print setup for good."""
        row = setup_for_owner(request.user, setup)
        services.delete_setup(row, if_match_version(request, row.version))
        return Response(status=204)
