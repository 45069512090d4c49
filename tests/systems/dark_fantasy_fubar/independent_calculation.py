"""An independent calculation of Dark Fantasy FUBAR: prices, calculated numbers, and broken rules.

It reads the interchange document as plain JSON and a transcription of the text's tables. It shares no code
with ``builder``. The golden examples were made with it, and random lists are compared with it.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

Json = dict[str, Any]
Verdict = tuple[str, str]

TABLES: Json = json.loads(
    (Path(__file__).parents[2] / "golden" / "dark-fantasy-fubar" / "tables.json").read_text(encoding="utf-8")
)
SLOTS = ("close_combat", "ranged", "armour", "shield", "skills", "instant", "sustained")
LOWEST_PRICE, HIGHEST_PRICE, MOST_HERO_POINTS = -10, 500, 9
TWO_HANDED = {"two-handed-spear", "two-handed-weapon", "bow", "longbow", "crossbow", "composite-bow"}
BOUNDS = {
    ("own-melee", "change"): (-5, 5),
    ("own-melee", "reach"): (0, 12),
    ("own-ranged", "range"): (1, 100),
    ("own-ranged", "dice"): (0, 20),
    ("own-ranged", "reload"): (0, 10),
}
OWN = {"own-melee", "own-ranged", "own-skill", "own-instant", "own-sustained"}


class PricedRow(NamedTuple):
    """A line of the listed price. ``points`` is None if there is no price."""

    code: str
    base: int | None
    factor: int
    points: int | None


class Figure:
    """A profile, as its player reads it from the sheet."""

    def __init__(self, design: Json) -> None:
        self.kind: str = design.get("kind") or "trooper"
        self.level: Json | None = TABLES["levels"].get(design.get("level"))
        self.taken: dict[str, list[Json]] = {slot: design.get(slot) or [] for slot in SLOTS}
        self.has = {pick["code"] for picks in self.taken.values() for pick in picks}
        self.hero_points: int | None = design.get("hero_points")
        wounds = design.get("wounds")
        self.wounds: int = 1 if wounds is None else wounds
        self.main: str | None = design.get("main_weapon")

    # -------------------------------------------------------------- listed price

    def rows(self) -> list[PricedRow]:
        """Return the lines of the listed price."""
        rows = [PricedRow("level", *self._once(self.level["points"] if self.level else None))]
        if self.hero_points is not None:
            priced = 0 <= self.hero_points <= MOST_HERO_POINTS
            each: int = TABLES["hero_point"]
            rows.append(PricedRow("hero_points", *self._once(self.hero_points * each if priced else None)))
        best = self._best_close_combat()
        for slot in SLOTS:
            for pick in self.taken[slot]:
                base = self._base(slot, pick)
                if slot == "close_combat" and base is not None and base < 0 and pick is not best:
                    rows.append(PricedRow(pick["code"], base, 0, 0))
                else:
                    rows.append(PricedRow(pick["code"], *self._once(base)))
        return rows

    @staticmethod
    def _once(base: int | None) -> tuple[int | None, int, int | None]:
        return base, 1, base

    def _base(self, slot: str, pick: Json) -> int | None:
        printed = TABLES[slot][pick["code"]]
        points = printed["points"] if isinstance(printed, dict) else printed
        if points == "by level":
            return self.level["sorcerer"] if self.level else None
        if points is not None:
            return int(points)
        agreed = pick.get("points")
        return agreed if agreed is not None and LOWEST_PRICE <= agreed <= HIGHEST_PRICE else None

    def points(self) -> int | None:
        """Return the listed price; None if a line has no price."""
        return added(row.points for row in self.rows())

    def counted(self) -> int | None:
        """Return the price that a roster counts, which is at least 1."""
        points = self.points()
        return None if points is None else max(points, 1)

    def counted_at_least(self) -> int:
        """Return the counted price without the lines that have no price yet."""
        known = self.counted()
        return max(0, sum(row.points or 0 for row in self.rows())) if known is None else known

    # -------------------------------------------------------------- weapons

    def _best_close_combat(self) -> Json | None:
        armed = [
            (self._number("close_combat", pick, "change", "reach"), pick)
            for pick in self.taken["close_combat"]
        ]
        known = [(numbers, pick) for numbers, pick in armed if numbers]
        return max(known, key=lambda weapon: weapon[0], default=(None, None))[1]

    def _number(self, slot: str, pick: Json, *columns: str) -> tuple[int, ...]:
        """Return numbers of an item, printed or agreed; () if one is missing."""
        printed = TABLES[slot][pick["code"]]
        result = [printed[c] if printed[c] is not None else pick.get(c) for c in columns]
        return tuple(number for number in result if number is not None) if None not in result else ()

    def strike(self) -> tuple[int, int]:
        """Return the change to the roll and the reach in close combat."""
        best = self._best_close_combat()
        if best is None:
            return TABLES["unarmed"]["change"], TABLES["unarmed"]["reach"]
        change, reach = self._number("close_combat", best, "change", "reach")
        return change, reach

    def shot(self) -> tuple[int, int] | None:
        """Return dice and range of the main ranged weapon."""
        shots = [
            (pick["code"] == self.main, dice, reach)
            for pick in self.taken["ranged"]
            for dice, reach in [self._number("ranged", pick, "dice", "range") or (None, None)]
            if dice is not None and reach is not None
        ]
        _, *numbers = max(shots, default=(False, None, None))
        dice, reach = numbers
        return None if dice is None or reach is None else (dice, reach)

    # -------------------------------------------------------------- armour and move

    def save(self) -> int | None:
        """Return the roll that saves, from armour, shield and amulet."""
        worn = [
            outcome[0] for pick in self.taken["armour"] if (outcome := self._number("armour", pick, "save"))
        ]
        better = sum(-TABLES["shield"][pick["code"]]["save_change"] for pick in self.taken["shield"])
        save = min(worn, default=7) - better
        return None if save == 7 else max(save, TABLES["best_save"])

    def move(self) -> int:
        """Return the inches in one action."""
        faster = [TABLES["move"][code] for code in ("mounted", "flyer") if code in self.has]
        inches: int = max(faster, default=TABLES["move"]["infantry"])
        return inches

    def penalty(self) -> int:
        """Return the inches that armour takes off the move in a turn."""
        total: int = 0
        for pick in self.taken["armour"]:
            speed: int | None = TABLES["armour"][pick["code"]]["speed"]
            slower: int = max(0, pick.get("slower") or 0)
            total += slower if speed is None else -speed
        return total

    # -------------------------------------------------------------- what is worked out

    def values(self) -> dict[str, int | None]:
        """Return all calculated numbers by code."""
        level = self.level or {}
        change, reach = self.strike()
        shot, save, expertise = self.shot(), self.save(), level.get("expertise")
        suppression = level.get("suppression")
        undead = sum(
            TABLES["undead_suppression"] for pick in self.taken["skills"] if pick["code"] == "undead"
        )
        swordsmen = sum(1 for pick in self.taken["skills"] if pick["code"] == "swordsman")
        actual: dict[str, int | None] = {
            "activation": level.get("activation"),
            "expertise": expertise,
            "weapon_change": change,
            "reach": reach,
            "close_combat_roll": None if expertise is None else min(6, max(2, expertise - change)),
            "close_combat_dice": 1 + swordsmen,
            "shooting_roll": expertise if self.taken["ranged"] or self.taken["instant"] else None,
            "shooting_dice": shot[0] if shot else None,
            "shooting_range": shot[1] if shot else None,
            "save": save,
            "suppression": (suppression or 0) + undead if suppression is not None or undead else None,
            "move": self.move(),
            "move_two_actions": max(0, 2 * self.move() - self.penalty()),
            "allowance": level.get("allowance"),
        }
        if self.kind == "trooper":
            walled = save is not None and "shield" in self.has and "skirmisher" not in self.has
            actual["save_in_shield_wall"] = max(save - 1, TABLES["best_save"]) if walled and save else None
        if self.kind in ("character", "monster"):
            actual["hero"] = self.hero_points or 0
        actual["own_skills" if self.kind == "character" else "shared_skills"] = len(self.taken["skills"])
        actual["formula"] = self.formula()
        return actual

    def formula(self) -> int | None:
        """Return the price by the formula; None without level, wounds, or the price of an adjustment."""
        if not self.level or self.wounds < 1:
            return None
        expertise, (change, _), shot = self.level["expertise"], self.strike(), self.shot()
        save = self.save()
        adjustments = [
            self._base(slot, pick) for slot in ("skills", "instant", "sustained") for pick in self.taken[slot]
        ]
        adjusted = added(adjustments)
        if adjusted is None:
            return None
        item = 7 - self.level["activation"] + (7 - expertise) * (shot[0] if shot else 0) + change
        item += (7 - expertise) + (0 if save is None else 7 - save) + (self.hero_points or 0) + adjusted
        factor: int = TABLES["vehicle_factor"] if self.kind == "vehicle" else 1
        return int(item) * self.wounds * factor

    # -------------------------------------------------------------- rules

    def verdicts(self) -> set[Verdict]:
        """Return all rules that have a finding, with their levels."""
        return {(level, code) for level, code, speaks in RULES if speaks(self)}

    def has_all(self, *codes: str) -> bool:
        """Return whether it has all of these."""
        return self.has.issuperset(codes)

    def unpriced(self) -> bool:
        """Return whether an item has no price, printed or agreed."""
        every = ((slot, pick) for slot in SLOTS for pick in self.taken[slot])
        return any(self._base(slot, pick) is None and pick["code"] != "sorcerer" for slot, pick in every)

    def repeated(self) -> bool:
        """Return whether an item is taken twice. Two invented items can differ."""
        for picks in self.taken.values():
            seen: list[Json] = []
            for pick in picks:
                same = [other for other in seen if other["code"] == pick["code"]]
                if same and (pick["code"] not in OWN or pick in same):
                    return True
                seen.append(pick)
        return False

    def lacks_numbers(self) -> bool:
        """Return whether an invented item lacks a number, or has a number out of bounds."""
        for picks in self.taken.values():
            for pick in picks:
                for (code, name), (low, high) in BOUNDS.items():
                    if code == pick["code"] and not low <= pick.get(name, low - 1) <= high:
                        return True
        return any(not 0 <= pick.get("slower", 0) <= 12 for pick in self.taken["armour"])

    def carries_a_worse_weapon(self) -> bool:
        """Return whether it has a close combat weapon that costs points and is no better than another."""
        armed = []
        for place, pick in enumerate(self.taken["close_combat"]):
            numbers = self._number("close_combat", pick, "change", "reach")
            if numbers:
                paid = max(0, self._base("close_combat", pick) or 0)
                armed.append((*numbers, -paid, -place))
        return any(
            mine[2] < 0 and other > mine and other[0] >= mine[0] and other[1] >= mine[1]
            for mine in armed
            for other in armed
        )

    def allowance(self) -> int:
        """Return how many Hero Points and skills the level allows; without a level there is no limit."""
        return self.level["allowance"] if self.level else 10**6

    def knows_spells(self) -> bool:
        """Return whether it has any spell."""
        return bool(self.taken["instant"] or self.taken["sustained"])


def added(numbers: Iterable[int | None]) -> int | None:
    """Return the sum; None if a number is missing."""
    total = 0
    for number in numbers:
        if number is None:
            return None
        total += number
    return total


RULES: tuple[tuple[str, str, Callable[[Figure], bool]], ...] = (
    ("error", "P-01", lambda f: f.level is None),
    ("error", "P-02", lambda f: f.unpriced()),
    ("warning", "P-03", lambda f: (f.hero_points or 0) > 0 and f.kind not in ("character", "monster")),
    (
        "warning",
        "P-04",
        lambda f: f.kind in ("character", "monster") and (f.hero_points or 0) > f.allowance(),
    ),
    ("error", "P-04", lambda f: f.hero_points is not None and not 0 <= f.hero_points <= MOST_HERO_POINTS),
    (
        "note",
        "P-04",
        lambda f: f.kind == "character" and f.level is not None and 0 <= (f.hero_points or 0) < f.allowance(),
    ),
    ("warning", "P-05", lambda f: f.kind == "character" and len(f.taken["skills"]) > f.allowance()),
    ("warning", "P-06", lambda f: f.kind != "character" and len(f.taken["skills"]) > 2),
    ("error", "P-07", lambda f: f.knows_spells() and "sorcerer" not in f.has),
    ("note", "P-08", lambda f: "sorcerer" in f.has and not f.knows_spells()),
    ("error", "P-09", lambda f: f.repeated()),
    ("note", "P-10", lambda f: "shield" in f.has and bool(TWO_HANDED & f.has)),
    ("note", "P-11", lambda f: any(row.factor == 0 for row in f.rows())),
    ("warning", "P-12", lambda f: "lance" in f.has and "mounted" not in f.has),
    ("warning", "P-12", lambda f: f.has_all("mountaineer", "mounted")),
    ("note", "P-13", lambda f: f.has_all("flyer", "mounted")),
    ("warning", "P-14", lambda f: "sniper" in f.has and not (f.taken["ranged"] or f.taken["instant"])),
    ("error", "P-16", lambda f: f.wounds < 1),
    ("note", "P-16", lambda f: f.wounds > 1),
    ("note", "P-17", lambda f: f.kind == "vehicle"),
    (
        "error",
        "P-18",
        lambda f: any(
            pick["code"] in ("magical", "plot") and not 2 <= pick.get("save", 0) <= 6
            for pick in f.taken["armour"]
        ),
    ),
    ("note", "P-19", lambda f: "crossbow" in f.has),
    ("note", "P-20", lambda f: any(code.startswith("summon-") for code in f.has)),
    ("warning", "P-22", lambda f: "plot" in f.has and f.kind != "character"),
    ("note", "P-24", lambda f: f.wounds > 1 or f.kind == "vehicle"),
    ("error", "P-25", lambda f: f.lacks_numbers()),
    ("warning", "P-28", lambda f: "carapace" in f.has and f.save() is None),
    ("warning", "P-28", lambda f: f.has_all("mountaineer", "flyer")),
    (
        "warning",
        "P-28",
        lambda f: bool(f.taken["shield"]) and any(pick.get("save") == 2 for pick in f.taken["armour"]),
    ),
    ("note", "P-28", lambda f: "skirmisher" in f.has and f.kind != "trooper"),
    ("note", "P-28", lambda f: f.carries_a_worse_weapon()),
    ("warning", "P-29", lambda f: "unruly" in f.has and f.kind in ("monster", "vehicle")),
    ("note", "P-29", lambda f: "unruly" in f.has and f.kind == "character"),
    ("warning", "P-27", lambda f: f.points() != f.counted()),
    ("error", "P-26", lambda f: len(f.taken["armour"]) > 1 or len(f.taken["shield"]) > 1),
    ("note", "C-09", lambda f: f.main is not None and f.main not in f.has),
)


# ------------------------------------------------------------------ rosters


class Part(NamedTuple):
    """A number of figures of one profile in a unit."""

    figure: Figure
    number: int


def identity(pick: Json) -> tuple[tuple[str, str], ...]:
    """Return what makes two items equal, whatever their prices."""
    return tuple(sorted((name, str(value)) for name, value in pick.items() if name != "points"))


def kit_of(figure: Figure, *slots: str) -> tuple[frozenset[object], ...]:
    """Return its items in these slots."""
    return tuple(frozenset(map(identity, figure.taken[slot])) for slot in slots)


def unit_verdicts(parts: list[Part], attached: list[Part]) -> Iterator[Verdict]:
    """Return the rules that a unit breaks."""
    size = sum(part.number for part in parts)
    figures = [part.figure for part in parts]
    yield from attached_verdicts(size, attached)
    if size > 1 and any(figure.kind != "trooper" for figure in figures):
        # Each of them is a unit of its own, so the rules for one unit don't apply to the row.
        yield "warning", "R-15"
        return
    if size > 1 and size != TABLES["usual_figures"]:
        yield "note", "R-01"
    for slots in (("close_combat", "ranged"), ("armour", "shield")):
        if len({kit_of(figure, *slots) for figure in figures}) > 1:
            yield "warning", "R-02"
    if len({str(figure.level) for figure in figures}) > 1:
        yield "warning", "R-02"
    yield from skill_verdicts(parts)
    for code in ("motivator", "banner", "fearsome"):
        if size > 1 and all(code in figure.has for figure in figures):
            yield "note", "P-15"
    if len({capped_penalty(part.figure) for part in (*parts, *attached)}) > 1:
        yield "note", "R-10"


def formation_verdicts(parts: list[Part], width: int) -> Iterator[Verdict]:
    """Return the findings R-08 and R-17, about the width of a unit's formation."""
    in_ranks = is_body(parts) and any("skirmisher" not in part.figure.has for part in parts)
    if width > 0 and not in_ranks:
        yield "note", "R-08"
    elif width > sum(part.number for part in parts):
        yield "warning", "R-17"


