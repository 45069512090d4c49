"""Answers that are kept for a day: a program that does not know whether it was heard may ask again."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, Subquery
from django.utils import timezone

from builder.models import IdempotentResponse, User
from builder.services.errors import NotPossible

RETENTION = timedelta(hours=24)
MAX_PER_USER = 1_000
"""So many answers are kept for one person: whoever sends a key with everything fills no disk."""


class RecordedResponse(NamedTuple):
    """What was said: status, headers, and JSON text. ``is_replayed``: it was said before."""

    status: int
    headers: Mapping[str, str]
    body: str
    is_replayed: bool = False


class IdempotencyKeyReused(NotPossible):
    """The key was used for another request."""


@transaction.atomic
def run_once(
    user: User, key: str, request_digest: str, make: Callable[[], RecordedResponse]
) -> RecordedResponse:
    """What ``make`` answers, or what it answered when this key came first, as long as that is kept.

    The answer is kept in the transaction of the change: both are there, or neither. Two that come at once
    are made one after the other. What ``make`` raises is not kept, so that it can be tried again.
    """
    mine = IdempotentResponse.objects.filter(user=user)
    newest = mine.order_by("-pk").values("pk")[MAX_PER_USER - 1 : MAX_PER_USER]
    mine.filter(Q(made__lt=timezone.now() - RETENTION) | Q(pk__lt=Subquery(newest))).delete()
    row, new = mine.get_or_create(key=key, defaults={"user": user, "request": request_digest})
    if not new:
        if row.request != request_digest:
            raise IdempotencyKeyReused(
                "This Idempotency-Key was sent with another request: use a new one for each."
            )
        return RecordedResponse(row.status, row.headers, row.body, is_replayed=True)
    answer = make()
    row.status, row.headers, row.body = answer.status, dict(answer.headers), answer.body
    row.save(update_fields=("status", "headers", "body"))
    return answer


def clear_idempotent_responses(before: datetime) -> int:
    """Forget the answers that were kept before a moment; how many."""
    return IdempotentResponse.objects.filter(made__lt=before).delete()[0]
