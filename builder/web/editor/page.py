"""What the editor's page and its answers to htmx show, from one draft of one profile."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from builder.documents import StoredList
from builder.points.appraisal import appraise
from builder.points.book import open_book
from builder.points.catalogue import Catalogue
from builder.points.document import Document, Profile
from builder.points.pricing import Context
from builder.points.reading import DocumentError
from builder.points.results import Appraisal, Finding, ProfileAppraisal
from builder.points.what_if import WhatIf
from builder.services.editing import profile_in
from builder.web.editor.actions import Effect
from builder.web.editor.cells import cells_html
from builder.web.editor.conflict import Difference, differences
from builder.web.editor.controls import (
    Control,
    PicksControl,
    Slot,
    WeaponsControl,
    id_of,
)
from builder.web.editor.draft import Draft
from builder.web.editor.parameters import Others, Parameters
from builder.web.editor.picker import Picker, can_pick, noun_at, open_picker
from builder.web.editor.slots import fault_text, jumps_of, slots_of
from builder.web.editor.view import FormView
from builder.web.presenting import (
    list_name,
    points_text,
    profile_name,
    receipt,
    shares,
    signed,
    stat_line,
)


class Place(NamedTuple):
    """Where a picker can open."""

    place: str
    id: str
    noun: str


class Box(NamedTuple):
    """A box of the stat line; ``id`` is that of the field it shows."""

    label: str
    value: str
    points: str
    id: str
    wide: bool


class Conflict(NamedTuple):
    """A profile that was changed elsewhere: what is in the form beside what is stored."""

    version: int
    mine: str
    theirs: str
    differences: list[Difference]


@dataclass(frozen=True, kw_only=True)
class Editing:
    """One profile in the editor.

    ``profile`` is what the draft says, or what is stored while the draft has a ``fault``. ``theirs`` is
    what is stored when somebody else changed it. ``rendered`` is the row that an answer shows anew,
    ``prices`` are those of the profile as it was saved.
    """

    stored: StoredList
    profile: Profile
    draft: Draft
    version: str
    pick: str = ""
    q: str = ""
    opened: str = ""
    fault: DocumentError | None = None
    theirs: Profile | None = None
    effect: Effect = field(default_factory=Effect)
    rendered: str | None = None
    prices: Context | None = None

    @property
    def catalogue(self) -> Catalogue:
        """The rules in force."""
        return self.stored.catalogue

    def whole(self) -> Document:
        """The list with the profile as it is in the form, without its rosters."""
        document = self.stored.document()
        profiles = (self.profile if p.key == self.profile.key else p for p in document.profiles)
        return replace(document, profiles=tuple(profiles), rosters=())

    @cached_property
    def document(self) -> Document:
        """As much of the list as this profile's price and findings depend on."""
        return self.stored.part(self.profile)

    @cached_property
    def what_if(self) -> WhatIf:
        """The profile in that part, and what each change would cost."""
        return WhatIf(self.document, self.profile.key, self.catalogue, self.prices)

    @cached_property
    def appraisal(self) -> Appraisal:
        """The appraisal of that part."""
        return appraise(self.document, self.catalogue, self.what_if.context)

    @cached_property
    def found(self) -> ProfileAppraisal:
        """The profile's own."""
        return self.appraisal.profile(self.profile.key)

    @cached_property
    def slots(self) -> dict[str, Slot]:
        """The findings by place of the form, and the fault at its own."""
        return slots_of(self.draft, self.catalogue, self.findings, self.fault)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The profile's findings; none while the draft cannot be read: they would be of something else."""
        return () if self.fault else self.found.findings

    @cached_property
    def view(self) -> FormView:
        """The form's controls."""
        parameters = Parameters(
            self.what_if,
            Others(self.whole, self.catalogue),
            self.slots,
            readable=self.fault is None,
            rendered=self.rendered,
        )
        return FormView(self.document, self.appraisal, self.draft, parameters, readable=self.fault is None)


def context_of(editing: Editing) -> dict[str, object]:
    """What page and answers share."""
    parts = receipt(editing.catalogue, editing.found)
    points, opened = editing.found.points, _opened(editing)
    return {
        "catalogue": editing.catalogue,
        "unit": editing.catalogue.points_unit,
        "title": profile_name(editing.profile.name),
        "version": editing.version,
        "total": points,
        "points": points_text(points),
        "opened": "" if opened is None else opened,
        "change": signed(points - opened) if points is not None and opened not in (None, points) else "",
        "boxes": _boxes(editing),
        "parts": parts,
        "shares": shares(parts),
        "credits": [(part.name, points_text(-part.points)) for part in parts if part.points < 0],
        "counts": jumps_of(editing.slots, editing.findings),
        "slots": editing.slots,
        "fault": fault_text(editing.draft, editing.catalogue, editing.fault) if editing.fault else "",
        "conflict": _conflict(editing),
    }


