"""An independent calculation of Stargrave: credits, stats with gear, slots, activation numbers, and broken
rules.

It reads the interchange document as plain JSON and a transcription of the sources' tables. It shares no code
with ``builder``. The golden examples were made with it, and random lists are compared with it.
"""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Verdict = tuple[str, str]

TABLES: Json = json.loads(
    (Path(__file__).parents[2] / "golden" / "stargrave" / "tables.json").read_text(encoding="utf-8")
)
GEAR, POWERS, SOLDIERS = TABLES["gear"], TABLES["powers"], TABLES["soldiers"]
LETTERS = {"move": "M", "fight": "F", "shoot": "S", "will": "W", "health": "H"}
SUITS = ("light-armour", "heavy-armour", "combat-armour")
LARGE = ("flamethrower", "rapid-fire", "grenade-launcher", "carbine", "shotgun")
UPGRADES = ("medical_suite", "workshop", "communications", "cargo_pods", "quarters", "meditation", "robotics")
OVER_ROBOTS = {"repair-robot", "re-wire-robot", "remote-firing", "remote-guidance"}
USES = {
    "medical_suite": {"medic-kit"},
    "workshop": {"armoury"},
    "communications": {"bribe"},
    "meditation": {"mystic-trance"},
    "robotics": {"create-robot", "remote-guidance", "re-wire-robot"},
}
E, W, N = "error", "warning", "note"


LEADERS_HAVE = {"background", "improved", "gained", "earned", "experience", "powers"}
"""What captains and mates have, and soldiers do not."""


