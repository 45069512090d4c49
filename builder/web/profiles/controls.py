"""The controls of the profile form as tuples for the templates.

A control has a value, the points of this value, and the price of each step to another value.
``place`` is the name of a field or row in the form (see ``draft``). ``id`` is the place as a part of an HTML
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
    """Return a place as a part of an HTML id: "weapons-0-range" for "weapons[0].range"."""
    return _UNSAFE.sub("-", place).strip("-")


class StepButton(NamedTuple):
    """A button that changes a value by one step.

    ``action`` is an empty string if there is no further value.
    ``price`` says by how much the step changes the price. It is an empty string if the change isn't known.
    """

    action: str
    price: str


class ControlTerm(NamedTuple):
    """A word of the rules with its meaning in one line.

    ``page`` is the page of the book.
    ``url`` is the address of the word on the site's reference page.
    """

    label: str
    name: str
    summary: str
    page: str
    url: str


class FieldMessages(NamedTuple):
    """The findings at one place of the form. ``fault`` says why the field couldn't be saved."""

    place: str
    id: str
    remarks: tuple[Remark, ...] = ()
    fault: str = ""


class StepRange(NamedTuple):
    """The values that the buttons of a number can reach, from ``low`` to ``high``.

    ``steps`` lists all these values if numbers between them are left out.
    ``blank`` is "low" if a step below ``low`` clears the field, and "high" if a step above ``high`` clears
    it.
    ``down`` and ``up`` are the values after a step down and a step up from an empty field.
    """

    low: str
    high: str
    steps: str
    blank: str = ""
    down: str = ""
    up: str = ""


class NumberControl(NamedTuple):
    """An integer with a button for a step down and a button for a step up.

    ``cost`` is the price of the current number.
    ``dice`` are the dice that players may roll for the number, or an empty string.
    ``better`` is "higher" or "lower", or an empty string if neither is better.
    ``terms`` explain the number.
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
    """One option of a choice. ``price`` is the change of the price if the option is selected."""

    id: str
    value: str
    name: str
    chosen: bool
    price: str = ""


class NewProfileButton(NamedTuple):
    """A button that adds a new profile and selects it.

    ``name`` is what the new profile is called on the button, such as "profile" or the name of its kind.
    """

    action: str
    name: str


class ChoiceControl(NamedTuple):
    """A choice between options.

    ``kind`` is "choice" for buttons in a row, "select" for a list, and "several" for checkboxes.
    ``new_profiles`` are buttons that add a new profile, if the options are profiles.
    ``hidden`` is True while there is nothing to choose.
    ``die`` is the die that players may roll for an option, or an empty string.
    ``price_hint`` explains the prices of the options.
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
    """A yes or no. ``price`` is the change of the price if it is switched."""

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
    """A chosen property or spell.

    ``field`` and ``code`` are the name and the value of its hidden input.
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
    """A weapon with its numbers and properties.

    ``cost`` is the sum of their points.
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
    """A slot for one weapon, or for several weapons if ``many`` is True.

    ``common_place`` is the place of the picker for common weapons. It is an empty string if there are none.
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
    """A slot for several properties or spells.

    ``is_counted`` is True if the number of entries has a limit.
    ``count_text`` shows the number of chosen entries and the limit.
    ``is_full`` is True if no more entries are allowed.
    ``has_title`` is False if the section's heading already shows the name.
    ``offered_count`` is the number of entries to choose from.
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
    """Return the button of a step. If ``step`` is None, the button has no action.

    ``unit`` is the unit of points.
    """
    if step is None:
        return StepButton("", "")
    # A button is small. If it shows only points, it shows them without their unit.
    spent = [f"{signed_text(more)} {_spent_unit(more, value)}" for value, more in step.change.spent]
    points = _points_change(step.change.points if priced else None, unit if spent else "", priced=not spent)
    price = "\n".join(filter(None, [points, *spent]))
    return StepButton(f"step:{place}:{'' if step.value is None else step.value}", price)


def change_text(change: PriceChange | None, unit: str, *, priced: bool = True, is_swap: bool = False) -> str:
    """Return a change of the price, and of values such as slots that are spent: "+5 points, uses 2 slots".

    ``change`` is None if the change isn't known. Then return an empty string.
    ``unit`` is the game's unit of points. It is left out if no values are spent: "+5".
    ``priced`` says whether "+0" is returned if nothing changes. Otherwise an empty string is returned.
    ``is_swap`` says whether the text compares a new option with the old one: "4 fewer core powers".
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
    """Return the unit of a spent value, such as "slots". If the value has no unit, return its name."""
    return unit_for(more, value.unit or in_sentence(value.label))


def option_text(change: PriceChange | None, unit: str, *, priced: bool, is_swap: bool = False) -> str:
    """Return the effect of an option: the change of the price and of spent values.

    If the price stays the same, return the changed stats instead, such as "F +1 · H +1".
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
    """Return the range of a number.

    If there are ``offered`` numbers, the range has only these numbers. Otherwise it has all numbers from
    ``low`` to ``high``. ``blank_steps`` are the numbers after a step down and after a step up from an empty
    field. ``blank`` has the same meaning as in ``StepRange``.
    """
    if offered:
        low, high = offered[0], offered[-1]
    gaps = bool(offered) and offered[-1] - offered[0] != len(offered) - 1
    ends = ["" if end is None else str(end) for end in (low, high, *blank_steps)]
    return StepRange(ends[0], ends[1], " ".join(map(str, offered)) if gaps else "", blank, ends[2], ends[3])
