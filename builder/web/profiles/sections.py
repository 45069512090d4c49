"""The sections of the profile form.

A section has controls and a summary of their content, and may be open or collapsed.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import Section
from builder.points.rules.numbers import signed_text
from builder.points.rules.results import ShownLevel
from builder.points.rules.wording import unit_for
from builder.web.profiles.controls import (
    ChoiceControl,
    Control,
    FlagControl,
    NumberControl,
    PicksControl,
    WeaponsControl,
)
from builder.web.shared.presentation import FindingCount, count_levels

_HEADINGS = {"higher": "Higher is better", "lower": "Lower is better", "": ""}
_MIN_GROUPED_NUMBERS = 3
"""The smallest number of consecutive number controls that get headings such as "Higher is better"."""
_MAX_STATE_LENGTH = 28
"""The maximum number of characters for the names of a section's content. They must fit on a phone.

If the names are longer, the section shows the number of its chosen items instead.
"""


class ControlGroup(NamedTuple):
    """Controls under a heading. The heading may be an empty string.

    ``unit`` is the unit of the controls' prices, which is shown next to the heading.
    """

    id: str
    heading: str
    unit: str
    controls: tuple[Control, ...]


class FormSection(NamedTuple):
    """A part of the form.

    ``is_open`` says whether the section is open when the page is loaded.
    ``state`` describes the section's content, such as "none", "2 chosen, +12 points" or "1 error, Sword".
    ``level`` is the level of the most serious problem in the section. Without problems, it is an empty
    string.
    """

    code: str
    name: str
    groups: tuple[ControlGroup, ...]
    can_collapse: bool
    is_open: bool
    state: str
    level: ShownLevel | Literal[""]


def form_section(
    section: Section,
    controls: Sequence[Control],
    *,
    points: int,
    unit: str,
    is_first: bool,
    problems: Sequence[ShownLevel],
    has_picker: bool,
) -> FormSection:
    """Return a section of the form.

    The first section can't be collapsed. Each other section is open if it has weapons, chosen entries, a
    problem or an open picker.
    ``points`` is the sum of the points of the section's attributes and slots.
    ``unit`` is the unit of points.
    ``problems`` are the levels of the section's findings and faults.
    """
    counts = count_levels(problems)
    has_rows = any(
        isinstance(control, WeaponsControl) or (isinstance(control, PicksControl) and control.picked)
        for control in controls
    )
    return FormSection(
        section.code,
        section.name,
        tuple(_groups(section.code, controls, unit)),
        can_collapse=not is_first,
        is_open=bool(problems) or has_picker or has_rows,
        state=", ".join([*(count.text for count in counts), *_state(controls, points, unit, counts)]),
        level=counts[0].level if counts else "",
    )


# ------------------------------------------------------------------ groups


def _groups(code: str, controls: Sequence[Control], unit: str) -> Iterator[ControlGroup]:
    """Yield the controls in groups, in the order of the section.

    Three or more consecutive numbers are divided into groups: numbers of which higher is better, numbers of
    which lower is better, and other numbers.
    """
    for are_numbers, run in groupby(controls, lambda control: isinstance(control, NumberControl)):
        members = tuple(run)
        if not are_numbers or len(members) < _MIN_GROUPED_NUMBERS:
            yield ControlGroup("", "", "", members)
            continue
        for better, heading in _HEADINGS.items():
            if group := tuple(c for c in members if isinstance(c, NumberControl) and c.better == better):
                priced = any(c.cost for c in group)
                yield ControlGroup(f"g-{code}-{better or 'other'}", heading, unit if priced else "", group)


# ------------------------------------------------------------------ state


def _state(
    controls: Sequence[Control], points: int, unit: str, counts: Sequence[FindingCount]
) -> Iterator[str]:
    """Yield a description of a section's content. For an empty section with problems, yield nothing."""
    contents = [text for control in controls for text in _contents(control)]
    if not contents:
        first = controls[0]
        offered = first.offered_count if isinstance(first, PicksControl) and len(controls) == 1 else 0
        if not counts:
            yield f"none of {offered} chosen" if offered else "none"
        return
    text = ", ".join(contents)
    if len(text) > _MAX_STATE_LENGTH and len(contents) > 1:
        # Nobody chose the rolled numbers. They are shown, and a text such as "3 chosen" doesn't count them.
        rolled = [text for c in controls if isinstance(c, NumberControl) and c.dice for text in _contents(c)]
        chosen = len(contents) - len(rolled)
        text = ", ".join([*rolled, f"{chosen} chosen"]) if chosen else ", ".join(rolled)
    yield f"{text}, {signed_text(points)} {unit_for(points, unit)}" if points else text


def _contents(control: Control) -> list[str]:
    """Return the names of what was chosen or entered in a control."""
    match control:
        case PicksControl():
            return [entry.name for entry in control.picked]
        case WeaponsControl():
            names = [weapon.name for weapon in control.weapons if weapon.name]
            unnamed = len(control.weapons) - len(names) if control.many else 0
            return [*names, f"{unnamed} unnamed"] if unnamed else names
        case ChoiceControl():
            return [option.name for option in control.options if option.chosen and option.value]
        case FlagControl():
            return [control.name] if control.on else []
        case NumberControl():
            # A blank field counts as its placeholder.
            value = control.value or control.placeholder
            return [] if value in ("", "0", NONE) else [f"{control.label or control.name} {value}"]
        case _:
            return [control.value] if control.value else []
