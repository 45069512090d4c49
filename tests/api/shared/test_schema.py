"""The schema has no warnings. Each operation has an example that matches its schema."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from api.root.views import _render_schema
from api.shared.schema import EXAMPLES, load_example
from tests.support.concurrency import run_concurrently
from tests.support.openapi import (
    Operation,
    api_schema,
    operations,
    request_schema,
    response_schema,
    schema_errors,
    schema_of_operation,
)

OPERATIONS = list(operations())

# A deck for Tabletop Simulator loads its pictures by a link, which readers of a shared roster don't have.
WITHOUT_JSON_IN_PRACTICE = {"club_roster_print_file"}

pytestmark = pytest.mark.usefixtures("catalogues")


@pytest.mark.wide
def test_the_schema_is_valid_openapi(tmp_path: Path) -> None:
    """Checking the complete schema takes six seconds."""
    file = tmp_path / "schema.json"
    call_command("spectacular", validate=True, fail_on_warn=True, format="openapi-json", file=str(file))
    assert file.stat().st_size > 10_000


def test_requests_at_once_render_the_schema_once() -> None:
    _render_schema.cache_clear()
    answers = run_concurrently(*[lambda: Client().get("/api/v1/schema").status_code for _ in range(4)])
    assert answers == [200] * 4
    assert _render_schema.cache_info().misses == 1


def test_the_schema_lists_every_operation_once() -> None:
    listed = {(method.upper(), path) for path, methods in api_schema()["paths"].items() for method in methods}
    assert listed == {(operation.method, operation.path) for operation in OPERATIONS}
    ids = [schema_of_operation(operation)["operationId"] for operation in OPERATIONS]
    assert sorted(ids) == sorted(set(ids))


def test_every_operation_has_valid_examples() -> None:
    wrong = {str(operation): faults for operation in OPERATIONS if (faults := faults_of_examples(operation))}
    assert wrong == {}


def faults_of_examples(operation: Operation) -> list[str]:
    """Return the faults of an operation's examples file."""
    described, faults = schema_of_operation(operation), []
    sides = load_example(described["operationId"])
    for side, shape in (("request", request_schema(described)), ("response", response_schema(described))):
        if described["operationId"] in WITHOUT_JSON_IN_PRACTICE:
            continue
        if (shape is None) is (side in sides):
            faults.append(f"{side} is {'not needed' if shape is None else 'missing'}")
        elif shape is not None:
            faults += schema_errors(sides[side], shape)
    return faults


def test_every_file_of_examples_belongs_to_an_operation() -> None:
    ids = {schema_of_operation(operation)["operationId"] for operation in OPERATIONS}
    assert {path.stem for path in EXAMPLES.glob("*.json")} <= ids


def test_every_operation_has_a_summary_a_tag_and_a_description() -> None:
    known = {tag["name"] for tag in api_schema()["tags"]}
    for operation in OPERATIONS:
        described = schema_of_operation(operation)
        assert described["summary"], operation
        assert described["tags"], operation
        assert set(described["tags"]) <= known, operation
        assert described["description"], operation


def test_every_property_has_a_description() -> None:
    assert [f"{schema}.{name}" for schema, name, part in _properties() if not part.get("description")] == []


def test_every_parameter_has_a_description() -> None:
    parameters = [
        (str(operation), parameter)
        for operation in OPERATIONS
        for parameter in schema_of_operation(operation).get("parameters", [])
    ]
    assert parameters
    assert [(path, part["name"]) for path, part in parameters if not part.get("description")] == []


def test_a_description_says_more_than_the_name() -> None:
    """Descriptions are sentences; a name with an article, such as "The name.", describes nothing."""
    for schema, name, part in _properties():
        text = part["description"]
        assert text[-1] in ".!?)", f"{schema}.{name}: {text}"
        words = {word.strip(".,").lower() for word in text.split()} - {"a", "an", "the", "its"}
        assert not words <= set(name.lower().split("_")), f"{schema}.{name}: {text}"


ONE_MEANING = {
    ("about", "string"),
    ("changed", "string"),
    ("constraints", "array"),
    ("count", "integer"),
    ("edition", "string"),
    ("end", "integer"),
    ("level", "string"),
    ("next", "string"),
    ("older_fingerprint", "string"),
    ("previous", "string"),
    ("roster_name", "string"),
    ("setting", "string"),
    ("start", "integer"),
    ("system", "string"),
}


def test_equal_properties_have_equal_descriptions() -> None:
    """A description may only have further sentences or clauses after the common beginning."""
    texts: dict[tuple[str, str], set[str]] = {}
    for _, name, part in _properties():
        kind = part.get("type", "")
        texts.setdefault((name, kind if isinstance(kind, str) else kind[0]), set()).add(part["description"])
    for field in sorted(ONE_MEANING):
        shortest = min(texts[field], key=len).rstrip(".")
        assert [text for text in texts[field] if not text.startswith(shortest)] == [], field


def test_mandatory_fields_are_required() -> None:
    needed = {
        str(operation): schema_of_operation(operation)["requestBody"].get("required", False)
        for operation in OPERATIONS
        if "requestBody" in schema_of_operation(operation)
    }
    assert {name for name, is_needed in needed.items() if not is_needed} == {
        "POST /clubs/{club}/requests",
        "POST /lists/{public_id}/rosters/{roster}/duplicate",
        "PATCH /clubs/{club}",
        "PATCH /clubs/{club}/events/{event}",
        "PATCH /lists/{public_id}",
        "PATCH /lists/{public_id}/profiles/{key}",
        "PATCH /lists/{public_id}/rosters/{roster}",
        "PATCH /me/print-setups/{setup}",
    }


