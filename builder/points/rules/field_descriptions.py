"""Descriptions of the fields and properties of records, from the texts in their ``Annotated`` types."""

from collections.abc import Mapping
from enum import Enum, auto
from functools import cache, cached_property
from typing import Annotated, Any, NotRequired, get_args, get_origin, get_type_hints


class LeftOut(Enum):
    """When the JSON of a record leaves out a field. It follows the description in the ``Annotated`` type."""

    IF_EMPTY = auto()
    SOMETIMES = auto()


@cache
def described_types(record: type) -> Mapping[str, Any]:
    """Return the ``Annotated`` types of a record's fields, and then of its properties, by name."""
    hints = get_type_hints(record, include_extras=True)
    for parent in reversed(record.__mro__):
        for name, member in vars(parent).items():
            getter = member.func if isinstance(member, cached_property) else getattr(member, "fget", None)
            if getter is not None:
                hints[name] = get_type_hints(getter, include_extras=True).get("return")
    for name, kind in hints.items():
        if get_origin(kind) is NotRequired:
            hints[name] = Annotated[get_args(kind)[0], LeftOut.SOMETIMES]
    return {name: kind for name, kind in hints.items() if get_origin(kind) is Annotated}


@cache
def field_descriptions(record: type) -> Mapping[str, str]:
    """Return the descriptions of a record's ``Annotated`` fields and properties, by name."""
    return {name: get_args(kind)[1] for name, kind in described_types(record).items()}


@cache
def names_left_out_if_empty(record: type) -> frozenset[str]:
    """Return the names of the fields that the JSON of a record leaves out if they are empty."""
    types = described_types(record)
    return frozenset(name for name, kind in types.items() if LeftOut.IF_EMPTY in get_args(kind))
