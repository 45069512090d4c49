"""What the tests of Crimson Dusk share: its catalogue, its golden examples, plain profiles and rows."""

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import ProfileAppraisal
from tests.support.designs import CATALOGUES, Json, appraise_json, document
from tests.support.golden import golden_examples

DUSK: Catalogue = CATALOGUES["crimson-dusk", "seed"]
EXAMPLES = golden_examples("crimson-dusk")
SLOTS = ("weapons", "melee", "ammunition", "equipment", "specials", "circumstances")


def model(*weapons: object, quality: str | None = "rg", **parts: object) -> Json:
    """Return the design of a model with these weapons. Items of slots are codes, or picks with parameters."""
    return {"quality": quality, **_picked({"weapons": weapons, **parts})}


def vehicle(**parts: object) -> Json:
    """Return the design of an APC, in which ``parts`` replace fields."""
    created: Json = {
        "kind": "vehicle", "max_speed": 30, "acdc": 8, "tr": 6, "armour": 13, "dam": 35, "crew": 2,
        "passengers": 8, "locomotion": "tracked", "quality": "rg",
    }  # fmt: skip
    return {**created, **_picked(parts)}


def _picked(parts: dict[str, object]) -> Json:
    return {
        name: [{"code": item} if isinstance(item, str) else item for item in value]
        if name in SLOTS and isinstance(value, (list, tuple))
        else value
        for name, value in parts.items()
    }


def dusk_document(profiles: dict[str, Json], **fields: object) -> Json:
    """Return a company list of these designs by key."""
    return document(profiles, DUSK, **{"name": "A force", **fields})


def appraise_profile(design: Json) -> ProfileAppraisal:
    """Return the appraisal of one profile."""
    return appraise_json(dusk_document({"own": design})).profile("own")


def row(profile: str, count: int = 1, **more: object) -> Json:
    """Return a row of a roster, or a member of a row."""
    return {"profile": profile, "count": count, **more}


def roster(*entries: Json, limit: int | None = None) -> Json:
    """Return a roster of these rows."""
    return {"name": "Patrol", "limit": limit, "entries": list(entries)}
