"""Error responses: full pages that need no database, and short notices for htmx."""

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.template.defaultfilters import filesizeformat
from django.template.loader import render_to_string

from builder.points.document.json_reader import DocumentError
from builder.request_context import current_request_id
from builder.security_log import SecurityEvent, record_event
from builder.services.budgets import BYTES_WAIT_SECONDS
from builder.services.errors import (
    DiskAlmostFull,
    InsufficientRights,
    LimitReached,
    NotFound,
    NotPossible,
    Refused,
)
from builder.web.shared.decorators import forbid_storing_and_indexing
from builder.web.shared.htmx import as_notice, is_htmx


def problem_response(
    request: HttpRequest,
    status: int,
    title: str,
    message: str,
    fix: str = "",
    *,
    log_in: bool = False,
    is_fault: bool = False,
) -> HttpResponse:
    """Show a page with a problem and how to fix it. For htmx, show a notice at the top of the current page.

    With ``is_fault``, the response shows the request id, so that the operator can find the fault in the log.
    """
    context = {
        "status": status,
        "title": title,
        "message": message,
        "fix": fix,
        "log_in": log_in,
        "next": request.get_full_path() if request.method == "GET" else "",
        "request_id": current_request_id() if is_fault else "",
    }
    template = "shared/_error.html" if is_htmx(request) else "shared/error.html"
    response = forbid_storing_and_indexing(HttpResponse(render_to_string(template, context), status=status))
    return as_notice(response) if is_htmx(request) else response


def refusal_response(request: HttpRequest, error: Refused | DocumentError) -> HttpResponse:
    """Return the response to an error that a service raised.

    - 400: the data can't be stored, or a limit is reached.
    - 403: the user's role doesn't allow the change. This function raises PermissionDenied.
    - 404: an object doesn't exist. This function raises Http404.
    - 409: the change isn't possible in the current state.
    - 503: the site has no room for a new guest.
    """
    if isinstance(error, NotFound):
        raise Http404(str(error)) from error
    if isinstance(error, InsufficientRights):
        raise PermissionDenied(str(error)) from error
    if isinstance(error, DiskAlmostFull):
        return no_room_response(request)
    if isinstance(error, NotPossible):
        return problem_response(request, 409, "Not possible", str(error), "Nothing was changed.")
    if isinstance(error, LimitReached):
        return problem_response(request, 400, "Limit reached", str(error), "Nothing was changed.")
    return problem_response(request, 400, "Not saved", f"{error}.", "Nothing was changed.")


def no_room_response(request: HttpRequest) -> HttpResponse:
    """Show the page for an anonymous user who can't save because the site is almost full: 503.

    To save something, an anonymous user becomes a guest. A site that is almost full creates no guests.
    """
    response = problem_response(
        request,
        503,
        "No room for new guests",
        "This site is almost full. You can still view, change and download the lists that you have.",
        "Log in if you have an account, or try again later.",
        log_in=True,
    )
    response["Retry-After"] = str(BYTES_WAIT_SECONDS)
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show the page for a malformed (400) or too large (413) request."""
    if isinstance(exception, RequestDataTooBig):
        return problem_response(
            request,
            413,
            "Too large",
            f"You can send at most {filesizeformat(settings.MUSTERBOOK_MAX_UPLOAD_BYTES)} at once.",
            "Nothing was changed. Go back and choose fewer or smaller files.",
        )
    return problem_response(
        request,
        400,
        "Bad request",
        "We couldn't understand the request.",
        "Nothing was changed.",
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show the page for an action that the user isn't allowed to do: 403."""
    return problem_response(request, 403, "Not allowed", "You can't change this.")


def signed_out_response(request: HttpRequest) -> HttpResponse:
    """Show the notice for a form that htmx sent after the user had logged out: 403."""
    return problem_response(
        request,
        403,
        "Not saved: you're logged out",
        "Your text is still on this page.",
        "Open My lists in another tab. If your list is there, save again here; otherwise copy your text.",
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show the page for a form without a valid CSRF token, for example after cookies were cleared: 403."""
    return problem_response(
        request,
        403,
        "The form has expired",
        "Nothing was changed. This happens if your browser blocks or cleared this site's cookies.",
        "Copy your text, reload the page and send the form again.",
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show the page for an object that doesn't exist or that the user can't see: 404.

    The page is the same in both cases, so that nobody learns what exists.
    """
    message = "This page doesn't exist, or you can't see it."
    user = getattr(request, "user", None)
    if user is None or (user.is_authenticated and not user.is_guest):
        return problem_response(request, 404, "Not found", message)
    fix = "If it's yours, log in, or open it in the browser that you made it in."
    return problem_response(request, 404, "Not found", message, fix, log_in=True)


def too_many(request: HttpRequest) -> HttpResponse:
    """Show the page for too many attempts of an IP address or account to log in, sign up or the like: 429."""
    match = request.resolver_match
    record_event(SecurityEvent.ATTEMPTS_LIMITED, page=match.url_name if match else None)
    return problem_response(
        request, 429, "Too many attempts", "You tried too often in a short time.",
        "Wait five minutes, then try again.",
    )  # fmt: skip


def unavailable(request: HttpRequest) -> HttpResponse:
    """Show the page for requests while the database can't be reached or is full: 503."""
    return problem_response(
        request, 503, "Temporarily unavailable",
        "We can't reach the database. Nothing was changed or lost.",
        "Try again in a minute. Your text is still on the previous page.", is_fault=True,
    )  # fmt: skip


def server_error(request: HttpRequest) -> HttpResponse:
    """Show the page for an unexpected error: 500. The page needs neither the database nor the user."""
    return problem_response(
        request, 500, "Something went wrong", "This is our fault, and we've recorded it.",
        "Your saved work is safe. Reload the page.", is_fault=True,
    )  # fmt: skip
