"""Fields and serializers that several features use.

The strict fields don't convert values: a number in quotes is not a number, and a number is not a text.
"""

import re
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from api.shared.schema import COMPONENTS, DOCUMENT
from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues
from builder.points.document.document import Document, DocumentError, parse_document
from builder.points.document.json_reader import JsonReader, parse_integer_value
from builder.services.input_specs import NumberSpec, TextSpec


class StrictIntegerField(serializers.IntegerField):
    """An integer in JSON, such as 6 or 6.0."""

    def to_internal_value(self, data: object) -> int:
        """Return the number. Raises ValidationError for other values, such as a text of digits."""
        number = parse_integer_value(data)
        if number is None:
            self.fail("invalid")
        return super().to_internal_value(number)


class StrictCharField(serializers.CharField):
    """A text. Spaces at its start and its end are not removed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"trim_whitespace": False, "allow_blank": True, **options})

    def to_internal_value(self, data: object) -> str:
        """Return the text. Raises ValidationError for other values, such as a number."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class TextInputField(StrictCharField):
    """A text in a request. A field of a web form with the same ``spec`` has the same limits."""

    def __init__(self, spec: TextSpec, **options: Any) -> None:
        is_required = bool(spec.required_error)
        settings = {"max_length": spec.max_length, "help_text": spec.help_text or None}
        super().__init__(**{"required": is_required, "allow_blank": not is_required, **settings, **options})
        self._is_multiline = spec.is_multiline

    def to_internal_value(self, data: object) -> str:
        """Return the text. Raises ValidationError if it is required but blank, or if it can't be stored."""
        text = super().to_internal_value(data)
        if not self.allow_blank and not text.strip():
            self.fail("blank")
        if self.max_length is not None and len(text) > self.max_length:
            return text  # the field's validator rejects it
        reader = JsonReader(limits())
        try:
            return (reader.text if self._is_multiline else reader.line)("", text)
        except DocumentError as error:
            raise serializers.ValidationError(f"{error.problem}: {error.fix}") from error


class NumberInputField(StrictIntegerField):
    """A number in a request. A field of a web form with the same ``spec`` has the same bounds."""

    def __init__(self, spec: NumberSpec, **options: Any) -> None:
        settings: dict[str, Any] = {"help_text": f"{spec.label}."} if spec.label else {}
        super().__init__(**{**spec.bounds, **settings, **options})


class StrictBooleanField(serializers.BooleanField):
    """A JSON boolean."""

    def to_internal_value(self, data: object) -> bool:
        """Return the value. Raises ValidationError for other values, such as 1."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


@extend_schema_field({"$ref": f"{COMPONENTS}GameSystemCode"})
class SystemCodeField(StrictCharField):
    """The code of a system."""


@extend_schema_field({"$ref": f"{COMPONENTS}EditionName"})
class EditionNameField(StrictCharField):
    """The name of an edition."""


@extend_schema_field({"$ref": f"{COMPONENTS}ProfileKey"})
class ProfileKeyField(StrictCharField):
    """The key of a profile."""


@extend_schema_field(DOCUMENT)
class DocumentField(serializers.Field[Document, Any, Any, Any]):
    """A document in a field of a body. The paths of its faults begin at the start of the body."""

    def to_internal_value(self, data: object) -> Document:
        """Return the document. Raises ValidationError with the path of every fault."""
        try:
            return parse_document(data, all_catalogues(), limits())
        except DocumentError as error:
            raise serializers.ValidationError(
                {
                    fault.path or "non_field_errors": [f"{fault.problem}: {fault.fix}"]
                    for fault in error.faults
                }
            ) from error


_MOMENT_PATTERN = re.compile(
    r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)?", re.ASCII
)


class MomentField(serializers.DateTimeField):
    """A time such as 2030-05-07T20:00:00+01:00. The time zone is required."""

    def to_internal_value(self, value: object) -> datetime:
        """Return the time in UTC. Raises ValidationError for other formats, such as a day without a time."""
        if not (isinstance(value, str) and _MOMENT_PATTERN.fullmatch(value)):
            self.fail("invalid")
        return super().to_internal_value(value.upper())

    def enforce_timezone(self, value: datetime) -> datetime:
        """Return the time in UTC. Raises ValidationError if it has no time zone or is out of range."""
        if value.tzinfo is None:
            raise serializers.ValidationError("has no time zone: add Z or an offset, such as +01:00")
        try:
            return value.astimezone(UTC)
        except OverflowError:
            raise serializers.ValidationError("is out of range: write a later or earlier time") from None


class UserNameField(serializers.CharField):
    """The name of a user, or an empty string if the account was deleted."""

    def get_attribute(self, instance: object) -> str:
        """Return the name of the user, or an empty string."""
        user: Any = super().get_attribute(instance)
        return str(user.username) if user else ""


class MineField(serializers.BooleanField):
    """Whether the source is the primary key of the user who sends the request."""

    def get_attribute(self, instance: object) -> bool:
        """Return whether the source is the user's primary key. For a deleted user, the source is None."""
        return bool(super().get_attribute(instance) == self.context["request"].user.pk)


class SparseSerializer(serializers.Serializer[Any]):
    """An object that leaves out its optional fields if they are empty."""

    def to_representation(self, instance: object) -> dict[str, Any]:
        """Return the object without its empty optional fields. The number 0 is not empty."""
        value = super().to_representation(instance)
        for name in self._optional_names:
            if value[name] in _EMPTY_VALUES:
                del value[name]
        return value

    @cached_property
    def _optional_names(self) -> tuple[str, ...]:
        return tuple(name for name, field in self.fields.items() if not field.required)


_EMPTY_VALUES: tuple[object, ...] = (None, "", [], {})


class UpdateSerializer(serializers.Serializer[Any]):
    """A mixin for serializers of changes. Fields that are left out of the request don't change."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the fields. No field is required, and no field has a default."""
        fields = super().get_fields()
        for field in fields.values():
            field.required, field.default = False, empty
        return fields


class FingerprintPairSerializer(serializers.Serializer[Any]):
    """Two fingerprints, which show whether a printed paper matches a list: of the force and of its texts."""

    force = serializers.CharField(
        help_text="Fingerprint of edition, designs, limits and counts. It is the same for lists that play "
        "the same."
    )
    words = serializers.CharField(help_text="Fingerprint of names, notes and other texts.")