def page_context(editing: Editing) -> dict[str, object]:
    """The whole page."""
    return {
        **context_of(editing),
        "nav": "lists",
        "list_name": list_name(editing.stored.row.name),
        "draft": editing.draft,
        "sections": editing.view.sections,
        "picker": picker_of(editing, editing.pick, editing.q),
        "general": editing.slots[""],
    }


def answer_context(editing: Editing) -> dict[str, object]:
    """What an answer to htmx shows: sums, prices and findings, and the rows that an action made or took."""
    effect = editing.effect
    editing = replace(editing, rendered=effect.added or effect.retaken)
    controls = [control for section in editing.view.sections for control in section.controls]
    context = {
        **context_of(editing),
        "undo": effect.undo,
        "gone": effect.gone,
        "removed": id_of(effect.removed),
        "cells": cells_html(controls, editing.slots.values()),
        "found": [slot for slot in editing.slots.values() if slot.remarks],
        **_rows(controls, effect),
    }
    context["pickers"], context["picker"] = _pickers(editing)
    return context


def picker_of(editing: Editing, pick: str, q: str) -> Picker | None:
    """The picker that is open at a place; None where none is open, or nothing can be priced."""
    if not pick or editing.fault:
        return None
    try:
        return open_picker(editing.what_if, editing.draft, pick, q)
    except LookupError:
        return None


# ------------------------------------------------------------------ parts


def _opened(editing: Editing) -> int | None:
    """The points when the page was opened, as the form carries them; those of now when it carries none."""
    text = editing.opened
    if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 9:
        return int(text)
    return editing.found.points


def _boxes(editing: Editing) -> list[Box]:
    parts = open_book(editing.catalogue).parts
    return [
        Box(
            label=cell.label,
            value=cell.value,
            points="" if cell.points is None else points_text(cell.points),
            id=id_of(parts[cell.code].at),
            wide=cell.wide,
        )
        for cell in stat_line(editing.catalogue, editing.profile, editing.found)
    ]


def _conflict(editing: Editing) -> Conflict | None:
    theirs = editing.theirs
    if theirs is None:
        return None
    row = profile_in(editing.stored, theirs.key)
    stored = appraise(editing.stored.part(theirs), editing.catalogue).profile(theirs.key)
    names = {row.key: row.name for row in editing.stored.profiles} | {theirs.key: editing.profile.name}
    return Conflict(
        version=row.version,
        mine=points_text(editing.found.points),
        theirs=points_text(stored.points),
        differences=differences(editing.catalogue, editing.profile, theirs, names),
    )


# ------------------------------------------------------------------ answers


def _pickers(editing: Editing) -> tuple[list[Place], Picker | None]:
    """Where a picker opens or closes, and the one that is open then."""
    effect, here = editing.effect, editing.pick
    changed = {here, effect.picker} if effect.picker is not None else set()
    if effect.removed and here.startswith(f"{effect.place}["):
        changed = {here}
    pick, q = (here, editing.q) if effect.picker is None else (effect.picker, "")
    places = [place for place in changed if place and can_pick(editing.catalogue, editing.draft, place)]
    regions = [Place(place, id_of(place), noun_at(editing.catalogue, place)) for place in places]
    return regions, picker_of(editing, pick, q)


def _rows(controls: Iterable[Control], effect: Effect) -> dict[str, object]:
    """The rows that an action made, or the list of rows that it changed."""
    for control in controls:
        if isinstance(control, PicksControl) and (found := _rows_of_picks(control, effect)):
            return found
        if isinstance(control, WeaponsControl) and (found := _rows_of_weapons(control, effect)):
            return found
    return {}


def _rows_of_picks(control: PicksControl, effect: Effect) -> dict[str, object]:
    if control.place == effect.retaken:
        return {"retaken_picks": control}
    added = [taken for taken in control.taken if taken.place == effect.added]
    return {"added_pick": added[0], "added_to": control} if added else {}


def _rows_of_weapons(control: WeaponsControl, effect: Effect) -> dict[str, object]:
    if control.many and control.place == effect.retaken:
        return {"retaken_weapons": control}
    for weapon in control.weapons:
        if weapon.place == effect.added:
            return {"added_weapon": weapon, "added_to": control}
        if weapon.place == effect.retaken:
            return {"retaken_weapon": weapon}
    return {}
