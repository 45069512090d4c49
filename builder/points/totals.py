"""What the sum of a profile waits for, by the names of what has no price; and what a roster has to count."""

from collections.abc import Iterator
from fractions import Fraction

from builder.points.catalogue import Attribute, Catalogue, Parameter, RosterSum
from builder.points.catalogue_index import CatalogueIndex
from builder.points.design import Design
from builder.points.pricing import PricedList
from builder.points.references import Reference, references
from builder.points.results import CountTotal, Line, RosterAppraisal, ValueAppraisal
from builder.points.system import RosterContext
from builder.points.wording import unit_for


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
        if attribute.entered or (attribute.kind == "choice" and attribute.code not in design.values)
    }
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


def count_totals(context: RosterContext) -> Iterator[CountTotal]:
    """What the game counts, over all models of a roster."""
    for value in context.catalogue_index.catalogue.values:
        if value.role == "count":
            worked_out = ((context.profile_contexts[key].worked_out, n) for key, n in context.counts.items())
            found = [(values[value.code], n) for values, n in worked_out if value.code in values]
            known = not any(_is_open(one) for one, _ in found)
            number = sum((one.number or 0) * n for one, n in found) if known else None
            yield CountTotal(value.code, number, value.unit or value.name)


def sums_of_fields(context: RosterContext) -> Iterator[CountTotal]:
    """What the typed facts of a roster come to; a sum that nothing feeds is not told."""
    terms = context.catalogue_index.catalogue.roster
    for one in terms.sums:
        found = (_fed_by(one, part, context.roster.fields.get(part.code)) for part in terms.fields)
        if lines := tuple(line for line in found if line):
            number = sum(line.points or 0 for line in lines)
            yield CountTotal(one.code, number, one.unit or one.name, lines)


def _fed_by(total: RosterSum, part: Attribute, value: int | str | None) -> Line | None:
    """The line of a fact: so much for each point of a number, for a yes, or for the option chosen."""
    option = part.option(value)
    each = (option.gives if option else part.gives).get(total.code)
    times = value if isinstance(value, int) else 1 if option else 0
    if not each or not times:
        return None
    return Line(
        part.code, part.label, each, Fraction(times), each * times, part.page, total.name, total.code,
        f"fields.{part.code}", part.place,
    )  # fmt: skip


def _is_open(value: ValueAppraisal) -> bool:
    """Whether a value has no number yet; one that a profile just does not have counts nothing."""
    return value.number is None and (not value.lines or any(line.points is None for line in value.lines))


def counted_texts(catalogue: Catalogue, roster: RosterAppraisal) -> list[str]:
    """What a roster has to count, its models first: "21 figures", "12 bases"."""
    return [
        catalogue.words.count(roster.models),
        *(f"{one.value} {unit_for(one.number, one.unit)}" for one in roster.counted),
    ]
