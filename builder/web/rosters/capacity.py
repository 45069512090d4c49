"""The remaining capacity of a roster: how many models still fit, and suggestions to fill the roster.

A fill is a suggestion of models or units that use up the points left.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from builder.points.advice.capacity import Fill, Fit, RemainingCapacity
from builder.points.document.json_reader import MAX_VALUE
from builder.points.document.units import NewUnit
from builder.web.rosters.actions import counts_argument
from builder.web.rosters.draft import RosterDraft

_TIMES = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"


class FillView(NamedTuple):
    """A fill as the page shows it.

    ``points_text`` says how many points the fill uses and leaves.
    ``field_changes`` are the ids of the fields to which the button adds models, with the numbers: "f-3=2".
    For units it is an empty string, because units get new rows.
    ``warnings`` are the messages of the warnings that the roster would then have.
    """

    id: str
    label: str
    points_text: str
    action: str
    field_changes: str
    warnings: tuple[str, ...]


class CapacityView(NamedTuple):
    """The suggested fills of a roster. ``is_exact`` is False if another fill might use more points."""

    fills: list[FillView]
    points_left_text: str
    is_exact: bool


def capacity_view(
    capacity: RemainingCapacity, draft: RosterDraft, names: Mapping[str, str], unit: str
) -> CapacityView:
    """Return the fills that the form can add: units, or models of profiles that have a row."""
    points_left = capacity.points_left or 0
    row_numbers: dict[str, int] = {}
    for row in draft.rows:
        if not row.entry.fields:
            row_numbers.setdefault(row.profile, row.number)
    fills = []
    for index, fill in enumerate(capacity.fills):
        field_changes = ""
        if capacity.units:
            label = _unit_fill_label(fill, names)
            action = unit_action((key, capacity.units[key]) for key, _ in fill.entries)
        elif all(key in row_numbers for key, _ in fill.entries):
            counts = [(row_numbers[key], count) for key, count in fill.entries]
            label = ", ".join(f"{count}{_TIMES}{names[key]}" for key, count in fill.entries)
            action = f"more:{counts_argument(counts)}"
            field_changes = " ".join(f"f-{number}={count}" for number, count in counts)
        else:
            continue
        points_text = f"uses {fill.points} {unit}, leaves {fill.points_left}"
        if not fill.points_left:
            points_text = f"uses all {points_left} {unit}"
        fills.append(FillView(f"fill-{index}", label, points_text, action, field_changes, fill.warnings))
    return CapacityView(fills, _points_left_text(points_left, unit), capacity.exact)


def _points_left_text(points_left: int, unit: str) -> str:
    if points_left < 0:
        return f"{-points_left} {unit} over"
    return f"{points_left or 'no'} {unit} left"


def unit_label(profile_name: str, size: int) -> str:
    """Return the label of a unit by its profile's name: "10 × Skeleton", or "Wizard" for a single model."""
    return profile_name if size == 1 else f"{size}{_TIMES}{profile_name}"


def unit_action(units: Iterable[tuple[str, NewUnit]]) -> str:
    """Return the action that adds units. Each new unit comes with the key of its profile."""
    return "unit:" + ",".join(f"{key}{unit.kind and f':{unit.kind}'}={unit.size}" for key, unit in units)


def describe_fit_count(fit: Fit, *, says_more: bool = False) -> str:
    """Return how many models or units can be added, such as "1 fits" or "3 more fit"."""
    more = " more" if says_more else ""
    number = "any number" if fit.max_count >= MAX_VALUE else str(fit.max_count)
    return f"{number}{more} {'fits' if fit.max_count == 1 else 'fit'}"


def _unit_fill_label(fill: Fill, names: Mapping[str, str]) -> str:
    """Return the label of a fill of units, such as "3 × Wizard, 2 times 10 × Skeleton"."""
    parts = []
    for (key, size), count in Counter(fill.entries).items():
        times = f"{count} times " if size > 1 and count > 1 else ""
        parts.append(times + unit_label(names[key], count if size == 1 else size))
    return ", ".join(parts)
