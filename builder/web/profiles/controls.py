"""The controls of the profile form as tuples for the templates.

``price`` is the price of the current value, and ``price_change`` is the effect of another value on the price
of the profile. Prices that aren't known are empty strings.
``place`` is the name of a field or row in the form (see ``draft``). ``id`` is the place as a part of an HTML
id.
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
    """A button that changes a value by one step. Without a further value, ``action`` is an empty string."""

    action: str
    price_change: str


class ControlTerm(NamedTuple):
    """A word of the rules with its meaning in one line.

    ``page`` is its page in the book, and ``url`` is its address on the site's reference page.
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

    ``listed_values`` lists all of them if numbers between them are left out.
    ``blank_end`` is the end, "low" or "high", at which one more step clears the field.
    ``down_from_blank`` and ``up_from_blank`` are the values after a step from a blank field.
    """

    low: str
    high: str
    listed_values: str
    blank_end: str = ""
    down_from_blank: str = ""
    up_from_blank: str = ""


class NumberControl(NamedTuple):
    """An integer with a button for a step down and a button for a step up.

    ``price`` may also be a factor, such as "× 1½".
    ``dice`` are the dice that players may roll for the number, or an empty string.
    ``better`` is "higher" or "lower", or an empty string if neither is better.
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
    price: str = ""
    placeholder: str = ""
    hint: str = ""
    dice: str = ""
    better: str = ""
    terms: tuple[ControlTerm, ...] = ()
    kind: str = "number"


class ChoiceOption(NamedTuple):
    """An option of a choice."""

    id: str
    value: str
    name: str
    is_chosen: bool
    price_change: str = ""


class NewProfileButton(NamedTuple):
    """A button that adds a new profile and selects it. ``noun`` is "profile" or the name of its kind."""

    action: str
    noun: str


class ChoiceControl(NamedTuple):
    """A choice between options.

    ``kind`` is "choice" for buttons in a row, "select" for a list, and "several" for checkboxes.
    ``new_profile_buttons`` may only exist if the options are profiles.
    ``is_hidden`` is True while there is nothing to choose.
    ``die`` is the die that players may roll for an option, or an empty string.
    ``price_hint`` explains the price changes of the options.
    """

    place: str
    id: str
    name: str
    options: tuple[ChoiceOption, ...]
    messages: FieldMessages
    price: str = ""
    kind: str = "choice"
    new_profile_buttons: tuple[NewProfileButton, ...] = ()
    is_hidden: bool = False
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
    """A yes or no. ``price_change`` is the effect of switching it."""

    place: str
    id: str
    name: str
    is_on: bool
    messages: FieldMessages
    price: str = ""
    price_change: str = ""
    terms: tuple[ControlTerm, ...] = ()
    kind: str = "flag"


ParameterControl = NumberControl | ChoiceControl | TextControl


class PickedEntry(NamedTuple):
    """A chosen property or spell.

    ``field_name`` and ``code`` are the name and the value of its hidden input.
    ``page`` and ``url`` lead to its rules, in the book and on the site's reference page.
    ``focus_target`` is the id of the element that takes the focus after the entry is removed.
    """

    place: str
    id: str
    field_name: str
    code: str
    name: str
    price: str
    summary: str
    page: str
    url: str
    remove_action: str
    focus_target: str
    messages: FieldMessages | None = None
    controls: tuple[ParameterControl, ...] = ()


class WeaponControl(NamedTuple):
    """A weapon with its numbers and properties.

    ``focus_target`` is the id of the element that takes the focus after the weapon is removed.
    """

    place: str
    id: str
    title: str
    noun: str
    name: str
    numbers: tuple[NumberControl, ...]
    properties: tuple[PickedEntry, ...]
    is_removable: bool
    focus_target: str
    price: str
    messages: FieldMessages


class WeaponsControl(NamedTuple):
    """A slot for one weapon, or for several weapons.

    ``common_place`` is the place of the picker for common weapons, or an empty string if there are none.
    """

    place: str
    id: str
    name: str
    noun: str
    has_several: bool
    weapons: tuple[WeaponControl, ...]
    messages: FieldMessages
    common_place: str = ""
    terms: tuple[ControlTerm, ...] = ()
    kind: str = "weapons"


