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
from builder.services.locks import lock_user
from builder.services.questions import NumberQuestion, TextQuestion

TOKEN_NAME = TextQuestion(
    label="name",
    help="To recognise the token later.",
    needed="Enter a name, so that you recognise the token later.",
)
TOKEN_DAYS = NumberQuestion(least=1, most=366, usual=30, label="Days until it expires")
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
    TOKEN_NAME.checked(name)
    if days not in TOKEN_DAYS:
        raise LimitReached(f"A token can last 1 to {TOKEN_DAYS.most} days.")
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
    """Create a token with ``create_token``, unless the form with this key was already sent.

    Return None if the form was already sent. To remember that a form was sent, an empty response is stored
    with an idempotency key (see ``run_once``). This key contains a space, so it can't be equal to a key that
    a program sends.
    """
    created: list[CreatedToken] = []

    def make() -> RecordedResponse:
        created.append(create_token(user, name, scope, days))
        return RecordedResponse(0, {}, "")

    run_once(user, f"token form {form_key}", "", make)
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
    """Return the digest of a token's secret.

    The secret has 256 random bits, which nobody can guess. So the digest needs no salt and no slow hash.
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def note_token_use(token: Token) -> None:
    """Store today as the day when a token was last used. If today is stored already, write nothing."""
    today = timezone.localdate()
    if token.used != today:
        Token.objects.filter(Q(used=None) | Q(used__lt=today), pk=token.pk).update(used=today)
