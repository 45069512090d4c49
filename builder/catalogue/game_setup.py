"""The set-ups of games, one for each edition, which come with the program."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from builder.catalogue.files import read_edition_file
from builder.catalogue.known_codes import unknown_codes
from builder.points.rules.catalogue import Catalogue, Table
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.dice import Dice
from builder.points.rules.game_setup import GameSetup, Reserves, Visibility, number_range


@lru_cache(maxsize=32)
def game_setup(catalogue: Catalogue) -> GameSetup:
    """Return the set-up of an edition's games; without steps if the edition has none.

    Raises CatalogueError if the file is not a set-up, or names something that the edition doesn't have.
    """
    return read_edition_file("setup", catalogue, GameSetup, setup_faults)


def setup_faults(setup: GameSetup, catalogue: Catalogue) -> Iterator[str]:
    """Yield a line for each key, table or number range of a set-up that can't be used."""
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
            for name in sorted(set(required) - results.get(key, set())):
                yield f'steps.{step.key}: "{name}" is no result of an earlier step "{key}"'
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
    """Yield a line if dice or ranges of numbers can't be read, or if not each roll is in one range.

    Without ``numbers``, only the dice are checked.
    """
    try:
        read = [Dice.read(text) for text in dice]
        ranges = [number_range(text) for text in numbers]
    except ValueError as error:
        yield f"{where}: {error}"
        return
    if not ranges:
        return
    if not read:
        yield f"{where}: it has rows but no dice"
        return
    for number in range(read[0].lowest, read[0].highest + 1):
        rows = sum(first <= number <= last for first, last in ranges)
        if rows != 1:
            yield f"{where}: {rows} rows have the number {number}, not one"


def _reserve_faults(reserves: Reserves, catalogue: Catalogue, results: dict[str, set[str]]) -> Iterator[str]:
    yield from _unknown_steps("reserves", {"step": reserves.step, "margin": reserves.margin}, results)
    for rule in reserves.rules:
        if rule.result not in results.get(reserves.step, ()):
            yield f'reserves: "{rule.result}" is no result of "{reserves.step}"'
    entry_codes = {code for entries in index_of(catalogue).entries.values() for code in entries}
    for code in sorted({*reserves.off_table, *reserves.summoned_by} - entry_codes):
        yield f'reserves: "{code}" is not known to this edition'


def _visibility_faults(
    rule: Visibility, tables: dict[str, Table], results: dict[str, set[str]]
) -> Iterator[str]:
    steps = {"weather": rule.weather, "time": rule.time, "change": rule.change, "fog": rule.fog}
    yield from _unknown_steps("visibility", steps, results)
    for time in sorted(results.get(rule.time, set()) - set(rule.lights)):
        yield f'visibility.lights: "{time}" is missing'
    table = tables.get(rule.table)
    if table is None:
        yield f'visibility: the edition has no table "{rule.table}"'
        return
    named = {rule.daylight, *(light for lights in rule.lights.values() for light in lights)}
    for light in sorted(named - {*table.columns, *results}):
        yield f'visibility.lights: "{light}" is neither a column of the table nor a step'
    for weather in sorted({*results.get(rule.weather, ()), rule.fog_row} - {row[0] for row in table.rows}):
        yield f'visibility: the table has no row "{weather}"'


def _unknown_steps(part: str, steps: dict[str, str], results: dict[str, set[str]]) -> Iterator[str]:
    for key, step in steps.items():
        if step not in results:
            yield f'{part}.{key}: there is no step "{step}"'
