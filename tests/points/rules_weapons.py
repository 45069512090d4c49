"""P-20 to P-37: cases about weapons and their properties."""

from tests.support.designs import Json, design, gun, picks
from tests.support.rule_cases import fires, silent

ONE_SHOT = picks({"code": "one-shot-wonder", "attack": "the last shot"})
FIRST = "shooting_weapons[0]"


def shooter(*guns: Json, **changes: object) -> Json:
    """Return a model with these shooting weapons and a use for them."""
    return design(shg=5, shooting_weapons=list(guns), **changes)


def fighter(*codes: str, **changes: object) -> Json:
    """Return a model with these properties on its combat weapon."""
    return design(combat_weapon={"properties": list(codes)}, **changes)


FIRES = [
    fires("P-21 E shooting_weapons", shooter(gun(), gun(), gun())),
    fires("P-21 E shooting_weapons", shooter(*[gun()] * 5, properties=picks("vehicle"))),
    *(fires(f"P-22 E {FIRST}.range", shooter(gun(reach=reach))) for reach in (None, 0, 13, -1)),
    fires("P-22 E shooting_weapons[1].range", shooter(gun(), gun(reach=None))),
    fires("P-23 E combat_weapon.range", design(combat_weapon={"properties": ["R"], "range": 4})),
    fires(f"P-24 E {FIRST}", shooter(gun("B"))),
    fires(f"P-24 E {FIRST}", shooter(gun("R"))),
    fires(f"P-24 E {FIRST} {FIRST}", shooter(gun("R", "B"))),
    fires(f"P-24 E {FIRST}", shooter(gun("B", "AP4"))),
    *(fires("P-25 E combat_weapon", fighter(code)) for code in ("FF4", "FF6", "FF8", "FF10", "FF12")),
    *(fires("P-25 E combat_weapon", fighter(code)) for code in ("GB", "LB", "I", "S")),
    fires("P-25 E combat_weapon", fighter("G", "AP8"), "N P-33"),
    fires("P-25 E combat_weapon combat_weapon", fighter("O", "LB")),
    fires("P-25 E combat_weapon combat_weapon", fighter("GB4", "FF4")),
    fires("P-25 E combat_weapon", fighter("B", "S")),
    fires(f"P-26 E {FIRST}", shooter(gun("LB", "GB"))),
    fires(f"P-26 E {FIRST}", shooter(gun("LB4", "GB", "FF4"))),
    fires(f"P-27 E {FIRST}", shooter(gun("S", "LB"))),
    fires(f"P-27 E {FIRST}", shooter(gun("GB", "S"))),
    fires(f"P-27 E {FIRST}", shooter(gun("S", "GB6", "FF6")), "N P-34"),
    fires(f"P-28 E {FIRST}", shooter(gun("O"))),
    fires(f"P-28 E {FIRST}", shooter(gun("O"), gun("LB"))),
    *(
        fires(f"P-29 E {FIRST}", shooter(gun(*two)))
        for two in (("AP4", "AP8"), ("AP8", "AP12"), ("FF4", "FF12"))
    ),
    fires(f"P-29 E {FIRST}", shooter(gun("LA1", "LA4", reach=10))),
    fires(f"P-29 E {FIRST}", shooter(gun("P", "P"))),
    fires("P-29 E combat_weapon", fighter("AP4", "AP12")),
    fires("P-29 E combat_weapon", fighter("R", "R", "R"), message="3 times"),
    fires("P-30 N combat_weapon", fighter("B", "AP4"), message="AP4"),
    fires("P-30 N combat_weapon", fighter("R", "B"), message="R"),
    fires(f"P-31 W {FIRST}", shooter(gun("LA1", "SR", reach=10))),
    fires(f"P-31 W {FIRST}", shooter(gun("U", "LA1", reach=10))),
    fires("P-31 W combat_weapon", fighter("LA1", "U", "AP12"), "N P-36"),
    *(
        fires(f"P-31 W {FIRST}", shooter(gun(c, reach=10), properties=ONE_SHOT))
        for c in ("LA1", "LA4", "SR", "U")
    ),
    fires("P-31 W combat_weapon", fighter("B", "U", "A", properties=ONE_SHOT), "N P-30"),
    fires(
        f"P-31 W {FIRST}",
        shooter(gun("SR", "PM", reach=10), properties=ONE_SHOT),
        message="SR and PM take 20 points",
    ),
    fires(
        f"P-31 W {FIRST}", shooter(gun("SR", reach=10), properties=picks("weapon-team")), message="10 points"
    ),
    fires(f"P-31 W {FIRST}", shooter(gun("SR", reach=10), mov=0), "N P-17", "10 points"),
    fires("P-31 W combat_weapon", fighter("SR", "AP8", mov=0), "N P-17, N P-36", "10 points"),
    *(
        fires(f"P-31 W {FIRST}", shooter(gun(code, reach=10), properties=picks("swarm")), message=points)
        for code, points in (("PM", "10 points"), ("U", "5 points"))
    ),
    *(
        fires("P-37 W combat_weapon", fighter(code, "D", properties=picks("swarm")), message=points)
        for code, points in (("AP4", "(5 points)"), ("AP8", "(15 points)"), ("AP12", "(35 points)"))
    ),
    fires(f"P-37 W {FIRST}", shooter(gun("AP8"), properties=picks("swarm"))),
    fires(f"P-32 W {FIRST}", shooter(gun("LA1", reach=1)), message="-19"),
    fires(f"P-32 W {FIRST}", shooter(gun("LA4", reach=4)), message="-1 "),
    fires("P-32 W shooting_weapons[1]", shooter(gun(reach=12), gun("PM"))),
    fires("P-32 W combat_weapon", fighter("PM")),
    fires(f"P-33 N {FIRST}", shooter(gun("G", reach=6))),
    fires(f"P-34 N {FIRST}", shooter(gun("S", "I"))),
    fires(f"P-34 N {FIRST}", shooter(gun("FF10", "S"))),
    fires(f"P-34 N {FIRST}", shooter(gun("F"))),
    *(
        fires(f"P-35 E {FIRST}", shooter(gun(f"{kind}{die}")))
        for kind in ("GB", "LB")
        for die in (4, 6, 8, 10, 12)
    ),
    fires(f"P-35 E {FIRST}", shooter(gun("GB4", "FF6"))),
    fires(f"P-35 E {FIRST}", shooter(gun("LB12"), gun("FF12"))),
    *(fires("P-36 N combat_weapon", fighter(code, "A")) for code in ("LA1", "LA2", "LA3", "LA4", "SR")),
]

