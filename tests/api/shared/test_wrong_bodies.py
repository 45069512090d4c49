"""Wrong, missing and unknown fields of any body are rejected. Our error messages name the field."""

import re
from collections.abc import Iterator
from typing import Any

from django.test import Client

from api.shared.schema import load_example
from api.shared.stored_parts import READ_ONLY
from builder.models import User
from tests.lanes import is_wide
from tests.support.access_scenes import UrlParameters
from tests.support.accounts import log_in_reauthenticated
from tests.support.api_client import ApiClient, used_client
from tests.support.database_rows import database_rows
from tests.support.openapi import Operation, api_schema, operations, request_schema, schema_of_operation

WRONG: dict[str, list[object]] = {
    "string": [5, True, {}, ["x"], "\0", "\ud800"],
    "integer": ["1", True, 1.5, 10**30, [], {}],
    "boolean": ["true", 1, []],
    "array": ["x", 5, {}],
    "object": ["x", 5, []],
}
"""Values of another kind, by the kind of a field."""

LIBRARY_PHRASES = re.compile(
    r"This field|valid |Ensure |Invalid|Expected|Must be|\bnot be |required|not allowed|CSRF Failed|be blank"
)


def fields_of(operation: Operation) -> dict[str, Any]:
    """The schema of a body with fields; empty if the operation has none, or its body is a document."""
    shape = request_schema(schema_of_operation(operation)) or {}
    name = shape.get("$ref", "").rpartition("/")[2]
    known: dict[str, Any] = api_schema()["components"]["schemas"].get(name, {})
    return known if "properties" in known else {}


def wrong_bodies(operation: Operation, schema: dict[str, Any]) -> Iterator[tuple[object, str]]:
    """Bodies with one fault each, with the path of the fault."""
    yield from (([], ""), ("x", ""))
    right = load_example(schema_of_operation(operation)["operationId"])["request"]
    if not isinstance(right, dict):
        return
    yield {**right, "nothing": 1}, "nothing"
    for name in schema.get("required", ()):
        yield {other: value for other, value in right.items() if other != name}, name
    for name, field in schema["properties"].items():
        if name in READ_ONLY:  # a patch may contain its current value
            continue
        kinds = field.get("type", "string" if "enum" in field else "")
        kinds = kinds if isinstance(kinds, list) else [kinds]
        for value in WRONG.get(kinds[0], ()):
            yield {**right, name: value}, name
        if kinds[0] and "null" not in kinds:
            yield {**right, name: None}, name


def test_wrong_bodies_are_rejected_and_change_nothing(
    everything: UrlParameters, alice: User, client: Client
) -> None:
    program, browser = used_client(alice), ApiClient()
    browser.client = log_in_reauthenticated(client, alice)  # a token can't create another token
    before, wrong, tried = database_rows(), [], 0
    for number, operation in enumerate(operations()):
        schema = fields_of(operation)
        bodies = list(wrong_bodies(operation, schema)) if schema else []
        path = operation.path.lstrip("/").format(**everything)
        for sent, place in bodies if is_wide() else bodies[number % 3 :: 3]:
            who = browser if operation.name == "api_tokens" else program
            answer = who.request(operation.method, path, sent, headers={"If-Match": "*"})
            tried += 1
            problem = answer.json()
            places = [fault["path"] for fault in problem.get("errors", ())]
            said = [problem.get("detail", ""), *(fault["message"] for fault in problem.get("errors", ()))]
            if answer.status_code != 400 or places != [place] or any(map(LIBRARY_PHRASES.search, said)):
                wrong.append(f"{operation} {place} {str(sent)[:300]}: {answer.status_code} {places} {said}")
    assert tried > 150
    assert not wrong, "\n".join(wrong)
    assert database_rows() == before
