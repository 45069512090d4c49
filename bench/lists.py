"""Company lists of any length to measure with: busy profiles, with and without references."""

_PROPERTIES = (
    "fearless", "climber", "scout", "drilled", "giantslayer", "terrifying", "regenerator", "swimmer",
    "night-vision", "stalker",
)  # fmt: skip


def company(profiles: int, references: bool = False) -> dict[str, object]:
    """A document of so many profiles of ten properties; with references each summons the one before."""
    return {
        "format": "company-list",
        "version": 1,
        "system": "unbridled-fury",
        "edition": "0.9.0",
        "name": f"Company of {profiles}",
        "setting": "A plain between two rivers",
        "profiles": [_profile(number, references and number > 0) for number in range(profiles)],
        "rosters": [{"name": "All", "limit": 1000, "entries": [{"profile": "p0", "count": 5}]}],
    }


def _profile(number: int, summons: bool) -> dict[str, object]:
    attributes = {
        "mov": 6,
        "fgt": 7,
        "shg": 7,
        "tds": 4,
        "cow": 4,
        "arm": 8,
        "ssv": 6,
        "mgc": 5 if summons else None,
    }
    return {
        "key": f"p{number}",
        "name": f"Veteran {number}",
        "design": {
            "size": 3,
            "base_mm": 40,
            "attributes": attributes,
            "magic": "low" if summons else None,
            "combat_weapon": {"name": "Halberd", "properties": ["R", "AP4"]},
            "shooting_weapons": [{"name": "Repeater", "range": 4, "properties": ["FF8", "AP8"]}],
            "properties": [{"code": code} for code in _PROPERTIES],
            "spells": [{"code": "summon", "profile": f"p{number - 1}"}] if summons else [],
        },
    }
