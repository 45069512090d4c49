"""Absolute addresses of the objects of the API."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.fields import get_attribute
from rest_framework.request import Request


def url_of(request: Request, name: str, *parts: object) -> str:
    """Return the absolute address of the URL called ``name``, with ``parts`` as its arguments."""
    return str(request.build_absolute_uri(reverse(name, args=parts)))


class RowUrlField(serializers.URLField):
    """The address of a row: the URL called ``name``.

    Its first arguments are these path parameters of the request, such as "club" for the address of a member.
    The other arguments are the attributes of the row in ``sources``, such as "user.username".
    """

    def __init__(self, name: str, *sources: str, path_parameters: Sequence[str] = (), **options: Any) -> None:
        options = {"help_text": "Address of this object.", **options}
        super().__init__(source="*", read_only=True, **options)
        self.name, self.sources, self.path_parameters = name, sources, path_parameters

    def to_representation(self, value: object) -> str:
        """Return the absolute address for the request in the context."""
        request: Request = self.context["request"]
        parents = [request.parser_context["kwargs"][name] for name in self.path_parameters]
        return url_of(request, self.name, *parents, *self.parts_of(value))

    def parts_of(self, value: object) -> list[object]:
        """Return the arguments of the URL that come from the row."""
        return [get_attribute(value, source.split(".")) for source in self.sources]
