"""The data that the templates of the profile editor show, made from a draft.

A draft is a profile as the texts of the form's fields.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from builder.catalogue.limits import limits
from builder.catalogue.play import profile_sheet
from builder.documents import StoredList, load_rosters
from builder.points.advice.profile_fixes import add_profile_fixes
from builder.points.advice.what_if import WhatIf
from builder.points.appraisal.appraisal import appraise, appraise_one
from builder.points.document.document import Document, Profile
from builder.points.document.json_reader import DocumentError
from builder.points.pricing.texts import NONE, sum_text, total_text
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.names import list_name, profile_name
from builder.points.rules.numbers import signed_text
from builder.points.rules.results import Finding, ProfileAppraisal, status_of, without_notes
from builder.points.rules.wording import missing_price_text, no_price_yet, price
from builder.points.sheets.profile import StatCell
from builder.services.editing.edited_list import require_profile
from builder.web.profiles.controls import FieldMessages, html_id
from builder.web.profiles.draft import ProfileDraft, hidden_fields
from builder.web.profiles.find import open_picker_or_find
from builder.web.profiles.form_controls import form_sections
from builder.web.profiles.messages import (
    ProfileDifference,
    fault_text,
    form_finding_links,
    messages_by_place,
    profile_differences,
)
from builder.web.profiles.picker import Picker, tallies
from builder.web.profiles.profile_form import ProfileForm
from builder.web.shared.design_view import receipt_of
from builder.web.shared.html import render_jinja
from builder.web.shared.presentation import StatBox, stat_boxes

SAVED = "saved"
"""The status of the page in the response to a save."""
RECEIPT = "receipt"
"""The id of the receipt in the page."""
_MAX_VALUE_LENGTH = 7
"""The maximum number of characters of a value in the stat line. Longer values have boxes below it."""


class ProfileConflict(NamedTuple):
    """The data that the page shows if somebody else changed the profile.

    ``version`` is the stored version.
    ``mine`` is the price of the profile in the form.
    ``theirs`` is the price of the stored profile.
    """

    version: int
    mine: str
    theirs: str
    differences: list[ProfileDifference]


@dataclass(frozen=True, kw_only=True)
class ProfileEditor:
    """One profile in the editor.

    ``profile`` is the profile of the draft. If the draft has a ``fault``, it is the stored profile.
    ``fault`` is the reason why the draft can't be saved.
    ``theirs`` is the stored profile if somebody else changed it.
    ``status`` is ``SAVED`` in the response to a save.
    ``done`` describes the action of a button.
    ``undo`` is the action that undoes it.
    ``lacks_rosters`` is True if ``stored`` was loaded without its rosters. ``findings`` loads the rosters if
    it needs them.
    """

    stored: StoredList
    profile: Profile
    draft: ProfileDraft
    fault: DocumentError | None = None
    theirs: Profile | None = None
    status: str = ""
    done: str = ""
    undo: str = ""
    lacks_rosters: bool = False

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of the list's edition."""
        return self.stored.catalogue

    def _list_with_draft(self) -> Document:
        """Return the complete list. Instead of the stored profile, it contains the profile of the form."""
        document = self.stored.document()
        profiles = (self.profile if p.key == self.profile.key else p for p in document.profiles)
        return replace(document, profiles=tuple(profiles))

    @cached_property
    def document(self) -> Document:
        """The profile, and the parts of the list that its price and findings depend on."""
        return self.stored.document_for_profile(self.profile)

    @cached_property
    def what_if(self) -> WhatIf:
        """The profile in ``document``, ready to calculate the prices of changes."""
        return WhatIf(self.document, self.profile.key, self.catalogue)

    @cached_property
    def appraisal(self) -> ProfileAppraisal:
        """The appraisal of this profile in ``document``."""
        return appraise_one(self.document, self.profile.key, self.catalogue, self.what_if.prices)

    @cached_property
    def messages(self) -> dict[str, FieldMessages]:
        """The findings and the fault, by their places in the form."""
        kind_catalogue = self.what_if.catalogue_index.catalogue
        return messages_by_place(self.draft, self.catalogue, kind_catalogue, self.findings, self.fault)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings with their fixes. If the draft can't be read, there are none.

        A fix is only offered if it causes no error elsewhere in the list.
        """
        findings = () if self.fault else self.appraisal.findings
        if not without_notes(findings):
            return findings
        if self.lacks_rosters:  # a fix must not cause an error in a roster
            load_rosters(self.stored)
        document = self._list_with_draft()
        appraisal = appraise(document, self.catalogue)
        appraisal = add_profile_fixes(document, self.catalogue, appraisal, (self.profile.key,))
        return appraisal.profile(self.profile.key).findings

    def form(self) -> ProfileForm:
        """Return the draft with its prices and messages."""
        return ProfileForm(
            self.what_if,
            self.appraisal,
            self.draft,
            self.messages,
            lambda: replace(self._list_with_draft(), rosters=()),
            is_readable=self.fault is None,
        )


def form_context(editor: ProfileEditor, *, leaves_entries: bool = False) -> dict[str, object]:
    """Return the context of the page, or of a response that only has the form.

    With ``leaves_entries``, the open picker is rendered without its entries, because the browser already
    shows them.
    """
    draft, catalogue, appraisal = editor.draft, editor.catalogue, editor.appraisal
    sheet, total = profile_sheet(catalogue, editor.profile, appraisal), appraisal.total
    receipt, opened = receipt_of(sheet), _points_when_opened(editor)
    boxes, long_boxes = _stat_line(catalogue, sheet.cells)
    picker = _open_picker(editor)
    context = {
        "nav": "lists",
        "base": reverse("list", args=(editor.stored.row.public_id,)),
        "url": _profile_url(editor, editor.profile.key),
        "key": editor.profile.key,
        "max_name": limits().name,
        "catalogue": catalogue,
        "unit": catalogue.points_unit,
        "list_name": list_name(editor.stored.row.name),
        "title": profile_name(editor.profile.name),
        "draft": draft,
        "points": total_text(total),
        "unpriced": no_price_yet(catalogue) if total.is_unknown else "",
        "missing_price_text": missing_price_text(total),
        "opened": "" if opened is None else opened,
        "change": _change_text(opened, appraisal.points),
        "boxes": boxes,
        "long_boxes": long_boxes,
        "receipt": receipt,
        "credits": [
            (part.name, price(-part.points, catalogue)) for part in receipt.groups if part.points < 0
        ],
        "verdict": status_of(editor.findings),
        "counts": form_finding_links(editor.messages, editor.findings),
        "field_messages": editor.messages,
        "names_need_attention": _names_need_attention(editor),
        "general": editor.messages[""],
        "fault": fault_text(draft, catalogue, editor.fault) if editor.fault else "",
        "conflict": _conflict(editor),
        "status": editor.status,
        "done": editor.done,
        "undo": editor.undo,
        "hidden_fields": hidden_fields(draft, editor.what_if.catalogue_index.others),
        "picker": picker,
        "leaves_entries": leaves_entries,
        "tallies": [] if editor.fault else tallies(editor.what_if),
        "picker_tallies": tallies(editor.what_if, picker) if picker else [],
        "way_back": way_back(editor),
    }
    return {**context, "controls": _render_controls(editor, context)}


def _names_need_attention(editor: ProfileEditor) -> bool:
    """Return whether the profile has no name yet, or its name, Max or notes have a message."""
    messages = editor.messages
    return not editor.draft.name or any(
        messages[place].fault or messages[place].remarks for place in ("name", "max", "notes")
    )


def _render_controls(editor: ProfileEditor, context: dict[str, object]) -> SafeString:
    """Return the controls, including the open picker."""
    picker, picker_html = context["picker"], ""
    if isinstance(picker, Picker):
        picker_html = render_to_string("profiles/_picker.html", context)
    shown = {
        "sections": form_sections(editor.form()),
        "max_name": limits().name,
        "picker_place": editor.draft.pick if picker_html else None,
        "picker_html": picker_html,
    }
    return render_jinja("profiles/_controls.jinja", **shown)


def _profile_url(editor: ProfileEditor, key: str) -> str:
    return reverse("profile", args=(editor.stored.row.public_id, key))


def _open_picker(editor: ProfileEditor) -> Picker | None:
    """Return the open picker, or None if no picker is open or the draft can't be read."""
    if not editor.draft.pick or editor.fault:
        return None
    try:
        return open_picker_or_find(editor.what_if, editor.draft)
    except LookupError:
        return None


