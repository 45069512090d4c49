"""Fields that convert nothing: no text is taken for a number, no number for a text."""

from functools import cached_property
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.shared.schema import COMPONENTS, DOCUMENT
from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues
from builder.points.document.document import Document, DocumentError, parse_document
from builder.points.document.json_reader import whole_number
from builder.services.questions import NumberQuestion, TextQuestion

MODELS_HELP = "How many models, figures or bases: what the game counts."


class StrictIntegerField(serializers.IntegerField):
    """A whole number, written as a number: 6, or 6.0."""

    def to_internal_value(self, data: object) -> int:
        """The number; ValidationError for anything else, texts of digits too."""
        number = whole_number(data)
        if number is None:
            self.fail("invalid")
        return super().to_internal_value(number)


class StrictCharField(serializers.CharField):
    """A text, written as one, with the spaces around it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"trim_whitespace": False, "allow_blank": True, **options})

    def to_internal_value(self, data: object) -> str:
        """The text; ValidationError for anything else, numbers too."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class TextAnswerField(StrictCharField):
    """The answer to a text question."""

    def __init__(self, question: TextQuestion, **options: Any) -> None:
        needed = bool(question.needed)
        asked = {"max_length": question.most, "help_text": question.help or None}
        super().__init__(**{"required": needed, "allow_blank": not needed, **asked, **options})

    def to_internal_value(self, data: object) -> str:
        """The text; ValidationError where one is needed that is more than spaces."""
        text = super().to_internal_value(data)
        if not self.allow_blank and not text.strip():
            self.fail("blank")
        return text


class NumberAnswerField(StrictIntegerField):
    """The answer to a number question."""

    def __init__(self, question: NumberQuestion, **options: Any) -> None:
        asked: dict[str, Any] = {"help_text": f"{question.label}."} if question.label else {}
        super().__init__(**{**question.bounds, **asked, **options})


class StrictBooleanField(serializers.BooleanField):
    """True or false, written as such."""

    def to_internal_value(self, data: object) -> bool:
        """True or false; ValidationError for anything else."""
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
    """A whole document within something else; each fault is told with its whole path."""

    def to_internal_value(self, data: object) -> Document:
        """The document; ValidationError with the path of every fault."""
        try:
            return parse_document(data, all_catalogues(), limits())
        except DocumentError as error:
            raise serializers.ValidationError(
                {
                    fault.path or "non_field_errors": [f"{fault.problem}: {fault.fix}"]
                    for fault in error.faults
                }
            ) from error


class UserNameField(serializers.CharField):
    """The name of a user; "" where their account is gone."""

    def get_attribute(self, instance: object) -> str:
        """The name in place of the user."""
        user: Any = super().get_attribute(instance)
        return str(user.username) if user else ""


class MineField(serializers.BooleanField):
    """Whether the user at the source, by their number, is who asks."""

    def get_attribute(self, instance: object) -> bool:
        """The answer in place of the number; users that are gone are nobody."""
        return bool(super().get_attribute(instance) == self.context["request"].user.pk)


class SparseSerializer(serializers.Serializer[Any]):
    """An object that leaves out what it need not have: its fields that are not required, where empty."""

    def to_representation(self, instance: object) -> dict[str, Any]:
        """The object without those that have nothing; 0 is something."""
        value = super().to_representation(instance)
        for name in self._optional_names:
            if value[name] in _NOTHING:
                del value[name]
        return value

    @cached_property
    def _optional_names(self) -> tuple[str, ...]:
        return tuple(name for name, field in self.fields.items() if not field.required)


_NOTHING: tuple[object, ...] = (None, "", [], {})


class FingerprintPairSerializer(serializers.Serializer[Any]):
    """Two fingerprints: one of what counts in the game, one of the words."""

    force = serializers.CharField(
        help_text="Of rules, designs and counts: whoever has the same plays the same force."
    )
    words = serializers.CharField(help_text="Of names, notes and texts.")
