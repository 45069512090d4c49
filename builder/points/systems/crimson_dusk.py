"""Crimson Dusk: its rules that no table says, of profiles and of rosters.

Each function carries the id of its rule.
"""

from builder.points.catalogue_index import CatalogueIndex
from builder.points.design import Design
from builder.points.pricing import PricedList, price_design
from builder.points.results import Line
from builder.points.system import System


def price(catalogue_index: CatalogueIndex, design: Design, prices: PricedList) -> tuple[Line, ...]:
    """The cost that was agreed on, and nothing else (C-01, C-12)."""
    return tuple(line for line in price_design(catalogue_index, design, prices) if line.code == "cost")


SYSTEM = System(price=price)
