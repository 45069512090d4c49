"""The errors of the API, in the format ``application/problem+json`` of RFC 9457.

``type`` is an address that explains the kind of problem. ``detail`` says what is wrong with this request.
``errors`` lists the faults of the body or the query. Each fault has a path, such as
``profiles[3].design.attributes.mov``. An empty path means the complete body.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, JsonResponse
from rest_framework import exceptions, serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.response import Response

from builder.documents import DamagedDocumentError, UnreadableDesignError
from builder.points.document.json_reader import MAX_FAULTS, DocumentError
from builder.points.rules.wording import pluralize
from builder.request_context import current_request_id
from builder.services.errors import (
    InsufficientRights,
    LimitReached,
    NotFound,
    Refused,
    StaleVersion,
    TooManyRequests,
)
from builder.services.idempotency import IdempotencyKeyReused

if TYPE_CHECKING:  # avoids a cycle: rest_framework.views loads this module
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
PROBLEM_PREFIX = "/api/v1/problems/"


class ProblemKind(NamedTuple):
    """A kind of problem: its HTTP status, what is wrong in a few words, and what the client can do."""

    status: int
    title: str
    advice: str


PROBLEM_KINDS: Mapping[str, ProblemKind] = {
    "not-understood": ProblemKind(
        400, "Bad request", "Fix the fields in `errors`, then send the request again."
    ),
    "too-much": ProblemKind(
        400, "Limit reached", "Send less, or delete something first. `detail` states the limit."
    ),
    "log-in": ProblemKind(401, "Not authenticated", "Send a token: Authorization: Bearer muster_…"),
    "not-allowed": ProblemKind(403, "Not allowed", "Ask somebody who is allowed to do this."),
    "rank": ProblemKind(403, "Role too low", "Ask an organiser or the owner of the club."),
    "read-only-token": ProblemKind(403, "Read-only token", "Make a token that can also write."),
    "account-needed": ProblemKind(
        403, "Account needed", "Sign up. Your lists in this browser move to your account."
    ),
    "confirm-yourself": ProblemKind(
        403, "Confirm that it's you", "Enter your password again on the account page."
    ),
    "not-found": ProblemKind(
        404, "Not found", "The object doesn't exist, is deleted, or isn't visible to you."
    ),
    "wrong-method": ProblemKind(405, "Method not allowed", "The header Allow lists the allowed methods."),
    "conflict": ProblemKind(409, "Not possible", "`detail` says what you have to do first."),
    "broken-list": ProblemKind(
        409, "Unreadable list", "Nothing is lost. The operator of the site is notified."
    ),
    "stale": ProblemKind(
        412, "Changed in the meantime", "Read the object again, make your change again, and send it."
    ),
    "too-large": ProblemKind(413, "Too large", "Send a smaller document."),
    "wrong-type": ProblemKind(415, "Unsupported content type", "Send JSON as application/json."),
    "no-such-range": ProblemKind(416, "No such range", "Content-Range states the total number of bytes."),
    "key-reused": ProblemKind(422, "Idempotency-Key reused", "Use a new key for each request."),
    "no-version": ProblemKind(
        428, "Version needed", "Send If-Match with the ETag that you read, or * for any version."
    ),
    "too-many": ProblemKind(429, "Too many requests", "Wait for the seconds in Retry-After."),
    "not-ready": ProblemKind(
        429,
        "Not ready",
        "Send the same request again after the seconds in Retry-After.",
    ),
    # A paper that couldn't be typeset.
    "not-set": ProblemKind(
        503,
        "Paper too large",
        "Choose a roster, or leave parts out.",
    ),
    "broken": ProblemKind(500, "Internal error", "This is our fault, and we've recorded it."),
    "unavailable": ProblemKind(
        503, "Temporarily unavailable", "Wait for the seconds in Retry-After, then send the request again."
    ),
}


class EncodableField(serializers.CharField):
    """A text without lone surrogates. JSON in a request can contain them, but UTF-8 can't encode them."""

    def to_representation(self, value: object) -> str:
        """Return the text with a question mark for each lone surrogate."""
        return str(value).encode("utf-8", "replace").decode()


class Fault(NamedTuple):
    """A fault of a request: its path and a message."""

    path: str
    message: str