def attached_verdicts(size: int, attached: list[Part]) -> Iterator[Verdict]:
    """Return the findings R-06 and R-12, about models attached to a unit of this size."""
    for part in attached:
        if part.figure.kind != "character" or not size:
            yield "warning", "R-12"
        else:
            yield from (("note", "R-06"), ("note", "R-12"))


def skill_verdicts(parts: list[Part]) -> Iterator[Verdict]:
    """Return the finding R-03, if not all figures of a unit have the same skills."""
    figures = [part.figure for part in parts]
    skills = [kit_of(figure, "skills")[0] for figure in figures]
    shared = frozenset.intersection(*skills) if skills else frozenset()
    more = [(len(own - shared), part.number) for own, part in zip(skills, parts, strict=True)]
    having = sum(count for extra, count in more if extra)
    if figures and (having > figures[0].allowance() or any(extra > 1 for extra, _ in more)):
        yield "warning", "R-03"
    if having and shared:
        yield "note", "R-03"


def capped_penalty(figure: Figure) -> int:
    """Return the inches that armour takes off the move in a turn, at most all of them."""
    return min(figure.penalty(), 2 * figure.move())


def roster_verdicts(document: Json, roster: Json) -> set[Verdict]:
    """Return the rules that a roster breaks."""
    figures = {row["key"]: Figure(row.get("design", {})) for row in document["profiles"]}
    own_max = {row["key"]: row.get("max") for row in document["profiles"]}
    names: set[Verdict] = set() if roster_sum(document, roster)[1] else {("error", "R-14")}
    units: list[tuple[list[Part], list[Part]]] = []
    counts: dict[str, int] = {}
    for entry in roster.get("entries", []):
        own, others = [entry, *entry.get("others", [])], entry.get("attached", [])
        for member in (*own, *others):
            if member["count"] and member["profile"] not in figures:
                names.add(("error", "R-09"))
            elif member["count"]:
                counts[member["profile"]] = counts.get(member["profile"], 0) + member["count"]
        units.append((parts_of(own, figures), parts_of(others, figures)))
        names |= set(unit_verdicts(*units[-1]))
        facts = entry.get("fields", {})
        if any(units[-1]):
            names |= set(formation_verdicts(units[-1][0], facts.get("width") or 0))
        if is_body(units[-1][0]) and not facts.get("leader"):
            names.add(("note", "R-05"))
    if any(is_alone(parts, attached) for parts, attached in units):
        names.add(("note", "R-08"))
    every = [part.figure for parts, attached in units for part in (*parts, *attached)]
    names |= set(magic_verdicts(every))
    if any(own_max[key] is not None and count > own_max[key] for key, count in counts.items()):
        names.add(("error", "R-13"))
    limit = roster.get("limit")
    if limit is not None and sum(figures[key].counted_at_least() * n for key, n in counts.items()) > limit:
        names.add(("warning", "R-07"))
    return names


