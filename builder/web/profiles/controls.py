"""What the controls of the form show: a value, its points now, and the price of each step from it.

Plain tuples for the templates. ``id`` is made of the place and safe in HTML; prices and findings have
elements of their own, so that an answer can change them and leave the inputs alone.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString

from builder.points.advice.steps import Step
from builder.points.advice.what_if import PriceChange, StatChange
from builder.points.rules.wording import unit_for
from builder.web.shared.html import fill_each
from builder.web.shared.presentation import NONE, Remark, number_text, signed_text

_UNSAFE = re.compile(r"[^\w-]+", re.ASCII)


@lru_cache(maxsize=4096)
def html_id(place: str) -> str:
    """A place as part of an HTML id: ``shooting_weapons[0].range`` is ``shooting_weapons-0-range``."""
    return _UNSAFE.sub("-", place).strip("-")


class StepButton(NamedTuple):
    """A step from a value: the button's action, and what it says ("7: +3"; nothing at an end)."""

    action: str
    text: str


class FieldMessages(NamedTuple):
    """The findings at one place of the form, and why it could not be saved where that is the place."""

    place: str
    id: str
    remarks: list[Remark]
    fault: str = ""


class StepRange(NamedTuple):
    """The values that stepping passes through: ``steps`` names them when ``low`` to ``high`` has gaps.

    ``blank`` says beyond which end ("low" or "high") the value may be left out; ``down`` and ``up``
    where stepping leads from a blank.
    """

    low: str
    high: str
    steps: str
    blank: str = ""
    down: str = ""
    up: str = ""


class NumberControl(NamedTuple):
    """A whole number with a step down and up. ``cost`` is what its line comes to now.

    ``better`` says which way it is better, "higher" or "lower"; "" where neither is.
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
    kind: str = "number"


class ChoiceOption(NamedTuple):
    """One value of a choice and what taking it would change."""

    id: str
    value: str
    name: str
    chosen: bool
    price: str = ""


class NewProfileButton(NamedTuple):
    """Adds a new profile and names it; ``name`` is what it adds."""

    action: str
    name: str


class ChoiceControl(NamedTuple):
    """A choice: ``kind`` is "choice" for buttons in a row, "select" for a list, "several" for boxes.

    ``new_profiles`` are the buttons that add a new profile to choose; none where no profile is chosen.
    ``hidden`` is whether there is nothing to choose for now.
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


class TextControl(NamedTuple):
    """A line of text."""

    place: str
    id: str
    name: str
    value: str
    messages: FieldMessages
    kind: str = "text"


class FlagControl(NamedTuple):
    """A yes or no; ``price`` is what turning it over would change."""

    place: str
    id: str
    name: str
    on: bool
    messages: FieldMessages
    cost: str = ""
    price: str = ""
    kind: str = "flag"


ParameterControl = NumberControl | ChoiceControl | TextControl


class PickedEntry(NamedTuple):
    """A property or spell that was taken. ``field`` and ``code`` are its hidden input."""

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
    """A weapon: its name, its numbers, its properties, and what they come to."""

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
    """Where the common weapons of a slot are picked: what its button says, and the place that it opens."""

    place: str
    id: str
    verb: str
    noun: str


class WeaponsControl(NamedTuple):
    """A place for weapons; ``common`` is None where none are known by name."""

    place: str
    id: str
    name: str
    noun: str
    many: bool
    weapons: tuple[WeaponControl, ...]
    messages: FieldMessages
    common: CommonWeapons | None = None
    kind: str = "weapons"


