"""An independent check of rosters that uses only the JSON of a catalogue.

It shares no code with ``builder``. Prices and calculated values of profiles are given to it. It reads from
the catalogue which rules a roster breaks, and returns their levels and codes.
"""

import re
from collections import Counter
from collections.abc import Iterator
from math import ceil
from typing import Any, NamedTuple

Json = dict[str, Any]
Verdict = tuple[str, str]
"""The level and the code of a rule."""


class Model(NamedTuple):
    """A profile, as its player reads it from the design: picks, included entries and options."""

    kind: str
    taken: frozenset[str]
    included: frozenset[str]
    carried: frozenset[str]
    chosen: Json
    points: int | None
    known: int
    values: Json

    @classmethod
    def read(cls, catalogue: Json, design: Json, document: Json) -> "Model":
        """Return a model from a design, its results, and the points of its priced lines."""
        kinds = {kind["code"]: kind for kind in catalogue["kinds"]}
        kind: str = design["kind"] if design.get("kind") in kinds else next(iter(kinds), "")
        parts = kinds[kind]["parts"] if kind else []

        def found(part: str) -> Iterator[tuple[Json, Any]]:
            for row in catalogue[part]:
                if not parts or row["code"] in (*parts, "kind"):
                    value: Any = design
                    for step in row["at"].split("."):
                        value = (value or {}).get(step)
                    yield row, value

        taken: set[str] = set()
        included: set[str] = set()
        unused: set[str] = set()
        groups: dict[str, str] = {}
        entries = {(e["group"], e["code"]): e for e in (*catalogue["properties"], *catalogue["spells"])}
        for slot, value in found("pick_slots"):
            picks = value if isinstance(value, list) else [{"code": value}] if isinstance(value, str) else []
            if slot["many"]:
                taken |= {slot["prefix"] + pick["code"] for pick in picks}
                groups |= {slot["prefix"] + pick["code"]: slot["group"] for pick in picks}
            for pick in picks:
                entry = entries[slot["group"], pick["code"]]
                unused |= set(entry["unused"])
                groups |= {code: group for group, code in included_codes(entry, pick)}
                included |= {code for _, code in included_codes(entry, pick)}
        chosen = {row["code"]: value for row, value in found("attributes")} | {"kind": kind}
        carried = frozenset(code for code, group in groups.items() if group in unused)
        return cls(
            kind, frozenset(taken), frozenset(taken | included), carried, chosen,
            document["points"], document["known"], document["values"],
        )  # fmt: skip

    def meets(self, conditions: list[str], *, included: bool = False) -> bool:
        """Return whether the model meets one of these conditions."""
        return any(self._meets(condition, included=included) for condition in conditions)

    def uses(self, condition: str, check: Json) -> bool:
        """Return whether a condition holds. An item that is only carried doesn't count if the pick includes
        another.
        """
        is_carried = check["included"] and condition in self.carried
        return not is_carried and self._meets(condition, included=check["included"])

    def _meets(self, condition: str, *, included: bool) -> bool:
        code, chosen, option = condition.partition("=")
        if not chosen:
            return code in (self.included if included else self.taken)
        value = self.chosen.get(code)
        return bool(value) if option == "*" else value == option


def included_codes(entry: Json, pick: Json) -> Iterator[tuple[str, str]]:
    """Return the included entries by group. A code in {braces} is the value of the pick's parameter."""
    reported = {parameter["code"]: parameter["default"] for parameter in entry["parameters"]} | pick
    for group, codes in entry["includes"].items():
        for code in codes:
            yield group, re.sub(r"{(\w+)}", lambda match: str(reported.get(match[1])), code)


