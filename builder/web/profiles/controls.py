"""The controls of the form: a value, its points, and the price of each step.

They are plain tuples for the templates. ``id`` is made from the place and safe in HTML.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from builder.points.advice.steps import Step
from builder.points.advice.what_if import PriceChange, StatChange
from builder.points.rules.wording import unit_for
from builder.web.shared.presentation import Remark, signed_text

_UNSAFE = re.compile(r"[^\w-]+", re.ASCII)


@lru_cache(maxsize=4096)
def html_id(place: str) -> str:
    """Return a place as part of an HTML id: ``shooting_weapons[0].range`` is ``shooting_weapons-0-range``."""
    return _UNSAFE.sub("-", place).strip("-")


class StepButton(NamedTuple):
    """A step from a value: the button's action, "" at an end, and its price ("+3", "" while unknown)."""

    action: str
    price: str


class ControlTerm(NamedTuple):
    """A word of the rules with its one-line explanation and its place in the book."""

    label: str
    name: str
    summary: str
    page: str
    url: str


class FieldMessages(NamedTuple):
    """The findings at one place of the form, and the reason if this field could not be saved."""

    place: str
    id: str
    remarks: tuple[Remark, ...]
    fault: str = ""


class StepRange(NamedTuple):
    """The values of the steps: ``steps`` lists them if ``low`` to ``high`` has gaps.

    ``blank`` is the end ("low" or "high") after which the value may be blank; ``down`` and ``up`` are the
    values of steps from a blank.
    """

    low: str
    high: str
    steps: str
    blank: str = ""
    down: str = ""
    up: str = ""


class NumberControl(NamedTuple):
    """An integer with a step down and up. ``cost`` is the current price of its line.

    ``better`` is "higher" or "lower", "" if neither end of its table is better. ``terms`` explain it.
    """

    place: str
    id: str
    label: str
    name: str
    value: str
    down: StepButton
    up: StepButton
    step_range: StepRange
    messages: FieldMessages
    cost: str = ""
    placeholder: str = ""
    hint: str = ""
    dice: str = ""
    better: str = ""
    terms: tuple[ControlTerm, ...] = ()
    kind: str = "number"


class ChoiceOption(NamedTuple):
    """One value of a choice and the effect of taking it."""

    id: str
    value: str
    name: str
    chosen: bool
    price: str = ""


class NewProfileButton(NamedTuple):
    """A button that adds a new profile and names it; ``name`` is what it adds."""

    action: str
    name: str


class ChoiceControl(NamedTuple):
    """A choice: ``kind`` is "choice" for buttons in a row, "select" for a list, "several" for boxes.

    ``die`` gives one of its options; it is "" if players don't roll it. ``new_profiles`` are the buttons that
    add a new profile, for choices of profiles. ``hidden`` says that there is currently nothing to choose.
    """

    place: str
    id: str
    name: str
    options: tuple[ChoiceOption, ...]
    messages: FieldMessages
    cost: str = ""
    kind: str = "choice"
    new_profiles: tuple[NewProfileButton, ...] = ()
    hidden: bool = False
    terms: tuple[ControlTerm, ...] = ()
    die: str = ""


class TextControl(NamedTuple):
    """A line of text."""

    place: str
    id: str
    name: str
    value: str
    messages: FieldMessages
    terms: tuple[ControlTerm, ...] = ()
    kind: str = "text"


class FlagControl(NamedTuple):
    """A yes or no; ``price`` is the effect of changing it."""

    place: str
    id: str
    name: str
    on: bool
    messages: FieldMessages
    cost: str = ""
    price: str = ""
    terms: tuple[ControlTerm, ...] = ()
    kind: str = "flag"


ParameterControl = NumberControl | ChoiceControl | TextControl


