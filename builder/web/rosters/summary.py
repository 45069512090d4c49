"""A roster against its limits, who leads, and what it is made of, in numbers and as bars.

Whole numbers and exact fractions, never floats.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from builder.points.document.document import Document, Profile
from builder.points.document.play import PlaySheet
from builder.points.rules.catalogue import Attribute, Catalogue, Words
from builder.points.rules.catalogue_index import CatalogueIndex, index_of
from builder.points.rules.results import Appraisal, CountTotal, Line, RosterAppraisal, Total
from builder.points.rules.wording import first_few, unit_for, waiting
from builder.web.shared.presentation import (
    NONE,
    TIMES,
    attribute_text,
    number_text,
    points_text,
    profile_name,
    total_text,
)

EVERYTHING_ELSE = "Everything else"
FILL_PATTERNS = ("full", "hatched", "dotted", "crossed")
MOST_PIPS = 60


class Meter(NamedTuple):
    """So much of so much. ``used`` and ``over`` are widths in percent of the whole drawing, "" where nothing
    is drawn; ``mark`` is where the limit stands. ``of`` is "" where there is no limit.
    """

    value: str
    limit: str
    unit: str
    remaining: str
    used: str = ""
    over: str = ""
    mark: str = ""

    @property
    def label(self) -> str:
        """The meter in one line: "753 of 750 points, 3 over"."""
        text = f"{self.value} of {self.limit} {self.unit}" if self.limit else f"{self.value} {self.unit}"
        return f"{text}, {self.remaining}" if self.remaining else text


class ModelKindBar(NamedTuple):
    """A kind of model: how many, their points and percentage of all, and the width of its bar in percent."""

    name: str
    models: int
    points: int
    percent: int
    width: str


class ModelPips(NamedTuple):
    """Models with one value of an attribute; ``pips`` are the places of the little squares, one a model.

    There are none where one size of square would not do for all: ``width`` is that of a bar, in percent.
    """

    name: str
    models: int
    pips: tuple[int, ...]
    width: str


class PointsSegment(NamedTuple):
    """A part of the points: ``x`` and ``width`` in percent of the bar, ``fill`` what it is filled with.

    A part that gives points back has no place in the bar, and no percentage.
    """

    name: str
    points: str
    percent: int | None
    x: str
    width: str
    fill: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterSummary:
    """A roster at a glance. ``unpriced`` names the fielded profiles without a price, which are left out."""

    kinds: tuple[ModelKindBar, ...]
    attribute_name: str
    models: tuple[ModelPips, ...]
    segments: tuple[PointsSegment, ...]
    unpriced: tuple[str, ...]


class RosterProfile(NamedTuple):
    """A profile that is fielded: how many models, and the points of one; None where it has no price."""

    profile: Profile
    lines: tuple[Line, ...]
    models: int
    points_each: int | None


def roster_profiles(
    document: Document, appraisal: Appraisal, roster: RosterAppraisal
) -> tuple[RosterProfile, ...]:
    """The list's profiles that a roster fields, in the list's order, each once."""
    counts: dict[str, int] = {}
    each: dict[str, int | None] = {}
    for member in (member for entry in roster.entries for member in entry.members()):
        counts[member.profile] = counts.get(member.profile, 0) + member.count
        each[member.profile] = member.each
    pairs = zip(document.profiles, appraisal.profiles, strict=True)
    return tuple(
        RosterProfile(profile, found.lines, counts[profile.key], each[profile.key])
        for profile, found in pairs
        if counts.get(profile.key)
    )


def roster_summary(profiles: Sequence[RosterProfile], catalogue: Catalogue, play: PlaySheet) -> RosterSummary:
    """Points by kind of model, models by the play sheet's attribute, and points by what they are for."""
    index = index_of(catalogue)
    attribute = index.attributes.get(play.models_by)
    return RosterSummary(
        kinds=_kind_bars(profiles),
        attribute_name=attribute.name if attribute else "",
        models=_model_pips(profiles, attribute) if attribute else (),
        segments=_points_segments(profiles, index, play) if play.shares else (),
        unpriced=tuple(profile_name(kind.profile.name) for kind in profiles if kind.points_each is None),
    )


def percent_text(part: int, whole: int) -> str:
    """A part of a whole in percent, to the hundredth, as SVG writes it; 0 of nothing."""
    hundredths = round(Fraction(10_000 * part, whole)) if whole else 0
    return f"{hundredths // 100}.{hundredths % 100:02}"


def whole_percents(parts: Sequence[int]) -> list[int]:
    """Parts of their sum in whole percent that make 100 together: what is cut off goes to the most cut."""
    whole = sum(parts)
    if not whole:
        return [0 for _ in parts]
    exact = [Fraction(100 * part, whole) for part in parts]
    result = [int(value) for value in exact]
    most_cut = sorted(range(len(parts)), key=lambda place: result[place] - exact[place])
    for place in most_cut[: 100 - sum(result)]:
        result[place] += 1
    return result


# ------------------------------------------------------------------ against the limits


def points_meter(roster: RosterAppraisal, total: Total, unit: str) -> Meter:
    """The points of a roster, which come to ``total``, against the game's."""
    if roster.points is None or roster.limit is None:
        limit = "" if roster.limit is None else str(roster.limit)
        return Meter(total_text(total), limit, unit, waiting(total))
    return _meter(roster.points, roster.limit, unit)


