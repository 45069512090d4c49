"""The set-up of each edition's games: how players prepare a game, step by step."""

from collections.abc import Iterator, Sequence

from builder.catalogue.files import edition_file_reader
from builder.catalogue.known_codes import unknown_codes
from builder.points.rules.catalogue import Catalogue, Table
from builder.points.rules.dice import Dice
from builder.points.rules.game_setup import GameSetup, Reserves, Visibility, number_range


def setup_faults(setup: GameSetup, catalogue: Catalogue) -> Iterator[str]:
    """Yield a fault for each key, table or range of numbers in a set-up that can't be used."""
    tables = {table.code: table for table in catalogue.tables}
    roster_values = [value.code for value in catalogue.roster.values]
    results: dict[str, set[str]] = {}  # the possible results of each earlier step
    for step in setup.steps:
        numbers, names = [numbers for numbers, _ in step.rows], {name for _, name in step.rows}
        yield from unknown_codes(f"steps.{step.key}", "table", [step.table], tables)
        if step.table in tables and (step.dice or step.dice_choices):
            numbers = [row[0] for row in tables[step.table].rows]
            names = {row[1] for row in tables[step.table].rows}
        for key, required in step.only.items():
            kind = f'result of an earlier step "{key}"'
            yield from unknown_codes(
                f"steps.{step.key}", kind, sorted(required), results.get(key, ()), required=True
            )
        yield from unknown_codes(f"steps.{step.key}", "roster value", [step.bonus], roster_values)
        yield from unknown_codes(f"steps.{step.key}", "earlier step", [step.shifted_by], results)
        dice = [text for text in (step.dice, *step.dice_choices) if text]
        yield from number_faults(f"steps.{step.key}", dice, numbers)
        results[step.key] = names
    if setup.reserves is not None:
        yield from _reserve_faults(setup.reserves, catalogue, results)
    if setup.visibility is not None:
        yield from _visibility_faults(setup.visibility, tables, results)


def number_faults(where: str, dice: Sequence[str], numbers: Sequence[str]) -> Iterator[str]:
    """Yield the faults of a roll with one of the ``dice``, such as "2D6", on a table.

    ``numbers`` are the ranges in the rows of the table, such as "2-3". Each number that the first dice can
    roll must be in exactly one range.
    """
    try:
        parsed_dice = [Dice.read(text) for text in dice]
        ranges = [number_range(text) for text in numbers]
    except ValueError as error:
        yield f"{where}: {error}"
        return
    if not ranges:
        return
    if not parsed_dice:
        yield f"{where}: it has rows but no dice"
        return
    for number in range(parsed_dice[0].lowest, parsed_dice[0].highest + 1):
        rows = sum(first <= number <= last for first, last in ranges)
        if rows != 1:
            yield f"{where}: {rows} rows have the number {number}, not one"


def _reserve_faults(reserves: Reserves, catalogue: Catalogue, results: dict[str, set[str]]) -> Iterator[str]:
    for key, step in (("step", reserves.step), ("margin", reserves.margin)):
        yield from unknown_codes(f"reserves.{key}", "step", [step], results, required=True)
    scenarios = [rule.result for rule in reserves.rules]
    yield from unknown_codes("reserves", "result", scenarios, results.get(reserves.step, ()), required=True)
    codes = (*reserves.off_table, *reserves.summoned_by)
    yield from unknown_codes(
        "reserves", "property", codes, {entry.code for entry in catalogue.entries()}, required=True
    )


def _visibility_faults(
    rule: Visibility, tables: dict[str, Table], results: dict[str, set[str]]
) -> Iterator[str]:
    steps = {"weather": rule.weather, "time": rule.time, "change": rule.change, "fog": rule.fog}
    for key, step in steps.items():
        yield from unknown_codes(f"visibility.{key}", "step", [step], results, required=True)
    for time in sorted(results.get(rule.time, set()) - set(rule.lights)):
        yield f'visibility.lights: "{time}" is missing'
    yield from unknown_codes("visibility", "table", [rule.table], tables, required=True)
    table = tables.get(rule.table)
    if table is None:
        return
    lights = {rule.daylight, *(light for lights in rule.lights.values() for light in lights)}
    columns = {*table.columns, *results}
    yield from unknown_codes(
        "visibility.lights", "column of the table, or step,", sorted(lights), columns, required=True
    )
    weathers = sorted({*results.get(rule.weather, ()), rule.fog_row})
    yield from unknown_codes(
        "visibility", "row of the table", weathers, {row[0] for row in table.rows}, required=True
    )


game_setup = edition_file_reader("setup", GameSetup, setup_faults)
"""Return the set-up of an edition's games. The set-up is empty if the edition has no file of it."""
