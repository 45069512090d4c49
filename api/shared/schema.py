"""The OpenAPI schema of each operation, with its examples from ``api/examples``."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS

from api.shared.errors import MEDIA_TYPE, PROBLEM_KINDS, ProblemSerializer
from api.shared.permissions import Anyone, SignedInOrReadOnly, WithAccount
from builder.catalogue.json_schema import components_of
from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues

F = TypeVar("F", bound=Callable[..., object])
Json = dict[str, Any]
BodySchema = Any
"""A serializer (or its class), a schema as JSON, or None if there is no body."""
Parameter = OpenApiParameter | type[serializers.Serializer[Any]]
"""A parameter of the query or header, or a serializer with parameters of the query."""

EXAMPLES = Path(__file__).parents[1] / "examples"

COMPONENTS = "#/components/schemas/"
DOCUMENT: Json = {"$ref": f"{COMPONENTS}CompanyList"}
PROFILE: Json = {"$ref": f"{COMPONENTS}ListProfile"}
ROSTER: Json = {"$ref": f"{COMPONENTS}ListRoster"}
BINARY: Json = {"type": "string", "format": "binary"}
TEXT: Json = {"type": "string"}

IF_MATCH_PARAMETER = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, required=True,
    description="The ETag that you read, or * for any version.",
)  # fmt: skip
IDEMPOTENCY_KEY_PARAMETER = OpenApiParameter(
    "Idempotency-Key", {"type": "string", "pattern": "^[!-~]{1,100}$"}, OpenApiParameter.HEADER,
    description="A second request with the same key within a day changes nothing and gets the same answer.",
)  # fmt: skip


HEADER_DESCRIPTIONS: Mapping[str, str] = {
    "ETag": "Version of the answer, for If-Match, and for If-None-Match in operations with a 304.",
    "Location": "Address of the new object.",
    "Idempotency-Replayed": "true if this is the answer to an earlier request with the same key.",
    "Content-Range": "Range of bytes in the answer and the total number of bytes; with 416, only the total.",
    "Retry-After": "Seconds to wait before you try again.",
    "WWW-Authenticate": "How to authenticate: Bearer.",
    "RateLimit-Limit": "Units that your budget gets back each minute. `me` lists what requests cost.",
    "RateLimit-Remaining": "Units that are left in your budget.",
    "RateLimit-Reset": "Seconds until your budget is full again.",
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
    """A response of an operation.

    ``body`` is the schema of the body in the media type ``media``, and ``others`` has its schemas in other
    media types. ``headers`` are the names of its headers.
    """

    body: BodySchema
    media: str = "application/json"
    description: str = ""
    headers: tuple[str, ...] = ()
    others: Mapping[str, BodySchema] = MappingProxyType({})


NO_CONTENT: Mapping[int, BodySchema] = MappingProxyType({204: None})


class Operation(NamedTuple):
    """The description of a view method.

    ``name`` is the id of the operation and the name of its examples file. ``request`` is the schema of the
    body, in the media types ``media``. ``problems`` are the ``PROBLEM_KINDS`` that don't follow from the
    path, the permission and other fields. ``etag`` is "version" if the ETag is the version of an object, and
    "weak" if it is a digest of the JSON.
    """

    name: str
    summary: str
    tag: str
    responses: Mapping[int, ResponseSpec]
    request: BodySchema
    media: tuple[str, ...]
    parameters: Sequence[Parameter]
    problems: tuple[str, ...]
    etag: Literal["version", "weak", ""]
    query_parameters: tuple[str, ...]


def operation(
    name: str,
    summary: str,
    *,
    tag: str = "",
    request: BodySchema = None,
    media: tuple[str, ...] = ("application/json",),
    responses: Mapping[int, ResponseSpec | BodySchema] = NO_CONTENT,
    etag: bool = False,
    parameters: Sequence[Parameter] = (),
    problems: tuple[str, ...] = (),
) -> Callable[[F], F]:
    """Describe the operation of a view method, for the view and the OpenAPI schema.

    ``responses`` are the responses by status. A response can be a ``ResponseSpec`` or only its body. If
    ``etag`` is true, the ETag of the response is the version of its object, for If-Match. Only a view whose
    response doesn't change without a new version may also have a 304. The response with a club doesn't,
    because it has the number of members.

    Leave out the problems that follow from the method, path, permission and parameters. Also leave out the
    header Idempotency-Key of an ``idempotent`` method. They are added automatically.

    ``make examples`` writes the bodies that are JSON to ``api/examples/<name>.json``. The file has the form
    {"request": …, "response": …}.
    """
    headers = ("ETag",) if etag else ()
    specs = {status: _response_spec(status, response, headers) for status, response in responses.items()}

    def describe(method: F) -> F:
        success = specs.get(HTTPStatus.OK)
        is_json = success is not None and success.media == "application/json"
        etag_kind: Literal["version", "weak", ""] = ""
        if etag or HTTPStatus.NOT_MODIFIED in specs:
            etag_kind = "version"
        elif method.__name__ == "get" and is_json:
            etag_kind = "weak"
            specs[HTTPStatus.NOT_MODIFIED] = ResponseSpec(None)
        takes_key = getattr(method, "is_idempotent", False)
        all_parameters = [*parameters, *([IDEMPOTENCY_KEY_PARAMETER] if takes_key else [])]
        method.operation = Operation(  # type: ignore[attr-defined] # operation_of() reads it
            name, summary, tag, specs, request, media, all_parameters, problems, etag_kind,
            tuple(_query_names(all_parameters)),
        )  # fmt: skip
        return method

    return describe


def _response_spec(
    status: int, response: ResponseSpec | BodySchema, headers: tuple[str, ...]
) -> ResponseSpec:
    """Return the description of a response. A response with status 201 has the header Location."""
    if isinstance(response, ResponseSpec):
        return response
    location = ("Location",) if status == HTTPStatus.CREATED else ()
    return ResponseSpec(response, headers=(*headers, *location))


def _query_names(parameters: Sequence[Parameter]) -> Iterator[str]:
    """Yield the names of the query parameters."""
    for parameter in parameters:
        if not isinstance(parameter, OpenApiParameter):
            yield from parameter().fields.keys()
        elif parameter.location == OpenApiParameter.QUERY:
            yield parameter.name


def operation_of(view: object, method: str | None) -> Operation | None:
    """Return the operation of a view's method, or None if the method isn't described."""
    return getattr(getattr(view, str(method).lower(), None), "operation", None)


class OperationSchema(AutoSchema):
    """A generator that makes the schema of view methods from their ``Operation``."""

    @property
    def _operation(self) -> Operation:
        operation = operation_of(self.view, self.method)
        assert operation is not None  # noqa: S101 - other views have no schema
        return operation

    def get_operation_id(self) -> str:
        return self._operation.name

    def get_summary(self) -> str:
        return self._operation.summary

    def get_tags(self) -> list[str]:
        return [self._operation.tag]

    def get_request_serializer(self) -> dict[str, BodySchema] | None:  # type: ignore[override] # a dict is allowed
        """Return the schema of the body for each media type, or None if there is no body."""
        operation = self._operation
        return None if operation.request is None else dict.fromkeys(operation.media, operation.request)

    def get_response_serializers(self) -> dict[Any, Any]:  # type: ignore[override] # a dict is allowed
        """Return the responses by status and media type. All problems with one status are one response."""
        operation = self._operation
        responses = {
            (status, media): OpenApiResponse(body, description=response.description)
            for status, response in operation.responses.items()
            for media, body in {response.media: response.body, **response.others}.items()
        }
        kinds = [PROBLEM_KINDS[kind] for kind in self._problems()]
        for status in sorted({kind.status for kind in kinds}):
            titles = sorted(kind.title for kind in kinds if kind.status == status)
            responses[status, MEDIA_TYPE] = OpenApiResponse(ProblemSerializer, description="; ".join(titles))
        return responses

    def _problems(self) -> set[str]:
        """Return the kinds of problems that the method can have."""
        operation = self._operation
        kinds = {"not-understood", *operation.problems}
        if operation.request is not None:
            kinds |= {"wrong-type", "too-large"}
        if "{" in self.path:
            kinds.add("not-found")
        if IF_MATCH_PARAMETER in operation.parameters:
            kinds |= {"stale", "no-version"}
        if IDEMPOTENCY_KEY_PARAMETER in operation.parameters:
            kinds.add("key-reused")
        if self.view.authentication_classes:
            kinds |= {"log-in", "not-allowed"}
        if any(isinstance(permission, WithAccount) for permission in self.view.get_permissions()):
            kinds.add("account-needed")
        if self.view.throttle_classes:
            kinds.add("too-many")
        return kinds

    def get_override_parameters(self) -> list[Any]:
        """Return the parameters, and the headers of responses.

        ``get_operation`` adds the rate limit headers.
        """
        operation = self._operation
        statuses_by_header: dict[str, list[int | str]] = {}
        for status, response in operation.responses.items():
            for name in response.headers:
                statuses_by_header.setdefault(name, []).append(status)
        if HTTPStatus.NOT_MODIFIED in operation.responses:
            etag_statuses = statuses_by_header.setdefault("ETag", [])
            etag_statuses.extend([HTTPStatus.OK.value, HTTPStatus.NOT_MODIFIED.value])
        if IDEMPOTENCY_KEY_PARAMETER in operation.parameters:
            statuses_by_header["Idempotency-Replayed"] = [HTTPStatus.CREATED.value]
        problem_statuses = {PROBLEM_KINDS[kind].status for kind in self._problems()}
        for status in sorted(problem_statuses & _PROBLEM_HEADERS.keys()):
            statuses_by_header.setdefault(_PROBLEM_HEADERS[status], []).append(status)
        headers = [
            OpenApiParameter(
                name,
                _header_schema(name),
                OpenApiParameter.HEADER,
                description=HEADER_DESCRIPTIONS[name],
                response=statuses,
            )
            for name, statuses in statuses_by_header.items()
        ]
        return [*operation.parameters, *headers]

    def get_examples(self) -> list[OpenApiExample]:
        """Return the examples of the request, one for each media type, and of the response."""
        bodies = load_example(self.get_operation_id())
        examples = []
        if "request" in bodies:
            examples += [
                OpenApiExample("request", value=bodies["request"], request_only=True, media_type=media)
                for media in self._operation.media
            ]
        if "response" in bodies:
            example = OpenApiExample(
                "response", value=bodies["response"], response_only=True, status_codes=["200", "201"]
            )
            examples.append(example)
        return examples

    def get_operation(self, *args: Any, **kwargs: Any) -> Json | None:
        """Return the operation. Mark a body as required if it is, and add the rate limit headers."""
        operation: Json | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        _require_body(operation)
        for parameter in operation.get("parameters", ()):
            # The default "" of a serializer's field only means that the parameter was left out.
            if parameter["schema"].get("default") == "":
                del parameter["schema"]["default"]
        for status, answer in operation["responses"].items():
            is_counted = status.startswith("2") or status == str(HTTPStatus.TOO_MANY_REQUESTS.value)
            if self.view.throttle_classes and is_counted:
                headers = {name: {"$ref": f"#/components/headers/{name}"} for name in _RATE_HEADERS}
                answer["headers"] = {**answer.get("headers", {}), **headers}
        return operation

    def get_auth(self) -> list[dict[str, Any]]:
        """Return the security schemes. If authentication is optional, one scheme is an empty object."""
        schemes = list(super().get_auth())
        for permission in self.view.get_permissions():
            if isinstance(permission, Anyone) or (
                isinstance(permission, SignedInOrReadOnly) and self.method in SAFE_METHODS
            ):
                schemes.append({})
        return schemes


def _require_body(operation: Json) -> None:
    """Mark the body as required if it has required fields.

    Documents, profiles, rosters and arrays are always required.
    """
    for content in operation.get("requestBody", {}).get("content", {}).values():
        schema = content["schema"]
        named = _NAMED_SCHEMAS.get(schema.get("$ref", "").removeprefix(COMPONENTS), schema)
        if schema in (DOCUMENT, PROFILE, ROSTER) or named.get("required") or named.get("type") == "array":
            operation["requestBody"]["required"] = True


def _header_schema(header: str) -> Json:
    return {"type": "integer", "minimum": 0} if header in _INTEGER_HEADERS else {"type": "string"}


@cache
def load_example(name: str) -> Json:
    """Return the examples of an operation, or an empty object if it has no examples file."""
    path = EXAMPLES / f"{name}.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def named_schema(name: str, schema: Json) -> Json:
    """Register a schema that doesn't come from a serializer, and return the reference to it."""
    _NAMED_SCHEMAS[name] = schema
    return {"$ref": f"{COMPONENTS}{name}"}


