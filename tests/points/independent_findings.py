"""An independent check of legality: the rules that a design breaks, from the wording of the rules.

Each entry of ``RULES`` is one rule in one line: its level, its id, and when it is broken. Like the
independent prices, it reads plain JSON and shares no code with ``builder``. Places and messages of findings
are tested elsewhere.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.points.independent_prices import Json, PricedCompany, weapon_rows

PAID_ARMOUR = ("A", "H", "X")
COMBAT_ONLY = {"B", "R"}
AMMO = {"LA1", "LA2", "LA3", "LA4"}
BLASTS = {f"{kind}{die}" for kind in ("GB", "LB") for die in ("", 4, 6, 8, 10, 12)}
FAST = {f"FF{die}" for die in (4, 6, 8, 10, 12)}
SHOOTING_ONLY = BLASTS | FAST | {"G", "I", "O", "S"}
USELESS_IN_THE_AIR = {"berserker", "fanatic", "group-fighter", "giantslayer", "mesmerising", "soulstealer"}
GROUND_MOVES = {"scout", "climber", "swimmer"}
ARRIVALS = {"teleporter", "levitator", "stalker", "burrower"}
ACTIVATED = {"climber", "dismount", "invisible", "levitator", "stalker", "teleporter", "were-creature"}
AIRBORNE_ACTIVATED = {"dismount", "invisible", "were-creature"}  # what remains of these in a pass
WITHOUT_TARGET = {"area-of-effect", "duration", "change-weather", "illuminate", "summon"}
CONTRADICTIONS = (
    ("airborne", ("sniper", "stampede", "waterborne", "weapon-team")),
    ("drifter", ("stampede", "weapon-team")),
    ("uncontrollable", ("fearless", "airborne", "drifter", "stampede")),
    ("waterborne", ("burrower",)),
)
NEVER_WOUNDED = {"regenerator", "hard-as-nails", "amorphous", "construct"}
BASES = {1: (15, 20), 2: (25, 30), 3: (35, 45), 4: (50, 60), 5: (61, 10**9)}
ONE_KIND_RULES = {"airborne": "P-52", "drifter": "P-65", "invisible": "P-70", "were-creature": "P-76"}
DEFAULT_KINDS = {"airborne": {"kind": "fast"}}


class LevelAndRule(NamedTuple):
    """A finding: its level and the id of its rule."""

    level: str
    code: str


class ProfileSheet:
    """A profile, as its player reads it from the sheet."""

    def __init__(self, company: PricedCompany, key: str) -> None:
        self.company, self.key = company, key
        self.design: Json = company.designs[key]
        self.attributes: Json = self.design.get("attributes", {})
        self.properties: list[Json] = self.design.get("properties") or []
        self.spells: list[Json] = self.design.get("spells") or []
        self.guns: list[Json] = self.design.get("shooting_weapons") or []
        self.combat_weapon: Json = self.design.get("combat_weapon") or {}
        self.has = {pick["code"] for pick in self.properties}
        self.spell_codes = [pick["code"] for pick in self.spells]
        size = self.design.get("size")
        self.size: int = 2 if size is None else size

    def value(self, code: str) -> int:
        """Return an attribute as it counts: a blank is 0, or 12 for armour."""
        value = self.attributes.get(code)
        return (12 if code == "arm" else 0) if value is None else value

    def is_zero(self, code: str) -> bool:
        """Return whether the player entered 0."""
        return self.attributes.get(code) == 0

    def is_out_of_bounds(self, code: str, low: int, high: int) -> bool:
        """Return whether the player entered a value out of bounds, other than 0."""
        value = self.attributes.get(code)
        return value is not None and value != 0 and not low <= value <= high

    def has_any(self, *codes: str) -> bool:
        """Return whether it has one of these properties."""
        return not self.has.isdisjoint(codes)

    def picks(self, code: str) -> list[Json]:
        """Return all picks of one property or spell."""
        return [pick for pick in (*self.properties, *self.spells) if pick["code"] == code]

    def lacks_parameter(self, code: str, parameter: str) -> bool:
        """Whether the property is picked without this parameter."""
        return any(pick.get(parameter) in (None, "", []) for pick in self.picks(code))

    def names_missing_profile(self, code: str, parameter: str) -> bool:
        """Whether the property names a profile that is not in the list."""
        for pick in self.picks(code):
            named = pick.get(parameter) or []
            if any(key not in self.company.designs for key in ([named] if isinstance(named, str) else named)):
                return True
        return False

    def names_unpriced_profile(self, code: str, parameter: str, *, without_die: bool) -> bool:
        """Whether it names a profile outside its own cycle that has no price."""
        for pick in self.picks(code):
            named = pick.get(parameter) or []
            for key in [named] if isinstance(named, str) else named:
                outside = key in self.company.designs and key not in self.company.cycle(self.key)
                if outside and self.company.points(key, without_die=without_die) is None:
                    return True
        return False

    def weapons(self) -> Iterator[tuple[bool, list[str], Json]]:
        """Return each weapon: whether it shoots, its codes, and its JSON."""
        if self.design.get("combat_weapon"):
            yield False, self.combat_weapon.get("properties") or [], self.combat_weapon
        for gun in self.guns:
            yield True, gun.get("properties") or [], gun

    def any_weapon(self, test: Callable[[bool, set[str]], bool]) -> bool:
        """Return whether the test is true for one of the weapons."""
        return any(test(shoots, set(codes)) for shoots, codes, _ in self.weapons())

    def has_combat_weapon(self) -> bool:
        """Whether the combat weapon is more than Basic."""
        return bool(set(self.combat_weapon.get("properties") or []) - {"B"})

    def only_weapon(self) -> set[str]:
        """Return the codes of the weapon, if there is only one."""
        if len(self.guns) + self.has_combat_weapon() != 1:
            return set()
        weapon = self.guns[0] if self.guns else self.combat_weapon
        return set(weapon.get("properties") or [])

    def has_two_levels(self, codes: list[str]) -> bool:
        """Whether a weapon has a property twice, or two levels of one."""
        families = [{c for c in codes if c.startswith(f) and c[2:].isdigit()} for f in ("AP", "FF", "LA")]
        return len(codes) != len(set(codes)) or any(len(family) > 1 for family in families)

    def has_negative_weapon(self) -> bool:
        """Return whether the sum of a weapon is below 0."""
        for shoots, _, weapon in self.weapons():
            points = [line.points for line in weapon_rows(weapon, ranged=shoots)]
            if None not in points and sum(p for p in points if p is not None) < 0:
                return True
        return False

    def repeated_properties(self) -> Iterator[LevelAndRule]:
        """Return properties that are picked twice; for some of them only two kinds count."""
        for code in self.has:
            picks = [{**DEFAULT_KINDS.get(code, {}), **pick} for pick in self.picks_of(code)]
            different = [pick for index, pick in enumerate(picks) if pick not in picks[:index]]
            if code in ONE_KIND_RULES and len(different) > 1:
                yield LevelAndRule("error", ONE_KIND_RULES[code])
            if len(picks) > (len(different) if code in ONE_KIND_RULES else 1):
                yield LevelAndRule("error", "P-50")

    def picks_of(self, code: str) -> list[Json]:
        """Return all picks of one model property."""
        return [pick for pick in self.properties if pick["code"] == code]

    def base_fits(self) -> bool:
        """Return whether the recorded base width fits the Size."""
        width = self.design.get("base_mm")
        if width is None or self.size not in BASES:
            return True
        low, high = BASES[self.size]
        return bool(low <= width <= high)

    def cannot_move(self) -> bool:
        """Return whether Mov is 0 and no property moves it."""
        return self.is_zero("mov") and not self.has_any(*MOVEMENT_PROPERTIES)

    def needs_no_activations(self) -> bool:
        """Return whether it moves and shoots without activations, and has no other use for them."""
        if self.value("mgc") != 0:
            return False
        if "airborne" in self.has:
            return not self.has_any(*AIRBORNE_ACTIVATED)
        moved = "stampede" in self.has or ("drifter" in self.has and not self.guns)
        return moved and not self.has_any(*ACTIVATED)

    def leads(self) -> bool:
        """Whether it has a Command Die."""
        return bool(self.design.get("command_die"))

    def points(self) -> int | None:
        """Return the total."""
        return self.company.points(self.key)


def has_bad_foot_profile(sheet: ProfileSheet) -> bool:
    """Return whether C-26 is broken: a free foot profile costs more, is mounted, or has a Command Die."""
    for pick in sheet.picks("dismount"):
        foot = sheet.company.designs.get(pick.get("profile", ""))
        if foot is None or pick["profile"] == sheet.key:
            continue
        own = sheet.company.points(sheet.key, without_die=True)
        other = sheet.company.points(pick["profile"], without_die=True)
        more_expensive = own is not None and other is not None and other > own
        mounted = any(p["code"] == "mounted" for p in foot.get("properties") or [])
        die = foot.get("command_die")
        if more_expensive or mounted or (die and die != sheet.design.get("command_die")):
            return True
    return False


def refers_to_leader(sheet: ProfileSheet) -> bool:
    """Return whether C-27 is broken: a summoned creature or another form is a leader."""
    named = [pick.get("profile") for pick in (*sheet.picks("summon"), *sheet.picks("transmutation"))]
    return any((sheet.company.designs.get(key or "") or {}).get("command_die") for key in named)


def masters(sheet: ProfileSheet) -> list[Json]:
    """Return the designs of the masters that a familiar names."""
    named = [pick.get("profile") for pick in sheet.picks("familiar")]
    return [sheet.company.designs[m] for m in named if m in sheet.company.designs and m != sheet.key]


def is_sorcerer(design: Json) -> bool:
    """Return whether it has Mgc, with or without spells (C-44)."""
    return bool((design.get("attributes") or {}).get("mgc"))


def repeats_a_spell(sheet: ProfileSheet) -> bool:
    """Return whether P-92 is broken: a spell is picked twice; Transmutations only with the same profile."""
    for spell in sheet.spells:
        twice = [other for other in sheet.spells if other["code"] == spell["code"]]
        if spell["code"] == "transmutation":
            known = spell.get("profile") in sheet.company.designs
            twice = [other for other in twice if known and other.get("profile") == spell["profile"]]
        if len(twice) > 1 and spell["code"] != "summon":
            return True
    return False


def shapes_nothing(sheet: ProfileSheet) -> bool:
    """Return whether P-94 is broken: an area or duration without a spell that it changes."""
    codes = set(sheet.spell_codes)
    return bool(codes) and (
        codes <= {"area-of-effect", "duration"} or ("area-of-effect" in codes and codes <= WITHOUT_TARGET)
    )


def has_a_late_drawback(sheet: ProfileSheet) -> bool:
    """Return whether P-31 applies: a drawback after the first attack, while moving, or on a natural 1."""
    if sheet.any_weapon(lambda _, c: "LA1" in c and bool(c & {"SR", "U"})):
        return True
    if "one-shot-wonder" in sheet.has and sheet.only_weapon() & (AMMO | {"PM", "SR", "U"}):
        return True
    if "swarm" in sheet.has and sheet.any_weapon(lambda _, c: bool(c & {"PM", "U"})):
        return True
    slow = sheet.any_weapon(lambda _, c: "SR" in c)
    slow_gun = sheet.any_weapon(lambda gun, c: gun and "SR" in c)
    return (slow and sheet.cannot_move()) or (slow_gun and "weapon-team" in sheet.has)


def has_a_free_flaw(sheet: ProfileSheet) -> bool:
    """Return whether P-87 applies: a drawback without effect, because of another property or value."""
    dim, undead = "dim-witted" in sheet.has, "undead" in sheet.has
    sure = sheet.attributes.get("tds") == 1 and "creature-of-darkness" not in sheet.has
    return (
        (dim and (undead or sure))
        or (sheet.has_any("dim-witted", "clumsy") and sheet.needs_no_activations())
        or ("wind-dependent" in sheet.has and ("airborne" in sheet.has or sheet.cannot_move()))
        or ("creature-of-darkness" in sheet.has and undead and sheet.is_zero("fgt"))
        or (
            "one-shot-wonder" in sheet.has
            and "airborne" in sheet.has
            and not sheet.guns
            and not sheet.value("mgc")
        )
    )


def fails_its_own_check(sheet: ProfileSheet) -> bool:
    """Return whether P-14 applies: Tds 0, and a property that needs a Tds check."""
    controlled = any(pick.get("kind") == "controlled" for pick in sheet.picks("were-creature"))
    return sheet.is_zero("tds") and "undead" not in sheet.has and ("dim-witted" in sheet.has or controlled)


def repeats_a_form(sheet: ProfileSheet) -> bool:
    """Return whether C-08 is broken: a Were-Creature names a form twice."""
    named = [pick.get("forms") or [] for pick in sheet.picks("were-creature")]
    return any(len(set(forms)) < len(forms) for forms in named)


def has_nothing_to_work_on(sheet: ProfileSheet) -> bool:
    """Return whether P-86 applies: rough-terrain properties of a model that doesn't walk, or Accurate without
    use.
    """
    walks = not sheet.is_zero("mov") or sheet.has_any("drifter", "airborne")
    return (sheet.has_any(*GROUND_MOVES) and not walks) or ("accurate" in sheet.has and sheet.size == 1)


def is_redundant(sheet: ProfileSheet) -> bool:
    """Return whether P-77 applies: a property has no effect because of another."""
    return (
        has_pair(sheet, "supernatural", *NEVER_WOUNDED)
        or has_pair(sheet, "amorphous", "construct")
        or has_pair(sheet, "undead", "fearless", "companion")
        or has_pair(sheet, "sniper", "companion", "stalker", "burrower")
        or has_pair(sheet, "darksight", "night-vision")
        or has_pair(sheet, "aethereal", *GROUND_MOVES)
        or has_pair(sheet, "waterborne", "scout", "climber")
    )


def has_bad_team(sheet: ProfileSheet) -> bool:
    """Return whether P-75 is broken: N must be at least 1 and smaller than the Size of the base."""
    sizes = [pick.get("size") for pick in sheet.picks("team")]
    return any(size is None or not 1 <= size < max(sheet.size, 1) for size in sizes)


def is_fast_amorphous(sheet: ProfileSheet) -> bool:
    """Return whether P-56 is broken: a flying Mov above 4, or a drifting die above d4."""
    flying = any((pick.get("mov") or 0) > 4 for pick in sheet.picks("flier"))
    drifting = any(pick.get("die") not in (None, "d4") for pick in sheet.picks("drifter"))
    return "amorphous" in sheet.has and (flying or drifting)


def lacks_attributes(sheet: ProfileSheet) -> bool:
    """Return whether P-01 is broken: a required attribute is blank; a Drifter has no Mov (P-64)."""
    needed = [code for code in REQUIRED_ATTRIBUTES if not (code == "mov" and "drifter" in sheet.has)]
    return any(sheet.attributes.get(code) is None for code in needed)


def has_bad_capacity(sheet: ProfileSheet) -> bool:
    """Return whether P-59 is broken: N must be at least 1, S from 1 to 5."""
    return any(
        (pick.get("models") or 0) < 1 or not 1 <= (pick.get("size") or 0) <= 5
        for pick in sheet.picks("capacity")
    )


def has_pair(sheet: ProfileSheet, text: str, *others: str) -> bool:
    """Return a test whether a design has a property and one of some others."""
    return text in sheet.has and sheet.has_any(*others)


RuleTest = Callable[[ProfileSheet], bool]
MOVEMENT_PROPERTIES = ("flier", "drifter", "teleporter", "airborne")
REQUIRED_ATTRIBUTES = ("mov", "fgt", "shg", "tds", "cow")
REFERENCES = (
    ("P-63", "error", "dismount", "profile"),
    ("P-76", "error", "were-creature", "forms"),
    ("P-95", "error", "summon", "profile"),
    ("P-96", "error", "transmutation", "profile"),
    ("P-60", "warning", "companion", "profile"),
)

RULES: tuple[tuple[str, str, RuleTest], ...] = (
    ("P-01", "error", lacks_attributes),
    ("P-03", "error", lambda s: s.is_out_of_bounds("mov", 0, 12)),
    ("P-04", "error", lambda s: s.is_out_of_bounds("fgt", 1, 11)),
    ("P-05", "error", lambda s: s.is_out_of_bounds("shg", 1, 11)),
    ("P-06", "error", lambda s: s.is_out_of_bounds("tds", 1, 11)),
    ("P-07", "error", lambda s: s.is_out_of_bounds("cow", 1, 11)),
    ("P-08", "error", lambda s: s.is_out_of_bounds("arm", 2, 12)),
    ("P-08", "warning", lambda s: s.is_zero("arm")),
    ("P-09", "error", lambda s: s.is_out_of_bounds("ssv", 2, 11)),
    ("P-09", "warning", lambda s: s.is_zero("ssv")),
    (
        "P-10", "error",
        lambda s: s.is_out_of_bounds("mgc", 1, 11) or (s.value("mgc") > 0 and not s.design.get("magic")),
    ),
    ("P-11", "error", lambda s: s.size not in BASES),
    ("P-12", "error", lambda s: not s.base_fits()),
    ("P-12", "note", lambda s: s.size == 5 and s.design.get("base_mm") is None),
    ("P-13", "error", lambda s: s.design.get("command_die") not in (None, "d6", "d8", "d10")),
    ("P-10", "warning", lambda s: bool(s.design.get("magic")) and s.value("mgc") == 0 and not s.spells),
    ("P-14", "warning", lambda s: (s.is_zero("tds") or s.is_zero("cow")) and "undead" not in s.has),
    ("P-14", "warning", fails_its_own_check),
    ("P-15", "warning", lambda s: s.value("shg") > 0 and not s.guns and "stampede" not in s.has),
    ("P-16", "note", lambda s: s.value("shg") == 0 and bool(s.guns)),
    ("P-17", "note", lambda s: s.is_zero("mov") and not s.has_any(*MOVEMENT_PROPERTIES)),
    ("P-21", "error", lambda s: len(s.guns) > (4 if "vehicle" in s.has else 2)),
    ("P-22", "error", lambda s: any(not 1 <= (gun.get("range") or 0) <= 12 for gun in s.guns)),
    ("P-23", "error", lambda s: s.combat_weapon.get("range") is not None),
    ("P-24", "error", lambda s: s.any_weapon(lambda shoots, c: shoots and bool(c & COMBAT_ONLY))),
    ("P-25", "error", lambda s: s.any_weapon(lambda shoots, c: not shoots and bool(c & SHOOTING_ONLY))),
    ("P-26", "error", lambda s: s.any_weapon(lambda _, c: len(c & BLASTS) > 1)),
    ("P-27", "error", lambda s: s.any_weapon(lambda _, c: "S" in c and bool(c & BLASTS))),
    ("P-28", "error", lambda s: s.any_weapon(lambda _, c: "O" in c and not c & (BLASTS | {"S"}))),
    ("P-29", "error", lambda s: any(s.has_two_levels(codes) for _, codes, _ in s.weapons())),
    (
        "P-30", "note",
        lambda s: s.any_weapon(lambda gun, c: not gun and "B" in c and bool(c - SHOOTING_ONLY - {"B"})),
    ),
    ("P-31", "warning", has_a_late_drawback),
    ("P-32", "warning", lambda s: s.has_negative_weapon()),
    ("P-33", "note", lambda s: s.any_weapon(lambda _, c: "G" in c)),
    (
        "P-34",
        "note",
        lambda s: s.any_weapon(
            lambda gun, c: ("S" in c and bool(c & (FAST | {"I"}))) or (gun and "F" in c and "S" not in c)
        ),
    ),
    (
        "P-35",
        "error",
        lambda s: s.any_weapon(lambda _, c: any(b[2:] and f"FF{b[2:]}" not in c for b in c & BLASTS)),
    ),
    ("P-36", "note", lambda s: s.any_weapon(lambda gun, c: not gun and bool(c & (AMMO | {"SR"})))),
    (
        "P-37", "warning",
        lambda s: "swarm" in s.has and s.any_weapon(lambda _, c: bool(c & {"AP4", "AP8", "AP12"})),
    ),
    ("P-41", "error", lambda s: s.design.get("shield_property") in PAID_ARMOUR and s.value("ssv") == 0),
    ("P-42", "warning", lambda s: s.design.get("armour_property") in PAID_ARMOUR and s.value("arm") >= 12),
    ("P-43", "note", lambda s: s.value("ssv") in (2, 3, 4)),
    ("P-44", "note", lambda s: s.design.get("armour_property") == "H" and 1 <= s.value("arm") <= 5),
    (
        "P-51", "warning",
        lambda s: "airborne" in s.has and (s.value("mov") > 0 or s.has_any("flier", "drifter")),
    ),
    (
        "P-53", "warning",
        lambda s: "airborne" in s.has and (s.has_combat_weapon() or s.has_any(*USELESS_IN_THE_AIR)),
    ),
    (
        "P-54",
        "error",
        lambda s: (
            "amorphous" in s.has
            and (1 <= s.value("arm") <= 11 or s.design.get("armour_property") in PAID_ARMOUR)
        ),
    ),
    ("P-55", "error", lambda s: "amorphous" in s.has and s.value("mov") > 4),
    ("P-56", "warning", is_fast_amorphous),
    ("P-57", "warning", lambda s: "amorphous" in s.has and s.value("ssv") > 0),
    (
        "P-58",
        "warning",
        lambda s: (
            has_pair(s, "aquatic", "swimmer", "waterborne") or has_pair(s, "waterborne", "swimmer", "flier")
        ),
    ),
    ("P-59", "error", has_bad_capacity),
    ("P-61", "note", lambda s: s.has_any("undead", "construct") and not s.leads()),
    ("P-62", "error", lambda s: "dismount" in s.has and "mounted" not in s.has),
    ("P-64", "error", lambda s: "drifter" in s.has and s.value("mov") > 0),
    ("P-65", "error", lambda s: s.lacks_parameter("drifter", "die")),
    ("P-66", "warning", lambda s: has_pair(s, "drifter", "flier")),
    (
        "P-67", "warning",
        lambda s: has_pair(s, "drilled", "airborne", "drifter", "sniper", "stampede", "weapon-team"),
    ),
    ("P-68", "error", lambda s: any(p.get("profile") == s.key for p in s.picks("familiar"))),
    (
        "P-68",
        "warning",
        lambda s: (
            s.names_missing_profile("familiar", "profile") or not all(is_sorcerer(m) for m in masters(s))
        ),
    ),
    ("P-68", "note", lambda s: "familiar" in s.has and bool(s.spells)),
    ("P-69", "error", lambda s: any(not 1 <= (p.get("mov") or 0) <= 12 for p in s.picks("flier"))),
    ("P-70", "error", lambda s: any(not p.get("kind") for p in s.picks_of("invisible"))),
    ("P-71", "warning", lambda s: s.lacks_parameter("one-shot-wonder", "attack")),
    (
        "P-72", "warning",
        lambda s: s.has_any("accurate", "sniper", "weapon-team") and not s.guns and "stampede" not in s.has,
    ),
    ("P-73", "error", lambda s: "stampede" in s.has and bool(s.guns)),
    (
        "P-73",
        "warning",
        lambda s: (
            "stampede" in s.has
            and (
                s.value("shg") > 0
                or "R" in (s.combat_weapon.get("properties") or [])
                or s.has_any("accurate", "sniper", "weapon-team")
            )
        ),
    ),
    ("P-74", "error", lambda s: {"swarm", "flier"} <= s.has and "wind-dependent" not in s.has),
    ("P-75", "error", has_bad_team),
    (
        "P-76", "error",
        lambda s: s.lacks_parameter("were-creature", "kind") or s.lacks_parameter("were-creature", "forms"),
    ),
    ("P-77", "warning", is_redundant),
    ("P-77", "note", lambda s: has_pair(s, "swarm", *NEVER_WOUNDED, "vehicle")),
    ("P-77", "note", lambda s: {"supernatural", "vehicle"} <= s.has),
    ("P-78", "warning", lambda s: "giantslayer" in s.has and s.size >= 5),
    ("P-79", "note", lambda s: "teleporter" in s.has and "undead" not in s.has),
    (
        "P-80", "note",
        lambda s: "undead" in s.has and not s.leads() and (s.value("tds") > 0 or s.value("cow") > 0),
    ),
    ("P-81", "note", lambda s: "mounted" in s.has),
    (
        "P-82", "warning",
        lambda s: s.has_any("ensign", "musician") and s.has_any("airborne", "sniper", "drifter", "stampede"),
    ),
    ("P-83", "note", lambda s: s.has_any("wind-dependent", "waterborne")),
    ("P-84", "note", lambda s: s.has_any("aethereal", "supernatural")),
    ("P-85", "warning", lambda s: has_pair(s, "airborne", *GROUND_MOVES, *ARRIVALS)),
    ("P-86", "warning", has_nothing_to_work_on),
    ("P-86", "note", lambda s: "berserker" in s.has and s.is_zero("fgt")),
    ("P-87", "warning", has_a_free_flaw),
    ("P-88", "warning", lambda s: any(has_pair(s, item, *others) for item, others in CONTRADICTIONS)),
    ("P-90", "error", lambda s: bool(s.spells) and s.value("mgc") < 1),
    ("P-91", "note", lambda s: not s.spells and s.value("mgc") > 0),
    ("P-92", "warning", repeats_a_spell),
    (
        "P-93",
        "error",
        lambda s: any(p.get("area") not in ("greater", "lesser") for p in s.picks("area-of-effect")),
    ),
    ("P-94", "warning", shapes_nothing),
    ("P-97", "error", lambda s: s.company.in_cycle(s.key)),
    ("P-99", "note", lambda s: bool(s.spells)),
    ("C-08", "warning", repeats_a_form),
    ("C-10", "warning", lambda s: (s.points() or 0) < 0),
    ("C-26", "warning", has_bad_foot_profile),
    ("C-27", "warning", refers_to_leader),
    ("C-44", "note", lambda s: any(is_sorcerer(m) and not m.get("spells") for m in masters(s))),
    *(
        (rule, level, lambda s, c=code, p=part: s.lacks_parameter(c, p) or s.names_missing_profile(c, p))
        for rule, level, code, part in REFERENCES
    ),
    ("P-63", "error", lambda s: any(p.get("profile") == s.key for p in s.picks("dismount"))),
    ("P-76", "error", lambda s: s.names_unpriced_profile("were-creature", "forms", without_die=True)),
    ("P-95", "error", lambda s: s.names_unpriced_profile("summon", "profile", without_die=False)),
    ("P-96", "error", lambda s: s.names_unpriced_profile("transmutation", "profile", without_die=False)),
)  # fmt: skip


def broken_rules(company: PricedCompany, key: str) -> set[LevelAndRule]:
    """Return all rules that have a finding for a profile, with their levels."""
    sheet = ProfileSheet(company, key)
    return {LevelAndRule(level, rule) for rule, level, broken in RULES if broken(sheet)} | set(
        sheet.repeated_properties()
    )
