"""Crimson Dusk's rules: for each, values that break it, and the most similar values that don't.

Only the rule itself may have findings, unless a case names other rules.
"""

from typing import Any

import pytest

from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.advice.steps import find_next_steps
from builder.points.advice.what_if import WhatIf
from builder.points.rules.results import Finding, errors_in
from builder.services.patching import apply_json_patch
from tests.support.crimson_dusk import (
    DUSK,
    appraise_profile,
    dusk_document,
    model,
    roster,
    row,
    vehicle,
)
from tests.support.designs import Json, appraise_json, read_document
from tests.support.rule_cases import Fires, GameRules, Silent
from tests.systems.crimson_dusk.independent_calculation import expected_of

# Numbers that are calculated, and choices made for a roster.
NEVER = {"P-14", "P-15", "P-19", "R-07", "R-09"}


def bonus(number: int | None) -> Json:
    """Return a command bonus."""
    return {"code": "command-bonus", "bonus": number}


def monster(damage: int | None = 60, across: int | None = 3, **parts: Any) -> Json:
    """Return a monster of this size."""
    return model(across=across, specials=[{"code": "monstrous", "damage": damage}], **parts)


def own(**numbers: object) -> Json:
    """Return a model with an invented weapon."""
    return model({"code": "own-weapon", "name": "Bow", "range": 10, "rof": 1, "p": 2, **numbers})


def own_with_a_shield(**numbers: object) -> Json:
    """Return a model with an invented weapon and a shield."""
    return {**own(**numbers), "equipment": [{"code": "combat-shield"}]}


def shielded(*weapons: object, **parts: Any) -> Json:
    """Return a model with a shield."""
    return model(*weapons, equipment=["combat-shield"], **parts)


def quick_striker(quality: str, number: int) -> Json:
    """Return a model of this quality with Quick Strike."""
    return model(quality=quality, specials=[{"code": "quick-strike", "bonus": number}])


def shot_at_a_vehicle(circumstance: str) -> Json:
    """Return a heat-seeking shot in a further circumstance."""
    return model("rpg", ammunition=["heat-seeking"], circumstances=["homing", circumstance])


def shot(*circumstances: object) -> Json:
    """Return a rifleman whose chances include these circumstances."""
    return model("rifle", circumstances=list(circumstances))


