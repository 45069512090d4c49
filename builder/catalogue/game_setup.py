"""The set-ups of games that come with the program: one for each edition."""

import tomllib
from collections.abc import Iterator
from functools import lru_cache

from builder.catalogue.files import SETUP_FOLDER
from builder.catalogue.parsing import CatalogueError, structure
from builder.catalogue.rulings import DATA_FOLDER
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.dice import Dice
from builder.points.rules.game_setup import GameSetup, SetupStep, number_range


@lru_cache(maxsize=32)
def game_setup(catalogue: Catalogue) -> GameSetup:
    """Return the set-up of an edition's games; without steps if the edition has none.

    Raises CatalogueError if its file is no set-up, or names what the edition doesn't have.
    """
    path = DATA_FOLDER / catalogue.system / SETUP_FOLDER / f"{catalogue.edition}.toml"
    if not path.exists():
        return GameSetup()
    name = f"{SETUP_FOLDER}/{path.name}"
    setup = structure(tomllib.loads(path.read_text(encoding="utf-8")), GameSetup, name)
    if problems := [f"{name}: {fault}" for fault in setup_faults(setup, catalogue)]:
        raise CatalogueError(problems)
    return setup


def setup_faults(setup: GameSetup, catalogue: Catalogue) -> Iterator[str]:
    """Yield a line for each key, table or number range of a set-up that can't be used."""
    tables = {table.code: table for table in catalogue.tables}
    results: dict[str, set[str]] = {}
    for step in setup.steps:
        numbers, names = [numbers for numbers, _ in step.rows], {name for _, name in step.rows}
        if step.table and step.table not in tables:
            yield f'steps.{step.key}: the edition has no table "{step.table}"'
        elif step.table:
            numbers = [row[0] for row in tables[step.table].rows]
            names = {row[1] for row in tables[step.table].rows}
        for key, only in step.only.items():
            for name in sorted(set(only) - results.get(key, set())):
                yield f'steps.{step.key}: "{name}" is no result of an earlier step "{key}"'
        if step.shifted_by and step.shifted_by not in results:
            yield f'steps.{step.key}: there is no earlier step "{step.shifted_by}"'
        yield from _range_faults(step, numbers)
        results[step.key] = names
    yield from _reserve_faults(setup, catalogue, results)
    yield from _visibility_faults(setup, catalogue, results)


def _range_faults(step: SetupStep, numbers: list[str]) -> Iterator[str]:
    """Yield a line if the rows don't have each number of the dice exactly once."""
    if not numbers:
        return
    dice = Dice.read(step.dice)
    ranges = [number_range(text) for text in numbers]
    for number in range(dice.lowest, dice.highest + 1):
        rows = sum(first <= number <= last for first, last in ranges)
        if rows != 1:
            yield f"steps.{step.key}: {rows} rows have the number {number}, not one"


def _reserve_faults(setup: GameSetup, catalogue: Catalogue, results: dict[str, set[str]]) -> Iterator[str]:
    if setup.reserves is None:
        return
    for rule in setup.reserves.rules:
        if rule.result not in results.get(setup.reserves.step, ()):
            yield f'reserves: "{rule.result}" is no result of "{setup.reserves.step}"'
    known = {code for entries in index_of(catalogue).entries.values() for code in entries}
    for code in sorted(set(setup.reserves.off_table) - known):
        yield f'reserves: "{code}" is not known to this edition'


def _visibility_faults(setup: GameSetup, catalogue: Catalogue, results: dict[str, set[str]]) -> Iterator[str]:
    rule = setup.visibility
    if rule is None:
        return
    (table,) = (table for table in catalogue.tables if table.code == rule.table)
    for time in sorted(results[rule.time] - set(rule.lights)):
        yield f'visibility.lights: "{time}" is missing'
    for light in {light for lights in rule.lights.values() for light in lights}:
        if light not in table.columns and light not in results:
            yield f'visibility.lights: "{light}" is neither a column of the table nor a step'
    for weather in sorted({*results[rule.weather], rule.fog_row} - {row[0] for row in table.rows}):
        yield f'visibility: the table has no row "{weather}"'
