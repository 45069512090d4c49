"""The OpenAPI schema of each operation, with its examples from ``api/examples``."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS

from api.shared.errors import MEDIA_TYPE, PROBLEM_KINDS, ProblemSerializer
from api.shared.operations import DescribedOperation, describe_operation
from api.shared.permissions import Anyone, SignedInOrReadOnly
from builder.catalogue.json_schema import components_of
from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues

F = TypeVar("F", bound=Callable[..., object])
Json = dict[str, Any]
BodySchema = Any
"""A serializer (or its class), or a schema as JSON, or None where there is no body."""

EXAMPLES = Path(__file__).parents[1] / "examples"

COMPONENTS = "#/components/schemas/"
DOCUMENT: Json = {"$ref": f"{COMPONENTS}CompanyList"}
PROFILE: Json = {"$ref": f"{COMPONENTS}ListProfile"}
ROSTER: Json = {"$ref": f"{COMPONENTS}ListRoster"}
BINARY: Json = {"type": "string", "format": "binary"}
TEXT: Json = {"type": "string"}

IF_MATCH_PARAMETER = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, required=True,
    description="The ETag that was read, or * for whatever stands there now.",
)  # fmt: skip
IDEMPOTENCY_KEY_PARAMETER = OpenApiParameter(
    "Idempotency-Key", {"type": "string", "pattern": "^[!-~]{1,100}$"}, OpenApiParameter.HEADER,
    description="Sent again with the same key within a day, it is made once, and answered as before.",
)  # fmt: skip


HEADERS: Mapping[str, str] = {
    "ETag": "The version that this answer is of, for If-Match and If-None-Match.",
    "Location": "Where to find what was made.",
    "Idempotency-Replayed": "true where this was made, and answered, before.",
    "Content-Range": "Which part this is, and of how many bytes; with 416 only of how many.",
    "Retry-After": "Seconds until it is worth trying again.",
    "WWW-Authenticate": "What has to be shown: Bearer.",
    "RateLimit-Limit": "Units that come back in a minute; what requests cost stands in `me`.",
    "RateLimit-Remaining": "Units that are left.",
    "RateLimit-Reset": "Seconds until all of them are back.",
}
"""The descriptions of response headers."""

_NAMED_SCHEMAS: dict[str, Json] = {}
_PROBLEM_HEADERS: Mapping[int, str] = {
    401: "WWW-Authenticate",
    412: "ETag",
    416: "Content-Range",
    429: "Retry-After",
}
_RATE_HEADERS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
_INTEGER_HEADERS = frozenset({*_RATE_HEADERS, "Retry-After"})


class ResponseSpec(NamedTuple):
    """One status of an operation: the shape of its body, its media type, what it means, its headers.

    ``others`` are the bodies of other media types that it may have instead.
    """

    body: BodySchema
    media: str = "application/json"
    description: str = ""
    headers: tuple[str, ...] = ()
    others: Mapping[str, BodySchema] = MappingProxyType({})


class OperationSchema(AutoSchema):
    """Describes open operations, required bodies and rate limits as the views have them."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Json | None:
        """The operation, with required body, rate headers, and only the statuses that it can answer."""
        operation: Json | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        _require_body(operation)
        for parameter in operation.get("parameters", ()):
            if parameter["schema"].get("default") == "":  # left out it is blank, and cannot be sent blank
                del parameter["schema"]["default"]
        responses = operation["responses"]
        if not self.view.authentication_classes:
            for status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
                responses.pop(str(status.value), None)
        if not self.view.throttle_classes:
            responses.pop(str(HTTPStatus.TOO_MANY_REQUESTS.value), None)
            return operation
        for status, answer in responses.items():
            if status.startswith("2") or status == str(HTTPStatus.TOO_MANY_REQUESTS.value):
                headers = {name: {"$ref": f"#/components/headers/{name}"} for name in _RATE_HEADERS}
                answer["headers"] = {**answer.get("headers", {}), **headers}
        return operation

    def get_auth(self) -> list[dict[str, Any]]:
        """The security schemes; an empty object where authentication is optional."""
        schemes = list(super().get_auth())
        for permission in self.view.get_permissions():
            if isinstance(permission, Anyone) or (
                isinstance(permission, SignedInOrReadOnly) and self.method in SAFE_METHODS
            ):
                schemes.append({})
        return schemes


