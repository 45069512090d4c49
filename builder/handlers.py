"""Django's error handlers for the site. Each returns a page, or JSON if the request is for the API."""

import sys

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from api.shared.errors import problem_response
from builder.security_log import SecurityEvent, record_event
from builder.web.shared import errors

RETRY_SECONDS = 5
"""The seconds after which clients should try again. In this time, a database can restart."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page or JSON for a request that can't be read (400) or is too large (413)."""
    if not _is_api(request):
        return errors.bad_request(request, exception)
    if isinstance(exception, RequestDataTooBig):
        max_bytes = settings.MUSTERBOOK_MAX_REQUEST_BYTES
        return problem_response(request, "too-large", f"A request has at most {max_bytes:,} bytes.")
    return problem_response(request, "not-understood", "The request is not one that can be read.")


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page or JSON for a request that is not allowed (403)."""
    match = request.resolver_match
    if match is not None and "admin" in match.app_names:
        record_event(SecurityEvent.STAFF_PAGE_REFUSED, page=match.view_name)
    if not _is_api(request):
        return errors.forbidden(request, exception)
    return problem_response(request, "not-allowed", "This is not for you.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page or JSON for an address that doesn't exist (404)."""
    if not _is_api(request):
        return errors.not_found(request, exception)
    return problem_response(request, "not-found", "There is no such address: /api/v1/docs lists them.")


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page or JSON for an internal error (500) or a database error (503)."""
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return _unavailable(request)
    if not _is_api(request):
        return errors.server_error(request)
    return problem_response(request, "broken", "What was saved before is safe. Try again.")


def _unavailable(request: HttpRequest) -> HttpResponse:
    """Return the page or JSON for an unreachable, full or busy database (503)."""
    response = (
        problem_response(request, "unavailable", "The database does not answer. Nothing was changed.")
        if _is_api(request)
        else errors.unavailable(request)
    )
    response["Retry-After"] = str(RETRY_SECONDS)
    return response


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
