"""The remaining room of a roster: whether a profile fits, and suggestions that fill it."""

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
    """Models that fill the points left; ``label`` names them, ``points_text`` says how many points they cost.

    ``action`` is the action of its button. ``field_changes`` are its changes to the form's fields, "" for
    units, because their rows are new. ``warnings`` are the messages of new warnings.
    """

    id: str
    label: str
    points_text: str
    action: str
    field_changes: str
    warnings: tuple[str, ...]


class CapacityView(NamedTuple):
    """The suggested fills, and how many points are left.

    ``is_exact`` is False if there may be a closer fill.
    """

    fills: list[FillView]
    left_text: str
    is_exact: bool


def capacity_view(
    capacity: RemainingCapacity, draft: RosterDraft, names: Mapping[str, str], unit: str
) -> CapacityView:
    """Return the fills of profiles that the form has rows for, or of units."""
    points_left = capacity.points_left or 0
    rows: dict[str, int] = {}
    for row in draft.rows:
        if not row.entry.fields:
            rows.setdefault(row.profile, row.number)
    fills = []
    for place, fill in enumerate(capacity.fills):
        field_changes = ""
        if capacity.units:
            label = _unit_fill_label(fill, names)
            action = unit_action((key, capacity.units[key]) for key, _ in fill.entries)
        elif all(key in rows for key, _ in fill.entries):
            counts = [(rows[key], count) for key, count in fill.entries]
            label = ", ".join(f"{count}{_TIMES}{names[key]}" for key, count in fill.entries)
            action = f"more:{counts_argument(counts)}"
            field_changes = " ".join(f"f-{number}={count}" for number, count in counts)
        else:
            continue
        used = f"uses {fill.points} {unit}, leaves {fill.points_left}"
        if not fill.points_left:
            used = f"uses all {points_left} {unit}"
        fills.append(FillView(f"fill-{place}", label, used, action, field_changes, fill.warnings))
    return CapacityView(fills, _left_text(points_left, unit), capacity.exact)


def _left_text(points_left: int, unit: str) -> str:
    if points_left < 0:
        return f"{-points_left} {unit} over"
    return f"{points_left or 'no'} {unit} left"


def unit_text(name: str, size: int) -> str:
    """Return the name of a new unit of a profile: "10 × Skeleton", or only "Skeleton"."""
    return name if size == 1 else f"{size}{_TIMES}{name}"


def unit_action(units: Iterable[tuple[str, NewUnit]]) -> str:
    """Return the action that adds these units, each with its profile."""
    return "unit:" + ",".join(f"{key}{unit.kind and f':{unit.kind}'}={unit.size}" for key, unit in units)


def describe_fit_count(fit: Fit, more: str = "") -> str:
    """Return how many can be added: "1 fits", "any number fit"; with " more" as ``more``, "3 more fit"."""
    many = "any number" if fit.most >= MAX_VALUE else str(fit.most)
    return f"{many}{more} {'fits' if fit.most == 1 else 'fit'}"


def _unit_fill_label(fill: Fill, names: Mapping[str, str]) -> str:
    """Return the label of a fill of units: "3 × Wizard", and "2 times 10 × Skeleton" for larger units."""
    parts = []
    for (key, size), count in Counter(fill.entries).items():
        times = f"{count} times " if size > 1 and count > 1 else ""
        parts.append(times + unit_text(names[key], count if size == 1 else size))
    return ", ".join(parts)
