"""P-90 to P-99: magic, on both sides of each rule. (Cycles, P-97, are in another file.)"""

from tests.support.designs import Json, design, picks
from tests.support.rule_cases import ProfileFires, ProfileSilent

OTHER = {"other": design()}
SUMMON = {"code": "summon", "profile": "other"}
BECOME = {"code": "transmutation", "profile": "other"}
LESSER, GREATER = {"code": "area-of-effect", "area": "lesser"}, {"code": "area-of-effect", "area": "greater"}


def mage(*spells: str | Json, **changes: object) -> Json:
    """A sorcerer with these spells."""
    return design(**{"mgc": 4, "magic": "low", "spells": picks(*spells), **changes})


FIRES: list[ProfileFires] = [
    ProfileFires("P-90", "E", "spells", mage("heal", mgc=None), also=("N P-99",)),
    ProfileFires("P-90", "E", "spells", mage("heal", mgc=0), also=("N P-99",)),
    ProfileFires("P-91", "N", "spells", mage()),
    ProfileFires(
        "P-92", "W", "spells[1]", mage("heal", "heal"), also=("N P-99",), message="does nothing (40 points)"
    ),
    ProfileFires(
        "P-92", "W", "spells[1]", mage(LESSER, LESSER, "heal"), also=("N P-99",), message="30 points"
    ),
    ProfileFires(
        "P-92", "W", "spells[1]", mage(LESSER, GREATER, "heal"), also=("N P-99",), message="Lesser or Greater"
    ),
    # 8 + 8 + 8 + 8 = 32 for the fighter that it turns into
    ProfileFires(
        "P-92", "W", "spells[2]", mage(BECOME, "heal", BECOME), OTHER, ("N P-99",), "does nothing (32 points)"
    ),
    ProfileFires("P-93", "E", "spells[1].area", mage("heal", "area-of-effect"), also=("N P-99",)),
    ProfileFires(
        "P-93",
        "E",
        "spells[1].area",
        mage("heal", {"code": "area-of-effect", "area": "table"}),
        also=("N P-99",),
    ),
    ProfileFires("P-94", "W", "spells", mage("duration"), also=("N P-99",)),
    ProfileFires("P-94", "W", "spells", mage(LESSER), also=("N P-99",)),
    ProfileFires("P-94", "W", "spells", mage(GREATER, "duration"), also=("N P-99",), message="(150 points)"),
    *(
        ProfileFires("P-94", "W", "spells[0]", mage(LESSER, spell), also=("N P-99",), message="(30 points)")
        for spell in ("change-weather", "illuminate")
    ),
    ProfileFires("P-94", "W", "spells[0]", mage(GREATER, SUMMON), OTHER, ("N P-99",), "(50 points)"),
    ProfileFires("P-95", "E", "spells[0].profile", mage("summon"), also=("N P-99",)),
    ProfileFires("P-95", "E", "spells[0].profile", mage(SUMMON), also=("N P-99",), message="other"),
    ProfileFires(
        "P-95", "E", "spells[0].profile", mage(SUMMON), {"other": design(arm=1)}, ("N P-99",), "Other"
    ),
    ProfileFires("P-95", "E", "spells[1].profile", mage(SUMMON, "summon"), OTHER, ("N P-99",)),
    ProfileFires("P-96", "E", "spells[0].profile", mage("transmutation"), also=("N P-99",)),
    ProfileFires("P-96", "E", "spells[0].profile", mage(BECOME), also=("N P-99",), message="other"),
    ProfileFires(
        "P-96", "E", "spells[0].profile", mage(BECOME), {"other": design(size=6)}, ("N P-99",), "Other"
    ),
    ProfileFires(
        "P-97",
        "E",
        "spells[0].profile",
        mage(SUMMON),
        {"other": mage({**BECOME, "profile": "own"})},
        ("N P-99",),
    ),
    ProfileFires("P-99", "N", "spells", mage("heal", "banish")),
]

SILENT: list[ProfileSilent] = [
    ProfileSilent("P-90", mage("heal", mgc=1), also=("N P-99",)),
    ProfileSilent("P-91", mage("heal"), also=("N P-99",)),
    ProfileSilent("P-91", design(mgc=0)),
    ProfileSilent(
        "P-92", mage(SUMMON, SUMMON, BECOME, {**BECOME, "profile": "own"}), OTHER, ("N P-99", "E P-97")
    ),
    ProfileSilent("P-92", mage("heal", "banish"), also=("N P-99",)),
    *(ProfileSilent("P-93", mage("heal", area), also=("N P-99",)) for area in (LESSER, GREATER)),
    ProfileSilent("P-94", mage("duration", LESSER, "heal"), also=("N P-99",)),
    ProfileSilent("P-94", mage(LESSER, "illuminate", "barrier"), also=("N P-99",)),
    ProfileSilent("P-94", mage("duration", "illuminate"), also=("N P-99",)),
    ProfileSilent("P-95", mage(SUMMON), OTHER, ("N P-99",)),
    ProfileSilent("P-96", mage(BECOME), OTHER, ("N P-99",)),
    ProfileSilent(
        "P-97", mage(SUMMON), {"other": mage({**BECOME, "profile": "third"}), "third": design()}, ("N P-99",)
    ),
    ProfileSilent("P-99", design()),
]