FIRES: list[Fires] = [
    Fires("P-36", "N", "av", vehicle(av=9), "This kind (Vehicle) has no Armour value"),
    Fires("P-01", "E", "quality", model(quality=None), "choose one"),
    Fires("P-02", "E", "ap", model(ap=0), "1 or more"),
    Fires("P-02", "E", "ap", vehicle(ap=0), "1 or more"),
    Fires("P-02", "N", "av", model(av=9), "6, 8, 10, 11, 13 and 15"),
    Fires("P-03", "N", "av", model(av=11, equipment=["powered-armour"]), "AV 11"),
    Fires("P-03", "N", "av", model(av=13, equipment=["thas"]), "AV 15"),
    Fires("P-04", "E", "specials[0]", model(specials=["non-com"]), "Irregular"),
    Fires("P-05", "E", "across", monster(across=1), "2 units"),
    Fires("P-05", "E", "across", monster(across=None), "2 units"),
    Fires("P-05", "E", "specials[0].damage", monster(None), "1 or more"),
    Fires("P-06", "E", "equipment[0]", model("rifle", equipment=["combat-shield"]), "remove Rifle"),
    Fires("P-07", "E", "ammunition[0]", model("tank-gun", ammunition=["heat-seeking"]), "panzerfaust"),
    Fires("P-08", "E", "ammunition[0]", model("grenade-launcher", ammunition=["incendiary"]), "thrown"),
    *(
        Fires("P-09", "W", "ammunition[0]", model("rifle", ammunition=[code]), "grenade weapon")
        for code in ("smoke", "gas", "tanglefoot", "flash-bang")
    ),
    Fires("P-27", "W", "circumstances[0]", shot("target-concealed", "target-hidden"), "can't be both"),
    Fires("P-27", "W", "circumstances[0]", shot("target-large", "target-small"), "can't be both"),
    Fires("P-27", "W", "circumstances[0]", shot("aimed", "moving-platform"), "can't aim"),
    Fires("P-27", "W", "circumstances[0]", shot("two-pistols"), "gun fighters"),
    Fires("P-27", "W", "circumstances[0]", vehicle(circumstances=["two-pistols"]), "only for models"),
    Fires("P-27", "W", "circumstances[0]", shot("collision"), "vehicles"),
    Fires("P-27", "W", "circumstances[0]", shot("homing"), "add them"),
    Fires("P-27", "W", "circumstances[0].times", shot({"code": "target-moved", "times": 10}), "10"),
    Fires("P-10", "E", "equipment[0]", model(equipment=["stabilisers"]), "vehicles"),
    Fires("P-11", "W", "specials[0]", model(specials=["gun-fighter"]), "add two"),
    Fires("P-11", "W", "specials[0]", model("pistol", specials=["gun-fighter"]), "has 1"),
    Fires("P-12", "E", "specials[0].needs", model(specials=["tough"]), "2 to 10"),
    Fires("P-12", "E", "specials[0].bonus", model(specials=["quick-strike"]), "1 to 3"),
    Fires("P-12", "E", "specials[1].bonus", model(specials=["personality", bonus(None)]), "1 or more"),
    Fires("P-12", "E", "specials[0].needs", model(specials=[{"code": "tough", "needs": 11}]), "11"),
    Fires("P-13", "E", "specials[0]", model(specials=[bonus(1)]), "personalities"),
    Fires("P-16", "N", "specials[0]", model(specials=["quick", "fast"]), "4 units"),
    Fires("P-16", "N", "specials[0]", model(specials=["quick"], equipment=["jump-packs"]), "4 units"),
    Fires(
        "P-16", "N", "specials[0]", model(specials=["fast"], equipment=["jump-packs"]), "Fast adds nothing"
    ),
    Fires("P-17", "W", "specials[0]", model(specials=["brain-dead", "fanatic"]), "never pinned"),
    Fires("P-18", "W", "melee[0]", model(melee=["two-handed", "knife"]), "both hands"),
    Fires("P-18", "W", "melee", model(melee=["knife", "sword", "power"]), "at most 2"),
    *(
        Fires("P-20", "E", part, vehicle(**{part: wrong}), "from 1")
        for part in ("max_speed", "acdc", "armour", "dam", "crew")
        for wrong in (0, None)
    ),
    Fires("P-21", "W", "locomotion", vehicle(locomotion=None), "How does it move"),
    Fires("P-22", "N", "weapons[0]", vehicle(weapons=["hmg"]), "crew of 2"),
    Fires("P-22", "N", "quality", vehicle(weapons=["lmg"], quality=None), "choose one"),
    Fires("P-02", "N", "crew_av", vehicle(crew_av=9), "Crew AV 9 is none"),
    Fires("P-23", "N", "specials[0]", vehicle(specials=["infiltrate"]), "agree"),
    Fires("P-24", "W", "specials[0]", model(quality="ir", specials=["non-com", "fanatic"]), "without a test"),
    Fires("P-24", "W", "specials[0]", model(quality="ir", specials=["non-com", "brain-dead"])),
    Fires("P-25", "N", "equipment[1]", model("rifle", equipment=["scopes", "scopes"]), "does nothing"),
    Fires("P-26", "E", "weapons[0].p", own(p=None), "P is missing"),
    Fires("P-26", "E", "weapons[0].range", own(range=None), "range is missing"),
    Fires("P-26", "E", "weapons[0].rof", own(rof=None), "RoF is missing"),
    Fires("P-06", "E", "weapons[0]", own_with_a_shield(name="Rifle"), "say so in its traits"),
    Fires("P-06", "E", "weapons[0]", own_with_a_shield(name="Grenade launcher")),
    Fires(
        "P-09", "W", "ammunition[0]", {**own(name="Bow"), "ammunition": [{"code": "gas"}]}, "grenade weapon"
    ),
    *(
        Fires("P-35", "E", part, {"kind": "building", "armour": 14, "dam": 60, part: wrong}, "from 1")
        for part in ("armour", "dam")
        for wrong in (0, None)
    ),
    Fires("P-27", "W", "circumstances[0]", shot_at_a_vehicle("target-ran"), "only for models"),
    Fires("P-28", "W", "melee[0]", shielded(melee=["two-handed-power"]), "takes both hands"),
    Fires("P-28", "W", "melee[1]", shielded(melee=["knife", "sword"]), "remove one of them"),
    Fires("P-28", "W", "specials[0]", shielded("pistol", "pistol", specials=["gun-fighter"]), "two pistols"),
    Fires("P-28", "N", "melee[0]", shielded(melee=["chainsaw"]), "agree whether"),
    *(
        Fires("P-29", "W", "equipment[0]", vehicle(equipment=[code]), "Only models can have")
        for code in ("jump-packs", "powered-armour", "thas", "combat-shield", "medi-pack")
    ),
    *(
        Fires("P-29", "W", "specials[0]", vehicle(specials=[code]), "Only models can have")
        for code in (
            "personality",
            "quick",
            "fast",
            "brain-dead",
            "fanatic",
            "non-com",
            "furious-assault",
            "savage-assault",
            "critical-strike",
            "gun-fighter",
            bonus(1),
            {"code": "tough", "needs": 5},
            {"code": "quick-strike", "bonus": 1},
            {"code": "monstrous", "damage": 9},
        )
    ),
    *(
        Fires("P-23", "N", "equipment[0]", vehicle(equipment=[code]), "agree")
        for code in ("communicators", "thermal-detonator", "gas-masks", "camouflaged", "holo-field")
    ),
    *(
        Fires("P-23", "N", "specials[0]", vehicle(weapons=["lmg"], specials=[code]), "agree")
        for code in ("critical-shot", "fearsome", "terrifying")
    ),
    Fires("P-30", "W", "size", monster(1, 3, size="half"), "the size in units is 3"),
    Fires("P-30", "W", "size", model(size="half", across=1), "change one of them"),
    Fires("P-30", "W", "size", model(size="large", across=2), "3 units or more"),
    Fires(
        "P-31", "W", "specials[0]", model(specials=["savage-assault", "furious-assault"]), "Savage assault"
    ),
    Fires("P-31", "W", "specials[1]", model(specials=["terrifying", "fearsome"]), "remove Fearsome"),
    Fires("P-32", "W", "specials[0]", quick_striker("el", 1), "Elites already strike first"),
    Fires("P-32", "W", "specials[0]", quick_striker("vt", 2), "Lower it to 1"),
    Fires("P-33", "W", "equipment[0]", model(equipment=["scopes"]), "without a weapon"),
    Fires("P-33", "W", "specials[0]", model(specials=["critical-shot"]), "without a weapon"),
    Fires("P-33", "W", "equipment[0]", vehicle(equipment=["stabilisers"]), "without a weapon"),
    Fires("P-34", "W", "ap", model(ap=2, equipment=["medi-pack"]), "takes 3 AP"),
    Fires(
        "C-05", "W", "equipment[0]", model(av=13, equipment=["powered-armour", "thas"]), "wear one",
        ("N P-03",),
    ),
]  # fmt: skip
SILENT: list[Silent] = [
    Silent("P-36", vehicle(av=8)),
    Silent("P-27", shot("target-concealed", "target-large", "aimed")),
    Silent("P-27", shot("target-hidden", "target-small", {"code": "moving-platform", "times": 9})),
    Silent("P-27", model("pistol", "pistol", specials=["gun-fighter"], circumstances=["two-pistols"])),
    Silent("P-27", vehicle(circumstances=["collision"])),
    Silent("P-01", model(quality="ir")),
    Silent("P-02", model(ap=1, av=15)),
    Silent("P-03", model(av=13, equipment=["powered-armour"])),
    Silent("P-03", model(av=15, equipment=["thas"])),
    Silent("P-04", model(quality="ir", specials=["non-com"])),
    Silent("P-05", monster(1, 2)),
    Silent("P-06", model("pistol", "thrown-grenade", melee=["sword"], equipment=["combat-shield"])),
    *(Silent("P-07", model(code, ammunition=["heat-seeking"])) for code in ("rpg", "missile-launcher")),
    Silent("P-07", model("panzerfaust", ammunition=["heat-seeking"])),
    Silent("P-08", model("grenade-launcher", "thrown-grenade", ammunition=["incendiary"])),
    Silent("P-08", model(ammunition=["incendiary"])),
    *(
        Silent("P-09", model(code, ammunition=["smoke"]))
        for code in ("grenade-launcher", "grenade-machine-gun", "thrown-grenade")
    ),
    Silent("P-10", vehicle(weapons=["lmg"], equipment=["stabilisers"])),
    Silent("P-11", model("pistol", "pistol", specials=["gun-fighter"])),
    Silent("P-12", model(specials=[{"code": "tough", "needs": 10}, {"code": "quick-strike", "bonus": 1}])),
    Silent("P-13", model(specials=["personality", bonus(1)])),
    Silent("P-16", model(specials=["quick"])),
    Silent("P-17", model(specials=["brain-dead"])),
    Silent("P-18", model(melee=["knife", "sword"])),
    Silent("P-18", model(melee=["two-handed"])),
    Silent("P-02", vehicle(crew_av=10)),
    Silent("P-20", vehicle(max_speed=1, acdc=1, armour=1, dam=1, crew=1)),
    Silent("P-21", vehicle(locomotion="hover")),
    Silent("P-22", vehicle(weapons=["mmg"])),
    Silent("P-23", model(specials=["infiltrate"])),
    Silent("P-24", model(quality="ir", specials=["non-com", "quick"])),
    Silent("P-25", model("rifle", "rifle", melee=["sword", "sword"])),
    Silent("P-26", own()),
    Silent("P-06", own_with_a_shield(name="Stick grenade")),
    Silent("P-06", own_with_a_shield(name="Bottle", traits="Thrown")),
    Silent("P-06", own_with_a_shield(name="Revolver", traits="pistol")),
    Silent("P-09", {**own(name="Grenade tube"), "ammunition": [{"code": "smoke"}]}),
    Silent("P-35", {"kind": "building", "armour": 1, "dam": 1}),
    Silent("P-27", shot_at_a_vehicle("target-moved")),
    Silent("P-28", shielded("pistol", melee=["sword"])),
    Silent("P-28", model("pistol", "pistol", melee=["two-handed"], specials=["gun-fighter"])),
    Silent("P-29", vehicle(weapons=["lmg"], equipment=["scopes", "stabilisers"])),
    Silent("P-30", monster(1, 3)),
    Silent("P-30", model(size="large", across=3)),
    Silent("P-30", model(size="half")),
    Silent("P-31", model(specials=["savage-assault", "terrifying"])),
    Silent("P-32", quick_striker("vt", 1)),
    Silent("P-32", quick_striker("ir", 3)),
    Silent("P-33", model("pistol", equipment=["scopes"], specials=["critical-shot"])),
    Silent("P-34", model(equipment=["medi-pack"])),
    Silent("C-05", model(av=15, equipment=["thas"])),
]


