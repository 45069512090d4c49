"""Responses made by serializers."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request


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
