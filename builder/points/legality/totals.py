"""What the totals of profiles wait for, in words, and the counts and values of rosters."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from builder.points.document.design import Design
from builder.points.document.document import RosterEntry
from builder.points.document.references import Reference, references
from builder.points.document.units import unit_kind
from builder.points.legality.roster_rules import rule_limits
from builder.points.pricing.pricing import PricedList
from builder.points.pricing.system import RosterContext, System
from builder.points.pricing.values import sum_up
from builder.points.rules.catalogue import Attribute, Catalogue, Parameter, Value
from builder.points.rules.catalogue_index import CatalogueIndex
from builder.points.rules.results import CountTotal, Line, RosterAppraisal, ValueAppraisal
from builder.points.rules.wording import first_few, unit_for


def unpriced_names(
    catalogue_index: CatalogueIndex, design: Design, lines: tuple[Line, ...], prices: PricedList
) -> tuple[str, ...]:
    """Return what the lines without a price wait for, each once: "the price of Imp"."""
    references_by_place = {
        reference.slot.place(reference.pick_index): reference
        for reference in references(catalogue_index, design)
        if reference.is_priced
    }
    missing = _missing_parameters(catalogue_index, design)
    price = catalogue_index.catalogue.words.price
    names = (
        name
        for line in lines
        if line.points is None
        for name in _waits_of_line(
            line, references_by_place.get(line.where), prices, missing.get(line.where, ""), price
        )
    )
    return tuple(dict.fromkeys(names))


def _waits_of_line(
    line: Line, reference: Reference | None, prices: PricedList, missing: str, price: str
) -> Iterator[str]:
    """Yield what a line without a price waits for; ``missing`` is the blank part at its place, if any."""
    if reference is not None and reference.keys:
        waiting = [key for key in reference.keys if prices.points(key) is None]
        yield from (
            f"the {price} of {prices.name_of(key) if key in prices.names else key}" for key in waiting
        )
        if waiting:
            return
    yield missing or f"a {price} for {line.label}"


def _missing_parameters(catalogue_index: CatalogueIndex, design: Design) -> dict[str, str]:
    """Return the first blank parameter, attribute or slot at each place that has a price, by place."""
    missing = {
        attribute.at: f"the {attribute.name.lower()}"
        for attribute in catalogue_index.catalogue.attributes
        if attribute.entered or attribute.code not in design.values
    }
    slots = catalogue_index.catalogue.pick_slots
    missing |= {slot.at: f"the {slot.name.lower()}" for slot in slots if not design.picks.get(slot.code)}
    for slot in catalogue_index.catalogue.pick_slots:
        for index, pick in enumerate(design.picks.get(slot.code, ())):
            entry = catalogue_index.entries[slot.group][pick.code]
            codes = {entry.cost.parameter, entry.cost.factor_by, *entry.cost.parameters}
            for parameter in entry.parameters:
                if parameter.code in codes and not _is_given(parameter, pick.parameters.get(parameter.code)):
                    missing.setdefault(slot.place(index), f"the {parameter.name.lower()} of {entry.name}")
    return missing


def _is_given(parameter: Parameter, value: object) -> bool:
    return value not in (None, "", ()) or bool(parameter.default)


def count_totals(context: RosterContext, system: System) -> Iterator[CountTotal]:
    """Yield the counts over a roster's models, with the limits of its rules."""
    linear_limits = (*rule_limits(context, context.counts), *system.roster_limits(context, context.counts))
    limits = {linear_limit.value: linear_limit.maximum for linear_limit in linear_limits}
    for value in context.catalogue_index.catalogue.values:
        if value.role == "count":
            counts = {key: n for key, n in context.counts.items() if n and key not in context.later_keys}
            worked_out = ((key, context.profile_contexts[key].worked_out, n) for key, n in counts.items())
            counted = [(key, values[value.code], n) for key, values, n in worked_out if value.code in values]
            known = sum((value_appraisal.number or 0) * n for _, value_appraisal, n in counted)
            waits_for = tuple(
                context.name(key) for key, value_appraisal, _ in counted if _is_open(value_appraisal)
            )
            unit, limit = value.unit or value.name, limits.get(value.code)
            number, known = (None, known) if waits_for else (known, 0)
            yield CountTotal(value.code, number, unit, limit, known, waits_for)


