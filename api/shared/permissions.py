"""Who may send a request at all. Which lists and clubs they may see is up to the queries."""

from typing import TYPE_CHECKING

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from api.shared.errors import Problem
from builder.models import Scope, Token

if TYPE_CHECKING:  # DRF's views import this module
    from rest_framework.views import APIView


def _check_scope(request: Request) -> None:
    """Raise Problem if a read-only token is used for a change."""
    reads = isinstance(request.auth, Token) and request.auth.scope == Scope.READ
    if reads and request.method not in SAFE_METHODS:
        raise Problem("read-only-token", "This token is read-only. Make a token that also writes.")


class Anyone(BasePermission):
    """Everybody: for what neither shows nor changes anything that belongs to somebody."""


class AnyoneWithinScope(Anyone):
    """Everybody, for changes too; but a read-only token is refused on those."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Refuse a read-only token on writes, nobody else."""
        _check_scope(request)
        return True


class SignedIn(BasePermission):
    """Whoever is logged in, guests too, or sends a token."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Demand a user; refuse a read-only token on writes."""
        if not request.user.is_authenticated:
            return False
        _check_scope(request)
        return True


class SignedInOrReadOnly(SignedIn):
    """Everybody for reads, of what the query lets them see; for changes as ``SignedIn``."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Allow every read; else as ``SignedIn``."""
        return request.method in SAFE_METHODS or super().has_permission(request, view)


class WithAccount(SignedIn):
    """People with an account, no guests."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """As ``SignedIn``; guests are refused with account-needed."""
        if not super().has_permission(request, view):
            return False
        if request.user.is_guest:  # type: ignore[union-attr] # anonymous users are refused above
            raise Problem("account-needed", "You need an account. Sign up to get one.")
        return True


class AccountOrReadOnly(SignedInOrReadOnly, WithAccount):
    """Everybody for reads, of what the query lets them see; for changes as ``WithAccount``."""
