"""Tin Soldiers, the made-up game that lives among the tests: its catalogue, and lists of it."""

from pathlib import Path
from typing import Any

from builder.catalogue.parsing import read_catalogue
from builder.points.document.document import Document, parse_document
from builder.points.rules.catalogue import Catalogue
from tests.support import designs

FOLDER = Path(__file__).parents[1] / "systems" / "tin_soldiers"
TIN: Catalogue = read_catalogue(FOLDER / "0.1.toml")
NAME = (TIN.system, TIN.edition)
Json = dict[str, Any]

GUARDS: Json = {
    "figures": 3,
    "body": {"stand": 1, "pace": 4},
    "paint": "gloss",
    "kit": {"arms": {"name": "Pike", "length": 3, "properties": ["stick", "spike"]}, "coat": "wool"},
    "drills": [
        {"code": "drum"},
        {"code": "cast", "metal": "hard"},
        {"code": "march", "columns": 2, "rows": 3},
    ],
}

# For three figures: Pace 7 and Gloss 2 by a half, Length 4, Stick 0, Spike 3, Wool 1, Drum 5, 5 by 3/2, 6.
GUARD_POINTS = [11, 3, 12, 0, 9, 3, 15, 23, 18]


def document(profiles: dict[str, Json], **fields: object) -> Json:
    """A list of these bands."""
    return designs.document(profiles, TIN, **{"name": "The nursery", **fields})


def read(value: Json) -> Document:
    """The document in a JSON value."""
    return parse_document(value, {NAME: TIN})
