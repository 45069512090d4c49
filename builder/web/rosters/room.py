"""What still fits, as the page offers it: one press adds a model, or a whole fill."""

from collections.abc import Mapping
from typing import NamedTuple

from builder.points.fits import Fill, Fit, Room
from builder.points.reading import MAX_VALUE
from builder.web.rosters.actions import pairs_text
from builder.web.rosters.draft import Draft

MOST_SHOWN = 12
_TIMES = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"


class FitView(NamedTuple):
    """A profile that can be added; ``action`` is its button's, ``put`` what that does to the fields."""

    number: int
    name: str
    each: int
    words: str
    action: str
    put: str


class FillView(NamedTuple):
    """Models that fill what is left; ``words`` names them, ``sum`` says what they come to."""

    id: str
    words: str
    sum: str
    action: str
    put: str


class RoomView(NamedTuple):
    """What still fits; ``more`` are the fits beyond the first few, ``left`` says what is left over."""

    fills: list[FillView]
    fits: list[FitView]
    more: list[FitView]
    left: str
    exact: bool


def room_view(room: Room, draft: Draft, names: Mapping[str, str], rest: int, unit: str) -> RoomView:
    """Fits and fills of profiles that the form has rows for; ``rest`` are the points left."""
    rows: dict[str, int] = {}
    for row in draft.rows:
        rows.setdefault(row.profile, row.number)
    fits = [_fit(fit, rows[fit.profile], names) for fit in room.fits if fit.profile in rows]
    fills = [
        _fill(place, fill, rows, names, rest, unit)
        for place, fill in enumerate(room.fills)
        if all(key in rows for key, _ in fill.entries)
    ]
    left = f"{rest} {unit} left" if rest > 0 else f"{-rest} {unit} over" if rest < 0 else f"no {unit} left"
    return RoomView(fills, fits[:MOST_SHOWN], fits[MOST_SHOWN:], left, room.exact)


def _fit(fit: Fit, number: int, names: Mapping[str, str]) -> FitView:
    return FitView(number, names[fit.profile], fit.each, fit_text(fit), f"more:{number}=1", f"f-{number}=1")


def fit_text(fit: Fit, more: str = "") -> str:
    """How many can be added: "1 fits", "3 fit", "any number fit"; ``more`` goes behind the number."""
    many = "any number" if fit.most >= MAX_VALUE else str(fit.most)
    return f"{many}{more} {'fits' if fit.most == 1 else 'fit'}"


def _fill(
    place: int, fill: Fill, rows: Mapping[str, int], names: Mapping[str, str], rest: int, unit: str
) -> FillView:
    counts = [(rows[key], count) for key, count in fill.entries]
    words = ", ".join(f"{count}{_TIMES}{names[key]}" for key, count in fill.entries)
    used = f"all {rest} {unit}" if not fill.rest else f"{fill.points} of the {rest} {unit} left"
    put = " ".join(f"f-{number}={count}" for number, count in counts)
    return FillView(f"fill-{place}", words, used, f"more:{pairs_text(counts)}", put)