def test_response_headers_are_listed() -> None:
    schema = api_schema()["paths"]["/lists"]["post"]["responses"]
    rates = {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"}
    assert set(schema["201"]["headers"]) == {"ETag", "Location", "Idempotency-Replayed", *rates}
    assert set(schema["401"]["headers"]) == {"WWW-Authenticate"}
    assert set(schema["429"]["headers"]) == {"Retry-After", *rates}
    read = api_schema()["paths"]["/lists/{public_id}"]["get"]["responses"]
    assert set(read["200"]["headers"]) == {"ETag", *rates}
    assert set(read["304"]["headers"]) == {"ETag"}


def test_uncounted_operations_without_authentication_say_so() -> None:
    public = api_schema()["paths"]["/systems"]["get"]
    assert set(public["responses"]) == {"200", "304", "400"}
    assert public["security"] == [{}]


def test_enums_have_names_of_our_own() -> None:
    names = api_schema()["components"]["schemas"]
    assert [name for name in names if "Enum" in name or name.startswith("Patched")] == []
    assert names["MemberUpdateRequest"]["required"] == ["role"]
    assert names["Club"]["properties"]["role"]["oneOf"] == [
        {"$ref": "#/components/schemas/ClubRole"},
        {"$ref": "#/components/schemas/Null"},
    ]


def test_every_path_parameter_is_listed() -> None:
    for operation in OPERATIONS:
        parameters = schema_of_operation(operation).get("parameters", [])
        words = {part["name"]: part["description"] for part in parameters if part["in"] == "path"}
        assert set(words) == set(re.findall(r"{(\w+)}", operation.path)), operation
        assert all(words.values()), operation


def test_every_content_type_of_a_body_has_an_example() -> None:
    for operation in OPERATIONS:
        sent = schema_of_operation(operation).get("requestBody", {}).get("content", {}).values()
        values = [[example["value"] for example in content["examples"].values()] for content in sent]
        # An object can be sent as several types; a JSON Patch is a list, and another body.
        objects = [result for result in values if not isinstance(result[0], list)]
        assert all(len(result) == 1 for result in values), operation
        assert all(shown_object == objects[0] for shown_object in objects), operation


# ------------------------------------------------------------------ what programs that write programs need


def test_a_list_is_distinguished_by_its_game() -> None:
    schema = api_schema()["components"]["schemas"]["CompanyList"]
    assert set(schema) == {"description", "oneOf", "discriminator"}
    mapping = schema["discriminator"]["mapping"]
    assert mapping["unbridled-fury"] == "#/components/schemas/UnbridledFuryList"
    assert schema["oneOf"] == [{"$ref": ref} for ref in mapping.values()]


def test_every_path_begins_with_the_server() -> None:
    assert [server["url"] for server in api_schema()["servers"]] == ["/api/v1"]
    paths = api_schema()["paths"]
    assert [path for path in paths if "//" in path or (path.endswith("/") and path != "/")] == []


def test_references_lead_to_full_schemas() -> None:
    """Client generators look up schemas by name, and can't resolve references into a schema."""
    components = api_schema()["components"]
    for part in _parts(api_schema()):
        if reference := part.get("$ref"):
            kind, name = re.fullmatch(r"#/components/(\w+)/([\w-]+)", reference).groups()  # type: ignore[union-attr] # an error is a failure
            assert name in components[kind], reference


def test_patterns_have_printable_characters_only() -> None:
    patterns = [part["pattern"] for part in _parts(api_schema()) if isinstance(part.get("pattern"), str)]
    assert patterns
    assert [pattern for pattern in patterns if not pattern.isprintable()] == []


def test_objects_list_their_fields_or_allow_any() -> None:
    """If an object says neither, openapi-typescript generates a type without fields."""
    objects = [part for part in _parts(api_schema()) if "object" in part.get("type", ())]
    assert [part for part in objects if not part.keys() & {"properties", "additionalProperties"}] == []


def test_no_generated_class_hides_a_field() -> None:
    """In code of openapi-python-client, a variable has the name of the class. A field must not have it."""
    for name in ("FitsResult", "DocumentFingerprints", "CompanyList"):
        assert name in api_schema()["components"]["schemas"]
    for name, schema in api_schema()["components"]["schemas"].items():
        variable = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
        field = schema.get("properties", {}).get(variable, {"type": "string"})
        assert field.get("type") not in ("array", "object", None), name


def test_request_bodies_allow_no_other_fields() -> None:
    components = api_schema()["components"]["schemas"]
    for operation in OPERATIONS:
        shape = request_schema(schema_of_operation(operation)) or {}
        body = components[shape["$ref"].rpartition("/")[2]] if "$ref" in shape else shape
        for item in body.get("oneOf", [body]):
            named = components.get(item.get("$ref", "").rpartition("/")[2], item)
            assert named.get("type") != "object" or named["additionalProperties"] is False, operation


def _properties() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield every property of the named schemas: the name of the schema, its own name, and its schema."""
    for schema, shape in api_schema()["components"]["schemas"].items():
        for name, part in shape.get("properties", {}).items():
            yield schema, name, part


def _parts(value: object) -> Iterator[dict[str, Any]]:
    """Yield every JSON object of the schema, without the examples."""
    if isinstance(value, dict):
        yield value
        for name, inner in value.items():
            if name not in ("example", "examples"):
                yield from _parts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _parts(inner)
