"""Our error messages for fields. They replace the messages of Django and DRF."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core import validators
from rest_framework import serializers
from rest_framework.validators import ProhibitSurrogateCharactersValidator

from builder.points.document.json_reader import describe_type, join_path

_Field = serializers.Field[Any, Any, Any, Any]

_MESSAGES: Mapping[str, str] = {
    "required": "is missing: add it",
    "null": "is null: write a value",
    "blank": "is empty: write something",
    "invalid_choice": "is not one of the choices: write one of {choices}",
    "not_a_list": "is not a list: write [ … ]",
    "not_a_dict": "is not an object: write { … }",
    "empty": "is empty: write at least one",
    "max_string_length": "has too many digits: write a shorter number",
    "date": "is a day without a time: write both",
    "datetime": "has a time: write only the day",
}
_INVALID_MESSAGES: Mapping[type[_Field], str] = {
    serializers.BaseSerializer: "is not an object: write { … }",
    serializers.BooleanField: "is not true or false: write one of the two",
    serializers.IntegerField: "is not a whole number: write a whole number, such as 6",
    serializers.DateField: "is not a date: write it as 2030-05-09",
    serializers.DateTimeField: "is not a time: write it as 2030-05-07T20:00:00+01:00",
    serializers.JSONField: "is not JSON: fix it",
    serializers.CharField: 'is not a text: write it in quotes: "…"',
}
_VALIDATOR_MESSAGES: Mapping[type, str] = {
    validators.MaxLengthValidator: "is too long: write at most %(limit_value)s characters",
    validators.MinLengthValidator: "is too short: write at least %(limit_value)s characters",
    validators.MaxValueValidator: "is too large: write at most %(limit_value)s",
    validators.MinValueValidator: "is too small: write at least %(limit_value)s",
    validators.ProhibitNullCharactersValidator: "contains a character that isn't allowed: remove it",
    ProhibitSurrogateCharactersValidator: "contains a broken character: remove it",
}
_TOO_MANY_MESSAGE = "has too many items: send at most %(limit_value)s"


def use_our_messages(serializer: serializers.BaseSerializer[Any]) -> None:
    """Replace the error messages of a serializer and its fields with ours."""
    for field in _all_fields(serializer):
        for code, message in _MESSAGES.items():
            if code in field.error_messages:
                field.error_messages[code] = message.replace("{choices}", _choices(field)).replace(
                    "{ … }", "{{ … }}"
                )
        for kind, message in _INVALID_MESSAGES.items():
            if isinstance(field, kind):
                field.error_messages["invalid"] = message.replace("{ … }", "{{ … }}")
                break
        for validator in field.validators:
            if type(validator) in _VALIDATOR_MESSAGES:
                is_list = isinstance(field, serializers.ListField)
                message = _TOO_MANY_MESSAGE if is_list else _VALIDATOR_MESSAGES[type(validator)]
                setattr(validator, "message", message)  # noqa: B010 - mypy refuses an assignment


def unknown_fields(serializer: Any, value: object, path: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any field
    """Yield the path and a message for each field, at any depth, that the serializer doesn't know."""
    child = getattr(serializer, "child", None)
    if child is not None and isinstance(value, list):
        for index, item in enumerate(value):
            yield from unknown_fields(child, item, f"{path}[{index}]")
    if not isinstance(serializer, serializers.Serializer) or not isinstance(value, Mapping):
        return
    known = {name: field for name, field in serializer.fields.items() if not field.read_only}
    for name, inner in value.items():
        if name in known:
            yield from unknown_fields(known[name], inner, join_path(path, name))
        else:
            fix = f"remove it, or write one of {', '.join(known)}" if known else "remove it"
            yield join_path(path, str(name)), f"is not a known field: {fix}"


def not_an_object(value: object) -> str:
    """Return the message for a body that is not a JSON object."""
    return f"is {describe_type(value)}, not an object: write {{ … }}"


def _all_fields(field: _Field) -> Iterator[_Field]:
    yield field
    child = getattr(field, "child", None)
    if child is not None:
        yield from _all_fields(child)
    if isinstance(field, serializers.Serializer):
        for inner in field.fields.values():
            yield from _all_fields(inner)


def _choices(field: _Field) -> str:
    names = ", ".join(str(choice) for choice in getattr(field, "choices", {}))
    return names.replace("{", "{{").replace("}", "}}")
