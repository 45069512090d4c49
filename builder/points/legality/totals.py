"""What the sum of a profile waits for, by the names of what has no price; and what a roster has to count."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from builder.points.document.design import Design
from builder.points.document.document import RosterEntry
from builder.points.document.references import Reference, references
from builder.points.document.units import unit_kind
from builder.points.legality.roster_rules import rule_quotas
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
    """What the lines without a price wait for, each once: "the price of Imp", "the creature of Summon"."""
    naming = {
        reference.slot.place(reference.pick_index): reference
        for reference in references(catalogue_index, design)
        if reference.is_priced
    }
    asked = _asked_parameters(catalogue_index, design)
    price = catalogue_index.catalogue.words.price
    found = (
        name
        for line in lines
        if line.points is None
        for name in _names_of(line, naming.get(line.where), prices, asked.get(line.where, ""), price)
    )
    return tuple(dict.fromkeys(found))


def _names_of(
    line: Line, reference: Reference | None, prices: PricedList, asked: str, price: str
) -> Iterator[str]:
    if reference is not None and reference.keys:
        waiting = [key for key in reference.keys if prices.points(key) is None]
        yield from (
            f"the {price} of {prices.name_of(key) if key in prices.names else key}" for key in waiting
        )
        if waiting:
            return
    yield asked or f"a {price} for {line.label}"


def _asked_parameters(catalogue_index: CatalogueIndex, design: Design) -> dict[str, str]:
    """What attributes and properties still need for a price, by their places; of a property the first."""
    asked = {
        attribute.at: f"the {attribute.name.lower()}"
        for attribute in catalogue_index.catalogue.attributes
        if attribute.entered or attribute.code not in design.values
    }
    slots = catalogue_index.catalogue.pick_slots
    asked |= {slot.at: f"the {slot.name.lower()}" for slot in slots if not design.picks.get(slot.code)}
    for slot in catalogue_index.catalogue.pick_slots:
        for index, pick in enumerate(design.picks.get(slot.code, ())):
            entry = catalogue_index.entries[slot.group][pick.code]
            codes = {entry.cost.parameter, entry.cost.factor_by, *entry.cost.parameters}
            for parameter in entry.parameters:
                if parameter.code in codes and not _is_given(parameter, pick.parameters.get(parameter.code)):
                    asked.setdefault(slot.place(index), f"the {parameter.name.lower()} of {entry.name}")
    return asked


def _is_given(parameter: Parameter, value: object) -> bool:
    return value not in (None, "", ()) or bool(parameter.default)


def count_totals(context: RosterContext, system: System) -> Iterator[CountTotal]:
    """What the game counts, over all models of a roster, with the limits of its roster rules."""
    quotas = (*rule_quotas(context, context.counts), *system.quotas(context, context.counts))
    limits = {quota.value: quota.most for quota in quotas}
    for value in context.catalogue_index.catalogue.values:
        if value.role == "count":
            counts = {key: n for key, n in context.counts.items() if n and key not in context.later_keys}
            worked_out = ((key, context.profile_contexts[key].worked_out, n) for key, n in counts.items())
            found = [(key, values[value.code], n) for key, values, n in worked_out if value.code in values]
            known = sum((one.number or 0) * n for _, one, n in found)
            open_ = tuple(context.name(key) for key, one, _ in found if _is_open(one))
            unit, most = value.unit or value.name, limits.get(value.code)
            yield CountTotal(value.code, None if open_ else known, unit, most, known if open_ else 0, open_)


def unit_values(context: RosterContext, system: System, entry: RosterEntry) -> tuple[ValueAppraisal, ...]:
    """The values of a row of a roster: those of its kind of unit that it has."""
    catalogue = context.catalogue_index.catalogue
    kind = unit_kind(catalogue, entry.unit)
    values = (v for v in catalogue.unit_values if not v.kinds or (kind and kind.code in v.kinds))
    found = (sum_up(value, tuple(system.derive_unit[value.code](context, entry))) for value in values)
    return tuple(one for one in found if one.lines)


def roster_values(context: RosterContext, system: System) -> tuple[ValueAppraisal, ...]:
    """The values of a whole roster that it has: of its typed facts, and of the system's module."""
    terms = context.catalogue_index.catalogue.roster
    found = (sum_up(value, tuple(_roster_lines(context, system, value))) for value in terms.values)
    return tuple(one for one in found if one.lines)


def _roster_lines(context: RosterContext, system: System, value: Value) -> Iterator[Line]:
    """What the typed facts give to a value, and what the system's module adds."""
    for part in context.catalogue_index.catalogue.roster.fields:
        if line := _given_by(part, value, context.roster.fields.get(part.code)):
            yield line
    if derive := system.derive_roster.get(value.code):
        yield from derive(context)


def _given_by(part: Attribute, total: Value, typed: int | str | None) -> Line | None:
    """The line of a fact: so much for each point of a number, for a yes, or for the option chosen."""
    option = part.option(typed)
    each = (option.gives if option else part.gives).get(total.code)
    times = typed if isinstance(typed, int) else 1 if option else 0
    if not each or not times:
        return None
    return Line(
        part.code, part.label, each, Fraction(times), each * times, part.page, total.name, total.code,
        f"fields.{part.code}", part.place,
    )  # fmt: skip


def named_values(values: Iterable[Value], found: Iterable[ValueAppraisal]) -> list[tuple[str, str]]:
    """The values of a unit or of a roster that players look up: label and text of each."""
    labels = {value.code: value.label for value in values if value.role == "stat"}
    return [(labels[one.code], one.text) for one in found if one.code in labels]


def value_texts(values: Iterable[Value], found: Iterable[ValueAppraisal]) -> list[str]:
    """The values of a unit or of a roster that players look up, as they are written: "Least 4"."""
    return [f"{label} {text}" for label, text in named_values(values, found)]


def _is_open(value: ValueAppraisal) -> bool:
    """Whether a value has no number yet; one that a profile just does not have counts nothing."""
    return value.number is None and (not value.lines or any(line.points is None for line in value.lines))


def counted_texts(catalogue: Catalogue, roster: RosterAppraisal) -> list[str]:
    """What a roster has to count, its models first: "21 figures", "3 of 4 specialists"."""
    return [catalogue.words.count(roster.models), *map(_counted_text, roster.told_counts)]


def _counted_text(total: CountTotal) -> str:
    """A sum with its unit, and who is missing in it: "6 + ? bases (not known yet: Gun)"."""
    open_ = f" (not known yet: {first_few(total.waits_for)})" if total.waits_for else ""
    if total.most is None:
        return f"{total.value} {unit_for(total.number, total.unit)}{open_}"
    return f"{total.value} of {total.most} {unit_for(total.most, total.unit)}{open_}"