class PicksControl(NamedTuple):
    """A slot for several properties or spells.

    ``count_text`` shows the number of chosen entries and the limit. It is only shown with ``is_counted``.
    ``has_title`` is False if the section's heading already shows the name.
    ``offered_count`` is the number of entries to choose from.
    """

    place: str
    id: str
    name: str
    noun: str
    entries: tuple[PickedEntry, ...]
    messages: FieldMessages
    is_counted: bool = False
    count_text: str = ""
    is_full: bool = False
    has_title: bool = False
    offered_count: int = 0
    terms: tuple[ControlTerm, ...] = ()
    kind: str = "picks"


Control = NumberControl | ChoiceControl | FlagControl | TextControl | WeaponsControl | PicksControl


def step_button(place: str, step: Step | None, unit: str, *, shows_points: bool = True) -> StepButton:
    """Return the button of a step, or a button without an action if there is no step."""
    if step is None:
        return StepButton("", "")
    # A button is small. If it shows only points, it shows them without their unit.
    spent_values = [
        f"{signed_text(increase)} {_spent_unit(increase, value)}" for value, increase in step.change.spent
    ]
    points = _points_change(
        step.change.points if shows_points else None,
        unit if spent_values else "",
        shows_zero=not spent_values,
    )
    price_change = "\n".join(filter(None, [points, *spent_values]))
    return StepButton(f"step:{place}:{'' if step.value is None else step.value}", price_change)


def change_text(
    change: PriceChange | None, unit: str, *, shows_zero: bool = True, is_swap: bool = False
) -> str:
    """Return a change of the price, and of values such as slots that are spent: "+5 points, uses 2 slots".

    If the change isn't known or, without ``shows_zero``, nothing changes, return an empty string. The unit of
    points is left out if no values are spent: "+5". With ``is_swap``, the text compares a new option with the
    old one: "you have 4 fewer core powers".
    """
    if change is None:
        return ""
    spent_values = [_spent_text(increase, value, is_swap=is_swap) for value, increase in change.spent]
    if spent_values and is_swap:
        spent_values[0] = f"you have {spent_values[0]}"
    points = _points_change(
        change.points, unit if spent_values else "", shows_zero=shows_zero and not spent_values
    )
    return ", ".join(filter(None, [points, *spent_values]))


def _points_change(points: int | None, unit: str, *, shows_zero: bool) -> str:
    if points is None or not (points or shows_zero):
        return ""
    return f"{signed_text(points)} {unit_for(points, unit)}".rstrip()


def _spent_text(increase: int, value: Value, *, is_swap: bool) -> str:
    amount, unit = abs(increase), _spent_unit(increase, value)
    if is_swap:
        return f"{amount} {'more' if increase > 0 else 'fewer'} {unit}"
    return f"{'uses' if increase > 0 else 'frees'} {amount} {unit}"


def _spent_unit(number: int, value: Value) -> str:
    """Return the unit of a spent value, such as "slots", or else the name of the value."""
    return unit_for(number, value.unit or in_sentence(value.label))


def option_text(change: PriceChange | None, unit: str, *, shows_zero: bool, is_swap: bool = False) -> str:
    """Return the effect of an option on the price and on spent values (see ``change_text``).

    If the price stays the same, return the changed stats instead, such as "F +1 · H +1".
    """
    text = change_text(change, unit, shows_zero=shows_zero, is_swap=is_swap)
    if change is None or change.points or (shows_zero and text):
        return text
    stats = (f"{value.label} {stat}" for value, stat in change.stats)
    return " · ".join(filter(None, (*stats, text)))


BlankSteps = tuple[int | None, int | None]
"""The numbers after a step down and a step up from a blank field. A step that isn't possible is None."""


def step_range(
    offered_numbers: tuple[int, ...],
    low: int | None,
    high: int | None,
    blank_steps: BlankSteps,
    blank_end: str = "",
) -> StepRange:
    """Return the range of a number: the offered numbers, or if there are none, ``low`` to ``high``."""
    if offered_numbers:
        low, high = offered_numbers[0], offered_numbers[-1]
    has_gaps = bool(offered_numbers) and offered_numbers[-1] - offered_numbers[0] != len(offered_numbers) - 1
    low_text, high_text, down, up = ("" if n is None else str(n) for n in (low, high, *blank_steps))
    listed_values = " ".join(map(str, offered_numbers)) if has_gaps else ""
    return StepRange(low_text, high_text, listed_values, blank_end, down, up)
