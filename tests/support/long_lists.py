"""Long lists of profiles with as many items as a player would ever choose."""

from typing import Any

PROPERTIES = (
    "fearless", "climber", "scout", "drilled", "giantslayer", "terrifying", "regenerator", "swimmer",
    "night-vision", "stalker",
)  # fmt: skip


def long_document(profiles: int) -> dict[str, Any]:
    """Return a document with a roster and this number of profiles. Each profile summons the one before it."""
    return {
        "format": "company-list",
        "version": 1,
        "system": "unbridled-fury",
        "edition": "0.9.0",
        "name": f"Company of {profiles}",
        "setting": "A plain between two rivers",
        "profiles": [busy_profile(number) for number in range(profiles)],
        "rosters": [{"name": "All", "limit": 1000, "entries": [{"profile": "p0", "count": 5}]}],
    }


def busy_profile(number: int) -> dict[str, Any]:
    """Return a profile with ten properties, two named weapons with properties, armour and a spell."""
    return {
        "key": f"p{number}",
        "name": f"Veteran {number}",
        "max": 2,
        "notes": "Older than the hills, and *twice* as slow.",
        "design": {
            "size": 3,
            "base_mm": 40,
            "attributes": {"mov": 6, "fgt": 7, "shg": 7, "tds": 4, "cow": 4, "arm": 8, "ssv": 6, "mgc": 5},
            "magic": "low",
            "combat_weapon": {"name": "Halberd", "properties": ["R", "AP4"]},
            "shooting_weapons": [{"name": "Repeater", "range": 4, "properties": ["FF8", "AP8"]}],
            "properties": [{"code": code} for code in PROPERTIES],
            "spells": [{"code": "summon", "profile": f"p{number - 1}"}] if number else [{"code": "heal"}],
        },
    }


FIRST_NAMES = ("Ash", "Bran", "Corvin", "Dorn", "Elke", "Falk", "Gerda", "Hild", "Ivo", "Jorn")


def lengthened(document: dict[str, Any], profiles: int = 40) -> dict[str, Any]:
    """Return the document with its profiles repeated under new names, until it has this number of profiles.

    One of the repeated profiles has a name of eighty letters without a space.
    """
    base = document["profiles"]
    more = [
        {
            **base[number % len(base)],
            "key": f"more-{number}",
            "name": f"{FIRST_NAMES[number * 7 % 10]} the {base[number % len(base)]['name']}",
        }
        for number in range(len(base), profiles)
    ]
    more[0]["name"] = "x" * 80
    return {**document, "profiles": [*base, *more]}
