"""P-41 to P-44: cases that break the rules about armour and shields, and cases that don't.

The document parser rejects values that break P-40.
"""

from tests.support.designs import design
from tests.support.rule_cases import fires, silent

PAID = ("A", "H", "X")

FIRES = [
    *(fires("P-41 E attributes.ssv", design(shield_property=code)) for code in PAID),
    fires("P-41 E attributes.ssv", design(ssv=0, shield_property="A"), "W P-09"),
    *(fires("P-42 W attributes.arm", design(arm=12, armour_property=code)) for code in PAID),
    fires("P-42 W attributes.arm", design(armour_property="X")),
    *(fires("P-43 N attributes.ssv", design(ssv=ssv)) for ssv in (2, 3, 4)),
    *(fires("P-44 N attributes.arm", design(arm=arm, armour_property="H")) for arm in (2, 5)),
]

SILENT = [
    *(silent("P-41", design(ssv=11, shield_property=code)) for code in PAID),
    silent("P-41", design(shield_property="B")),
    *(silent("P-42", design(arm=11, armour_property=code)) for code in PAID),
    silent("P-42", design(arm=12, armour_property="B")),
    silent("P-43", design(ssv=5)),
    silent("P-44", design(arm=6, armour_property="H")),
    *(silent("P-44", design(arm=2, armour_property=code)) for code in ("A", "B", "X")),
]
