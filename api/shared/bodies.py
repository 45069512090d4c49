"""Reading what is sent: documents by the core's reader, all else by serializers, no unknown field allowed."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from api.shared.errors import Problem, document_problem
from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues
from builder.points.document import Document, DocumentError, find_faults, parse_document
from builder.points.json_reader import JsonReader, join_path


def read_document(request: Request) -> Document:
    """The document that was sent; Problem with the path of every fault."""
    # Read once: text that is no JSON raises the first time, but is an empty object to DRF the second time.
    value, catalogues = request.data, all_catalogues()
    try:
        return parse_document(value, catalogues, limits())
    except DocumentError as error:
        raise document_problem(find_faults(value, catalogues, limits()) or [error]) from error


def read_body(serializer_class: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The validated body; DocumentError or ValidationError names each field that is wrong or unknown."""
    return _validate(serializer_class(data=_known_fields(serializer_class, request.data)))


def read_query(serializer_class: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The validated query parameters; an unknown one is refused too."""
    reject_unknown(request.query_params, tuple(serializer_class().fields))
    return _validate(serializer_class(data=request.query_params))


def reject_unknown(names: Iterable[str], known: Collection[str]) -> None:
    """Problem where a request has query parameters other than these."""
    unknown = sorted(set(names) - set(known))
    if unknown:
        faults = [
            (join_path("", name), f"is not known here: write one of {', '.join(known)}") for name in unknown
        ]
        raise Problem("not-understood", f"{faults[0][0]} {faults[0][1]}", faults)


def _known_fields(serializer_class: type[serializers.Serializer[Any]], value: object) -> Mapping[str, object]:
    known = [name for name, field in serializer_class().fields.items() if not field.read_only]
    return JsonReader(limits()).fields("", value, known)


def _validate(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)
