"""P-01 to P-17: cases about attributes, Size, base and Command Die."""

from tests.support.designs import design, gun, picks
from tests.support.rule_cases import fires, silent

FIVE = ("mov", "fgt", "shg", "tds", "cow")
DRIFTER = picks({"code": "drifter", "die": "d6"})
BASES = {1: (15, 20), 2: (25, 30), 3: (35, 45), 4: (50, 60), 5: (61, 200)}

WOLF = picks({"code": "were-creature", "kind": "controlled", "forms": ["other"]})

FIRES = [
    *(fires(f"P-01 E attributes.{code}", design(**{code: None}), message=code.title()) for code in FIVE),
    fires("P-01 E " + " ".join(f"attributes.{code}" for code in FIVE), {}),
    fires("P-01 E attributes.fgt", design(mov=None, fgt=None, properties=DRIFTER)),
    fires("P-03 E attributes.mov", design(mov=13), message="Mov 13"),
    fires("P-03 E attributes.mov", design(mov=-1)),
    fires("P-04 E attributes.fgt", design(fgt=12)),
    fires("P-04 E attributes.fgt", design(fgt=-1)),
    fires("P-05 E attributes.shg", design(shg=12, shooting_weapons=[gun()])),
    fires("P-06 E attributes.tds", design(tds=12)),
    fires("P-07 E attributes.cow", design(cow=12)),
    fires("P-08 E attributes.arm", design(arm=1)),
    fires("P-08 E attributes.arm", design(arm=13)),
    fires("P-08 W attributes.arm", design(arm=0)),
    fires("P-09 E attributes.ssv", design(ssv=1)),
    fires("P-09 E attributes.ssv", design(ssv=12)),
    fires("P-09 W attributes.ssv", design(ssv=0)),
    fires("P-10 E magic", design(mgc=5), "N P-91"),
    fires("P-10 W magic", design(magic="high"), message="High Magic"),
    fires("P-10 W magic", design(magic="low", mgc=0), message="Low Magic"),
    fires("P-10 E attributes.mgc", design(mgc=12, magic="high"), "N P-91"),
    fires("P-10 E attributes.mgc", design(mgc=12, magic="low"), "N P-91"),
    fires("P-11 E size", design(size=0)),
    fires("P-11 E size", design(size=6)),
    *(fires("P-12 E base_mm", design(size=size, base_mm=low - 1)) for size, (low, _) in BASES.items()),
    *(fires("P-12 E base_mm", design(size=s, base_mm=high + 1)) for s, (_, high) in BASES.items() if s < 5),
    fires("P-12 E base_mm", design(base_mm=0)),
    fires("P-12 E base_mm", design(size=5, base_mm=0)),
    fires("P-12 N base_mm", design(size=5), message="No base. Only a vehicle may go unbased."),
    fires(
        "P-12 N base_mm",
        design(size=5, properties=picks("vehicle")),
        message="No base. This vehicle may go unbased.",
    ),
    *(fires("P-13 E command_die", design(command_die=die)) for die in ("d4", "d12", "d20")),
    fires("P-14 W attributes.tds", design(tds=0)),
    fires("P-14 W attributes.cow", design(cow=0)),
    fires("P-14 W attributes.tds attributes.cow", design(tds=0, cow=0)),
    fires("P-14 W attributes.tds attributes.tds", design(tds=0, properties=picks("dim-witted"))),
    # 9/10 of the other form's 32 points, rounded up
    fires("P-14 W attributes.tds properties[0]", design(tds=0, properties=WOLF), others={"other": design()}),
    fires("P-15 W attributes.shg", design(shg=1), message="(1 point)"),
    fires("P-15 W attributes.shg", design(shg=11)),
    fires("P-16 N attributes.shg", design(shg=0, shooting_weapons=[gun()])),
    fires("P-17 N attributes.mov", design(mov=0)),
    fires("P-17 N attributes.mov", design(mov=0, properties=picks("levitator", "burrower"))),
]

SILENT = [
    silent("P-01", design(mov=0, fgt=0, shg=0, tds=0, cow=0), "W P-14, N P-17"),
    silent("P-01", design(mov=None, properties=DRIFTER)),
    silent("P-03", design(mov=12)),
    silent("P-04", design(fgt=11)),
    silent("P-04", design(fgt=0)),
    silent("P-05", design(shg=11, shooting_weapons=[gun()])),
    silent("P-06", design(tds=11)),
    silent("P-06", design(tds=1)),
    silent("P-07", design(cow=11)),
    silent("P-07", design(cow=1)),
    *(silent("P-08", design(arm=arm)) for arm in (2, 12, None)),
    *(silent("P-09", design(ssv=ssv)) for ssv in (5, 11, None)),
    silent("P-09", design(ssv=2), "N P-43"),
    silent("P-10", design(mgc=11, magic="low"), "N P-91"),
    silent("P-10", design(mgc=1, magic="high"), "N P-91"),
    silent("P-10", design(mgc=0)),
    silent("P-10", design(magic="high", spells=picks("heal")), "E P-90, N P-99"),
    *(silent("P-11", design(size=size, base_mm=BASES[size][0])) for size in BASES),
    *(silent("P-12", design(size=size, base_mm=width)) for size, band in BASES.items() for width in band),
    *(silent("P-12", design(size=size)) for size in (1, 2, 3, 4)),
    *(silent("P-13", design(command_die=die)) for die in ("d6", "d8", "d10", None)),
    silent("P-14", design(tds=0, cow=0, properties=picks("undead")), "N P-61"),
    silent("P-14", design(tds=11, cow=11)),
    silent(
        "P-14", design(tds=0, cow=0, properties=picks("undead", *WOLF)), "N P-61", others={"other": design()}
    ),
    silent("P-14", design(tds=1, properties=WOLF), others={"other": design()}),
    silent("P-15", design(shg=1, shooting_weapons=[gun()])),
    silent("P-15", design(shg=0)),
    silent("P-16", design(shg=1, shooting_weapons=[gun()])),
    silent("P-17", design(mov=1)),
    silent("P-17", design(mov=0, properties=picks({"code": "flier", "mov": 6}))),
    silent("P-17", design(mov=0, properties=DRIFTER)),
    silent("P-17", design(mov=0, properties=picks("teleporter")), "N P-79"),
    silent("P-17", design(mov=0, properties=picks("airborne"))),
]
