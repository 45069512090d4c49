"""Tokens: made, used, revoked. What a token is, is told once, to whoever made it; kept is its digest."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from builder.models import Scope, Token, User
from builder.points.wording import pluralize
from builder.services.errors import LimitReached, NotFound, NotPossible
from builder.services.idempotency import RecordedResponse, run_once
from builder.services.locks import lock_user
from builder.services.validation import check_line

MAX_TOKEN_DAYS = 366
PREFIX = "muster_"
_SECRET_BYTES = 32


class CreatedToken(NamedTuple):
    """A new token, and the words that open what it opens: nobody can be told them again."""

    row: Token
    secret: str


@transaction.atomic
def create_token(user: User, name: str, scope: Scope, days: int) -> CreatedToken:
    """A token that is good for 1 to 366 days."""
    if not name.strip():
        raise NotPossible("A token needs a name, so that you know later what it is for.")
    check_line("name", name)
    if not 1 <= days <= MAX_TOKEN_DAYS:
        raise LimitReached(f"A token is good for 1 to {MAX_TOKEN_DAYS} days.")
    if not lock_user(user.pk) or user.is_guest:
        raise NotPossible("Tokens are for people with an account.")
    now = timezone.now()
    mine = Token.objects.filter(user=user)
    mine.filter(ends__lte=now).delete()
    most = settings.MUSTERBOOK_MAX_TOKENS
    if mine.count() >= most:
        have = pluralize(most, "token")
        raise LimitReached(f"You have {have}, as many as are kept for one person: revoke one first.")
    secret = PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
    row = Token.objects.create(
        user=user, name=name, scope=scope, digest=digest_of(secret), made=now, ends=now + timedelta(days=days)
    )
    return CreatedToken(row, secret)


def create_token_once(user: User, form_key: str, name: str, scope: Scope, days: int) -> CreatedToken | None:
    """As ``create_token``, once for each form that is sent; None where it was sent before.

    What is kept of the answer is that there was one. No program's key holds a space, as this one does.
    """
    made: list[CreatedToken] = []

    def make() -> RecordedResponse:
        made.append(create_token(user, name, scope, days))
        return RecordedResponse(0, {}, "")

    run_once(user, f"token form {form_key}", "", make)
    return made[0] if made else None


@transaction.atomic
def revoke_token(user: User, token: int) -> None:
    """From now on it opens nothing."""
    if not Token.objects.filter(user=user, pk=token).delete()[0]:
        raise NotFound("This token is revoked.")


@transaction.atomic
def revoke_tokens(user: User) -> int:
    """From now on none of somebody's tokens opens anything; how many there were."""
    return Token.objects.filter(user=user).delete()[0]


def clear_tokens(before: datetime) -> int:
    """Forget the tokens that had ended before a moment; how many."""
    return Token.objects.filter(ends__lte=before).delete()[0]


def digest_of(secret: str) -> str:
    """What is kept of a token: 256 random bits need no salt, nor a slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def note_token_use(token: Token) -> None:
    """Note the day of a use, once a day."""
    today = timezone.localdate()
    if token.used != today:
        Token.objects.filter(Q(used=None) | Q(used__lt=today), pk=token.pk).update(used=today)
