"""P-41 to P-44: armour and shield, on both sides of each rule. (P-40 is refused as the document is read.)"""

from tests.support.designs import design
from tests.support.rule_cases import ProfileFires, ProfileSilent

PAID = ("A", "H", "X")

FIRES: list[ProfileFires] = [
    *(ProfileFires("P-41", "E", "attributes.ssv", design(shield_property=code)) for code in PAID),
    ProfileFires("P-41", "E", "attributes.ssv", design(ssv=0, shield_property="A"), also=("W P-09",)),
    *(ProfileFires("P-42", "W", "attributes.arm", design(arm=12, armour_property=code)) for code in PAID),
    ProfileFires("P-42", "W", "attributes.arm", design(armour_property="X")),
    *(ProfileFires("P-43", "N", "attributes.ssv", design(ssv=ssv)) for ssv in (2, 3, 4)),
    *(ProfileFires("P-44", "N", "attributes.arm", design(arm=arm, armour_property="H")) for arm in (2, 5)),
]

SILENT: list[ProfileSilent] = [
    *(ProfileSilent("P-41", design(ssv=11, shield_property=code)) for code in PAID),
    ProfileSilent("P-41", design(shield_property="B")),
    *(ProfileSilent("P-42", design(arm=11, armour_property=code)) for code in PAID),
    ProfileSilent("P-42", design(arm=12, armour_property="B")),
    ProfileSilent("P-43", design(ssv=5)),
    ProfileSilent("P-44", design(arm=6, armour_property="H")),
    *(ProfileSilent("P-44", design(arm=2, armour_property=code)) for code in ("A", "B", "X")),
]
