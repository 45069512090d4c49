"""Calculated numbers of a profile: further prices, slots used, and numbers that players need in play.

Like a price, a value is the sum of lines:

- the number at which the value starts
- the numbers that attributes, options and properties of the design add to the value
- other values and attributes
- further lines from the game's module, in ``builder/points/systems``

A value may use other values that are before it in the catalogue. Values are calculated at first use, because
the package ``advice`` tries many designs and needs only a few values of each.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from builder.points.document.design import Pick
from builder.points.pricing.pricing import total_points
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import Derivation
from builder.points.rules.catalogue import Attribute, PickSlot, Property, Value
from builder.points.rules.catalogue_index import KIND, ONE, round_up
from builder.points.rules.numbers import fill_in
from builder.points.rules.results import DASH, Line, ValueAppraisal


class _Source(NamedTuple):
    """A part of a design that changes calculated values.

    ``where`` is its place in the design, and ``place`` its place in a rulebook without pages. By the code of
    the value, ``gives`` has the numbers that the part adds ``times`` times, and ``sets`` the numbers at which
    values start because of the part.
    """

    code: str
    label: str
    where: str
    page: int
    place: str
    gives: Mapping[str, int]
    sets: Mapping[str, int]
    times: int = 1

    def line(self, value: Value, amount: int, times: int = 1) -> Line:
        """Return the part's line in the sum of a value: ``amount`` times ``times``."""
        return Line(
            self.code, self.label, amount, ONE if times == 1 else Fraction(times), amount * times, self.page,
            value.name, value.code, self.where, self.place,
        )  # fmt: skip


class CalculatedValues(Mapping[str, ValueAppraisal]):
    """The values of a profile by code, in the catalogue's order. Each is calculated at first use.

    ``derivations`` are the functions of the game's module that yield further lines of a value, by its code.
    """

    __slots__ = ("_appraisals", "_context", "_derivations", "_sources")

    def __init__(self, context: ProfileContext, derivations: Mapping[str, Derivation]) -> None:
        self._context = context
        self._derivations = derivations
        self._appraisals: dict[str, ValueAppraisal] = {}
        self._sources: dict[str, list[_Source]] | None = None

    def __getitem__(self, code: str) -> ValueAppraisal:
        """Return a value. Raises KeyError if this kind of profile has no value with this code."""
        appraisal = self._appraisals.get(code)
        if appraisal is None:
            value = self._context.catalogue_index.values[code]
            limit = limit_of(self._context, value.most, value.most_by)
            appraisal = self._appraisals[code] = appraise_value(value, tuple(self._lines(value)), limit)
        return appraisal

    def __contains__(self, code: object) -> bool:
        """Return whether this kind of profile has a value with this code. The value isn't calculated."""
        return code in self._context.catalogue_index.values

    def __iter__(self) -> Iterator[str]:
        """Return the codes of the values."""
        return iter(self._context.catalogue_index.values)

    def __len__(self) -> int:
        """Return the number of values."""
        return len(self._context.catalogue_index.values)

    def _lines(self, value: Value) -> Iterator[Line]:
        """Yield the lines of a value: its start, bonuses, other values, and lines of the game's module."""
        if self._sources is None:
            self._sources = _sources_by_value(self._context)
        sources = self._sources.get(value.code, ())
        if setters := [source for source in sources if value.code in source.sets]:
            best = max if value.better == "higher" else min
            chosen = best(setters, key=lambda source: source.sets[value.code])
            yield chosen.line(value, chosen.sets[value.code])
        elif value.base is not None:
            yield value_line(value, value.name, value.base)
        for source in sources:
            if value.code in source.gives:
                yield source.line(value, source.gives[value.code], source.times)
        yield from _part_lines(self._context, value)
        if value.code in self._derivations:
            yield from self._derivations[value.code](self._context, value)


def value_line(
    value: Value, label: str, base: int | None, where: str = "", *, factor: Fraction = ONE, page: int = 0
) -> Line:
    """Return a line in the sum of a value: ``base`` times ``factor``, rounded up; no points for None.

    If ``page`` is 0, the line has the page of the value.
    """
    points = base if base is None or factor is ONE else round_up(base * factor)
    return Line(
        value.code,
        label,
        base,
        factor,
        points,
        page or value.page,
        value.name,
        value.code,
        where,
        value.place,
    )


def set_calculated_values(context: ProfileContext, derivations: Mapping[str, Derivation]) -> None:
    """Set ``context.calculated_values`` to a `CalculatedValues` object."""
    if context.catalogue_index.values:
        context.calculated_values = CalculatedValues(context, derivations)


def appraise_value(value: Value, lines: tuple[Line, ...], limit: int | None = None) -> ValueAppraisal:
    """Return a value whose number is the sum of its lines, within ``value.low`` and ``value.high``.

    A further line contains the difference to an exceeded bound. The number is None if there are no lines, if
    a line has no points, or if the sum is ``value.none``: the number that means that the profile has no such
    value. ``limit`` only appears in the text ("2 of 6 slots").
    """
    number, none_text = None, DASH
    if lines and (number := total_points(lines)) is not None:
        if number == value.none:
            number, none_text = None, value.none_text or DASH
        elif (bound := _clamp(value, number)) != number:
            word = "better" if (bound < number) == (value.better == "higher") else "worse"
            label = f"Never {word} than {value_text(value, bound)}"
            lines, number = (*lines, value_line(value, label, bound - number)), bound
    text = none_text if number is None else value_text(value, number, limit)
    return ValueAppraisal(value.code, number, text, lines, limit)


