"""The counts and values of rosters, and texts that say what is missing for the prices of profiles."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from builder.points.document.design import Design
from builder.points.document.document import RosterEntry
from builder.points.document.references import Reference, references
from builder.points.document.units import unit_kind
from builder.points.legality.roster_rules import rule_limits
from builder.points.pricing.pricing import PricedList
from builder.points.pricing.system import RosterContext, System
from builder.points.pricing.values import appraise_value
from builder.points.rules.catalogue import Attribute, Catalogue, Parameter, Value
from builder.points.rules.catalogue_index import CatalogueIndex
from builder.points.rules.results import CountTotal, Line, RosterAppraisal, ValueAppraisal
from builder.points.rules.wording import first_few, unit_for


def unpriced_names(
    catalogue_index: CatalogueIndex, design: Design, lines: tuple[Line, ...], prices: PricedList
) -> tuple[str, ...]:
    """Return what is missing for the lines without a price: "the price of Imp", "the size"."""
    references_by_place = {
        reference.slot.place(reference.pick_index): reference
        for reference in references(catalogue_index, design)
        if reference.is_priced
    }
    blank_parts = _blank_parts(catalogue_index, design)
    price_word = catalogue_index.catalogue.words.price
    names = (
        name
        for line in lines
        if line.points is None
        for name in _missing_for_line(
            line, references_by_place.get(line.where), prices, blank_parts.get(line.where, ""), price_word
        )
    )
    return tuple(dict.fromkeys(names))


def _missing_for_line(
    line: Line, reference: Reference | None, prices: PricedList, blank_part: str, price_word: str
) -> Iterator[str]:
    """Yield what is missing for a line without a price.

    ``reference`` and ``blank_part`` are the references to other profiles and the name of the blank part at
    the line's place, if any.
    """
    if reference is not None and reference.keys:
        unpriced_keys = [key for key in reference.keys if prices.points(key) is None]
        yield from (
            f"the {price_word} of {prices.name_of(key) if key in prices.names else key}"
            for key in unpriced_keys
        )
        if unpriced_keys:
            return
    yield blank_part or f"a {price_word} for {line.label}"


def _blank_parts(catalogue_index: CatalogueIndex, design: Design) -> dict[str, str]:
    """Return the names of the blank parts that prices depend on, by place: "the range of Bow".

    Only the first blank parameter of a pick is named.
    """
    blank_parts = {
        attribute.at: f"the {attribute.name.lower()}"
        for attribute in catalogue_index.catalogue.attributes
        if attribute.entered or attribute.code not in design.values
    }
    slots = catalogue_index.catalogue.pick_slots
    blank_parts |= {slot.at: f"the {slot.name.lower()}" for slot in slots if not design.picks.get(slot.code)}
    for slot in catalogue_index.catalogue.pick_slots:
        for index, pick in enumerate(design.picks.get(slot.code, ())):
            entry = catalogue_index.entries[slot.group][pick.code]
            codes = {entry.cost.parameter, entry.cost.factor_by, *entry.cost.parameters}
            for parameter in entry.parameters:
                if parameter.code in codes and not _is_given(parameter, pick.parameters.get(parameter.code)):
                    name = f"the {parameter.name.lower()} of {entry.name}"
                    blank_parts.setdefault(slot.place(index), name)
    return blank_parts


def _is_given(parameter: Parameter, value: object) -> bool:
    return value not in (None, "", ()) or bool(parameter.default)


def count_totals(context: RosterContext, system: System) -> Iterator[CountTotal]:
    """Yield the counts of a roster (sums of a value of all models) with the limits that its rules set."""
    linear_limits = (*rule_limits(context, context.counts), *system.roster_limits(context, context.counts))
    limits = {linear_limit.value_code: linear_limit.maximum for linear_limit in linear_limits}
    for value in context.catalogue_index.catalogue.values:
        if value.role == "count":
            counts = {
                key: n for key, n in context.counts.items() if n and key not in context.late_joiner_keys
            }
            worked_out = (
                (key, context.profile_contexts[key].calculated_values, n) for key, n in counts.items()
            )
            appraisals = [
                (key, values[value.code], n) for key, values, n in worked_out if value.code in values
            ]
            known = sum((appraisal.number or 0) * n for _, appraisal, n in appraisals)
            waits_for = tuple(
                context.name_of(key) for key, appraisal, _ in appraisals if _is_unknown(appraisal)
            )
            unit, limit = value.unit or value.name, limits.get(value.code)
            number, known = (None, known) if waits_for else (known, 0)
            yield CountTotal(value.code, number, unit, limit, known, waits_for)


def unit_values(context: RosterContext, system: System, entry: RosterEntry) -> tuple[ValueAppraisal, ...]:
    """Return the values of a roster's row for its kind of unit. Values without lines are left out."""
    catalogue = context.catalogue_index.catalogue
    kind = unit_kind(catalogue, entry.unit)
    values = (v for v in catalogue.unit_values if not v.kinds or (kind and kind.code in v.kinds))
    appraisals = (
        appraise_value(value, tuple(system.unit_derivations[value.code](context, entry, value)))
        for value in values
    )
    return tuple(appraisal for appraisal in appraisals if appraisal.lines)


