"""Tin Soldiers, a made-up game that only the tests have: its catalogue and its lists."""

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

# The points of three figures. For one figure: Pace 7 and Gloss 2, both halved, Length 4, Stick 0, Spike 3,
# Wool 1, Drum 5, Cast 5 times 3/2, March 6.
GUARD_POINTS = [11, 3, 12, 0, 9, 3, 15, 23, 18]


def document(profiles: dict[str, Json], **fields: object) -> Json:
    """Return a list of these bands of figures."""
    return designs.document(profiles, TIN, **{"name": "The nursery", **fields})


def read(value: Json) -> Document:
    """Return the document in a JSON value."""
    return parse_document(value, {NAME: TIN})
