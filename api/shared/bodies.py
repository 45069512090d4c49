"""Functions that read request bodies and query parameters.

The core (``builder.points``) reads documents. Serializers read everything else.
"""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from api.shared.errors import fault_problem, flatten_errors
from api.shared.messages import not_an_object, unknown_fields, use_our_messages
from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues
from builder.points.document.document import Document, parse_document


def read_document(request: Request) -> Document:
    """Read the document of a request. Raises DocumentError with the path of every fault."""
    return parse_document(read_json_body(request), all_catalogues(), limits())


def read_json_body(request: Request) -> object:
    """Read the JSON value of a request. Raises Problem for an empty body."""
    if _is_empty(request):
        raise fault_problem([("", "is empty: send JSON")])
    # Don't read it twice: for invalid JSON, DRF raises only the first time, then returns an empty object.
    return request.data


def read_body(serializer_class: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """Read and validate the body. Raises a Problem that names each wrong, missing or unknown field.

    If no field is required, an empty body counts as an empty object.
    """
    serializer = serializer_class()
    needs_body = any(field.required for field in serializer.fields.values())
    value = {} if _is_empty(request) and not needs_body else read_json_body(request)
    if not isinstance(value, Mapping):
        raise fault_problem([("", not_an_object(value))])
    return _validate(serializer_class(data=value), list(unknown_fields(serializer, value)))


def read_query(serializer_class: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """Read and validate the query parameters. The view has already rejected unknown parameters."""
    return _validate(serializer_class(data=request.query_params), [])


def _is_empty(request: Request) -> bool:
    return request.META.get("CONTENT_LENGTH") in (None, "", "0")


def _validate(serializer: serializers.Serializer[Any], faults: list[tuple[str, str]]) -> dict[str, Any]:
    use_our_messages(serializer)
    if not serializer.is_valid():
        faults += flatten_errors(serializer.errors)
    if faults:
        raise fault_problem(faults)
    return dict(serializer.validated_data)