class PicksControl(NamedTuple):
    """A place for many properties or spells.

    ``chosen`` says how many are chosen of how many, where that is bounded, as a slot that is ``counted`` may
    be; ``full`` is whether no more are allowed. ``titled`` is whether the name is shown: where it is not
    alone in a section of that name.
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
    kind: str = "picks"


Control = NumberControl | ChoiceControl | FlagControl | TextControl | WeaponsControl | PicksControl


class SectionTerm(NamedTuple):
    """A word of a section with its one line."""

    label: str
    name: str
    summary: str
    page: str
    url: str


class FormSection(NamedTuple):
    """A part of the form."""

    code: str
    name: str
    terms: tuple[SectionTerm, ...]
    controls: tuple[Control, ...]


def step_button(place: str, step: Step | None, *, priced: bool = True) -> StepButton:
    """The button of a step: the value alone while its price is unknown, nothing at an end of the table."""
    if step is None:
        return StepButton("", "")
    shown = number_text(step.value) if isinstance(step.value, int) else step.value or NONE
    change = change_text(PriceChange(step.change if priced else None, step.spent), "\n")
    text = f"{shown}: {change}" if change else shown
    return StepButton(f"step:{place}:{'' if step.value is None else step.value}", text)


def change_text(change: PriceChange | None, between: str = ", ", *, priced: bool = True) -> str:
    """What a change does to the price and to what is spent: "+5, +2 slots"; nothing while that is unknown.

    A price that stays is said where nothing else changes, "±0", but not where nothing is ``priced``.
    """
    if change is None:
        return ""
    told = change.points or (priced and change.points == 0 and not change.spent)
    points = (signed_text(change.points or 0),) if told else ()
    spent = (
        f"{signed_text(more)} {unit_for(more, value.unit) or value.label}" for value, more in change.spent
    )
    return between.join((*points, *spent))


def option_text(change: PriceChange | None, *, priced: bool) -> str:
    """What taking an option changes; of what has no price, what it does to the stat line."""
    return change_text(change, priced=priced) or (stats_text(change.stats) if change else "")


def stats_text(changes: Iterable[StatChange]) -> str:
    """What a change does to the stat line: "F +1, H +1"."""
    return ", ".join(f"{value.label} {text}" for value, text in changes)


BlankSteps = tuple[int | None, int | None]


def step_range(
    offered: tuple[int, ...], low: int | None, high: int | None, starts: BlankSteps, blank: str = ""
) -> StepRange:
    """What stepping passes through: the numbers ``offered``, else all from ``low`` to ``high``."""
    if offered:
        low, high = offered[0], offered[-1]
    gaps = bool(offered) and offered[-1] - offered[0] != len(offered) - 1
    ends = ["" if end is None else str(end) for end in (low, high, *starts)]
    return StepRange(ends[0], ends[1], " ".join(map(str, offered)) if gaps else "", blank, ends[2], ends[3])


# ------------------------------------------------------------------ what an answer brings up to date


def render_cells(controls: Iterable[Control], messages: Iterable[FieldMessages]) -> SafeString:
    """The small cells of the form: prices, costs, hints and empty findings, each swapped in by its id.

    None holds an input: what the player types meanwhile stays. Places that have findings are left to the
    template. Joined here because an answer has more than a hundred cells.
    """
    cells = [cell for control in controls for cell in _cells_of(control)]
    cells += [("div", "n", field.id, "") for field in messages if not field.remarks]
    return fill_each('<{0} id="{1}-{2}" hx-swap-oob="innerHTML">{3}</{0}>', cells)


_HtmlCell = tuple[str, str, str, str]


def _cells_of(control: Control) -> Iterator[_HtmlCell]:
    if isinstance(control, NumberControl | ChoiceControl | FlagControl | TextControl):
        yield from _cells_of_value(control)
    elif isinstance(control, PicksControl):
        if control.counted:
            yield "p", "k", control.id, control.chosen
        for taken in control.picked:
            yield "span", "c", taken.id, taken.cost
            for inner in taken.controls:
                yield from _cells_of_value(inner)
    elif isinstance(control, WeaponsControl):
        for weapon in control.weapons:
            yield "span", "c", weapon.id, weapon.cost
            yield from (("span", "c", taken.id, taken.cost) for taken in weapon.picked)
            for number in weapon.numbers:
                yield from _cells_of_value(number)


def _cells_of_value(control: ParameterControl | FlagControl) -> Iterator[_HtmlCell]:
    if isinstance(control, NumberControl):
        yield "small", "d", control.id, control.down.text
        yield "small", "u", control.id, control.up.text
        yield "p", "h", control.id, control.hint
        yield "span", "c", control.id, control.cost
    elif isinstance(control, FlagControl):
        yield "span", "c", control.id, control.cost
        yield "small", "o", control.id, control.price
    elif isinstance(control, ChoiceControl) and control.kind == "choice":
        yield "span", "c", control.id, control.cost
        yield from (("small", "o", option.id, option.price) for option in control.options)
