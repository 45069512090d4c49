"""Profiles of a list: as the document has them, with the version that each is saved over."""

from dataclasses import replace

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
"""The key of a profile that has none yet: nothing that was read can refer to it."""

PROFILE_CREATE = named_schema(
    "ProfileCreateRequest",
    {
        "type": "object",
        "required": ["name"],
        "additionalProperties": False,
        "properties": {
            "name": _LINE,
            "notes": _TEXT,
            "max": _MAX,
            "design": {**_DESIGN, "description": "Left out: an average profile with nothing taken."},
        },
    },
)
PROFILE_UPDATE = named_schema(
    "ProfileUpdateRequest",
    {
        "type": "object",
        "additionalProperties": False,
        "description": "What is left out stays; null takes a field out, a list replaces the whole list.",
        "properties": {
            **READ_ONLY,
            "key": {"$ref": f"{COMPONENTS}ProfileKey"},
            "name": _LINE,
            "notes": {"anyOf": [_TEXT, {"type": "null"}]},
            "max": _MAX,
            "design": {"anyOf": [_DESIGN, {"type": "null"}]},
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
                "description": "A place counted from 0; beyond the end means the end.",
            }
        },
    },
)


def get_profile_row(stored: StoredList, key: str) -> Row:
    """The row of a profile; NotFound where it is not in the list, or not any more."""
    row = stored.profile_row(key)
    if row is None:
        raise NotFound("This profile is not in the list, or not any more.")
    return row


def read_new_profile(value: object, catalogue: Catalogue) -> Profile:
    """A profile to be added; its key, which will be made from its name, means nothing yet."""

    def read(reader: JsonReader) -> Profile:
        sent = reader.fields("", value, _CREATE_FIELDS, required=("name",))
        whole = {"design": dump_design(new_design(catalogue), catalogue), **sent, "key": "new"}
        return parse_profile(reader, "", whole, catalogue)

    return replace(read_all(read, limits()), key=_NO_KEY)


def read_move(value: object) -> Destination:
    """Where to move a profile; DocumentError where that is no place."""
    reader = JsonReader(limits())
    to = reader.fields("", value, ("to",), required=("to",))["to"]
    for place in _MOVES:
        if to == place:
            return place
    if isinstance(to, str):
        raise DocumentError("to", "is no place", "write up, down, first, last, or a number from 0")
    return reader.integer("to", to, 0, MAX_VALUE)
