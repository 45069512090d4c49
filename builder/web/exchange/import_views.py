"""Bringing in a document in two steps: what would come in is shown first, then one press does it.

The document travels in the form and is read again, so that nothing is kept, and nobody is made a guest,
by looking.
"""

import json
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues
from builder.models import User
from builder.points.appraisal import appraise
from builder.points.catalogue import Catalogue
from builder.points.document import Document, Profile, parse_document
from builder.points.json_reader import DocumentError, read_json
from builder.points.prices import price_texts
from builder.points.results import ProfileAppraisal, RosterAppraisal, Total
from builder.points.stat_line import further_prices
from builder.services import exchange
from builder.services.exchange import NameTaken
from builder.web.shared.decorators import private
from builder.web.shared.errors import refusals_as_responses
from builder.web.shared.presentation import (
    FindingCount,
    count_findings,
    list_name,
    profile_name,
    roster_name,
    total_text,
)
from builder.web.shared.users import owner_or_new_guest

NEW, SAME = "new", "same"
_REPLACE = "replace:"
_MOST_OFFERED = 10


@dataclass(frozen=True, slots=True)
class ImportedDocument:
    """A document that was sent, and its text as the form holds it: in one line, no longer than it came."""

    document: Document
    catalogue: Catalogue
    text: str


class ImportedProfile(NamedTuple):
    """A profile as the preview shows it."""

    name: str
    most: int | None
    points: str
    counts: list[FindingCount]
    prices: list[str]


class ImportedRoster(NamedTuple):
    """A roster as the preview shows it."""

    name: str
    limit: int | None
    points: str
    models: int
    counts: list[FindingCount]
    prices: list[str]


@private
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusals_as_responses
def import_list(request: HttpRequest) -> HttpResponse:
    """The form; what would come in of what it sends; and, once that was seen, the list itself."""
    if request.method != "POST":
        return _form(request)
    text = request.POST.get("text", "").replace("\r\n", "\n")
    size = len(text.encode())  # a file of this size has not come as far as here
    if "file" not in request.FILES and size > limits().bytes:
        most = f"send at most {limits().bytes:,}"
        return _form(request, DocumentError("", f"has {size:,} bytes", most), status=413)
    try:
        found = _parse_upload(request, text)
    except DocumentError as error:
        return _form(request, error, text, status=400)
    if "seen" not in request.POST:
        return _preview(request, found)
    return _import(request, found)


def _parse_upload(request: HttpRequest, text: str) -> ImportedDocument:
    upload = request.FILES.get("file")
    value = read_json(upload.read() if upload else text, limits())
    catalogues = all_catalogues()
    document = parse_document(value, catalogues, limits())
    catalogue = catalogues[document.system, document.edition]
    return ImportedDocument(document, catalogue, json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def _import(request: HttpRequest, imported: ImportedDocument) -> HttpResponse:
    """The second step; the preview again when one's lists are not those that it showed."""
    name, choice = imported.document.name, request.POST.get("choice", "")
    same_name = exchange.lists_named(_user_or_none(request), name)
    if {row.public_id for row in same_name} != set(request.POST["seen"].split()):
        return _preview(request, imported, "Your lists have changed since this was shown.")
    if same_name and choice not in (NEW, SAME) and not choice.startswith(_REPLACE):
        return _preview(request, imported, "Choose what to do about the name.", status=400)
    new = request.POST.get("new_name", "").strip() if same_name and choice == NEW else name
    try:
        row = exchange.import_list(
            owner_or_new_guest(request),
            imported.document,
            name=new if new or not same_name else exchange.free_name(_user_or_none(request), name),
            allow_same_name=choice == SAME,
            replaces=choice.removeprefix(_REPLACE) if same_name and choice.startswith(_REPLACE) else "",
        )
    except NameTaken as error:
        return _preview(request, imported, str(error))
    replaced = " The one that it replaces is under Deleted lists." if choice.startswith(_REPLACE) else ""
    messages.success(request, f"Brought in. This list is yours to change.{replaced}")
    return redirect("list", row.public_id)


def _user_or_none(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def _preview(
    request: HttpRequest, imported: ImportedDocument, again: str = "", status: int = 409
) -> HttpResponse:
    document, catalogue = imported.document, imported.catalogue
    appraisal = appraise(document, catalogue)
    findings = [finding for profile in appraisal.profiles for finding in profile.findings]
    same_name = exchange.lists_named(_user_or_none(request), document.name)
    pairs = zip(document.profiles, appraisal.profiles, strict=True)
    context = {
        "nav": "lists",
        "again": again,
        "title": list_name(document.name),
        "document": document,
        "catalogue": catalogue,
        "text": imported.text,
        "profiles": [_imported_profile(profile, judged, catalogue) for profile, judged in pairs],
        "rosters": [
            _imported_roster(roster, appraisal.roster_total(roster, document.profile_names()), catalogue)
            for roster in appraisal.rosters
        ],
        "counts": count_findings(findings),
        "same_name_lists": same_name[:_MOST_OFFERED],
        "seen": " ".join(row.public_id for row in same_name),
        "new_name": exchange.free_name(_user_or_none(request), document.name) if same_name else "",
        "max_name": limits().name,
    }
    return render(request, "exchange/import_preview.html", context, status=status if again else 200)


def _imported_profile(profile: Profile, appraisal: ProfileAppraisal, catalogue: Catalogue) -> ImportedProfile:
    counts, prices = count_findings(appraisal.findings), further_prices(catalogue, appraisal)
    return ImportedProfile(
        profile_name(profile.name), profile.max, total_text(appraisal.total), counts, prices
    )


def _imported_roster(roster: RosterAppraisal, total: Total, catalogue: Catalogue) -> ImportedRoster:
    points, counts = total_text(total), count_findings(roster.findings)
    prices = price_texts(catalogue, roster.prices)
    return ImportedRoster(roster_name(roster.name), roster.limit, points, roster.models, counts, prices)


def _form(
    request: HttpRequest, problem: DocumentError | None = None, text: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "nav": "lists",
        "problem": problem,
        "text": text,
        "max_bytes": f"{limits().bytes:,}",
        "max_profiles": limits().profiles,
    }
    return render(request, "exchange/import.html", context, status=status)