# ------------------------------------------------------------------ rosters


LIST: dict[str, Json] = {
    "captain": model("pistol", specials=["personality", bonus(1)]),
    "hero": model("rifle", specials=["personality"]),
    "irregular": model("rifle", quality="ir"),
    "regular": model("rifle"),
    "veteran": model("rifle", quality="vt"),
    "elite": model("rifle", quality="el"),
    "monster": monster(),
    "lone-monster": model(across=3, specials=["personality", {"code": "monstrous", "damage": 60}]),
    "speaker": model(equipment=["communicators"], specials=["personality", bonus(2)]),
    "hearer": model("rifle", equipment=["communicators"]),
    "gunner": model("hmg"),
    "second": model("mmg"),
    "suit": model("hmg", quality="el", av=13, equipment=["powered-armour"]),
    "apc": vehicle(),
    "truck": vehicle(passengers=2, riders=1),
    "house": {"kind": "building", "armour": 14, "dam": 60},
    "paid": model("rifle", cost=10),
}


def patrol_list(patrol: Json) -> Json:
    """Return a list with this roster. It allows at most one captain."""
    document = dusk_document(LIST, rosters=[{"name": "Patrol", "limit": None, **patrol}])
    for profile in document["profiles"]:
        profile["max"] = 1 if profile["key"] == "captain" else None
    return document


