"""P-20 to P-37: weapons and their properties, on both sides of each rule."""

from tests.support.designs import Json, design, gun, picks
from tests.support.rule_cases import ProfileFires, ProfileSilent

ONE_SHOT = picks({"code": "one-shot-wonder", "attack": "the last shot"})
FIRST = "shooting_weapons[0]"


def shooter(*guns: Json, **changes: object) -> Json:
    """A model with these shooting weapons and a use for them."""
    return design(shg=5, shooting_weapons=list(guns), **changes)


def fighter(*codes: str, **changes: object) -> Json:
    """A model with these properties on its combat weapon."""
    return design(combat_weapon={"properties": list(codes)}, **changes)


FIRES: list[ProfileFires] = [
    ProfileFires("P-21", "E", "shooting_weapons", shooter(gun(), gun(), gun())),
    ProfileFires("P-21", "E", "shooting_weapons", shooter(*[gun()] * 5, properties=picks("vehicle"))),
    *(ProfileFires("P-22", "E", f"{FIRST}.range", shooter(gun(reach=reach))) for reach in (None, 0, 13, -1)),
    ProfileFires("P-22", "E", "shooting_weapons[1].range", shooter(gun(), gun(reach=None))),
    ProfileFires("P-23", "E", "combat_weapon.range", design(combat_weapon={"properties": ["R"], "range": 4})),
    ProfileFires("P-24", "E", FIRST, shooter(gun("B"))),
    ProfileFires("P-24", "E", FIRST, shooter(gun("R"))),
    ProfileFires("P-24", "E", (FIRST, FIRST), shooter(gun("R", "B"))),
    ProfileFires("P-24", "E", FIRST, shooter(gun("B", "AP4"))),
    *(
        ProfileFires("P-25", "E", "combat_weapon", fighter(code))
        for code in ("FF4", "FF6", "FF8", "FF10", "FF12")
    ),
    *(ProfileFires("P-25", "E", "combat_weapon", fighter(code)) for code in ("GB", "LB", "I", "S")),
    ProfileFires("P-25", "E", "combat_weapon", fighter("G", "AP8"), also=("N P-33",)),
    ProfileFires("P-25", "E", ("combat_weapon", "combat_weapon"), fighter("O", "LB")),
    ProfileFires("P-25", "E", ("combat_weapon", "combat_weapon"), fighter("GB4", "FF4")),
    ProfileFires("P-25", "E", "combat_weapon", fighter("B", "S")),
    ProfileFires("P-26", "E", FIRST, shooter(gun("LB", "GB"))),
    ProfileFires("P-26", "E", FIRST, shooter(gun("LB4", "GB", "FF4"))),
    ProfileFires("P-27", "E", FIRST, shooter(gun("S", "LB"))),
    ProfileFires("P-27", "E", FIRST, shooter(gun("GB", "S"))),
    ProfileFires("P-27", "E", FIRST, shooter(gun("S", "GB6", "FF6")), also=("N P-34",)),
    ProfileFires("P-28", "E", FIRST, shooter(gun("O"))),
    ProfileFires("P-28", "E", FIRST, shooter(gun("O"), gun("LB"))),
    *(
        ProfileFires("P-29", "E", FIRST, shooter(gun(*two)))
        for two in (("AP4", "AP8"), ("AP8", "AP12"), ("FF4", "FF12"))
    ),
    ProfileFires("P-29", "E", FIRST, shooter(gun("LA1", "LA4", reach=10))),
    ProfileFires("P-29", "E", FIRST, shooter(gun("P", "P"))),
    ProfileFires("P-29", "E", "combat_weapon", fighter("AP4", "AP12")),
    ProfileFires("P-29", "E", "combat_weapon", fighter("R", "R", "R"), message="3 times"),
    ProfileFires("P-30", "N", "combat_weapon", fighter("B", "AP4"), message="AP4"),
    ProfileFires("P-30", "N", "combat_weapon", fighter("R", "B"), message="R"),
    ProfileFires("P-31", "W", FIRST, shooter(gun("LA1", "SR", reach=10))),
    ProfileFires("P-31", "W", FIRST, shooter(gun("U", "LA1", reach=10))),
    ProfileFires("P-31", "W", "combat_weapon", fighter("LA1", "U", "AP12"), also=("N P-36",)),
    *(
        ProfileFires("P-31", "W", FIRST, shooter(gun(c, reach=10), properties=ONE_SHOT))
        for c in ("LA1", "LA4", "SR", "U")
    ),
    ProfileFires("P-31", "W", "combat_weapon", fighter("B", "U", "A", properties=ONE_SHOT), also=("N P-30",)),
    ProfileFires(
        "P-31",
        "W",
        FIRST,
        shooter(gun("SR", "PM", reach=10), properties=ONE_SHOT),
        message="SR and PM take 20 points",
    ),
    ProfileFires(
        "P-31", "W", FIRST, shooter(gun("SR", reach=10), properties=picks("weapon-team")), message="10 points"
    ),
    ProfileFires(
        "P-31",
        "W",
        FIRST,
        shooter(gun("SR", reach=10), mov=0),
        also=("N P-17",),
        message="10 points",
    ),
    ProfileFires(
        "P-31",
        "W",
        "combat_weapon",
        fighter("SR", "AP8", mov=0),
        also=("N P-17", "N P-36"),
        message="10 points",
    ),
    *(
        ProfileFires(
            "P-31", "W", FIRST, shooter(gun(code, reach=10), properties=picks("swarm")), message=points
        )
        for code, points in (("PM", "10 points"), ("U", "5 points"))
    ),
    *(
        ProfileFires(
            "P-37", "W", "combat_weapon", fighter(code, "D", properties=picks("swarm")), message=points
        )
        for code, points in (("AP4", "(5 points)"), ("AP8", "(15 points)"), ("AP12", "(35 points)"))
    ),
    ProfileFires("P-37", "W", FIRST, shooter(gun("AP8"), properties=picks("swarm"))),
    ProfileFires("P-32", "W", FIRST, shooter(gun("LA1", reach=1)), message="-19"),
    ProfileFires("P-32", "W", FIRST, shooter(gun("LA4", reach=4)), message="-1 "),
    ProfileFires("P-32", "W", "shooting_weapons[1]", shooter(gun(reach=12), gun("PM"))),
    ProfileFires("P-32", "W", "combat_weapon", fighter("PM")),
    ProfileFires("P-33", "N", FIRST, shooter(gun("G", reach=6))),
    ProfileFires("P-34", "N", FIRST, shooter(gun("S", "I"))),
    ProfileFires("P-34", "N", FIRST, shooter(gun("FF10", "S"))),
    ProfileFires("P-34", "N", FIRST, shooter(gun("F"))),
    *(
        ProfileFires("P-35", "E", FIRST, shooter(gun(f"{kind}{die}")))
        for kind in ("GB", "LB")
        for die in (4, 6, 8, 10, 12)
    ),
    ProfileFires("P-35", "E", FIRST, shooter(gun("GB4", "FF6"))),
    ProfileFires("P-35", "E", FIRST, shooter(gun("LB12"), gun("FF12"))),
    *(
        ProfileFires("P-36", "N", "combat_weapon", fighter(code, "A"))
        for code in ("LA1", "LA2", "LA3", "LA4", "SR")
    ),
]

