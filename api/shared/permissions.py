"""Who may ask at all. What they may ask about is for the queries, which know whose a list or a club is."""

from typing import TYPE_CHECKING

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from api.shared.errors import Problem
from builder.models import Scope, Token

if TYPE_CHECKING:  # DRF's views import this module
    from rest_framework.views import APIView


def _check_scope(request: Request) -> None:
    """Problem where a token that only reads is to change something."""
    reads = isinstance(request.auth, Token) and request.auth.scope == Scope.READ
    if reads and request.method not in SAFE_METHODS:
        raise Problem("read-only-token", "This token only reads: make one that also writes for this.")


class Anyone(BasePermission):
    """Everybody, for what neither shows nor changes anything of anybody."""


class AnyoneWithinScope(Anyone):
    """Everybody to tell something, too; but no token that only reads."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Only a token's scope is asked."""
        _check_scope(request)
        return True


class SignedIn(BasePermission):
    """Whoever is logged in, guests too, or shows a token."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """A token's scope is asked as well."""
        if not request.user.is_authenticated:
            return False
        _check_scope(request)
        return True


class SignedInOrReadOnly(SignedIn):
    """Everybody to read what the query lets them; to change something as ``SignedIn``."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """A token's scope is asked as well."""
        return request.method in SAFE_METHODS or super().has_permission(request, view)


class WithAccount(SignedIn):
    """People with an account: no guests."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Guests learn what they need."""
        if not super().has_permission(request, view):
            return False
        if request.user.is_guest:  # type: ignore[union-attr] # nobody is sent away above
            raise Problem("account-needed", "This needs an account: a guest becomes one by signing up.")
        return True


class AccountOrReadOnly(SignedInOrReadOnly, WithAccount):
    """Everybody to read what the query lets them; to change something as ``WithAccount``."""
