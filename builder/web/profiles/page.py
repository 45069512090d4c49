"""What the editor's page and its answers to htmx show, from one draft of one profile."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from builder.catalogue.limits import limits
from builder.documents import StoredList, load_rosters
from builder.points.advice.profile_fixes import add_profile_fixes
from builder.points.advice.what_if import WhatIf
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, Profile
from builder.points.document.json_reader import DocumentError
from builder.points.pricing.stat_line import StatCell
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.results import Appraisal, Finding, ProfileAppraisal, status_of
from builder.points.rules.wording import no_price_yet, price, waiting
from builder.services.editing.edited_list import require_profile
from builder.web.profiles.actions import ProfileFormEffect
from builder.web.profiles.controls import (
    ChoiceControl,
    Control,
    FieldMessages,
    PicksControl,
    WeaponsControl,
    html_id,
    render_cells,
)
from builder.web.profiles.draft import ProfileDraft, hidden_fields
from builder.web.profiles.form_controls import ProfileFormControls
from builder.web.profiles.form_html import SWAPPED, FormHtml, choice, swapped_in
from builder.web.profiles.messages import (
    ProfileDifference,
    fault_text,
    form_finding_links,
    messages_by_place,
    profile_differences,
)
from builder.web.profiles.parameters import OtherProfiles, ParameterControls
from builder.web.profiles.picker import Picker, can_pick, noun_at, open_picker, tallies, verb_at
from builder.web.shared.html import NO_HTML, fill_each, fill_html, join_html
from builder.web.shared.presentation import (
    bar_segments,
    errors_and_warnings,
    list_name,
    points_text,
    profile_name,
    receipt_groups,
    signed_text,
    stat_line,
    total_text,
    value_sums,
)


class PickerPlace(NamedTuple):
    """Where a picker can open, unless no more may be taken (``full``)."""

    place: str
    id: str
    noun: str
    verb: str
    full: bool


class ProfileConflict(NamedTuple):
    """A profile that was changed elsewhere: what is in the form beside what is stored."""

    version: int
    mine: str
    theirs: str
    differences: list[ProfileDifference]


@dataclass(frozen=True, kw_only=True)
class ProfileEditor:
    """One profile in the editor.

    ``profile`` is what the draft says, or what is stored while the draft has a ``fault``. ``theirs`` is
    what is stored when somebody else changed it. ``rendered`` is the row that an answer shows anew.
    ``back`` names where the reader came from: the key of a profile and the place in it, as in the address.
    ``lacks_rosters`` says that ``stored`` was loaded without them; a fix that needs them asks for them.
    """

    stored: StoredList
    profile: Profile
    draft: ProfileDraft
    version: str
    picker_place: str = ""
    search: str = ""
    sort: str = ""
    opened: str = ""
    fault: DocumentError | None = None
    theirs: Profile | None = None
    effect: ProfileFormEffect = field(default_factory=ProfileFormEffect)
    rendered: str | None = None
    back: str = ""
    lacks_rosters: bool = False

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of the list's edition."""
        return self.stored.catalogue

    def list_with_draft(self) -> Document:
        """The list with the profile as it is in the form, without its rosters."""
        document = self.stored.document()
        profiles = (self.profile if p.key == self.profile.key else p for p in document.profiles)
        return replace(document, profiles=tuple(profiles), rosters=())

    @cached_property
    def document(self) -> Document:
        """As much of the list as this profile's price and findings depend on."""
        return self.stored.document_for_profile(self.profile)

    @cached_property
    def what_if(self) -> WhatIf:
        """The profile in ``document``, and what each change would cost."""
        return WhatIf(self.document, self.profile.key, self.catalogue)

    @cached_property
    def appraisal(self) -> Appraisal:
        """The appraisal of ``document``."""
        return appraise(self.document, self.catalogue, self.what_if.prices)

    @cached_property
    def profile_appraisal(self) -> ProfileAppraisal:
        """The appraisal of this profile in ``document``."""
        return self.appraisal.profile(self.profile.key)

    @cached_property
    def messages(self) -> dict[str, FieldMessages]:
        """The findings by place of the form, and the fault at its own."""
        view = self.what_if.catalogue_index.catalogue
        return messages_by_place(self.draft, self.catalogue, view, self.findings, self.fault)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The profile's findings; none while the draft cannot be read: they would be of something else."""
        return () if self.fault else self._findings_with_fixes

    @cached_property
    def _findings_with_fixes(self) -> tuple[Finding, ...]:
        """The findings; those that can be fixed without an error anywhere in the list say how."""
        found = self.profile_appraisal.findings
        if not errors_and_warnings(found):
            return found
        if self.lacks_rosters:  # a fix is offered only where no roster has an error by it
            load_rosters(self.stored)
        document = self.stored.document()
        profiles = (self.profile if p.key == self.profile.key else p for p in document.profiles)
        whole = replace(document, profiles=tuple(profiles))
        appraisal = add_profile_fixes(
            whole, self.catalogue, appraise(whole, self.catalogue), (self.profile.key,)
        )
        return appraisal.profile(self.profile.key).findings

    @cached_property
    def form_controls(self) -> ProfileFormControls:
        """The form's controls."""
        parameters = ParameterControls(
            self.what_if,
            OtherProfiles(self.list_with_draft, self.catalogue),
            self.messages,
            readable=self.fault is None,
            rendered=self.rendered,
        )
        return ProfileFormControls(
            self.document, self.appraisal, self.draft, parameters, readable=self.fault is None
        )


