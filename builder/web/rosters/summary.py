"""A summary of a roster: its limits, its leaders, and how its points and models are divided."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from builder.points.document.document import Document, Profile
from builder.points.document.play import PlaySheet
from builder.points.pricing.texts import NONE, attribute_text, points_text, total_text
from builder.points.rules.catalogue import Attribute, Catalogue, Words
from builder.points.rules.catalogue_index import CatalogueIndex, index_of
from builder.points.rules.names import profile_name
from builder.points.rules.numbers import number_text
from builder.points.rules.results import Appraisal, CountTotal, Line, RosterAppraisal, Total
from builder.points.rules.wording import first_few, missing_price_text, no_price_yet, unit_for
from builder.web.shared.presentation import TIMES, percent_text

EVERYTHING_ELSE = "Everything else"
FILL_PATTERNS = ("full", "hatched", "dotted", "crossed")
MAX_PIPS = 60
"""The maximum number of squares in a row of models."""


class Meter(NamedTuple):
    """A value with its limit, which is an empty string without a limit.

    ``used``, ``over`` and ``mark`` draw a bar, in percent of its width: the width of the value up to the
    limit, the width beyond the limit, and the position of the limit. Without a bar, they are empty strings.
    ``unknown`` is shown instead of a value that isn't known: "No price yet". ``remaining`` is the text after
    the value, and ``missing`` is a short form of this text: "5 prices missing".
    """

    value: str
    limit: str
    unit: str
    remaining: str
    used: str = ""
    over: str = ""
    mark: str = ""
    unknown: str = ""
    missing: str = ""

    @property
    def short(self) -> "Meter":
        """The meter for the bar at the bottom of a phone, which has two lines."""
        return self._replace(remaining=self.missing or self.remaining)

    @property
    def label(self) -> str:
        """The meter in one line: "753 of 750 points, 3 over"."""
        text = f"{self.value} of {self.limit} {self.unit}" if self.limit else f"{self.value} {self.unit}"
        text = self.unknown or text
        return f"{text}, {self.remaining}" if self.remaining else text


class ModelKindBar(NamedTuple):
    """The models of a profile, with their points.

    ``percent`` is their share of all points. ``width`` is the width of the bar in percent.
    """

    name: str
    models: int
    points: int
    percent: int
    width: str


class ModelPips(NamedTuple):
    """Models with the same value of an attribute.

    Each model is drawn as a square, and ``pips`` has an item for each. If there are too many squares,
    ``pips`` is empty, and a bar with a width of ``width`` percent is drawn instead.
    """

    name: str
    models: int
    pips: tuple[int, ...]
    width: str


class PointsSegment(NamedTuple):
    """A part of the points, which is a segment of a bar.

    ``percent`` is its share of the points. ``x`` and ``width`` are its position and its width in percent of
    the bar, and ``fill`` is its pattern. A part with negative points is not in the bar: its ``percent`` is
    None.
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

    ``unpriced`` are the names of the fielded profiles without a price. They are not in the sums of points.
    """

    kinds: tuple[ModelKindBar, ...]
    attribute_name: str
    models: tuple[ModelPips, ...]
    segments: tuple[PointsSegment, ...]
    unpriced: tuple[str, ...]


class RosterProfile(NamedTuple):
    """A fielded profile: its number of models, and the points of one model or None without a price."""

    profile: Profile
    lines: tuple[Line, ...]
    models: int
    points_each: int | None


def roster_profiles(
    document: Document, appraisal: Appraisal, roster: RosterAppraisal
) -> tuple[RosterProfile, ...]:
    """Return the profiles and variants that a roster fields, each once, in the list's order."""
    counts: dict[str, int] = {}
    each: dict[str, int | None] = {}
    for member in (member for entry in roster.entries for member in entry.members()):
        counts[member.profile] = counts.get(member.profile, 0) + member.count
        each[member.profile] = member.each
    appraisals = appraisal.profiles_by_key()
    return tuple(
        RosterProfile(profile, appraisals[profile.key].lines, counts[profile.key], each[profile.key])
        for profile in document.profiles
        if counts.get(profile.key)
    )


