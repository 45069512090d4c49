"""References between profiles: the profiles that a profile names, the order of pricing, and cycles.

A profile names another profile in a parameter of a pick, such as the profile that it summons. The price of
some picks depends on the totals of the named profiles.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from builder.points.document.design import Design, profile_keys
from builder.points.rules.catalogue import Parameter, PickSlot, Property
from builder.points.rules.catalogue_index import CatalogueIndex


class Reference(NamedTuple):
    """A parameter of a pick that names profiles by their ``keys``."""

    slot: PickSlot
    pick_index: int
    entry: Property
    parameter: Parameter
    keys: tuple[str, ...]

    @property
    def place(self) -> str:
        """The place in the design where the profiles are named."""
        return f"{self.slot.place(self.pick_index)}.{self.parameter.code}"

    @property
    def is_priced(self) -> bool:
        """Whether the price of the pick depends on the totals of the named profiles."""
        cost = self.entry.cost
        return cost.kind == "profiles" and cost.parameter == self.parameter.code


def references(catalogue_index: CatalogueIndex, design: Design) -> Iterator[Reference]:
    """Yield the references of a design, in the order of its picks. Some references name no profile yet."""
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
    """Return the keys of the profiles whose totals the design's price depends on, without repetitions."""
    priced = (reference for reference in references(catalogue_index, design) if reference.is_priced)
    return tuple(dict.fromkeys(key for reference in priced for key in reference.keys))


def referenced_keys(catalogue_index: CatalogueIndex, design: Design) -> Iterator[str]:
    """Yield the keys of the profiles that a design names, in the order of its picks, with repetitions."""
    for reference in references(catalogue_index, design):
        yield from reference.keys


def reachable_keys(
    catalogue_index: CatalogueIndex, design_of: Callable[[str], Design | None], keys: Iterable[str]
) -> set[str]:
    """Return the keys of these profiles and of all profiles that they name, directly or through others.

    ``design_of`` returns the design of a key, or None. Keys without a design are left out.
    """
    reached: set[str] = set()
    pending = list(keys)
    while pending:
        key = pending.pop()
        if key not in reached and (design := design_of(key)) is not None:
            reached.add(key)
            pending += referenced_keys(catalogue_index, design)
    return reached


def order_and_cycles(references: Mapping[str, tuple[str, ...]]) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return an order of all keys, and all cycles.

    ``references`` maps each key to the keys that it refers to. In the order, a key comes after the keys that
    it refers to, except within a cycle. The members of a cycle are in the order of ``references``.

    This is Tarjan's algorithm without recursion. ``number`` is the order of visits, and ``low`` is the lowest
    number that a key reaches.
    """
    order: list[str] = []
    cycles: list[tuple[str, ...]] = []
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    open_keys: dict[str, None] = {}
    list_index = {key: index for index, key in enumerate(references)}
    for start in references:
        work = [(start, iter(references[start]))] if start not in number else []
        if work:
            number[start] = low[start] = len(number)
            open_keys[start] = None
        while work:
            key, rest = work[-1]
            step = next((k for k in rest if k in references), None)
            if step is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[key])
                if low[key] == number[key]:
                    members = _pop_component(open_keys, key)
                    order += members
                    if len(members) > 1 or key in references[key]:
                        cycles.append(tuple(sorted(members, key=list_index.__getitem__)))
            elif step not in number:
                number[step] = low[step] = len(number)
                open_keys[step] = None
                work.append((step, iter(references[step])))
            elif step in open_keys:
                low[key] = min(low[key], number[step])
    return order, cycles


def _pop_component(open_keys: dict[str, None], key: str) -> list[str]:
    members = []
    while True:
        last, _ = open_keys.popitem()
        members.append(last)
        if last == key:
            return members
