"""Rosters of a list: as the document has them, with id and version."""

from typing import Any

from rest_framework import serializers

from api.shared.addresses import RowUrlField
from api.shared.merging import merge_patch
from api.shared.schema import COMPONENTS, Json, named_schema
from api.shared.stored_parts import READ_ONLY
from builder.catalogue.limits import limits
from builder.documents import StoredList, StoredRoster
from builder.models import Profile, Roster
from builder.points.document import document as core
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
        "description": "What is left out stays; entries replace all entries, null takes them all out.",
        "properties": {
            **READ_ONLY,
            "name": {"$ref": f"{COMPONENTS}LineText"},
            "limit": {
                **_LIMIT,
                "type": ["integer", "null"],
                "description": "null only where the game allows it.",
            },
            "fields": {"anyOf": [{"$ref": f"{COMPONENTS}AnyRosterFields"}, {"type": "null"}]},
            "entries": {"anyOf": [{"$ref": f"{COMPONENTS}ListRosterEntries"}, {"type": "null"}]},
        },
    },
)
ROSTER_DUPLICATE = named_schema(
    "RosterDuplicateRequest",
    {
        "type": "object",
        "additionalProperties": False,
        "properties": {"limit": {**_LIMIT, "description": "The size of the game; left out: the same."}},
    },
)


class RemovedProfileSerializer(serializers.Serializer[Profile]):
    """A profile that can be put back."""

    id = serializers.CharField(source="key", help_text="Its key.")
    url = RowUrlField("api_restore_profile", "company_list.public_id", "key")
    key = serializers.CharField()
    name = serializers.CharField(allow_blank=True)


class RemovedRosterSerializer(serializers.Serializer[Roster]):
    """A roster that can be put back."""

    id = serializers.CharField(source="public_id")
    url = RowUrlField("api_restore_roster", "company_list.public_id", "public_id")
    name = serializers.CharField(allow_blank=True)
    limit = serializers.IntegerField(allow_null=True)


class RemovedSerializer(serializers.Serializer[Any]):
    """What can be put back, the last removed first."""

    profiles = RemovedProfileSerializer(many=True)
    rosters = RemovedRosterSerializer(many=True)


def get_stored_roster(stored: StoredList, roster: str) -> StoredRoster:
    """The roster of an id; NotFound where it is not in the list, or not any more."""
    found = stored.stored_roster(roster)
    if found is None:
        raise NotFound("This roster is not in the list, or not any more.")
    return found


def read_new_roster(value: object, catalogue: Catalogue) -> core.Roster:
    """The roster that a request adds; DocumentError names what cannot be read."""
    return read_all(lambda reader: parse_roster(reader, "", value, catalogue), limits())


def read_roster_change(roster: core.Roster, patch: object, catalogue: Catalogue) -> core.Roster:
    """A roster with a merge patch put on top; DocumentError names what cannot be read."""
    value = merge_patch(dump_roster(roster), patch)
    return read_all(lambda reader: parse_roster(reader, "", value, catalogue), limits())


def read_duplicate_limit(value: object) -> int | None:
    """The game size of a duplicate in points; None for that of the original."""
    reader = JsonReader(limits())
    sent = reader.fields("", value, ("limit",))
    return reader.integer("limit", sent["limit"], 0, MAX_NUMBER) if "limit" in sent else None
