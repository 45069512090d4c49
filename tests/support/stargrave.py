"""What the tests of Stargrave share: its catalogue, its golden examples, plain members of a crew."""

import json
from pathlib import Path

from builder.points.appraisal.appraisal import appraise
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, ProfileAppraisal
from tests.support.designs import CATALOGUES, Json, read_document

STARGRAVE: Catalogue = CATALOGUES["stargrave", "seed-and-facts"]
FOLDER = Path(__file__).parents[1] / "golden" / "stargrave"
EXAMPLES: dict[str, Json] = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.json"))
    if path.name != "tables.json"
}
SLOTS = ("improved", "earned", "powers", "gear")


def codes(text: str) -> list[Json]:
    """Picks by their codes: "heal:1 fling" is Heal lowered by 1, and Fling."""
    made = []
    for word in text.split():
        code, lowered, number = word.partition(":")
        made.append({"code": code, **({"lowered": int(number)} if lowered else {})})
    return made


def leader(**parts: object) -> Json:
    """A captain, or a first mate by ``kind``; what is picked is given by slot, as codes."""
    return {name: codes(str(value)) if name in SLOTS else value for name, value in parts.items()}


def soldier(code: str | None, gear: str = "", parameters: Json | None = None, **parts: object) -> Json:
    """A soldier of a type."""
    made = [{"code": code, **(parameters or {})}] if code else []
    return {"kind": "soldier", "type": made, "gear": codes(gear), **parts}


def crew_document(profiles: dict[str, Json], **fields: object) -> Json:
    """A company list of these designs by key."""
    rows = [{"key": key, "name": key.title(), "design": made} for key, made in profiles.items()]
    head = {
        "format": "company-list",
        "version": 1,
        "system": STARGRAVE.system,
        "edition": STARGRAVE.edition,
    }
    return {**head, "name": "A crew", "profiles": rows, **fields}


def appraise_crew(value: Json) -> Appraisal:
    """The appraisal of a list given as JSON."""
    return appraise(read_document(value), STARGRAVE)


def appraise_member(made: Json) -> ProfileAppraisal:
    """The appraisal of one member."""
    return appraise_crew(crew_document({"own": made})).profile("own")