def models_meter(models: int, most: int | None, words: Words) -> Meter:
    """The models of a roster against the most that its game allows."""
    unit = words.model if models == 1 and most is None else words.models
    return Meter(str(models), "", unit, "") if most is None else _meter(models, most, unit)


def count_meter(total: CountTotal) -> Meter:
    """What a game counts against the most that its rules allow."""
    if total.number is None or total.most is None:
        most = "" if total.most is None else str(total.most)
        missing = f"not known yet: {first_few(total.waits_for)}" if total.waits_for else ""
        return Meter(total.value, most, unit_for(total.number, total.unit), missing)
    return _meter(total.number, total.most, unit_for(total.most, total.unit))


def _meter(value: int, most: int, unit: str) -> Meter:
    left = most - value
    rest = f"{left} left" if left > 0 else f"{-left} over" if left < 0 else ""
    whole, used = max(value, most), min(value, most)
    return Meter(
        value=points_text(value),
        limit=str(most),
        unit=unit,
        remaining=rest,
        used=percent_text(max(used, 0), whole),
        over=percent_text(-left, whole) if left < 0 else "",
        mark=percent_text(most, whole),
    )


def leader_names(profiles: Iterable[RosterProfile], catalogue: Catalogue, play: PlaySheet) -> list[str]:
    """Who leads, each with the attribute that makes one a leader: "Captain, Command Die d8"."""
    found = []
    for kind in profiles:
        if play.is_leader(kind.profile.design):
            attribute = index_of(catalogue).attributes[play.leader]
            times = f"{kind.models} {TIMES} " if kind.models > 1 else ""
            value = "" if attribute.kind == "flag" else attribute_text(catalogue, attribute, kind.profile)
            found.append(f"{times}{profile_name(kind.profile.name)}, {attribute.name} {value}".rstrip())
    return found


# ------------------------------------------------------------------ points by kind of model


def _kind_bars(profiles: Iterable[RosterProfile]) -> tuple[ModelKindBar, ...]:
    """The dearest first."""
    found = [(kind, kind.points_each * kind.models) for kind in profiles if kind.points_each is not None]
    found.sort(key=lambda pair: -pair[1])
    most = max((points for _, points in found), default=0)
    shares = whole_percents([points for _, points in found])
    return tuple(
        ModelKindBar(
            profile_name(kind.profile.name), kind.models, points, percent, percent_text(points, most)
        )
        for (kind, points), percent in zip(found, shares, strict=True)
    )


# ------------------------------------------------------------------ models by an attribute


def _model_pips(profiles: Iterable[RosterProfile], attribute: Attribute) -> tuple[ModelPips, ...]:
    """In the order of the values; what has none comes last."""
    counts: dict[int | str | None, int] = {}
    for kind in profiles:
        value = kind.profile.design.values.get(attribute.code, attribute.default)
        counts[value] = counts.get(value, 0) + kind.models
    most = max(counts.values(), default=0)
    places = {option.code: place for place, option in enumerate(attribute.options)}
    names = {option.code: option.name for option in attribute.options}

    def rank(value: int | str | None) -> tuple[bool, int]:
        return value is None, value if isinstance(value, int) else places.get(str(value), len(places))

    return tuple(
        ModelPips(
            name=_value_name(attribute, value, names),
            models=counts[value],
            pips=tuple(range(counts[value])) if most <= MOST_PIPS else (),
            width=percent_text(counts[value], most),
        )
        for value in sorted(counts, key=rank)
    )


def _value_name(attribute: Attribute, value: int | str | None, names: Mapping[str, str]) -> str:
    if value is None:
        return f"{attribute.name} {NONE}"
    return f"{attribute.name} {number_text(value) if isinstance(value, int) else names.get(value, value)}"


# ------------------------------------------------------------------ what the points are for


def _points_segments(
    profiles: Sequence[RosterProfile], index: CatalogueIndex, play: PlaySheet
) -> tuple[PointsSegment, ...]:
    """The play sheet's shares in their order, then the rest."""
    sums = [(share.name, _points_of(profiles, index, share.of)) for share in play.shares]
    whole = sum(kind.points_each * kind.models for kind in profiles if kind.points_each is not None)
    sums.append((EVERYTHING_ELSE, whole - sum(points for _, points in sums)))
    drawn = [max(points, 0) for _, points in sums]
    shares = whole_percents(drawn)
    result: list[PointsSegment] = []
    for place, (name, points) in enumerate(sums):
        before, percent = sum(drawn[:place]), shares[place] if points >= 0 else None
        x, width = percent_text(before, sum(drawn)), percent_text(drawn[place], sum(drawn))
        fill = "empty" if name == EVERYTHING_ELSE else FILL_PATTERNS[place % len(FILL_PATTERNS)]
        result.append(PointsSegment(name, number_text(points), percent, x, width, fill))
    return tuple(result)


def _points_of(profiles: Iterable[RosterProfile], index: CatalogueIndex, codes: Iterable[str]) -> int:
    """The points on the lines of these attributes and slots, over all models.

    A model that counts for another number of points than its lines add up to, as one whose total is
    below the floor does, has no lines to share out.
    """
    ats = [index.parts[code].at for code in codes]
    result = 0
    for kind in profiles:
        if kind.points_each is None or kind.points_each != sum(line.points or 0 for line in kind.lines):
            continue
        lines = (line.points or 0 for line in kind.lines if any(_stands_in(line.where, at) for at in ats))
        result += kind.models * sum(lines)
    return result


def _stands_in(where: str, at: str) -> bool:
    return where == at or where.startswith((f"{at}.", f"{at}["))
