"""P-20 to P-36: weapons and their properties, on both sides of each rule."""

import pytest

from tests.points.kit import Json, design, gun, picks
from tests.points.rulebook import Fires, Silent, check_fires, check_silent, names

ONE_SHOT = picks({"code": "one-shot-wonder", "attack": "the last shot"})
FIRST = "shooting_weapons[0]"


def shooter(*guns: Json, **changes: object) -> Json:
    """A model with these shooting weapons and a use for them."""
    return design(shg=5, shooting_weapons=list(guns), **changes)


def fighter(*codes: str, **changes: object) -> Json:
    """A model with these properties on its combat weapon."""
    return design(combat_weapon={"properties": list(codes)}, **changes)


FIRES: list[Fires] = [
    Fires("P-21", "E", "shooting_weapons", shooter(gun(), gun(), gun())),
    Fires("P-21", "E", "shooting_weapons", shooter(*[gun()] * 5, properties=picks("vehicle"))),
    *(Fires("P-22", "E", f"{FIRST}.range", shooter(gun(reach=reach))) for reach in (None, 0, 13, -1)),
    Fires("P-22", "E", "shooting_weapons[1].range", shooter(gun(), gun(reach=None))),
    Fires("P-23", "E", "combat_weapon.range", design(combat_weapon={"properties": ["R"], "range": 4})),
    Fires("P-24", "E", FIRST, shooter(gun("B"))),
    Fires("P-24", "E", FIRST, shooter(gun("R"))),
    Fires("P-24", "E", (FIRST, FIRST), shooter(gun("R", "B"))),
    Fires("P-24", "E", FIRST, shooter(gun("B", "AP4"))),
    *(Fires("P-25", "E", "combat_weapon", fighter(code)) for code in ("FF4", "FF6", "FF8", "FF10", "FF12")),
    *(Fires("P-25", "E", "combat_weapon", fighter(code)) for code in ("GB", "LB", "I", "S")),
    Fires("P-25", "E", "combat_weapon", fighter("G", "AP8"), also=("N P-33",)),
    Fires("P-25", "E", ("combat_weapon", "combat_weapon"), fighter("O", "LB")),
    Fires("P-25", "E", ("combat_weapon", "combat_weapon"), fighter("GB4", "FF4")),
    Fires("P-25", "E", "combat_weapon", fighter("B", "S")),
    Fires("P-26", "E", FIRST, shooter(gun("LB", "GB"))),
    Fires("P-26", "E", FIRST, shooter(gun("LB4", "GB", "FF4"))),
    Fires("P-27", "E", FIRST, shooter(gun("S", "LB"))),
    Fires("P-27", "E", FIRST, shooter(gun("GB", "S"))),
    Fires("P-27", "E", FIRST, shooter(gun("S", "GB6", "FF6")), also=("N P-34",)),
    Fires("P-28", "E", FIRST, shooter(gun("O"))),
    Fires("P-28", "E", FIRST, shooter(gun("O"), gun("LB"))),
    *(
        Fires("P-29", "E", FIRST, shooter(gun(*two)))
        for two in (("AP4", "AP8"), ("AP8", "AP12"), ("FF4", "FF12"))
    ),
    Fires("P-29", "E", FIRST, shooter(gun("LA1", "LA4", reach=10))),
    Fires("P-29", "E", FIRST, shooter(gun("P", "P"))),
    Fires("P-29", "E", "combat_weapon", fighter("AP4", "AP12")),
    Fires("P-29", "E", "combat_weapon", fighter("R", "R", "R"), says="3 times"),
    Fires("P-30", "N", "combat_weapon", fighter("B", "AP4"), says="AP4"),
    Fires("P-30", "N", "combat_weapon", fighter("R", "B"), says="R"),
    Fires("P-31", "W", FIRST, shooter(gun("LA1", "SR", reach=10))),
    Fires("P-31", "W", FIRST, shooter(gun("U", "LA1", reach=10))),
    Fires("P-31", "W", "combat_weapon", fighter("LA1", "U", "AP12"), also=("N P-36",)),
    *(
        Fires("P-31", "W", FIRST, shooter(gun(c, reach=10), properties=ONE_SHOT))
        for c in ("LA1", "LA4", "SR", "U")
    ),
    Fires("P-31", "W", "combat_weapon", fighter("B", "U", "A", properties=ONE_SHOT), also=("N P-30",)),
    Fires("P-32", "W", FIRST, shooter(gun("LA1", reach=1)), says="-19"),
    Fires("P-32", "W", FIRST, shooter(gun("LA4", reach=4)), says="-1 "),
    Fires("P-32", "W", "shooting_weapons[1]", shooter(gun(reach=12), gun("PM"))),
    Fires("P-32", "W", "combat_weapon", fighter("PM")),
    Fires("P-33", "N", FIRST, shooter(gun("G", reach=6))),
    Fires("P-34", "N", FIRST, shooter(gun("S", "I"))),
    Fires("P-34", "N", FIRST, shooter(gun("FF10", "S"))),
    Fires("P-34", "N", FIRST, shooter(gun("F"))),
    *(
        Fires("P-35", "E", FIRST, shooter(gun(f"{kind}{die}")))
        for kind in ("GB", "LB")
        for die in (4, 6, 8, 10, 12)
    ),
    Fires("P-35", "E", FIRST, shooter(gun("GB4", "FF6"))),
    Fires("P-35", "E", FIRST, shooter(gun("LB12"), gun("FF12"))),
    *(Fires("P-36", "N", "combat_weapon", fighter(code, "A")) for code in ("LA1", "LA2", "LA3", "LA4", "SR")),
]

