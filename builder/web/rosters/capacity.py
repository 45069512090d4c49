"""What still fits, as the page offers it: one press adds a model, or a whole fill."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from builder.points.advice.capacity import Fill, Fit, RemainingCapacity
from builder.points.document.json_reader import MAX_VALUE
from builder.points.document.units import NewUnit
from builder.web.rosters.actions import counts_argument
from builder.web.rosters.draft import RosterDraft

MOST_SHOWN = 12
_TIMES = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"


class FitView(NamedTuple):
    """A profile that can be added; ``action`` is its button's, ``field_changes`` what it does to the form.

    These are "" where the page is made anew, as it is for units.
    """

    id: str
    name: str
    each: int
    label: str
    action: str
    field_changes: str
    has_errors: bool


class FillView(NamedTuple):
    """Models that fill what is left; ``label`` names them, ``points_text`` says what they come to.

    ``warnings`` are those that it brings.
    """

    id: str
    label: str
    points_text: str
    action: str
    field_changes: str
    warnings: tuple[str, ...]


class CapacityView(NamedTuple):
    """What still fits; ``more`` are the fits beyond the first few, ``left_text`` says what is left over.

    ``is_priced`` is False where no profile of the list has a price that could fit.
    """

    fills: list[FillView]
    fits: list[FitView]
    more: list[FitView]
    left_text: str
    is_exact: bool
    is_priced: bool


def capacity_view(
    capacity: RemainingCapacity, draft: RosterDraft, names: Mapping[str, str], points_left: int, unit: str
) -> CapacityView:
    """Fits and fills of profiles that the form has rows for, or of units; ``points_left`` are those left."""
    if capacity.units:
        fits = [_unit_fit_view(fit, capacity.units[fit.profile], names) for fit in capacity.fits]
        fills = [
            _unit_fill_view(place, fill, capacity.units, names, points_left, unit)
            for place, fill in enumerate(capacity.fills)
        ]
    else:
        rows: dict[str, int] = {}
        for row in draft.rows:
            rows.setdefault(row.profile, row.number)
        fits = [_fit_view(fit, rows[fit.profile], names) for fit in capacity.fits if fit.profile in rows]
        fills = [
            _fill_view(place, fill, rows, names, points_left, unit)
            for place, fill in enumerate(capacity.fills)
            if all(key in rows for key, _ in fill.entries)
        ]
    is_priced = bool(capacity.fits or capacity.blocking_rules or not names)
    left = (
        f"{points_left} {unit} left"
        if points_left > 0
        else f"{-points_left} {unit} over"
        if points_left < 0
        else f"no {unit} left"
    )
    return CapacityView(fills, fits[:MOST_SHOWN], fits[MOST_SHOWN:], left, capacity.exact, is_priced)


def _fit_view(fit: Fit, number: int, names: Mapping[str, str]) -> FitView:
    return FitView(
        f"fit-{number}", names[fit.profile], fit.each, describe_fit_count(fit), f"more:{number}=1",
        f"f-{number}=1", fit.has_errors,
    )  # fmt: skip


def _unit_fit_view(fit: Fit, unit: NewUnit, names: Mapping[str, str]) -> FitView:
    name, action = unit_text(names[fit.profile], unit.size), unit_action([(fit.profile, unit)])
    return FitView(f"fit-{fit.profile}", name, fit.each, describe_fit_count(fit), action, "", fit.has_errors)


def unit_text(name: str, size: int) -> str:
    """A new unit of a profile: "10 × Skeleton", or its name alone."""
    return name if size == 1 else f"{size}{_TIMES}{name}"


def unit_action(units: Iterable[tuple[str, NewUnit]]) -> str:
    """The action that adds these units, each of a profile."""
    return "unit:" + ",".join(f"{key}{unit.kind and f':{unit.kind}'}={unit.size}" for key, unit in units)


def describe_fit_count(fit: Fit, more: str = "") -> str:
    """How many can be added: "1 fits", "3 fit", "any number fit"; ``more`` goes behind the number."""
    many = "any number" if fit.most >= MAX_VALUE else str(fit.most)
    return f"{many}{more} {'fits' if fit.most == 1 else 'fit'}"


def _fill_view(
    place: int, fill: Fill, rows: Mapping[str, int], names: Mapping[str, str], points_left: int, unit: str
) -> FillView:
    counts = [(rows[key], count) for key, count in fill.entries]
    words = ", ".join(f"{count}{_TIMES}{names[key]}" for key, count in fill.entries)
    put = " ".join(f"f-{number}={count}" for number, count in counts)
    used = _used_text(fill, points_left, unit)
    return FillView(f"fill-{place}", words, used, f"more:{counts_argument(counts)}", put, fill.warnings)


def _unit_fill_view(
    place: int,
    fill: Fill,
    units: Mapping[str, NewUnit],
    names: Mapping[str, str],
    points_left: int,
    unit: str,
) -> FillView:
    """Units of single models are counted; of larger ones each is told: "2 times 10 × Skeleton"."""
    parts = []
    for (key, size), count in Counter(fill.entries).items():
        times = f"{count} times " if size > 1 and count > 1 else ""
        parts.append(times + unit_text(names[key], count if size == 1 else size))
    action = unit_action((key, units[key]) for key, _ in fill.entries)
    used = _used_text(fill, points_left, unit)
    return FillView(f"fill-{place}", ", ".join(parts), used, action, "", fill.warnings)


def _used_text(fill: Fill, points_left: int, unit: str) -> str:
    if not fill.points_left:
        return f"all {points_left} {unit}"
    return f"{fill.points} of the {points_left} {unit} left"