class Member:
    """A member of a crew, as its player reads it from the sheet."""

    def __init__(self, design: Json) -> None:
        self.kind: str = design.get("kind") or "captain"
        self.hired = self.kind == "soldier"
        self.gear: list[str] = [pick["code"] for pick in design.get("gear") or []]
        self.is_marked_robot = bool(design.get("robot"))
        self.made = self.hired and bool(design.get("created"))
        types = design.get("type") or [] if self.hired else []
        self.types: list[str] = [pick["code"] for pick in types]
        self.is_undecided = any(  # a Q-Bot's weapon and tool (P-18)
            "choose" in SOLDIERS[pick["code"]] and not (pick.get("weapon") and pick.get("tool"))
            for pick in types
        )
        self.type: Json | None = SOLDIERS[self.types[0]] if types else None
        self.kit = [item for pick in types for item in self._kit(pick)]
        own = {} if self.hired else design
        others = LEADERS_HAVE if self.hired else {"type", "created"}
        self.keeps_of_another_kind = any(design.get(name) for name in others)
        self.background: str | None = own.get("background")
        self.history: Json | None = TABLES["backgrounds"].get(self.background)
        self.improved = [pick["code"] for pick in own.get("improved") or []]
        self.earned = [pick["code"] for pick in own.get("earned") or []]
        self.powers: list[Json] = own.get("powers") or []
        self.gained = max(0, own.get("gained") or 0)
        self.experience: int = own.get("experience") or 0
        self.base: Json = TABLES["kinds"].get(self.kind, {})

    def _kit(self, pick: Json) -> list[str]:
        """Return the items of its type, with the choices that were made."""
        row = SOLDIERS[pick["code"]]
        kit = list(row["kit"])
        if "swap" in row:
            kit = [pick.get("weapon") or row["swap"][0] if item == row["swap"][0] else item for item in kit]
        if "choose" in row:
            for options, name in zip(row["choose"], ("weapon", "tool"), strict=True):
                kit.append(pick.get(name) or options[0])
        return kit

    # -------------------------------------------------------------- levels and powers

    def ending_in(self, *digits: int) -> int:
        """Return how many of the levels gained end in these digits."""
        start = self.base["level"]
        return sum(level % 10 in digits for level in range(start + 1, start + self.gained + 1))

    def powers_gained(self) -> int:
        """Return the powers gained: one for a level that ends in 5, and for 0 unless a stat was raised
        instead.
        """
        stats_for_tens = max(0, len(self.earned) - self.ending_in(2, 7))
        return self.ending_in(5) + max(0, self.ending_in(0) - stats_for_tens)

    def is_core(self, code: str) -> bool:
        return self.history is not None and code in self.history["core"]

    def core_powers(self) -> int:
        return sum(self.is_core(pick["code"]) for pick in self.powers)

    def other_powers(self) -> int:
        """Return the powers that are known not to be core powers."""
        return len(self.powers) - self.core_powers() if self.history else 0

    def activation(self, pick: Json) -> int:
        """Return the printed number, plus more for the kind or for a power that isn't core, minus what lowers
        it.
        """
        core, other = self.base["activation"]
        more = core if self.is_core(pick["code"]) else other
        return int(POWERS[pick["code"]]["activation"] + more - (pick.get("lowered") or 0))

    def lowered(self) -> int:
        return sum(pick.get("lowered") or 0 for pick in self.powers)

    def lowerings(self) -> int:
        return int(self.base["lowered"]) + self.ending_in(1, 3, 4, 6, 8, 9)

    # -------------------------------------------------------------- stats

    def bare(self, letter: str) -> int:
        """Return a stat of a captain or first mate without gear."""
        fixed = self.history["fixed"].get(letter, 0) if self.history else 0
        better = sum(LETTERS[stat] == letter for stat in (*self.improved, *self.earned))
        return int(self.base["stats"][letter]) + fixed + better

    def all_gear(self) -> list[str]:
        """Return all gear, with the items that armour includes."""
        carried = [*self.gear, *self.kit]
        return [*carried, *(item for code in carried for item in GEAR[code].get("brings", ()))]

    def unarmed(self) -> bool:
        return not self.hired and not any(GEAR[code]["kind"] == "weapon" for code in self.all_gear())

    def suit(self) -> str | None:
        """Return the one suit that counts: the kit's fixed suit, or the best suit carried (P-09)."""
        of_kit = [code for code in self.kit if code in SUITS]
        best = max((code for code in self.gear if code in SUITS), key=SUITS.index, default=None)
        return of_kit[0] if of_kit else best

    def worn(self) -> dict[str, int]:
        """Return the stats with gear. A soldier's printed stats include the kit. A Mule wears nothing that it
        carries.
        """
        if self.hired and not self.type:
            return {}
        stats = dict(self.type["stats"]) if self.type else {letter: self.bare(letter) for letter in "MFSWH"}
        stats.setdefault("A", self.base.get("stats", {}).get("A"))
        stats["F"] -= 2 * self.unarmed()
        if "mule" in self.types:
            return stats
        suit = self.suit()
        put_on = suit if suit in self.gear and suit not in self.kit else None
        sturdy = suit in ("heavy-armour", "combat-armour")
        slowed = not sturdy and not {"flamethrower", "rapid-fire"}.isdisjoint(self.gear)
        stats["M"] -= (put_on == "heavy-armour") + slowed
        stats["A"] += GEAR[put_on]["armour"] if put_on else 0
        return stats

    def slots(self) -> int:
        """Return the slots used. The first knife of a captain or first mate is free."""
        free = "knife" in self.gear and not self.hired
        return sum(int(GEAR[code]["slots"]) for code in self.gear) - free

    def slots_allowed(self) -> int | None:
        if self.hired:
            return int(self.type["spare"]) if self.type else None
        return int(self.base["slots"])

    def upkeep(self) -> int:
        suits = 0 if self.hired else self.gear.count("combat-armour")
        return int(TABLES["crew"]["upkeep"]) * suits

    def is_robot(self) -> bool:
        return bool(self.robots())

    def robots(self) -> int:
        """Return whether it is a robot, by its type or by its checkbox."""
        always = sum(bool(SOLDIERS[code].get("robot")) for code in self.types)
        return always or int(self.is_marked_robot or self.made)

    def credits(self) -> int | None:
        """Return the credits. With several types, all are paid. A created robot is free. Without a type there
        is no price.
        """
        if self.hired and not self.types:
            return None
        return 0 if self.made else sum(SOLDIERS[code]["credits"] for code in self.types)

    # -------------------------------------------------------------- what the sheet says

    def values(self) -> dict[str, int | None]:
        """Return the numbers that players look up."""
        worn = self.worn()
        names = {"move": "M", "fight": "F", "shoot": "S", "armour": "A", "will": "W", "health": "H"}
        result: dict[str, int | None] = {name: worn.get(letter) for name, letter in names.items()}
        result |= {"slots": self.slots(), "robots": self.robots() or None}
        if self.hired:
            return result | {"specialists": self.specialists()}
        own = {f"own_{name}": self.bare(letter) for name, letter in list(LETTERS.items())[:3]}
        spent = {"core": self.core_powers(), "others": self.other_powers(), "lowered": self.lowered()}
        level = {"level": self.base["level"] + self.gained, "own_armour": self.base["stats"]["A"]}
        return {**result, **own, **spent, **level, "upkeep": self.upkeep() or None}

    def specialists(self) -> int | None:
        return sum(bool(SOLDIERS[code].get("specialist")) for code in self.types) or None

    def items(self) -> list[list[object]]:
        """Return the activation numbers, and Shoot with each weapon."""
        outcome: list[list[object]] = [[pick["code"], self.activation(pick)] for pick in self.powers]
        shoot = self.worn().get("S")
        uses = "mule" not in self.types[:1]
        for code in self.all_gear():
            row = GEAR[code]
            if row["range"] is not None and (shoot is not None and uses):
                outcome.append([code, shoot + row.get("shoot", 0)])
            elif row.get("shoot"):
                outcome.append([code, row["shoot"]])
        return sorted([code, number] for code, number in {(str(a), b) for a, b in outcome})

    # -------------------------------------------------------------- rules

    def verdicts(self) -> set[Verdict]:
        """Return all rules that have a finding."""
        allowed = self.slots_allowed()
        actual = {(E, "P-07")} if allowed is not None and self.slots() > allowed else set()
        actual |= {(N, "P-27")} if self.keeps_of_another_kind else set()
        actual |= self._of_soldier() if self.hired else {*self._of_leader(), *self._of_powers_and_gear()}
        return actual | self._of_what_is_worn()

    def _of_soldier(self) -> set[Verdict]:
        results_found = {(E, "P-18")} if self.is_undecided else set()
        if len(self.types) != 1:
            results_found.add((E, "P-01"))
        for code in self.types:
            if SOLDIERS[code].get("supplement"):
                results_found.add((N, "P-19"))
            if code == "armoured-trooper":
                results_found.add((N, "C-09"))
        tools = [code for code in self.gear if code in ("deck", "picks", "medic-kit")]
        if "mule" not in self.types and any([*self.gear, *self.kit].count(code) > 1 for code in tools):
            results_found.add((W, "P-26"))
        if self.made and self.types[:1] == ["armoured-trooper"]:
            results_found.add((E, "P-25"))
        return results_found

    def _of_leader(self) -> set[Verdict]:
        codes = [pick["code"] for pick in self.powers]
        core, gained = self.core_powers(), self.powers_gained()
        least, limit = self.base["core"]
        wanted = self.base["powers"] + gained
        others = self.other_powers()
        off_list = [
            stat for stat in self.improved if self.history and LETTERS[stat] not in self.history["of"]
        ]
        choose = self.history["choose"] if self.history else None
        caps = TABLES["caps"]
        bare = {letter: self.bare(letter) for letter in "MFSWH"}
        too_high = any(bare[letter] > caps[letter] for letter in bare) or self.worn()["A"] > caps["A"]
        rules: dict[Verdict, bool] = {
            (E, "P-01"): self.background is None,
            (E, "P-02"): bool(off_list)
            or len(set(self.improved)) < len(self.improved)
            or (choose is not None and len(self.improved) != choose),
            (E, "P-03"): len(codes) > wanted,
            (W, "P-03"): len(codes) < wanted,
            (E, "P-04"): core > limit + gained or others > self.base["powers"] - least + gained,
            (E, "P-05"): len(set(codes)) < len(codes),
            (W, "P-06"): self.lowered() != self.lowerings()
            or (not self.gained and any((pick.get("lowered") or 0) > 1 for pick in self.powers)),
            (E, "P-06"): any(not 0 <= (pick.get("lowered") or 0) <= 9 for pick in self.powers),
            (E, "P-15"): too_high,
            (N, "P-19"): any(POWERS[code].get("supplement") for code in codes)
            or bool(self.history and self.history.get("supplement")),
            (N, "P-21"): self.unarmed(),
            (W, "P-24"): len(self.earned) < self.ending_in(2, 7),
            (E, "P-24"): len(self.earned) > self.ending_in(2, 7, 0)
            or not 0 <= self.gained <= 99
            or not 0 <= self.experience <= 999,
        }
        return {verdict for verdict, speaks in rules.items() if speaks}

    def _of_what_is_worn(self) -> set[Verdict]:
        """Return findings on gear that adds to other gear. A Mule carries gear and wears none."""
        if "mule" in self.types:
            return set()
        everything, added = self.all_gear(), set(self.gear)
        suits = [code for code in everything if code in SUITS]
        has_large = any(code in LARGE for code in everything)
        rules: dict[Verdict, bool] = {
            (E, "P-09"): bool(added & set(SUITS)) and len(suits) > 1,
            (W, "P-09"): "shield" in added and bool(suits),
            (E, "P-10"): "shield" in added and has_large,
            (W, "P-11"): "combat-armour" in suits and bool(added & {"hand-weapon", "pistol", "filter-mask"}),
        }
        return {verdict for verdict, speaks in rules.items() if speaks}

    def _of_powers_and_gear(self) -> set[Verdict]:
        codes = {pick["code"] for pick in self.powers}
        has, picked = set(self.all_gear()), set(self.gear)
        suits = picked & set(SUITS)
        in_combat_armour = "combat-armour" in picked
        rules: dict[Verdict, bool] = {
            (W, "P-12"): "armour-plates" in codes and in_combat_armour,
            (W, "P-13"): ("void-blade" in codes and "hand-weapon" not in has)
            or ("target-lock" in codes and not has & {"grenades", "grenade-launcher"}),
            (W, "P-14"): "power-spike" in codes and not has & {"carbine", "pistol", "shotgun"},
            (N, "P-22"): bool(suits) and any(POWERS[code].get("armour") for code in codes),
            (W, "P-23"): len(picked) < len(self.gear),
        }
        return {verdict for verdict, speaks in rules.items() if speaks}