SILENT: list[ProfileSilent] = [
    ProfileSilent("P-21", shooter(gun(), gun())),
    ProfileSilent("P-21", shooter(*[gun()] * 4, properties=picks("vehicle"))),
    *(ProfileSilent("P-22", shooter(gun(reach=reach))) for reach in (1, 12)),
    ProfileSilent("P-23", fighter("R")),
    ProfileSilent("P-24", fighter("B")),
    ProfileSilent("P-24", fighter("R")),
    *(ProfileSilent("P-25", shooter(gun(code))) for code in ("FF4", "FF12", "GB", "LB", "I", "S")),
    ProfileSilent("P-25", fighter("A", "AP4", "D", "P")),
    ProfileSilent("P-26", shooter(gun("LB"), gun("GB"))),
    ProfileSilent("P-27", shooter(gun("LB"), gun("S"))),
    *(ProfileSilent("P-28", shooter(gun("O", code))) for code in ("LB", "GB", "S")),
    ProfileSilent("P-28", shooter(gun("O", "GB8", "FF8"))),
    ProfileSilent("P-29", shooter(gun("AP4", "FF4"), gun("AP8", "FF4"))),
    ProfileSilent("P-29", fighter("R", "AP4")),
    ProfileSilent("P-30", fighter("B")),
    ProfileSilent("P-30", fighter("AP4")),
    ProfileSilent("P-30", fighter()),
    ProfileSilent("P-31", shooter(gun("LA2", "SR", reach=10))),
    ProfileSilent("P-31", shooter(gun("LA1", reach=10), gun("SR", reach=10))),
    ProfileSilent("P-31", shooter(gun("LA2", reach=10), gun("SR", reach=10), properties=ONE_SHOT)),
    ProfileSilent(
        "P-31", shooter(gun("U", reach=10), combat_weapon={"properties": ["AP4"]}, properties=ONE_SHOT)
    ),
    ProfileSilent("P-31", shooter(gun("P", reach=10), properties=ONE_SHOT)),
    ProfileSilent("P-31", fighter("D", properties=ONE_SHOT)),
    ProfileSilent("P-31", fighter("SR", "AP8", properties=picks("weapon-team")), also=("N P-36", "W P-72")),
    ProfileSilent(
        "P-31", shooter(gun("SR", reach=10), mov=0, properties=picks("teleporter")), also=("N P-79",)
    ),
    ProfileSilent("P-31", shooter(gun("SR", "LA4", reach=10), properties=picks("swarm"))),
    ProfileSilent("P-32", fighter("AP4", "LA4"), also=("N P-36",)),
    ProfileSilent("P-32", shooter(gun("LA4", reach=5))),
    ProfileSilent("P-33", shooter(gun("PM", reach=10))),
    ProfileSilent("P-34", shooter(gun("S", "F"))),
    ProfileSilent("P-34", shooter(gun("I", "FF4"))),
    ProfileSilent("P-34", fighter("F")),
    *(
        ProfileSilent("P-35", shooter(gun(f"{k}{die}", f"FF{die}")))
        for k in ("GB", "LB")
        for die in (4, 6, 8, 10, 12)
    ),
    ProfileSilent("P-35", shooter(gun("GB"), gun("FF4"))),
    ProfileSilent("P-36", shooter(gun("LA3", reach=10), gun("SR", reach=10))),
    ProfileSilent("P-37", shooter(gun("P", "F"), properties=picks("swarm")), also=("N P-34",)),
    ProfileSilent("P-37", fighter("AP12")),
    ProfileSilent("P-36", fighter("U", "PM", "A")),
]
