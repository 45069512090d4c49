"""Fixes of profiles do what their message says, and no harm in the rest of the list."""

import pytest

from tests.points.test_advice import appraise_sent, check_fix, findings_of
from tests.support.crimson_dusk import dusk_document, model
from tests.support.designs import CATALOGUES, FURY, Json, design, document, gun, picks
from tests.support.fubar import figure, fubar_document
from tests.support.stargrave import crew_document, leader, soldier
from tests.support.zapp import unit, zapp_document


def fury(*taken: str | Json, **changes: object) -> Json:
    """Return a list of one fighter with these properties."""
    return document({"own": design(properties=picks(*taken), **changes)})


def labels(sent: Json, rule: str) -> list[str | None]:
    """Return the labels of a rule's fixes on the first profile; None for a finding without a fix."""
    findings = appraise_sent(sent, CATALOGUES[sent["system"], sent["edition"]]).profiles[0].findings
    return [f.fix and f.fix.label for f in findings if f.code == rule and f.level != "note"]


SPELLS = picks("heal", "invisible")
SLOW, FLIER = {"code": "airborne", "kind": "slow"}, {"code": "flier", "mov": 6}
LABELS: list[tuple[str, Json, list[str | None]]] = [
    # p. 43: no armour at all, neither a save nor what it is made of
    ("P-54", fury("amorphous", arm=6, armour_property="H"),
     ["Set the armour property to Basic", "Set Arm to 12 and the armour property to Basic"]),
    ("P-54", fury("amorphous", arm=6), ["Set Arm to 12"]),
    ("P-55", fury("amorphous", mov=9), ["Set Mov to 4"]),
    ("P-57", fury("amorphous", ssv=8), [None]),  # allowed, so nothing to do
    # p. 49: it never shoots, so neither gun nor Shg is of use
    ("P-73", fury("stampede", shg=5, shooting_weapons=[gun()]),
     ["Remove the shooting weapons and set Shg to 0", "Set Shg to 0"]),
    ("P-78", fury("giantslayer", size=5), ["Remove Giantslayer"]),
    # p. 36: the kind of magic is for the player to choose
    ("P-90", fury(magic="low", spells=SPELLS), ["Set Mgc to 1"]),
    ("P-90", fury(spells=SPELLS), [None]),
    ("P-10", fury(mgc=5, spells=SPELLS), [None]),
    ("P-01", fury(mov=None), [None]),
    ("P-08", fury(arm=0), ["Set Arm to 12"]),
    ("P-08", fury(arm=0, armour_property="H"), ["Set Arm to 12 and the armour property to Basic"]),
    ("P-08", fury(arm=1), ["Set Arm to 2"]),
    ("P-07", fury(cow=-3), ["Set Cow to 1"]),
    ("P-06", fury("undead", tds=-3), ["Set Tds to 0"]),
    ("P-09", fury(ssv=0), ["Leave SSv blank"]),
    ("P-13", fury(command_die="d4"), [None]),
    ("P-14", fury(tds=0), ["Set Tds to 11"]),
    ("P-15", fury(shg=5), ["Set Shg to 0"]),
    ("P-41", fury(shield_property="H"), ["Set the shield property to Basic"]),
    ("P-21", fury(shg=5, shooting_weapons=[gun(), gun(), gun()]), ["Remove shooting weapon 3"]),
    ("P-23", fury(combat_weapon={"range": 4}), ["Clear the range band of the combat weapon"]),
    ("P-28", fury(shg=5, shooting_weapons=[gun("O")]), ["Remove Obscuring from the shooting weapon"]),
    ("P-29", fury(combat_weapon={"name": "Pike", "properties": ["R", "R", "R"]}),
     ["Remove 2 × Reach from Pike"]),
    ("P-35", fury(shg=5, shooting_weapons=[gun("GB4")]),
     ["Change Greater Blast with FF4 to Greater Blast"]),
    ("P-52", fury("airborne", SLOW, mov=0), [None]),
    ("P-56", fury("amorphous", {"code": "flier", "mov": 9}), ["Set Flier to 4"]),
    ("P-66", fury({"code": "drifter", "die": "d6"}, FLIER, mov=0), ["Remove Flier"]),
    ("P-69", fury({"code": "flier", "mov": 13}), ["Set Flier to 12"]),
    ("P-69", fury("flier"), [None]),
    ("P-74", fury("swarm", FLIER), ["Add Wind-Dependent"]),
    ("P-75", fury({"code": "team", "size": 2}), ["Set Team to 1"]),
    ("P-77", fury("aethereal", "scout"), ["Remove Scout"]),
    ("P-82", fury("airborne", "ensign", mov=0), ["Remove Ensign"]),
    ("P-24", crew_document({"own": leader(kind="first-mate", background="rogue", gained=0,
        improved="move shoot", earned="fight shoot", powers="bribe fortune haggle fling")}),
     ["Remove Fight and Shoot"]),
    ("P-01", crew_document({"own": leader(kind="captain")}), [None]),
    ("P-01", crew_document({"own": soldier(None)}), [None]),
    ("P-10", crew_document({"own": soldier("sentry", "shield")}), ["Remove Shield"]),
    # p. 3: a typical model has 3 action points, and no bounds are printed: the player decides
    ("P-02", dusk_document({"own": model(ap=0)}), [None]),
    # p. 24: two pistols are for gun fighters, who carry two
    ("P-27", dusk_document({"own": model("pistol", circumstances=["two-pistols"])}),
     ["Remove Two pistols at once"]),
    ("P-08", dusk_document({"own": model("grenade-launcher", ammunition=["incendiary"])}),
     ["Add Thrown Grenade"]),
    ("P-31", dusk_document({"own": model(specials=["furious-assault", "savage-assault"])}),
     ["Remove Savage assault"]),
    ("P-12", fubar_document({"own": figure(close_combat="lance")}), ["Add Mounted"]),
    ("P-22", fubar_document({"own": figure(armour={"code": "plot", "save": 4, "points": 0})}),
     ["Change Plot armour to Magical armour"]),
    ("P-07", fubar_document({"own": figure(instant="bolt")}), ["Add Sorcerer"]),
    ("P-07", zapp_document({"own": unit(order="skirmish", armour="plate")}), ["Set Armour to none"]),
    ("P-04", zapp_document({"own": unit(4)}), ["Set Figures to 8"]),
    ("P-09", crew_document({"own": leader(gear="light-armour combat-armour")}), ["Remove Combat armour"]),
    ("P-09", crew_document({"own": leader(gear="heavy-armour light-armour combat-armour")}),
     ["Remove Light armour and Combat armour"]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "sent", "expected"), LABELS)
