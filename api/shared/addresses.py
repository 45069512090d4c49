"""Whole addresses within the API, as ``url`` of every object has them."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.fields import get_attribute
from rest_framework.request import Request


def url_of(request: Request, name: str, *parts: object) -> str:
    """The whole address of a named URL."""
    return str(request.build_absolute_uri(reverse(name, args=parts)))


class RowUrlField(serializers.URLField):
    """The ``url`` of a row; ``sources`` are where the row has the parts of its address.

    ``within`` are the parts before them that the request's own address has, such as the club of a member.
    """

    def __init__(self, name: str, *sources: str, within: Sequence[str] = (), **options: Any) -> None:
        options = {"help_text": "Its whole address.", **options}
        super().__init__(source="*", read_only=True, **options)
        self.name, self.sources, self.within = name, sources, within

    def to_representation(self, value: object) -> str:
        """The whole address, for the request that the serializer knows."""
        request: Request = self.context["request"]
        before = [request.parser_context["kwargs"][name] for name in self.within]
        return url_of(request, self.name, *before, *self.parts_of(value))

    def parts_of(self, value: object) -> list[object]:
        """The parts of the address that the row has."""
        return [get_attribute(value, source.split(".")) for source in self.sources]