def roster_findings(patrol: Json) -> tuple[Finding, ...]:
    """Return the findings of a roster of the list."""
    return appraise_json(patrol_list(patrol)).rosters[0].findings


def rows(*entries: Json, captain: bool = True, limit: int | None = None) -> Json:
    """Return these rows, and a captain alone, so that the force has a leader."""
    led = [row("captain", unit="personality")] if captain else []
    return {"entries": [*entries, *led], "limit": limit}


def riding(carrier: str, count: int, profile: str = "regular") -> Json:
    """Return this number of models in a vehicle."""
    return row(carrier, unit="vehicle", attached=[row(profile, count)])


ROSTERS_FIRE: list[Fires] = [
    *(
        Fires("R-01", "E", "entries[0]", rows(row(profile, least - 1)), f"has {least} at least")
        for profile, least in (("irregular", 5), ("regular", 4), ("veteran", 3), ("elite", 2))
    ),
    Fires("R-01", "E", "entries[0]", rows(row("regular", 3, attached=[row("hero")])), "add 1", ("N R-04",)),
    Fires("R-01", "E", "entries[0]", rows(row("regular", 4, others=[row("apc")])), "Apc"),
    Fires(
        "R-01", "E", "entries[0]", rows(row("elite", 3, others=[row("irregular")])), "5 at least", ("W R-02",)
    ),
    Fires(
        "R-02", "W", "entries[0]", rows(row("regular", 3, others=[row("veteran", 1)])),
        "Several qualities: Regular, the lowest and the most common, sets",
    ),
    Fires(
        "R-02", "W", "entries[0]", rows(row("regular", 1, others=[row("veteran", 3)])),
        "the lowest, Regular, sets the minimum number of models; the most common, Veteran, sets the spacing",
    ),
    Fires(
        "R-03", "W", "entries[0]", rows(row("regular", 2, others=[row("gunner"), row("second")])),
        "Add 1 other, or",
    ),
    Fires("R-04", "N", "entries[0]", rows(row("regular", 4, attached=[row("hero")])), "Hero"),
    Fires("R-04", "W", "entries[0]", rows(row("apc", unit="personality")), "Apc"),
    Fires(
        "R-01", "E", "entries[0]", rows(row("monster")), "that acts alone is a Personality: add Personality."
    ),
    Fires("R-01", "E", "entries[0]", rows(row("monster", 3)), "add Personality. Or add 1 more monster."),
    Fires("R-01", "E", "entries[0]", rows(row("elite")), "or add Personality to its profile"),
    Fires("R-01", "E", "entries[0]", rows(row("apc", attached=[row("regular", 8)])), "this row to Vehicle"),
    Fires("R-04", "W", "entries[0]", rows(row("regular", 4, unit="personality")), "Make this row a section"),
    Fires(
        "R-04", "W", "entries[0]", rows(row("regular", 2, unit="personality")), "Make this row a section",
        ("E R-01",),
    ),
    Fires("R-13", "W", "entries", rows(row("hearer", 4)), "no leader"),
    Fires("R-13", "W", "entries", rows(row("regular", 4), row("speaker")), "no section"),
    Fires("R-05", "W", "entries[0]", rows(riding("apc", 9)), "1 rides on top"),
    Fires("R-05", "W", "entries[0]", rows(riding("truck", 4)), "The top has room for 1"),
    Fires("R-05", "W", "entries[0]", rows(riding("apc", 3)), "travels together"),
    Fires("R-05", "W", "entries[0]", rows(row("apc", unit="vehicle", attached=[row("house")])), "House"),
    Fires("R-06", "N", "entries", rows(row("regular", 4), captain=False), "command bonus"),
    Fires("R-08", "N", "entries", rows(row("paid", 4)), "Captain"),
    Fires("R-08", "N", "entries", rows(row("regular", 4), limit=100), "Regular"),
    Fires("R-08", "W", "entries", rows(row("paid", 4), captain=False, limit=39), "40", ("N R-06",)),
    Fires("R-10", "E", "entries[0]", rows(row("nobody")), "nobody"),
    Fires("R-11", "E", "entries[0]", rows(row("captain", 1, unit="personality")), "Captain"),
    Fires("R-12", "E", "entries", rows(captain=False)),
]  # fmt: skip
ROSTERS_SILENT: list[Silent] = [
    *(
        Silent("R-01", rows(row(profile, least)))
        for profile, least in (("irregular", 5), ("regular", 4), ("veteran", 3), ("elite", 2))
    ),
    Silent("R-01", rows(row("lone-monster", unit="personality"))),
    Silent("R-13", rows(row("hearer", 4), row("speaker"))),
    Silent("R-02", rows(row("regular", 3, others=[row("gunner")]))),
    Silent("R-03", rows(row("regular", 3, others=[row("gunner")]))),
    Silent("R-03", rows(row("elite", 1, others=[row("suit")]))),
    Silent("R-04", rows(row("hero", unit="personality"), row("house", unit="building"))),
    Silent("R-05", rows(riding("apc", 8))),
    Silent("R-05", rows(row("apc", unit="vehicle", attached=[row("hero", 2)]))),
    Silent("R-06", rows(row("regular", 4))),
    Silent("R-08", rows(row("paid", 4), captain=False, limit=40), ("N R-06",)),
    Silent("R-10", rows(row("regular", 4))),
    Silent("R-11", rows()),
    Silent("R-12", rows()),
]


