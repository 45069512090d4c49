"""A summary of a roster: its limits, its leaders, and how its points and models are divided."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from builder.points.document.play import PlaySheet
from builder.points.pricing.texts import NONE, points_text
from builder.points.rules.catalogue import Attribute, Words
from builder.points.rules.catalogue_index import CatalogueIndex, index_of
from builder.points.rules.numbers import number_text
from builder.points.rules.results import CountTotal
from builder.points.rules.wording import first_few, no_price_yet, unit_for
from builder.points.sheets.profile import ProfileSheet, line_places
from builder.points.sheets.roster import RosterSheet
from builder.web.shared.presentation import TIMES, percent_text, rounded_percent

ModelCounts = Sequence[tuple[ProfileSheet, int]]
"""The profiles of a roster, each with the number of its models."""

_EVERYTHING_ELSE = "Everything else"
_FILL_PATTERNS = ("full", "hatched", "dotted", "crossed")
_MAX_SQUARES = 60
"""The maximum number of squares in a row. Each square is a model."""


class Meter(NamedTuple):
    """A value and its limit, which the page can draw as a bar.

    ``remaining_text`` is the text after the value, such as "3 over".
    ``used_width`` is the width of the value up to the limit, ``over_width`` the width beyond the limit, and
    ``limit_position`` the position of the limit, all in percent of the bar. Without a bar, they are empty.
    ``unknown_text`` is shown instead of a value that isn't known: "No price yet".
    ``missing_text`` is a short form of ``remaining_text``: "5 prices missing".
    """

    value: str
    limit: str
    unit: str
    remaining_text: str
    used_width: str = ""
    over_width: str = ""
    limit_position: str = ""
    unknown_text: str = ""
    missing_text: str = ""

    @property
    def shortened(self) -> "Meter":
        """The meter with shorter texts. On a phone, the bar at the bottom of the page has only two lines."""
        return self._replace(remaining_text=self.missing_text or self.remaining_text)

    @property
    def label(self) -> str:
        """The meter in one line, such as "753 of 750 points, 3 over"."""
        text = f"{self.value} of {self.limit} {self.unit}" if self.limit else f"{self.value} {self.unit}"
        text = self.unknown_text or text
        return f"{text}, {self.remaining_text}" if self.remaining_text else text


class ProfileBar(NamedTuple):
    """The models of a profile with their points, drawn as a bar.

    ``percent`` is the models' share of all points. ``width`` is in percent of the widest bar.
    """

    name: str
    model_count: int
    points: int
    percent: int
    width: str


class AttributeBar(NamedTuple):
    """The models with the same value of an attribute, drawn as squares or as a bar.

    ``squares`` has an item for each model, or is empty if there are too many. Then a bar is drawn, of which
    ``width`` is in percent of the widest bar.
    """

    name: str
    model_count: int
    squares: tuple[int, ...]
    width: str


class PointsSegment(NamedTuple):
    """The points for one purpose, such as weapons, drawn as a segment of a bar.

    ``percent`` is the share of all points, or None for negative points, which aren't drawn.
    ``x`` and ``width`` are in percent of the bar. ``fill`` is the pattern of the segment.
    """

    name: str
    points: str
    percent: int | None
    x: str
    width: str
    fill: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterSummary:
    """The summary of a roster.

    ``attribute_bars`` are the numbers of models for each value of the attribute ``attribute_name``.
    ``segments`` are the points for each purpose, such as weapons.
    ``unpriced_names`` are the names of the fielded profiles without a price, which the sums don't include.
    """

    profile_bars: tuple[ProfileBar, ...]
    attribute_name: str
    attribute_bars: tuple[AttributeBar, ...]
    segments: tuple[PointsSegment, ...]
    unpriced_names: tuple[str, ...]


def roster_summary(roster: RosterSheet) -> RosterSummary:
    """Return the summary of a roster.

    The play sheet names the attribute by which models are counted, and the purposes of points.
    """
    play_sheet, index = roster.list_sheet.play_sheet, index_of(roster.list_sheet.catalogue)
    attribute, model_counts = index.attributes.get(play_sheet.models_by), roster.model_counts
    return RosterSummary(
        profile_bars=_profile_bars(model_counts),
        attribute_name=attribute.name if attribute else "",
        attribute_bars=_attribute_bars(model_counts, attribute) if attribute else (),
        segments=_points_segments(model_counts, index, play_sheet) if play_sheet.shares else (),
        unpriced_names=tuple(sheet.name for sheet, _ in model_counts if sheet.counted_points is None),
    )


# ------------------------------------------------------------------ against the limits


def points_meter(roster: RosterSheet) -> Meter:
    """Return a meter of the roster's points against its limit."""
    catalogue, total, limit = roster.list_sheet.catalogue, roster.total, roster.limit
    short_text = _missing_price_count_text(len(total.waits_for), catalogue.words)
    if limit is not None and (not total.waits_for or total.points > limit):
        meter = _limited_meter(total.points, limit, catalogue.points_unit)
        long_text, short_text = (
            ", ".join(filter(None, [meter.remaining_text, text]))
            for text in (roster.missing_price, short_text)
        )
        return meter._replace(value=roster.points, remaining_text=long_text, missing_text=short_text)
    return Meter(
        value=roster.points,
        limit="" if limit is None else str(limit),
        unit=catalogue.points_unit,
        remaining_text=roster.missing_price,
        unknown_text=no_price_yet(catalogue) if total.is_unknown else "",
        missing_text=short_text,
    )


