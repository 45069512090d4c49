"""Answers as their serializers make them."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request


def answer_writer(
    serializer_class: type[serializers.Serializer[Any]], request: Request, **context: object
) -> Callable[[Any], dict[str, Any]]:
    """What makes the answer of a row, or of each row of a page; ``context`` is for the fields."""
    serializer = serializer_class(context={"request": request, **context})
    return serializer.to_representation


def answer(
    serializer_class: type[serializers.Serializer[Any]], request: Request, value: object, **context: object
) -> dict[str, Any]:
    """One value as its serializer answers it."""
    return answer_writer(serializer_class, request, **context)(value)
