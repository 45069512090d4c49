"""The schema of JSON Patches (RFC 6902)."""

from api.shared.schema import COMPONENTS, Json, named_schema

JSON_PATCH: Json = named_schema(
    "JsonPatch", {"type": "array", "items": {"$ref": f"{COMPONENTS}PatchOperation"}}
)