def _require_body(operation: Json) -> None:
    """Mark the body as required where it has required fields."""
    for content in operation.get("requestBody", {}).get("content", {}).values():
        schema = content["schema"]
        named = _NAMED_SCHEMAS.get(schema.get("$ref", "").removeprefix(COMPONENTS), schema)
        if schema in (DOCUMENT, PROFILE, ROSTER) or named.get("required") or named.get("type") == "array":
            operation["requestBody"]["required"] = True


def describes(
    name: str,
    summary: str,
    *,
    tag: str,
    answers: Mapping[int, ResponseSpec],
    request: BodySchema = None,
    media: str | tuple[str, ...] = "application/json",
    parameters: Sequence[OpenApiParameter | type[serializers.Serializer[Any]]] = (),
    problems: Sequence[str] = (),
) -> Callable[[F], F]:
    """Describe an operation: ``name`` is its id and its examples' file; ``problems`` name ``PROBLEM_KINDS``.

    What any operation may answer (400, 401, 403, 413, 415, 429) need not be named.
    ``make examples`` writes ``api/examples/<name>.json``: {"request": …, "response": …}, each if it is JSON.
    """

    def describe(method: F) -> F:
        is_stamped = _is_stamped(method, answers)
        stamped = {304: ResponseSpec(None)} if is_stamped else {}
        known = DescribedOperation(tuple(_query_names(parameters)), is_stamped)
        extended: F = _extension(
            name,
            summary,
            tag=tag,
            answers={**answers, **stamped},
            request=request,
            media=media,
            parameters=parameters,
            problems=problems,
        )(method)
        describe_operation(extended, known)
        return extended

    return describe


def _is_stamped(method: Callable[..., object], answers: Mapping[int, ResponseSpec]) -> bool:
    """Whether answers get an ETag of their bodies: what is read as JSON, and has none of a version."""
    read = answers.get(HTTPStatus.OK)
    is_versioned = HTTPStatus.NOT_MODIFIED in answers or (read is not None and "ETag" in read.headers)
    is_json = read is not None and read.media == "application/json"
    return method.__name__ == "get" and is_json and not is_versioned


def _query_names(
    parameters: Sequence[OpenApiParameter | type[serializers.Serializer[Any]]],
) -> Iterator[str]:
    """The names of the query parameters."""
    for parameter in parameters:
        if not isinstance(parameter, OpenApiParameter):
            yield from list(parameter().fields.keys())
        elif parameter.location == OpenApiParameter.QUERY:
            yield parameter.name


def _extension(
    name: str,
    summary: str,
    *,
    tag: str,
    answers: Mapping[int, ResponseSpec],
    request: BodySchema,
    media: str | tuple[str, ...],
    parameters: Sequence[OpenApiParameter | type[serializers.Serializer[Any]]],
    problems: Sequence[str],
) -> Callable[[F], F]:
    """The extension of the schema that ``describes`` makes of an operation."""
    kinds = {"too-many", "not-understood", "log-in", "not-allowed", *problems}
    if request is not None:
        kinds |= {"wrong-type", "too-large"}
    responses: dict[Any, Any] = {
        (status, kind): OpenApiResponse(body, description=answer.description)
        for status, answer in answers.items()
        for kind, body in {answer.media: answer.body, **answer.others}.items()
    }
    for status in sorted({PROBLEM_KINDS[kind].status for kind in kinds}):
        titles = sorted(PROBLEM_KINDS[kind].title for kind in kinds if PROBLEM_KINDS[kind].status == status)
        responses[status, MEDIA_TYPE] = OpenApiResponse(ProblemSerializer, description="; ".join(titles))
    return extend_schema(
        operation_id=name,
        summary=summary,
        tags=[tag],
        request=None
        if request is None
        else dict.fromkeys([media] if isinstance(media, str) else media, request),
        responses=responses,
        parameters=[*parameters, *_headers(answers, responses, IDEMPOTENCY_KEY_PARAMETER in parameters)],
        examples=_examples(name, (media,) if isinstance(media, str) else media),
    )


