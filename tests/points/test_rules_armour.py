"""P-41 to P-44: armour and shield, on both sides of each rule. (P-40 is refused as the document is read.)"""

import pytest

from tests.points.kit import design
from tests.points.rulebook import Fires, Silent, check_fires, check_silent, names

PAID = ("A", "H", "X")

FIRES: list[Fires] = [
    *(Fires("P-41", "E", "attributes.ssv", design(shield_property=code)) for code in PAID),
    Fires("P-41", "E", "attributes.ssv", design(ssv=0, shield_property="A"), also=("W P-09",)),
    *(Fires("P-42", "W", "attributes.arm", design(arm=12, armour_property=code)) for code in PAID),
    Fires("P-42", "W", "attributes.arm", design(armour_property="X")),
    *(Fires("P-43", "N", "attributes.ssv", design(ssv=ssv)) for ssv in (2, 3, 4)),
    *(Fires("P-44", "N", "attributes.arm", design(arm=arm, armour_property="H")) for arm in (2, 5)),
]

SILENT: list[Silent] = [
    *(Silent("P-41", design(ssv=11, shield_property=code)) for code in PAID),
    Silent("P-41", design(shield_property="B")),
    *(Silent("P-42", design(arm=11, armour_property=code)) for code in PAID),
    Silent("P-42", design(arm=12, armour_property="B")),
    Silent("P-43", design(ssv=5)),
    Silent("P-44", design(arm=6, armour_property="H")),
    *(Silent("P-44", design(arm=2, armour_property=code)) for code in ("A", "B", "X")),
]


@pytest.mark.parametrize("case", FIRES, ids=names(FIRES))
def test_a_rule_speaks(case: Fires) -> None:
    """With its level, at its place, and alone."""
    check_fires(case)


@pytest.mark.parametrize("case", SILENT, ids=names(SILENT))
def test_a_rule_is_silent(case: Silent) -> None:
    """On the nearest design that keeps it."""
    check_silent(case)
