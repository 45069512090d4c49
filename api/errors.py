"""What goes wrong, in one shape: RFC 9457's ``application/problem+json``, with the path of each fault.

``type`` is an address that explains the kind of problem; ``detail`` says what happened; ``errors`` are the
faults of what was sent, each with its path (``profiles[3].design.attributes.mov``; "" is the whole of it).
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, JsonResponse
from rest_framework import exceptions
from rest_framework.response import Response

from builder.documents import BrokenDesignError
from builder.points.reading import DocumentError
from builder.services.answers import OtherRequest
from builder.services.errors import (
    LimitReached,
    NotFound,
    NotPossible,
    Refused,
    StaleVersion,
    TooLowARank,
)

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
PREFIX = "/api/v1/problems/"


class Kind(NamedTuple):
    """A kind of problem: its status, its title, and what whoever gets it can do."""

    status: int
    title: str
    mend: str


KINDS: Mapping[str, Kind] = {
    "not-understood": Kind(400, "Not understood", "Mend what errors names, then send it again."),
    "too-much": Kind(400, "Too much", "Send less, or delete something first; detail says how much is kept."),
    "log-in": Kind(401, "Who are you?", "Send a token: Authorization: Bearer muster_…"),
    "not-allowed": Kind(403, "Not allowed", "Somebody else would have to do it."),
    "rank": Kind(403, "Your rank is too low", "Ask an organiser or the owner of the club."),
    "read-only-token": Kind(403, "This token only reads", "Make a token that also writes."),
    "account-needed": Kind(403, "This needs an account", "Sign up; the lists of this browser come along."),
    "confirm-yourself": Kind(403, "Confirm that it is you", "Give your password again on the account page."),
    "not-found": Kind(404, "Not found", "It is not there, not any more, or not yours to see."),
    "wrong-method": Kind(405, "Not done here", "The header Allow says what can be done."),
    "conflict": Kind(409, "Not possible as things stand", "detail says what would have to come first."),
    "broken-list": Kind(409, "This list cannot be read", "Nothing is lost; whoever runs the site is told."),
    "stale": Kind(412, "Changed in the meantime", "Read it again, put your change on top, send it again."),
    "too-large": Kind(413, "Too large", "Send a smaller document."),
    "wrong-type": Kind(415, "Wrong type of content", "Send JSON as application/json."),
    "key-reused": Kind(422, "Idempotency-Key used before", "Use a new key for each request."),
    "no-version": Kind(428, "Which version?", "Send If-Match with the ETag that you read, or * for any."),
    "too-many": Kind(429, "Too many requests", "Wait as long as Retry-After says (seconds)."),
    "broken": Kind(500, "Something broke here", "The fault is Musterbook's, and it has been written down."),
}


class Problem(exceptions.APIException):
    """A problem of one of the ``KINDS``."""

    def __init__(
        self,
        kind: str,
        detail: str,
        errors: Sequence[tuple[str, str]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.kind = kind
        self.status_code = KINDS[kind].status
        self.errors = tuple(errors)
        self.headers = dict(headers or {})
        super().__init__(detail, kind)


def faults(found: Sequence[DocumentError]) -> Problem:
    """The problem of a document or a part of one that cannot be read."""
    first = found[0]
    kind = "too-large" if not first.path and first.mend.startswith("send at most") else "not-understood"
    return Problem(kind, str(first), [_fault(error) for error in found])


def _fault(error: DocumentError) -> tuple[str, str]:
    return error.path, f"{error.problem}: {error.mend}"


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's handler: the answer to what a view has raised; None for what nobody foresaw, which is a 500."""
    problem = _problem(error)
    if problem is None:
        return None
    if problem.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR or problem.kind == "broken-list":
        logger.error("%s", error)
    response = Response(
        body(problem.kind, str(problem.detail), problem.errors), problem.status_code, headers=problem.headers
    )
    response.content_type = MEDIA_TYPE
    return response


def body(kind: str, detail: str, errors: Sequence[tuple[str, str]] = ()) -> dict[str, object]:
    """The JSON value of a problem."""
    known = KINDS[kind]
    return {
        "type": f"{PREFIX}{kind}",
        "title": known.title,
        "status": known.status,
        "detail": _sayable(detail),
        "errors": [{"path": _sayable(path), "message": _sayable(message)} for path, message in errors],
    }


