"""The JSON of stored profiles and rosters.

It is the JSON that they have in a document, together with an id, an address and a version.
"""

from rest_framework.request import Request

from api.shared.addresses import url_of
from api.shared.descriptions import PROFILE_FIELDS, VERSION_HELP
from api.shared.errors import fault_problem
from api.shared.pagination import NEXT_HELP, PREVIOUS_HELP, RESULTS_HELP
from api.shared.schema import COMPONENTS, Json, named_schema
from builder.points.document.document import Profile, Roster, dump_profile, dump_roster
from builder.points.rules.catalogue import Catalogue

STORED_PROFILE: Json = {"$ref": f"{COMPONENTS}StoredProfile"}
STORED_ROSTER: Json = {"$ref": f"{COMPONENTS}StoredRoster"}

_READ_ONLY_HELP = "You can't change this. Leave it out, or send the value that you read."
READ_ONLY: Json = {
    "id": {"type": "string", "description": _READ_ONLY_HELP},
    "url": {"type": "string", "description": _READ_ONLY_HELP},
    "version": {"type": "integer", "description": _READ_ONLY_HELP},
}
"""The schemas of the fields that a patch can't change. Documents don't have these fields."""

_REQUIRED_FIELDS = {
    "profile": ("key", "name", "notes", "max", "design"),
    "roster": ("name", "limit", "entries"),
}
_ADDRESS: Json = {"type": ["string", "null"], "format": "uri"}


def serialize_profile(
    request: Request, public_id: str, profile: Profile, catalogue: Catalogue, version: int
) -> Json:
    """Return a stored profile as JSON."""
    url = url_of(request, "api_profile", public_id, profile.key)
    return {"id": profile.key, "url": url, "version": version, **dump_profile(profile, catalogue)}


def serialize_roster(request: Request, public_id: str, id_: str, roster: Roster, version: int) -> Json:
    """Return a stored roster as JSON."""
    url = url_of(request, "api_roster", public_id, id_)
    return {"id": id_, "url": url, "version": version, **dump_roster(roster)}


def without_read_only(patch: object, stored: Json) -> object:
    """Return a patch without read-only fields. Raises Problem if the patch would change them."""
    if not isinstance(patch, dict):
        return patch
    changed = [name for name in READ_ONLY if name in patch and patch[name] != stored[name]]
    if changed:
        raise fault_problem([(name, "cannot be changed: leave it out") for name in changed])
    return {name: value for name, value in patch.items() if name not in READ_ONLY}


def _page(item: Json) -> Json:
    """Return the schema of a page of items, named after the schema of an item."""
    return named_schema(
        f"{item['$ref'].removeprefix(COMPONENTS)}Page",
        {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {
                "next": {**_ADDRESS, "description": NEXT_HELP},
                "previous": {**_ADDRESS, "description": PREVIOUS_HELP},
                "results": {"type": "array", "items": item, "description": RESULTS_HELP},
            },
        },
    )


STORED_PROFILES = _page(STORED_PROFILE)
STORED_ROSTERS = _page(STORED_ROSTER)


def add_stored_part_schemas(result: Json, generator: object, request: object, public: bool) -> Json:
    """Add the schemas of stored profiles and rosters, made from the schemas of the document's parts.

    This is a hook of drf-spectacular.
    """
    components = result["components"]["schemas"]
    for name, fields in _REQUIRED_FIELDS.items():
        part = components[f"List{name.capitalize()}"]
        components[f"Stored{name.capitalize()}"] = {
            "type": "object",
            "required": ["id", "url", "version", *fields],
            "properties": {
                "id": {"type": "string", "description": _ID_HELP[name]},
                "url": {"type": "string", "format": "uri", "description": "Address of this object."},
                "version": {"type": "integer", "description": VERSION_HELP},
                **part["properties"],
            },
            "additionalProperties": False,
        }
    return result


_ID_HELP = {"profile": PROFILE_FIELDS["key"], "roster": "Id of the roster. Rosters in documents have no id."}
