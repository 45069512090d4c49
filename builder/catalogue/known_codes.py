"""The codes that a catalogue defines, and the faults of unknown, repeated and misspelt names."""

import difflib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from string import Formatter

from builder.points.rules.catalogue import Catalogue

_MAX_NAMES_SHOWN = 12


class KnownCodes:
    """The codes that a catalogue defines, by kind.

    ``codes_by_group`` maps each group to the codes of its entries, also a group that is not defined but named
    by an entry. ``defined_groups`` are the codes of defined groups, ``pick_slots`` the groups by slot,
    ``costs`` the costs by table, and ``parts`` the codes of all attributes and slots.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.attributes = {a.code: a for a in catalogue.attributes}
        self.costs = {t.code: t.costs for t in catalogue.cost_tables}
        self.multipliers = {m.code for m in catalogue.multipliers}
        self.codes_by_group: dict[str, set[str]] = {g.code: set() for g in catalogue.groups}
        for entry in catalogue.entries():
            self.codes_by_group.setdefault(entry.group, set()).add(entry.code)
        self.defined_groups = {g.code for g in catalogue.groups}
        self.families = {p.family for p in catalogue.properties} | {""}
        self.properties = {p.code for p in catalogue.properties}
        self.properties |= {code for s in catalogue.spells for code in (s.code, f"spell:{s.code}")}
        self.values = {value.code for value in catalogue.values}
        self.weapon_slots = {s.code for s in catalogue.weapon_slots}
        self.pick_slots = {slot.code: slot.group for slot in catalogue.pick_slots}
        self.slots = self.weapon_slots | self.pick_slots.keys()
        self.parts = {*self.attributes, *self.slots}
        self.receipt = {s.code for s in catalogue.receipt}
        self.kinds = {kind.code for kind in catalogue.kinds}
        self.rules = {r.code for r in catalogue.rules}

    def unknown_rules(self, where: str, codes: Iterable[str]) -> Iterator[str]:
        """Yield a fault for each unknown rule in ``codes``, unless the catalogue has no rules."""
        if self.rules:
            yield from unknown_codes(where, "rule", codes, self.rules)


def unknown_codes(where: str, kind: str, codes: Iterable[str], known: Collection[str]) -> Iterator[str]:
    """Yield a fault for each code that is not known."""
    for code in codes:
        if code and code not in known:
            yield f'{where} names {kind} "{code}", which is not defined: {_fix_of_name(code, known)}'


def _fix_of_name(code: str, known: Collection[str]) -> str:
    if near := difflib.get_close_matches(code, known, n=1):
        return f'did you mean "{near[0]}"?'
    if len(known) > _MAX_NAMES_SHOWN:
        return "define it or correct the name"
    return f"define it or write one of {', '.join(sorted(filter(None, known)))}" if known else "define it"


def repeat_faults(where: str, values: Iterable[str]) -> Iterator[str]:
    """Yield a fault for each value that appears more than once."""
    for value, count in Counter(values).items():
        if count > 1:
            yield f'{where} has "{value}" {count} times: keep one or rename the others'


def placeholder_faults(where: str, message: str, allowed: Collection[str]) -> Iterator[str]:
    """Yield the faults of a text with {placeholders}: broken braces and names that are not allowed."""
    try:
        placeholders = [word for _, word, _, _ in Formatter().parse(message) if word is not None]
    except ValueError as error:
        yield f"{where} cannot be filled in ({error}): write {{{{ for a brace"
        return
    for word in placeholders:
        if word not in allowed:
            words = ", ".join(f"{{{name}}}" for name in allowed) or "no braces"
            yield f"{where} has {{{word}}}: it may use {words}"
