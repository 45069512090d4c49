"""The outermost middleware: request ids, the access log, and the log of slow requests and queries."""

import logging
import re
import time
from collections.abc import Callable, Mapping
from functools import partial
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from builder.request_context import WARM_UP, RequestContext, use_context
from builder.security_log import known_user
from builder.services.budgets import client_address
from builder.slow_queries import log_slow_queries

access_logger = logging.getLogger("musterbook.access")
slow_logger = logging.getLogger("musterbook.slow")

REQUEST_ID_HEADER = "X-Request-ID"
_TRUSTED_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_MAX_PATH_LENGTH = 300


class RequestLogMiddleware:
    """A middleware that gives each request an id, returns it in a header, and logs the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response. A streamed response is logged once it has been sent completely."""
        started = time.perf_counter()
        address = client_address(request.META)
        context = RequestContext(request, request_id(request.META), str(address) if address else "-")
        request.request_id = context.id  # type: ignore[attr-defined] # for records that Django logs afterwards
        with use_context(context), log_slow_queries():
            response = self.get_response(request)
        response.headers[REQUEST_ID_HEADER] = context.id
        finish = partial(_log_request, context, response, started)
        if response.streaming:
            response._resource_closers.append(finish)  # type: ignore[attr-defined] # the server calls them at the end
        else:
            finish()
        return response


def request_id(meta: Mapping[str, object]) -> str:
    """Return the id that a trusted proxy sent, if it is valid, or else a new id."""
    if settings.TRUST_PROXY_HEADER:
        sent = str(meta.get("HTTP_X_REQUEST_ID") or "")
        if _TRUSTED_ID.fullmatch(sent):
            return sent
    return uuid4().hex


def _log_request(context: RequestContext, response: HttpResponseBase, started: float) -> None:
    request = context.request
    milliseconds = int((time.perf_counter() - started) * 1000)
    is_slow = 0 < settings.SLOW_REQUEST_MS <= milliseconds
    is_wanted = settings.ACCESS_LOG and not request.path.startswith(settings.STATIC_URL)
    if WARM_UP in request.META or not (is_slow or is_wanted):
        return
    fields = {
        "method": request.method or "-",
        # The query string is not logged, because it can contain searches and secrets.
        "path": request.path[:_MAX_PATH_LENGTH],
        "status": response.status_code,
        "duration_ms": milliseconds,
        "person": _person_label(request),
        "address": context.address,
    }
    with use_context(context):
        if is_wanted:
            access_logger.info("request", extra={"fields": fields})
        if is_slow:
            slow_logger.warning("slow request", extra={"fields": fields})


def _person_label(request: HttpRequest) -> str:
    """Return the user's id, such as "7" or "guest:7", or "-" if the view didn't load the user.

    Loading the user would need queries and would add the header "Vary: Cookie" to public pages, so that
    shared caches couldn't use them for other users.
    """
    user = known_user(request)
    if user is None:
        return "-"
    return f"guest:{user.pk}" if user.is_guest else str(user.pk)
