"""An independent calculation of Zapp! Thou Art Slain: Universal Values, calculated numbers, and broken rules.

It reads the interchange document as plain JSON and a transcription of the text's tables. It shares no code
with ``builder``. The golden examples were made with it, and random lists are compared with it.
"""

import json
from collections.abc import Callable
from math import ceil, floor
from pathlib import Path
from typing import Any, NamedTuple

Json = dict[str, Any]
Verdict = tuple[str, str]

TABLES: Json = json.loads(
    (Path(__file__).parents[2] / "golden" / "zapp" / "tables.json").read_text(encoding="utf-8")
)
TROOPS = {"people", "size", "undead", "tough_skin", "shields", "armour", "heavy", "champion", "general"}
PERSON = {"arm", "flying", "weapons", "general"}
HAS: dict[str, set[str]] = {
    "unit": {*TROOPS, "figures", "bases", "rounding", "arm", "flying", "order", "weapons"},
    "monster": {*TROOPS - {"people", "size"}, "models", "monster_bases", "flying", "weapons"},
    "artillery": {*TROOPS, "models", "artillery", "crew", "rounding"},
    "hero": PERSON,
    "wizard": {*PERSON, "wizard_rolled", "wizard_spells"},
    "cleric": {*PERSON, "cleric_rolled", "cleric_spells"},
    "summoned": {"creature", "monster_bases"},
}
CHARACTERS = ("hero", "wizard", "cleric")
# A value that means the same as none. A kind that can't have the field doesn't report it.
PLAIN = {
    "rounding": "down", "monster_bases": "one", "people": "civilised", "size": "human", "arm": "infantry",
    "models": 1,
}  # fmt: skip


class Row(NamedTuple):
    """A line of the Universal Value; ``share`` is the divisor of the number."""

    code: str
    base: int | None
    share: int
    points: int | None


