"""A search for combinations of priced items with a given sum. A combination may contain an item repeatedly.

The items have an order. For each item, the search stores the set of sums that this item and the items after
it can reach, as an integer: bit 12 is set if the sum 12 can be reached. With these sets, the search skips
items that can't lead to the wanted sum.

The search also obeys limits on the total weight of the taken items. Only limits without negative weights can
be given to the search. The caller must check other limits. A search makes at most ``STEPS`` steps for one
sum, and ``ALL_STEPS`` steps for all sums.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

STEPS = 400
"""The maximum number of steps for one sum."""

ALL_STEPS = 4_000
"""The maximum number of steps for all sums of a search."""


class SumItem(NamedTuple):
    """An item of ``price`` points (1 or more) that may be taken up to ``max_count`` times."""

    price: int
    max_count: int


class SumLimit(NamedTuple):
    """The maximum total weight of the taken items. ``weights`` has a weight of 0 or more for each item."""

    max_weight: int
    weights: Sequence[int]


class SumSearch:
    """A search for multisets of items with sums up to ``max_sum``. It tries expensive items first.

    A limit is exclusive if each of its weights is 0 or more than half of the maximum, so that at most one of
    its weighted items can be taken. The weighted items of the first exclusive limit come first in the order,
    and the sets of reachable sums respect this limit. ``steps_ran_out`` says whether the last search was cut
    short.
    """

    def __init__(self, items: Sequence[SumItem], limits: Sequence[SumLimit], max_sum: int) -> None:
        self.items = items
        self.limits = [limit for limit in limits if any(limit.weights)]
        self.steps_ran_out = False
        self._steps_left_for_sum = 0
        self._all_steps_left = ALL_STEPS
        self._mask = (1 << (max_sum + 1)) - 1
        exclusive = next((limit for limit in self.limits if _is_exclusive(limit)), None)
        order = sorted(range(len(items)), key=lambda index: -items[index].price)
        self._order = sorted(order, key=lambda index: not (exclusive and exclusive.weights[index]))
        self._exclusive_count = sum(1 for index in order if exclusive and exclusive.weights[index])
        prices = [items[index].price for index in self._order]
        self._highest_prices = [max(prices[position:]) for position in range(len(prices))]
        self._min_weights = [min(limit.weights) for limit in self.limits]
        self._reach = [1]  # after the last item, only the sum 0
        for position in range(len(order) - 1, -1, -1):
            item = items[self._order[position]]
            if position < self._exclusive_count:
                after_exclusive = self._reach[len(order) - self._exclusive_count]
                self._reach.append((self._reach[-1] | after_exclusive << item.price) & self._mask)
            else:
                self._reach.append(self._with_copies(self._reach[-1], item))
        self._reach.reverse()

    def _with_copies(self, reach: int, item: SumItem) -> int:
        """Return the set of sums ``reach`` with 0 to ``max_count`` copies of an item added to each sum."""
        copies_left, copies = min(item.max_count, self._mask.bit_length() // item.price), 1
        while copies_left:
            copies = min(copies, copies_left)
            reach |= reach << item.price * copies & self._mask
            copies_left -= copies
            copies *= 2
        return reach

    def reachable_sums(self, wanted: range) -> Iterator[int]:
        """Yield the sums in ``wanted`` that can be reached without the limits that aren't exclusive."""
        text = bin(self._reach[0])[:1:-1]
        return (total for total in wanted if total < len(text) and text[total] == "1")

    def multisets(self, total: int) -> Iterator[dict[int, int]]:
        """Yield multisets with this sum, as counts by item index; those of expensive items come first."""
        self.steps_ran_out = False
        self._steps_left_for_sum = min(STEPS, self._all_steps_left)
        weights_left = [limit.max_weight for limit in self.limits]
        return self._multisets_from(0, total, {}, weights_left)

    def _multisets_from(
        self, start: int, left: int, taken: dict[int, int], weights_left: list[int]
    ) -> Iterator[dict[int, int]]:
        """Yield the multisets that consist of ``taken`` and further items with the sum ``left``.

        The further items are at the position ``start`` of the order or after it. ``weights_left`` are the
        weights that the limits still allow.
        """
        if not left:
            yield dict(sorted(taken.items()))
            return
        for position in range(start, len(self._order)):
            max_items_by_limit = (
                room // w for room, w in zip(weights_left, self._min_weights, strict=True) if w
            )
            max_items_left = min(max_items_by_limit, default=left)
            if (
                not self._reach[position] >> left & 1
                or left > self._highest_prices[position] * max_items_left
            ):
                return
            self._count_step()
            if self.steps_ran_out:
                return
            index = self._order[position]
            price, max_count = self.items[index]
            weights = [limit.weights[index] for limit in self.limits]
            max_count = min(
                [
                    max_count,
                    left // price,
                    *(room // w for room, w in zip(weights_left, weights, strict=True) if w),
                ]
            )
            for count in range(max_count, 0, -1):
                next_position = self._exclusive_count if position < self._exclusive_count else position + 1
                if not self._reach[next_position] >> left - count * price & 1:
                    continue
                self._count_step()
                new_weights_left = [room - w * count for room, w in zip(weights_left, weights, strict=True)]
                yield from self._multisets_from(
                    next_position, left - count * price, {**taken, index: count}, new_weights_left
                )

    def _count_step(self) -> None:
        self._steps_left_for_sum -= 1
        self._all_steps_left -= 1
        self.steps_ran_out = self.steps_ran_out or self._steps_left_for_sum < 0


def _is_exclusive(limit: SumLimit) -> bool:
    """Return whether several items have a weight in a limit, but a multiset can contain only one of them."""
    return sum(map(bool, limit.weights)) > 1 and all(2 * w > limit.max_weight for w in limit.weights if w)