def unit_values(context: RosterContext, system: System, entry: RosterEntry) -> tuple[ValueAppraisal, ...]:
    """Return the values of a roster's row: those of its kind of unit that have lines."""
    catalogue = context.catalogue_index.catalogue
    kind = unit_kind(catalogue, entry.unit)
    values = (v for v in catalogue.unit_values if not v.kinds or (kind and kind.code in v.kinds))
    appraisals = (
        sum_up(value, tuple(system.derive_unit[value.code](context, entry, value))) for value in values
    )
    return tuple(appraisal for appraisal in appraisals if appraisal.lines)


def roster_values(context: RosterContext, system: System) -> tuple[ValueAppraisal, ...]:
    """Return the values of a roster that have lines."""
    terms = context.catalogue_index.catalogue.roster
    appraisals = (sum_up(value, tuple(_roster_lines(context, system, value))) for value in terms.values)
    return tuple(appraisal for appraisal in appraisals if appraisal.lines)


def _roster_lines(context: RosterContext, system: System, value: Value) -> Iterator[Line]:
    """Yield the lines of a value from the entered facts and from the system's module."""
    for part in context.catalogue_index.catalogue.roster.fields:
        if line := _fact_line(part, value, context.roster.fields.get(part.code)):
            yield line
    if derive := system.derive_roster.get(value.code):
        yield from derive(context, value)


def _fact_line(part: Attribute, total: Value, entered: int | str | None) -> Line | None:
    """Return the line that a fact adds to a value; None if it adds nothing.

    A number adds for each of its points, a yes or an option once.
    """
    option = part.option(entered)
    each = (option.gives if option else part.gives).get(total.code)
    times = entered if isinstance(entered, int) else 1 if option else 0
    if not each or not times:
        return None
    return Line(
        part.code, part.label, each, Fraction(times), each * times, part.page, total.name, total.code,
        f"fields.{part.code}", part.place,
    )  # fmt: skip


def named_values(values: Iterable[Value], appraisals: Iterable[ValueAppraisal]) -> list[tuple[str, str]]:
    """Return label and text of the values of a unit or roster that have the role stat."""
    labels = {value.code: value.label for value in values if value.role == "stat"}
    return [(labels[appraisal.code], appraisal.text) for appraisal in appraisals if appraisal.code in labels]


def value_texts(values: Iterable[Value], appraisals: Iterable[ValueAppraisal]) -> list[str]:
    """Return `named_values` as texts: "Least 4"."""
    return [f"{label} {text}" for label, text in named_values(values, appraisals)]


def _is_open(value: ValueAppraisal) -> bool:
    """Return whether a number is still unknown, not a value that means "no such value"."""
    return value.number is None and (not value.lines or any(line.points is None for line in value.lines))


def counted_texts(catalogue: Catalogue, roster: RosterAppraisal) -> list[str]:
    """Return the counts of a roster, its models first: "21 figures", "3 of 4 specialists"."""
    return [catalogue.words.count(roster.models), *map(_counted_text, roster.shown_counts)]


def _counted_text(total: CountTotal) -> str:
    """Return a count with its unit and the profiles missing in it: "6+ bases (not known yet: Gun)"."""
    unknown = f" (not known yet: {first_few(total.waits_for)})" if total.waits_for else ""
    if total.most is None:
        return f"{total.value} {unit_for(total.number, total.unit)}{unknown}"
    return f"{total.value} of {total.most} {unit_for(total.most, total.unit)}{unknown}"
