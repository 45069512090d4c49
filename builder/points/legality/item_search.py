"""Exact search for multisets of priced items that come to a wanted sum of points, under linear limits.

The wanted sums are gone through from the best, for each the fewest models, the fewest kinds and the order
of the items; or the numbers of models first, for each the sums. A walk follows only the nodes of a diagram
(``search_diagram.py``) whose bits promise the rest, and checks the limits at its end. Bounded by
``STEPS`` and by the bounds of the diagram: no input takes long.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from builder.points.legality.search_diagram import (
    BITS,
    CELLS,
    NO_NODE,
    PricedItem,
    SearchDiagram,
    WeightLimit,
)

STEPS = 12_000
"""Steps of all walks of a search together; as many again when they are used up, for whatever comes."""

ANY_KINDS = 1_000
_ANY = 0
_EXTRA_MODELS = 3  # models more than the fewest that could do, in the first round
_NODES_PER_ITEM = 4  # nodes an item, where they are only guessed

ItemCounts = tuple[tuple[int, int], ...]
"""So many of each item, by the items' places, in their order."""


class SearchResult(NamedTuple):
    """What a search found, the best first; ``exact`` is False where a bound ended it."""

    selections: tuple[ItemCounts, ...]
    exact: bool


class SearchTask(NamedTuple):
    """What is looked for: picks of at most ``models`` that sum to one of ``sums``, the best first.

    ``accept`` has the last word on every pick; ``wanted`` are enough. ``kinds`` are the most of one pick.
    With ``least_sum`` fewer models are better than a better sum: it gives the least sum of so many models,
    and the best sum is the least.
    """

    items: Sequence[PricedItem]
    limits: Sequence[WeightLimit]
    sums: range
    models: int
    accept: Callable[[ItemCounts], bool]
    wanted: int
    kinds: int = ANY_KINDS
    least_sum: Callable[[int], int] | None = None


def search(task: SearchTask) -> SearchResult:
    """The picks that are looked for: by sum, then fewer models, fewer kinds, and the earliest items.

    A first round looks for the best sum with few models only, which keeps the diagram small.
    """
    if not task.items or not task.sums or task.models < 1:
        return SearchResult((), exact=True)
    if largest_searchable_sum(task.items, task.models, task.sums[0]) < task.sums[0]:
        return SearchResult((), exact=False)
    few = _fewest(task) + _EXTRA_MODELS
    steps = 0
    if few < task.models:
        sums = task.sums if task.least_sum else task.sums[:1]
        first = _Search(task._replace(models=few, sums=sums), steps)
        found = first.run()
        if len(found.selections) == task.wanted:
            return found
        steps = first.steps // 2
    return _Search(task, steps).run()


