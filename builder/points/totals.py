"""What the sum of a profile waits for: the names of what has no price in it."""

from collections.abc import Iterator

from builder.points.catalogue import Parameter
from builder.points.catalogue_index import CatalogueIndex
from builder.points.design import Design
from builder.points.pricing import PricedList
from builder.points.references import Reference, references
from builder.points.results import Line


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
    """The first parameter that each property still needs for its price, by the place of the property."""
    asked: dict[str, str] = {}
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
