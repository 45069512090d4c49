"""The schemas of bodies that add, change and move profiles, and functions that read these bodies."""

from dataclasses import replace

from api.shared.descriptions import PROFILE_FIELDS
from api.shared.schema import COMPONENTS, Json, named_schema
from api.shared.stored_parts import READ_ONLY
from builder.catalogue.limits import limits
from builder.documents import StoredList
from builder.models import Profile as Row
from builder.points.document.design import dump_design, new_design
from builder.points.document.document import Profile, parse_profile
from builder.points.document.json_reader import MAX_VALUE, DocumentError, JsonReader, read_all
from builder.points.rules.catalogue import Catalogue
from builder.services.errors import NotFound
from builder.services.profiles import Destination

_LINE: Json = {"$ref": f"{COMPONENTS}LineText"}
_TEXT: Json = {"$ref": f"{COMPONENTS}MarkdownText"}
_DESIGN: Json = {"$ref": f"{COMPONENTS}AnyDesign"}
_MAX: Json = {"anyOf": [{"$ref": f"{COMPONENTS}ModelCount"}, {"type": "null"}]}
_CREATE_FIELDS = ("name", "notes", "max", "design")
_MOVES: tuple[Destination, ...] = ("up", "down", "first", "last")
_NO_KEY = "\0"
"""The placeholder for the key of a new profile. It isn't a valid key, so nothing can refer to it."""

PROFILE_CREATE = named_schema(
    "ProfileCreateRequest",
    {
        "type": "object",
        "required": ["name"],
        "additionalProperties": False,
        "properties": {
            "name": {**_LINE, "description": PROFILE_FIELDS["name"]},
            "notes": {**_TEXT, "description": PROFILE_FIELDS["notes"]},
            "max": {**_MAX, "description": PROFILE_FIELDS["max"]},
            "design": {
                **_DESIGN,
                "description": f"{PROFILE_FIELDS['design']} If it is left out, the profile is average "
                "and has no extras.",
            },
        },
    },
)
PROFILE_UPDATE = named_schema(
    "ProfileUpdateRequest",
    {
        "type": "object",
        "additionalProperties": False,
        "description": "Changes of a profile. Fields that are left out don't change; null empties a field. "
        "An array that you send replaces the stored array.",
        "properties": {
            **READ_ONLY,
            "key": {"$ref": f"{COMPONENTS}ProfileKey", "description": PROFILE_FIELDS["key"]},
            "name": {**_LINE, "description": PROFILE_FIELDS["name"]},
            "notes": {"anyOf": [_TEXT, {"type": "null"}], "description": PROFILE_FIELDS["notes"]},
            "max": {**_MAX, "description": PROFILE_FIELDS["max"]},
            "design": {"anyOf": [_DESIGN, {"type": "null"}], "description": PROFILE_FIELDS["design"]},
        },
    },
)
PROFILE_MOVE = named_schema(
    "ProfileMoveRequest",
    {
        "type": "object",
        "required": ["to"],
        "additionalProperties": False,
        "properties": {
            "to": {
                "anyOf": [{"enum": list(_MOVES)}, {"type": "integer", "minimum": 0, "maximum": MAX_VALUE}],
                "description": "Where to move the profile: a word, or its new index, from 0. If the index is "
                "too large, the profile moves to the end.",
            }
        },
    },
)


def get_profile_row(stored: StoredList, key: str) -> Row:
    """Return the row of a profile. Raises NotFound if the list doesn't have this profile."""
    row = stored.profile_row(key)
    if row is None:
        raise NotFound("This profile isn't in the list, or is removed.")
    return row


def read_new_profile(value: object, catalogue: Catalogue) -> Profile:
    """Return a profile to add. Its key is a placeholder until the list gives it a key."""

    def read(reader: JsonReader) -> Profile:
        fields = reader.fields("", value, _CREATE_FIELDS, required=("name",))
        profile = {"design": dump_design(new_design(catalogue), catalogue), **fields, "key": "new"}
        return parse_profile(reader, "", profile, catalogue)

    # ``parse_profile`` accepts only valid keys, so it gets the key "new". The placeholder then replaces it.
    return replace(read_all(read, limits()), key=_NO_KEY)


def read_move(value: object) -> Destination:
    """Return where to move a profile. Raises DocumentError for an invalid place."""
    reader = JsonReader(limits())
    to = reader.fields("", value, ("to",), required=("to",))["to"]
    for move in _MOVES:
        if to == move:
            return move
    if isinstance(to, str):
        raise DocumentError("to", "is not a place", "write up, down, first, last, or a number from 0")
    return reader.integer("to", to, 0, MAX_VALUE)