def _missing_price_count_text(count: int, words: Words) -> str:
    price = words.price if count == 1 or words.price == words.costs else f"{words.price}s"
    return f"{count} {price} missing" if count else ""


def models_meter(model_count: int, limit: int | None, words: Words) -> Meter:
    """Return a meter of the number of models against the limit of the game."""
    unit = words.model if model_count == 1 and limit is None else words.models
    return (
        Meter(str(model_count), "", unit, "") if limit is None else _limited_meter(model_count, limit, unit)
    )


def count_meter(total: CountTotal) -> Meter:
    """Return a meter of a number that the game's rules count and may limit."""
    if total.number is None or total.most is None:
        limit = "" if total.most is None else str(total.most)
        long_text = f"not known yet: {first_few(total.waits_for)}" if total.waits_for else ""
        short_text = f"{len(total.waits_for)} not known yet" if total.waits_for else ""
        return Meter(
            total.value, limit, unit_for(total.number, total.unit), long_text, missing_text=short_text
        )
    return _limited_meter(total.number, total.most, unit_for(total.most, total.unit))


def _limited_meter(value: int, limit: int, unit: str) -> Meter:
    left = limit - value
    bar_length, used = max(value, limit), max(min(value, limit), 0)
    return Meter(
        value=points_text(value),
        limit=str(limit),
        unit=unit,
        remaining_text=f"{left} left" if left > 0 else f"{-left} over" if left < 0 else "",
        used_width=percent_text(used, bar_length),
        over_width=percent_text(-left, bar_length) if left < 0 else "",
        limit_position=percent_text(limit, bar_length),
    )


def leader_names(roster: RosterSheet) -> list[str]:
    """Return the names of the leaders, with the value that makes each a leader: "Captain, Command Die d8"."""
    names = []
    for sheet, count in roster.model_counts:
        if sheet.is_leader:
            times, value = f"{count} {TIMES} " if count > 1 else "", " ".join(roster.leader_value(sheet))
            names.append(", ".join(filter(None, (f"{times}{sheet.name}", value.strip()))))
    return names


# ------------------------------------------------------------------ points by kind of model


