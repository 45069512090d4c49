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
"""The maximum number of squares in a row. Each square is a model."""


class Meter(NamedTuple):
    """A value and its limit, which the page can draw as a bar.

    ``limit`` is an empty string if there is no limit.
    ``remaining`` is the text after the value, such as "3 over".
    ``used`` is the width of the value up to the limit, in percent of the bar.
    ``over`` is the width beyond the limit, in percent of the bar.
    ``mark`` is the position of the limit, in percent of the bar.
    ``unknown`` is a text such as "No price yet". It is shown instead of a value that isn't known.
    ``missing`` is a short form of ``remaining``, such as "5 prices missing".
    If there is no bar, ``used``, ``over`` and ``mark`` are empty strings.
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
        """The meter with shorter texts. On a phone, the bar at the bottom of the page has only two lines."""
        return self._replace(remaining=self.missing or self.remaining)

    @property
    def label(self) -> str:
        """The meter in one line, such as "753 of 750 points, 3 over"."""
        text = f"{self.value} of {self.limit} {self.unit}" if self.limit else f"{self.value} {self.unit}"
        text = self.unknown or text
        return f"{text}, {self.remaining}" if self.remaining else text


class ModelKindBar(NamedTuple):
    """The models of a profile with their points, drawn as a bar.

    ``percent`` is the models' share of all points.
    ``width`` is the width of the bar, in percent of the widest bar.
    """

    name: str
    models: int
    points: int
    percent: int
    width: str


class ModelPips(NamedTuple):
    """The number of models with the same value of an attribute.

    ``pips`` has an item for each model, which is drawn as a square. If there are too many models, it is
    empty.
    ``width`` is the width of the bar that is drawn instead of squares, in percent of the widest bar.
    """

    name: str
    models: int
    pips: tuple[int, ...]
    width: str


class PointsSegment(NamedTuple):
    """The points for one purpose, such as weapons, drawn as a segment of a bar.

    ``percent`` is the share of all points. It is None for negative points, which aren't drawn.
    ``x`` is the position of the segment, in percent of the bar.
    ``width`` is the width of the segment, in percent of the bar.
    ``fill`` is the pattern of the segment.
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

    ``kinds`` are the points of each profile.
    ``attribute_name`` is the name of the attribute that ``models`` is about.
    ``models`` are the numbers of models for each value of this attribute.
    ``segments`` are the points for each purpose, such as weapons.
    ``unpriced`` are the names of the fielded profiles without a price. The sums don't include them.
    """

    kinds: tuple[ModelKindBar, ...]
    attribute_name: str
    models: tuple[ModelPips, ...]
    segments: tuple[PointsSegment, ...]
    unpriced: tuple[str, ...]


class RosterProfile(NamedTuple):
    """A fielded profile.

    ``lines`` are the lines that add up to its points.
    ``models`` is the number of its models in the roster.
    ``points_each`` are the points of one model, or None without a price.
    """

    profile: Profile
    lines: tuple[Line, ...]
    models: int
    points_each: int | None


def roster_profiles(
    document: Document, appraisal: Appraisal, roster: RosterAppraisal
) -> tuple[RosterProfile, ...]:
    """Return each profile that a roster fields once, in the list's order.

    A profile with additions is a profile of its own here.
    """
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

    ``play`` is the play sheet of the edition. It names the attribute by which models are counted, and the
    purposes for which points are added up.
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
    """Return the parts of a sum in percent, as integers that add up to 100.

    All percentages are rounded down first. Then the percentages with the largest remainders are increased by
    1. If the sum is 0, all percentages are 0.
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
    """Return a meter of the roster's points against its limit. ``total`` are the points."""
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
    """Return a meter of the number of models. ``limit`` is the maximum of the game, or None."""
    unit = words.model if models == 1 and limit is None else words.models
    return Meter(str(models), "", unit, "") if limit is None else _meter(models, limit, unit)


def count_meter(total: CountTotal) -> Meter:
    """Return a meter of a number that the game's rules count and may limit."""
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
    """Return the names of the leaders, with the value that makes each a leader: "Captain, Command Die d8"."""
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
    """Return the largest share of the points and its profile, such as "26 % for Sniper".

    If no profile costs points, return "nothing yet". If two profiles have the largest share, return an empty
    string.
    """
    if not kinds:
        return "nothing yet"
    if len(kinds) > 1 and kinds[0].points == kinds[1].points:
        return ""
    return f"{kinds[0].percent} % for {kinds[0].name}"


# ------------------------------------------------------------------ models by an attribute


def _model_pips(profiles: Iterable[RosterProfile], attribute: Attribute) -> tuple[ModelPips, ...]:
    """Return the number of models for each value of an attribute, in the order of the values.

    Models without a value come last.
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
    """Return the points for each purpose that the play sheet names, and then all other points.

    Purposes with 0 points are left out.
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

    Some models count for more points in a roster than their lines add up to, for example because the game has
    a minimum. These models are left out.
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
