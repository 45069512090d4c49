"""Views of the user's account: its data and limits, the export of all data, and tokens."""

from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.conf import settings
from django.http import FileResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from rest_framework.request import Request
from rest_framework.response import Response

from api.people import serializers
from api.shared.base import BaseView, authenticated_user
from api.shared.bodies import read_body
from api.shared.errors import Problem
from api.shared.pagination import PAGE_PARAMETERS, page_response, page_serializer
from api.shared.permissions import WithAccount
from api.shared.responses import created_response, row_serializer, serialize
from api.shared.schema import BINARY, ResponseSpec, operation
from builder.catalogue.limits import limits
from builder.exports.archive import archive_response
from builder.models import Scope, Token
from builder.queries.people import active_tokens, get_active_token, summarise_account
from builder.services.budgets import COSTS
from builder.services.people import tokens as services


class MeView(BaseView):
    """The user who sends the request."""

    @operation("me", "Your account and its limits", tag="me", responses={200: serializers.MeSerializer})
    def get(self, request: Request) -> Response:
        """Return your account, the token of the request, the numbers of your objects, and your limits."""
        user = authenticated_user(request)
        token = request.auth
        value = {
            "user": user,
            "joined": user.date_joined.date(),
            "token": token if isinstance(token, Token) else None,
            "has": summarise_account(user),
            "limits": limits(),
            "settings": settings,
            "costs": COSTS,
        }
        return Response(serialize(serializers.MeSerializer, request, value))


class ExportView(BaseView):
    """The export of all the user's data."""

    cost = "archive"

    @operation(
        "export",
        "All your data as a ZIP file",
        tag="me",
        responses={200: ResponseSpec(BINARY, "application/zip")},
    )
    def get(self, request: Request) -> FileResponse:
        """Return the same ZIP file as the account page: all documents and account.json."""
        return archive_response(authenticated_user(request))


class TokenListView(BaseView):
    """The user's tokens."""

    permission_classes = (WithAccount,)

    @operation(
        "tokens", "Your tokens", tag="me", responses={200: page_serializer(serializers.TokenSerializer)},
        parameters=PAGE_PARAMETERS,
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Return your active tokens without their secrets, newest first."""
        rows = active_tokens(authenticated_user(request))
        serialize_row = row_serializer(serializers.TokenSerializer, request)
        return page_response(request, rows, ("-made", "-public_id"), serialize_row)

    @operation(
        "tokens_create", "Create a token", tag="me", request=serializers.TokenCreateSerializer,
        responses={201: serializers.CreatedTokenSerializer},
        problems=("read-only-token", "confirm-yourself", "too-much", "conflict"),
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Create a token. You must have confirmed your password in this browser recently."""
        _require_recent_login(request)
        body = read_body(serializers.TokenCreateSerializer, request)
        created = services.create_token(
            authenticated_user(request), body["name"], Scope(body["scope"]), body["days"]
        )
        value = serialize(serializers.CreatedTokenSerializer, request, created.row, secret=created.secret)
        response = created_response(value)
        patch_cache_control(response, private=True, no_store=True)
        return response


def _require_recent_login(request: Request) -> None:
    """Raise Problem if the request has a token, or if the user didn't enter the password recently."""
    if request.auth is not None:
        raise Problem("not-allowed", "A token can't make tokens. Log in and make it on the account page.")
    if is_reauthentication_required(request, app=""):
        page = reverse("account_reauthenticate")
        raise Problem("confirm-yourself", f"Confirm your password at {page}, then send this again.")


class AccountOrSameToken(WithAccount):
    """Permission as in ``WithAccount``. A read-only token can also revoke itself, for anyone who finds it."""

    def has_permission(self, request: Request, view: "TokenDetailView") -> bool:  # type: ignore[override] # only for this view
        """Return True for requests of a token about itself. Decide about others like ``WithAccount``."""
        token = request.auth
        if isinstance(token, Token) and token.public_id == view.kwargs["token"]:
            return True
        return super().has_permission(request, view)


class TokenDetailView(BaseView):
    """A token of the user."""

    permission_classes = (AccountOrSameToken,)

    @operation("token", "One of your tokens", tag="me", responses={200: serializers.TokenSerializer})
    def get(self, request: Request, token: str) -> Response:
        """Return an active token without its secret."""
        row = get_active_token(authenticated_user(request), token)
        return Response(serialize(serializers.TokenSerializer, request, row))

    @operation("token_revoke", "Revoke a token", tag="me", problems=("read-only-token",))
    def delete(self, request: Request, token: str) -> Response:
        """Revoke a token. A read-only token can only revoke itself."""
        services.revoke_token(authenticated_user(request), token)
        return Response(status=204)
