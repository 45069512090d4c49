"""Company lists of any length to measure with: busy profiles, no two alike, with and without references."""

import random

_PROPERTIES = (
    "fearless", "climber", "scout", "drilled", "giantslayer", "terrifying", "regenerator", "swimmer",
    "night-vision", "stalker", "berserker", "camouflage", "darksight", "fanatic", "group-fighter",
    "levitator",
    "soulstealer", "teleporter", "hard-as-nails", "mesmerising",
)  # fmt: skip
_WEAPON = ("AP4", "AP8", "AP12", "A", "D", "F", "P", "PM")
_SKILLS = (
    "berserker", "bloodlust", "brave", "carapace", "fearsome", "flyer", "mountaineer", "poison", "skirmisher",
    "sniper", "stealthy", "swordsman", "undead",
)  # fmt: skip
_LEVELS = ("rabble", "seasoned", "veteran", "heroic")
_FAST_FIRE = ("FF4", "FF6", "FF8", "FF10", "FF12")


def long_document(profiles: int, references: bool = False) -> dict[str, object]:
    """A document of so many profiles of ten properties; with references each summons the one before."""
    dice = random.Random(profiles)
    return {
        "format": "company-list",
        "version": 1,
        "system": "unbridled-fury",
        "edition": "0.9.0",
        "name": f"Company of {profiles}",
        "setting": "A plain between two rivers",
        "profiles": [_busy_profile(dice, number, references and number > 0) for number in range(profiles)],
        "rosters": [{"name": "All", "limit": 1000, "entries": [{"profile": "p0", "count": 5}]}],
    }


def _busy_profile(dice: random.Random, number: int, summons: bool) -> dict[str, object]:
    attributes: dict[str, int | None] = {
        code: dice.randint(3, 9) for code in ("mov", "fgt", "shg", "tds", "cow", "arm", "ssv")
    }
    attributes["mgc"] = 5 if summons else None
    properties: list[dict[str, object]] = [{"code": code} for code in dice.sample(_PROPERTIES, 9)]
    return {
        "key": f"p{number}",
        "name": f"Veteran {number}",
        "design": {
            "size": dice.randint(1, 5),
            "attributes": attributes,
            "magic": "low" if summons else None,
            "combat_weapon": {"name": "Halberd", "properties": ["R", dice.choice(_WEAPON)]},
            "shooting_weapons": [
                {
                    "name": "Repeater",
                    "range": dice.randint(1, 12),
                    "properties": [dice.choice(_FAST_FIRE), dice.choice(_WEAPON)],
                }
            ],
            "properties": [*properties, {"code": "flier", "mov": dice.randint(1, 12)}],
            "spells": [{"code": "summon", "profile": f"p{number - 1}"}] if summons else [],
        },
    }


def fubar_document(profiles: int) -> dict[str, object]:
    """A document of Dark Fantasy FUBAR: figures that have as much as the profiles of ``long_document``."""
    dice = random.Random(profiles)
    return {
        "format": "company-list",
        "version": 1,
        "system": "dark-fantasy-fubar",
        "edition": "seed",
        "name": f"Company of {profiles}",
        "setting": "A plain between two rivers",
        "profiles": [_busy_figure(dice, number) for number in range(profiles)],
        "rosters": [],
    }


def _busy_figure(dice: random.Random, number: int) -> dict[str, object]:
    picks = {
        "close_combat": [dice.choice(("dagger", "sword", "spear")), "two-handed-weapon"],
        "ranged": [dice.choice(("javelin", "bow", "longbow", "crossbow"))],
        "armour": [dice.choice(("light", "medium", "very-heavy"))],
        "shield": ["shield"],
        "skills": [*dice.sample(_SKILLS, 6), "sorcerer"],
        "instant": dice.sample(("bolt", "firebolt", "fear", "control"), 2),
    }
    return {
        "key": f"p{number}",
        "name": f"Veteran {number}",
        "design": {
            "kind": dice.choice((None, "character", "monster")),
            "level": dice.choice(_LEVELS),
            "hero_points": dice.randint(0, 3),
            "wounds": dice.randint(1, 3),
            **{slot: [{"code": code} for code in codes] for slot, codes in picks.items()},
        },
    }