# ------------------------------------------------------------------ crews


class Crew:
    """A roster, with the members of the list."""

    def __init__(self, roster: Json, members: dict[str, Member], values: dict[str, int | None]) -> None:
        self.counts: Counter[str] = Counter()
        self.lost = False
        for entry in roster["entries"]:
            if entry["profile"] in members:
                self.counts[entry["profile"]] += entry["count"]
            else:
                self.lost = self.lost or entry["count"] > 0
        self.counts = Counter({key: count for key, count in self.counts.items() if count})
        self.members = members
        self.most = values
        self.fielded = [members[key] for key in self.counts]
        self.limit: int = roster["limit"]
        self.facts: Json = roster.get("fields") or {}
        self.spent = self.total(Member.credits)
        self.unpriced = any(member.credits() is None for member in self.fielded)

    def total(self, number: Callable[[Member], int | None]) -> int:
        """Return the sum of a number over all members of the crew."""
        return sum(count * (number(self.members[key]) or 0) for key, count in self.counts.items())

    def of_kind(self, kind: str) -> int:
        return self.total(lambda member: member.kind == kind)

    def verdicts(self) -> set[Verdict]:
        """Return all rules that have a finding for the crew."""
        upkeep = self.total(Member.upkeep)
        captains, mates = (
            {member.background for member in self.fielded if member.kind == kind and member.background}
            for kind in ("captain", "first-mate")
        )
        using = [member for member in self.fielded if "mule" not in member.types]
        has = {code for member in using for code in member.all_gear()}
        powers = {pick["code"] for member in self.fielded for pick in member.powers}
        makers = self.total(lambda member: any(p["code"] == "create-robot" for p in member.powers))
        bought = any(self.facts.get(name) for name in (*UPGRADES, "locker"))
        played = self.facts.get("won") or any(member.gained for member in self.fielded)
        is_new = not played and self.limit <= TABLES["crew"]["credits"]
        useless = [name for name, uses in USES.items() if self.facts.get(name) and not uses & (has | powers)]
        levels = {
            kind: [m.base["level"] + m.gained for m in self.fielded if m.kind == kind]
            for kind in ("captain", "first-mate")
        }
        apart = [above - below for above in levels["captain"] for below in levels["first-mate"]]
        room = TABLES["crew"]["specialists"][bool(self.facts.get("quarters"))]
        rules: dict[Verdict, bool] = {
            (E, "R-01"): self.of_kind("captain") != 1 or self.of_kind("first-mate") != 1,
            (E, "R-02"): self.of_kind("soldier") > TABLES["crew"]["soldiers"],
            (E, "R-03"): self.total(Member.specialists) > room,
            (E, "R-04"): self.spent > self.limit,
            (W, "R-06"): bool(upkeep) and not self.unpriced and self.limit - self.spent < upkeep,
            (N, "R-06"): bool(upkeep) and (self.unpriced or self.limit - self.spent >= upkeep),
            (N, "R-07"): bool(captains & mates),
            (N, "R-08"): bool(self.fielded) and not {"medic-kit", "deck", "picks"} <= has,
            (W, "R-09"): bought and is_new,
            (W, "R-14"): bool(self.fielded and useless) and not is_new,
            (W, "R-13"): any(number < 5 or number > 20 for number in apart),
            (W, "R-10"): self.total(lambda member: member.made) > makers,
            (N, "P-20"): bool(powers & OVER_ROBOTS) and not any(m.is_robot() for m in self.fielded),
            (E, "R-11"): self.lost,
            (E, "R-12"): any(item is not None and self.counts[key] > item for key, item in self.most.items()),
        }
        return {verdict for verdict, speaks in rules.items() if speaks}


def by_level(verdicts: set[Verdict]) -> Json:
    """Return the rules by level."""
    return {f"{name}s": sorted(code for level, code in verdicts if level == name) for name in (E, W, N)}


def expected_of(document: Json) -> Json:
    """Return all results of a document, as the examples write them."""
    members = {profile["key"]: Member(profile.get("design") or {}) for profile in document["profiles"]}
    limit = {profile["key"]: profile.get("max") for profile in document["profiles"]}
    profiles = {
        key: {
            "points": member.credits(),
            "values": member.values(),
            "items": member.items(),
            "findings": by_level(member.verdicts()),
        }
        for key, member in members.items()
    }
    crews = [Crew(roster, members, limit) for roster in document.get("rosters") or []]
    rosters = [
        {
            "points": None if crew.unpriced else crew.spent,
            "models": crew.counts.total(),
            "findings": by_level(crew.verdicts()),
        }
        for crew in crews
    ]
    return {"profiles": profiles, "rosters": rosters}