class Body:
    """A profile, as its player reads it from the sheet."""

    def __init__(self, design: Json) -> None:
        self.kind: str = design.get("kind") or "unit"
        own = HAS[self.kind]
        self.strange = {
            name: design[name]
            for name in {*design} - own - {"kind"}
            if design[name] and design[name] != PLAIN.get(name)
        }
        self.of: Json = {name: value for name, value in design.items() if name in own and value is not None}
        self.weapons = [pick["code"] for pick in self.of.get("weapons", [])]
        self.pieces = [pick["code"] for pick in self.of.get("artillery", [])]
        self.spells = [pick["code"] for pick in self.of.get(f"{self.kind}_spells", [])]
        self.models: int = self.of.get("models", 1)
        self.is_large = self.kind == "monster" or self.of.get("creature") == "forest"
        self.is_floating = self.of.get("creature") == "weapon"
        self.rides = self.of.get("arm") == "cavalry"
        self.is_undead = bool(self.of.get("undead"))
        self.is_light = self.of.get("order") == "skirmish"
        chosen, armour = self.of.get("heavy"), self.of.get("armour")
        self.is_heavy = chosen == "yes" or (chosen is None and armour == "plate")

    # -------------------------------------------------------------- the Universal Value

    def each(self) -> int:
        """Return the figures of a base."""
        if self.rides:
            return int(TABLES["figures_a_base"]["cavalry"])
        people = "undead" if self.is_undead else self.of.get("people", "civilised")
        return int(TABLES["figures_a_base"][people])

    def counted(self) -> tuple[str, int | None, int] | None:
        """Return the field that decides the number of bases, its number, and how many of it fill a base."""
        if self.kind == "unit":
            if "bases" in self.of:
                return "bases", self.of["bases"], 1
            return "figures", self.of.get("figures"), self.each()
        if self.kind == "artillery":
            return "crew", self.of.get("crew"), self.each()
        if self.is_large and self.of.get("monster_bases") != "none":
            return "models", self.models, 1
        return None

    def bases(self) -> int | None:
        """Return the number of complete bases; None if there are none."""
        counted = self.counted()
        if counted is None or counted[1] is None:
            return None
        exact = counted[1] / counted[2]
        rounded = ceil(exact) if self.of.get("rounding") == "up" else floor(exact)
        return rounded if rounded > 0 else None

    def has_no_crew(self) -> bool:
        """Return whether these are pieces without a crew."""
        return self.kind == "artillery" and not self.of.get("crew")

    def rows(self) -> list[Row]:
        """Return the lines of the Universal Value."""
        if self.kind in CHARACTERS:
            printed = TABLES["characters"][self.kind]
            # A blank kind is a unit, so a character's kind is always given.
            return [Row("kind", printed, 1, printed)]
        rows = []
        if counted := self.counted():
            rows.append(Row("bases", counted[1], counted[2], self.bases()))
            if self.bases() is None:
                return rows
        modifiers = (
            ("kind", TABLES["monster"] if self.kind == "monster" else 0),
            ("size", TABLES["size"][self.of.get("size", "human")]),
            ("arm", TABLES["cavalry"] if self.rides else 0),
            ("undead", TABLES["undead"] if self.is_undead else 0),
            ("tough_skin", TABLES["tough_skin"] if self.of.get("tough_skin") else 0),
            ("shields", TABLES["shields"] if self.of.get("shields") else 0),
            ("armour", TABLES["armour"].get(self.of.get("armour"), 0)),
            ("champion", TABLES["champion"] if self.of.get("champion") else 0),
            ("creature", TABLES["animated_weapon"] if self.is_floating else TABLES["monster"] if self.is_large
             and self.kind == "summoned" else 0),
        )  # fmt: skip
        return [*rows, *(Row(code, number, 1, number) for code, number in modifiers if number)]

    def uv(self) -> int | None:
        """Return the Universal Value; None if bases are missing."""
        numbers = [row.points for row in self.rows()]
        return None if None in numbers else sum(number or 0 for number in numbers)

    def least_uv(self) -> int:
        """Return the sum of the lines that have a number."""
        uv = self.uv()
        return max(0, sum(row.points or 0 for row in self.rows())) if uv is None else uv

    def strength(self) -> int | None:
        """Return the sum, if there are lines."""
        return self.uv() if self.rows() else None

    # -------------------------------------------------------------- what is worked out

    def values(self) -> dict[str, int | None]:
        """Return all calculated numbers by code, without those that the kind doesn't have."""
        uv = self.strength()
        shot = self.shot()
        result: dict[str, int | None] = {
            "miniatures": self.miniatures(),
            "uv": uv,
            "shaken": None if self.is_undead or self.is_floating else share(uv, "shaken"),
            "removed": share(uv, "removed_undead" if self.is_undead else "removed"),
            "move_dice": self.move_dice(),
            "thrown_again": self.thrown_again() or None,
            "turning": self.turning(),
            "woods": self.woods(),
            "shooting_dice": shot[0] if shot else None,
            "short_range": shot[2] if shot else None,
            "long_range": shot[1] if shot else None,
            "hit_on": TABLES["hit_on"]["heavy" if self.is_heavy or "pavise" in self.weapons else "others"],
        }
        melee = self.melee()
        if self.kind not in CHARACTERS:
            result["base_count"] = self.bases()
        if self.kind != "artillery":
            result["melee_dice"] = melee
        if self.kind in ("unit", *CHARACTERS):
            charges = melee is not None and "lance" in self.weapons and self.rides
            result["charge_dice"] = (
                melee + TABLES["melee"]["lance"] if charges and melee is not None else None
            )
        if self.kind in ("monster", "hero", "summoned"):
            again = self.is_large or self.kind == "hero"
            result["melee_again"] = TABLES["melee_again"] if again else None
        return result

    def miniatures(self) -> int | None:
        """Return the number of figures and models to bring. If they weren't entered, the bases decide it."""
        number = 1
        if self.kind == "unit":
            number = self.of.get("figures", self.of.get("bases", 0) * self.each())
        elif self.kind in ("monster", "artillery"):
            number = self.models + (self.of.get("crew") or 0)
        return number or None

    def is_nothing_yet(self) -> bool:
        """Return whether something is summoned without saying what."""
        return self.kind == "summoned" and "creature" not in self.of

    def move_dice(self) -> int | None:
        """Return the dice of a move; None if it never moves."""
        if self.kind == "artillery" or self.is_floating or self.is_nothing_yet():
            return None
        how = (
            "monster" if self.is_large
            else "cavalry" if self.rides
            else "flying" if self.of.get("flying")
            else "infantry"
        )  # fmt: skip
        return int(TABLES["move_dice"][how])

    def thrown_again(self) -> int:
        """Return which dice can be rerolled: 1 the highest, 2 the lowest, 3 both, 0 none."""
        if self.kind in ("artillery", *CHARACTERS) or self.is_floating:
            return 0
        highest = self.is_large or self.is_undead or self.is_heavy
        return (1 if highest else 0) + (2 if self.is_light else 0)

    def turning(self) -> int | None:
        """Return the degrees of a turn; 0 if it only drifts."""
        if self.is_floating or self.is_nothing_yet():
            return None
        limits = TABLES["turning"]
        if self.is_large or (self.kind == "unit" and (self.bases() or 0) > limits["most_bases"]):
            return 0
        return int(limits["light" if self.is_light else "wheel"])

    def woods(self) -> int | None:
        """Return the dice of a move in woods; None if it can't enter."""
        walks = self.kind in ("unit", *CHARACTERS) and not self.rides
        return 1 if walks and "pike" not in self.weapons else None

    def shot(self) -> tuple[int, int, int] | None:
        """Return dice, long range and short range of the missile weapon with the most dice."""
        uv = self.strength()
        shots = []
        for code in (*self.weapons, *self.pieces):
            missile = TABLES["missiles"].get(code)
            if missile and "dice" in missile:
                number = self.models if self.kind in ("monster", "artillery") else 1
                shots.append((missile["dice"] * number, missile["long"], missile["short"]))
            elif missile and uv is not None:
                shots.append((uv + missile["more"], missile["long"], missile["short"]))
        return max(shots, default=None)

    def melee(self) -> int | None:
        """Return the dice in melee, with the bonus of its weapons and formation."""
        uv = self.strength()
        if uv is None:
            return None
        summoned = [*self.weapons, self.of.get("order")]
        more = [
            TABLES["melee"][code]
            for code in ("pike", "bill", "close", "skirmish")
            for b in summoned
            if b == code
        ]
        return uv + sum(map(int, more))


