"""Every operation of the API, collected from its URL patterns, and the parts of its schema."""

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
    """A method of an address. ``path`` is as the schema writes it, ``name`` that of the address."""

    method: str
    path: str
    name: str
    view: type[BaseView]

    def __str__(self) -> str:
        """The operation as documents name it: "GET /lists/{public_id}"."""
        return f"{self.method} {self.path}"


def operations() -> Iterator[Operation]:
    """All operations that the schema describes, in the order of the URL patterns."""
    for pattern in urlpatterns:
        view = view_class(pattern)
        if getattr(view, "schema", None) is None or not issubclass(view, BaseView):
            continue
        for method in METHODS:
            if hasattr(view, method):
                yield Operation(method.upper(), schema_path(pattern), str(pattern.name), view)


def view_class(pattern: URLPattern) -> type:
    """The view class of a URL pattern."""
    result: type = pattern.callback.view_class  # type: ignore[attr-defined] # as_view() sets it
    return result


def schema_path(pattern: URLPattern) -> str:
    """An address below /api/v1 as the schema writes it."""
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))


Json = dict[str, Any]


@cache
def api_schema() -> Json:
    """The schema as the site serves it, made without a warning; the editions must be loaded."""
    written = StringIO()
    call_command("spectacular", fail_on_warn=True, format="openapi-json", stdout=written)
    body: Json = json.loads(written.getvalue())
    return body


def schema_of_operation(operation: Operation) -> Json:
    """The operation object of the schema."""
    body: Json = api_schema()["paths"][operation.path][operation.method.lower()]
    return body


def header_parameters(operation: Json) -> set[str]:
    """Return the names of the request headers that an operation object describes."""
    return {item["name"] for item in operation.get("parameters", []) if item["in"] == "header"}


def request_schema(operation: Json) -> Json | None:
    """The schema of the request body; None where there is none."""
    for content in operation.get("requestBody", {}).get("content", {}).values():
        shape: Json = content["schema"]
        return shape
    return None


def response_schema(operation: Json) -> Json | None:
    """The schema of a successful response; None where it is no JSON."""
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            shape: Json | None = answer.get("content", {}).get("application/json", {}).get("schema")
            return shape
    return None


def schema_errors(value: object, schema: Json) -> list[str]:
    """The paths at which a value does not match a part of the schema."""
    validator = Draft202012Validator({**schema, "components": api_schema()["components"]})
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)]
