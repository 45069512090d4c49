"""An independent calculation of Crimson Dusk: chances, shots, moves, crews, sections, vehicles, and broken
rules.

It reads the interchange document as plain JSON and a transcription of the text's tables. It shares no code
with ``builder``. Chances are in per cent. Sources are pages, such as (p.9); rulings C-01 to C-22 are in the
rules digest.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

Json = dict[str, Any]
Verdict = tuple[str, str]
E, W, N = "error", "warning", "note"

TABLES: Json = json.loads(
    (Path(__file__).parents[2] / "golden" / "crimson-dusk" / "tables.json").read_text(encoding="utf-8")
)
QUALITIES: Json = TABLES["qualities"]
ORDER = tuple(QUALITIES)
WEAPONS: Json = TABLES["weapons"]
MELEE: Json = TABLES["melee_weapons"]


# ------------------------------------------------------------------ dice


def rolls(need: int) -> int:
    """Return the chance of rolling ``need`` or more on a d10, on which 1 always fails and 10 never does
    (p.4).
    """
    return 10 * min(9, max(1, 11 - need))


def skill_chance(quality: str, modifier: int = 0) -> int:
    """Return the chance to pass a skill test (p.4)."""
    return rolls(QUALITIES[quality]["skill"] - modifier)


class Shot(NamedTuple):
    """The number needed to hit, its chance, and what P or AT loses if the number can't be rolled (p.10)."""

    need: int
    chance: int
    lost: int


def to_hit(need: int) -> Shot:
    return Shot(need, rolls(need), max(0, need - 10))


def shooting(shooter: str, target: str, modifiers: int = 0) -> Shot:
    """Return a shot. Modifiers are added to the roll, so they lower the number needed (p.9)."""
    return to_hit(QUALITIES[shooter]["shooting"][ORDER.index(target)] - modifiers)


def striking(striker: str, target: str, modifiers: int = 0) -> Shot:
    """Return a blow in melee, by the table, even where the text next to it differs (p.12, C-02)."""
    return to_hit(QUALITIES[striker]["melee"][ORDER.index(target)] - modifiers)


def total(*names: str) -> int:
    """Return the sum of the named shooting modifiers."""
    return sum(TABLES["modifiers"][name] for name in names)


def kill_chance(p: int, av: int) -> int:
    """Return the chance of d10 + P above AV. Here no roll fails or succeeds automatically (p.4, 11)."""
    return 10 * sum(roll + p > av for roll in range(1, 11))


def stun_chance(p: int, av: int) -> int:
    """Return the chance of d10 + P equal to AV (p.11, C-08)."""
    return 10 * sum(roll + p == av for roll in range(1, 11))


def strength(weapon: Json, av: int) -> int | None:
    """Return AT if AV is above 12, else P (p.14, 23, C-07)."""
    at = weapon.get("at")
    if at is not None and av > TABLES["at_above"]:
        return int(at)
    return weapon.get("p")


def damage(weapon: Json, lost: int = 0) -> int:
    """Return the damage to a vehicle or building: P, or twice AT, reduced by ``lost`` (p.10, 19-20, C-13)."""
    at = weapon.get("at")
    return max(0, 2 * (at - lost) if at is not None else int(weapon["p"]) - lost)


# ------------------------------------------------------------------ what action points buy


def shots(ap: int, rof: int) -> int:
    """Return the shots in a turn. A RoF below 0 is the number of AP for one shot (p.14)."""
    return ap * rof if rof > 0 else ap // -rof if rof else 0


def aimed_shots(ap: int, rof: int) -> int | None:
    """Return the aimed shots in a turn, each for 1 AP more; None for weapons that can't aim (p.10)."""
    if rof > 1:
        return None
    return ap // (2 if rof == 1 else 1 - rof) if rof else 0


def ap_for_a_shot(rof: int, *, aimed: bool = False) -> int:
    """Return the AP of one shot, which may be more than a turn has (C-19)."""
    return (1 if rof > 0 else -rof) + aimed