def roster_summary(profiles: Sequence[RosterProfile], catalogue: Catalogue, play: PlaySheet) -> RosterSummary:
    """Return the summary of a roster.

    It has the points of each profile, the number of models for each value of the play sheet's attribute, and
    the points by purpose, such as weapons.
    """
    index = index_of(catalogue)
    attribute = index.attributes.get(play.models_by)
    return RosterSummary(
        kinds=_kind_bars(profiles),
        attribute_name=attribute.name if attribute else "",
        models=_model_pips(profiles, attribute) if attribute else (),
        segments=_points_segments(profiles, index, play) if play.shares else (),
        unpriced=tuple(
            profile_name(fielded.profile.name) for fielded in profiles if fielded.points_each is None
        ),
    )


def rounded_percents(parts: Sequence[int]) -> list[int]:
    """Return the percentages of the parts of a sum, as integers that add up to 100.

    Percentages are rounded down first. Those with the largest remainders are then increased by 1.
    """
    total = sum(parts)
    if not total:
        return [0 for _ in parts]
    shares = [divmod(100 * part, total) for part in parts]
    result = [percent for percent, _ in shares]
    by_remainder = sorted(range(len(parts)), key=lambda index: -abs(shares[index][1]))
    for index in by_remainder[: 100 - sum(result)]:
        result[index] += 1
    return result


# ------------------------------------------------------------------ against the limits


def points_meter(roster: RosterAppraisal, total: Total, catalogue: Catalogue) -> Meter:
    """Return a meter of the roster's points, which are ``total``, against its limit."""
    unit = catalogue.points_unit
    missing = _missing_text(len(total.waits_for), catalogue.words)
    if roster.limit is not None and (not total.waits_for or total.points > roster.limit):
        meter = _meter(total.points, roster.limit, unit)
        remaining, missing = (
            ", ".join(filter(None, [meter.remaining, text])) for text in (missing_price_text(total), missing)
        )
        return meter._replace(value=total_text(total), remaining=remaining, missing=missing)
    limit = "" if roster.limit is None else str(roster.limit)
    unknown = no_price_yet(catalogue) if total.is_unknown else ""
    return Meter(total_text(total), limit, unit, missing_price_text(total), unknown=unknown, missing=missing)


def _missing_text(number: int, words: Words) -> str:
    price = words.price if number == 1 or words.price == words.costs else f"{words.price}s"
    return f"{number} {price} missing" if number else ""


def models_meter(models: int, limit: int | None, words: Words) -> Meter:
    """Return a meter of the number of models against the maximum of the game, which is ``limit``."""
    unit = words.model if models == 1 and limit is None else words.models
    return Meter(str(models), "", unit, "") if limit is None else _meter(models, limit, unit)


def count_meter(total: CountTotal) -> Meter:
    """Return a meter of a number that the game counts, against the maximum in its rules."""
    if total.number is None or total.most is None:
        limit = "" if total.most is None else str(total.most)
        remaining = f"not known yet: {first_few(total.waits_for)}" if total.waits_for else ""
        missing = f"{len(total.waits_for)} not known yet" if total.waits_for else ""
        return Meter(total.value, limit, unit_for(total.number, total.unit), remaining, missing=missing)
    return _meter(total.number, total.most, unit_for(total.most, total.unit))


def _meter(value: int, limit: int, unit: str) -> Meter:
    left = limit - value
    rest = f"{left} left" if left > 0 else f"{-left} over" if left < 0 else ""
    total, used = max(value, limit), min(value, limit)
    return Meter(
        value=points_text(value),
        limit=str(limit),
        unit=unit,
        remaining=rest,
        used=percent_text(max(used, 0), total),
        over=percent_text(-left, total) if left < 0 else "",
        mark=percent_text(limit, total),
    )


def leader_names(profiles: Iterable[RosterProfile], catalogue: Catalogue, play: PlaySheet) -> list[str]:
    """Return the leaders, each with the attribute that makes it a leader: "Captain, Command Die d8"."""
    leaders = []
    for fielded in profiles:
        if play.is_leader(fielded.profile.design):
            attribute = index_of(catalogue).attributes[play.leader]
            times = f"{fielded.models} {TIMES} " if fielded.models > 1 else ""
            name = f"{times}{profile_name(fielded.profile.name)}"
            if attribute.kind != "flag":  # a flag has no value to show
                name += f", {attribute.name} {attribute_text(catalogue, attribute, fielded.profile)}"
            leaders.append(name)
    return leaders


