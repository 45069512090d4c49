"""What is sent and answered where something is taken from a list that may be read."""

from typing import Any

from rest_framework import serializers

from api.serializers.fields import StrictCharField


class ProfileTakeSerializer(serializers.Serializer[Any]):
    """Where a profile is to go."""

    into = StrictCharField(
        allow_null=True, trim_whitespace=False, help_text="The id of a list of yours; null: a new one."
    )
    name = StrictCharField(
        required=False, allow_blank=True, trim_whitespace=False, help_text="What the new list is called."
    )

    class Meta:
        ref_name = "Take"

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A list that is there keeps its name."""
        if attrs["into"] is not None and "name" in attrs:
            raise serializers.ValidationError({"name": "is for a new list: leave it out."})
        return attrs


class TakenProfileSerializer(serializers.Serializer[Any]):
    """Where a profile went, with all that it refers to."""

    list = serializers.CharField(help_text="The id of the list.")
    key = serializers.CharField(help_text="The key of the profile there.")
    keys = serializers.DictField(
        child=serializers.CharField(), help_text="The keys there of all that went, by those that they had."
    )

    class Meta:
        ref_name = "Taken"
