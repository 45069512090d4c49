"""Serializers made from records: the dataclasses, NamedTuples and TypedDicts of results.

The text in a field's ``Annotated`` type is its description. Fields without a text are not in the JSON.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin

from rest_framework import serializers

from builder.exports.json import ProfileAdditions, RosterAdditions
from builder.points.rules.field_descriptions import LeftOut, described_types
from builder.points.rules.results import ProfileAppraisal, RosterAppraisal

Field = serializers.Field[Any, Any, Any, Any]

_ADDITIONS: Mapping[type, type] = {ProfileAppraisal: ProfileAdditions, RosterAppraisal: RosterAdditions}
_FIELDS: Mapping[object, type[Field]] = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    bool: serializers.BooleanField,
    object: serializers.JSONField,
}


class _RecordSerializer(serializers.Serializer[Any]):
    """The base of serializers that are made from records."""

    def to_representation(self, instance: Any) -> Any:  # noqa: ANN401 - any record
        """Return the JSON that the record itself makes, if it has a method for that."""
        return instance.to_json() if hasattr(instance, "to_json") else super().to_representation(instance)


@cache
def serializer_of(record: type, schema_name: str = "") -> type[serializers.Serializer[Any]]:
    """Return the serializer of a record.

    Its name in the schema is ``schema_name``, or the record's name without "Json" at the end.
    """
    types = {**described_types(record), **described_types(_ADDITIONS.get(record, object))}
    fields = {name: _field(*get_args(kind)) for name, kind in types.items()}
    summary = (getdoc(record) or "").partition("\n\n")[0]
    name = f"{schema_name or record.__name__.removesuffix('Json')}Serializer"
    return type(name, (_RecordSerializer,), {"__doc__": summary, **fields})


def _field(kind: Any, help_text: str, left_out: LeftOut | None = None) -> Field:  # noqa: ANN401 - any type
    """Return the field for a type. A field that is left out if it is empty is never null."""
    options: dict[str, Any] = {"help_text": help_text}
    if left_out:
        options["required"] = False
    if get_origin(kind) is UnionType:
        (kind,) = (part for part in get_args(kind) if part is not NoneType)
        options["allow_null"] = left_out is not LeftOut.IF_EMPTY
    if get_origin(kind) is Literal:
        return serializers.ChoiceField(choices=get_args(kind), **options)
    if kind is Fraction:
        return serializers.RegexField(r"^-?[0-9]+(/[1-9][0-9]*)?$", **options)
    if get_origin(kind) in (tuple, list, Sequence):
        item = get_args(kind)[0]
        if item in _FIELDS:
            return serializers.ListField(child=_FIELDS[item](), **options)
        return serializer_of(item)(many=True, **options)
    return (_FIELDS.get(kind) or serializer_of(kind))(**options)
