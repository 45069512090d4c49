"""Serializers of print setups. A print setup is a saved choice of a paper and its options."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from api.papers.serializers import PaperQuerySerializer
from api.shared.addresses import RowUrlField
from api.shared.descriptions import VERSION_HELP
from api.shared.fields import StrictBooleanField, StrictCharField, UpdateSerializer
from api.shared.messages import use_our_messages
from builder.models import PrintSetup
from builder.services.print_setups import MAX_SETUP_NAME

_ALWAYS_STORED_OPTIONS = ("paper", "size")
_NAME_HELP = f"Name of the setup, at most {MAX_SETUP_NAME} characters, different from your other setups."
_OPTIONS_HELP = (
    "Options of the paper as texts, with the same names as in the query of a paper, but without roster."
)


class SetupOptionsField(serializers.DictField):
    """The options of a paper without the roster, with the same names as in the query of a paper."""

    def __init__(self, **options: Any) -> None:
        super().__init__(child=StrictCharField(), help_text=_OPTIONS_HELP, **options)

    def to_internal_value(self, data: object) -> dict[str, str]:
        """Return the paper, its size, and all options that differ from the default.

        Raises ValidationError for unknown options or values.
        """
        texts: dict[str, str] = super().to_internal_value(data)  # type: ignore[arg-type] # it rejects values that aren't a mapping
        faults = option_faults(texts)
        if faults:
            raise serializers.ValidationError(faults)
        query = PaperQuerySerializer(data=texts)
        query.is_valid(raise_exception=True)
        fields = query.fields
        return {
            name: str(value)
            for name, value in query.validated_data.items()
            if name in _ALWAYS_STORED_OPTIONS or value != fields[name].default
        }


def option_faults(options: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the messages about unknown options and unknown values, by the option's name."""
    query = PaperQuerySerializer(data=options)
    use_our_messages(query)
    known = set(query.fields) - {"roster"}
    faults = {} if query.is_valid() else {name: list(messages) for name, messages in query.errors.items()}
    unknown = (name for name in options if name not in known)
    return faults | {name: ["is not an option of a print setup: leave it out"] for name in unknown}


class PrintSetupSerializer(serializers.Serializer[PrintSetup]):
    """A saved choice of paper and options, for any list."""

    id = serializers.CharField(source="public_id", help_text="Id of the setup.")
    url = RowUrlField("api_print_setup", "public_id")
    name = serializers.CharField(help_text=_NAME_HELP)
    options = serializers.DictField(child=serializers.CharField(), help_text=_OPTIONS_HELP)
    not_understood = serializers.SerializerMethodField(
        help_text="Names of the options that no longer exist, or whose value no longer exists."
    )
    first = serializers.BooleanField(source="is_first", help_text="Whether print pages open with this setup.")
    version = serializers.IntegerField(help_text=VERSION_HELP)

    def get_not_understood(self, row: PrintSetup) -> list[str]:
        """Return the names of the options that no longer exist, or whose value no longer exists."""
        return sorted(option_faults(row.options))


class PrintSetupCreateSerializer(serializers.Serializer[Any]):
    """A new print setup."""

    name = StrictCharField(help_text=_NAME_HELP)
    options = SetupOptionsField()
    first = StrictBooleanField(default=False, help_text="Whether print pages open with this setup.")


class PrintSetupUpdateSerializer(UpdateSerializer, PrintSetupCreateSerializer):
    """Changes of a print setup. Fields that are left out don't change."""
