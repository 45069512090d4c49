"""Responses with serialized objects, and responses with the document of a list."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.shared.conditions import etag_of, not_modified_response
from builder.exports.file_names import file_response
from builder.exports.json import document_text
from builder.points.rules.names import list_name
from builder.queries.access import ListAccess


def row_serializer(
    serializer_class: type[serializers.Serializer[Any]], request: Request, **context: object
) -> Callable[[Any], dict[str, Any]]:
    """Return a function that serializes a row. The serializer's fields can read ``context``."""
    serializer = serializer_class(context={"request": request, **context})
    return serializer.to_representation


def serialize(
    serializer_class: type[serializers.Serializer[Any]], request: Request, value: object, **context: object
) -> dict[str, Any]:
    """Return a value as JSON. The serializer's fields can read ``context``."""
    return row_serializer(serializer_class, request, **context)(value)


def created_response(value: dict[str, Any]) -> Response:
    """Return the 201 response with a new object. Its Location is the path of the object's ``url``."""
    return Response(value, 201, headers={"Location": urlsplit(value["url"]).path})


def document_response(request: Request, list_access: ListAccess) -> HttpResponse | Response:
    """Return the document of a list, or a 304 if the client already has this version.

    The document is the same file as the download on the list's page.
    """
    etag = etag_of(list_access.version)
    not_modified = not_modified_response(request, etag)
    if not_modified is not None:
        return not_modified
    loaded = list_access.load()
    name = list_name(loaded.document.name)
    response = file_response(document_text(loaded), "application/json", "attachment", "json", name)
    response["ETag"] = etag
    return response
