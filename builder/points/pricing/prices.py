"""The further prices of profiles, units and rosters, and how rough the game's prices are.

Some games have a second price with a formula of its own. It is called a further price, and the catalogue
contains it as a calculated value with the role "price".
"""

from collections.abc import Iterable, Mapping, Sequence

from builder.points.pricing.texts import total_text
from builder.points.rules.catalogue import Catalogue, Value
from builder.points.rules.results import PriceTotal, Total, ValueAppraisal

MemberValues = Sequence[tuple[Mapping[str, ValueAppraisal], int]]
"""Pairs of a profile's calculated numbers and the number of its models."""


def further_prices(catalogue: Catalogue) -> list[Value]:
    """Return the values of a catalogue that are further prices."""
    return [value for value in catalogue.values if value.role == "price"]


def estimates(catalogue: Catalogue) -> list[str]:
    """Return how rough the game's prices are, such as "±50 %". Each text is returned once."""
    all_estimates = [catalogue.price_estimate, *(price.estimate for price in further_prices(catalogue))]
    return [estimate for estimate in dict.fromkeys(all_estimates) if estimate]


def estimate_texts(catalogue: Catalogue) -> list[str]:
    """Return the estimates as texts that are shown after prices: "rough guide ±50 %"."""
    return [f"rough guide {estimate}" for estimate in estimates(catalogue)]


def price_totals(catalogue: Catalogue, members: MemberValues) -> tuple[PriceTotal, ...]:
    """Return the totals of these members, one for each further price."""
    return tuple(_price_total(value.code, members) for value in further_prices(catalogue))


def _price_total(code: str, members: MemberValues) -> PriceTotal:
    """Return the total of one further price: "91", or "91+" if a member has no price."""
    numbers = [(values[code].number, count) for values, count in members if count and code in values]
    priced = [number * count for number, count in numbers if number is not None]
    is_complete = len(priced) == len(numbers)
    text = total_text(Total(sum(priced), () if is_complete else ("",), bool(numbers) and not priced))
    return PriceTotal(code, sum(priced) if is_complete else None, text)


def price_texts(catalogue: Catalogue, totals: Iterable[PriceTotal]) -> list[str]:
    """Return the totals of further prices as texts, such as "Formula 91".

    They are followed by texts that say how rough the prices are, such as "rough guide ±50 %".
    """
    texts = {total.code: total.text for total in totals}
    named_totals = (
        f"{value.name} {texts[value.code]}" for value in further_prices(catalogue) if value.code in texts
    )
    return [*named_totals, *estimate_texts(catalogue)]
