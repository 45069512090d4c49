"""Calculated numbers of a profile: further prices, slots used, and numbers that players need in play.

A value is a sum of lines, like a price: its base, the bonuses of the design's options and properties, other
values, and the lines of the system's module. Each value may use the values before it in the catalogue's
order. Values are calculated at first use, because advice tries a hundred designs and needs few values of
each.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from builder.points.document.design import Pick
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import Derivation
from builder.points.rules.catalogue import Attribute, PickSlot, Property, Value
from builder.points.rules.catalogue_index import KIND, ONE, round_up
from builder.points.rules.numbers import fill_in
from builder.points.rules.results import DASH, Line, ValueAppraisal


class _Source(NamedTuple):
    """A part of a design, with the numbers that it adds to values or sets them to.

    ``where`` is its place in the design. ``page`` and ``place`` say where the rulebook describes it.
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
        """Return the source's line in the sum of a value."""
        return Line(
            self.code, self.label, amount, ONE if times == 1 else Fraction(times), amount * times, self.page,
            value.name, value.code, self.where, self.place,
        )  # fmt: skip


class WorkedOut(Mapping[str, ValueAppraisal]):
    """The values of a profile by code, in the catalogue's order, each calculated at first use.

    ``derive`` contains the system's functions that yield further lines of a value, by the value's code.
    """

    __slots__ = ("_appraisals", "_context", "_derive", "_sources")

    def __init__(self, context: ProfileContext, derive: Mapping[str, Derivation]) -> None:
        self._context = context
        self._derive = derive
        self._appraisals: dict[str, ValueAppraisal] = {}
        self._sources: dict[str, list[_Source]] | None = None

    def __getitem__(self, code: str) -> ValueAppraisal:
        """Return a value. Raises KeyError if this kind of profile has no value with this code."""
        appraisal = self._appraisals.get(code)
        if appraisal is None:
            value = self._context.catalogue_index.values[code]
            limit = limit_of(self._context, value.most, value.most_by)
            appraisal = self._appraisals[code] = sum_up(value, tuple(self._lines(value)), limit)
        return appraisal

    def __contains__(self, code: object) -> bool:
        """Return whether this kind of profile has the value, without calculating it."""
        return code in self._context.catalogue_index.values

    def __iter__(self) -> Iterator[str]:
        """Return the codes of the values."""
        return iter(self._context.catalogue_index.values)

    def __len__(self) -> int:
        """Return the number of values."""
        return len(self._context.catalogue_index.values)

    def _lines(self, value: Value) -> Iterator[Line]:
        """Yield the lines of a value: its base, bonuses, other values in it, and the system's own lines."""
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
        yield from _parts(self._context, value)
        if value.code in self._derive:
            yield from self._derive[value.code](self._context, value)


def value_line(
    value: Value, label: str, base: int | None, where: str = "", *, factor: Fraction = ONE, page: int = 0
) -> Line:
    """Return a line in the sum of a value: ``base`` times ``factor``, rounded up.

    The line has no points if ``base`` is None. ``page`` 0 means the page of the value.
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


def work_out(context: ProfileContext, derive: Mapping[str, Derivation]) -> None:
    """Set ``worked_out`` of a profile's context; ``derive`` is as in ``WorkedOut``."""
    if context.catalogue_index.values:
        context.worked_out = WorkedOut(context, derive)


def sum_up(value: Value, lines: tuple[Line, ...], limit: int | None = None) -> ValueAppraisal:
    """Return a value whose number is the sum of its lines. A sum outside its bounds becomes the bound.

    The number is None if there are no lines, if a line has no points, or if the sum means "no such value".
    ``limit`` is only shown ("2 of 6 slots"); it doesn't change the number.
    """
    number, none_text = None, DASH
    points = [line.points for line in lines]
    if points and None not in points:
        number = sum(each or 0 for each in points)
        if number == value.none:
            number, none_text = None, value.none_text or DASH
        elif (bound := _bound_of(value, number)) != number:
            word = "better" if (bound < number) == (value.better == "higher") else "worse"
            label = f"Never {word} than {value_text(value, bound)}"
            lines, number = (*lines, value_line(value, label, bound - number)), bound
    text = none_text if number is None else value_text(value, number, limit)
    return ValueAppraisal(value.code, number, text, lines, limit)


def _bound_of(value: Value, number: int) -> int:
    """Return a number moved into the bounds of a value."""
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


def limit_of(context: ProfileContext, limit: int | None, most_by: str) -> int | None:
    """Return ``limit``, or the number or value with the code ``most_by`` if ``most_by`` isn't empty."""
    return number_or_none(context, most_by) if most_by else limit


def max_picks(context: ProfileContext, slot: PickSlot) -> int | None:
    """Return the maximum number of picks in a slot, or None if there is no limit or it is negative."""
    limit = limit_of(context, slot.most, slot.most_by)
    return None if limit is None or limit < 0 else limit


def number_or_none(context: ProfileContext, code: str) -> int | None:
    """Return a calculated value or a number of the design, or None if it is blank or unknown.

    ``ProfileContext.number_of`` returns 0 for a blank number instead.
    """
    if code in context.worked_out:
        return context.worked_out[code].number
    attribute = context.catalogue_index.attributes.get(code)
    number = context.values.get(code, attribute.default) if attribute else None
    return number if isinstance(number, int) else None


def value_place(context: ProfileContext, value: Value) -> str:
    """Return the place in the design that a finding on a value's sum should point to.

    If the sum exceeds the value's limit, it is the place of the line that makes it do so. Otherwise, it is
    the place of the largest line. Return an empty string if no part of the design affects the value.
    """
    appraisal = context.worked_out[value.code]
    placed = [(line.points or 0, _line_place(context, value, line)) for line in appraisal.lines]
    total, exceeding_place = 0, ""
    for points, place in placed if appraisal.most is not None else ():
        was_within = total <= (appraisal.most or 0)
        total += points
        # The last such line counts: a later line may end an earlier excess, as a free knife frees its slot.
        if was_within and total > (appraisal.most or 0):
            exceeding_place = place
    in_design = (pair for pair in placed if pair[1])
    return exceeding_place or max(in_design, key=lambda pair: pair[0], default=(0, ""))[1]


def _line_place(context: ProfileContext, value: Value, line: Line) -> str:
    """Return the place of a line in the design; for a line that adds another value, that value's place."""
    index = context.catalogue_index
    if line.where or line.code not in value.of:
        return line.where
    part = index.values.get(line.code)
    return value_place(context, part) if part else index.attributes[line.code].at


def _parts(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the lines of the values and numbers that a value is made of.

    Parts that are blank, or that the profile's kind doesn't have, are left out.
    """
    index = context.catalogue_index
    for code, times in value.of.items():
        part = index.values.get(code) or index.attributes.get(code)
        number = number_or_none(context, code)
        if part is not None and number is not None:
            source = _Source(code, part.name, "", part.page, part.place, {}, {})
            yield source.line(value, number, times)


def _sources_by_value(context: ProfileContext) -> dict[str, list[_Source]]:
    """Return the sources of each value, in the design's order."""
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