def roster_values(context: RosterContext, system: System) -> tuple[ValueAppraisal, ...]:
    """Return the values of a roster. Values without lines are left out."""
    terms = context.catalogue_index.catalogue.roster
    appraisals = (
        appraise_value(value, tuple(_roster_lines(context, system, value))) for value in terms.values
    )
    return tuple(appraisal for appraisal in appraisals if appraisal.lines)


def _roster_lines(context: RosterContext, system: System, value: Value) -> Iterator[Line]:
    """Yield the lines of a value that come from the entered facts, then those of the system's module."""
    for part in context.catalogue_index.catalogue.roster.fields:
        if line := _fact_line(part, value, context.roster.fields.get(part.code)):
            yield line
    if derive := system.roster_derivations.get(value.code):
        yield from derive(context, value)


def _fact_line(part: Attribute, total: Value, entered: int | str | None) -> Line | None:
    """Return the line that an entered fact of the roster adds to a value, or None if it adds nothing.

    A number gives its amount in the catalogue as many times; a yes or an option gives it once.
    """
    option = part.option(entered)
    amount = (option.gives if option else part.gives).get(total.code)
    times = entered if isinstance(entered, int) else 1 if option else 0
    if not amount or not times:
        return None
    return Line(
        part.code, part.label, amount, Fraction(times), amount * times, part.page, total.name, total.code,
        f"fields.{part.code}", part.place,
    )  # fmt: skip


def stat_labels_and_texts(
    values: Iterable[Value], appraisals: Iterable[ValueAppraisal]
) -> list[tuple[str, str]]:
    """Return the label and text of each value of a unit or roster that has the role "stat"."""
    labels = {value.code: value.label for value in values if value.role == "stat"}
    return [(labels[appraisal.code], appraisal.text) for appraisal in appraisals if appraisal.code in labels]


def _is_unknown(value: ValueAppraisal) -> bool:
    """Return whether a value is still unknown, rather than known not to exist."""
    return value.number is None and (not value.lines or any(line.points is None for line in value.lines))


def count_texts(catalogue: Catalogue, roster: RosterAppraisal) -> list[str]:
    """Return the number of a roster's models, then its counts: "21 figures", "3 of 4 specialists"."""
    return [catalogue.words.count(roster.models), *map(_counted_text, roster.shown_counts)]


def _counted_text(total: CountTotal) -> str:
    """Return a count with its unit: "3 of 4 specialists", "6+ bases (not known yet: Gun)"."""
    unknown = f" (not known yet: {first_few(total.waits_for)})" if total.waits_for else ""
    if total.most is None:
        return f"{total.value} {unit_for(total.number, total.unit)}{unknown}"
    return f"{total.value} of {total.most} {unit_for(total.most, total.unit)}{unknown}"
