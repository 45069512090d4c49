"""The data that the templates of the profile editor show."""

from collections.abc import Sequence
from typing import NamedTuple

from django.urls import reverse

from builder.catalogue.limits import limits
from builder.catalogue.play import profile_sheet
from builder.points.appraisal.appraisal import appraise
from builder.points.pricing.texts import NONE, sum_text, total_text
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.names import list_name, profile_name
from builder.points.rules.numbers import signed_text
from builder.points.rules.results import status_of
from builder.points.rules.wording import missing_price_text, no_price_yet, price
from builder.points.sheets.profile import StatCell
from builder.services.editing.edited_list import require_profile
from builder.web.profiles.controls import html_id
from builder.web.profiles.draft import hidden_fields
from builder.web.profiles.find import requested_picker
from builder.web.profiles.form_controls import form_sections
from builder.web.profiles.messages import (
    ProfileDifference,
    fault_text,
    form_finding_links,
    profile_differences,
)
from builder.web.profiles.picker import Picker, limit_texts
from builder.web.profiles.profile_form import ProfileEditor, ProfileForm
from builder.web.shared.design_view import receipt_of
from builder.web.shared.presentation import StatBox, stat_boxes

RECEIPT = "receipt"
"""The id of the receipt in the page."""
_MAX_VALUE_LENGTH = 7
"""The maximum number of characters of a value in the stat line. Longer values have boxes below it."""


class ProfileConflict(NamedTuple):
    """The data that the page shows if somebody else changed the profile."""

    stored_version: int
    form_total: str
    stored_total: str
    differences: list[ProfileDifference]


def form_context(editor: ProfileEditor, *, omits_entries: bool = False) -> dict[str, object]:
    """Return the context of the page, or of a response that only has the form.

    With ``omits_entries``, the open picker is rendered without its entries, because the browser already shows
    them.
    """
    form = ProfileForm(editor)
    draft, catalogue, appraisal = editor.draft, form.catalogue, form.appraisal
    sheet, total = profile_sheet(catalogue, editor.profile, appraisal), appraisal.total
    receipt, opened_points, points = receipt_of(sheet), _opened_points(form), appraisal.points
    points_change = 0 if opened_points is None or points is None else points - opened_points
    boxes, long_boxes = _stat_line(catalogue, sheet.cells)
    picker = _open_picker(form)
    return {
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
        "opened_points": "" if opened_points is None else opened_points,
        "points_change": signed_text(points_change) if points_change else "",
        "boxes": boxes,
        "long_boxes": long_boxes,
        "receipt": receipt,
        "negative_parts": [
            (group.name, price(-group.points, catalogue)) for group in receipt.groups if group.points < 0
        ],
        "verdict": status_of(form.findings),
        "finding_links": form_finding_links(form.messages, form.findings),
        "field_messages": form.messages,
        "names_need_attention": _names_need_attention(form),
        "general_messages": form.messages[""],
        "fault": fault_text(draft, catalogue, editor.fault) if editor.fault else "",
        "conflict": _conflict(form),
        "is_saved": editor.is_saved,
        "action_text": editor.action_text,
        "undo_action": editor.undo_action,
        "sections": form_sections(form),
        "hidden_fields": hidden_fields(draft, form.what_if.catalogue_index.other_parts),
        "picker": picker,
        "omits_entries": omits_entries,
        "limit_texts": [] if editor.fault else limit_texts(form.what_if),
        "picker_limit_texts": limit_texts(form.what_if, picker) if picker else [],
        "back_link": _back_link(editor),
    }


def _names_need_attention(form: ProfileForm) -> bool:
    """Return whether the profile has no name yet, or its name, Max or notes have a message."""
    messages = form.messages
    return not form.draft.name or any(
        messages[place].fault or messages[place].remarks for place in ("name", "max", "notes")
    )


def _profile_url(editor: ProfileEditor, key: str) -> str:
    return reverse("profile", args=(editor.stored.row.public_id, key))


def _open_picker(form: ProfileForm) -> Picker | None:
    """Return the open picker, or None if no picker is open or the draft can't be read."""
    if not form.draft.picker_place or form.editor.fault:
        return None
    try:
        return requested_picker(form.what_if, form.draft)
    except LookupError:
        return None


# ------------------------------------------------------------------ parts


def _opened_points(form: ProfileForm) -> int | None:
    """Return the points from when the page was opened. A submitted form repeats them."""
    text = form.draft.opened_points
    if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 9:
        return int(text)
    return form.appraisal.points


def _stat_line(catalogue: Catalogue, cells: Sequence[StatCell]) -> tuple[list[StatBox], list[StatBox]]:
    """Return the boxes that fit into the stat line of a phone, and the boxes that are too long for it.

    Each box links to the field of its value. Calculated values link to the receipt, or are left out if they
    are blank.
    """
    parts = index_of(catalogue).parts
    boxes, long_boxes = list[StatBox](), list[StatBox]()
    for cell, box in zip(cells, stat_boxes(cells, catalogue.points_unit), strict=True):
        is_field = cell.code in parts
        if not is_field and box.value == NONE:
            continue
        anchor = f"r-{html_id(parts[cell.code].at)}" if is_field else RECEIPT
        is_long = box.is_wide or len(box.value) > _MAX_VALUE_LENGTH
        linked_box = box._replace(field_id=anchor, points=box.points if cell.is_priced else "")
        (long_boxes if is_long else boxes).append(linked_box)
    return boxes, long_boxes


class BackLink(NamedTuple):
    """A link back to the profile that the user came from. ``origin`` is as in ``ProfileDraft``."""

    name: str
    url: str
    origin: str


def _back_link(editor: ProfileEditor) -> BackLink | None:
    """Return the link back to the profile that the user came from, or None if there is no such profile."""
    key, _, place = editor.draft.origin.partition(":")
    row = None if key in ("", editor.profile.key) else editor.stored.profile_row(key)
    if row is None:
        return None
    url, fragment = _profile_url(editor, key), html_id(place)
    return BackLink(profile_name(row.name), f"{url}#r-{fragment}" if fragment else url, editor.draft.origin)


def _conflict(form: ProfileForm) -> ProfileConflict | None:
    stored_profile = form.editor.stored_by_other
    if stored_profile is None:
        return None
    key, catalogue, stored = stored_profile.key, form.catalogue, form.editor.stored
    stored_appraisal = appraise(stored.document_for_profile(stored_profile), catalogue).profile(key)
    names = {row.key: row.name for row in stored.profiles} | {key: form.editor.profile.name}
    return ProfileConflict(
        stored_version=require_profile(stored, key).version,
        form_total=sum_text(form.appraisal.total, catalogue),
        stored_total=sum_text(stored_appraisal.total, catalogue),
        differences=profile_differences(catalogue, form.editor.profile, stored_profile, names),
    )