SILENT = [
    silent("P-21", shooter(gun(), gun())),
    silent("P-21", shooter(*[gun()] * 4, properties=picks("vehicle"))),
    *(silent("P-22", shooter(gun(reach=reach))) for reach in (1, 12)),
    silent("P-23", fighter("R")),
    silent("P-24", fighter("B")),
    silent("P-24", fighter("R")),
    *(silent("P-25", shooter(gun(code))) for code in ("FF4", "FF12", "GB", "LB", "I", "S")),
    silent("P-25", fighter("A", "AP4", "D", "P")),
    silent("P-26", shooter(gun("LB"), gun("GB"))),
    silent("P-27", shooter(gun("LB"), gun("S"))),
    *(silent("P-28", shooter(gun("O", code))) for code in ("LB", "GB", "S")),
    silent("P-28", shooter(gun("O", "GB8", "FF8"))),
    silent("P-29", shooter(gun("AP4", "FF4"), gun("AP8", "FF4"))),
    silent("P-29", fighter("R", "AP4")),
    silent("P-30", fighter("B")),
    silent("P-30", fighter("AP4")),
    silent("P-30", fighter()),
    silent("P-31", shooter(gun("LA2", "SR", reach=10))),
    silent("P-31", shooter(gun("LA1", reach=10), gun("SR", reach=10))),
    silent("P-31", shooter(gun("LA2", reach=10), gun("SR", reach=10), properties=ONE_SHOT)),
    silent("P-31", shooter(gun("U", reach=10), combat_weapon={"properties": ["AP4"]}, properties=ONE_SHOT)),
    silent("P-31", shooter(gun("P", reach=10), properties=ONE_SHOT)),
    silent("P-31", fighter("D", properties=ONE_SHOT)),
    silent("P-31", fighter("SR", "AP8", properties=picks("weapon-team")), "N P-36, W P-72"),
    silent("P-31", shooter(gun("SR", reach=10), mov=0, properties=picks("teleporter")), "N P-79"),
    silent("P-31", shooter(gun("SR", "LA4", reach=10), properties=picks("swarm"))),
    silent("P-32", fighter("AP4", "LA4"), "N P-36"),
    silent("P-32", shooter(gun("LA4", reach=5))),
    silent("P-33", shooter(gun("PM", reach=10))),
    silent("P-34", shooter(gun("S", "F"))),
    silent("P-34", shooter(gun("I", "FF4"))),
    silent("P-34", fighter("F")),
    *(
        silent("P-35", shooter(gun(f"{k}{die}", f"FF{die}")))
        for k in ("GB", "LB")
        for die in (4, 6, 8, 10, 12)
    ),
    silent("P-35", shooter(gun("GB"), gun("FF4"))),
    silent("P-36", shooter(gun("LA3", reach=10), gun("SR", reach=10))),
    silent("P-37", shooter(gun("P", "F"), properties=picks("swarm")), "N P-34"),
    silent("P-37", fighter("AP12")),
    silent("P-36", fighter("U", "PM", "A")),
]
