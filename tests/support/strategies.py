"""Hypothesis strategies for company lists as plain JSON. The lists need not be legal.

The strategies know no system: they draw attributes, weapons and picks from a catalogue, and values from its
tables and the numbers next to them. Properties that a rule names together are drawn together more often.
"""

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from builder.points.document.json_reader import MAX_VALUE
from builder.points.rules.catalogue import Attribute, Catalogue, Parameter, PickSlot, Property, WeaponSlot

Json = dict[str, Any]
KEYS = ("ada", "bo", "cy", "di")
MISSING_KEY = "nobody"
TEXTS = ("", "Old Nick", "Ünïcode ☠", "the last shot")


def set_value(design: Json, at: str, value: object) -> None:
    """Set a value at its place in a design."""
    head, _, tail = at.partition(".")
    if tail:
        design.setdefault(head, {})[tail] = value
    else:
        design[head] = value


def attribute_numbers(catalogue: Catalogue, attribute: Attribute) -> list[int]:
    """Return the numbers to draw for an attribute: numbers with a price, bounds, and numbers next to them."""
    wanted = {attribute.table, *attribute.tables.values()}
    keys = {int(k) for t in catalogue.cost_tables if t.code in wanted for k in t.costs}
    keys |= {int(k) for m in catalogue.multipliers if m.by == attribute.code for k in m.factors}
    for constraint in attribute.constraints:
        keys |= {edge + more for band in constraint.bands.values() for edge in band for more in (-1, 0, 1)}
    keys |= {0, attribute.low, attribute.high, attribute.high + 1, max(0, attribute.low - 1)}
    return sorted(key for key in keys if abs(key) <= MAX_VALUE)


def attribute_values(catalogue: Catalogue, attribute: Attribute) -> st.SearchStrategy[int | str | None]:
    """Return a strategy for the values of an attribute. None is a blank."""
    if attribute.kind == "flag":
        return st.sampled_from([None, False, True])
    if attribute.kind == "text":
        return st.sampled_from([None, *TEXTS])
    if attribute.kind == "choice":
        return st.sampled_from([None, *(option.code for option in attribute.options)])
    return st.sampled_from([*attribute_numbers(catalogue, attribute), None])


