"""What the tests of Dark Fantasy FUBAR share: its catalogue, its golden examples, plain figures."""

import json
from pathlib import Path

from builder.points.appraisal.appraisal import appraise
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, ProfileAppraisal
from tests.support.designs import CATALOGUES, Json, picks, read_document

FUBAR: Catalogue = CATALOGUES["dark-fantasy-fubar", "seed"]
FOLDER = Path(__file__).parents[1] / "golden" / "dark-fantasy-fubar"
EXAMPLES: dict[str, Json] = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.json"))
    if path.name != "tables.json"
}
SLOTS = ("close_combat", "ranged", "armour", "shield", "skills", "instant", "sustained")


def figure(level: str | None = "veteran", **parts: object) -> Json:
    """A figure of this level; what it has is given by slot, as codes or picks."""
    made: Json = {"level": level}
    for name, value in parts.items():
        if name in SLOTS:
            made[name] = picks(*(value if isinstance(value, (list, tuple)) else (value,)))
        else:
            made[name] = value
    return made


def fubar_document(profiles: dict[str, Json], **fields: object) -> Json:
    """A company list of these designs by key."""
    rows = [{"key": key, "name": key.title(), "design": made} for key, made in profiles.items()]
    head = {"format": "company-list", "version": 1, "system": FUBAR.system, "edition": FUBAR.edition}
    return {**head, "name": "A company", "profiles": rows, **fields}


def appraise_fubar(value: Json) -> Appraisal:
    """The appraisal of a list given as JSON."""
    return appraise(read_document(value), FUBAR)


def appraise_figure(made: Json) -> ProfileAppraisal:
    """The appraisal of one figure."""
    return appraise_fubar(fubar_document({"own": made})).profile("own")


def levels(findings: object) -> Json:
    """The rules that speak, by level, each once; from findings as JSON."""
    found = findings if isinstance(findings, list) else []
    return {
        f"{level}s": sorted({f["code"] for f in found if f["level"] == level})
        for level in ("error", "warning", "note")
    }
