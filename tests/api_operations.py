"""Every operation of the interface, found in its addresses: what tests of all of them walk through."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from django.urls import URLPattern

from api.base import BaseView
from api.urls import urlpatterns

METHODS = ("get", "post", "put", "patch", "delete")


class Operation(NamedTuple):
    """A method of an address. ``path`` is as the schema writes it, ``name`` that of the address."""

    method: str
    path: str
    name: str
    view: type[BaseView]

    def __str__(self) -> str:
        """As it stands in documents: "GET /lists/{public_id}"."""
        return f"{self.method} {self.path}"


def operations() -> Iterator[Operation]:
    """All that the schema tells of, in the order of the addresses."""
    for pattern in urlpatterns:
        view = view_class(pattern)
        if getattr(view, "schema", None) is None or not issubclass(view, BaseView):
            continue
        for method in METHODS:
            if hasattr(view, method):
                yield Operation(method.upper(), schema_path(pattern), str(pattern.name), view)


def view_class(pattern: URLPattern) -> type:
    """The class behind an address."""
    found: type = pattern.callback.view_class  # type: ignore[attr-defined] # as_view() sets it
    return found


def schema_path(pattern: URLPattern) -> str:
    """An address below /api/v1 as the schema writes it."""
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
