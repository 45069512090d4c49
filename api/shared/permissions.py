"""Permissions to send a request. Queries decide which lists and clubs a user can see."""

from typing import TYPE_CHECKING

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from api.shared.errors import Problem
from builder.models import Scope, Token

if TYPE_CHECKING:  # avoids a cycle: rest_framework.views loads this module
    from rest_framework.views import APIView


def _check_scope(request: Request) -> None:
    """Raise Problem if a read-only token is used for a change."""
    reads = isinstance(request.auth, Token) and request.auth.scope == Scope.READ
    if reads and request.method not in SAFE_METHODS:
        raise Problem("read-only-token", "This token is read-only. Make a token that can also write.")


class Anyone(BasePermission):
    """Permission for everybody, in views that neither show nor change what belongs to a user."""


class AnyoneWithinScope(Anyone):
    """Permission for everybody, except changes with a read-only token."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Raise Problem for changes with a read-only token; else return True."""
        _check_scope(request)
        return True


class SignedIn(BasePermission):
    """Permission for logged-in users, guests, and tokens."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Return whether the request has a user. Raises Problem for changes with a read-only token."""
        if not request.user.is_authenticated:
            return False
        _check_scope(request)
        return True


class SignedInOrReadOnly(SignedIn):
    """Permission for everybody to read; permission to change as in ``SignedIn``."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Allow every read. Decide about changes like ``SignedIn``."""
        return request.method in SAFE_METHODS or super().has_permission(request, view)


class WithAccount(SignedIn):
    """Permission for people with an account. Guests have no account."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Decide like ``SignedIn``. Raises Problem for guests."""
        if not super().has_permission(request, view):
            return False
        if request.user.is_guest:  # type: ignore[union-attr] # anonymous users are refused above
            raise Problem("account-needed", "You need an account. Sign up to get one.")
        return True


class AccountOrReadOnly(SignedInOrReadOnly, WithAccount):
    """Permission for everybody to read; permission to change as in ``WithAccount``."""
