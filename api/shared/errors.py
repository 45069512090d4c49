"""Every error in one shape: RFC 9457's ``application/problem+json``, with the path of each fault.

``type`` is an address that explains the kind of problem; ``detail`` says what happened; ``errors`` are the
faults of what was sent, each with its path (``profiles[3].design.attributes.mov``; "" is the whole value).
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

from builder.documents import UnreadableDesignError
from builder.points.document.json_reader import MAX_FAULTS, DocumentError
from builder.points.rules.wording import pluralize
from builder.request_context import current_request_id
from builder.revisions import DamagedHistoryError
from builder.services.errors import (
    LimitReached,
    NotFound,
    NotPossible,
    RankTooLow,
    Refused,
    StaleVersion,
    TooManyRequests,
)
from builder.services.idempotency import IdempotencyKeyReused

if TYPE_CHECKING:  # DRF's views import this module
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
PROBLEM_PREFIX = "/api/v1/problems/"


class ProblemKind(NamedTuple):
    """A kind of problem: its status, its title, and what whoever gets it can do."""

    status: int
    title: str
    mend: str


PROBLEM_KINDS: Mapping[str, ProblemKind] = {
    "not-understood": ProblemKind(400, "Not understood", "Mend what errors names, then send it again."),
    "too-much": ProblemKind(
        400, "Too much", "Send less, or delete something first; detail says how much is kept."
    ),
    "log-in": ProblemKind(401, "Who are you?", "Send a token: Authorization: Bearer muster_…"),
    "not-allowed": ProblemKind(403, "Not allowed", "Somebody else would have to do it."),
    "rank": ProblemKind(403, "Your rank is too low", "Ask an organiser or the owner of the club."),
    "read-only-token": ProblemKind(403, "This token only reads", "Make a token that also writes."),
    "account-needed": ProblemKind(
        403, "This needs an account", "Sign up; the lists of this browser come along."
    ),
    "confirm-yourself": ProblemKind(
        403, "Confirm that it is you", "Give your password again on the account page."
    ),
    "not-found": ProblemKind(404, "Not found", "It is not there, not any more, or not yours to see."),
    "wrong-method": ProblemKind(405, "Not done here", "The header Allow says what can be done."),
    "conflict": ProblemKind(
        409, "Not possible as things stand", "detail says what would have to come first."
    ),
    "broken-list": ProblemKind(
        409, "This list cannot be read", "Nothing is lost; whoever runs the site is told."
    ),
    "stale": ProblemKind(
        412, "Changed in the meantime", "Read it again, put your change on top, send it again."
    ),
    "too-large": ProblemKind(413, "Too large", "Send a smaller document."),
    "wrong-type": ProblemKind(415, "Wrong type of content", "Send JSON as application/json."),
    "no-such-range": ProblemKind(416, "No such range", "Content-Range says how much there is."),
    "key-reused": ProblemKind(422, "Idempotency-Key used before", "Use a new key for each request."),
    "no-version": ProblemKind(
        428, "Which version?", "Send If-Match with the ETag that you read, or * for any."
    ),
    "too-many": ProblemKind(429, "Too many requests", "Wait as long as Retry-After says (seconds)."),
    "not-ready": ProblemKind(
        429,
        "Not made yet",
        "Send the same again after as many seconds as Retry-After says; it is made meanwhile.",
    ),
    "not-set": ProblemKind(
        503,
        "This paper cannot be made",
        "Choose a roster of it, or leave parts out; detail says what was too much.",
    ),
    "broken": ProblemKind(
        500, "Something broke here", "The fault is Musterbook's, and it has been written down."
    ),
    "unavailable": ProblemKind(
        503, "Not to be had just now", "Wait as long as Retry-After says (seconds), then send it again."
    ),
}


class EncodableField(serializers.CharField):
    """A text with lone surrogates replaced: a quote of what was sent may have them, but UTF-8 cannot."""

    def to_representation(self, value: object) -> str:
        """The text as it can be sent."""
        return str(value).encode("utf-8", "replace").decode()


class Fault(NamedTuple):
    """What is wrong with what was sent: where, and what."""

    path: str
    message: str


class FaultSerializer(serializers.Serializer[Any]):
    """One fault of what was sent."""

    path = EncodableField(help_text='The place, such as profiles[3].design.attributes.mov; "" for all.')
    message = EncodableField(help_text="What is wrong there, and what to write.")


class ProblemSerializer(serializers.Serializer[Any]):
    """RFC 9457."""

    type = serializers.CharField(help_text="Address of what is said about this kind of problem.")
    title = serializers.CharField(source="kind.title")
    status = serializers.IntegerField(source="kind.status")
    detail = EncodableField()
    request_id = serializers.CharField(
        help_text="The code of this request, as in the header X-Request-ID and in the log of the site."
    )
    errors = FaultSerializer(many=True)  # type: ignore[assignment] # RFC 9457's extension; DRF has its own errors


class Problem(exceptions.APIException):
    """An error of one of the ``PROBLEM_KINDS``, answered as problem+json."""

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
    """The problem of a document or a part of one that cannot be read, with all its faults."""
    kind = "too-large" if not error.path and error.fix.startswith("send at most") else "not-understood"
    faults = [(fault.path, f"{fault.problem}: {fault.fix}") for fault in error.faults]
    return Problem(kind, str(error), faults[:MAX_FAULTS])


def fault_problem(faults: Sequence[tuple[str, str]]) -> Problem:
    """The problem of a body or a query with faults, each a path and a message."""
    path, message = faults[0]
    return Problem("not-understood", f"{path or 'the body'} {message}", faults[:MAX_FAULTS])


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's handler: the response to what a view has raised; None for the unforeseen, which is a 500."""
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
    """The JSON value of a problem."""
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
        message = f"The design of its profile “{error.profile}” does not fit the rules that are loaded here."
        return Problem("broken-list", message)
    if isinstance(error, DamagedHistoryError):
        return Problem("broken-list", "What is stored of this version is damaged.")
    if isinstance(error, Http404 | exceptions.NotFound):
        return Problem("not-found", _message_of(error) or PROBLEM_KINDS["not-found"].mend)
    if isinstance(error, RequestDataTooBig):
        return Problem("too-large", "That is more than is read at once.")
    if isinstance(error, PermissionDenied):
        return Problem("rank", str(error)) if str(error) else Problem("not-allowed", "This is not for you.")
    return _drf_problem(error) if isinstance(error, exceptions.APIException) else None