# ------------------------------------------------------------------ parts


def _points_when_opened(editor: ProfileEditor) -> int | None:
    """Return the points that the profile had when the page was opened.

    A submitted form contains them. When the page is opened, they are the current points.
    """
    text = editor.draft.opened
    if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 9:
        return int(text)
    return editor.appraisal.points


def _change_text(before: int | None, now: int | None) -> str:
    return "" if before is None or now is None or before == now else signed_text(now - before)


def _stat_line(catalogue: Catalogue, cells: Sequence[StatCell]) -> tuple[list[StatBox], list[StatBox]]:
    """Return the boxes that fit into the stat line of a phone, and the boxes that are too long for it.

    Each box links to the field of its value. A calculated value has no field, so its box links to the
    receipt. If the calculated value is blank, its box is left out.
    """
    parts = index_of(catalogue).parts
    boxes, long_boxes = list[StatBox](), list[StatBox]()
    for cell, box in zip(cells, stat_boxes(cells, catalogue.points_unit), strict=True):
        is_field = cell.code in parts
        if not is_field and box.value == NONE:
            continue
        anchor = f"r-{html_id(parts[cell.code].at)}" if is_field else RECEIPT
        is_long = box.is_wide or len(box.value) > _MAX_VALUE_LENGTH
        linked = box._replace(field_id=anchor, points=box.points if cell.priced else "")
        (long_boxes if is_long else boxes).append(linked)
    return boxes, long_boxes


class WayBack(NamedTuple):
    """A link back to the profile that the user came from.

    ``field`` is the value of the form's field ``back``.
    """

    name: str
    url: str
    field: str


def way_back(editor: ProfileEditor) -> WayBack | None:
    """Return the link back to the profile that the user came from, or None if there is no such profile."""
    key, _, place = editor.draft.back.partition(":")
    row = None if key in ("", editor.profile.key) else editor.stored.profile_row(key)
    if row is None:
        return None
    url, at = _profile_url(editor, key), html_id(place)
    return WayBack(profile_name(row.name), f"{url}#r-{at}" if at else url, editor.draft.back)


def _conflict(editor: ProfileEditor) -> ProfileConflict | None:
    theirs = editor.theirs
    if theirs is None:
        return None
    row = require_profile(editor.stored, theirs.key)
    stored = appraise(editor.stored.document_for_profile(theirs), editor.catalogue).profile(theirs.key)
    names = {row.key: row.name for row in editor.stored.profiles} | {theirs.key: editor.profile.name}
    return ProfileConflict(
        version=row.version,
        mine=sum_text(editor.appraisal.total, editor.catalogue),
        theirs=sum_text(stored.total, editor.catalogue),
        differences=profile_differences(editor.catalogue, editor.profile, theirs, names),
    )