GAME = GameRules(
    DUSK, expected_of, lambda design: dusk_document({"own": design}), patrol_list,
    FIRES, SILENT, ROSTERS_FIRE, ROSTERS_SILENT, NEVER, {("C-05", "warning")},
)  # fmt: skip


@pytest.mark.parametrize(
    ("design", "rule", "unit"),
    [
        (row("apc", attached=[row("regular", 8)]), "R-01", "vehicle"),
        (row("regular", 4, unit="personality"), "R-04", "section"),
    ],
)
def test_a_row_of_the_wrong_kind_gets_another(design: Json, rule: str, unit: str) -> None:
    """The fix gives the row the kind of its models, and removes none (p.6, 18)."""
    (fix,) = (
        roster_finding.fix for roster_finding in roster_findings(rows(design)) if roster_finding.code == rule
    )
    assert fix is not None
    assert [(item.path, item.value) for item in fix.patch] == [("/rosters/0/entries/0/unit", unit)]
    assert rule not in {
        roster_finding.code for roster_finding in roster_findings(rows({**design, "unit": unit}))
    }


MONSTROUS = {"code": "monstrous", "damage": 60}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_too_few_monsters_for_a_section_become_personalities(count: int) -> None:
    """The fix changes their profile, and adds no monster (p.4, 6)."""
    document = dusk_document(
        {"monster": model(across=3, specials=[MONSTROUS])}, rosters=[roster(row("monster", count))]
    )
    (finding,) = errors_in(appraise_with_fixes(read_document(document), DUSK, document).rosters[0].findings)
    assert finding.fix is not None
    assert finding.fix.label == "Add Personality"
    fixed: Any = apply_json_patch(document, [item.to_json() for item in finding.fix.patch])
    assert fixed["profiles"][0]["design"]["specials"] == [MONSTROUS, {"code": "personality"}]
    assert not errors_in(appraise_json(fixed).rosters[0].findings)


