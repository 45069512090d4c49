"""Tokens as they are looked up."""

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from builder.models import Token, User


def active_token(digest: str) -> Token | None:
    """The token of a digest with whose it is; None where it has ended, or whose it is may not log in."""
    rows = Token.objects.select_related("user").filter(digest=digest, ends__gt=timezone.now())
    return rows.filter(user__is_active=True).first()


def active_tokens(user: User) -> QuerySet[Token]:
    """Somebody's tokens that still open something, the newest first."""
    return Token.objects.filter(user=user, ends__gt=timezone.now())


def get_active_token(user: User, token: int) -> Token:
    """One of somebody's tokens; Http404 where it is none of theirs, or opens nothing any more."""
    row = active_tokens(user).filter(pk=token).first()
    if row is None:
        raise Http404("This token is revoked, or has ended.")
    return row
