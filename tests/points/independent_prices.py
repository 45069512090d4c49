"""Independently calculated prices: lines and totals.

The module reads the interchange document as plain JSON and a transcription of the book's tables, and shares
no code with ``builder``. The golden examples were made with it, and property tests compare the core with it.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

Json = dict[str, Any]

TABLES: Json = json.loads(
    (Path(__file__).parents[1] / "golden" / "unbridled-fury" / "tables.json").read_text(encoding="utf-8")
)
ATTRIBUTE_COSTS = {
    name.lower(): TABLES["attributes"][name]["costs"] for name in ("Mov", "Fgt", "Shg", "Tds", "Cow")
}
ATTRIBUTE_COSTS |= {"arm": TABLES["attributes"]["Arm"]["costs"], "ssv": TABLES["attributes"]["SSv"]["costs"]}
MAGIC_COSTS = {
    "high": TABLES["attributes"]["Mgc"]["High"]["costs"],
    "low": TABLES["attributes"]["Mgc"]["Low"]["costs"],
}
WEAPON_COSTS = {row["code"]: row["cost"] for row in TABLES["weapon_properties"]}
ARMOUR_COSTS = {row["code"]: row["cost"] for row in TABLES["armour_shield_properties"]["list"]}
PROPERTY_COSTS = {row["key"]: row["cost"] for row in TABLES["model_properties"]}
SPELL_COSTS = {row["key"]: row["cost"] for row in TABLES["spell_properties"]}
DEFAULT_VALUES = {"mov": 0, "fgt": 0, "shg": 0, "tds": 0, "cow": 0, "arm": 12}


class PricedRow(NamedTuple):
    """A line of the price. ``points`` is None if the book has no price."""

    code: str
    base: int | None
    factor: Fraction
    points: int | None


def priced_row(code: str, base: int | None, factor: Fraction | None = Fraction(1)) -> PricedRow:
    """Return a line: base times factor, rounded up to full points (page 8)."""
    if base is None or factor is None:
        return PricedRow(code, base, factor or Fraction(1), None)
    product = base * factor
    return PricedRow(code, base, factor, product.numerator // product.denominator + (product.denominator > 1))


class PricedCompany:
    """A company list as plain JSON, priced profile by profile."""

    def __init__(self, document: Json) -> None:
        self.designs: dict[str, Json] = {p["key"]: p.get("design", {}) for p in document.get("profiles", [])}
        self.priced: dict[str, list[PricedRow]] = {}
        self.referenced = {key: self._referenced_by(key) for key in self.designs}

    def in_cycle(self, key: str) -> bool:
        """Return whether the price of a profile depends on itself."""
        return key in self.referenced[key]

    def cycle(self, key: str) -> set[str]:
        """Return the profiles whose prices depend on this profile, and on which its price depends."""
        return {other for other in self.referenced[key] if key in self.referenced[other]}

    def _referenced_by(self, key: str) -> set[str]:
        names: set[str] = set()
        waiting = [key]
        while waiting:
            for other in references(self.designs[waiting.pop()]):
                if other in self.designs and other not in names:
                    names.add(other)
                    waiting.append(other)
        return names

    def lines(self, key: str) -> list[PricedRow]:
        """All lines of a profile in the order of the receipt."""
        if key not in self.priced:
            design = self.designs[key]
            self.priced[key] = [
                *attribute_rows(design),
                *command_rows(design),
                *weapon_rows(design.get("combat_weapon") or {}, ranged=False),
                *(r for w in design.get("shooting_weapons") or [] for r in weapon_rows(w, ranged=True)),
                *(
                    priced_row(design[s], ARMOUR_COSTS[design[s]])
                    for s in ("armour_property", "shield_property")
                    if design.get(s)
                ),
                *(self._property(pick) for pick in design.get("properties") or []),
                *(self._spell(pick) for pick in design.get("spells") or []),
            ]
        return self.priced[key]

    def points(self, key: str, *, without_die: bool = False) -> int | None:
        """Return a profile's total; None in a cycle, if the profile is missing, or if a line has no price."""
        if key not in self.designs or self.in_cycle(key):
            return None
        points = [line.points for line in self.lines(key) if not (without_die and line.code == "command_die")]
        return None if None in points else sum(p for p in points if p is not None)

    def price_of_references(self, keys: list[str], *, without_die: bool) -> int | None:
        """Return the points of other profiles where they are referenced; a price below 0 counts as 0."""
        totals = [self.points(key, without_die=without_die) for key in keys]
        if not totals or None in totals:
            return None
        return sum(max(0, t) for t in totals if t is not None)

    def _property(self, pick: Json) -> PricedRow:
        code = pick["code"]
        if code == "capacity":
            models, size = pick.get("models") or 0, pick.get("size") or 0
            return priced_row(code, models * size if models >= 1 and 1 <= size <= 5 else None)
        if code == "flier":
            flying = pick.get("mov")
            return priced_row(
                code, None if flying == 0 else ATTRIBUTE_COSTS["mov"].get(str(flying)), Fraction(2)
            )
        if code == "were-creature":
            share = {"controlled": Fraction(90, 100), "uncontrolled": Fraction(70, 100)}.get(
                pick.get("kind", "")
            )
            return priced_row(
                code,
                self.price_of_references(pick.get("forms") or [], without_die=True) if share else None,
                share,
            )
        return priced_row(code, PROPERTY_COSTS.get(property_row_key(pick)))

    def _spell(self, pick: Json) -> PricedRow:
        code = pick["code"]
        if code in ("summon", "transmutation"):
            named = [pick["profile"]] if pick.get("profile") else []
            half = Fraction(1, 2) if code == "summon" else Fraction(1)
            return priced_row(code, self.price_of_references(named, without_die=False), half)
        if code == "area-of-effect":
            return priced_row(code, SPELL_COSTS.get(f"area_{pick.get('area')}"))
        return priced_row(
            code, SPELL_COSTS["invisible_spell" if code == "invisible" else code.replace("-", "_")]
        )