# ------------------------------------------------------------------ points by kind of model


def _kind_bars(profiles: Iterable[RosterProfile]) -> tuple[ModelKindBar, ...]:
    """Return the bars of the profiles that cost points, the most expensive first."""
    priced = [(fielded, fielded.points_each * fielded.models) for fielded in profiles if fielded.points_each]
    priced.sort(key=lambda pair: -pair[1])
    highest = max((points for _, points in priced), default=0)
    shares = rounded_percents([points for _, points in priced])
    return tuple(
        ModelKindBar(
            profile_name(fielded.profile.name), fielded.models, points, percent, percent_text(points, highest)
        )
        for (fielded, points), percent in zip(priced, shares, strict=True)
    )


def largest_share(kinds: Sequence[ModelKindBar]) -> str:
    """Return the profile that uses most of the points: "26 % for Sniper".

    Return an empty string if two profiles use the most.
    """
    if not kinds:
        return "nothing yet"
    if len(kinds) > 1 and kinds[0].points == kinds[1].points:
        return ""
    return f"{kinds[0].percent} % for {kinds[0].name}"


# ------------------------------------------------------------------ models by an attribute


def _model_pips(profiles: Iterable[RosterProfile], attribute: Attribute) -> tuple[ModelPips, ...]:
    """Return the models by their value of an attribute, in the order of the values.

    Models without a value are last.
    """
    counts: dict[int | str | None, int] = {}
    for fielded in profiles:
        value = fielded.profile.design.values.get(attribute.code, attribute.default)
        counts[value] = counts.get(value, 0) + fielded.models
    highest = max(counts.values(), default=0)
    positions = {option.code: position for position, option in enumerate(attribute.options)}
    names = {option.code: option.name for option in attribute.options}

    def sort_key(value: int | str | None) -> tuple[bool, int]:
        position = value if isinstance(value, int) else positions.get(str(value), len(positions))
        return value is None, position

    return tuple(
        ModelPips(
            name=_value_name(attribute, value, names),
            models=counts[value],
            pips=tuple(range(counts[value])) if highest <= MAX_PIPS else (),
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
    profiles: Sequence[RosterProfile], index: CatalogueIndex, play: PlaySheet
) -> tuple[PointsSegment, ...]:
    """Return the points for each purpose that the play sheet names, in order, and then all other points.

    Parts of 0 points are left out.
    """
    sums = [(share.name, _points_of(profiles, index, share.of)) for share in play.shares]
    total = sum(
        fielded.points_each * fielded.models for fielded in profiles if fielded.points_each is not None
    )
    sums.append((EVERYTHING_ELSE, total - sum(points for _, points in sums)))
    drawn = [max(points, 0) for _, points in sums]
    shares = rounded_percents(drawn)
    result: list[PointsSegment] = []
    for number, (name, points) in enumerate(sums):
        if not points:
            continue
        before, percent = sum(drawn[:number]), shares[number] if points >= 0 else None
        x, width = percent_text(before, sum(drawn)), percent_text(drawn[number], sum(drawn))
        fill = "empty" if name == EVERYTHING_ELSE else FILL_PATTERNS[number % len(FILL_PATTERNS)]
        result.append(PointsSegment(name, number_text(points), percent, x, width, fill))
    return tuple(result)


def _points_of(profiles: Iterable[RosterProfile], index: CatalogueIndex, codes: Iterable[str]) -> int:
    """Return the points that all models cost for the attributes and slots with these codes.

    Some models have other points in a roster than the sum of their lines, such as a model below the game's
    minimum of points. These models are left out.
    """
    ats = [index.parts[code].at for code in codes]
    result = 0
    for fielded in profiles:
        if fielded.points_each is None or fielded.points_each != sum(
            line.points or 0 for line in fielded.lines
        ):
            continue
        lines = (line.points or 0 for line in fielded.lines if any(_is_in(line.where, at) for at in ats))
        result += fielded.models * sum(lines)
    return result


def _is_in(where: str, at: str) -> bool:
    return where == at or where.startswith((f"{at}.", f"{at}["))
