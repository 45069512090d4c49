"""Reading from a replica of the database (docs/scaling.md).

A request that only reads gets people's content from the replica, unless its browser changed something in the
last DATABASE_REPLICA_SECONDS. Everything else reads the primary: changes, commands, log-in, tokens, budgets.
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
RETRY_SECONDS = 60  # after a failure; each attempt to reach a machine that is off takes some seconds
WROTE_COOKIE = f"{settings.COOKIE_PREFIX}wrote"
# An outdated row of these tables could let a person in, or let them spend or do something twice.
PRIMARY_ONLY = frozenset({"idempotentresponse", "readinessmark", "spentbudget", "token", "user"})

logger = logging.getLogger(__name__)
_request = threading.local()


def read_primary() -> None:
    """Read the primary for the rest of this thread's request."""
    _request.reads_replica = False


class ReplicaRouter:
    """A Django database router: it writes to the primary and reads where the request allows."""

    def db_for_read(self, model: type[Model], **_hints: object) -> str:
        is_replicated = model._meta.app_label == "builder" and model._meta.model_name not in PRIMARY_ONLY
        may_be_old = getattr(_request, "reads_replica", False) and not connections[PRIMARY].in_atomic_block
        return REPLICA if is_replicated and may_be_old else PRIMARY

    def db_for_write(self, _model: type[Model], **_hints: object) -> str:
        read_primary()  # so that the request can read what it wrote
        return PRIMARY

    def allow_relation(self, *_objects: Model, **_hints: object) -> bool:
        return True

    def allow_migrate(self, db: str, *_names: str, **_hints: object) -> bool | None:
        return None if db == PRIMARY else False


class ReplicaMiddleware:
    """Middleware that allows requests to use the replica for reading, and repeats the view if it fails."""

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
        # requests with tokens may write with any method, so they read the primary
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
