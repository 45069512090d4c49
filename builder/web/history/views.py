"""Views that show a list's history, and show, compare, download and restore its revisions."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from builder.catalogue.play import list_sheet
from builder.catalogue.store import catalogue_of
from builder.exports.file_names import file_response
from builder.exports.json import to_json_text
from builder.models import CompanyList
from builder.points.appraisal.appraisal import appraise
from builder.points.rules.names import list_name
from builder.queries.access import list_for_owner
from builder.queries.history import (
    document_of_revision,
    document_versions,
    get_revision,
    history_page,
    revision_choices,
    revision_lines,
)
from builder.services.history import restore_revision
from builder.web.history.page import (
    NOW,
    compare_documents,
    default_comparison,
    editor_name,
    history_rows,
    state_options,
)
from builder.web.profiles.row_choices import row_choices
from builder.web.profiles.rows import profile_rows
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.glossary import make_glossary
from builder.web.shared.markdown import render_markdown
from builder.web.shared.presentation import roster_remarks
from builder.web.shared.query_options import parse_integer
from builder.web.shared.traits import explanations_in

_MAX_NUMBER = 10**10 - 1


@never_store_or_index
@require_safe
def history(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a page of the history, the newest revision first. It begins before the revision ``before``."""
    row = list_for_owner(request.user, public_id)
    before = _parse_number(request.GET.get("before", ""))
    revisions, older = history_page(row, before)
    context = {
        **_base_context(row),
        "entries": history_rows(revisions, revision_lines(row, revisions), request.user.pk or 0),
        "older": older,
        "is_further_page": bool(before),
        "compared_first": default_comparison(revisions, is_first_page=not before),
        "minutes": settings.MUSTERBOOK_EDIT_SESSION_MINUTES,
        "max_revisions": f"{settings.MUSTERBOOK_KEPT_REVISIONS:,}",
    }
    return render(request, "history/page.html", context)


@never_store_or_index
@require_safe
def revision(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show the list as it was at a revision. Its points and findings come from the current rules."""
    row = list_for_owner(request.user, public_id)
    selected = get_revision(row, number)
    catalogue = catalogue_of(row.edition)
    document = document_of_revision(row, selected.revision)
    appraisal = appraise(document, catalogue)
    opened, choices = request.GET.get("sum", ""), row_choices(request.GET)
    rows = profile_rows(document, catalogue, appraisal, "", opened, choices=choices)
    context = {
        **_base_context(row),
        "revision": selected.revision,
        "lines": revision_lines(row, [selected.revision])[selected.revision.number],
        "by": editor_name(selected.revision.by, request.user.pk or 0),
        "earlier": selected.earlier_number,
        "later": selected.later_number,
        "document": document,
        "name": list_name(document.name),
        "background": render_markdown(document.background),
        "catalogue": catalogue,
        "unit": catalogue.points_unit,
        **rows._asdict(),
        "rosters": [
            (roster_sheet, roster_remarks(roster_sheet))
            for roster_sheet in list_sheet(document, catalogue, appraisal).rosters
        ],
        "glossary": make_glossary(catalogue, document.profiles),
    }
    return render(request, "history/revision.html", context)


@never_store_or_index
@require_safe
def document(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Download the list as it was at a revision, as a JSON document."""
    row = list_for_owner(request.user, public_id)
    catalogue = catalogue_of(row.edition)
    ((_, past),) = document_versions(row, [number])
    text, name = to_json_text(past, catalogue), f"{list_name(past.name)} {number}"
    return file_response(text, "application/json; charset=utf-8", "attachment", "json", name)


@never_store_or_index
@require_safe
def comparison(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show two states of the list: the changes as text, and the changed profiles side by side."""
    row = list_for_owner(request.user, public_id)
    chosen = [request.GET.get(name) or NOW for name in ("from", "to")]
    numbers = [None if text == NOW else _parse_number(text) for text in chosen]
    offered_revisions = revision_choices(row, [number for number in numbers if number is not None])
    catalogue = catalogue_of(row.edition)
    earlier, later = document_versions(row, numbers)
    compared = compare_documents(earlier.document, later.document, catalogue)
    lines = revision_lines(row, offered_revisions)
    context = {
        **_base_context(row),
        "catalogue": catalogue,
        "unit": catalogue.points_unit,
        "earlier": earlier.revision,
        "later": later.revision,
        "from_options": state_options(offered_revisions, lines, chosen[0]),
        "to_options": state_options(offered_revisions, lines, chosen[1]),
        "changes": [change.words for change in compared.changes],
        "profiles": compared.profiles,
        "explanations": explanations_in(
            side.traits for change in compared.profiles for side in (change.before, change.after) if side
        ),
    }
    return render(request, "history/compare.html", context)


@never_store_or_index
@require_POST
def restore(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Restore a revision. This adds a revision to the history, so the user can undo it."""
    row = list_for_owner(request.user, public_id)
    version = restore_revision(row, number)
    undo = get_revision(row, version).earlier_number
    context = {"number": number, "undo": undo, "url": reverse("history", args=(public_id,))}
    notice = render_to_string("history/_restored.html", context)
    messages.success(request, notice)
    return redirect("list", public_id)


def _base_context(row: CompanyList) -> dict[str, object]:
    base = reverse("history", args=(row.public_id,))
    return {"nav": "lists", "row": row, "title": list_name(row.name), "base": base}


def _parse_number(text: str) -> int:
    """Return the integer in an address, or 0 if it is invalid."""
    return parse_integer(text, _MAX_NUMBER) or 0
