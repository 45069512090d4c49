"""What the parts of addresses are, told in the OpenAPI schema once for all operations."""

from typing import Any

Json = dict[str, Any]

PATH_PARAMETERS = {
    "asked": "The id of a request to be let in.",
    "club": "The id of a club.",
    "edition": "An edition of the system, such as those that GET /systems tells.",
    "event": "The id of an event.",
    "hand_in": "The id of a hand-in.",
    "invite": "The id of an invite.",
    "key": "The key of a profile.",
    "kind": "The last part of a problem's type.",
    "link": "The secret word of a link.",
    "listed": "The id of a public list.",
    "member": "The id of a member: a number, not the user name.",
    "number": "The number of a revision: the version of the list that its change made.",
    "public_id": "The id of a list.",
    "roster": "The id of a roster, as the list's rosters or its summary tell it.",
    "secret": "The secret of an invite.",
    "share": "The id of a share.",
    "shared_roster": "The last part of the address of a roster that is shared with a club.",
    "system": "A system, as GET /systems tells it.",
    "token": "The id of a token, not what it opens with.",
}


def describe_path_parameters(result: Json, generator: object, request: object, public: bool) -> Json:
    """Describe the parts of every address, where its operation does not."""
    for operations in result["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter.setdefault("description", PATH_PARAMETERS[parameter["name"]])
    return result