def _sayable(text: str) -> str:
    """What was sent may stand in it: half a character, which JSON can hold and UTF-8 cannot, is a "?"."""
    return text.encode("utf-8", "replace").decode()


def _problem(error: Exception) -> Problem | None:
    if isinstance(error, Problem):
        return error
    if isinstance(error, DocumentError):
        return faults([error])
    if isinstance(error, Refused):
        return _refused(error)
    if isinstance(error, BrokenDesignError):
        said = f"The design of its profile “{error.profile}” does not fit the rules that are loaded here."
        return Problem("broken-list", said)
    if isinstance(error, Http404 | exceptions.NotFound):
        return Problem("not-found", _words(error) or KINDS["not-found"].mend)
    if isinstance(error, RequestDataTooBig):
        return Problem("too-large", "That is more than is read at once.")
    if isinstance(error, PermissionDenied):
        return Problem("rank", str(error)) if str(error) else Problem("not-allowed", "This is not for you.")
    return _of_drf(error) if isinstance(error, exceptions.APIException) else None


def _words(error: Exception) -> str:
    """What a 404 says for people; Django's own words name addresses and models."""
    return str(error.args[0]) if error.args and isinstance(error.args[0], str) else ""


def _refused(error: Refused) -> Problem:
    if isinstance(error, StaleVersion):
        return Problem("stale", str(error), headers={"ETag": f'"{error.current_version}"'})
    kinds: tuple[tuple[type[Refused], str], ...] = (
        (NotFound, "not-found"),
        (TooLowARank, "rank"),
        (OtherRequest, "key-reused"),
        (NotPossible, "conflict"),
        (LimitReached, "too-much"),
    )
    kind = next((kind for known, kind in kinds if isinstance(error, known)), "conflict")
    return Problem(kind, str(error))


def _of_drf(error: exceptions.APIException) -> Problem:
    headers: dict[str, str] = {}
    if isinstance(error, exceptions.ValidationError):
        found = list(_flat("", error.detail))
        return Problem("not-understood", _first(found), found)
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        headers["WWW-Authenticate"] = str(getattr(error, "auth_header", "Bearer"))
        asked = isinstance(error, exceptions.NotAuthenticated)
        said = "This needs a token, or somebody who is logged in." if asked else str(error.detail)
        return Problem("log-in", said, headers=headers)
    if isinstance(error, exceptions.Throttled):
        headers["Retry-After"] = str(int(getattr(error, "wait", None) or 1))
        return Problem("too-many", str(error.detail), headers=headers)
    if isinstance(error, exceptions.UnsupportedMediaType):
        return Problem("wrong-type", KINDS["wrong-type"].mend)
    kinds = {
        HTTPStatus.BAD_REQUEST: "not-understood",
        HTTPStatus.FORBIDDEN: "not-allowed",
        HTTPStatus.METHOD_NOT_ALLOWED: "wrong-method",
    }
    return Problem(kinds.get(HTTPStatus(error.status_code), "broken"), str(error.detail))


def _first(found: Sequence[tuple[str, str]]) -> str:
    path, message = found[0]
    return f"{path}: {message}" if path else message


def _flat(path: str, detail: object) -> Iterator[tuple[str, str]]:
    """Every message of a nested refusal with its path."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            here = path if name == "non_field_errors" else f"{path}.{name}" if path else str(name)
            yield from _flat(here, inner)
    elif isinstance(detail, list | tuple):
        for place, inner in enumerate(detail):
            nested = isinstance(inner, Mapping | list | tuple)
            yield from _flat(f"{path}[{place}]" if nested else path, inner)
    else:
        yield path, str(detail)


# ------------------------------------------------------------------ what goes wrong outside of any view


def plain_answer(request: HttpRequest, kind: str, detail: str) -> JsonResponse:
    """A problem as Django's own handlers answer it."""
    return JsonResponse(body(kind, detail), status=KINDS[kind].status, content_type=MEDIA_TYPE)