def parameter_values(parameter: Parameter, keys: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of a parameter."""
    if parameter.kind == "number":
        low = 0 if parameter.low is None else parameter.low
        return st.integers(max(0, low - 1), (parameter.high or low + 5) + 1)
    if parameter.kind == "choice":
        return st.sampled_from([option.code for option in parameter.options])
    if parameter.kind == "profile":
        return st.sampled_from([*keys, MISSING_KEY])
    if parameter.kind == "profiles":
        return st.lists(st.sampled_from([*keys, MISSING_KEY]), max_size=3)
    return st.sampled_from(TEXTS)


def picks(entry: Property, keys: tuple[str, ...]) -> st.SearchStrategy[Json]:
    """Return a strategy for picks of a property or spell. Sometimes a parameter is left out."""
    chosen = {
        p.code: st.one_of(parameter_values(p, keys), parameter_values(p, keys), st.none())
        for p in entry.parameters
    }
    return st.fixed_dictionaries({"code": st.just(entry.code), **chosen}).map(
        lambda created: {name: value for name, value in created.items() if value is not None}
    )


def entries_of_group(catalogue: Catalogue, group: str) -> dict[str, Property]:
    """Return the properties and spells of a group by code."""
    return {e.code: e for e in (*catalogue.properties, *catalogue.spells) if e.group == group}


def related_codes(entries: Iterable[Property]) -> list[tuple[str, ...]]:
    """Return the codes of properties that a rule names together."""
    known = {e.code: e for e in entries}
    pairs = [
        (entry.code, other, *constraint.when)
        for entry in known.values()
        for constraint in entry.constraints
        for other in (*constraint.any, entry.code)
    ]
    families = [
        (e.code, o.code) for e in known.values() for o in known.values() if e.family and e.family == o.family
    ]
    return [tuple(dict.fromkeys(c for c in codes if c in known)) for codes in (*pairs, *families)] or [()]


@st.composite
def drawn_codes(draw: st.DrawFn, values: dict[str, Property], limit: int) -> list[str]:
    """Draw codes of a group in any order. Some of them can be related, and rarely a code is drawn twice."""
    if not values:
        return []
    unrelated = draw(st.lists(st.sampled_from(sorted(values)), max_size=limit, unique=True))
    related = draw(st.one_of(st.just(()), st.sampled_from(related_codes(values.values()))))
    taken = list(dict.fromkeys((*unrelated, *related)))
    if taken and draw(st.integers(0, 9)) == 0:
        taken.append(draw(st.sampled_from(taken)))
    return draw(st.permutations(taken))


@st.composite
def weapons(draw: st.DrawFn, catalogue: Catalogue, slot: WeaponSlot) -> Json:
    """Draw a weapon for a slot."""
    created: Json = {"name": draw(st.sampled_from(TEXTS))}
    for part in slot.fields:
        drawn = (
            st.sampled_from(attribute_numbers(catalogue, part))
            if part.table
            else st.sampled_from([None, None, None, 4])
        )
        created[part.code] = draw(drawn)
    entries = entries_of_group(catalogue, slot.group)
    created["properties"] = draw(st.one_of(st.just(list(slot.default)), drawn_codes(entries, 3)))
    return created


@st.composite
def slot_picks(draw: st.DrawFn, catalogue: Catalogue, slot: PickSlot, keys: tuple[str, ...]) -> object:
    """Draw the picks of a slot."""
    entries = entries_of_group(catalogue, slot.group)
    if not slot.many:
        return draw(st.sampled_from([None, *entries]))
    return [draw(picks(entries[code], keys)) for code in draw(drawn_codes(entries, 4))]


@st.composite
def designs(draw: st.DrawFn, catalogue: Catalogue, keys: tuple[str, ...] = KEYS) -> Json:
    """Draw a design. Every third design leaves out blank attributes."""
    created: Json = {}
    sparse = draw(st.integers(0, 2)) == 0
    for attribute in catalogue.attributes:
        value = draw(attribute_values(catalogue, attribute))
        if value is not None or not sparse:
            set_value(created, attribute.at, value)
    for slot in catalogue.weapon_slots:
        if not slot.many:
            set_value(created, slot.at, draw(st.one_of(st.none(), weapons(catalogue, slot))))
        else:
            set_value(created, slot.at, draw(st.lists(weapons(catalogue, slot), max_size=slot.most + 1)))
    for pick_slot in catalogue.pick_slots:
        set_value(created, pick_slot.at, draw(slot_picks(catalogue, pick_slot, keys)))
    return created


def roster_rows(catalogue: Catalogue, keys: tuple[str, ...]) -> st.SearchStrategy[Json]:
    """Return a strategy for rows of a roster. If rows are units, half of them have a name, and so on."""
    member: dict[str, st.SearchStrategy[Any]] = {
        "profile": st.sampled_from([*keys, MISSING_KEY]),
        "count": st.integers(0, 9),
    }
    if not catalogue.unit_kinds:
        return st.fixed_dictionaries(member)
    members = st.lists(st.fixed_dictionaries(member), min_size=1, max_size=2)
    extra: dict[str, st.SearchStrategy[Any]] = {
        "name": st.sampled_from(TEXTS[1:]),
        "unit": st.sampled_from([kind.code for kind in catalogue.unit_kinds]),
        "others": members,
        "attached": members,
    }
    if len(catalogue.unit_kinds) == 1 and catalogue.unit_kinds[0].fields:
        facts = {part.code: attribute_values(catalogue, part) for part in catalogue.unit_kinds[0].fields}
        extra["fields"] = st.fixed_dictionaries({}, optional=facts)
    return st.fixed_dictionaries(member, optional=extra)


@st.composite
def documents(draw: st.DrawFn, catalogue: Catalogue, limit: int = 4) -> Json:
    """Draw a list of one to four profiles, which can refer to each other, with a roster."""
    keys = KEYS[: draw(st.integers(1, limit))]
    profiles = [
        {"key": key, "name": draw(st.sampled_from(TEXTS)), "design": draw(designs(catalogue, keys))}
        for key in keys
    ]
    limits = st.integers(0, 1000)
    roster: Json = {
        "name": "Friday",
        "limit": draw(limits if catalogue.roster.limit == "required" else st.none() | limits),
        "entries": draw(st.lists(roster_rows(catalogue, keys), max_size=3)),
    }
    if catalogue.roster.fields:
        facts = {part.code: attribute_values(catalogue, part) for part in catalogue.roster.fields}
        roster["fields"] = draw(st.fixed_dictionaries({}, optional=facts))
    head = {"format": "company-list", "version": 1, "system": catalogue.system, "edition": catalogue.edition}
    return {**head, "name": "Drawn", "profiles": profiles, "rosters": [roster]}


def json_values() -> st.SearchStrategy[Any]:
    """Return a strategy for any JSON value."""
    leaves = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=True, allow_infinity=True),
        st.text(max_size=12),
        st.sampled_from(["ada", "d8", "AP4", "flier", "high", 0, 1, -1, 12, 10**30, "\ud800", "\x00"]),
    )
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)
        ),
        max_leaves=12,
    )


def json_paths(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths of all values inside a JSON value."""
    inner: Iterable[tuple[str | int, object]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    return [path, *(place for step, item in inner for place in json_paths(item, (*path, step)))]


@st.composite
def spoiled_documents(draw: st.DrawFn, catalogue: Catalogue) -> Json:
    """Draw a document in which one to three values are changed, added or removed."""
    full: Json = {"it": draw(documents(catalogue, limit=2))}
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from([p for p in json_paths(full) if p]))
        holder: Any = full
        for step in path[:-1]:
            holder = holder[step]
        action = draw(st.sampled_from(["change", "remove", "add"]))
        if action == "remove" and len(path) > 1:
            del holder[path[-1]]
        elif action == "add" and isinstance(holder[path[-1]], dict):
            holder[path[-1]][draw(st.text(max_size=8))] = draw(json_values())
        elif action == "add" and isinstance(holder[path[-1]], list):
            holder[path[-1]].append(draw(json_values()))
        else:
            holder[path[-1]] = draw(json_values())
    return full