def editor_context(editor: ProfileEditor) -> dict[str, object]:
    """The context that the page and every htmx answer share."""
    parts = receipt_groups(editor.catalogue, editor.profile_appraisal)
    total, sums = editor.profile_appraisal.total, value_sums(editor.catalogue, editor.profile_appraisal)
    boxes = stat_line(editor.catalogue, editor.profile, editor.profile_appraisal)
    points, opened = editor.profile_appraisal.points, _points_when_opened(editor)
    boxed = {cell.code for cell in boxes}
    return {
        "catalogue": editor.catalogue,
        "unit": editor.catalogue.points_unit,
        "title": profile_name(editor.profile.name),
        "version": editor.version,
        "total": points,
        "points": total_text(total),
        "unpriced": no_price_yet(editor.catalogue) if total.unpriced else "",
        "waits": waiting(total),
        "opened": "" if opened is None else opened,
        "change": signed_text(points - opened) if points is not None and opened not in (None, points) else "",
        "sheet": _sheet_html(editor.catalogue, boxes),
        "parts": parts,
        "sums": sums,
        "more_values": [one for one in sums.others if one.code not in boxed and not one.is_aside],
        "shares": bar_segments(parts),
        "credits": [(part.name, price(-part.points, editor.catalogue)) for part in parts if part.points < 0],
        "status": status_of(editor.findings),
        "counts": form_finding_links(editor.messages, editor.findings),
        "field_messages": editor.messages,
        "fault": fault_text(editor.draft, editor.catalogue, editor.fault) if editor.fault else "",
        "conflict": _conflict(editor),
    }


def page_context(editor: ProfileEditor) -> dict[str, object]:
    """The context of the whole page."""
    picker = open_picker_at(editor, editor.picker_place, editor.search)
    context = {
        **editor_context(editor),
        "nav": "lists",
        "way_back": way_back(editor),
        "list_name": list_name(editor.stored.row.name),
        "draft": editor.draft,
        "hidden_fields": hidden_fields(editor.draft, editor.catalogue, editor.form_controls.catalogue),
        "picker": picker,
        "tallies": [] if editor.fault else tallies(editor.what_if),
        "picker_tallies": tallies(editor.what_if, picker) if picker else [],
        "general": editor.messages[""],
    }
    form = _form_html(editor, context)
    return {**context, "sections": form.sections(editor.form_controls.sections)}


def _form_html(editor: ProfileEditor, context: dict[str, object]) -> FormHtml:
    """What makes the controls of the form; the picker that is open is a template's."""
    opened: dict[str, SafeString] = {}
    picker = context["picker"]
    if isinstance(picker, Picker):
        place = picker.place
        where = {
            "place": place,
            "id": html_id(place),
            "what": noun_at(editor.catalogue, place),
            "url": reverse("profile", args=(editor.stored.row.public_id, editor.profile.key)),
        }
        opened[place] = render_to_string("profiles/_picker.html", {**context, **where})
    return FormHtml(limits().name, opened)


def answer_context(editor: ProfileEditor) -> dict[str, object]:
    """The context of an htmx answer: sums, prices and findings, and the rows that an action made or took."""
    effect = editor.effect
    editor = replace(editor, rendered=effect.added or effect.redrawn or effect.rearmed)
    controls = [control for section in editor.form_controls.sections for control in section.controls]
    context = {
        **editor_context(editor),
        "undo": effect.undo,
        "gone": effect.removed_name,
        "removed": html_id(effect.removed),
        "cells": render_cells(controls, editor.messages.values()),
        "found": [field for field in editor.messages.values() if field.remarks],
    }
    context["pickers"], picker = _pickers(editor, controls)
    context |= {
        "picker": picker,
        "tallies": tallies(editor.what_if),
        "picker_tallies": tallies(editor.what_if, picker) if picker else [],
    }
    form = _form_html(editor, context)
    rechosen = [c for c in controls if isinstance(c, ChoiceControl) and c.place in _rechosen(editor)]
    return {
        **context,
        "rows": _rows(controls, effect, form),
        "rechosen": join_html(choice(control, SWAPPED) for control in rechosen),
    }


def _rechosen(editor: ProfileEditor) -> list[str]:
    """The places of choices among what an action added or removed: they offer something else now."""
    catalogue, effect = editor.form_controls.catalogue, editor.effect
    changed, _, _ = (effect.added or effect.removed or effect.redrawn).partition("[")
    slots = {slot.code for slot in catalogue.pick_slots if slot.at == changed}
    return [attribute.at for attribute in catalogue.attributes if attribute.among in slots]


