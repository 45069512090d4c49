"""The sections of the profile form: controls under a heading with a summary of their content."""

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
_MAX_SUMMARY_LENGTH = 28
"""The maximum number of characters for the names in a section's summary, so that they fit on a phone.

If the names are longer, the summary is the number of chosen items instead.
"""


class ControlGroup(NamedTuple):
    """Controls under a heading, which may be an empty string. ``unit`` is the unit of their prices."""

    id: str
    heading: str
    unit: str
    controls: tuple[Control, ...]


class FormSection(NamedTuple):
    """A part of the form.

    ``is_open`` says whether the section is open when the page is loaded.
    ``summary`` describes the content, such as "none", "2 chosen, +12 points" or "1 error, Sword".
    ``level`` is the level of the most serious problem in the section, or an empty string.
    """

    code: str
    name: str
    groups: tuple[ControlGroup, ...]
    can_collapse: bool
    is_open: bool
    summary: str
    level: ShownLevel | Literal[""]


def form_section(
    section: Section,
    controls: Sequence[Control],
    *,
    points: int,
    unit: str,
    is_first: bool,
    problem_levels: Sequence[ShownLevel],
    has_picker: bool,
) -> FormSection:
    """Return a section of the form.

    The first section can't be collapsed. Each other section is open if it has weapons, chosen entries, a
    problem or an open picker.
    """
    counts = count_levels(problem_levels)
    has_rows = any(
        isinstance(control, WeaponsControl) or (isinstance(control, PicksControl) and control.entries)
        for control in controls
    )
    return FormSection(
        section.code,
        section.name,
        tuple(_groups(section.code, controls, unit)),
        can_collapse=not is_first,
        is_open=bool(problem_levels) or has_picker or has_rows,
        summary=", ".join(
            [*(count.text for count in counts), *_summary_texts(controls, points, unit, counts)]
        ),
        level=counts[0].level if counts else "",
    )


# ------------------------------------------------------------------ groups


def _groups(code: str, controls: Sequence[Control], unit: str) -> Iterator[ControlGroup]:
    """Yield the controls in groups, in the order of the section.

    Three or more consecutive numbers are divided into groups by whether higher or lower numbers are better.
    """
    for are_numbers, consecutive in groupby(controls, lambda control: isinstance(control, NumberControl)):
        members = tuple(consecutive)
        if not are_numbers or len(members) < _MIN_GROUPED_NUMBERS:
            yield ControlGroup("", "", "", members)
            continue
        for better, heading in _HEADINGS.items():
            if group := tuple(c for c in members if isinstance(c, NumberControl) and c.better == better):
                has_prices = any(c.price for c in group)
                yield ControlGroup(
                    f"g-{code}-{better or 'other'}", heading, unit if has_prices else "", group
                )


# ------------------------------------------------------------------ summary


def _summary_texts(
    controls: Sequence[Control], points: int, unit: str, counts: Sequence[FindingCount]
) -> Iterator[str]:
    """Yield a description of a section's content. For an empty section with problems, yield nothing."""
    names = [name for control in controls for name in _content_names(control)]
    if not names:
        first = controls[0]
        offered_count = first.offered_count if isinstance(first, PicksControl) and len(controls) == 1 else 0
        if not counts:
            yield f"none of {offered_count} chosen" if offered_count else "none"
        return
    text = ", ".join(names)
    if len(text) > _MAX_SUMMARY_LENGTH and len(names) > 1:
        # Nobody chose the rolled numbers. They are shown, and a text such as "3 chosen" doesn't count them.
        rolled = [
            name for c in controls if isinstance(c, NumberControl) and c.dice for name in _content_names(c)
        ]
        chosen_count = len(names) - len(rolled)
        text = ", ".join([*rolled, f"{chosen_count} chosen"] if chosen_count else rolled)
    yield f"{text}, {signed_text(points)} {unit_for(points, unit)}" if points else text


def _content_names(control: Control) -> list[str]:
    """Return the names of what was chosen or entered in a control."""
    match control:
        case PicksControl():
            return [entry.name for entry in control.entries]
        case WeaponsControl():
            names = [weapon.name for weapon in control.weapons if weapon.name]
            unnamed_count = len(control.weapons) - len(names) if control.has_several else 0
            return [*names, f"{unnamed_count} unnamed"] if unnamed_count else names
        case ChoiceControl():
            return [option.name for option in control.options if option.is_chosen and option.value]
        case FlagControl():
            return [control.name] if control.is_on else []
        case NumberControl():
            # A blank field counts as its placeholder.
            value = control.value or control.placeholder
            return [] if value in ("", "0", NONE) else [f"{control.label or control.name} {value}"]
        case _:
            return [control.value] if control.value else []
