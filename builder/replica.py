"""Reading from a replica of the database (docs/scaling.md).

The primary is the database that the site writes to. A replica is a copy of the primary that may be some
seconds old. A request that only reads gets lists, clubs and other content from the replica, unless the same
browser has changed something in the last DATABASE_REPLICA_SECONDS. Changes, commands, log-ins, tokens and
budgets always read the primary.
"""

import logging
import threading
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import InterfaceError, OperationalError, connections
from django.db.models import Model
from django.http import HttpRequest, HttpResponse

PRIMARY, REPLICA = "default", "replica"
# After a failure, the replica isn't tried for this time, because an attempt can take some seconds.
RETRY_SECONDS = 60
WROTE_COOKIE = f"{settings.COOKIE_PREFIX}wrote"
# Tables that are never read from the replica, because their rows must be current. With an outdated row, a
# person whose access has ended could still log in, or a program could do the same thing twice.
PRIMARY_ONLY = frozenset({"idempotentresponse", "readinessmark", "spentbudget", "token", "user"})

logger = logging.getLogger(__name__)
_request = threading.local()


def read_primary() -> None:
    """Read only the primary for the rest of this thread's request."""
    _request.reads_replica = False


class ReplicaRouter:
    """A Django database router, which writes to the primary and reads the replica for some requests."""

    def db_for_read(self, model: type[Model], **_hints: object) -> str:
        is_replicated = model._meta.app_label == "builder" and model._meta.model_name not in PRIMARY_ONLY
        is_allowed = getattr(_request, "reads_replica", False) and not connections[PRIMARY].in_atomic_block
        return REPLICA if is_replicated and is_allowed else PRIMARY

    def db_for_write(self, _model: type[Model], **_hints: object) -> str:
        read_primary()  # because the request must be able to read what it wrote
        return PRIMARY

    def allow_relation(self, *_objects: Model, **_hints: object) -> bool:
        return True

    def allow_migrate(self, db: str, *_names: str, **_hints: object) -> bool | None:
        return None if db == PRIMARY else False


class ReplicaMiddleware:
    """Middleware that decides which requests may read the replica.

    If the replica fails, it calls the view again with the primary.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.DATABASE_REPLICA_URL:
            raise MiddlewareNotUsed
        self.get_response, self.seconds = get_response, settings.DATABASE_REPLICA_SECONDS
        self.avoided_until = 0.0

    def __call__(self, request: HttpRequest) -> HttpResponse:
        only_reads = request.method in ("GET", "HEAD", "OPTIONS")
        is_avoided = time.monotonic() < self.avoided_until or WROTE_COOKIE in request.COOKIES
        _request.reads_replica = only_reads and not is_avoided
        response = self.get_response(request)
        read_primary()
        # Requests with a token need no cookie: they always read the primary (api.shared.authentication).
        if not only_reads and "Authorization" not in request.headers:
            secure = settings.SESSION_COOKIE_SECURE
            response.set_cookie(WROTE_COOKIE, "1", self.seconds, secure=secure, httponly=True, samesite="Lax")
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        is_lost = isinstance(exception, OperationalError | InterfaceError)
        if not (is_lost and _request.reads_replica and request.resolver_match):
            return None
        read_primary()
        self.avoided_until = time.monotonic() + RETRY_SECONDS
        logger.warning("The replica failed; reading the primary for %s seconds: %s", RETRY_SECONDS, exception)
        match = request.resolver_match
        return match.func(request, *match.args, **match.kwargs)  # type: ignore[no-any-return] # any view
