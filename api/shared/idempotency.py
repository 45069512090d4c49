"""``Idempotency-Key``: a program that got no response can safely send the same request again."""

import hashlib
import json
import re
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.shared.base import authenticated_user
from api.shared.errors import Problem
from builder.services.idempotency import RecordedResponse, run_once

P = ParamSpec("P")
V = TypeVar("V", bound=APIView)
Method = Callable[Concatenate[V, Request, P], Response]

_KEY_PATTERN = re.compile(r"[!-~]{1,100}")


def idempotent(method: Method[V, P]) -> Method[V, P]:
    """Make a view method run only once for each key. Later requests get the first response.

    The response of the method is stored, so it must not contain a secret.
    """

    @wraps(method)
    def respond_once(view: V, request: Request, /, *args: P.args, **kwargs: P.kwargs) -> Response:
        key = request.headers.get("Idempotency-Key", "")
        if not key:
            return method(view, request, *args, **kwargs)
        if not _KEY_PATTERN.fullmatch(key):
            message = "is not a key: write 1 to 100 visible ASCII characters, such as a UUID"
            raise Problem("not-understood", f"Idempotency-Key {message}", [("Idempotency-Key", message)])
        stored = run_once(
            authenticated_user(request),
            key,
            _request_digest(request),
            lambda: _stored_response(method(view, request, *args, **kwargs)),
        )
        headers = {**stored.headers, "Idempotency-Replayed": "true"} if stored.is_replayed else stored.headers
        return Response(json.loads(stored.body), stored.status, headers=dict(headers))

    respond_once.is_idempotent = True  # type: ignore[attr-defined] # describes() reads it
    return respond_once


def _request_digest(request: Request) -> str:
    body = json.dumps(request.data, sort_keys=True)
    text = f"{request.method} {request.get_full_path()} {body}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _stored_response(response: Response) -> RecordedResponse:
    headers = {"Location": response["Location"]} if "Location" in response else {}
    return RecordedResponse(response.status_code, headers, JSONRenderer().render(response.data).decode())
