"""Stored responses of the API, which allow a program to repeat a request safely.

If a program gets no response, it sends the same request with the same Idempotency-Key again. If the site has
already made the change, it doesn't make it again, but returns the stored response.
"""

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
"""The maximum number of stored responses for each user, so that users can't fill the disk."""


class RecordedResponse(NamedTuple):
    """A response with its JSON text.

    ``is_replayed`` says whether it is the stored response of an earlier request.
    """

    status: int
    headers: Mapping[str, str]
    body: str
    is_replayed: bool = False


class IdempotencyKeyReused(NotPossible):
    """The user has already used this Idempotency-Key for a different request."""


@transaction.atomic
def run_once(
    user: User, key: str, request_digest: str, make_response: Callable[[], RecordedResponse]
) -> RecordedResponse:
    """Return the response of ``make_response``, or the stored response if the user has used ``key`` before.

    Raises IdempotencyKeyReused if the key was used for a request with another digest.
    """
    responses = IdempotentResponse.objects.filter(user=user)
    newest = responses.order_by("-pk").values("pk")[MAX_PER_USER - 1 : MAX_PER_USER]
    responses.filter(Q(made__lt=timezone.now() - RETENTION) | Q(pk__lt=Subquery(newest))).delete()
    row, is_new = responses.get_or_create(key=key, defaults={"user": user, "request": request_digest})
    if not is_new:
        if row.request != request_digest:
            raise IdempotencyKeyReused(
                "This Idempotency-Key was used for another request. Use a new key for each request."
            )
        return RecordedResponse(row.status, row.headers, row.body, is_replayed=True)
    response = make_response()
    row.status, row.headers, row.body = response.status, dict(response.headers), response.body
    row.save(update_fields=("status", "headers", "body"))
    return response


def clear_idempotent_responses(before: datetime) -> int:
    """Delete the responses that were stored before a time, and return their number."""
    return IdempotentResponse.objects.filter(made__lt=before).delete()[0]
