"""What the tests of Dark Fantasy FUBAR share: its catalogue, its golden examples, plain figures."""

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import ProfileAppraisal
from tests.support.designs import CATALOGUES, Json, appraise_json, document, picks
from tests.support.golden import golden_examples

FUBAR: Catalogue = CATALOGUES["dark-fantasy-fubar", "seed"]
EXAMPLES = golden_examples("dark-fantasy-fubar")
SLOTS = ("close_combat", "ranged", "armour", "shield", "skills", "instant", "sustained")


def figure(level: str | None = "veteran", **parts: object) -> Json:
    """Return a figure of a level. Its items are given by slot, as codes or picks."""
    created: Json = {"level": level}
    for name, value in parts.items():
        if name in SLOTS:
            created[name] = picks(*(value if isinstance(value, (list, tuple)) else (value,)))
        else:
            created[name] = value
    return created


def fubar_document(profiles: dict[str, Json], **fields: object) -> Json:
    """Return a company list of these designs by key."""
    return document(profiles, FUBAR, **fields)


def appraise_figure(design: Json) -> ProfileAppraisal:
    """Return the appraisal of one figure."""
    return appraise_json(fubar_document({"own": design})).profile("own")