def add_document_schemas(result: Json, generator: object, request: object, public: bool) -> Json:
    """Add the JSON Schema of documents of all loaded editions, and the rate limit headers.

    This is a hook of drf-spectacular.
    """
    catalogues = all_catalogues()
    components = result.setdefault("components", {}).setdefault("schemas", {})
    result["components"]["headers"] = {
        name: {"description": HEADER_DESCRIPTIONS[name], "required": True, "schema": _header_schema(name)}
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
    """Declare in all bodies that unknown fields are rejected. This is a hook of drf-spectacular."""
    for operations in result["paths"].values():
        for operation in operations.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                name = content["schema"].get("$ref", "").removeprefix(COMPONENTS)
                body = result["components"]["schemas"].get(name, {})
                if body.get("type") == "object":
                    body["additionalProperties"] = False
    return result


PATH_PARAMETERS = {
    "file": "Name of the file: cards.zip, tabletop-simulator.json, chat.png, deck-1.png, deck-back.png or "
    "card-KEY.png with the key of a profile.",
    "club": "Id of a club.",
    "edition": "Code of an edition of the game, as GET /systems lists it.",
    "event": "Id of an event.",
    "hand_in": "Id of a hand-in.",
    "invite": "Id of an invite.",
    "join_request": "Id of a request to join.",
    "key": "Key of a profile.",
    "kind": "Kind of problem: the last part of the type of a problem.",
    "link": "Secret word of a link.",
    "listed": "Id of a public list.",
    "member": "Id of a member, which is not the user name.",
    "number": "Number of a revision: the version of the list after the change.",
    "paper": "Kind of paper: sheets, roster or cards.",
    "public_id": "Id of a list.",
    "roster": "Id of a roster of the list.",
    "secret": "Secret of an invite.",
    "share": "Id of a share.",
    "shared_roster": "Id of a roster that is shared with a club of yours.",
    "roster_link": "Secret word of a link to a roster.",
    "frozen_link": "Id of a link to a frozen roster, which is not its secret word.",
    "system": "Code of a game, as GET /systems lists it.",
    "tag": "Id of a tag.",
    "setup": "Id of a print setup.",
    "token": "Id of a token, which is not its secret.",
}


def describe_path_parameters(result: Json, generator: object, request: object, public: bool) -> Json:
    """Add the missing descriptions of path parameters. This is a hook of drf-spectacular."""
    for operations in result["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter.setdefault("description", PATH_PARAMETERS[parameter["name"]])
    return result