def move(ap: int, pace: str = "normal", *, running: bool = False, difficult: bool = False) -> int:
    """Return the distance in units. Difficult terrain halves the units of each AP, rounded up (p.8)."""
    each = TABLES["units_an_ap"][pace] * (2 if running else 1)
    return int(ap * (-(-each // 2) if difficult else each))


def pace(*, quick: bool, fast: bool) -> str:
    """Return the faster pace that applies (P-16)."""
    return "fast" if fast else "quick" if quick else "normal"


def crew_of(heavy: int, bearer: str = "plain") -> int:
    """Return the models that serve a Heavy weapon; with 0, its bearer is enough (p.14, 22-23, C-05)."""
    if bearer == "powered-armour":
        return max(0, heavy - 1)
    return heavy // 2 if bearer in ("thas", "monster") else heavy


# ------------------------------------------------------------------ melee


def melee_p(weapon: Json | None, *, armoured: bool = False) -> int:
    """Return P in melee: 4 or the weapon's, and 1 more in powered armour or THAS (p.12-13, 22-23)."""
    return int(weapon["p"] if weapon else 4) + armoured


def attacks(*, second: bool = False, assault: bool = False) -> int:
    """Return the dice: one, one for a second weapon, one for furious or savage assault (p.12, 24)."""
    return 1 + second + assault


def strikes_as(quality: str, higher: int = 0) -> int:
    """Return the place in the order of striking, from 1 (p.12, 24)."""
    return max(1, int(QUALITIES[quality]["strikes"]) - higher)


# ------------------------------------------------------------------ sections and forces


def pinning_steps(models: int) -> tuple[int, ...]:
    """Return the losses at which the test becomes harder by 1, 2, 3 and 4 (p.11, C-10)."""
    return tuple(-(-models * int(percent) // 100) for percent in TABLES["pinning"])


def lowest(qualities: Sequence[str]) -> str:
    return min(qualities, key=ORDER.index)


def least_models(qualities: Sequence[str]) -> int:
    """Return the minimum number of models, which the lowest quality decides (p.6, R-02, C-03)."""
    return int(QUALITIES[lowest(qualities)]["least"])


def coherency(qualities: Sequence[str]) -> set[int]:
    """Return the spacing of the most common quality, or several spacings if qualities tie (p.6, C-03)."""
    limit = max(map(qualities.count, qualities))
    return {QUALITIES[quality]["coherency"] for quality in qualities if qualities.count(quality) == limit}


def crew_short(models: int, crews: Sequence[int]) -> int:
    """Return how many models the crews of heavy weapons lack (p.14, R-03)."""
    return max(0, sum(crews) - models)


def initiative(qualities: Sequence[str], bonuses: Sequence[int]) -> int:
    """Return the best modifier in the force plus the best command bonus (p.5, R-07)."""
    best = max((QUALITIES[quality]["initiative"] for quality in qualities), default=0)
    return int(best + max(bonuses, default=0))


# ------------------------------------------------------------------ vehicles


def turning_radius(speed: int, acdc: int, tr: int) -> int | None:
    """Return the radius; None up to the speed Ac/Dc, at which a vehicle turns on the spot (p.18)."""
    return None if speed <= acdc else tr * (speed // acdc)


def collision(speed: int, other: int = 0) -> int:
    """Return the P of a collision; ``other`` is the other vehicle's speed, or 0 (p.19)."""
    return speed + other


def damage_track(dam: int) -> list[int]:
    """Return the multiples of ten that the damage can pass before the vehicle is wrecked (p.20)."""
    return list(range(10, dam, 10))


def riders(passengers: int, capacity: int) -> int:
    """Return the number of passengers without a place inside, who ride on top (p.19, R-05)."""
    return max(0, passengers - capacity)


def wall_dam(length: int, each: int) -> int:
    """Return the damage of a wall; each started length of 3 units adds ``each`` (p.21)."""
    return each * -(-length // int(TABLES["buildings"]["wall"]["each"]))


# ------------------------------------------------------------------ profiles


# The values that a blank field means. A kind that can't have the field doesn't report them.
PLAIN: Json = {"ap": 3, "av": 8, "size": "normal", "larger": "yes"}


class Body:
    """A model, vehicle or building, as its player reads it from the sheet."""

    def __init__(self, design: Json) -> None:
        self.kind: str = design.get("kind") or "model"
        own = TABLES["parts"][self.kind]
        self.of: Json = {name: value for name, value in design.items() if name in own and value is not None}
        self.strange = {
            name
            for name in design.keys() - own - {"kind"}
            if design[name] and design[name] != PLAIN.get(name)
        }
        quality = self.of.get("quality")
        self.quality: str | None = quality.title() if quality else None
        self.ap: int = self.of.get("ap", 3)
        self.av: int = self.of.get("av", 8)
        self.weapons = [self._weapon(pick) for pick in self.of.get("weapons", [])]
        self.melee: list[str] = [pick["code"] for pick in self.of.get("melee", [])]
        self.ammunition = {pick["code"] for pick in self.of.get("ammunition", [])}
        self.equipment = {pick["code"] for pick in self.of.get("equipment", [])}
        self.special: dict[str, list[Json]] = {}
        for pick in self.of.get("specials", []):
            self.special.setdefault(pick["code"], []).append(pick)
        self.crashes: list[Json] = []
        self.circumstances: dict[str, int] = {}
        for pick in self.of.get("circumstances", []):
            self.circumstances.setdefault(pick["code"], pick.get("times", 1))
            if pick["code"] == "collision":
                self.crashes.append(pick)

    @staticmethod
    def _weapon(pick: Json) -> Json:
        """Return a printed weapon, or a weapon that the players invented."""
        if pick["code"] != "own-weapon":
            return {"code": pick["code"], **WEAPONS[pick["code"]]}
        names = {"hit": "to_hit", "jumps": "flamethrower"}
        own = {names.get(name, name): value for name, value in pick.items() if value is not None}
        return {**own, "traits": re.split(r", *", own.get("traits", "").lower())}

    @cached_property
    def bearer(self) -> str:
        """What carries the heavy weapons: a monster, a suit of armour, or "plain"."""
        if "monstrous" in self.special:
            return "monster"
        return next((suit for suit in ("thas", "powered-armour") if suit in self.equipment), "plain")

    @cached_property
    def pace(self) -> str:
        return pace(
            quick="quick" in self.special, fast="fast" in self.special or "jump-packs" in self.equipment
        )

    def crew(self, weapon: Json) -> int:
        return crew_of(weapon.get("heavy", 0), self.bearer)

    def has_weapon(self, codes: Collection[str]) -> bool:
        return any(weapon["code"] in codes for weapon in self.weapons)

    def cost(self) -> int | None:
        """Return the agreed cost; None if there is none, or if the form would refuse it."""
        low, high = TABLES["cost"]
        cost: int | None = self.of.get("cost")
        return cost if cost is not None and low <= cost <= high else None

    def pistols(self) -> int:
        return sum("pistol" in weapon.get("traits", ()) for weapon in self.weapons)

    def is_strong(self) -> bool:
        """Return whether its armour adds to its P in melee."""
        return not {"powered-armour", "thas"}.isdisjoint(self.equipment)

    def has_shield(self) -> bool:
        return "combat-shield" in self.equipment

    def has_both_hands_full(self) -> bool:
        """Return whether it has a melee weapon or pistol in each hand (p.12), and no shield (p.23)."""
        best = self.best_melee_weapon()
        if self.has_shield() or (best and best.get("both_hands")):
            return False
        return sum(not MELEE[code].get("both_hands") for code in self.melee) + self.pistols() > 1

    def best_melee_weapon(self) -> Json | None:
        """Return the weapon with the highest P; of equal weapons, the one that hits best."""
        return max(
            (MELEE[code] for code in self.melee), key=lambda row: (row["p"], row["to_hit"]), default=None
        )

    def blows(self, weapon: Json | None) -> dict[str, Shot]:
        """Return the shots in melee, by the target's quality."""
        if self.quality is None:
            return {}
        more = self.of.get("mm", 0) + (weapon["to_hit"] if weapon else 0)
        more += TABLES["melee_modifiers"]["pinned"] * ("target-pinned" in self.circumstances)
        more += TABLES["melee_modifiers"]["obstacle"] * ("target-behind" in self.circumstances)
        return {target.lower(): striking(self.quality, target, more) for target in ORDER}

    def shots_at(self, weapon: Json) -> dict[str, Shot]:
        """Return the shots by the target's quality. A flamethrower needs a skill test, 1 easier (p.14)."""
        if self.quality is None:
            return {}
        if weapon.get("flamethrower"):
            return {target.lower(): to_hit(QUALITIES[self.quality]["skill"] - 1) for target in ORDER}
        more = self.of.get("sm", 0) + weapon.get("to_hit", 0)
        more += total("scope") if "scopes" in self.equipment else 0
        more += sum(
            TABLES["modifiers"][TABLES["circumstances"][code]] * max(0, times - self.ignores(code))
            for code, times in self.circumstances.items()
            if code in TABLES["circumstances"] and self.affects(code, weapon)
        )
        return {target.lower(): shooting(self.quality, target, more) for target in ORDER}

    def ignores(self, circumstance: str) -> int:
        """Return how many steps of a circumstance count for nothing: stabilisers remove one moving step
        (p.22).
        """
        steady = self.kind == "vehicle" and "stabilisers" in self.equipment
        return int(steady and circumstance == "moving-platform")

    def shoots_both(self, weapon: Json) -> bool:
        """Return whether a gun fighter shoots two pistols at once (p.23, 24)."""
        if self.has_shield() or self.kind == "vehicle":
            return False
        both = "two-pistols" in self.circumstances and "gun-fighter" in self.special
        return both and self.pistols() > 1 and "pistol" in weapon.get("traits", ())

    def aims(self, weapon: Json) -> bool:
        """Return whether the weapon can aim: RoF 1 or less, one pistol, no moving vehicle (p.10, 24)."""
        is_slow = bool(weapon.get("rof")) and weapon["rof"] <= 1
        return is_slow and "moving-platform" not in self.circumstances and not self.shoots_both(weapon)

    def affects(self, circumstance: str, weapon: Json) -> bool:
        """Return whether a circumstance changes this body's rolls with a weapon (p.10, 24)."""
        if circumstance == "aimed":
            return self.aims(weapon)
        if circumstance == "two-pistols":
            return self.shoots_both(weapon)
        if circumstance in ("target-moved", "moving-platform") and self.homes(weapon):
            return False
        return _affects(circumstance, weapon)

    def homes(self, weapon: Json) -> bool:
        """Return whether the weapon fires heat-seeking munitions at a vehicle: then speed doesn't count
        (p.17).
        """
        at_vehicle = "homing" in self.circumstances and "heat-seeking" in self.ammunition
        return at_vehicle and weapon["code"] in TABLES["heat_seekers"]

    def given(self, special: str) -> int | None:
        """Return the highest number written for a special rule; None if there is none."""
        name, _, _ = TABLES["special_numbers"][special]
        result = [pick[name] for pick in self.special.get(special, []) if pick.get(name) is not None]
        return max(result, default=None)

    def lacks_number(self, special: str) -> bool:
        """Return whether a special rule lacks a number, or has an invalid one (P-05, P-12)."""
        name, low, high = TABLES["special_numbers"][special]
        result = [pick.get(name) for pick in self.special.get(special, [])]
        return any(number is None or not low <= number <= high for number in result)


def _affects(circumstance: str, weapon: Json) -> bool:
    """Return whether a circumstance applies to a weapon with these traits (p.9, 14, 15)."""
    traits = {
        trait.replace("-", " ").replace("move fire", "move and fire") for trait in weapon.get("traits", ())
    }
    if circumstance == "on-the-move":
        return "move and fire" in traits
    if circumstance == "unseen":
        return "indirect" in traits
    if circumstance == "target-near":
        return traits.isdisjoint({"pistol", "hail"})
    return circumstance not in ("target-concealed", "target-hidden") or "hail" not in traits


# ------------------------------------------------------------------ what is worked out of a profile


def is_large(body: Body) -> bool:
    """Return whether it is large. Vehicles are, unless they say "no" (C-21); models by size, in words or
    units.
    """
    if body.kind == "vehicle":
        return body.of.get("larger") != "no"
    return body.of.get("size") == "large" or body.of.get("across", 0) > TABLES["large_above"]


def as_target(body: Body) -> int | None:
    """Return the modifier to hit it, by size and camouflage; None if nothing applies (p.9, P-19)."""
    known = {
        "large": is_large(body),
        "small": body.of.get("size") == "half" and not is_large(body),
        "camouflaged": "camouflaged" in body.equipment,
        "concealed": "holo-field" in body.equipment,
    }
    names = [name for name, is_so in known.items() if is_so]
    return total(*names) if names else None


def model_values(body: Body) -> Json:
    """Return the calculated numbers of a model; None for a number that it doesn't have."""
    ap, quality, runs = max(0, body.ap), body.quality, body.av <= TABLES["runs_at"]
    best, second = body.best_melee_weapon(), body.has_both_hands_full()
    furious, savage = ("furious-assault" in body.special, "savage-assault" in body.special)
    result: Json = {
        "walk": move(ap, body.pace),
        "run": move(ap, body.pace, running=True) if runs else None,
        "difficult": move(ap, body.pace, difficult=True),
        "difficult_run": move(ap, body.pace, running=True, difficult=True) if runs else None,
        "target": as_target(body),
        "attacks": attacks(second=second, assault=furious),
        "first_attacks": attacks(second=second, assault=True) if savage and not furious else None,
        "melee_p": melee_p(best, armoured=body.is_strong()),
        "melee_av": body.av + TABLES["shield_av"] if "combat-shield" in body.equipment else None,
        "dies": body.given("monstrous"),
    }
    if quality is None:
        return result
    grounds = body.av <= TABLES["grounds_at"]
    result |= {
        "skill": QUALITIES[quality]["skill"],
        "skill_chance": skill_chance(quality),
        "ground": QUALITIES[quality]["skill"] - 1 if grounds else None,
        "coherency": QUALITIES[quality]["coherency"],
        "least": QUALITIES[quality]["least"],
        "strikes": strikes_as(quality, body.given("quick-strike") or 0),
    }
    for target, shot in body.blows(best).items():
        result |= {f"melee_{target}": shot.need, f"melee_hit_{target}": shot.chance}
    return result


def vehicle_values(body: Body) -> Json:
    """Return the calculated numbers of a vehicle, if the fields that they need are filled in."""
    acdc, tr, speed = (body.of.get(name) for name in ("acdc", "tr", "max_speed"))
    moves = TABLES["locomotion"].get(body.of.get("locomotion"))
    result: Json = {"target": as_target(body), **damage_values(body)}
    if body.quality:
        result |= {
            "skill": QUALITIES[body.quality]["skill"],
            "skill_chance": skill_chance(body.quality),
        }
    if acdc and acdc > 0:
        result |= {"brake": 2 * acdc, "road": acdc + (moves["road"] if moves else 0)}
    result |= {"bogs": moves["bogs"] if moves else None}
    if acdc and acdc > 0 and speed and tr is not None:
        radii = {at // acdc: turning_radius(at, acdc, tr) for at in range(acdc + 1, speed + 1)}
        result |= {f"turn_{times}": radius for times, radius in radii.items() if times < 5}
        result |= {"turn_top": turning_radius(speed, acdc, tr)}
    crash = body.crashes[0] if body.crashes else {}
    rammed_at = int(crash.get("speed", speed) or 0)
    result |= {"collision": collision(rammed_at, int(crash.get("other") or 0)) or None}
    return result


def damage_values(body: Body) -> Json:
    """Return the damage that wrecks it, and how many multiples of ten come before."""
    dam = body.of.get("dam", 0)
    if dam < 1:
        return {}
    length = body.of.get("length", 0)
    wall = wall_dam(length, dam) if length > 0 else dam
    return {"wrecked": wall, "rolls": len(damage_track(wall))}


def values(body: Body) -> Json:
    """Return the calculated numbers of a profile by code, without those that it doesn't have."""
    of_kind = {"model": model_values, "vehicle": vehicle_values, "building": damage_values}
    return {code: number for code, number in of_kind[body.kind](body).items() if number is not None}


def weapon_numbers(body: Body, weapon: Json) -> Json:
    """Return the calculated numbers of a weapon for this body."""
    targets = body.shots_at(weapon)
    lost = {target: shot.lost for target, shot in targets.items()}
    result: Json = {f"lost_{target}": points or None for target, points in lost.items()}
    if rof := weapon.get("rof"):
        ap = max(0, body.ap)
        result["shots"] = shots(ap, rof) * (2 if body.shoots_both(weapon) else 1)
        if body.aims(weapon):
            result |= {"aimed": aimed_shots(ap, rof), "aim_takes": ap_for_a_shot(rof, aimed=True)}
    if weapon.get("heavy") and body.kind == "model":
        result["served_by"] = body.crew(weapon)
    for target, shot in targets.items():
        result |= {f"need_{target}": shot.need, f"hit_{target}": shot.chance}
    result |= wounds(lambda av: strength(weapon, av), lost.get("rg", 0))
    hard = weapon.get("at", weapon.get("p"))
    if hard is not None:  # vehicles are irregular targets (p.19)
        less = lost.get("ir", 0)
        result |= {"damage": damage(weapon, less)}
        result |= {f"hurt_{av}": kill_chance(hard - less, av) for av in TABLES["hulls"]}
    if weapon.get("blast"):
        result |= {"sure": weapon["blast"], "tests": weapon["blast"] + 2}
    return {code: number for code, number in result.items() if number is not None}


def melee_numbers(body: Body, weapon: Json) -> Json:
    """Return the calculated numbers of a melee weapon for this body."""
    p = melee_p(weapon, armoured=body.is_strong())
    result: Json = {"own_p": p, **wounds(lambda av: p)}
    for target, shot in body.blows(weapon).items():
        result |= {f"need_{target}": shot.need, f"hit_{target}": shot.chance}
    return result


def wounds(p_against: Callable[[int], int | None], lost: int = 0) -> Json:
    """Return the chances to kill and to stun each named AV."""
    result: Json = {}
    for av in TABLES["armour"].values():
        p = p_against(av)
        if p is not None:
            result |= {f"kill_{av}": kill_chance(p - lost, av), f"stun_{av}": stun_chance(p - lost, av)}
    return result


def items(body: Body) -> set[tuple[str, str, int]]:
    """Return all calculated numbers of its weapons, as entry, column and number."""
    result = [(weapon["code"], weapon_numbers(body, weapon)) for weapon in body.weapons]
    result += [(code, melee_numbers(body, MELEE[code])) for code in body.melee]
    return {(code, column, number) for code, numbers in result for column, number in numbers.items()}


# ------------------------------------------------------------------ rules


def model_rules(body: Body) -> dict[Verdict, bool]:
    """Return the rules that apply only to models, and whether the model breaks them."""
    special, equipment, shield = body.special.keys(), body.equipment, body.has_shield()
    one_handed = [code for code in body.melee if not MELEE[code].get("both_hands")]
    size, across = body.of.get("size"), body.of.get("across")
    too_quick = any(
        pick.get("bonus") is not None and body.quality and pick["bonus"] > 3 - ORDER.index(body.quality)
        for pick in body.special.get("quick-strike", [])
    )
    suits = [TABLES["armour"][suit] for suit in ("powered-armour", "thas") if suit in body.equipment]
    both_hands = any(MELEE[code].get("both_hands") for code in body.melee)
    return {
        (E, "P-01"): body.quality is None,
        (N, "P-02"): body.av not in TABLES["armour"].values(),
        (N, "P-03"): any(body.av != av for av in suits),
        (W, "P-18"): len(body.melee) > 2 or (len(body.melee) > 1 and both_hands),
        (E, "P-10"): "stabilisers" in body.equipment,
        (E, "P-04"): "non-com" in special and body.quality != "Ir",
        (E, "P-06"): shield and not all(map(_goes_with_a_shield, body.weapons)),
        (W, "P-11"): "gun-fighter" in special and body.pistols() < 2,
        (E, "P-13"): "command-bonus" in special and "personality" not in special,
        (N, "P-16"): ("quick" in special and body.pace == "fast")
        or ("fast" in special and "jump-packs" in equipment),
        (W, "P-17"): {"brain-dead", "fanatic"} <= special,
        (W, "P-24"): "non-com" in special and not special.isdisjoint({"brain-dead", "fanatic"}),
        (W, "C-05"): {"powered-armour", "thas"} <= equipment,
        (W, "P-28"): shield and (both_hands or "gun-fighter" in special or len(one_handed) > 1),
        (N, "P-28"): shield and "chainsaw" in body.melee,
        (W, "P-30"): across is not None
        and ((size == "half" and across > 0) or (size == "large" and across <= TABLES["large_above"])),
        (W, "P-31"): {"furious-assault", "savage-assault"} <= special
        or {"fearsome", "terrifying"} <= special,
        (W, "P-32"): too_quick,
        (W, "P-34"): "medi-pack" in equipment and body.ap < TABLES["medi_pack_ap"],
    }


def _fires_grenades(weapon: Json) -> bool:
    """Return whether it is a printed grenade weapon, or an invented weapon named like one (p.16)."""
    words = " ".join([str(weapon.get("name", "")).lower(), *weapon.get("traits", ())])
    own = weapon["code"] == "own-weapon" and re.search(r"\b(grenades?)\b", words)
    thrown = weapon["code"] == "own-weapon" and "thrown" in weapon["traits"]
    return weapon["code"] in TABLES["grenades"] or bool(own) or thrown


def _goes_with_a_shield(weapon: Json) -> bool:
    """Return whether it is a pistol or grenade; an invented weapon says so in its name or traits (p.23)."""
    traits, name = set(weapon.get("traits", ())), str(weapon.get("name", "")).lower()
    words = set(re.findall("[a-z]+", name))
    calls_itself = bool(words & {"grenade", "grenades"}) and not re.search("launch|gun|rifle|mortar", name)
    thrown = {"grenade", "grenades", "thrown", "thrown grenade"}
    return weapon["code"] == "thrown-grenade" or "pistol" in traits or bool(traits & thrown) or calls_itself


def vehicle_rules(body: Body) -> dict[Verdict, bool]:
    """Return the rules that apply only to vehicles, and whether the vehicle breaks them."""
    kit = {*body.special, *body.equipment}
    above_0 = ("max_speed", "acdc", "armour", "dam", "crew")
    crew = body.of.get("crew", 0)
    return {
        (N, "P-02"): body.of.get("crew_av", 8) not in TABLES["armour"].values(),
        (E, "P-20"): any(body.of.get(name, 0) < 1 for name in above_0),
        (W, "P-21"): "locomotion" not in body.of,
        (N, "P-22"): any(0 < crew < weapon.get("heavy", 0) for weapon in body.weapons)
        or (bool(body.weapons) and body.quality is None),
        (N, "P-23"): not kit.isdisjoint(TABLES["agreed_on_vehicles"]),
        (W, "P-29"): not kit.isdisjoint(TABLES["useless_on_vehicles"]),
        (W, "P-31"): {"fearsome", "terrifying"} <= kit,
    }


def common_rules(body: Body) -> dict[Verdict, bool]:
    """Return the rules for models and vehicles, and whether the body breaks them."""
    special, equipment, ammunition = body.special.keys(), body.equipment, body.ammunition
    launchers = set(TABLES["grenades"]) - {"thrown-grenade"}
    numbered = [code for code in TABLES["special_numbers"] if code != "monstrous"]
    slots = ("weapons", "melee", "ammunition", "equipment", "specials", "circumstances")
    picked = [[pick["code"] for pick in body.of.get(slot, [])] for slot in slots]
    return {
        (E, "P-02"): body.ap < 1,
        (E, "P-05"): "monstrous" in special
        and (body.lacks_number("monstrous") or (body.kind == "model" and body.of.get("across", 0) < 2)),
        (E, "P-07"): "heat-seeking" in ammunition and not body.has_weapon(TABLES["heat_seekers"]),
        (E, "P-08"): "incendiary" in ammunition
        and body.has_weapon(launchers)
        and not body.has_weapon(["thrown-grenade"]),
        (W, "P-09"): bool(ammunition & set(TABLES["grenade_fillings"]))
        and not any(map(_fires_grenades, body.weapons)),
        (E, "P-12"): any(map(body.lacks_number, numbered)),
        (N, "P-25"): any(len(set(codes)) < len(codes) for codes in picked[2:]),
        (E, "P-26"): any(not _is_complete(weapon) for weapon in body.weapons),
        (W, "P-33"): not body.weapons
        and (
            "scopes" in equipment
            or "critical-shot" in special
            or (body.kind == "vehicle" and "stabilisers" in equipment)
        ),
        (W, "P-27"): any(pair <= body.circumstances.keys() for pair in _AT_ODDS)
        or any(not 1 <= pick.get("times", 1) <= 9 for pick in body.of.get("circumstances", []))
        or ("two-pistols" in body.circumstances and "gun-fighter" not in body.special)
        or ("homing" in body.circumstances and "heat-seeking" not in body.ammunition)
        or (bool(body.crashes) and body.kind != "vehicle"),
    }


_AT_ODDS = (
    {"target-concealed", "target-hidden"},
    {"target-large", "target-small"},
    {"aimed", "moving-platform"},
    {"homing", "target-near"},
    {"homing", "target-ran"},
    {"homing", "target-hidden"},
)


def _is_complete(weapon: Json) -> bool:
    """Return whether an invented weapon has a range, RoF and P within the bounds (P-26)."""
    bounds = {"range": (1, 1000), "rof": (-20, 20), "p": (0, 40)}
    return all(low <= weapon.get(name, low - 1) <= high for name, (low, high) in bounds.items())


def verdicts(body: Body) -> set[Verdict]:
    """Return all rules that have a finding for the profile."""
    rules: dict[Verdict, bool] = {(N, "P-36"): bool(body.strange)}
    if body.kind == "building":
        rules[E, "P-35"] = any(body.of.get(name, 0) < 1 for name in ("armour", "dam"))
    else:
        rules |= common_rules(body)
    rules |= (
        model_rules(body) if body.kind == "model" else vehicle_rules(body) if body.kind == "vehicle" else {}
    )
    return {verdict for verdict, speaks in rules.items() if speaks}


# ------------------------------------------------------------------ rosters

Members = list[tuple[Body, int]]


class Row:
    """A row of a roster: a section, a vehicle with its passengers, or a single model."""

    def __init__(self, row: Json, bodies: dict[str, Body]) -> None:
        self.unit: str = row.get("unit") or "section"
        inside = [row, *row.get("others", [])]
        self.inside = self._known(inside, bodies)
        self.attached = self._known(row.get("attached", []), bodies)
        everybody = [pair for pair in (*self.inside, *self.attached) if pair[0].kind == "model"]
        self.soldiers = [pair for pair in everybody if "personality" not in pair[0].special]
        self.leaders = [pair for pair in everybody if "personality" in pair[0].special]
        main = bodies.get(row["profile"])
        self.vehicle = main if main and main.kind == "vehicle" else None
        self.vehicles: int = row["count"]
        self.size = sum(count for _, count in self.soldiers)
        self.everybody = self.size + sum(count for _, count in self.leaders)
        self.qualities = [body.quality for body, count in self.soldiers for _ in range(count) if body.quality]

    @staticmethod
    def _known(members: list[Json], bodies: dict[str, Body]) -> Members:
        result = [(bodies.get(member["profile"]), member["count"]) for member in members]
        return [(body, count) for body, count in result if body and count]

    def crews(self) -> list[int]:
        """Return the models that each heavy weapon takes, at least its bearer (p.14, C-05)."""
        members = (*self.soldiers, *self.leaders)
        heavy = [(body, count, gun) for body, count in members for gun in body.weapons if gun.get("heavy")]
        return [max(1, body.crew(gun)) for body, count, gun in heavy for _ in range(count)]

    def least(self) -> int | None:
        return least_models(self.qualities) if self.qualities else None

    def usual(self) -> str | None:
        """Return the most common quality; of equally common qualities the lowest (C-03)."""
        return max(ORDER, key=self.qualities.count) if self.qualities else None

    def room(self) -> int:
        return self.vehicle.of.get("passengers", 0) * self.vehicles if self.vehicle else 0

    def is_too_few(self) -> bool:
        least = self.least()
        return least is not None and 0 < self.size < least

    def values(self) -> Json:
        """Return the calculated numbers of the section, or of the passengers."""
        if self.unit not in ("section", "vehicle"):
            return {}
        outcome: Json = {"least": self.least(), "pinned_by": self.size or None}
        if usual := self.usual():
            outcome |= {"coherency": QUALITIES[usual]["coherency"], "skill": QUALITIES[usual]["skill"]}
        if self.size:
            outcome |= {f"pin_{at}": lost for at, lost in enumerate(pinning_steps(self.size), 1)}
        if self.unit == "section":
            outcome["crews"] = sum(self.crews()) or None
        elif self.vehicle:
            outcome["on_top"] = riders(self.everybody, self.room()) or None
            outcome["inside"] = self.everybody - (outcome["on_top"] or 0) or None
        return {code: number for code, number in outcome.items() if number is not None}

    def wrong_kinds(self) -> set[Verdict]:
        """Return the rule that is broken if a member has the wrong kind for the row."""
        level, rule, inside, attached = {
            "section": (E, "R-01", "model", "model"),
            "personality": (W, "R-04", "model", ""),
            "vehicle": (W, "R-05", "vehicle", "model"),
            "building": (W, "R-04", "building", "model"),
        }[self.unit]
        wrong = [body for body, _ in self.inside if body.kind != inside]
        wrong += [body for body, _ in self.attached if body.kind != attached]
        return {(level, rule)} if wrong else set()

    def verdicts(self) -> set[Verdict]:
        """Return the rules R-01 to R-05 that the row breaks."""
        too_few, on_foot = self.is_too_few(), self.vehicle is None
        rules: dict[Verdict, bool] = {
            (E, "R-01"): too_few and on_foot,
            (W, "R-02"): len(set(self.qualities)) > 1,
            (W, "R-03"): crew_short(self.everybody, self.crews()) > 0,
            (N, "R-04"): bool(self.leaders and self.soldiers),
            (W, "R-04"): self.unit == "personality" and bool(self.soldiers),
            (W, "R-05"): not on_foot and (too_few or riders(self.everybody, self.room()) > 0),
        }
        return {verdict for verdict, speaks in rules.items() if speaks} | self.wrong_kinds()


class Force:
    """A roster, with the profiles of its list."""

    def __init__(self, roster: Json, bodies: dict[str, Body], values: dict[str, int | None]) -> None:
        self.rows = [Row(row, bodies) for row in roster["entries"]]
        self.counts: Counter[str] = Counter()
        for row in roster["entries"]:
            for member in (row, *row.get("others", []), *row.get("attached", [])):
                self.counts[member["profile"]] += member["count"]
        self.strange = {key for key, count in self.counts.items() if count and key not in bodies}
        self.fielded = [bodies[key] for key, count in self.counts.items() if count and key in bodies]
        self.models = sum(count for key, count in self.counts.items() if key in bodies)
        self.most = values
        costs = [(bodies[key].cost(), n) for key, n in self.counts.items() if n and key in bodies]
        self.spent: int = sum(cost * count for cost, count in costs if cost is not None)
        self.blank = [cost is None for cost, _ in costs]
        self.points = None if any(self.blank) else self.spent
        self.limit: int | None = roster.get("limit")
        numbers = (body.given("command-bonus") for body in self.fielded if body.kind == "model")
        self.bonuses = [bonus for bonus in numbers if bonus is not None]

    def values(self) -> Json:
        """Return the initiative (R-07), if it is known."""
        qualities = [body.quality for body in self.fielded if body.quality]
        return {"initiative": initiative(qualities, self.bonuses)} if qualities or self.bonuses else {}

    def verdicts(self) -> set[Verdict]:
        """Return all rules that have a finding for the roster."""
        leads = any("command-bonus" in body.special for body in self.fielded)
        linked = {
            "command-bonus" in body.special
            for body in self.fielded
            if body.kind == "model" and "communicators" in body.equipment
        }
        over = (self.counts[key] > item for key, item in self.most.items() if item is not None)
        rules: dict[Verdict, bool] = {
            (N, "R-06"): bool(self.fielded) and not leads,
            (W, "R-13"): bool(linked) and len(linked) == 1,
            (N, "R-08"): any(self.blank) and (self.limit is not None or not all(self.blank)),
            (W, "R-08"): self.limit is not None and self.spent > self.limit,
            (E, "R-10"): bool(self.strange),
            (E, "R-11"): any(over),
            (E, "R-12"): not self.models,
        }
        result = {verdict for verdict, speaks in rules.items() if speaks}
        return result.union(*(row.verdicts() for row in self.rows))


# ------------------------------------------------------------------ what an example expects


def by_level(verdicts: set[Verdict]) -> Json:
    """Return the rules by level, as the examples write them."""
    return {f"{name}s": sorted(rule for level, rule in verdicts if level == name) for name in (E, W, N)}


def expected_of(document: Json) -> Json:
    """Return all results of a document, as the examples write them."""
    bodies = {row["key"]: Body(row.get("design") or {}) for row in document["profiles"]}
    limit = {row["key"]: row.get("max") for row in document["profiles"]}
    forces = [Force(roster, bodies, limit) for roster in document.get("rosters") or []]
    return {
        "profiles": {
            key: {
                "points": body.cost(),
                "values": values(body),
                "items": sorted(map(list, items(body))),
                "findings": by_level(verdicts(body)),
            }
            for key, body in bodies.items()
        },
        "rosters": [
            {
                "points": force.points,
                "models": force.models,
                "values": force.values(),
                "rows": [row.values() for row in force.rows],
                "findings": by_level(force.verdicts()),
            }
            for force in forces
        ],
    }
