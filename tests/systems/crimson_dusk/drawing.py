"""Company lists of Crimson Dusk at random, mostly as players make them: models, vehicles, buildings, rosters.

They know the tables of the second reckoning and nothing of the program; many break some rule.
"""

from random import Random

from tests.systems.crimson_dusk.reckoning import MELEE, TABLES, WEAPONS, Json

QUALITIES = ("ir", "rg", "vt", "el")
AMMUNITION = (*TABLES["grenade_fillings"], "incendiary", "heat-seeking")
EQUIPMENT: list[str] = TABLES["equipment"]
SPECIALS: list[str] = TABLES["specials"]
KINDS = ("model", "vehicle", "building")
MISSING = "nobody"


class Drawing:
    """Draws with one die, so that a number gives the same list on every machine."""

    def __init__(self, seed: int) -> None:
        self.die = Random(seed)  # noqa: S311 - the same on every machine

    def chance(self, percent: int) -> bool:
        return self.die.randrange(100) < percent

    def some(self, codes: list[str] | tuple[str, ...], limit: int) -> list[str]:
        """So many at most, rarely one twice."""
        taken = self.die.sample(codes, self.die.randint(0, min(limit, len(codes))))
        if taken and self.chance(5):
            taken.append(self.die.choice(taken))
        return taken

    def number(self, usual: tuple[int, ...], low: int, high: int) -> int:
        return self.die.choice(usual) if self.chance(80) else self.die.randint(low, high)

    # -------------------------------------------------------------- what is carried

    def weapon(self) -> Json:
        if self.chance(85):
            return {"code": self.die.choice(list(WEAPONS))}
        name = self.die.choice(["Own", "Own", "Rock grenade", "Grenade rifle"])
        created: Json = {"code": "own-weapon", "name": name, "range": self.die.randint(1, 99)}
        created |= {"rof": self.die.randint(-4, 5), "p": self.die.randint(0, 16)}
        extra = {"at": (1, 20), "heavy": (1, 6), "blast": (1, 5), "hit": (-4, 4), "jumps": (1, 5)}
        created |= {name: self.die.randint(*bounds) for name, bounds in extra.items() if self.chance(25)}
        created |= (
            {"traits": self.die.choice(["pistol", "hail, pinning", "move and fire, indirect", "thrown"])}
            if self.chance(30)
            else {}
        )
        if self.chance(10):
            del created[self.die.choice(["range", "rof", "p"])]
        return created

    def weapons(self, limit_value: int) -> list[Json]:
        pistols = [{"code": "pistol"}] * self.die.randint(1, 2) if self.chance(20) else []
        return [*pistols, *(self.weapon() for _ in range(self.die.randint(0, limit_value)))]

    def tied(self) -> tuple[str, ...]:
        """Special rules that a rule names together, now and then."""
        pairs = [
            ("brain-dead", "fanatic"),
            ("non-com", "fanatic"),
            ("quick", "fast"),
            ("non-com", "brain-dead"),
            ("furious-assault", "savage-assault"),
            ("fearsome", "terrifying"),
        ]
        return self.die.choice(pairs) if self.chance(8) else ()

    def specials(self, maximum: int) -> list[Json]:
        """With their numbers, which are forgotten now and then."""
        picks = []
        for code in dict.fromkeys((*self.some(SPECIALS, maximum), *self.tied())):
            pick: Json = {"code": code}
            if code in TABLES["special_numbers"] and not self.chance(10):
                name, low, high = TABLES["special_numbers"][code]
                pick[name] = self.die.randint(low, min(high, 60))
            picks.append(pick)
        return picks

    def circumstances(self) -> list[Json]:
        """Of the target and the shot, some of them at odds."""
        codes = self.some(
            [*TABLES["circumstances"], "target-pinned", "target-behind", "collision", "homing"], 5
        )
        numbers = {
            "target-moved": {"times": 4},
            "moving-platform": {"times": 4},
            "collision": {"speed": 60, "other": 60},
        }
        return [
            {"code": code}
            | {
                name: self.die.randint(1, limit)
                for name, limit in numbers.get(code, {}).items()
                if self.chance(70)
            }
            for code in codes
        ]

    def kit(self) -> Json:
        """What models and vehicles have alike, some of it blank."""
        built: Json = {
            "quality": self.die.choice(QUALITIES),
            "ap": self.number((3,), 0, 8),
            "ammunition": [{"code": code} for code in self.some(AMMUNITION, 2)] if self.chance(40) else [],
            "circumstances": self.circumstances() if self.chance(40) else [],
            "cost": self.die.randint(0, 60),
        }
        return {name: value for name, value in built.items() if not self.chance(6)}

    # -------------------------------------------------------------- profiles

    def model(self) -> Json:
        named = tuple(TABLES["armour"].values())
        kit = self.kit() | {
            "kind": "model",
            "sm": self.number((0, 0, -1, 1), -9, 9),
            "mm": self.number((0, 0, -1, 1), -9, 9),
            "av": self.number(named, 0, 20),
            "weapons": self.weapons(2),
            "melee": [{"code": code} for code in self.some(list(MELEE), 2)],
            "equipment": [{"code": code} for code in self.some(EQUIPMENT, 3)],
            "specials": self.specials(3),
        }
        if self.chance(30):
            kit["size"] = self.die.choice(["half", "normal", "large"])
        if self.chance(20):
            kit["across"] = self.die.randint(0, 5)
        return kit

    def vehicle(self) -> Json:
        example = self.kit() | {"kind": "vehicle", "weapons": self.weapons(3)}
        printed: Json = dict(self.die.choice(list(TABLES["vehicles"].values())))
        names = {"speed": "max_speed", "av": "armour"}
        example |= {names.get(name, name): value for name, value in printed.items()}
        if self.chance(50):
            example["acdc"], example["max_speed"] = self.die.randint(1, 20), self.die.randint(1, 90)
            example["dam"], example["tr"] = self.die.randint(1, 75), self.die.randint(0, 9)
        example |= {"locomotion": self.die.choice(list(TABLES["locomotion"]))} if self.chance(85) else {}
        example |= {"larger": self.die.choice(["yes", "no"])} if self.chance(40) else {}
        example |= {"riders": self.die.randint(0, 4)} if self.chance(40) else {}
        example["equipment"] = [{"code": "stabilisers"}] if self.chance(30) else []
        example["specials"] = [{"code": "infiltrate"}] if self.chance(15) else []
        if self.chance(10):  # what is for models
            example |= {
                part: value for part, value in self.model().items() if part not in example or self.chance(20)
            }
            example["kind"] = "vehicle"
        if self.chance(10):
            del example[self.die.choice(["max_speed", "acdc", "armour", "dam", "crew", "tr"])]
        return example

    def building(self) -> Json:
        created_value: Json = {"kind": "building", **self.die.choice(list(TABLES["buildings"].values()))}
        if created_value.pop("each", None):
            created_value["length"] = self.die.randint(1, 20)
        created_value["armour"] = created_value.pop("av")
        return created_value if self.chance(85) else {"kind": "building"}

    # -------------------------------------------------------------- rosters

    def members(self, keys: list[str], upper: int) -> list[Json]:
        """Rows of some profiles, rarely of one that the list does not have."""
        rows = [{"profile": key, "count": self.die.randint(1, 6)} for key in self.some(keys, upper)]
        if self.chance(5):
            rows.append({"profile": MISSING, "count": 1})
        return rows

    def row(self, unit: str, keys: list[str], riders: list[str]) -> Json:
        """A section, a vehicle with its passengers, or a single model."""
        count = self.die.randint(1, 8) if unit == "section" else 1
        row: Json = {"profile": self.die.choice(keys), "count": count, "unit": unit, "name": f"The {unit}"}
        if unit == "section" and self.chance(40):
            row["others"] = self.members(keys, 2)
        if unit in ("section", "vehicle") and self.chance(50):
            row["attached"] = self.members(riders, 2)
        return {name: value for name, value in row.items() if value != []}

    def roster(self, keys: dict[str, list[str]], sections: int) -> Json:
        models, leaders = keys["model"], keys["leader"]
        rows = [self.row("section", models, leaders) for _ in range(sections)]
        rows += [self.row("vehicle", keys["vehicle"], models) for _ in range(self.die.randint(0, 4))]
        rows += [self.row("personality", leaders, leaders) for _ in range(self.die.randint(0, 3))]
        rows += [self.row("building", keys["building"], []) for _ in range(self.die.randint(0, 2))]
        if self.chance(30):
            rows.append(self.row(*self.mismatch(keys)))
        roster: Json = {"name": "A force", "limit": None, "entries": rows}
        return roster | ({"limit": self.die.randint(0, 2000)} if self.chance(50) else {})

    def mismatch(self, keys: dict[str, list[str]]) -> tuple[str, list[str], list[str]]:
        """A row of what does not belong there."""
        everything = [key for of_kind in keys.values() for key in of_kind]
        return self.die.choice(["section", "vehicle", "building", "personality"]), everything, everything

    def own_limit(self) -> Json:
        return {"max": self.die.randint(1, 9)} if self.chance(6) else {}

    def document(self, models: int, vehicles: int, sections: int) -> Json:
        """A list of so many of each, with three rosters of them."""
        designs = {f"m{n}": self.model() for n in range(models)}
        designs |= {f"v{n}": self.vehicle() for n in range(vehicles)}
        designs |= {f"b{n}": self.building() for n in range(3)}
        keys = {kind: [key for key in designs if key[0] == kind[0]] for kind in KINDS}
        leads = [key for key in keys["model"] if "personality" in str(designs[key]["specials"])]
        keys["leader"] = leads or keys["model"]
        keys["model"] = [key for key in keys["model"] if key not in leads or self.chance(20)]
        profiles: list[Json] = [
            {"key": key, "name": key, "design": design} | self.own_limit() for key, design in designs.items()
        ]
        rosters = [self.roster(keys, number) for number in (sections, 2, 0)]
        head = {"format": "company-list", "version": 1, "system": "crimson-dusk", "edition": "seed"}
        return {**head, "name": "Drawn", "profiles": profiles, "rosters": rosters}