def _clamp(value: Value, number: int) -> int:
    """Return a number, or the nearer bound if the number is outside the bounds of a value."""
    if value.low is not None and number < value.low:
        return value.low
    return value.high if value.high is not None and number > value.high else number


def value_text(value: Value, number: int, limit: int | None = None) -> str:
    """Return a value as text: "4+", "2 of 6 slots", or the word that replaces its number."""
    if str(number) in value.texts:
        return value.texts[str(number)]
    return _format_value(value.show, number, limit)


@lru_cache(maxsize=1_024)
def _format_value(show: str, number: int, limit: int | None) -> str:
    return fill_in(show, {"value": number, "most": DASH if limit is None else limit})


def limit_of(context: ProfileContext, fixed_limit: int | None, limit_code: str) -> int | None:
    """Return the number of the value or attribute ``limit_code``, or ``fixed_limit`` if the code is empty.

    Return None if the number is blank or unknown.
    """
    return number_or_none(context, limit_code) if limit_code else fixed_limit


def max_picks(context: ProfileContext, slot: PickSlot) -> int | None:
    """Return the maximum number of picks in a slot, or None if there is none or it is below 0."""
    limit = limit_of(context, slot.most, slot.most_by)
    return None if limit is None or limit < 0 else limit


def number_or_none(context: ProfileContext, code: str) -> int | None:
    """Return the number of a calculated value or attribute, or None if it is blank or unknown.

    For a blank attribute, ``ProfileContext.number_of`` returns 0 instead.
    """
    if code in context.calculated_values:
        return context.calculated_values[code].number
    attribute = context.catalogue_index.attributes.get(code)
    number = context.values.get(code, attribute.default) if attribute else None
    return number if isinstance(number, int) else None


def value_place(context: ProfileContext, value: Value) -> str:
    """Return the place in the design that a finding about a value should point to, or "".

    It is the place of the line with which the sum rises above the value's limit, or of the largest line.
    """
    appraisal = context.calculated_values[value.code]
    placed = [(line.points or 0, _line_place(context, value, line)) for line in appraisal.lines]
    total, exceeding_place = 0, ""
    for points, place in placed if appraisal.most is not None else ():
        was_within = total <= (appraisal.most or 0)
        total += points
        # Lines may be negative, so the sum may exceed the limit, fall and exceed it again. The last line that
        # exceeds the limit counts.
        if was_within and total > (appraisal.most or 0):
            exceeding_place = place
    in_design = (pair for pair in placed if pair[1])
    return exceeding_place or max(in_design, key=lambda pair: pair[0], default=(0, ""))[1]


def _line_place(context: ProfileContext, value: Value, line: Line) -> str:
    """Return the place in the design of a line, or of the value or attribute that the line adds."""
    index = context.catalogue_index
    if line.where or line.code not in value.of:
        return line.where
    part = index.values.get(line.code)
    return value_place(context, part) if part else index.attributes[line.code].at


def _part_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the lines of the other values and attributes in ``value.of``, without blank or missing ones."""
    index = context.catalogue_index
    for code, times in value.of.items():
        part = index.values.get(code) or index.attributes.get(code)
        number = number_or_none(context, code)
        if part is not None and number is not None:
            source = _Source(code, part.name, "", part.page, part.place, {}, {})
            yield source.line(value, number, times)


def _sources_by_value(context: ProfileContext) -> dict[str, list[_Source]]:
    """Return the parts of the design that change each value, by the value's code, in the design's order."""
    sources: dict[str, list[_Source]] = {}
    for source in _sources(context):
        for code in {**source.gives, **source.sets}:
            sources.setdefault(code, []).append(source)
    return sources


def _sources(context: ProfileContext) -> Iterator[_Source]:
    catalogue_index = context.catalogue_index
    for attribute in catalogue_index.catalogue.attributes:
        chosen = context.values.get(attribute.code, attribute.default)
        if attribute.code == KIND:
            chosen = catalogue_index.kind
        if chosen is not None:
            yield from _attribute_sources(attribute, chosen)
    for slot in catalogue_index.catalogue.weapon_slots:
        entries = catalogue_index.entries[slot.group]
        for index, weapon in enumerate(context.weapons(slot.code)):
            for code in weapon.properties:
                yield from _entry_sources(entries[code], Pick(code=code), slot.place(index))
    for pick_slot in catalogue_index.catalogue.pick_slots:
        entries = catalogue_index.entries[pick_slot.group]
        for index, pick in enumerate(context.picks(pick_slot.code)):
            yield from _entry_sources(entries[pick.code], pick, pick_slot.place(index))


def _attribute_sources(attribute: Attribute, chosen: int | str) -> Iterator[_Source]:
    if attribute.gives and isinstance(chosen, int):
        yield _Source(
            attribute.code, f"{attribute.name} {chosen}", attribute.at, attribute.page, attribute.place,
            attribute.gives, {}, chosen,
        )  # fmt: skip
    option = attribute.option(chosen)
    if option and (option.gives or option.sets):
        yield _Source(
            attribute.code, f"{attribute.name} {option.name}", attribute.at, attribute.page, attribute.place,
            option.gives, option.sets,
        )  # fmt: skip


def _entry_sources(entry: Property, pick: Pick, where: str) -> Iterator[_Source]:
    if not (entry.gives or entry.sets or entry.sets_from):
        return
    from_parameters = {
        code: number
        for code, parameter in entry.sets_from.items()
        if isinstance(number := pick.parameters.get(parameter), int)
    }
    yield _Source(
        entry.code, entry.name, where, entry.page, entry.place, entry.gives, {**entry.sets, **from_parameters}
    )
