"""Search for multisets of priced items by their sums: which sums can be reached, and by which items.

An integer has one bit for every sum that the items from an index on can reach, so that the search never
enters a dead end. Limits are checked during the search if no item makes room, and the caller checks the rest.
The search is bounded by ``STEPS`` for each sum and by ``ALL_STEPS``.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

STEPS = 400
"""The maximum number of steps for one sum."""

ALL_STEPS = 4_000
"""The maximum number of steps of a search."""


class SumItem(NamedTuple):
    """An item of ``price`` points (1 or more) that may be taken up to ``max_count`` times."""

    price: int
    max_count: int


class SumLimit(NamedTuple):
    """The maximum weight of the taken items; no weight is below 0."""

    max_weight: int
    weights: Sequence[int]


class SumSearch:
    """The multisets of some items with sums up to ``top``, with expensive items first.

    If each of several items uses up more than half of a limit, only one of them can be taken; the sums that
    can be reached respect such a limit. ``steps_ran_out`` says whether a bound ended the last search.
    """

    def __init__(self, items: Sequence[SumItem], limits: Sequence[SumLimit], top: int) -> None:
        self.items = items
        self.limits = [limit for limit in limits if any(limit.weights)]
        self.steps_ran_out = False
        self._steps = 0
        self._steps_left = ALL_STEPS
        self._mask = (1 << (top + 1)) - 1
        alone = next((limit for limit in self.limits if _takes_one(limit)), None)
        order = sorted(range(len(items)), key=lambda place: -items[place].price)
        self._order = sorted(order, key=lambda place: not (alone and alone.weights[place]))
        self._alone = sum(1 for place in order if alone and alone.weights[place])
        prices = [items[place].price for place in self._order]
        self._highest_prices = [max(prices[at:]) for at in range(len(prices))]
        self._lightest = [min(limit.weights) for limit in self.limits]
        self._reach = [1]  # after the last item, only the sum 0
        for at in range(len(order) - 1, -1, -1):
            item = items[self._order[at]]
            if at < self._alone:
                behind = self._reach[len(order) - self._alone]
                self._reach.append((self._reach[-1] | behind << item.price) & self._mask)
            else:
                self._reach.append(self._with_copies(self._reach[-1], item))
        self._reach.reverse()

    def _with_copies(self, reach: int, item: SumItem) -> int:
        """Return these sums extended by up to ``max_count`` copies of an item."""
        left, step = min(item.max_count, self._mask.bit_length() // item.price), 1
        while left:
            step = min(step, left)
            reach |= reach << item.price * step & self._mask
            left -= step
            step *= 2
        return reach

    def sums(self, wanted: range) -> Iterator[int]:
        """Return the wanted sums that can be reached; the limits may still rule some of them out."""
        text = bin(self._reach[0])[:1:-1]
        return (total for total in wanted if total < len(text) and text[total] == "1")

    def multisets(self, total: int) -> Iterator[dict[int, int]]:
        """Yield multisets of this sum as counts by item, with expensive items first."""
        self.steps_ran_out = False
        self._steps = min(STEPS, self._steps_left)
        rooms = [limit.max_weight for limit in self.limits]
        return self._walk(0, total, {}, rooms)

    def _walk(
        self, start: int, left: int, taken: dict[int, int], rooms: list[int]
    ) -> Iterator[dict[int, int]]:
        if not left:
            yield dict(sorted(taken.items()))
            return
        for at in range(start, len(self._order)):
            more = [r // w for r, w in zip(rooms, self._lightest, strict=True) if w]
            if not self._reach[at] >> left & 1 or left > self._highest_prices[at] * min(more, default=left):
                return
            self._count_step()
            if self.steps_ran_out:
                return
            place = self._order[at]
            price, max_count = self.items[place]
            weights = [limit.weights[place] for limit in self.limits]
            max_count = min(
                [max_count, left // price, *(r // w for r, w in zip(rooms, weights, strict=True) if w)]
            )
            for count in range(max_count, 0, -1):
                onward = max(at + 1, self._alone if at < self._alone else 0)
                if not self._reach[onward] >> left - count * price & 1:
                    continue
                self._count_step()
                less = [r - w * count for r, w in zip(rooms, weights, strict=True)]
                yield from self._walk(onward, left - count * price, {**taken, place: count}, less)

    def _count_step(self) -> None:
        self._steps -= 1
        self._steps_left -= 1
        self.steps_ran_out = self.steps_ran_out or self._steps < 0


def _takes_one(limit: SumLimit) -> bool:
    return sum(map(bool, limit.weights)) > 1 and all(2 * w > limit.max_weight for w in limit.weights if w)
