"""Tin Soldiers: the formula, and the one rule that isn't data."""

from collections.abc import Iterator
from fractions import Fraction

from builder.points.document.design import Design
from builder.points.pricing.pricing import PricedList, price_design
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import System
from builder.points.rules.catalogue import Value
from builder.points.rules.catalogue_index import CatalogueIndex, round_up
from builder.points.rules.results import Finding, Line


def price(book: CatalogueIndex, design: Design, context: PricedList) -> tuple[Line, ...]:
    """Return the lines of one figure, multiplied by the figures of the band, then rounded up (page 2)."""
    figures = design.values.get("figures", 1)
    if not isinstance(figures, int):
        raise TypeError("figures is a number")
    return tuple(_multiplied(line, figures) for line in price_design(book, design, context))


def _multiplied(line: Line, figures: int) -> Line:
    if line.base is None or line.points is None:
        return line
    factor = line.factor * figures
    return line._replace(factor=factor, points=round_up(line.base * factor))


def check_profile(facts: ProfileContext) -> Iterator[Finding]:
    """Yield T-10: a large band needs a drum."""
    if (
        facts.number_of("figures") > facts.catalogue_index.numbers["large_band"]
        and "drum" not in facts.places_by_code
    ):
        yield Finding("note", "T-10", "figures", "More than ten figures want a drum.", 2)


def march(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Return the march: with a drum, a band moves one inch further for each rank of three (page 7)."""
    ranks = context.number_of("figures") // 3 if "drum" in context.places_by_code else 0
    if ranks:
        yield Line("drum", "Drum", 1, Fraction(ranks), ranks, 7, value.name, value.code, "drills")


SYSTEM = System(
    price=price,
    profile_checks=(check_profile,),
    cycle_rule="T-09",
    derivations={"march": march},
)
