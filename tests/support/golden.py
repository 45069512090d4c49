"""The golden examples of Unbridled Fury: documents with what they come to by the book."""

import json
from pathlib import Path

from tests.support.designs import Json

FOLDER = Path(__file__).parents[1] / "golden" / "unbridled-fury"
EXAMPLES: dict[str, Json] = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.json"))
    if path.name != "tables.json"
}
