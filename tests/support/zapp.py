"""What the tests of Zapp! Thou Art Slain share: its catalogue, its golden examples, plain profiles."""

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import ProfileAppraisal
from tests.support.designs import CATALOGUES, Json, appraise_json, document, picks
from tests.support.golden import golden_examples

ZAPP: Catalogue = CATALOGUES["zapp", "seed"]
EXAMPLES = golden_examples("zapp")
SLOTS = ("artillery", "weapons", "wizard_spells", "cleric_spells")


def unit(figures: int | None = 24, **parts: object) -> Json:
    """Return a unit of this number of figures. Its items are given by slot, as codes."""
    created: Json = {"figures": figures}
    for name, value in parts.items():
        if name in SLOTS:
            created[name] = picks(*(value if isinstance(value, (list, tuple)) else (value,)))
        else:
            created[name] = value
    return created


def of_kind(kind: str, **parts: object) -> Json:
    """Return a profile of another kind than a unit."""
    return {"kind": kind, **{name: value for name, value in unit(None, **parts).items() if name != "figures"}}


def zapp_document(profiles: dict[str, Json], **fields: object) -> Json:
    """Return a company list of these designs by key."""
    return document(profiles, ZAPP, **{"name": "An army", **fields})


def appraise_profile(design: Json) -> ProfileAppraisal:
    """Return the appraisal of one profile."""
    return appraise_json(zapp_document({"own": design})).profile("own")