def open_picker_at(editor: ProfileEditor, pick: str, q: str) -> Picker | None:
    """The picker that is open at a place; None where none is open, or nothing can be priced."""
    if not pick or editor.fault:
        return None
    try:
        return open_picker(editor.what_if, editor.draft, pick, q, editor.sort)
    except LookupError:
        return None


# ------------------------------------------------------------------ parts


def _points_when_opened(editor: ProfileEditor) -> int | None:
    """The points when the page was opened, as the form carries them; those of now when it carries none."""
    text = editor.opened
    if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 9:
        return int(text)
    return editor.profile_appraisal.points


def _sheet_html(catalogue: Catalogue, cells: Iterable[StatCell]) -> SafeString:
    """The stat line; each value leads to its field, or to the receipt where it is worked out."""
    parts = index_of(catalogue).parts
    boxes = (
        (
            _WIDE if cell.wide else "",
            cell.label,
            f"r-{html_id(parts[cell.code].at)}" if cell.code in parts else "receipt",
            cell.value,
            "" if cell.points is None else points_text(cell.points),
        )
        for cell in cells
    )
    return fill_html(
        '<dl class="statline">{}</dl>\n',
        fill_each('<div{}><dt>{}</dt><dd><a href="#{}">{}</a></dd><dd>{}</dd></div>', boxes),
    )


_WIDE = fill_html(' class="w"')


class WayBack(NamedTuple):
    """The way back to the profile that names this one; ``field`` is how the form carries it."""

    name: str
    url: str
    field: str


def way_back(editor: ProfileEditor) -> WayBack | None:
    """Where the reader came from; None where that is no other profile of the list."""
    key, _, place = editor.back.partition(":")
    row = None if key in ("", editor.profile.key) else editor.stored.profile_row(key)
    if row is None:
        return None
    url = reverse("profile", args=(editor.stored.row.public_id, key))
    at = html_id(place)
    return WayBack(profile_name(row.name), f"{url}#r-{at}" if at else url, editor.back)


def _conflict(editor: ProfileEditor) -> ProfileConflict | None:
    theirs = editor.theirs
    if theirs is None:
        return None
    row = require_profile(editor.stored, theirs.key)
    stored = appraise(editor.stored.document_for_profile(theirs), editor.catalogue).profile(theirs.key)
    names = {row.key: row.name for row in editor.stored.profiles} | {theirs.key: editor.profile.name}
    return ProfileConflict(
        version=row.version,
        mine=total_text(editor.profile_appraisal.total),
        theirs=total_text(stored.total),
        differences=profile_differences(editor.catalogue, editor.profile, theirs, names),
    )


# ------------------------------------------------------------------ answers


def _pickers(editor: ProfileEditor, controls: Iterable[Control]) -> tuple[list[PickerPlace], Picker | None]:
    """Where a picker opens or closes, or might have become full, and the one that is open then."""
    effect, here = editor.effect, editor.picker_place
    changed = {here, effect.picker} if effect.picker is not None else set()
    if effect.removed and here.startswith(f"{effect.place}["):
        changed = {here}
    pick, q = (here, editor.search) if effect.picker is None else (effect.picker, effect.search)
    bounded = {c.place: c.full for c in controls if isinstance(c, PicksControl) and c.chosen}
    changed |= bounded.keys() - {here}
    places = [place for place in changed if place and can_pick(editor.catalogue, editor.draft, place)]
    regions = [
        PickerPlace(
            place,
            html_id(place),
            noun_at(editor.catalogue, place),
            verb_at(editor.catalogue, place),
            bounded.get(place, False),
        )
        for place in places
    ]
    return regions, open_picker_at(editor, pick, q)


def _rows(controls: Iterable[Control], effect: ProfileFormEffect, form: FormHtml) -> SafeString:
    """The rows that an action made, or the list of rows that it changed, where they go on the page."""
    for control in controls:
        if isinstance(control, PicksControl) and (found := _rows_of_picks(control, effect, form)):
            return found
        if isinstance(control, WeaponsControl) and (found := _rows_of_weapons(control, effect, form)):
            return found
    return NO_HTML


def _rows_of_picks(control: PicksControl, effect: ProfileFormEffect, form: FormHtml) -> SafeString:
    if control.place == effect.redrawn:
        return swapped_in("ul", control.id, "innerHTML", form.entries(control.picked))
    added = [taken for taken in control.picked if taken.place == effect.added]
    return swapped_in("ul", control.id, "beforeend", form.entries(added[:1])) if added else NO_HTML


def _rows_of_weapons(control: WeaponsControl, effect: ProfileFormEffect, form: FormHtml) -> SafeString:
    if control.many and control.place == effect.redrawn:
        return swapped_in("div", control.id, "innerHTML", form.weapons(control.weapons))
    for weapon in control.weapons:
        if weapon.place == effect.rearmed:
            return form.weapon(weapon, SWAPPED)
        if weapon.place == effect.added:
            return swapped_in("div", control.id, "beforeend", form.weapon(weapon))
        if weapon.place == effect.redrawn:
            return swapped_in("ul", weapon.id, "innerHTML", form.entries(weapon.picked))
    return NO_HTML
