"""Descriptions of the fields of records, from the texts in their ``Annotated`` types."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, get_args, get_origin, get_type_hints


@cache
def field_descriptions(record: type) -> Mapping[str, str]:
    """Return the descriptions of a record's ``Annotated`` fields, by the field's name."""
    hints = get_type_hints(record, include_extras=True)
    return {name: get_args(kind)[1] for name, kind in hints.items() if get_origin(kind) is Annotated}