def share(uv: int | None, of: str) -> int | None:
    """Return a share of the UV, rounded up; None if there is no UV."""
    return -(-uv * TABLES["percent"][of] // 100) if uv else None


# ------------------------------------------------------------------ rules


def entered_too_low(body: Body) -> bool:
    """P-01: the number is missing or below 1. A crew can be 0."""
    if body.kind in ("monster", "artillery") and body.models < 1:
        return True
    counted = body.counted()
    if counted is None or counted[0] == "models":
        return False
    part, number, _ = counted
    if number is None:
        return part == "figures"
    return bool(number < (0 if part == "crew" else 1))


def makes_no_base(body: Body) -> bool:
    """P-02: there are figures, but not one complete base."""
    counted = body.counted()
    return bool(counted and counted[1] and counted[1] > 0 and body.bases() is None)


def leaves_some_over(body: Body) -> bool:
    """P-03: figures don't fill the last base."""
    counted, bases = body.counted(), body.bases()
    return bool(
        counted
        and counted[1]
        and bases
        and body.of.get("rounding") != "up"
        and counted[1] > bases * counted[2]
    )


def is_too_weak(body: Body) -> bool:
    """P-04: the unit is removed before the game begins."""
    uv = body.strength()
    return body.bases() is not None and uv is not None and uv <= 1


def spells_not_rolled(body: Body) -> bool:
    """P-20: a number that the dice can't give, or more spells than were rolled."""
    if body.kind not in TABLES["spells_rolled"]:
        return False
    low, high = TABLES["spells_rolled"][body.kind]
    rolled = body.of.get(f"{body.kind}_rolled")
    if rolled is None:
        return bool(len(body.spells) > high)
    return bool(not low <= rolled <= high or len(body.spells) > rolled)


def spells_left(body: Body) -> bool:
    """P-23: fewer spells than were rolled, if the dice can give the number."""
    if body.kind not in TABLES["spells_rolled"]:
        return False
    low, high = TABLES["spells_rolled"][body.kind]
    rolled = body.of.get(f"{body.kind}_rolled")
    return rolled is not None and low <= rolled <= high and len(body.spells) < rolled


def takes_one_often(body: Body) -> bool:
    """P-21, P-22: one spell more than three times."""
    return any(body.spells.count(code) > TABLES["same_spell"] for code in body.spells)


def counts_twice(body: Body) -> bool:
    """C-26: the numbers of figures and bases differ."""
    if body.kind != "unit" or "bases" not in body.of or "figures" not in body.of:
        return False
    return bool(body.of["figures"] // body.each() != body.of["bases"])


def adds_to_a_character(body: Body) -> bool:
    """P-18: a character has modifiers for troops. Those that a monster can't have break no rule."""
    if body.kind == "summoned":
        return False
    size = body.kind != "monster" and body.strange.get("size") in ("smaller", "larger")
    return size or not {"undead", "tough_skin", "shields", "armour"}.isdisjoint(body.strange)


def keeps_what_its_kind_lacks(body: Body) -> bool:
    """P-27: a field that the kind can't have, and that no other rule forbids."""
    forbidden = {"champion", "wizard_spells", "cleric_spells"}
    if body.kind != "summoned":
        forbidden |= {"undead", "tough_skin", "shields", "armour"}
        forbidden |= {"size"} if body.kind != "monster" else set()
    return not set(body.strange) <= forbidden


def repeats(codes: list[str]) -> bool:
    return len(set(codes)) < len(codes)


SUMMONS = {"animate-forest", "animate-weapon", "call-to-the-dead"}
AGAINST_SOME = {
    "get-thee-to-hell", "blessed-aura", "spirit-duel", "finger-of-god", "so-perish-all-witches",
}  # fmt: skip
RULES: tuple[tuple[str, str, Callable[[Body], bool]], ...] = (
    ("error", "P-01", entered_too_low),
    ("error", "P-02", makes_no_base),
    ("note", "P-03", leaves_some_over),
    ("error", "P-04", is_too_weak),
    ("error", "P-07", lambda b: b.is_light and "armour" in b.of),
    ("warning", "P-09", lambda b: "lance" in b.weapons and not b.rides),
    ("warning", "P-10", lambda b: "pike" in b.weapons and b.rides),
    ("note", "P-11", lambda b: "pike" in b.weapons and not b.rides),
    ("note", "P-12", lambda b: "pavise" in b.weapons),
    ("note", "P-13", lambda b: "crossbow" in b.weapons),
    ("note", "P-14", lambda b: b.kind in ("monster", "artillery") or b.rides),
    ("warning", "P-15", lambda b: "breath" in b.weapons and b.kind != "monster"),
    ("note", "P-16", lambda b: b.kind == "artillery"),
    ("warning", "P-17", lambda b: bool(b.of.get("champion")) and b.kind != "unit"),
    ("error", "P-17", lambda b: "champion" in b.strange),
    ("error", "P-18", adds_to_a_character),
    ("error", "P-19", lambda b: not {"wizard_spells", "cleric_spells"}.isdisjoint(b.strange)),
    ("note", "P-19", lambda b: b.kind == "wizard" and "remove-barrier" in b.spells),
    ("error", "P-20", spells_not_rolled),
    ("error", "P-21", lambda b: b.kind == "wizard" and takes_one_often(b)),
    ("note", "P-22", lambda b: b.kind == "cleric" and takes_one_often(b)),
    ("note", "P-23", spells_left),
    ("error", "P-25", lambda b: repeats(b.weapons) or repeats(b.pieces)),
    ("error", "P-26", lambda b: b.kind == "artillery" and len(b.pieces) != 1),
    ("error", "P-26", lambda b: b.is_nothing_yet()),
    ("note", "P-27", keeps_what_its_kind_lacks),
    ("warning", "P-28", lambda b: b.of.get("heavy") == "yes" and b.is_light),
    ("note", "P-28", lambda b: b.of.get("heavy") == "yes" and not b.is_light and "armour" not in b.of),
    ("note", "P-29", lambda b: {"pike", "bill"} <= set(b.weapons)),
    ("note", "R-03", lambda b: not SUMMONS.isdisjoint(b.spells)),
    ("note", "R-04", lambda b: not AGAINST_SOME.isdisjoint(b.spells)),
    ("note", "R-05", lambda b: b.kind == "monster"),
    ("note", "C-02", lambda b: b.of.get("rounding") == "up"),
    ("note", "C-03", lambda b: b.of.get("monster_bases") == "none"),
    ("note", "C-10", lambda b: b.is_light and b.rides),
    ("note", "C-12", lambda b: b.has_no_crew()),
    ("note", "C-26", counts_twice),
)


def verdicts(body: Body) -> set[Verdict]:
    """Return all rules that have a finding for the profile."""
    return {(level, rule) for level, rule, breaks in RULES if breaks(body)}


def roster_verdicts(document: Json, roster: Json) -> set[Verdict]:
    """Return all rules that have a finding for the roster."""
    bodies = {row["key"]: Body(row.get("design", {})) for row in document["profiles"]}
    own_max = {row["key"]: row.get("max") for row in document["profiles"]}
    names: set[Verdict] = set() if roster_sum(document, roster)[1] else {("error", "R-11")}
    counts: dict[str, int] = {}
    for entry in roster.get("entries", []):
        if entry["count"] and entry["profile"] not in bodies:
            names.add(("error", "R-09"))
        elif entry["count"]:
            counts[entry["profile"]] = counts.get(entry["profile"], 0) + entry["count"]
    if any(bodies[key].kind == "summoned" for key in counts):
        names.add(("note", "R-12"))
    # Summoned units belong to no army: they add no strength and need no general.
    counts_at_start = {key: n for key, n in counts.items() if bodies[key].kind != "summoned"}
    generals = sum(count for key, count in counts.items() if bodies[key].of.get("general"))
    if generals > 1:
        names.add(("warning", "R-01"))
    elif counts_at_start and not generals:
        names.add(("note", "R-01"))
    if any(own_max[key] is not None and count > own_max[key] for key, count in counts.items()):
        names.add(("error", "R-10"))
    limit, counters = roster.get("limit"), (roster.get("fields") or {}).get("counters")
    if limit is not None and sum(bodies[key].least_uv() * n for key, n in counts_at_start.items()) > limit:
        names.add(("warning", "R-06"))
    low, high = TABLES["counters"]
    if counters is not None and not low <= counters <= high:
        names.add(("error", "R-02"))
    return names


# ------------------------------------------------------------------ what an example expects


def by_level(verdicts: set[Verdict]) -> Json:
    """Return the rules by level, each once."""
    return {
        f"{level}s": sorted({rule for at, rule in verdicts if at == level})
        for level in ("error", "warning", "note")
    }


def roster_sum(document: Json, roster: Json) -> tuple[int | None, int]:
    """Return the UV and the units of a roster; the UV is None if a fielded profile has none."""
    bodies = {row["key"]: Body(row.get("design", {})) for row in document["profiles"]}
    fielded = [
        (bodies[entry["profile"]], entry["count"])
        for entry in roster.get("entries", [])
        if entry["count"] and entry["profile"] in bodies and bodies[entry["profile"]].kind != "summoned"
    ]
    sums = [(body.uv(), count) for body, count in fielded]
    full = None if any(uv is None for uv, _ in sums) else sum((uv or 0) * count for uv, count in sums)
    return full, sum(count for _, count in sums)


def expected_of(document: Json) -> Json:
    """Return all results of a list, as the examples write them."""
    profiles = {}
    for row in document["profiles"]:
        body = Body(row.get("design", {}))
        profiles[row["key"]] = {
            "points": body.uv(),
            "lines": [
                {"code": line.code, "base": line.base, "points": line.points, "share": line.share}
                for line in body.rows()
            ],
            "values": body.values(),
            "findings": by_level(verdicts(body)),
        }
    rosters = []
    for roster in document.get("rosters", []):
        points, units = roster_sum(document, roster)
        findings = by_level(roster_verdicts(document, roster))
        rosters.append({"points": points, "models": units, "findings": findings})
    return {"profiles": profiles, "rosters": rosters}
