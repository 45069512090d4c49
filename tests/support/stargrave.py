"""What the tests of Stargrave share: its catalogue, its golden examples, plain members of a crew."""

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import ProfileAppraisal
from tests.support.designs import CATALOGUES, Json, appraise_json, document
from tests.support.golden import golden_examples

STARGRAVE: Catalogue = CATALOGUES["stargrave", "seed-and-facts"]
EXAMPLES = golden_examples("stargrave")
SLOTS = ("improved", "earned", "powers", "gear")


def codes(text: str) -> list[Json]:
    """Return the picks in a text of codes: "heal:1 fling" is Heal lowered by 1, and Fling."""
    created = []
    for word in text.split():
        code, lowered, number = word.partition(":")
        created.append({"code": code, **({"lowered": int(number)} if lowered else {})})
    return created


def leader(**parts: object) -> Json:
    """Return the design of a captain, or of a first mate with ``kind="first-mate"``.

    Picks are given by slot, as codes separated by spaces.
    """
    return {name: codes(str(value)) if name in SLOTS else value for name, value in parts.items()}


def soldier(code: str | None, gear: str = "", parameters: Json | None = None, **parts: object) -> Json:
    """Return the design of a soldier of a type, or of no type."""
    created = [{"code": code, **(parameters or {})}] if code else []
    return {"kind": "soldier", "type": created, "gear": codes(gear), **parts}


def crew_document(profiles: dict[str, Json], **fields: object) -> Json:
    """Return a company list of these designs by key."""
    return document(profiles, STARGRAVE, **{"name": "A crew", **fields})


def appraise_member(design: Json) -> ProfileAppraisal:
    """Return the appraisal of one member."""
    return appraise_json(crew_document({"own": design})).profile("own")
