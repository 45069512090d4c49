"""JSON Patches (RFC 6902) in requests and responses."""

from typing import Any

from rest_framework import serializers

from api.shared.schema import COMPONENTS, Json, named_schema
from builder.points.rules.results import PatchOperation

JSON_PATCH: Json = named_schema(
    "JsonPatch", {"type": "array", "items": {"$ref": f"{COMPONENTS}PatchOperation"}}
)


class PatchOperationSerializer(serializers.Serializer[Any]):
    """One operation of a JSON Patch (RFC 6902) of the document."""

    op = serializers.ChoiceField(
        choices=("add", "remove", "replace", "test"), help_text="What the operation does."
    )
    path = serializers.CharField(help_text="Place in the document, as a JSON Pointer (RFC 6901).")
    value = serializers.JSONField(
        required=False, help_text="New value, or the value to test for; left out if op is remove."
    )

    def to_representation(self, instance: PatchOperation) -> Json:
        """Return the operation as JSON. A removal has no ``value``. In other operations, it can be null."""
        return instance.to_json()