SILENT: list[Silent] = [
    Silent("P-21", shooter(gun(), gun())),
    Silent("P-21", shooter(*[gun()] * 4, properties=picks("vehicle"))),
    *(Silent("P-22", shooter(gun(reach=reach))) for reach in (1, 12)),
    Silent("P-23", fighter("R")),
    Silent("P-24", fighter("B")),
    Silent("P-24", fighter("R")),
    *(Silent("P-25", shooter(gun(code))) for code in ("FF4", "FF12", "GB", "LB", "I", "S")),
    Silent("P-25", fighter("A", "AP4", "D", "P")),
    Silent("P-26", shooter(gun("LB"), gun("GB"))),
    Silent("P-27", shooter(gun("LB"), gun("S"))),
    *(Silent("P-28", shooter(gun("O", code))) for code in ("LB", "GB", "S")),
    Silent("P-28", shooter(gun("O", "GB8", "FF8"))),
    Silent("P-29", shooter(gun("AP4", "FF4"), gun("AP8", "FF4"))),
    Silent("P-29", fighter("R", "AP4")),
    Silent("P-30", fighter("B")),
    Silent("P-30", fighter("AP4")),
    Silent("P-30", fighter()),
    Silent("P-31", shooter(gun("LA2", "SR", reach=10))),
    Silent("P-31", shooter(gun("LA1", reach=10), gun("SR", reach=10))),
    Silent("P-31", shooter(gun("LA2", reach=10), gun("SR", reach=10), properties=ONE_SHOT)),
    Silent("P-31", shooter(gun("U", reach=10), combat_weapon={"properties": ["AP4"]}, properties=ONE_SHOT)),
    Silent("P-31", shooter(gun("P", reach=10), properties=ONE_SHOT)),
    Silent("P-31", fighter("D", properties=ONE_SHOT)),
    Silent("P-32", fighter("AP4", "LA4"), also=("N P-36",)),
    Silent("P-32", shooter(gun("LA4", reach=5))),
    Silent("P-33", shooter(gun("PM", reach=10))),
    Silent("P-34", shooter(gun("S", "F"))),
    Silent("P-34", shooter(gun("I", "FF4"))),
    Silent("P-34", fighter("F")),
    *(
        Silent("P-35", shooter(gun(f"{k}{die}", f"FF{die}")))
        for k in ("GB", "LB")
        for die in (4, 6, 8, 10, 12)
    ),
    Silent("P-35", shooter(gun("GB"), gun("FF4"))),
    Silent("P-36", shooter(gun("LA3", reach=10), gun("SR", reach=10))),
    Silent("P-36", fighter("U", "PM", "A")),
]


@pytest.mark.parametrize("case", FIRES, ids=names(FIRES))
def test_a_rule_speaks(case: Fires) -> None:
    """With its level, at its place, and alone."""
    check_fires(case)


@pytest.mark.parametrize("case", SILENT, ids=names(SILENT))
def test_a_rule_is_silent(case: Silent) -> None:
    """On the nearest design that keeps it."""
    check_silent(case)
