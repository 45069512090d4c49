"""Responses made by serializers."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response


def answer_writer(
    serializer_class: type[serializers.Serializer[Any]], request: Request, **context: object
) -> Callable[[Any], dict[str, Any]]:
    """Return a function that serializes a row; ``context`` is for the serializer's fields."""
    serializer = serializer_class(context={"request": request, **context})
    return serializer.to_representation


def answer(
    serializer_class: type[serializers.Serializer[Any]], request: Request, value: object, **context: object
) -> dict[str, Any]:
    """Return the JSON value that a serializer makes of a value."""
    return answer_writer(serializer_class, request, **context)(value)


def created_response(value: dict[str, Any], etag: str = "") -> Response:
    """Return the 201 response with a new object. Its Location is the path of the object's ``url``."""
    headers = {"Location": urlsplit(value["url"]).path, **({"ETag": etag} if etag else {})}
    return Response(value, 201, headers=headers)
