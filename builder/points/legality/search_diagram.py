"""A diagram of every way to take priced items under linear limits, and the sums that each way can reach.

A node is "from this item on, with so much left of each limit", with two ways out of it: one more of the
item, or on to the next. For every node and number of models, layer by layer, a whole number keeps as
bits which sums can still be reached. Limits that would make the diagram too large are kept roughly in
it: then it promises too much, never too little. Bounded by ``NODES``, ``CELLS`` and ``BITS``.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

NODES = 2_500
"""Nodes of a diagram, as far as they can be foreseen; rougher limits make fewer."""
CELLS = 60_000
"""Nodes times layers that are worked out at most."""
BITS = 100_000_000
"""Bits that the layers hold together at most (about 12 MB)."""

NO_NODE = -1
State = tuple[int, ...]

_UNLIMITED = 1 << 60
_WIDTHS = (_UNLIMITED, 8, 3, 1, 0)


class PricedItem(NamedTuple):
    """Something of ``price`` points (1 or more) that may be taken up to ``most`` times (1 or more)."""

    price: int
    most: int


class WeightLimit(NamedTuple):
    """What the items taken may weigh together; a weight below 0 makes room."""

    left: int
    weights: Sequence[int]


class _Gauge:
    """One limit along the items: what is left of it, kept only as closely as it can matter."""

    def __init__(self, limit: WeightLimit, caps: Sequence[int], models: int, width: int) -> None:
        self.weights = limit.weights
        self.spend = _sums_from(limit.weights, caps, models)
        self.gain = _sums_from([-weight for weight in limit.weights], caps, models)
        self.width = width
        self.start = self.reduce(0, limit.left)
        before_spent = _sums_up_to(limit.weights, caps, models)
        before_gained = _sums_up_to([-weight for weight in limit.weights], caps, models)
        self.spans = [
            max(
                1,
                min(limit.left + up, to_spend, width + 1) - max(limit.left - down, -to_gain, -width - 1) + 1,
            )
            for down, up, to_spend, to_gain in zip(
                before_spent, before_gained, self.spend, self.gain, strict=True
            )
        ]

    def reduce(self, index: int, left: int) -> int | None:
        """What is left before an item, made the same where it does not matter; None when it cannot do."""
        if left + self.gain[index] < 0:
            return None
        if left >= self.spend[index] or left > self.width:
            return _UNLIMITED
        return max(left, -self.width - 1)


def _sums_from(weights: Sequence[int], caps: Sequence[int], models: int) -> list[int]:
    """From each item on: the most that positive weights can come to."""
    return _sums_up_to(weights[::-1], caps[::-1], models)[::-1]


def _sums_up_to(weights: Sequence[int], caps: Sequence[int], models: int) -> list[int]:
    """Up to each item: the most that positive weights can come to."""
    total = heaviest = 0
    sums = [0]
    for weight, cap in zip(weights, caps, strict=True):
        total += max(0, weight) * cap
        heaviest = max(heaviest, weight)
        sums.append(min(total, heaviest * models))
    return sums


class SearchDiagram:
    """The nodes for picks of at most ``models`` and sums up to ``top``; made for ``layers`` or a few more.

    ``layers[models][node]`` has the bits of the sums that can be reached; a node stands at ``item_of_node``,
    its ways lead to ``take`` and ``skip``. ``is_truncated`` is set when a bound keeps further layers out.
    """

    def __init__(
        self, items: Sequence[PricedItem], limits: Sequence[WeightLimit], models: int, top: int, layers: int
    ) -> None:
        self.items = items
        self.caps = [min(item.most, models, top // item.price) for item in items]
        self.models = models
        self.is_capped = [item.most < min(models, top // item.price) for item in items]
        self.skip: list[int] = []
        self.take: list[int] = []
        self.item_of_node: list[int] = []
        self.is_last_alike = self._last_of_their_kind(limits)
        self.gauges, self.capped = self._fit_gauges(limits, layers)
        self.gauges_by_item = [
            [(n, gauge, gauge.weights[index]) for n, gauge in enumerate(self.gauges) if gauge.weights[index]]
            for index in range(len(self.items))
        ]
        self._build()
        self._bits = top + 1
        self._mask = (1 << self._bits) - 1
        self._rows = self._order()
        self.cells = sum(self.is_last_alike[place] for place in self.item_of_node if place < len(self.items))
        self.layers: list[list[int]] = [self._empty_layer()]
        self.is_truncated = False

    def _last_of_their_kind(self, limits: Sequence[WeightLimit]) -> list[bool]:
        """Whether no later item is like this one: an item before its like reaches nothing more."""
        seen = set()
        last = []
        for index in range(len(self.items) - 1, -1, -1):
            like = (self.items[index].price, *(limit.weights[index] for limit in limits))
            last.append(self.is_capped[index] or like not in seen)
            if not self.is_capped[index]:
                seen.add(like)
        return last[::-1]

    def _fit_gauges(self, limits: Sequence[WeightLimit], layers: int) -> tuple[list[_Gauge], bool]:
        """The limits as closely as the nodes allowed can keep them, and whether caps are kept, too.

        The limit that needs the most states is made rougher first.
        """
        allowed = min(NODES, CELLS // layers)
        widths = [0] * len(limits)
        gauges = [_Gauge(limit, self.caps, self.models, _WIDTHS[0]) for limit in limits]
        while self._size(gauges, capped=True) > allowed:
            rough = [number for number, width in enumerate(widths) if width < len(_WIDTHS) - 1]
            if not rough:
                return [], self._size([], capped=True) <= allowed
            widest = max(rough, key=lambda number: max(gauges[number].spans))
            widths[widest] += 1
            width = _WIDTHS[widths[widest]]
            gauges[widest] = _Gauge(limits[widest], self.caps, self.models, width)
        return gauges, True

    def _size(self, gauges: Iterable[_Gauge], capped: bool) -> int:
        """How many nodes there would be at most, those that are like later ones aside."""
        total = 0
        spans = [gauge.spans for gauge in gauges]
        for index, cap in enumerate(self.caps):
            if self.is_last_alike[index]:
                states = cap + 1 if capped and self.is_capped[index] else 1
                for span in spans:
                    states *= span[index]
                total += states
        return total

    def _build(self) -> None:
        starts = tuple(gauge.start for gauge in self.gauges)
        here: dict[tuple[State, int], int] = {}
        if any(start is None for start in starts):
            self.root = NO_NODE
            return
        first = tuple(start for start in starts if start is not None)
        self.root = self._node_for(here, 0, first)
        for index in range(len(self.items)):
            following: dict[tuple[State, int], int] = {}
            waiting = list(here)
            while waiting:
                state, copies = waiting.pop()
                node = here[state, copies]
                onward = self._next_state(index, state, step=1, taken=0)
                self.skip[node] = NO_NODE if onward is None else self._node_for(following, index + 1, onward)
                taken = self._next_state(index, state, step=0, taken=1) if copies else None
                if taken is not None:
                    key = (taken, copies - 1 if copies > 0 else copies)
                    if key not in here:
                        here[key] = self._add_node(index)
                        waiting.append(key)
                    self.take[node] = here[key]
            here = following

    def _node_for(self, among: dict[tuple[State, int], int], index: int, state: State) -> int:
        bound = self.capped and index < len(self.items) and self.is_capped[index]
        key = (state, self.caps[index] if bound else -1)
        if key not in among:
            among[key] = self._add_node(index)
        return among[key]

    def _add_node(self, index: int) -> int:
        self.skip.append(NO_NODE)
        self.take.append(NO_NODE)
        self.item_of_node.append(index)
        return len(self.item_of_node) - 1

    def _next_state(self, index: int, state: State, step: int, taken: int) -> State | None:
        """The state after one of an item, or on to the next one; only what the item touches can change."""
        touched = self.gauges_by_item[index]
        if not touched:
            return state
        result = list(state)
        for number, gauge, weight in touched:
            if state[number] != _UNLIMITED:
                settled = gauge.reduce(index + step, state[number] - weight * taken)
                if settled is None:
                    return None
                result[number] = settled
        return tuple(result)

    def _order(self) -> list[tuple[int, int, int, int]]:
        """Nodes behind those that their skips lead to, the end aside: node, skip, take, price.

        A node whose item comes again later reaches what the next one does, as if nothing could be taken.
        """
        nodes = sorted(range(len(self.item_of_node)), key=self.item_of_node.__getitem__, reverse=True)
        return [
            (
                node,
                self.skip[node],
                self.take[node] if self.is_last_alike[self.item_of_node[node]] else NO_NODE,
                self.items[self.item_of_node[node]].price,
            )
            for node in nodes
            if self.item_of_node[node] < len(self.items)
        ]

    def _empty_layer(self) -> list[int]:
        """No models: nothing is spent wherever the end can be reached. The last place is nowhere."""
        layer = [0] * (len(self.item_of_node) + 1)
        for node, place in enumerate(self.item_of_node):
            layer[node] = int(place == len(self.items))
        for node, skip, _, _ in self._rows:
            layer[node] = layer[skip]
        return layer

    def add_layer(self) -> bool:
        """Work out one layer more; False when there is none, or no room for it (then it ``is_truncated``)."""
        number = len(self.layers)
        if number > self.models:
            return False
        cells = number * self.cells
        if cells > CELLS or cells * self._bits > BITS:
            self.is_truncated = True
            return False
        mask, before = self._mask, self.layers[-1]
        layer = [0] * len(before)
        for node, skip, take, price in self._rows:
            sums = layer[skip]
            if more := before[take]:
                sums |= more << price & mask
            layer[node] = sums
        self.layers.append(layer)
        return True