def test_a_monster_counted_by_another_section_stays() -> None:
    """If it became a personality, the other section would have only three models."""
    profiles = {"monster": model(across=3, specials=[MONSTROUS]), "guard": model("rifle")}
    section = row("guard", 3, others=[row("monster")])
    document = dusk_document(profiles, rosters=[roster(row("monster"), section)])
    (finding,) = errors_in(appraise_with_fixes(read_document(document), DUSK).rosters[0].findings)
    assert finding.fix is None


def test_a_row_keeps_its_kind_if_members_would_not_fit_the_new_one() -> None:
    """A row of an APC contains a house: the row must be a row of vehicles, so the house is removed."""
    row_data = row("apc", others=[row("house")])
    fixes = {
        roster_finding.message: roster_finding.fix
        for roster_finding in roster_findings(rows(row_data))
        if roster_finding.code == "R-01"
    }
    (main,) = (fix for message, fix in fixes.items() if message.startswith("Apc"))
    assert main is None
    assert any(fix and fix.label == "Remove House" for fix in fixes.values())


def test_the_command_bonus_of_a_vehicle_is_ignored() -> None:
    """Only personalities have a command bonus (p.4)."""
    led = vehicle(specials=[bonus(3)])
    roster = {"name": "Patrol", "limit": None, "entries": [row("led", unit="vehicle")]}
    appraisal = appraise_json(dusk_document({"led": led}, rosters=[roster])).rosters[0]
    assert [(value.code, value.number) for value in appraisal.values] == [("initiative", 0)]


