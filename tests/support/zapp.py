"""What the tests of Zapp! Thou Art Slain share: its catalogue, its golden examples, plain profiles."""

import json
from pathlib import Path

from builder.points.appraisal.appraisal import appraise
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, ProfileAppraisal
from tests.support.designs import CATALOGUES, Json, picks, read_document

ZAPP: Catalogue = CATALOGUES["zapp", "seed"]
FOLDER = Path(__file__).parents[1] / "golden" / "zapp"
EXAMPLES: dict[str, Json] = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.json"))
    if path.name != "tables.json"
}
SLOTS = ("artillery", "weapons", "wizard_spells", "cleric_spells")


def unit(figures: int | None = 24, **parts: object) -> Json:
    """A unit of so many figures; what it carries is given by slot, as codes."""
    made: Json = {"figures": figures}
    for name, value in parts.items():
        if name in SLOTS:
            made[name] = picks(*(value if isinstance(value, (list, tuple)) else (value,)))
        else:
            made[name] = value
    return made


def of_kind(kind: str, **parts: object) -> Json:
    """A profile of another kind."""
    return {"kind": kind, **{name: value for name, value in unit(None, **parts).items() if name != "figures"}}


def zapp_document(profiles: dict[str, Json], **fields: object) -> Json:
    """A company list of these designs by key."""
    rows = [{"key": key, "name": key.title(), "design": made} for key, made in profiles.items()]
    head = {"format": "company-list", "version": 1, "system": ZAPP.system, "edition": ZAPP.edition}
    return {**head, "name": "An army", "profiles": rows, **fields}


def appraise_zapp(value: Json) -> Appraisal:
    """The appraisal of a list given as JSON."""
    return appraise(read_document(value), ZAPP)


def appraise_profile(made: Json) -> ProfileAppraisal:
    """The appraisal of one profile."""
    return appraise_zapp(zapp_document({"own": made})).profile("own")