def _message_of(error: Exception) -> str:
    """The message of a 404 that is written for people; Django's own, which is no text, is left out."""
    return str(error.args[0]) if error.args and isinstance(error.args[0], str) else ""


def _service_problem(error: Refused) -> Problem:
    if isinstance(error, StaleVersion):
        return Problem("stale", str(error), headers={"ETag": f'"{error.current_version}"'})
    if isinstance(error, TooManyRequests):
        return Problem("too-many", str(error), headers={"Retry-After": str(error.seconds)})
    kinds: tuple[tuple[type[Refused], str], ...] = (
        (NotFound, "not-found"),
        (RankTooLow, "rank"),
        (IdempotencyKeyReused, "key-reused"),
        (NotPossible, "conflict"),
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
        message = "This needs a token, or somebody who is logged in." if is_anonymous else str(error.detail)
        return Problem("log-in", message, headers=headers)
    if isinstance(error, exceptions.Throttled):
        seconds = int(getattr(error, "wait", None) or 1)
        headers["Retry-After"] = str(seconds)
        return Problem(
            "too-many", f"Too many requests: wait {pluralize(seconds, 'second')}.", headers=headers
        )
    if isinstance(error, exceptions.UnsupportedMediaType):
        return Problem("wrong-type", PROBLEM_KINDS["wrong-type"].mend)
    kinds = {
        HTTPStatus.BAD_REQUEST: ("not-understood", "The request cannot be read."),
        HTTPStatus.FORBIDDEN: ("not-allowed", _forbidden_message(error)),
        HTTPStatus.METHOD_NOT_ALLOWED: ("wrong-method", PROBLEM_KINDS["wrong-method"].mend),
    }
    kind, message = kinds.get(HTTPStatus(error.status_code), ("broken", PROBLEM_KINDS["broken"].mend))
    return Problem(kind, message)


def _forbidden_message(error: exceptions.APIException) -> str:
    """Why something is forbidden. Django's own protection says what it misses behind "CSRF Failed:"."""
    if str(error.detail).startswith("CSRF Failed"):
        return "A page of this site sends its CSRF token with a change; a program, its own token."
    return "This is not for you."


def _allowed_methods(view: "APIView") -> str:
    allowed = [method for method in view.allowed_methods if method != "OPTIONS"]
    return f"{view.request.method} is not done here: only {', '.join(allowed)}."


def flatten_errors(detail: object) -> list[tuple[str, str]]:
    """Every message of a nested ValidationError with its path."""
    return list(_flatten("", detail))


def _flatten(path: str, detail: object) -> Iterator[tuple[str, str]]:
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            if name == "non_field_errors":
                inner_path = path
            elif isinstance(name, int):
                inner_path = f"{path}[{name}]"
            else:
                # A document tells whole paths, such as profiles[0].name.
                inner_path = f"{path}.{name}" if path else str(name)
            yield from _flatten(inner_path, inner)
    elif isinstance(detail, list | tuple):
        for index, inner in enumerate(detail):
            nested = isinstance(inner, Mapping | list | tuple)
            yield from _flatten(f"{path}[{index}]" if nested else path, inner)
    else:
        yield path, str(detail)


# ------------------------------------------------------------------ errors outside of any view


def problem_response(request: HttpRequest, kind: str, detail: str) -> JsonResponse:
    """The response with a problem for Django's own error handlers, outside of DRF."""
    return JsonResponse(
        problem_body(kind, detail), status=PROBLEM_KINDS[kind].status, content_type=MEDIA_TYPE
    )
