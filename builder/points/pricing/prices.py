"""What profiles, units and rosters cost by each reckoning, where a game has more than one or a rough one."""

from collections.abc import Iterable, Mapping, Sequence

from builder.points.pricing.stat_line import total_text
from builder.points.rules.catalogue import Catalogue, Value
from builder.points.rules.results import PriceTotal, Total, ValueAppraisal

Members = Sequence[tuple[Mapping[str, ValueAppraisal], int]]
"""The worked out numbers of profiles, each with how many of it there are."""


def further_values(catalogue: Catalogue) -> list[Value]:
    """The prices beside the first."""
    return [value for value in catalogue.values if value.role == "price"]


def estimates(catalogue: Catalogue) -> list[str]:
    """How rough the prices are, each estimate once: "±50 %"."""
    found = [catalogue.price_estimate, *(value.estimate for value in further_values(catalogue))]
    return [text for text in dict.fromkeys(found) if text]


def price_totals(catalogue: Catalogue, members: Members) -> tuple[PriceTotal, ...]:
    """What all of these cost by the reckonings beside the first."""
    return tuple(_price_total(value.code, members) for value in further_values(catalogue))


def _price_total(code: str, members: Members) -> PriceTotal:
    """A price of all of these added up: "91", or "91 + ?" where one of them has none."""
    found = [(values[code].number, count) for values, count in members if count and code in values]
    known = [number * count for number, count in found if number is not None]
    whole = len(known) == len(found)
    text = total_text(Total(sum(known), () if whole else ("",), bool(found) and not known))
    return PriceTotal(code, sum(known) if whole else None, text)


def price_texts(catalogue: Catalogue, totals: Iterable[PriceTotal]) -> list[str]:
    """Such totals in words, and how rough prices are: "Formula 91", "±50 %"."""
    texts = {total.code: total.text for total in totals}
    named = (
        f"{value.name} {texts[value.code]}" for value in further_values(catalogue) if value.code in texts
    )
    return [*named, *estimates(catalogue)]