def test_a_missing_quality_has_no_fix() -> None:
    """The message names the usual quality."""
    document = read_document(dusk_document({"own": model(quality=None)}))
    appraisal = appraise_with_fixes(document, DUSK).profile("own").findings
    assert [f.fix for f in appraisal if f.code == "P-01"] == [None]


def test_an_unnamed_av_cites_the_page_of_the_named_ones() -> None:
    for design in (model(av=9), vehicle(crew_av=9)):
        profile = appraise_json(dusk_document({"own": design})).profile("own")
        assert [finding.page for finding in profile.findings if finding.code == "P-02"] == [4]


def test_steps_from_a_blank_number_without_a_price_begin_low() -> None:
    """Whether high or low numbers are better."""
    document = read_document(dusk_document({"own": {"kind": "vehicle"}}))
    steps = find_next_steps(WhatIf(document, "own", DUSK)).values["tr"]
    assert steps.down is None
    assert steps.up is not None
    assert steps.up.value == 0


def test_heat_seeking_shots_ignore_the_speed_of_a_vehicle() -> None:
    """Neither the target's speed nor its own counts for these weapons. Other modifiers still count (p.17)."""
    fast = ["target-moved", "moving-platform", "target-concealed"]
    needs = {
        (weapon, homing): item_number(
            model(weapon, ammunition=["heat-seeking"], circumstances=[*fast, *homing]), "need_ir"
        )
        for weapon in ("rpg", "tank-gun")
        for homing in ((), ("homing",))
    }
    assert [*needs.values()] == [9, 7, 9, 9]


def item_number(design: Json, column: str) -> int:
    """Return a calculated number of a model's first weapon."""
    return next(item.number for item in appraise_profile(design).items if item.column == column)
