"""All operations of the API, collected from its URL patterns, and their parts of the schema."""

import json
import re
from collections.abc import Iterator
from functools import cache
from io import StringIO
from typing import Any, NamedTuple

from django.core.management import call_command
from django.urls import URLPattern
from jsonschema import Draft202012Validator

from api.shared.base import BaseView
from api.urls import urlpatterns

METHODS = ("get", "post", "put", "patch", "delete")


class Operation(NamedTuple):
    """A method of an address. ``path`` is the address as the schema writes it, ``name`` is its URL name."""

    method: str
    path: str
    name: str
    view: type[BaseView]

    def __str__(self) -> str:
        """Return the operation as the docs write it: "GET /lists/{public_id}"."""
        return f"{self.method} {self.path}"


def operations() -> Iterator[Operation]:
    """Yield all operations that the schema describes, in the order of the URL patterns."""
    for pattern in urlpatterns:
        view = view_class(pattern)
        if getattr(view, "schema", None) is None or not issubclass(view, BaseView):
            continue
        for method in METHODS:
            if hasattr(view, method):
                yield Operation(method.upper(), schema_path(pattern), str(pattern.name), view)


def view_class(pattern: URLPattern) -> type:
    """Return the view class of a URL pattern."""
    result: type = pattern.callback.view_class  # type: ignore[attr-defined] # as_view() sets it
    return result


def schema_path(pattern: URLPattern) -> str:
    """Return the address of a URL pattern below /api/v1, as the schema writes it."""
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))


Json = dict[str, Any]


@cache
def api_schema() -> Json:
    """Return the schema as the site serves it. The editions must be loaded. Fail if there is a warning."""
    written = StringIO()
    call_command("spectacular", fail_on_warn=True, format="openapi-json", stdout=written)
    body: Json = json.loads(written.getvalue())
    return body


def schema_of_operation(operation: Operation) -> Json:
    """Return the operation's object in the schema."""
    body: Json = api_schema()["paths"][operation.path][operation.method.lower()]
    return body


def header_parameters(operation: Json) -> set[str]:
    """Return the names of the request headers that an operation object describes."""
    return {item["name"] for item in operation.get("parameters", []) if item["in"] == "header"}


def request_schema(operation: Json) -> Json | None:
    """Return the schema of the request body, or None if the operation has no body."""
    for content in operation.get("requestBody", {}).get("content", {}).values():
        shape: Json = content["schema"]
        return shape
    return None


def response_schema(operation: Json) -> Json | None:
    """Return the schema of a successful response, or None if the response isn't JSON."""
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            shape: Json | None = answer.get("content", {}).get("application/json", {}).get("schema")
            return shape
    return None


def schema_errors(value: object, schema: Json) -> list[str]:
    """Return a message with the path for each value that doesn't match a part of the schema."""
    validator = Draft202012Validator({**schema, "components": api_schema()["components"]})
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)]
