"""The controls of the form as tuples for the templates: a value, its points, and the price of each step.

``place`` is the name of a field or row in the form (see ``draft``). ``id`` is the place as part of an HTML
id. A text without content, such as a price that isn't known, is an empty string.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from builder.points.advice.steps import Step
from builder.points.advice.what_if import PriceChange
from builder.points.rules.catalogue import Value
from builder.points.rules.numbers import signed_text
from builder.points.rules.wording import in_sentence, unit_for
from builder.web.shared.presentation import Remark

_UNSAFE = re.compile(r"[^\w-]+", re.ASCII)


@lru_cache(maxsize=4096)
def html_id(place: str) -> str:
    """Return part of an HTML id for a place: ``weapons[0].range`` becomes ``weapons-0-range``."""
    return _UNSAFE.sub("-", place).strip("-")


class StepButton(NamedTuple):
    """A button that changes a value by one step.

    ``action`` is an empty string if there is no further value. ``price`` shows by how much the step changes
    the price. It is an empty string while that change is unknown.
    """

    action: str
    price: str


class ControlTerm(NamedTuple):
    """A word of the rules, explained in one line.

    ``page`` is the page of the book, and ``url`` the address of the entry in our reference.
    """

    label: str
    name: str
    summary: str
    page: str
    url: str


class FieldMessages(NamedTuple):
    """The findings at one place of the form. ``fault`` says why the field could not be saved."""

    place: str
    id: str
    remarks: tuple[Remark, ...] = ()
    fault: str = ""


class StepRange(NamedTuple):
    """The values that the buttons of a number can reach, from ``low`` to ``high``.

    If some numbers in between can't be reached, ``steps`` lists all that can. ``blank`` is "low" if a step
    below ``low`` clears the field, and "high" if a step above ``high`` does. In an empty field, a step down
    leads to ``down`` and a step up to ``up``.
    """

    low: str
    high: str
    steps: str
    blank: str = ""
    down: str = ""
    up: str = ""


class NumberControl(NamedTuple):
    """An integer with a button for a step down and a step up.

    ``cost`` is the price of the current number. ``better`` is "higher" or "lower", or an empty string if
    neither is better. ``terms`` explain the number. ``dice`` are the dice that players may roll for the
    number, if any.
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
    """One option of a choice. ``price`` is the effect of choosing it."""

    id: str
    value: str
    name: str
    chosen: bool
    price: str = ""


class NewProfileButton(NamedTuple):
    """A button that adds a new profile and chooses it; ``name`` is the noun of the new profile."""

    action: str
    name: str