class Game:
    """A roster: its models, and the catalogue's rules about them."""

    def __init__(self, catalogue: Json, models: dict[str, Model], limits: Json, roster: Json) -> None:
        self.catalogue, self.models, self.limits, self.roster = catalogue, models, limits, roster
        self.members = [
            (index, member["profile"], member["count"])
            for index, row in enumerate(roster["entries"])
            for member in (row, *(row.get("others") or ()), *(row.get("attached") or ()))
            if member["count"]
        ]
        self.counts: Counter[str] = Counter()
        for _, key, count in self.members:
            if key in models:
                self.counts[key] += count
        floor = catalogue["floor"]
        self.prices = {
            key: item.points if item.points is None or floor is None else max(item.points, floor)
            for key, item in models.items()
        }
        later = {kind["code"] for kind in catalogue["kinds"] if kind["joins_later"]}
        self.prices |= {key: 0 for key, item in models.items() if item.kind in later}
        self.at_start = {key: n for key, n in self.counts.items() if models[key].kind not in later}
        priced = [self.prices[key] for key in self.counts]
        known = {key: models[key].known if price is None else price for key, price in self.prices.items()}
        self.spent = sum(n * known[key] for key, n in self.counts.items())
        self.points = None if None in priced else self.spent
        self.limit: int | None = roster.get("limit")
        self.facts: Json = roster.get("fields") or {}

    def verdicts(self) -> Iterator[Verdict]:
        """Return all rules that have a finding."""
        yield from self.terms()
        yield from self.numbers()
        for rule in self.catalogue["rules"]:
            counts = [check for check in rule["checks"] if check["kind"] == "count"]
            yield from [(check["level"], rule["code"]) for check in counts if self.counts_wrong(check)][:1]
            for check in rule["checks"]:
                if (check["kind"] == "needs" and self.lacks(check)) or (
                    check["kind"] == "remind" and self.reminds(check)
                ):
                    yield check["level"], rule["code"]

    def terms(self) -> Iterator[Verdict]:
        """Return the findings on limits that each game has."""
        terms, sizes = self.catalogue["roster"], [size["points"] for size in self.catalogue["game_sizes"]]
        if self.limit is not None:
            if terms["size_rule"] and sizes and self.limit not in sizes:
                yield "error", terms["size_rule"]
            if self.spent > self.limit:
                yield terms["limit_level"], terms["limit_rule"]
        if any(n > self.limits[key] for key, n in self.counts.items() if self.limits[key] is not None):
            yield terms["max_level"], terms["max_rule"]
        if any(key not in self.models for _, key, _ in self.members):
            yield "error", terms["profile_rule"]
        needed = any(k["least"] and k["level"] == "error" for k in self.catalogue["kinds"])
        if not self.at_start and not needed:
            yield "error", terms["empty_rule"]
        for fact in terms["fields"]:
            value = self.facts.get(fact["code"])
            bound = fact["kind"] == "number" and fact["rule"] and isinstance(value, int)
            if bound and not fact["low"] <= value <= fact["high"]:
                yield fact["rule_level"], fact["rule"]

    def numbers(self) -> Iterator[Verdict]:
        """Return how many models have this kind or property."""
        for kind in self.catalogue["kinds"]:
            number = sum(n for key, n in self.counts.items() if self.models[key].kind == kind["code"])
            if number < kind["least"] or (kind["most"] is not None and number > kind["most"]):
                yield kind["level"], kind["rule"]
        for entry in (*self.catalogue["properties"], *self.catalogue["spells"]):
            for constraint in entry["constraints"]:
                if constraint["kind"] == "roster_max":
                    has = [entry["code"]]
                    number = self.number(has, included=constraint["included"])
                    if number > constraint["count"]:
                        yield constraint["level"], constraint["rule"]

    def number(self, conditions: list[str], *, included: bool = False) -> int:
        """Return the number of models that meet one of these conditions."""
        return sum(
            n for key, n in self.counts.items() if self.models[key].meets(conditions, included=included)
        )

    def counts_wrong(self, check: Json) -> bool:
        """Return whether a count exceeds its bound."""
        if not self.at_start:
            return False
        if check["least_by"] == "limit":
            return self.points is not None and self.limit is not None and self.points < self.limit
        if check["value"]:
            total = sum(n * (self.models[k].values.get(check["value"]) or 0) for k, n in self.counts.items())
        elif check["of"]:
            total = self.number(check["of"], included=check["included"]) - self.number(check["room"])
        else:
            total = self.counts.total()
        if check["exactly"] is not None:
            return bool(total == check["exactly"])
        bound = self.bound(check)
        return bound is not None and bool(total > bound)

    def bound(self, check: Json) -> int | None:
        """Return the maximum of a count."""
        each = self.catalogue["numbers"].get(check["per"])
        if check["most_by"] == "spent":
            return None if self.points is None else ceil(self.points / each)
        if check["most_by"] == "game":
            sizes = {size["points"]: size["models"] for size in self.catalogue["game_sizes"]}
            return sizes.get(self.limit, None if self.limit is None else ceil(self.limit / each))
        ticked = [limit for fact, limit in check["most_with"].items() if self.facts.get(fact)]
        limit: int | None = (ticked or [check["most"]])[0]
        return limit

    def lacks(self, check: Json) -> bool:
        """Return whether no model has a required property."""
        models = [self.models[key] for key in self.counts]
        current = (any(model.uses(code, check) for model in models) for code in check["of"])
        return bool(self.at_start) and not all(current)

    def reminds(self, check: Json) -> bool:
        """Return whether the rule reminds of a model."""
        about = any(
            self.models[key].meets(check["of"], included=check["included"])
            and not self.models[key].meets(check["unless"])
            for key in self.counts
        )
        others = not check["beside"] or self.number(check["beside"])
        return about and bool(others) and not self.number(check["without"])


def roster_verdicts(catalogue: Json, document: Json, profiles: list[Json]) -> list[set[Verdict]]:
    """Return the rules that each roster of a list breaks. ``profiles`` has points, known points and values by
    key.
    """
    models = {
        profile["key"]: Model.read(catalogue, profile["design"], reported)
        for profile, reported in zip(document["profiles"], profiles, strict=True)
    }
    limits = {profile["key"]: profile.get("max") for profile in document["profiles"]}
    return [set(Game(catalogue, models, limits, r).verdicts()) for r in document.get("rosters") or ()]
