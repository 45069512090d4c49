"""A client of the API for tests, with or without a token, and checks of its responses."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # any response class, with the attributes that the test client adds
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
else:
    from django.http.response import HttpResponseBase as Answer
import json
from collections.abc import Mapping
from typing import Any

from django.http.response import HttpResponseBase
from django.test import Client

from builder.models import Scope, User
from builder.services.people.accounts import create_guest
from builder.services.people.tokens import create_token

__all__ = ["Answer"]


API_ROOT = "/api/v1"
PROBLEM_JSON = "application/problem+json"


class ApiClient:
    """A client with a user's token, or without a token. Its addresses are relative to ``API_ROOT``."""

    def __init__(self, user: User | None = None, scope: Scope = Scope.WRITE) -> None:
        secret = create_token(user, "a program", scope, 7).secret if user else ""
        self.client = Client(headers={"Authorization": f"Bearer {secret}"} if secret else {})

    def request(
        self, method: str, at: str, body: object = None, *, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send a request, with a JSON body if there is one.

        ``at`` is an address below /api/v1, or an absolute address.
        """
        at = at.removeprefix("http://testserver")
        path = at if at.startswith("/") else f"{API_ROOT}/{at}"
        sent = "" if body is None else json.dumps(body)
        return self.client.generic(method, path, sent, "application/json", headers=dict(headers or {}))

    def get(self, at: str, **headers: str) -> Answer:
        """Send a GET request. Headers are given as arguments, such as If_None_Match='…'."""
        return self.request("GET", at, headers=_header_names(headers))

    def post(self, at: str, body: object = None, **headers: str) -> Answer:
        """Send a POST request with a JSON body."""
        return self.request("POST", at, body, headers=_header_names(headers))

    def put(self, at: str, body: object = None, **headers: str) -> Answer:
        """Send a PUT request with a JSON body."""
        return self.request("PUT", at, body, headers=_header_names(headers))

    def patch(self, at: str, body: object = None, **headers: str) -> Answer:
        """Send a PATCH request with a JSON body."""
        return self.request("PATCH", at, body, headers=_header_names(headers))

    def delete(self, at: str, **headers: str) -> Answer:
        """Send a DELETE request."""
        return self.request("DELETE", at, headers=_header_names(headers))


def used_client(user: User, scope: Scope = Scope.WRITE) -> ApiClient:
    """Return a client whose token was already used today, so that the next use isn't stored."""
    program = ApiClient(user, scope)
    assert program.get("me").status_code == 200
    return program


def guest_client() -> ApiClient:
    """Return a client that has the session of a guest instead of a token."""
    program = ApiClient()
    program.client.force_login(create_guest(), backend="django.contrib.auth.backends.ModelBackend")
    return program


def document_part(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return a profile or roster of a response without the fields that documents don't have."""
    return {name: value for name, value in stored.items() if name not in ("id", "url", "version")}


def all_results(program: ApiClient, at: str) -> list[dict[str, Any]]:
    """Return the results of all pages of a collection."""
    results: list[dict[str, Any]] = []
    while at:
        body = program.get(at).json()
        results += body["results"]
        at = body["next"] or ""
    return results


def _header_names(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def assert_problem(answer: HttpResponseBase, status: int, kind: str) -> dict[str, Any]:
    """Check the status and kind of the problem in a response, and return its body."""
    assert answer.status_code == status, getattr(answer, "content", b"")
    assert answer["Content-Type"] == PROBLEM_JSON
    body: dict[str, Any] = json.loads(getattr(answer, "content", b""))
    assert body["type"] == f"{API_ROOT}/problems/{kind}"
    assert body["status"] == status
    assert body["detail"]
    return body


def assert_faults(answer: HttpResponseBase, *paths: str) -> dict[str, Any]:
    """Check that a request was refused because of the values at these paths, and return the problem."""
    problem = assert_problem(answer, 400, "not-understood")
    assert [fault["path"] for fault in problem["errors"]] == list(paths)
    return problem