class ChoiceControl(NamedTuple):
    """A choice: ``kind`` is "choice" for buttons in a row, "select" for a list, "several" for boxes.

    ``die`` is the die that players may roll for an option, if any. ``price_hint`` explains the prices of the
    options, if they have prices. If the options are profiles, ``new_profiles`` are the buttons that add a new
    profile. ``hidden`` is True while there is nothing to choose.
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
    price_hint: str = ""


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
    """A yes or no. ``price`` is the effect of changing it."""

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
    """A chosen property or spell. ``field`` and ``code`` are the name and value of its hidden input.

    ``focus_target`` is the id of the element that takes the focus after the entry is removed.
    """

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
    """A weapon with its numbers and properties; ``cost`` is the total of their points.

    ``focus_target`` is the id of the element that takes the focus after the weapon is removed.
    """

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


class WeaponsControl(NamedTuple):
    """A slot for weapons.

    ``common_place`` is the place of the picker for common weapons, if the slot has common weapons.
    """

    place: str
    id: str
    name: str
    noun: str
    many: bool
    weapons: tuple[WeaponControl, ...]
    messages: FieldMessages
    common_place: str = ""
    terms: tuple[ControlTerm, ...] = ()
    kind: str = "weapons"


class PicksControl(NamedTuple):
    """A slot for many properties or spells.

    ``is_counted`` is True if the number of entries has a limit. Then ``count_text`` shows the number of
    chosen entries and the limit. ``is_full`` is True if no more entries are allowed. ``offered_count`` is the
    number of entries to choose from. ``has_title`` is False if the section already shows the name as its
    heading.
    """

    place: str
    id: str
    name: str
    noun: str
    picked: tuple[PickedEntry, ...]
    messages: FieldMessages
    is_counted: bool = False
    count_text: str = ""
    is_full: bool = False
    has_title: bool = False
    offered_count: int = 0
    terms: tuple[ControlTerm, ...] = ()
    kind: str = "picks"


Control = NumberControl | ChoiceControl | FlagControl | TextControl | WeaponsControl | PicksControl


def step_button(place: str, step: Step | None, unit: str, *, priced: bool = True) -> StepButton:
    """Return the button of a step, or a button without an action if ``step`` is None.

    ``unit`` is the unit of points.
    """
    if step is None:
        return StepButton("", "")
    # A button has little room: points that are its only line are shown without their unit.
    spent = [f"{signed_text(more)} {_spent_unit(more, value)}" for value, more in step.change.spent]
    points = _points_change(step.change.points if priced else None, unit if spent else "", priced=not spent)
    price = "\n".join(filter(None, [points, *spent]))
    return StepButton(f"step:{place}:{'' if step.value is None else step.value}", price)


def change_text(change: PriceChange | None, unit: str, *, priced: bool = True, is_swap: bool = False) -> str:
    """Return a change of the price and of spent values: "+5" or "+5 points, uses 2 slots".

    With ``is_swap``, the text compares the new option with the old one: "4 fewer core powers".

    Return an empty string if the change is unknown. If nothing changes, return "+0" with ``priced`` and an
    empty string without. ``unit`` is the game's unit of points. The text contains the unit only if it also
    contains spent values.
    """
    if change is None:
        return ""
    spent = [_spent_text(more, value, is_swap=is_swap) for value, more in change.spent]
    points = _points_change(change.points, unit if spent else "", priced=priced and not spent)
    return ", ".join(filter(None, [points, *spent]))


def _points_change(points: int | None, unit: str, *, priced: bool) -> str:
    if points is None or not (points or priced):
        return ""
    return f"{signed_text(points)} {unit_for(points, unit)}".rstrip()


def _spent_text(more: int, value: Value, *, is_swap: bool) -> str:
    amount, unit = abs(more), _spent_unit(more, value)
    if is_swap:
        return f"{amount} {'more' if more > 0 else 'fewer'} {unit}"
    return f"{'uses' if more > 0 else 'frees'} {amount} {unit}"


def _spent_unit(more: int, value: Value) -> str:
    """Return the unit of a spent value, such as "slots". A value without a unit has its name instead."""
    return unit_for(more, value.unit or in_sentence(value.label))


def option_text(change: PriceChange | None, unit: str, *, priced: bool, is_swap: bool = False) -> str:
    """Return the effect of an option: its change of the price and of spent values.

    If the price stays the same, the text has the changed stats instead: "F +1 · H +1".
    """
    text = change_text(change, unit, priced=priced, is_swap=is_swap)
    if change is None or change.points or (priced and text):
        return text
    stats = (f"{value.label} {stat}" for value, stat in change.stats)
    return " · ".join(filter(None, (*stats, text)))


BlankSteps = tuple[int | None, int | None]


def step_range(
    offered: tuple[int, ...], low: int | None, high: int | None, blank_steps: BlankSteps, blank: str = ""
) -> StepRange:
    """Return the range of a number: the ``offered`` numbers or, without any, all from ``low`` to ``high``.

    ``blank_steps`` are the numbers after a step down and after a step up from an empty field. ``blank`` has
    the meaning of ``StepRange.blank``.
    """
    if offered:
        low, high = offered[0], offered[-1]
    gaps = bool(offered) and offered[-1] - offered[0] != len(offered) - 1
    ends = ["" if end is None else str(end) for end in (low, high, *blank_steps)]
    return StepRange(ends[0], ends[1], " ".join(map(str, offered)) if gaps else "", blank, ends[2], ends[3])