def parts_of(members: list[Json], figures: dict[str, Figure]) -> list[Part]:
    """Return the members of a unit that are in the list, if their number isn't 0."""
    return [
        Part(figures[m["profile"]], m["count"]) for m in members if m["count"] and m["profile"] in figures
    ]


def magic_verdicts(every: list[Figure]) -> Iterator[Verdict]:
    """Yield R-11 for summoned figures, and R-16 for a sorcerer who helps to sustain no spell."""
    if any(code.startswith("summon-") for figure in every for code in figure.has):
        yield "note", "R-11"
    helps = any("sorcerer" in figure.has and not figure.knows_spells() for figure in every)
    if helps and not any(figure.taken["sustained"] for figure in every):
        yield "warning", "R-16"


def is_body(parts: list[Part]) -> bool:
    """Return whether this is a unit of several troopers."""
    return sum(part.number for part in parts) > 1 and all(part.figure.kind == "trooper" for part in parts)


def is_alone(parts: list[Part], attached: list[Part]) -> bool:
    """Return whether a member of a unit needs no formation."""
    alone = sum(part.number for part in parts) == 1
    every = [part.figure for part in (*parts, *attached)]
    return alone or any(figure.kind != "trooper" or "skirmisher" in figure.has for figure in every)


def roster_sum(document: Json, roster: Json) -> tuple[int | None, int]:
    """Return points and figures of a roster; points are None if a fielded profile has no price."""
    figures = {row["key"]: Figure(row.get("design", {})) for row in document["profiles"]}
    fielded = [
        part
        for entry in roster.get("entries", [])
        for part in parts_of([entry, *entry.get("others", []), *entry.get("attached", [])], figures)
    ]
    each = [(part.figure.counted(), part.number) for part in fielded]
    total = added(None if points is None else points * count for points, count in each)
    return total, sum(part.number for part in fielded)


def expected_of(document: Json) -> Json:
    """Return all results of a document, as the golden examples write them."""
    profiles = {}
    for row in document["profiles"]:
        figure = Figure(row.get("design", {}))
        profiles[row["key"]] = {
            "points": figure.points(),
            "lines": [dict(row._asdict()) for row in figure.rows()],
            "values": figure.values(),
            "findings": by_level(figure.verdicts()),
        }
    rosters = []
    for roster in document.get("rosters", []):
        points, models = roster_sum(document, roster)
        rosters.append(
            {"points": points, "models": models, "findings": by_level(roster_verdicts(document, roster))}
        )
    return {"profiles": profiles, "rosters": rosters}


def by_level(verdicts: set[Verdict]) -> Json:
    """Return the ids of rules by level, each once."""
    return {
        f"{level}s": sorted(code for said, code in verdicts if said == level)
        for level in ("error", "warning", "note")
    }
