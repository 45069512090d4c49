"""The schema of the interface, made once for all tests that look into it."""

import json
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from jsonschema import Draft202012Validator

from tests.api_operations import Operation

Json = dict[str, Any]


@cache
def api_schema() -> Json:
    """The schema as the site serves it; the editions must be loaded."""
    made = SchemaGenerator().get_schema(request=None, public=True)
    told: Json = json.loads(OpenApiJsonRenderer().render(made, renderer_context={}))
    return told


def schema_of_operation(operation: Operation) -> Json:
    """What the schema tells of an operation."""
    told: Json = api_schema()["paths"][f"/api/v1{operation.path}"][operation.method.lower()]
    return told


def request_schema(operation: Json) -> Json | None:
    """The schema of what is sent; None where that is nothing."""
    content = operation.get("requestBody", {}).get("content", {})
    shape: Json | None = content.get("application/json", {}).get("schema")
    return shape


def response_schema(operation: Json) -> Json | None:
    """The schema of a good answer; None where it is no JSON."""
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            shape: Json | None = answer.get("content", {}).get("application/json", {}).get("schema")
            return shape
    return None


def schema_errors(value: object, schema: Json) -> list[str]:
    """Where a value is not as a part of the schema says."""
    validator = Draft202012Validator({**schema, "components": api_schema()["components"]})
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)]