def _headers(
    answers: Mapping[int, ResponseSpec], responses: Mapping[tuple[int, str], object], is_idempotent: bool
) -> Iterator[OpenApiParameter]:
    """The headers of an operation's responses, but for those that all responses have."""
    statuses: dict[str, list[int | str]] = {}
    for status, answer in answers.items():
        for name in answer.headers:
            statuses.setdefault(name, []).append(status)
    if HTTPStatus.NOT_MODIFIED in answers:
        statuses.setdefault("ETag", []).extend([HTTPStatus.OK.value, HTTPStatus.NOT_MODIFIED.value])
    if is_idempotent:
        statuses["Idempotency-Replayed"] = [HTTPStatus.CREATED.value]
    for status in sorted({status for status, _ in responses} & set(_PROBLEM_HEADERS)):
        statuses.setdefault(_PROBLEM_HEADERS[status], []).append(status)
    for name, sent_with in statuses.items():
        yield OpenApiParameter(
            name, _header_schema(name), OpenApiParameter.HEADER, description=HEADERS[name], response=sent_with
        )


def _header_schema(header: str) -> Json:
    return {"type": "integer", "minimum": 0} if header in _INTEGER_HEADERS else {"type": "string"}


@cache
def load_example(name: str) -> Json:
    """The examples of an operation; empty where it has no file of them."""
    path = EXAMPLES / f"{name}.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def _examples(name: str, media: tuple[str, ...]) -> list[OpenApiExample]:
    """The examples of an operation, that of the request for each media type it may have."""
    sides = load_example(name)
    examples = []
    if "request" in sides:
        examples += [
            OpenApiExample("request", value=sides["request"], request_only=True, media_type=kind)
            for kind in media
        ]
    if "response" in sides:
        example = OpenApiExample(
            "response", value=sides["response"], response_only=True, status_codes=["200", "201"]
        )
        examples.append(example)
    return examples


def named_schema(name: str, schema: Json) -> Json:
    """The reference to a schema that no serializer has; it stands under this name in the OpenAPI schema."""
    _NAMED_SCHEMAS[name] = schema
    return {"$ref": f"{COMPONENTS}{name}"}


def add_document_schemas(result: Json, generator: object, request: object, public: bool) -> Json:
    """Add the JSON Schema of documents of all loaded editions, and the headers that most answers have."""
    catalogues = all_catalogues()
    components = result.setdefault("components", {}).setdefault("schemas", {})
    result["components"]["headers"] = {
        name: {"description": HEADERS[name], "required": True, "schema": _header_schema(name)}
        for name in _RATE_HEADERS
    }
    added = {
        **components_of(catalogues, limits(), COMPONENTS),
        "GameSystemCode": {"type": "string", "enum": sorted({system for system, _ in catalogues})},
        "EditionName": {"type": "string", "enum": sorted({edition for _, edition in catalogues})},
        **_NAMED_SCHEMAS,
    }
    if twice := sorted(added.keys() & components.keys()):
        raise ValueError(f"Two schemas are called {', '.join(twice)}.")
    components.update(added)
    return result


def refuse_unknown_fields(result: Json, generator: object, request: object, public: bool) -> Json:
    """Say of every body that fields which it does not know are refused."""
    for operations in result["paths"].values():
        for operation in operations.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                name = content["schema"].get("$ref", "").removeprefix(COMPONENTS)
                body = result["components"]["schemas"].get(name, {})
                if body.get("type") == "object":
                    body["additionalProperties"] = False
    return result


PATH_PARAMETERS = {
    "file": "cards.zip, tabletop-simulator.json, chat.png, deck-1.png, deck-back.png or card-KEY.png.",
    "club": "The id of a club.",
    "edition": "An edition of the system, such as those that GET /systems tells.",
    "event": "The id of an event.",
    "hand_in": "The id of a hand-in.",
    "invite": "The id of an invite.",
    "join_request": "The id of a request to be let in.",
    "key": "The key of a profile.",
    "kind": "The last part of a problem's type.",
    "link": "The secret word of a link.",
    "listed": "The id of a public list.",
    "member": "The id of a member, not the user name.",
    "number": "The number of a revision: the version of the list that its change made.",
    "paper": "sheets, roster or cards.",
    "public_id": "The id of a list.",
    "roster": "The id of a roster, as the list's rosters or its summary tell it.",
    "secret": "The secret of an invite.",
    "share": "The id of a share.",
    "shared_roster": "The last part of the address of a roster that is shared with a club.",
    "system": "A system, as GET /systems tells it.",
    "tag": "The id of a tag.",
    "setup": "The id of a print setup.",
    "token": "The id of a token, not what it opens with.",
}


def describe_path_parameters(result: Json, generator: object, request: object, public: bool) -> Json:
    """Describe the path parameters of every operation that does not itself."""
    for operations in result["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter.setdefault("description", PATH_PARAMETERS[parameter["name"]])
    return result
