"""A game during play, as data: the steps of a turn, what players mark, when they check, and what they roll.

A turn is not part of the catalogue, because it changes neither what a list costs nor whether the list is
legal. So steps, marks, prompts and rolls may be added without a new edition.

A mark, prompt or roll concerns the models that have any of ``having`` and none of ``unless``. An empty
``having`` means all models. The items of ``having`` and ``unless`` are codes of attributes, values, kinds or
entries, or texts such as "attribute=option".

``page`` is a page of the rulebook. If the rulebook has no pages, ``place`` is the place in its text.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from builder.points.rules.catalogue import Page, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStep:
    """A step of a turn."""

    key: Annotated[str, "Key of the step."]
    name: Annotated[str, "What players do in the step."]
    by: Annotated[
        Literal["both", "active", "passive", "alternating"],
        "Who plays the step: both sides at once, the active or the passive side, or the sides by turns.",
    ]
    page: Page = 0
    place: Place = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Something that players mark for a side, a row of a roster, a model, or a model's weapon or pick."""

    key: Annotated[str, "Key of the mark."]
    name: Annotated[str, "Name of the mark."]
    per: Annotated[Literal["side", "row", "model", "weapon", "pick"], "What a mark belongs to."]
    kind: Annotated[
        Literal["boxes", "state", "number"],
        "Boxes are crossed off one by one, a state comes and goes, a number counts up or down.",
    ]
    boxes: Annotated[int, "Number of boxes, if it is always the same; else 0."] = 0
    boxes_of: Annotated[
        str,
        "Code of the attribute, the value or the fact of the roster that gives the number of boxes; "
        '"models" for the number of models in the row. Empty for a fixed number.',
    ] = ""
    having: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    cleared_at: Annotated[
        tuple[str, ...], "Keys of the steps that clear the mark when they begin; empty for none."
    ] = ()
    effect: Annotated[str, "What the mark changes, in our words; may be empty."] = ""
    page: Page = 0
    place: Place = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """Something that players must check or do when an event happens in the game."""

    key: Annotated[str, "Key of the prompt."]
    when: Annotated[str, "What happens, in our words."]
    step: Annotated[str, "Key of the step, if this happens when a step begins; empty for another event."] = ""
    mark: Annotated[
        str, "Key of the mark that triggers the prompt, or that the prompt is about; empty for none."
    ] = ""
    reaches: Annotated[
        str,
        "Number that the mark has to reach to trigger the prompt, or the code of the value that is this "
        "number. Empty if any change triggers the prompt.",
    ] = ""
    least_points: Annotated[int, "Minimum points of a model that the prompt concerns; 0 for all models."] = 0
    having: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    dice: Annotated[str, 'Dice to roll, such as "1D12"; empty for none.'] = ""
    against: Annotated[
        str, "Code of the attribute or value that the dice have to reach; empty if ``results`` contain rolls."
    ] = ""
    plus: Annotated[str, "Code of the attribute or value that is added to the dice; empty for none."] = ""
    change: Annotated[int, "Modifier of the roll, such as -1."] = 0
    needs_by_turn: Annotated[
        tuple[int, ...],
        "Lowest roll that passes in turn 1, in turn 2 and so on; in later turns nothing is rolled.",
    ] = ()
    results: Annotated[
        tuple[tuple[str, str], ...],
        'Pairs of a key and a consequence. The key is a roll such as "7-8", "passed" or "failed" for a '
        'check, or "" if nothing is rolled.',
    ]
    sets: Annotated[tuple[str, ...], "Keys of the marks that a result may set."] = ()
    page: Page = 0
    place: Place = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRoll:
    """A roll that a player makes with a model's numbers."""

    key: Annotated[str, "Key of the roll."]
    name: Annotated[str, "What the roll is for."]
    dice: Annotated[str, 'Dice to roll, such as "1D12"; empty if ``dice_of`` gives their number.'] = ""
    dice_of: Annotated[str, 'Code of the value that gives the number of dice, such as "uv".'] = ""
    plus: Annotated[str, "Code of the attribute or value that is added to the dice; empty for none."] = ""
    needs: Annotated[str, "Code of the attribute or value that each roll has to reach; empty for none."] = ""
    against_dice: Annotated[str, "Dice of the opponent; empty if the opponent doesn't roll."] = ""
    against_plus: Annotated[str, "Code of the attribute or value that the opponent adds; empty for none."] = (
        ""
    )
    section: Annotated[
        str,
        "Name of the section in the quick reference with modifiers and results of the roll; empty for none.",
    ] = ""
    having: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    page: Page = 0
    place: Place = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The turn of an edition's games."""

    steps: Annotated[tuple[TurnStep, ...], "The steps of a turn."] = ()
    marks: Annotated[tuple[Mark, ...], "What players mark."] = ()
    prompts: Annotated[tuple[Prompt, ...], "What players check or do, and when."] = ()
    rolls: Annotated[tuple[TurnRoll, ...], "What players roll with the numbers of models."] = ()