class FaultSerializer(serializers.Serializer[Any]):
    """One fault of a request."""

    path = EncodableField(
        help_text='Place of the fault, such as profiles[3].design.attributes.mov; "" for the request as a '
        "whole."
    )
    message = EncodableField(help_text="What is wrong, and how to fix it.")


class ProblemSerializer(serializers.Serializer[Any]):
    """A problem as RFC 9457 defines it."""

    type = serializers.CharField(help_text="Address of an explanation of this kind of problem.")
    title = serializers.CharField(source="kind.title", help_text="What is wrong, in a few words.")
    status = serializers.IntegerField(
        source="kind.status", help_text="HTTP status of the answer, such as 404."
    )
    detail = EncodableField(help_text="What is wrong with this request.")
    request_id = serializers.CharField(
        help_text="Code of this request, as in the header X-Request-ID and in the log of the site."
    )
    errors = FaultSerializer(  # type: ignore[assignment] # the name in RFC 9457; DRF's serializers have it too
        many=True, help_text="Faults of the body or the query, each with its path; empty for other problems."
    )


class Problem(exceptions.APIException):
    """An error that becomes a problem+json response. Its ``kind`` is one of the ``PROBLEM_KINDS``."""

    def __init__(
        self,
        kind: str,
        detail: str,
        errors: Sequence[tuple[str, str]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.kind = kind
        self.status_code = PROBLEM_KINDS[kind].status
        self.errors = tuple(errors)
        self.headers = dict(headers or {})
        super().__init__(detail, kind)


def document_problem(error: DocumentError) -> Problem:
    """Return the problem for a document, or a part of a document, that can't be read."""
    kind = "too-large" if not error.path and error.fix.startswith("send at most") else "not-understood"
    faults = [(fault.path, f"{fault.problem}: {fault.fix}") for fault in error.faults]
    return Problem(kind, str(error), faults[:MAX_FAULTS])


def fault_problem(faults: Sequence[tuple[str, str]]) -> Problem:
    """Return the problem for a body or query with faults. Each fault is a path and a message."""
    path, message = faults[0]
    return Problem("not-understood", f"{path or 'the body'} {message}", faults[:MAX_FAULTS])


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the response to an exception of a view.

    Return None for an unexpected exception, which becomes a 500. This is DRF's ``EXCEPTION_HANDLER``.
    """
    problem = _problem_of(error)
    if problem is None:
        return None
    if problem.kind == "wrong-method":
        problem.detail = ErrorDetail(_allowed_methods(context["view"]), problem.kind)
    if problem.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR or problem.kind == "broken-list":
        logger.error("%s", error)
    response = Response(
        problem_body(problem.kind, str(problem.detail), problem.errors),
        problem.status_code,
        headers=problem.headers,
    )
    response.content_type = MEDIA_TYPE
    return response


def problem_body(kind: str, detail: str, errors: Sequence[tuple[str, str]] = ()) -> dict[str, object]:
    """Return the JSON value of a problem."""
    value = {
        "type": f"{PROBLEM_PREFIX}{kind}",
        "kind": PROBLEM_KINDS[kind],
        "detail": detail,
        "request_id": current_request_id(),
        "errors": [Fault(*fault) for fault in errors],
    }
    return ProblemSerializer().to_representation(value)


def _problem_of(error: Exception) -> Problem | None:
    if isinstance(error, Problem):
        return error
    if isinstance(error, DocumentError):
        return document_problem(error)
    if isinstance(error, Refused):
        return _service_problem(error)
    if isinstance(error, UnreadableDesignError):
        message = f"The profile “{error.profile}” doesn't fit the rules on this site."
        return Problem("broken-list", message)
    if isinstance(error, DamagedDocumentError):
        return Problem("broken-list", "The stored data of this version is damaged.")
    if isinstance(error, Http404 | exceptions.NotFound):
        return Problem("not-found", _message_of(error) or PROBLEM_KINDS["not-found"].advice)
    if isinstance(error, RequestDataTooBig):
        return Problem("too-large", "The request is too large.")
    if isinstance(error, PermissionDenied):
        return (
            Problem("rank", str(error))
            if str(error)
            else Problem("not-allowed", "You aren't allowed to do this.")
        )
    return _drf_problem(error) if isinstance(error, exceptions.APIException) else None


def _message_of(error: Exception) -> str:
    """Return the message of a 404, or "" if Django raised it with data instead of a message."""
    return str(error.args[0]) if error.args and isinstance(error.args[0], str) else ""


def _service_problem(error: Refused) -> Problem:
    if isinstance(error, StaleVersion):
        return Problem("stale", str(error), headers={"ETag": f'"{error.current_version}"'})
    if isinstance(error, TooManyRequests):
        return Problem("too-many", str(error), headers={"Retry-After": str(error.seconds)})
    kinds: tuple[tuple[type[Refused], str], ...] = (
        (NotFound, "not-found"),
        (InsufficientRights, "rank"),
        (IdempotencyKeyReused, "key-reused"),
        (LimitReached, "too-much"),
    )
    kind = next((kind for error_class, kind in kinds if isinstance(error, error_class)), "conflict")
    return Problem(kind, str(error))


def _drf_problem(error: exceptions.APIException) -> Problem:
    headers: dict[str, str] = {}
    if isinstance(error, exceptions.ValidationError):
        return fault_problem(flatten_errors(error.detail))
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        headers["WWW-Authenticate"] = str(getattr(error, "auth_header", "Bearer"))
        is_anonymous = isinstance(error, exceptions.NotAuthenticated)
        message = "You need a token, or have to log in." if is_anonymous else str(error.detail)
        return Problem("log-in", message, headers=headers)
    if isinstance(error, exceptions.Throttled):
        seconds = int(getattr(error, "wait", None) or 1)
        headers["Retry-After"] = str(seconds)
        return Problem(
            "too-many", f"Too many requests. Wait {pluralize(seconds, 'second')}.", headers=headers
        )
    if isinstance(error, exceptions.UnsupportedMediaType):
        return Problem("wrong-type", PROBLEM_KINDS["wrong-type"].advice)
    kinds = {
        HTTPStatus.BAD_REQUEST: ("not-understood", "We can't read the request."),
        HTTPStatus.FORBIDDEN: ("not-allowed", _forbidden_message(error)),
        HTTPStatus.METHOD_NOT_ALLOWED: ("wrong-method", PROBLEM_KINDS["wrong-method"].advice),
    }
    kind, message = kinds.get(HTTPStatus(error.status_code), ("broken", PROBLEM_KINDS["broken"].advice))
    return Problem(kind, message)


def _forbidden_message(error: exceptions.APIException) -> str:
    """Return why a request is forbidden. DRF starts the message of a CSRF failure with "CSRF Failed"."""
    if str(error.detail).startswith("CSRF Failed"):
        return "Changes need a CSRF token from pages of this site, or a token from programs."
    return "You aren't allowed to do this."


def _allowed_methods(view: "APIView") -> str:
    allowed = [method for method in view.allowed_methods if method != "OPTIONS"]
    return f"{view.request.method} is not allowed here, only {', '.join(allowed)}."


def flatten_errors(detail: object) -> list[tuple[str, str]]:
    """Return all messages of a nested ValidationError, each with its path."""
    return list(_flatten("", detail))


def _flatten(path: str, detail: object) -> Iterator[tuple[str, str]]:
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            if name == "non_field_errors":
                inner_path = path
            elif isinstance(name, int):
                inner_path = f"{path}[{name}]"
            else:
                # The faults of a document already have full paths, such as profiles[0].name.
                inner_path = f"{path}.{name}" if path else str(name)
            yield from _flatten(inner_path, inner)
    elif isinstance(detail, list | tuple):
        for index, inner in enumerate(detail):
            nested = isinstance(inner, Mapping | list | tuple)
            yield from _flatten(f"{path}[{index}]" if nested else path, inner)
    else:
        yield path, str(detail)


# ------------------------------------------------------------------ errors outside DRF's views


def problem_response(request: HttpRequest, kind: str, detail: str) -> JsonResponse:
    """Return a problem as the response of one of Django's own error handlers."""
    return JsonResponse(
        problem_body(kind, detail), status=PROBLEM_KINDS[kind].status, content_type=MEDIA_TYPE
    )
