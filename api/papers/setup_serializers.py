"""Print setups: what somebody prints and how, by name."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from api.papers.serializers import PaperQuerySerializer
from api.shared.addresses import RowUrlField
from api.shared.fields import StrictBooleanField, StrictCharField
from api.shared.messages import use_our_messages
from builder.models import PrintSetup
from builder.services.papers import MAX_SETUP_NAME

_ALWAYS_KEPT = ("paper", "size")
_OPTIONS_HELP = "As in the query of a paper, each as a text, without roster."


class SetupOptionsField(serializers.DictField):
    """The options of a paper as the query of its address has them, without the roster."""

    def __init__(self, **more: Any) -> None:
        super().__init__(child=StrictCharField(), help_text=_OPTIONS_HELP, **more)

    def to_internal_value(self, data: object) -> dict[str, str]:
        """What differs from the usual, with the paper and its size; ValidationError for what is no option."""
        sent: dict[str, str] = super().to_internal_value(data)  # type: ignore[arg-type] # it refuses anything else
        faults = option_faults(sent)
        if faults:
            raise serializers.ValidationError(faults)
        chosen = PaperQuerySerializer(data=sent)
        chosen.is_valid(raise_exception=True)
        fields = chosen.fields
        return {
            name: str(value)
            for name, value in chosen.validated_data.items()
            if name in _ALWAYS_KEPT or value != fields[name].default
        }


def option_faults(options: Mapping[str, str]) -> dict[str, list[str]]:
    """What is wrong with options, by their names: no paper has such an option, or no such value."""
    chosen = PaperQuerySerializer(data=options)
    use_our_messages(chosen)
    known = set(chosen.fields) - {"roster"}
    faults = {} if chosen.is_valid() else {name: list(found) for name, found in chosen.errors.items()}
    unknown = (name for name in options if name not in known)
    return faults | {name: ["is no option that is kept: leave it out"] for name in unknown}


class PrintSetupSerializer(serializers.Serializer[PrintSetup]):
    """A print setup: what you print and how, for any list."""

    id = serializers.CharField(source="public_id")
    url = RowUrlField("api_print_setup", "public_id")
    name = serializers.CharField()
    options = serializers.DictField(child=serializers.CharField(), help_text=_OPTIONS_HELP)
    not_understood = serializers.SerializerMethodField(
        help_text="The names of options that are not known any more, or not with that value."
    )
    first = serializers.BooleanField(source="is_first", help_text="Print pages open with it.")
    version = serializers.IntegerField(help_text="Counts every change; the ETag.")

    def get_not_understood(self, row: PrintSetup) -> list[str]:
        """Those of its options that cannot be asked for any more."""
        return sorted(option_faults(row.options))


class PrintSetupCreateSerializer(serializers.Serializer[Any]):
    """A print setup to be kept."""

    name = StrictCharField(help_text=f"At most {MAX_SETUP_NAME} characters; no other setup of yours has it.")
    options = SetupOptionsField()
    first = StrictBooleanField(default=False, help_text="Let print pages open with it.")


class PrintSetupUpdateSerializer(serializers.Serializer[Any]):
    """What is to change of a print setup."""

    name = StrictCharField(required=False)
    options = SetupOptionsField(required=False)
    first = StrictBooleanField(required=False)
