"""API tokens: create, use and revoke them.

The secret of a token is shown once, when it is created. The site only stores a digest of the secret.
"""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from builder.models import Scope, Token, User
from builder.models.ids import is_public_id
from builder.points.rules.wording import pluralize
from builder.security_log import SecurityEvent, record_event
from builder.services.errors import LimitReached, NotFound, NotPossible
from builder.services.idempotency import RecordedResponse, run_once
from builder.services.input_specs import NumberSpec, TextSpec
from builder.services.locks import lock_user

TOKEN_NAME = TextSpec(
    label="name",
    help_text="To recognise the token later.",
    required_error="Enter a name, so that you recognise the token later.",
)
TOKEN_DAYS = NumberSpec(min_value=1, max_value=366, initial=30, label="Days until it expires")
PREFIX = "muster_"
_SECRET_BYTES = 32


class CreatedToken(NamedTuple):
    """A new token and its secret, which the site can't show again."""

    row: Token
    secret: str


@transaction.atomic
def create_token(user: User, name: str, scope: Scope, days: int) -> CreatedToken:
    """Create a token that is valid for ``days`` days.

    Raises LimitReached if ``days`` is not in ``TOKEN_DAYS``, or if the user has too many tokens. Raises
    NotPossible if the user is a guest.
    """
    TOKEN_NAME.clean(name)
    if days not in TOKEN_DAYS:
        raise LimitReached(f"A token can last 1 to {TOKEN_DAYS.max_value} days.")
    if not lock_user(user.pk) or user.is_guest:
        raise NotPossible("You need an account to make tokens.")
    now = timezone.now()
    tokens = Token.objects.filter(user=user)
    tokens.filter(ends__lte=now).delete()
    limit = settings.MUSTERBOOK_MAX_TOKENS
    if tokens.count() >= limit:
        count_text = pluralize(limit, "token")
        raise LimitReached(f"You have {count_text}, which is the limit. Revoke one first.")
    secret = PREFIX + secrets.token_urlsafe(_SECRET_BYTES)
    row = Token.objects.create(
        user=user, name=name, scope=scope, digest=digest_of(secret), made=now, ends=now + timedelta(days=days)
    )
    record_event(SecurityEvent.TOKEN_CREATED, by=user, token=row.public_id, scope=scope.value, days=days)
    return CreatedToken(row, secret)


def create_token_once(user: User, form_key: str, name: str, scope: Scope, days: int) -> CreatedToken | None:
    """Create a token, or return None if the form with this key was already sent.

    ``run_once`` stores an empty response under an idempotency key with a space, which no program can send.
    """
    created: list[CreatedToken] = []

    def create() -> RecordedResponse:
        created.append(create_token(user, name, scope, days))
        return RecordedResponse(0, {}, "")

    run_once(user, f"token form {form_key}", "", create)
    return created[0] if created else None


@transaction.atomic
def revoke_token(user: User, token_id: str) -> None:
    """Revoke a token of a user. Raises NotFound if the user has no token with this id."""
    if not is_public_id(token_id) or not Token.objects.filter(user=user, public_id=token_id).delete()[0]:
        raise NotFound("This token is revoked.")
    record_event(SecurityEvent.TOKEN_REVOKED, by=user, token=token_id)


@transaction.atomic
def revoke_tokens(user: User) -> int:
    """Revoke all tokens of a user, and return their number."""
    count = Token.objects.filter(user=user).delete()[0]
    record_event(SecurityEvent.TOKENS_REVOKED, by=user, count=count)
    return count


def clear_tokens(before: datetime) -> int:
    """Delete the tokens that expired before a time, and return their number."""
    return Token.objects.filter(ends__lte=before).delete()[0]


def digest_of(secret: str) -> str:
    """Return the digest of a token's secret. Its 256 random bits need no salt and no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def record_token_use(token: Token) -> None:
    """Store today as the day when a token was last used, unless it is stored already."""
    today = timezone.localdate()
    if token.used != today:
        Token.objects.filter(Q(used=None) | Q(used__lt=today), pk=token.pk).update(used=today)
