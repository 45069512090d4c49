"""Serializers of a list's rosters, and functions that read the bodies of requests to change rosters."""

from typing import Any

from rest_framework import serializers

from api.shared.addresses import RowUrlField
from api.shared.descriptions import PROFILE_FIELDS, ROSTER_FIELDS
from api.shared.merging import merge_patch
from api.shared.schema import COMPONENTS, Json, named_schema
from api.shared.stored_parts import READ_ONLY
from builder.catalogue.limits import limits
from builder.documents import StoredList, StoredRoster
from builder.models import Profile, Roster
from builder.points.document.document import Roster as DocumentRoster
from builder.points.document.document import dump_roster, parse_roster
from builder.points.document.json_reader import MAX_NUMBER, JsonReader, read_all
from builder.points.rules.catalogue import Catalogue
from builder.services.errors import NotFound

_LIMIT: Json = {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}

ROSTER_UPDATE = named_schema(
    "RosterUpdateRequest",
    {
        "type": "object",
        "additionalProperties": False,
        "description": "Changes of a roster. Fields that are left out don't change.",
        "properties": {
            **READ_ONLY,
            "name": {"$ref": f"{COMPONENTS}LineText", "description": ROSTER_FIELDS["name"]},
            "limit": {
                **_LIMIT,
                "type": ["integer", "null"],
                "description": "Limit of the roster in points. In games that allow it, null means no limit.",
            },
            "fields": {
                "anyOf": [{"$ref": f"{COMPONENTS}AnyRosterFields"}, {"type": "null"}],
                "description": f"{ROSTER_FIELDS['fields']} null removes all of them.",
            },
            "entries": {
                "anyOf": [{"$ref": f"{COMPONENTS}ListRosterEntries"}, {"type": "null"}],
                "description": f"{ROSTER_FIELDS['entries']} They replace all rows. null removes all rows.",
            },
        },
    },
)
ROSTER_DUPLICATE = named_schema(
    "RosterDuplicateRequest",
    {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "limit": {
                **_LIMIT,
                "description": "Limit of the copy in points. Leave it out for the limit of the original.",
            }
        },
    },
)


class RemovedProfileSerializer(serializers.Serializer[Profile]):
    """A removed profile that can be restored."""

    id = serializers.CharField(source="key", help_text=PROFILE_FIELDS["key"])
    url = RowUrlField(
        "api_restore_profile",
        "company_list.public_id",
        "key",
        help_text="Address that restores the profile.",
    )
    key = serializers.CharField(help_text=PROFILE_FIELDS["key"])
    name = serializers.CharField(allow_blank=True, help_text=PROFILE_FIELDS["name"])


class RemovedRosterSerializer(serializers.Serializer[Roster]):
    """A removed roster that can be restored."""

    id = serializers.CharField(source="public_id", help_text="Id of the roster.")
    url = RowUrlField(
        "api_restore_roster",
        "company_list.public_id",
        "public_id",
        help_text="Address that restores the roster.",
    )
    name = serializers.CharField(allow_blank=True, help_text=ROSTER_FIELDS["name"])
    limit = serializers.IntegerField(allow_null=True, help_text=ROSTER_FIELDS["limit"])


class RemovedSerializer(serializers.Serializer[Any]):
    """The removed profiles and rosters that can be restored."""

    profiles = RemovedProfileSerializer(many=True, help_text="Removed profiles, the latest first.")
    rosters = RemovedRosterSerializer(many=True, help_text="Removed rosters, the latest first.")


def get_stored_roster(stored: StoredList, roster: str) -> StoredRoster:
    """Return the roster with the id ``roster``. Raises NotFound if the list doesn't have this roster."""
    stored_row = stored.stored_roster(roster)
    if stored_row is None:
        raise NotFound("This roster isn't in the list, or is removed.")
    return stored_row


def read_new_roster(value: object, catalogue: Catalogue) -> DocumentRoster:
    """Return the roster that a request adds. Raises DocumentError with its faults."""
    return read_all(lambda reader: parse_roster(reader, "", value, catalogue), limits())


def read_roster_change(roster: DocumentRoster, patch: object, catalogue: Catalogue) -> DocumentRoster:
    """Return a roster after a merge patch. Raises DocumentError with the faults of the result."""
    value = merge_patch(dump_roster(roster), patch)
    return read_all(lambda reader: parse_roster(reader, "", value, catalogue), limits())


def read_duplicate_limit(value: object) -> int | None:
    """Return the requested limit of a copy in points, or None to copy the limit of the original."""
    reader = JsonReader(limits())
    fields = reader.fields("", value, ("limit",))
    return reader.integer("limit", fields["limit"], 0, MAX_NUMBER) if "limit" in fields else None
