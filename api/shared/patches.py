"""JSON Patches (RFC 6902), as they are sent and answered."""

from typing import Any

from rest_framework import serializers

from api.shared.schema import COMPONENTS, Json, named_schema
from builder.points.rules.results import PatchOperation

JSON_PATCH: Json = named_schema(
    "JsonPatch", {"type": "array", "items": {"$ref": f"{COMPONENTS}PatchOperation"}}
)


class PatchOperationSerializer(serializers.Serializer[Any]):
    """One operation of a JSON Patch (RFC 6902) of the document."""

    op = serializers.ChoiceField(choices=("add", "remove", "replace", "test"))
    path = serializers.CharField(help_text="A JSON Pointer (RFC 6901).")
    value = serializers.JSONField(required=False, help_text="A removal has none.")

    def to_representation(self, instance: PatchOperation) -> Json:
        """The operation as documents are patched by it: null is a value, and a removal has none."""
        return instance.to_json()
