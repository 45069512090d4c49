"""The picker: everything that a place could take, with its price, its summary and what it would break."""

import re
from collections.abc import Callable
from typing import NamedTuple

from builder.points.catalogue import Catalogue, Property
from builder.points.steps import Candidate, candidates_at
from builder.points.what_if import WhatIf
from builder.web.editor.controls import change_text, id_of
from builder.web.editor.draft import Draft, Layout, Place, first_parameters, layout_of
from builder.web.presenting import Remark, entry_url, remarks

MOST_LETTERS = 100
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)

Ask = Callable[[Property], int | None]


class Item(NamedTuple):
    """One entry of the picker. ``action`` adds it, or takes it off again where it ``leaves``."""

    id: str
    name: str
    price: str
    summary: str
    page: int
    url: str
    breaks: list[Remark]
    action: str
    leaves: bool
    times: int


class Picker(NamedTuple):
    """An open picker: ``place`` is the form's, ``where`` and ``row`` name it to the address.

    ``q`` is what is looked for, ``total`` how many entries there are.
    """

    place: str
    where: str
    row: str
    id: str
    noun: str
    q: str
    items: list[Item]
    total: int


def can_pick(catalogue: Catalogue, draft: Draft, place: str) -> bool:
    """Whether the form has a picker at this place."""
    try:
        layout = layout_of(catalogue)
        _where(draft, layout, layout.locate(place))
    except LookupError:
        return False
    return True


def renumbered(draft: Draft, catalogue: Catalogue, where: str, row: str) -> str:
    """The form's name for a place of a stored draft, whose row has another number on an open page."""
    found = layout_of(catalogue).locate(where)
    if found.row is None or not _NUMBER.fullmatch(row):
        return where
    for weapon in draft.weapons.get(found.at, ()):
        if weapon.row == found.row:
            weapon.row = int(row)
            return f"{found.at}[{weapon.row}]"
    raise LookupError(where)


def noun_at(catalogue: Catalogue, place: str) -> str:
    """What is picked at a place of the form."""
    layout = layout_of(catalogue)
    at = layout.locate(place).at
    return layout.picks[at].noun if at in layout.picks else f"{layout.weapons[at].noun} property"


def open_picker(what_if: WhatIf, draft: Draft, place: str, q: str) -> Picker:
    """The picker at a place of the form; LookupError when nothing can be picked there."""
    catalogue = what_if.book.catalogue
    layout = layout_of(catalogue)
    found = layout.locate(place)
    where = _where(draft, layout, found)
    offered = {c.entry.code: c for c in candidates_at(what_if, where)}
    taken = _taken(draft, found)
    slot = layout.weapons.get(found.at) or layout.picks[found.at]
    entries = [e for e in layout.entries[slot.group].values() if e.code in offered or e.code in taken]
    ask = _asker(what_if, layout, draft, found)
    items = [
        _item(catalogue, place, entry, offered.get(entry.code), taken.count(entry.code), ask)
        for entry in _found(entries, q[:MOST_LETTERS].casefold().split())
    ]
    row = "" if found.row is None else str(found.row)
    return Picker(
        place, where, row, id_of(place), noun_at(catalogue, place), q[:MOST_LETTERS], items, len(entries)
    )


def _where(draft: Draft, layout: Layout, found: Place) -> str:
    """The document's name for a place of the form; LookupError where nothing can be picked."""
    weapon_in_row = found.at in layout.weapons and layout.weapons[found.at].many
    if found.part or (found.row is not None) is not weapon_in_row:
        raise LookupError(found)
    if found.row is None:
        return found.at
    places = {weapon.row: f"{found.at}[{index}]" for index, weapon in enumerate(draft.weapons[found.at])}
    return places[found.row]


def _taken(draft: Draft, found: Place) -> list[str]:
    if found.at in draft.picks:
        return [pick.code for pick in draft.picks[found.at]]
    weapons = [w for w in draft.weapons[found.at] if found.row is None or w.row == found.row]
    return weapons[0].properties if weapons else []


def _found(entries: list[Property], words: list[str]) -> list[Property]:
    """The entries that have every word, those that are called so first."""
    named = {e.code: e for e in entries if _has(words, e.code, e.label, e.name, *e.aliases)}
    return [*named.values(), *(e for e in entries if e.code not in named and _has(words, e.name, e.summary))]


def _has(words: list[str], *texts: str) -> bool:
    text = " ".join(texts).casefold()
    return all(word in text for word in words)


def _asker(what_if: WhatIf, layout: Layout, draft: Draft, found: Place) -> Ask:
    """What a pick would change even where something else has no price."""
    if found.at in layout.picks:
        slot = layout.picks[found.at]
        return lambda entry: what_if.with_pick(slot, entry.code, first_parameters(entry))
    rows = [weapon.row for weapon in draft.weapons[found.at]]
    index = rows.index(found.row) if found.row in rows else 0
    return lambda entry: what_if.with_property(layout.weapons[found.at], index, entry.code)


def _item(
    catalogue: Catalogue, place: str, entry: Property, offer: Candidate | None, count: int, ask: Ask
) -> Item:
    return Item(
        id=f"k-{id_of(place)}-{entry.code}",
        name=f"{entry.label} {entry.name}".strip(),
        price=_price(entry, offer, ask),
        summary=entry.summary,
        page=entry.page,
        url=entry_url(catalogue, entry),
        breaks=remarks(catalogue, offer.breaks) if offer else [],
        action=f"{'add' if offer else 'remove'}:{place}:{entry.code}",
        leaves=offer is None,
        times=count,
    )


def _price(entry: Property, offer: Candidate | None, ask: Ask) -> str:
    if offer is None:
        return ""
    if offer.change is not None:
        return change_text(offer.change)
    asked = [p.name for p in entry.parameters if p.rule and not p.default]
    change = ask(entry)
    if change is None:
        return f"by {', '.join(asked)}" if asked else ""
    return f"from {change_text(change)}" if asked and entry.cost.kind != "fixed" else change_text(change)