def _fewest(task: SearchTask) -> int:
    """How many models the best sum needs at least."""
    return -(-task.sums[0] // max(item.price for item in task.items))


def largest_searchable_sum(items: Sequence[PricedItem], models: int, points: int) -> int:
    """The largest sum, halving ``points``, that layers can come to within their bounds with these items."""
    dearest = max(item.price for item in items)
    while points > dearest:
        cells = min(models, -(-points // dearest)) * len(items) * _NODES_PER_ITEM
        if cells <= CELLS and cells * points <= BITS:
            break
        points //= 2
    return points


def _relief_from(weights: Sequence[int]) -> list[int]:
    """From each item on: how much room one model can make at most."""
    relief = [0]
    for weight in reversed(weights):
        relief.append(max(relief[-1], -weight))
    return relief[::-1]


class _StepsUsedUp(Exception):  # noqa: N818 - no error: the steps are used up
    """The walks have taken all their steps."""


class _Search:
    """One search: the diagram, and the walks through it."""

    def __init__(self, task: SearchTask, steps: int) -> None:
        self.task = task
        self.steps = steps
        dearest = max(item.price for item in task.items)
        top = min(max(task.sums[0], task.sums[-1]), task.models * dearest)
        layers = min(task.models, 2 * _fewest(task))
        self.diagram = SearchDiagram(task.items, task.limits, task.models, top, layers)
        self.caps = self.diagram.caps
        self.largest = [0] * (len(self.caps) + 1)
        for index in range(len(self.caps) - 1, -1, -1):
            self.largest[index] = max(self.largest[index + 1], self.caps[index])
        self.relief = [_relief_from(limit.weights) for limit in task.limits]
        self.by_price: dict[int, list[int]] = {}
        for index, item in enumerate(task.items):
            self.by_price.setdefault(item.price, []).append(index)
        self.found: list[ItemCounts] = []

    def run(self) -> SearchResult:
        """Every wanted sum and number of models in order, until enough is found.

        When the steps are used up, as many again take what comes, whatever its kinds.
        """
        exact = True
        for points, models in self._sums():
            try:
                if exact:
                    for kinds in range(1, min(models, len(self.caps), self.task.kinds) + 1):
                        self._walk(self.diagram.root, points, models, kinds, ())
            except _StepsUsedUp:
                exact = False
                self.steps = 0
            try:
                if not exact:
                    self._walk(self.diagram.root, points, models, _ANY, ())
            except _StepsUsedUp:
                break
            if len(self.found) >= self.task.wanted:
                break
        found = sorted(self.found, key=self._rank)
        return SearchResult(tuple(found), exact and not self.diagram.is_truncated)

    def _rank(self, picks: ItemCounts) -> tuple[int, int, int, ItemCounts]:
        """Where picks stand among others: better ones are less."""
        points = sum(self.task.items[index].price * count for index, count in picks)
        models = sum(count for _, count in picks)
        order = tuple((index, -count) for index, count in picks)
        if self.task.least_sum:
            return models, points, len(picks), order
        return self.task.sums.index(points), models, len(picks), order

    def _sums(self) -> Iterator[tuple[int, int]]:
        """Sums that the diagram promises, with their numbers of models; layers are made when needed."""
        if self.task.least_sum:
            yield from self._sums_by_models(self.task.least_sum)
            return
        diagram, root = self.diagram, self.diagram.root
        best = self.task.sums[0]
        while diagram.add_layer():
            if diagram.layers[-1][root] >> best & 1:
                yield best, len(diagram.layers) - 1
        rows = [(models, layer[root]) for models, layer in enumerate(diagram.layers) if models]
        for points in self.task.sums[1:]:
            for models, sums in rows:
                if sums.bit_length() > points and sums >> points & 1:
                    yield points, models

    def _sums_by_models(self, least_sum: Callable[[int], int]) -> Iterator[tuple[int, int]]:
        """The same, from the fewest models on and for each from the least sum."""
        diagram = self.diagram
        while diagram.add_layer():
            models = len(diagram.layers) - 1
            points = least_sum(models)
            reached = diagram.layers[models][diagram.root] >> points
            while reached:
                skipped = (reached & -reached).bit_length()
                points, reached = points + skipped, reached >> skipped
                yield points - 1, models

    def _walk(self, node: int, points: int, models: int, kinds: int, picks: ItemCounts) -> None:
        """Every path on from a node that spends the points on so many models of so many kinds, or of any."""
        diagram = self.diagram
        if not models:
            self._offer(picks)
            return
        layer = diagram.layers[models]
        while node != NO_NODE and layer[node] >> points & 1 and len(self.found) < self.task.wanted:
            index = diagram.item_of_node[node]
            if index == len(self.caps) or (kinds != _ANY and models > kinds * self.largest[index]):
                return
            if kinds == 1:
                self._fill_with_one_kind(index, points, models, picks)
                return
            self._count_steps()
            most = models if kinds == _ANY else models - kinds + 1
            for count, taken in self._copies(node, index, points, most):
                rest = points - count * self.task.items[index].price
                onward, left = diagram.skip[taken], models - count
                extended = (*picks, (index, count))
                if diagram.layers[left][onward] >> rest & 1 and self._can_keep_limits(extended, left):
                    self._walk(onward, rest, left, kinds - 1 if kinds else _ANY, extended)
            node = diagram.skip[node]

    def _copies(self, node: int, index: int, points: int, most: int) -> list[tuple[int, int]]:
        """So many of an item with the nodes that they lead to, the most first."""
        copies = []
        for count in range(1, min(most, self.caps[index], points // self.task.items[index].price) + 1):
            node = self.diagram.take[node]
            if node == NO_NODE:
                break
            copies.append((count, node))
        self._count_steps(len(copies))
        return copies[::-1]

    def _fill_with_one_kind(self, start: int, points: int, models: int, picks: ItemCounts) -> None:
        """One kind for all that is left: its price is known."""
        self._count_steps()
        if points % models:
            return
        for index in self.by_price.get(points // models, ()):
            if index >= start and models <= self.caps[index]:
                self._count_steps()
                self._offer((*picks, (index, models)))
                if len(self.found) >= self.task.wanted:
                    return

    def _offer(self, picks: ItemCounts) -> None:
        if len(picks) > self.task.kinds or picks in self.found or not self._can_keep_limits(picks, 0):
            return
        if self.task.accept(picks):
            self.found.append(picks)

    def _can_keep_limits(self, picks: ItemCounts, models: int) -> bool:
        """Whether every limit is kept, or can be by so many models more of later items."""
        behind = picks[-1][0] + 1
        for limit, relief in zip(self.task.limits, self.relief, strict=True):
            used = sum(limit.weights[index] * count for index, count in picks)
            if used > limit.left + relief[behind] * models:
                return False
        return True

    def _count_steps(self, steps: int = 1) -> None:
        self.steps += steps
        if self.steps > STEPS:
            raise _StepsUsedUp
