"""The golden examples of each game: documents with the results that they must have by the game's rules."""

import json
from pathlib import Path

from tests.support.designs import Json

FOLDER = Path(__file__).parents[1] / "golden"


def golden_examples(system: str) -> dict[str, Json]:
    """Return the examples of a game by name."""
    return {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((FOLDER / system).glob("*.json"))
        if path.name != "tables.json"
    }


EXAMPLES = golden_examples("unbridled-fury")