def _profile_bars(model_counts: ModelCounts) -> tuple[ProfileBar, ...]:
    """Return the bars of the profiles that cost points, the most expensive first."""
    priced = [(sheet.name, count, (sheet.counted_points or 0) * count) for sheet, count in model_counts]
    priced = sorted((bar for bar in priced if bar[2]), key=lambda bar: -bar[2])
    highest = max((points for _, _, points in priced), default=0)
    total = sum(points for _, _, points in priced)
    return tuple(
        ProfileBar(name, count, points, rounded_percent(points, total), percent_text(points, highest))
        for name, count, points in priced
    )


def largest_share(bars: Sequence[ProfileBar]) -> str:
    """Return the largest share of the points and its profile, such as "26 % for Sniper".

    If no profile costs points, return "nothing yet". If two profiles have the largest share, return an empty
    string.
    """
    if not bars:
        return "nothing yet"
    if len(bars) > 1 and bars[0].points == bars[1].points:
        return ""
    return f"{bars[0].percent} % for {bars[0].name}"


# ------------------------------------------------------------------ models by an attribute


def _attribute_bars(model_counts: ModelCounts, attribute: Attribute) -> tuple[AttributeBar, ...]:
    """Return the bars of an attribute's values in their order. Models without a value come last."""
    counts: dict[int | str | None, int] = {}
    for sheet, count in model_counts:
        value = sheet.profile.design.values.get(attribute.code, attribute.default)
        counts[value] = counts.get(value, 0) + count
    highest = max(counts.values(), default=0)
    positions = {option.code: position for position, option in enumerate(attribute.options)}
    names = {option.code: option.name for option in attribute.options}

    def sort_key(value: int | str | None) -> tuple[bool, int]:
        position = value if isinstance(value, int) else positions.get(str(value), len(positions))
        return value is None, position

    return tuple(
        AttributeBar(
            name=_value_name(attribute, value, names),
            model_count=counts[value],
            squares=tuple(range(counts[value])) if highest <= _MAX_SQUARES else (),
            width=percent_text(counts[value], highest),
        )
        for value in sorted(counts, key=sort_key)
    )


def _value_name(attribute: Attribute, value: int | str | None, names: Mapping[str, str]) -> str:
    if value is None:
        return f"{attribute.name} {NONE}"
    return f"{attribute.name} {number_text(value) if isinstance(value, int) else names.get(value, value)}"


# ------------------------------------------------------------------ points by purpose


def _points_segments(
    model_counts: ModelCounts, index: CatalogueIndex, play_sheet: PlaySheet
) -> tuple[PointsSegment, ...]:
    """Return the points for each purpose that the play sheet names, and then all other points.

    Purposes with 0 points are left out.
    """
    sums = [(share.name, _points_for_parts(model_counts, index, share.of)) for share in play_sheet.shares]
    total = sum((sheet.counted_points or 0) * count for sheet, count in model_counts)
    sums.append((_EVERYTHING_ELSE, total - sum(points for _, points in sums)))
    lengths = [max(points, 0) for _, points in sums]
    result: list[PointsSegment] = []
    for number, (name, points) in enumerate(sums):
        if not points:
            continue
        percent = rounded_percent(points, sum(lengths)) if points >= 0 else None
        x = percent_text(sum(lengths[:number]), sum(lengths))
        width = percent_text(lengths[number], sum(lengths))
        fill = "empty" if name == _EVERYTHING_ELSE else _FILL_PATTERNS[number % len(_FILL_PATTERNS)]
        result.append(PointsSegment(name, number_text(points), percent, x, width, fill))
    return tuple(result)


def _points_for_parts(model_counts: ModelCounts, index: CatalogueIndex, codes: Iterable[str]) -> int:
    """Return the points that all models cost for the attributes and slots with these codes.

    Models are left out if they don't count for as many points as their lines add up to, for example because
    the game has a minimum.
    """
    places = [place for code in codes for place in line_places(index.parts[code])]
    return sum(
        count * (sheet.points_by_place.get(place) or 0)
        for sheet, count in model_counts
        if sheet.counted_points == sum(line.points or 0 for line in sheet.appraisal.lines)
        for place in places
    )
