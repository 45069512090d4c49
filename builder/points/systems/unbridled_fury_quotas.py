"""Unbridled Fury: the rules of a roster that add up. The checks find their errors by these quotas.

Each function gives the quotas of one rule with the weights of these profiles of the list.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from builder.points.catalogue import GameSize
from builder.points.facts import Facts
from builder.points.pricing import keys_of
from builder.points.systems.system import Quota, RosterFacts, spending


def sizes(roster: RosterFacts) -> tuple[GameSize, ...]:
    """The standard games."""
    return roster.book.catalogue.game_sizes


def points(roster: RosterFacts, keys: Collection[str]) -> Quota:
    """R-01: the sum may not pass the game."""
    return spending(roster, keys, "R-01")


def models(roster: RosterFacts, keys: Collection[str]) -> Quota:
    """R-02: one model for each 25 points of the game at most."""
    limit = roster.roster.limit
    table = {size.points: size.models for size in sizes(roster)}
    most = table.get(limit, limit // roster.book.numbers["points_per_model"])
    return Quota(rule="R-02", weights=dict.fromkeys(keys, 1), most=most)


def most_models(roster: RosterFacts) -> int:
    """How many models the roster's game allows (R-02)."""
    return models(roster, ()).most


def leaders(roster: RosterFacts, keys: Collection[str]) -> Quota:
    """R-04: one Command Die at most."""
    led = {key: 1 for key in keys if roster.facts[key].values.get("command_die")}
    return Quota(rule="R-04", weights=led, most=1)


def is_familiar(facts: Facts) -> bool:
    """Whether a model is a sorcerer's familiar."""
    return "familiar" in facts.taken


def is_sorcerer(facts: Facts) -> bool:
    """Whether a model may have a familiar."""
    return facts.number("mgc") > 0


def familiars(roster: RosterFacts, keys: Collection[str]) -> Quota:
    """R-07: one familiar at most for each sorcerer."""
    found = {key: roster.facts[key] for key in keys}
    weights = {key: int(is_familiar(facts)) - int(is_sorcerer(facts)) for key, facts in found.items()}
    return Quota(rule="R-07", weights={key: weight for key, weight in weights.items() if weight}, most=0)


def masters(roster: RosterFacts, keys: Collection[str]) -> Iterator[tuple[str, Quota]]:
    """R-07: one familiar at most that names each model of a master, and one while there is none.

    Each quota stands behind the key of its master.
    """
    naming: dict[str, Counter[str]] = {}
    for key in keys:
        for _, pick in roster.facts[key].picked("properties", "familiar"):
            for master in dict.fromkeys(keys_of(pick.parameters.get("profile"))):
                naming.setdefault(master, Counter())[key] += 1
    for master, weights in naming.items():
        if master in roster.facts:
            weights[master] -= 1
            yield master, Quota(rule="R-07", weights=weights, most=0, only_with=master)
            yield master, Quota(rule="R-07", weights=weights, most=1)


def own_limits(roster: RosterFacts, keys: Collection[str]) -> Iterator[Quota]:
    """R-08: the list owner's own Max N."""
    for key in keys:
        most = roster.limits[key]
        if most is not None:
            yield Quota(rule="R-08", weights={key: 1}, most=most)


_ONE: tuple[Callable[[RosterFacts, Collection[str]], Quota], ...] = (points, models, leaders, familiars)


def quotas(roster: RosterFacts, keys: Collection[str]) -> Iterator[Quota]:
    """All of them."""
    for one in _ONE:
        yield one(roster, keys)
    for _, quota in masters(roster, keys):
        yield quota
    yield from own_limits(roster, keys)
