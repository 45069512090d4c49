"""Whoever asks: who that is, all that is theirs as one file, and their tokens."""

from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.conf import settings
from django.http import FileResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Resource, account_of
from api.bodies import read_body
from api.errors import Problem
from api.permissions import WithAccount
from api.schema import BINARY, Answer, describes
from api.serializers import me as shapes
from builder.catalogue.limits import limits
from builder.exports.archive import archive_answer
from builder.models import Scope, Token
from builder.queries.people import belongings
from builder.queries.tokens import tokens_of
from builder.services import tokens as services

_COUNTED = ("reads", "writes", "appraisals", "papers")


class Me(Resource):
    """Whoever asks."""

    @describes("me", "Who you are here, and what you have", tag="me", answers={200: Answer(shapes.Me)})
    def get(self, request: Request) -> Response:
        """A guest too; which token asks, how much there is, how much there may be."""
        user = account_of(request)
        token = request.auth
        told = {
            "name": None if user.is_guest else user.username,
            "guest": user.is_guest,
            "joined": user.date_joined.date(),
            "token": token if isinstance(token, Token) else None,
            "has": belongings(user)._asdict(),
            "limits": _bounds(),
            "a_minute": {kind: _rate(kind) for kind in _COUNTED},
        }
        return Response(shapes.Me(told).data)


def _bounds() -> dict[str, int]:
    now = limits()
    return {
        "document_bytes": now.bytes,
        "lists": settings.MUSTERBOOK_MAX_LISTS_PER_USER,
        "profiles": now.profiles,
        "rosters": now.rosters,
        "name": now.name,
        "text": now.text,
        "tokens": settings.MUSTERBOOK_MAX_TOKENS,
    }


def _rate(kind: str) -> int:
    rate: int = getattr(settings, f"MUSTERBOOK_{kind.upper()}_A_MINUTE")
    return rate


class Export(Resource):
    """All that is somebody's."""

    kind = "papers"

    @describes(
        "export", "All that is yours, as one ZIP", tag="me", answers={200: Answer(BINARY, "application/zip")}
    )
    def get(self, request: Request) -> FileResponse:
        """The same file as the account page's: a document for each list and hand-in, and account.json."""
        return archive_answer(account_of(request))


class Tokens(Resource):
    """One's tokens."""

    permission_classes = (WithAccount,)

    @describes(
        "tokens", "Your tokens", tag="me", answers={200: Answer(shapes.TokenRows)},
        problems=("account-needed",),
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Those that still open something, the newest first; what opens is not told again."""
        rows = tokens_of(account_of(request))
        return Response({"results": [shapes.TokenRow(row).data for row in rows]})

    @describes(
        "tokens_create", "Make a token", tag="me", request=shapes.NewToken,
        answers={201: Answer(shapes.MadeToken, headers=("Location",))},
        problems=("account-needed", "read-only-token", "confirm-yourself", "too-much", "conflict"),
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """By a browser whose user has given the password lately: no token makes another."""
        _check_sure(request)
        asked = read_body(shapes.NewToken, request)
        made = services.make_token(account_of(request), asked["name"], Scope(asked["scope"]), asked["days"])
        answer = Response({**shapes.TokenRow(made.row).data, "secret": made.secret}, 201)
        answer["Location"] = reverse("api_token", args=(made.row.pk,))
        patch_cache_control(answer, private=True, no_store=True)
        return answer


def _check_sure(request: Request) -> None:
    """Problem where it is not certain that whoever asks is whose account it is."""
    if request.auth is not None:
        raise Problem("not-allowed", "A token makes no tokens: log in, and make it on the account page.")
    if is_reauthentication_required(request, app=""):
        where = reverse("account_reauthenticate")
        raise Problem("confirm-yourself", f"Give your password again at {where}, then send this again.")


class ByAccountOrItself(WithAccount):
    """As ``WithAccount``; and a token that only reads may end itself, for whoever finds one."""

    def has_permission(self, request: Request, view: "OneToken") -> bool:  # type: ignore[override] # of one view
        """Whether the token that is named is the one that asks."""
        token = request.auth
        if isinstance(token, Token) and token.pk == view.kwargs["token"]:
            return True
        return super().has_permission(request, view)


class OneToken(Resource):
    """One of one's tokens."""

    permission_classes = (ByAccountOrItself,)

    @describes(
        "token_revoke", "Revoke a token", tag="me", answers={204: Answer(None)},
        problems=("account-needed", "read-only-token", "not-found"),
    )  # fmt: skip
    def delete(self, request: Request, token: int) -> Response:
        """From now on it opens nothing. A token that only reads may revoke itself, and no other."""
        services.revoke_token(account_of(request), token)
        return Response(status=204)