def test_fixes_do_what_their_labels_say(rule: str, sent: Json, expected: list[str | None]) -> None:
    assert labels(sent, rule) == expected


# ------------------------------------------------------------------ patches


SPARSE: list[Json] = [
    {"size": 2, "shooting_weapons": [{"range": 4}, {"range": 6}, {"properties": ["P"], "range": 8}]},
    {"properties": [{"code": "amorphous"}], "attributes": {"arm": 6}, "combat_weapon": None},
    {"properties": [{"code": "stampede"}, {"code": "scout"}, {"code": "scout"}], "magic": None},
    {"spells": [{"code": "heal"}], "magic": "low"},
    {"attributes": {"shg": 4}},
    {"combat_weapon": {"properties": ["R", "R"]}, "shield_property": "H"},
]


@pytest.mark.parametrize("created", SPARSE)
def test_patches_apply_to_the_sent_document(created: Json) -> None:
    """Whatever was left out of it: weapons without a name, a design without attributes."""
    sent = document({"own": created})
    now = appraise_sent(sent, FURY)
    fixed = [(name, finding) for name, finding in findings_of(now) if finding.fix]
    assert fixed
    for name, finding in fixed:
        check_fix(sent, now, name, finding)


def test_a_fix_that_breaks_a_rule_of_a_profile_that_names_it_is_not_offered() -> None:
    """With Arm 2 the fighter costs 68 points, too many for the foot profile of a rider of 62 (C-26)."""
    rider = design(properties=picks("mounted", {"code": "dismount", "profile": "foot"}))
    sent = document({"foot": design(arm=1), "rider": rider})
    assert labels(sent, "P-08") == [None]
    assert labels(document({"foot": design(arm=1)}), "P-08") == ["Set Arm to 2"]
