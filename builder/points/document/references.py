"""Which profiles name and price which others, in what order to price them, and where they run in a ring."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from builder.points.document.design import Design, profile_keys
from builder.points.rules.catalogue import Parameter, PickSlot, Property
from builder.points.rules.catalogue_index import CatalogueIndex


class Reference(NamedTuple):
    """That the pick at an index of a slot names the profiles of these keys in one of its parameters."""

    slot: PickSlot
    pick_index: int
    entry: Property
    parameter: Parameter
    keys: tuple[str, ...]

    @property
    def place(self) -> str:
        """Where in the design the profiles are named."""
        return f"{self.slot.place(self.pick_index)}.{self.parameter.code}"

    @property
    def is_priced(self) -> bool:
        """Whether the price of the pick is made of the totals of these profiles."""
        cost = self.entry.cost
        return cost.kind == "profiles" and cost.parameter == self.parameter.code


def references(catalogue_index: CatalogueIndex, design: Design) -> Iterator[Reference]:
    """What a design names in the properties and spells of its kind, in order."""
    if catalogue_index.catalogue.kinds:
        catalogue_index = catalogue_index.for_kind(design.values)
    for slot in catalogue_index.catalogue.pick_slots:
        entries = catalogue_index.entries[slot.group]
        for index, pick in enumerate(design.picks.get(slot.code, ())):
            entry = entries[pick.code]
            for parameter in entry.parameters if pick.parameters else ():
                if parameter.names_profiles:
                    keys = profile_keys(pick.parameters.get(parameter.code))
                    yield Reference(slot, index, entry, parameter, keys)


def priced_references(catalogue_index: CatalogueIndex, design: Design) -> tuple[str, ...]:
    """Keys of the profiles whose totals this design's price is made of, each once, in order."""
    found = (reference for reference in references(catalogue_index, design) if reference.is_priced)
    return tuple(dict.fromkeys(key for reference in found for key in reference.keys))


def referenced_keys(catalogue_index: CatalogueIndex, design: Design) -> Iterator[str]:
    """Keys of the profiles that a design names in its properties and spells, in order, perhaps repeated."""
    return (key for reference in references(catalogue_index, design) for key in reference.keys)


def reachable_keys(
    catalogue_index: CatalogueIndex, design_of: Callable[[str], Design | None], keys: Iterable[str]
) -> set[str]:
    """These profiles and all that they name, directly or through others; those without a design left out."""
    reached: set[str] = set()
    ahead = list(keys)
    while ahead:
        key = ahead.pop()
        if key not in reached and (design := design_of(key)) is not None:
            reached.add(key)
            ahead += referenced_keys(catalogue_index, design)
    return reached


def order_and_rings(references: Mapping[str, tuple[str, ...]]) -> tuple[list[str], list[tuple[str, ...]]]:
    """All keys, each after those that it refers to; and the rings, each as its members in list order.

    Tarjan's strongly connected components without recursion: time and memory grow with the number
    of profiles and references together. Keys that are not in the mapping are passed over.
    """
    order: list[str] = []
    rings: list[tuple[str, ...]] = []
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    held: dict[str, None] = {}
    place = {key: index for index, key in enumerate(references)}
    for start in references:
        work = [(start, iter(references[start]))] if start not in number else []
        if work:
            number[start] = low[start] = len(number)
            held[start] = None
        while work:
            key, rest = work[-1]
            step = next((k for k in rest if k in references), None)
            if step is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[key])
                if low[key] == number[key]:
                    members = _pop_ring(held, key)
                    order += members
                    if len(members) > 1 or key in references[key]:
                        rings.append(tuple(sorted(members, key=place.__getitem__)))
            elif step not in number:
                number[step] = low[step] = len(number)
                held[step] = None
                work.append((step, iter(references[step])))
            elif step in held:
                low[key] = min(low[key], number[step])
    return order, rings


def _pop_ring(held: dict[str, None], key: str) -> list[str]:
    members = []
    while True:
        last, _ = held.popitem()
        members.append(last)
        if last == key:
            return members
