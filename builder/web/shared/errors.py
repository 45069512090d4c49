"""Answers that refuse: plain pages that need no database, and short notices for htmx."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string

from builder.points.document.json_reader import DocumentError
from builder.request_context import current_request_id
from builder.security_log import SecurityEvent, record_event
from builder.services.budgets import BYTES_WAIT_SECONDS
from builder.services.errors import LimitReached, NoRoom, NotFound, NotPossible, RankTooLow, Refused

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


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
    """A page that says what is wrong and what to do; for htmx a notice at the top of the page.

    With ``is_fault`` it shows the request id, so that the operator can find the fault in the log.
    """
    context = {
        "status": status,
        "title": title,
        "message": message,
        "fix": fix,
        "log_in": log_in,
        "request_id": current_request_id() if is_fault else "",
    }
    if "HX-Request" in request.headers:
        response = HttpResponse(render_to_string("shared/_error.html", context), status=status)
        response["HX-Retarget"] = "#notices"
        response["HX-Reswap"] = "innerHTML"
        response["HX-Push-Url"] = "false"
        return response
    return HttpResponse(render_to_string("shared/error.html", context), status=status)


def refusals_as_responses(view: View[P]) -> View[P]:
    """A view whose services may refuse: 404 for what is gone, 400 for what cannot be stored.

    403 for whoever has lost the rank that it takes, 409 for what something else must come before, 503 where
    the site has no room.
    """

    @wraps(view)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotFound as error:
            raise Http404(str(error)) from error
        except RankTooLow as error:
            raise PermissionDenied(str(error)) from error
        except NotPossible as error:
            return problem_response(request, 409, "Not done", str(error), "Nothing was changed.")
        except LimitReached as error:
            return problem_response(request, 400, "Too much", str(error), "Nothing was changed.")
        except NoRoom:
            return no_room_response(request)
        except (Refused, DocumentError) as error:
            return problem_response(request, 400, "Not saved", f"{error}.", "Nothing was changed.")

    return answer


def no_room_response(request: HttpRequest) -> HttpResponse:
    """The page for whoever would become a guest while the site has hardly any room left: 503."""
    response = problem_response(
        request,
        503,
        "No room for new guests just now",
        "This site has hardly any room left. Lists that are here can still be read, changed and downloaded.",
        "If you have an account, log in. Else try again later.",
        log_in=True,
    )
    response["Retry-After"] = str(BYTES_WAIT_SECONDS)
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for a malformed request: 400, or 413 where it is larger than any that is read."""
    if isinstance(exception, RequestDataTooBig):
        return problem_response(
            request,
            413,
            "Too large",
            f"That is more than is read at once: {settings.MUSTERBOOK_MAX_UPLOAD_BYTES:,} bytes of files.",
            "Nothing was changed. Go back and choose fewer files, or smaller ones.",
        )
    return problem_response(
        request,
        400,
        "Not understood",
        "The request was not one that this page sends.",
        "Nothing was changed.",
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for what somebody may see but not do: 403."""
    return problem_response(request, 403, "Not allowed", "This is not for you to change.")


def signed_out_response(request: HttpRequest) -> HttpResponse:
    """What htmx shows where a form was sent after the session had ended: 403."""
    return problem_response(
        request,
        403,
        "Not saved: you are no longer signed in on this browser",
        "What you typed is still here.",
        "Open My lists in another tab. If your list is there, send this again; else copy your text first.",
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a form without a valid token, as after cookies were cleared: 403."""
    return problem_response(
        request,
        403,
        "Not sent from here",
        "The form had no valid token, so nothing was changed: cookies were refused, or cleared meanwhile.",
        "Copy what you typed, load the page again, and send the form once more.",
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for what is not there and for what is not yours, which look alike: 404.

    Whoever is not logged in is told that logging in may show it.
    """
    words = "There is nothing here, or it belongs to somebody else."
    user = getattr(request, "user", None)
    if user is None or (user.is_authenticated and not user.is_guest):
        return problem_response(request, 404, "Not found", words)
    fix = "If it is yours, it is tied to the browser it was made with, or to your account: log in to see it."
    return problem_response(request, 404, "Not found", words, fix, log_in=True)


def too_many(request: HttpRequest) -> HttpResponse:
    """The page for too many attempts from one address or at one account: 429."""
    match = request.resolver_match
    record_event(SecurityEvent.ATTEMPTS_LIMITED, page=match.url_name if match else None)
    return problem_response(
        request, 429, "Too many attempts", "That was tried more often than is let through in such a time.",
        "Wait five minutes, then try again.",
    )  # fmt: skip


def unavailable(request: HttpRequest) -> HttpResponse:
    """The page while the database does not answer, or has no room: 503."""
    return problem_response(
        request, 503, "Not to be had just now",
        "The database does not answer, or cannot write. Nothing was changed, and nothing is lost.",
        "Wait a little, then try again; what you typed is still on the page before.", is_fault=True,
    )  # fmt: skip


def server_error(request: HttpRequest) -> HttpResponse:
    """The page for an error that nobody foresaw: 500. It needs neither the database nor a user."""
    return problem_response(
        request, 500, "Something broke here", "The fault is Musterbook's, and it has been written down.",
        "What was saved before is safe. Load the page again.", is_fault=True,
    )  # fmt: skip