class PickedEntry(NamedTuple):
    """A chosen property or spell. ``field`` and ``code`` are its hidden input."""

    place: str
    id: str
    field: str
    code: str
    name: str
    cost: str
    summary: str
    page: str
    url: str
    remove_action: str
    focus_target: str
    messages: FieldMessages | None = None
    controls: tuple[ParameterControl, ...] = ()


class WeaponControl(NamedTuple):
    """A weapon: its name, its numbers, its properties, and their points."""

    place: str
    id: str
    title: str
    noun: str
    name: str
    numbers: tuple[NumberControl, ...]
    picked: tuple[PickedEntry, ...]
    removable: bool
    focus_target: str
    cost: str
    messages: FieldMessages


class CommonWeapons(NamedTuple):
    """The picker for common weapons of a slot: the label of its button, and its place."""

    place: str
    id: str
    verb: str
    noun: str


class WeaponsControl(NamedTuple):
    """A place for weapons; ``common`` is None if the game has no common weapons for it."""

    place: str
    id: str
    name: str
    noun: str
    many: bool
    weapons: tuple[WeaponControl, ...]
    messages: FieldMessages
    common: CommonWeapons | None = None
    terms: tuple[ControlTerm, ...] = ()
    kind: str = "weapons"


class PicksControl(NamedTuple):
    """A place for many properties or spells.

    ``chosen`` is the number of chosen entries and the limit, if the slot is ``counted`` and has one; ``full``
    says whether no more are allowed, ``offered`` is the number of entries to choose from. ``titled`` says
    whether the name is shown: not if the slot is alone in a section of that name.
    """

    place: str
    id: str
    name: str
    noun: str
    picked: tuple[PickedEntry, ...]
    messages: FieldMessages
    counted: bool = False
    chosen: str = ""
    full: bool = False
    titled: bool = False
    offered: int = 0
    terms: tuple[ControlTerm, ...] = ()
    kind: str = "picks"


Control = NumberControl | ChoiceControl | FlagControl | TextControl | WeaponsControl | PicksControl


def step_button(place: str, step: Step | None, *, priced: bool = True) -> StepButton:
    """Return the button of a step; it has no action at an end of the table."""
    if step is None:
        return StepButton("", "")
    price = change_text(PriceChange(step.change if priced else None, step.spent), "\n")
    return StepButton(f"step:{place}:{'' if step.value is None else step.value}", price)


def change_text(change: PriceChange | None, between: str = ", ", *, priced: bool = True) -> str:
    """Return the change of price and spent values: "+5, +2 slots"; "" if it is unknown."""
    if change is None:
        return ""
    shows_points = change.points or (priced and change.points == 0 and not change.spent)
    points = (signed_text(change.points or 0),) if shows_points else ()
    spent = (
        f"{signed_text(more)} {unit_for(more, value.unit) or value.label}" for value, more in change.spent
    )
    return between.join((*points, *spent))


def option_text(change: PriceChange | None, *, priced: bool) -> str:
    """Return the effect of an option: its price, or its effect on the stat line and the spent values."""
    text = change_text(change, priced=priced)
    if change is None or change.points or (priced and text):
        return text
    return ", ".join(filter(None, (stats_text(change.stats), text)))


def stats_text(changes: Iterable[StatChange]) -> str:
    """Return the change of the stat line: "F +1, H +1"."""
    return ", ".join(f"{value.label} {text}" for value, text in changes)


BlankSteps = tuple[int | None, int | None]


def step_range(
    offered: tuple[int, ...], low: int | None, high: int | None, starts: BlankSteps, blank: str = ""
) -> StepRange:
    """Return the range of steps: the ``offered`` numbers, else all from ``low`` to ``high``."""
    if offered:
        low, high = offered[0], offered[-1]
    gaps = bool(offered) and offered[-1] - offered[0] != len(offered) - 1
    ends = ["" if end is None else str(end) for end in (low, high, *starts)]
    return StepRange(ends[0], ends[1], " ".join(map(str, offered)) if gaps else "", blank, ends[2], ends[3])
