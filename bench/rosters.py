"""How long it takes to say what still fits into a roster, or makes it legal, for the worst lists."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import isqrt
from typing import Any

from bench.measure import Measurement, cpu_seconds, measurement
from builder.catalogue.files import bundled_catalogues
from builder.points.advice.capacity import remaining_capacity
from builder.points.advice.roster_plan import plan_roster
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, Limits, RosterEntry, parse_document
from builder.points.rules.catalogue import Catalogue

_AIM = "under 50 ms"
_PLAN_AIM = "under 600 ms"  # the worst; a roster a little over is planned like what fits
_PROFILES = 100
_LIMIT = 1000
_EXTRAS = ("fearless", "climber", "scout", "drilled", "giantslayer", "swimmer", "stalker", "regenerator")
_Json = dict[str, Any]
_Maker = Callable[[random.Random, int], _Json]


def measure(runs: int) -> list[Measurement]:
    """All rows of rosters: every shape with an empty roster and with one half full."""
    catalogue = bundled_catalogues()["unbridled-fury", "0.9.0"]
    rows = []
    for name, document in shapes(catalogue):
        for state, requested in (("empty", document), ("half full", half_full(document, catalogue))):
            times = cpu_seconds(_fits_action(requested, catalogue), runs)
            title = f"what fits, 100 profiles, {name}, {state}"
            rows.append(measurement(title, "ms CPU", [seconds * 1000 for seconds in times], _AIM))
        for state, requested in (
            ("a little over", little_over(document)),
            ("two of each", two_of_each(document)),
        ):
            times = cpu_seconds(_plan_action(requested, catalogue), runs)
            title = f"plan, 100 profiles, {name}, {state}"
            rows.append(measurement(title, "ms CPU", [seconds * 1000 for seconds in times], _PLAN_AIM))
    return rows


def little_over(document: Document) -> Document:
    """The same list with one model of each of the first twenty profiles."""
    return _fielding(document, [profile.key for profile in document.profiles[:20]], 1)


def two_of_each(document: Document) -> Document:
    """The same list with two models of every profile: far beyond every limit."""
    return _fielding(document, [profile.key for profile in document.profiles], 2)


def _fielding(document: Document, keys: Iterable[str], count: int) -> Document:
    (roster,) = document.rosters
    entries = tuple(RosterEntry(profile=key, count=count) for key in keys)
    return replace(document, rosters=(replace(roster, entries=entries),))


def shapes(catalogue: Catalogue) -> Iterator[tuple[str, Document]]:
    """Lists of 100 profiles with an empty roster."""
    yield "of every kind", _company(_mixed_design)
    yield "any price", _company(_plain_design)
    yield "all leaders", _company(_leader_design)
    yield "sorcerers and familiars", _company(_magic_design)
    yield "cheap familiars", _company(_cheap_design)
    yield "one price", _company(_equal_design)
    yield "prime prices", _with_prices(catalogue, _is_prime, _LIMIT)
    yield "even prices, odd limit", _with_prices(catalogue, lambda price: price % 2 == 0, _LIMIT - 1)


def half_full(document: Document, catalogue: Catalogue) -> Document:
    """The same list with the first profiles that come to half the points without an error."""
    (roster,) = document.rosters
    entries: tuple[RosterEntry, ...] = ()
    for profile in document.profiles:
        longer = (*entries, RosterEntry(profile=profile.key, count=1))
        trial = replace(document, rosters=(replace(roster, limit=_LIMIT // 2, entries=longer),))
        if not any(finding.level == "error" for finding in appraise(trial, catalogue).rosters[0].findings):
            entries = longer
    return replace(document, rosters=(replace(roster, entries=entries),))


def _fits_action(document: Document, catalogue: Catalogue) -> Callable[[], object]:
    """The question from nothing but the document, and the appraisal that a page needs anyway."""
    return lambda: remaining_capacity(document, 0, catalogue, appraise(document, catalogue))


def _plan_action(document: Document, catalogue: Catalogue) -> Callable[[], object]:
    """The same of what makes it legal."""
    return lambda: plan_roster(document, 0, catalogue, appraise(document, catalogue))


def _design(attributes: dict[str, int], *taken: str | _Json, **changes: object) -> _Json:
    return {
        "size": 2,
        "attributes": {"mov": 6, "fgt": 5, "shg": 0, "tds": 6, "cow": 6, **attributes},
        "magic": "low" if "mgc" in attributes else None,
        "combat_weapon": {"name": "Axe", "properties": ["B"]},
        "properties": [{"code": item} if isinstance(item, str) else item for item in taken],
        **changes,
    }


def _mixed_design(dice: random.Random, number: int) -> _Json:
    """Every kind of model that a rule of rosters speaks of, of any price."""
    extras = dice.sample(_EXTRAS, dice.randint(0, 4))
    values = {"mov": dice.randint(3, 9), "fgt": dice.randint(2, 9), "tds": dice.randint(4, 9)}
    master = f"p{dice.randrange(4, _PROFILES, 8)}"
    kinds = (
        _design(values, *extras, command_die="d8"),
        _design(values, *extras, command_die="d6"),
        _design(values, *extras, "ensign"),
        _design(values, *extras, "musician"),
        _design({**values, "mgc": dice.randint(3, 8)}, *extras),
        _design(values, *extras, {"code": "familiar", "profile": master}),
        _design(values, *extras),
        _design(values, *extras),
    )
    return kinds[number % len(kinds)]


def _plain_design(dice: random.Random, number: int) -> _Json:
    values = {"mov": dice.randint(3, 9), "fgt": dice.randint(2, 9), "tds": dice.randint(3, 9)}
    return _design(values, *dice.sample(_EXTRAS, dice.randint(0, 6)))


def _leader_design(dice: random.Random, number: int) -> _Json:
    return {**_plain_design(dice, number), "command_die": dice.choice(("d6", "d8"))}


def _magic_design(dice: random.Random, number: int) -> _Json:
    values = {"mov": dice.randint(3, 9), "fgt": dice.randint(2, 9)}
    return _design(values, "familiar") if number % 2 else _design({**values, "mgc": dice.randint(3, 8)})


def _cheap_design(dice: random.Random, number: int) -> _Json:
    """Cheap models, most of them familiars: fills are of many models, and some need the others."""
    values = {"mov": dice.randint(2, 4), "fgt": dice.randint(0, 3), "tds": 10, "cow": 10}
    return _design(values, "familiar") if number % 4 else _design({**values, "mgc": 1})


def _equal_design(dice: random.Random, number: int) -> _Json:
    return _design({})


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % factor for factor in range(2, isqrt(number) + 1))


def _with_prices(catalogue: Catalogue, wanted: Callable[[int], bool], limit: int) -> Document:
    """A list of plain profiles whose prices are all of one kind."""
    many = _company(_plain_design, 10 * _PROFILES)
    points = [profile.points or 0 for profile in appraise(many, catalogue).profiles]
    chosen = [p for p, price in zip(many.profiles, points, strict=True) if wanted(price)]
    (roster,) = many.rosters
    return replace(many, profiles=tuple(chosen[:_PROFILES]), rosters=(replace(roster, limit=limit),))


def _company(make: _Maker, profiles: int = _PROFILES) -> Document:
    dice = random.Random(_PROFILES)
    catalogues = bundled_catalogues()
    value = {
        "format": "company-list",
        "version": 1,
        "system": "unbridled-fury",
        "edition": "0.9.0",
        "name": "Company",
        "profiles": [
            {"key": f"p{n}", "name": f"Veteran {n}", "design": make(dice, n)} for n in range(profiles)
        ],
        "rosters": [{"name": "Friday", "limit": _LIMIT}],
    }
    return parse_document(value, catalogues, Limits(profiles=profiles))
