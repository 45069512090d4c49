"""P-90 to P-99: cases about magic. Cycles (P-97) are in test_references."""

from tests.support.designs import Json, design, picks
from tests.support.rule_cases import fires, silent

OTHER = {"other": design()}
SUMMON = {"code": "summon", "profile": "other"}
BECOME = {"code": "transmutation", "profile": "other"}
LESSER, GREATER = {"code": "area-of-effect", "area": "lesser"}, {"code": "area-of-effect", "area": "greater"}


def mage(*spells: str | Json, **changes: object) -> Json:
    """Return a sorcerer with these spells."""
    return design(**{"mgc": 4, "magic": "low", "spells": picks(*spells), **changes})


FIRES = [
    fires("P-90 E spells", mage("heal", mgc=None), "N P-99"),
    fires("P-90 E spells", mage("heal", mgc=0), "N P-99"),
    fires("P-91 N spells", mage()),
    fires("P-92 W spells[1]", mage("heal", "heal"), "N P-99", "does nothing (40 points)"),
    fires("P-92 W spells[1]", mage(LESSER, LESSER, "heal"), "N P-99", "30 points"),
    fires("P-92 W spells[1]", mage(LESSER, GREATER, "heal"), "N P-99", "Lesser or Greater"),
    # 8 + 8 + 8 + 8 = 32 for the fighter that it turns into
    fires(
        "P-92 W spells[2]", mage(BECOME, "heal", BECOME), "N P-99", "does nothing (32 points)", others=OTHER
    ),
    fires("P-93 E spells[1].area", mage("heal", "area-of-effect"), "N P-99"),
    fires("P-93 E spells[1].area", mage("heal", {"code": "area-of-effect", "area": "table"}), "N P-99"),
    fires("P-94 W spells", mage("duration"), "N P-99"),
    fires("P-94 W spells", mage(LESSER), "N P-99"),
    fires("P-94 W spells", mage(GREATER, "duration"), "N P-99", "(150 points)"),
    *(
        fires("P-94 W spells[0]", mage(LESSER, spell), "N P-99", "(30 points)")
        for spell in ("change-weather", "illuminate")
    ),
    fires("P-94 W spells[0]", mage(GREATER, SUMMON), "N P-99", "(50 points)", others=OTHER),
    fires("P-95 E spells[0].profile", mage("summon"), "N P-99"),
    fires("P-95 E spells[0].profile", mage(SUMMON), "N P-99", "other"),
    fires("P-95 E spells[0].profile", mage(SUMMON), "N P-99", "Other", others={"other": design(arm=1)}),
    fires("P-95 E spells[1].profile", mage(SUMMON, "summon"), "N P-99", others=OTHER),
    fires("P-96 E spells[0].profile", mage("transmutation"), "N P-99"),
    fires("P-96 E spells[0].profile", mage(BECOME), "N P-99", "other"),
    fires("P-96 E spells[0].profile", mage(BECOME), "N P-99", "Other", others={"other": design(size=6)}),
    fires(
        "P-97 E spells[0].profile",
        mage(SUMMON),
        "N P-99",
        others={"other": mage({**BECOME, "profile": "own"})},
    ),
    fires("P-99 N spells", mage("heal", "banish")),
]

SILENT = [
    silent("P-90", mage("heal", mgc=1), "N P-99"),
    silent("P-91", mage("heal"), "N P-99"),
    silent("P-91", design(mgc=0)),
    silent(
        "P-92", mage(SUMMON, SUMMON, BECOME, {**BECOME, "profile": "own"}), "N P-99, E P-97", others=OTHER
    ),
    silent("P-92", mage("heal", "banish"), "N P-99"),
    *(silent("P-93", mage("heal", area), "N P-99") for area in (LESSER, GREATER)),
    silent("P-94", mage("duration", LESSER, "heal"), "N P-99"),
    silent("P-94", mage(LESSER, "illuminate", "barrier"), "N P-99"),
    silent("P-94", mage("duration", "illuminate"), "N P-99"),
    silent("P-95", mage(SUMMON), "N P-99", others=OTHER),
    silent("P-96", mage(BECOME), "N P-99", others=OTHER),
    silent(
        "P-97",
        mage(SUMMON),
        "N P-99",
        others={"other": mage({**BECOME, "profile": "third"}), "third": design()},
    ),
    silent("P-99", design()),
]
