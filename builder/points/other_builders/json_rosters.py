"""Rosters as JSON: New Recruit's files, and BattleScribe's XML converted to the same structure.

Army Forge's lists and X-Wing squads (XWS) are recognised only to name them in the error message.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import count

from builder.points.document.json_reader import DocumentError
from builder.points.other_builders.structure import (
    MAX_COUNT,
    MAX_LEVELS,
    MAX_SELECTIONS,
    OtherRoster,
    Selection,
    clean_name,
    too_large,
    unsupported_game_error,
)

_INTEGER = re.compile(r"\s*([+-]?[0-9]{1,9})(?:\.0{1,9})?\s*")

Json = Mapping[str, object]


def recognize_json(value: object) -> OtherRoster | None:
    """Return the roster in a decoded JSON value that another list builder exported.

    Return None if the value is something else. Raise DocumentError if it is an army list for games that we
    don't have.
    """
    if not isinstance(value, dict) or "format" in value:
        return None
    if "pilots" in value and "faction" in value:
        raise unsupported_game_error("X-Wing squad (XWS)")
    if "units" in value and ("pointsLimit" in value or "gameSystem" in value):
        raise unsupported_game_error("Army Forge")
    roster = value.get("roster", value if "forces" in value else None)
    return read_json_roster(roster) if isinstance(roster, dict) else None


def read_json_roster(roster: Json) -> OtherRoster:
    """Return the roster in a JSON object. Other data in it, such as stat lines and rules, is ignored."""
    selections_left = count(MAX_SELECTIONS, -1)
    return OtherRoster(
        builder="New Recruit" if "newrecruit" in str(roster.get("generatedBy")).lower() else "BattleScribe",
        game=clean_name(roster.get("gameSystemName")),
        name=clean_name(roster.get("name")),
        costs=_costs(roster, "costs"),
        points_limits=_costs(roster, "costLimits"),
        selections=tuple(_selections(roster, selections_left, 0)),
    )


def _selections(parent: Json, selections_left: Iterator[int], level: int) -> Iterator[Selection]:
    """Yield the selections in a roster, a force or a selection.

    ``selections_left`` counts down how many more selections the roster may have.
    """
    if level > MAX_LEVELS:
        raise too_large()
    for force in _objects(parent, "forces"):
        yield from _selections(force, selections_left, level + 1)
    for selection in _objects(parent, "selections"):
        if next(selections_left) <= 0:
            raise too_large()
        number = _integer(selection.get("number", 1))
        if number is None or not 0 <= number <= MAX_COUNT:
            raise DocumentError("", f"has a count that isn't a number up to {MAX_COUNT}", "export it again")
        yield Selection(
            name=clean_name(selection.get("name")),
            own_name=clean_name(selection.get("customName")),
            notes=clean_name(selection.get("customNotes")),
            number=number,
            costs=_costs(selection, "costs"),
            categories=tuple(
                clean_name(category.get("name")) for category in _objects(selection, "categories")
            ),
            selections=tuple(_selections(selection, selections_left, level + 1)),
        )


def _objects(parent: Json, name: str) -> Iterator[Json]:
    values = parent.get(name, [])
    return (item for item in values if isinstance(item, dict)) if isinstance(values, list) else iter(())


def _costs(parent: Json, field: str) -> dict[str, int]:
    pairs = ((clean_name(cost.get("name")), _integer(cost.get("value"))) for cost in _objects(parent, field))
    return {name: value for name, value in pairs if name and value is not None}


def _integer(value: object) -> int | None:
    """Return the integer in a number or in a text such as "20.0"; None if there is none."""
    match = _INTEGER.fullmatch(str(value))
    return int(match[1]) if match else None
