"""The turn of each edition's games: what players do, mark and roll in a turn."""

from collections.abc import Collection, Iterator, Sequence

from builder.catalogue.files import edition_file_reader
from builder.catalogue.game_setup import number_faults
from builder.catalogue.known_codes import repeat_faults, unknown_codes
from builder.catalogue.play import condition_codes
from builder.catalogue.quick import quick_reference
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.turn import Mark, Prompt, Turn, TurnRoll, TurnStep

_MODELS = "models"  # the value of ``boxes_of`` for a mark that has a box for each model
_CHECK_RESULTS = {"passed", "failed"}  # the keys of the results of a check


def turn_faults(turn: Turn, catalogue: Catalogue) -> Iterator[str]:
    """Yield the faults of a turn."""
    steps, marks = {step.key for step in turn.steps}, {mark.key for mark in turn.marks}
    index = index_of(catalogue)
    numbers = {*index.attributes, *index.values}
    facts = {field.code for field in catalogue.roster.fields}
    sections = {section.name for section in quick_reference(catalogue).sections}
    known_codes = condition_codes(catalogue)
    for part, rows in (
        ("steps", turn.steps),
        ("marks", turn.marks),
        ("prompts", turn.prompts),
        ("rolls", turn.rolls),
    ):
        yield from _general_faults(part, rows, known_codes)
    for mark in turn.marks:
        where = f"marks.{mark.key}"
        yield from unknown_codes(where, "number", [mark.boxes_of], {*numbers, *facts, _MODELS})
        yield from unknown_codes(where, "step", mark.cleared_at, steps)
        if (mark.kind == "boxes") != bool(mark.boxes or mark.boxes_of):
            yield f"{where}: boxes need boxes or boxes_of, and the other kinds have neither"
    for prompt in turn.prompts:
        where = f"prompts.{prompt.key}"
        yield from unknown_codes(where, "step", [prompt.step], steps)
        yield from unknown_codes(where, "mark", [prompt.mark, *prompt.sets], marks)
        reaches = "" if prompt.reaches.isdecimal() else prompt.reaches
        yield from unknown_codes(where, "number", [reaches, prompt.against, prompt.plus], numbers)
        yield from _result_faults(where, prompt)
    for roll in turn.rolls:
        where = f"rolls.{roll.key}"
        codes = (roll.dice_of, roll.plus, roll.needs, roll.against_plus)
        yield from unknown_codes(where, "number", codes, numbers)
        yield from unknown_codes(where, "section", [roll.section], sections)
        yield from number_faults(where, [dice for dice in (roll.dice, roll.against_dice) if dice], [])


def _general_faults(
    part: str, rows: Sequence[TurnStep | Mark | Prompt | TurnRoll], known: Collection[str]
) -> Iterator[str]:
    """Yield the faults that rows of every part can have."""
    yield from repeat_faults(f"{part}: key", [row.key for row in rows])
    for row in rows:
        where = f"{part}.{row.key}"
        if not row.page and not row.place:
            yield f"{where}: add its page or place"
        if not isinstance(row, TurnStep):
            codes = [code.partition("=")[0] for code in (*row.having, *row.unless)]
            yield from unknown_codes(where, "code", codes, known)


def _result_faults(where: str, prompt: Prompt) -> Iterator[str]:
    """Yield a fault if the results of a prompt don't match its dice.

    A prompt without dice has one result. A check has a result for "passed", "failed" or both. In other
    prompts, each number that can be rolled has one result.
    """
    numbers = [numbers for numbers, _ in prompt.results]
    if not prompt.dice:
        if numbers != [""]:
            yield f'{where}: without dice there is one result, under ""'
        return
    yield from number_faults(where, [prompt.dice], [])
    if prompt.against or prompt.needs_by_turn:
        if not numbers or not set(numbers) <= _CHECK_RESULTS:
            yield f'{where}: a check has the results "passed", "failed" or both'
        return
    yield from number_faults(where, [prompt.dice], numbers)


turn_of = edition_file_reader("turn", Turn, turn_faults)
"""Return the turn of an edition's games. The turn is empty if the edition has no file of it."""