def property_row_key(pick: Json) -> str:
    """Return the key of a property's row in the table; some properties have a row for each kind."""
    name: str = pick["code"].replace("-", "_")
    if name == "airborne":
        return "slow_airborne" if pick.get("kind") == "slow" else name
    kind = {"drifter": pick.get("die"), "invisible": str(pick.get("kind")).replace("-", "_")}
    return f"{name}_{kind[name]}" if name in kind else name


def references(design: Json) -> Iterator[str]:
    """Return the profiles whose totals are part of this profile's price."""
    for pick in design.get("properties") or []:
        if pick["code"] == "were-creature":
            yield from pick.get("forms") or []
    for pick in design.get("spells") or []:
        if pick["code"] in ("summon", "transmutation") and pick.get("profile"):
            yield pick["profile"]


def attribute_rows(design: Json) -> Iterator[PricedRow]:
    """Return the nine lines that Size multiplies, each rounded separately (page 53)."""
    size = design.get("size")
    fraction = TABLES["size_modifiers"]["as_fraction"].get(str(2 if size is None else size))
    factor = Fraction(fraction) if fraction else None
    given = design.get("attributes", {})
    for code in ("mov", "fgt", "shg", "tds", "cow", "arm", "ssv", "mgc"):
        value = given.get(code)
        if value is None:
            value = DEFAULT_VALUES.get(code)
        if value is None:
            continue
        costs = (
            MAGIC_COSTS.get(design.get("magic") or "", {"0": 0}) if code == "mgc" else ATTRIBUTE_COSTS[code]
        )
        yield priced_row(code, costs.get(str(value)), factor)


def command_rows(design: Json) -> Iterator[PricedRow]:
    """Return the line of the Command Die. Size doesn't change it."""
    if die := design.get("command_die"):
        yield priced_row("command_die", TABLES["command_die"]["costs"].get(die))


def weapon_rows(weapon: Json, *, ranged: bool) -> Iterator[PricedRow]:
    """Return the lines of the range band and of each property. A blast with fast fire has its own, higher
    price.
    """
    if ranged:
        band = weapon.get("range")
        yield priced_row(f"R{'?' if band is None else band}", TABLES["range_bands"]["costs"].get(str(band)))
    codes = weapon.get("properties") or []
    dice = sorted(int(code[2:]) for code in codes if code.startswith("FF"))
    for code in codes:
        if code in ("GB", "LB"):
            costs = TABLES["blast_costs"][code]
            yield (
                priced_row(f"{code}{dice[0]}", costs[f"FF{dice[0]}"])
                if dice
                else priced_row(code, costs["none"])
            )
        else:
            yield priced_row(code, WEAPON_COSTS[code])
