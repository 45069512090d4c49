"""Views to import lists in two steps: a preview, and the import.

A preview stores nothing and doesn't turn an anonymous user into a guest. Its form contains the packed
sources, which are read again when the form is sent. Each list is imported in a transaction of its own.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import filesizeformat
from django.views.decorators.http import require_http_methods

from builder.catalogue.limits import limits
from builder.catalogue.store import all_catalogues
from builder.imports.limits import FileRefused, file_limits
from builder.imports.sources import (
    ReadFiles,
    RefusedFile,
    pack_files,
    read_files,
    unpack_files,
)
from builder.models import CompanyList, User
from builder.points.document.document import Document
from builder.points.document.json_reader import DocumentError
from builder.points.rules.wording import pluralize
from builder.services import exchange
from builder.services.errors import Refused
from builder.services.exchange import ImportChoiceOutdated
from builder.services.print_setups import add_imported_setups
from builder.services.tags import tag_lists
from builder.web.exchange.import_page import (
    Catalogues,
    ImportItem,
    add_prices,
    find_duplicates,
    game_options,
    read_items,
    same_name_ids,
)
from builder.web.exchange.paste_page import max_text_size, text_digest
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.traits import explanations_in
from builder.web.shared.users import owner_or_new_guest

NEW_NAME, SAME_NAME = "new", "same"
_REPLACE_PREFIX = "replace:"
_MAX_SHOWN_REFUSALS = 5


class _ImportResult(NamedTuple):
    """The result of an import.

    ``refused`` are the titles of the lists that weren't imported, with the reasons.
    ``lost_tags`` maps the names of the tags that couldn't be added to the reasons.
    """

    rows: list[CompanyList]
    refused: list[tuple[str, Refused]]
    lost_tags: dict[str, str]


@never_store_or_index
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_list(request: HttpRequest) -> HttpResponse:
    """Show the form for files and a text. POST shows a preview. The form of the preview imports lists."""
    if request.method != "POST":
        return _form_response(request)
    text = request.POST.get("text", "").replace("\r\n", "\n")
    # The limits of files don't apply to the text, which has a limit of its own.
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > limits().bytes:
        reason = f"has {size:,} bytes; the limit is {limits().bytes:,}"
        return _form_response(request, [RefusedFile("The text", reason)], status=413)
    try:
        files = _read_sources(request, text)
    except FileRefused as error:
        return _form_response(request, [RefusedFile("The selection", str(error))], text, status=400)
    if not files.sources:
        none_sent = RefusedFile("Nothing", "was sent: choose a file or paste a text")
        return _form_response(request, files.refused or [none_sent], text, status=400)
    catalogues = all_catalogues()
    items = read_items(files.sources, catalogues, request.POST)
    find_duplicates(items, _user_or_none(request))
    if not any(item.document or item.readings or item.source.kind in ("table", "text") for item in items):
        refused = [RefusedFile(item.title, item.reason) for item in items]
        return _form_response(request, [*files.refused, *refused], text, status=400)
    if "import" in request.POST and "seen" in request.POST:
        return _import_selected(request, files, items, catalogues)
    return _preview_response(request, files, items, catalogues)


def _read_sources(request: HttpRequest, text: str) -> ReadFiles:
    """Return the uploaded files and the text. Without uploads, return the sources in the preview's form."""
    uploads = request.FILES.getlist("file")
    if "packed" in request.POST and not uploads:
        return unpack_files(request.POST["packed"])
    files = ((upload.name or "", upload.read()) for upload in uploads)
    return read_files(files, text, file_limits())


# ------------------------------------------------------------------ import


def _import_selected(
    request: HttpRequest, files: ReadFiles, items: Sequence[ImportItem], catalogues: Catalogues
) -> HttpResponse:
    """Import the selected lists. If the sources or the user's lists have changed, show the preview again."""
    selected = [item for item in items if item.document and f"take-{item.number}" in request.POST]
    problem, status = _find_problem(request, items, selected)
    if problem:
        return _preview_response(request, files, items, catalogues, problem, status)
    owner = owner_or_new_guest(request)
    result = _import_items(owner, selected, request)
    if not result.rows:
        name, error = result.refused[0]
        if not isinstance(error, ImportChoiceOutdated):
            raise error
        find_duplicates(items, _user_or_none(request))
        return _preview_response(request, files, items, catalogues, f"{name}: {error}", 409)
    for name, error in result.refused[:_MAX_SHOWN_REFUSALS]:
        messages.error(request, f"“{name}” was not imported. {error}")
    if files.setups:
        _report_failures(request, "print setup", add_imported_setups(owner, files.setups))
    _report_failures(request, "tag", result.lost_tags.values())
    replaced = any(_name_choice(request, item).startswith(_REPLACE_PREFIX) for item in selected)
    if len(result.rows) == 1 and not result.refused and result.rows[0].deleted_at is None:
        note = " The replaced list is under Deleted lists." if replaced else ""
        messages.success(request, f"Imported. This list is yours to change.{note}")
        return redirect("list", result.rows[0].public_id)
    note = " Replaced lists are under Deleted lists." if replaced else ""
    messages.success(request, f"Imported {pluralize(len(result.rows), 'list')}.{note}")
    return redirect("lists")


def _report_failures(request: HttpRequest, noun: str, reasons: Iterable[str]) -> None:
    """Add a message for each of the reasons why things of an archive couldn't be added."""
    for reason, count in Counter(reasons).items():
        messages.error(request, f"{pluralize(count, noun)} couldn't be added: {reason}")


def _find_problem(
    request: HttpRequest, items: Sequence[ImportItem], selected: Sequence[ImportItem]
) -> tuple[str, int]:
    """Return the reason why nothing can be imported yet, and the status code.

    If there is no such reason, return an empty string and 200.
    """
    texts = [item for item in items if item.preview and item.document]
    if any(request.POST.get(f"digest-{item.number}", "") != text_digest(item.text) for item in texts):
        return "A text has changed since the preview. Check the new preview.", 409
    if any(request.POST.get(f"shown-{item.number}") != item.digest for item in items if item.document):
        return "We read a list differently than in the preview. Check the new preview.", 409
    if same_name_ids(items) != request.POST["seen"]:
        return "Your lists have changed since the preview. Check the new preview.", 409
    if not selected:
        return "Select at least one list.", 400
    for item in selected:
        choice = _name_choice(request, item)
        if (
            item.same_name_lists
            and choice not in (NEW_NAME, SAME_NAME)
            and not choice.startswith(_REPLACE_PREFIX)
        ):
            return f"{item.title}: choose which list keeps the name.", 400
    return "", 200


def _import_items(owner: User, items: Sequence[ImportItem], request: HttpRequest) -> _ImportResult:
    result, names = _ImportResult([], [], {}), Counter(item.title for item in items)
    # Import deleted lists first. Until each is deleted again, it counts towards the limit of lists.
    for item in sorted(items, key=lambda item: not item.is_deleted):
        if item.document is None:
            continue
        try:
            row = _import_item(owner, item, item.document, request, shares_name=names[item.title] > 1)
        except Refused as error:
            result.refused.append((item.title, error))
        else:
            result.rows.append(row)
            result.lost_tags.update(_restore_tags(owner, row, item.source.tags))
    return result


def _restore_tags(owner: User, row: CompanyList, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Add the tags that a list had when it was exported. Yield the tags that can't be added, with reasons."""
    for name in names:
        try:
            tag_lists(owner, [row], name)
        except (Refused, DocumentError) as error:
            yield name, str(error)


def _import_item(
    owner: User, item: ImportItem, document: Document, request: HttpRequest, *, shares_name: bool
) -> CompanyList:
    """Import a list. ``shares_name`` is True if another list of this import has the same name."""
    choice = _name_choice(request, item)
    name = document.name
    if item.same_name_lists and choice == NEW_NAME:
        sent_name = request.POST.get(f"new_name-{item.number}", "").strip()
        name = sent_name or exchange.unused_list_name(owner, name)
    return exchange.import_list(
        owner,
        document,
        name=name,
        allow_same_name=choice == SAME_NAME or shares_name,
        replaced_id=choice.removeprefix(_REPLACE_PREFIX)
        if item.same_name_lists and choice.startswith(_REPLACE_PREFIX)
        else "",
        deleted=item.is_deleted,
    )


def _name_choice(request: HttpRequest, item: ImportItem) -> str:
    return request.POST.get(f"choice-{item.number}", "")


# ------------------------------------------------------------------ the pages


def _user_or_none(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def _is_ticked(request: HttpRequest, item: ImportItem) -> bool:
    """Return whether the checkbox of a list is ticked: as submitted, or by default in a first preview."""
    is_sent = "seen" in request.POST and request.POST.get(f"was_encoding-{item.number}", "") == item.encoding
    return f"take-{item.number}" in request.POST if is_sent else item.is_offered


def _preview_response(
    request: HttpRequest,
    files: ReadFiles,
    items: Sequence[ImportItem],
    catalogues: Catalogues,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    add_prices(items)
    importable = [item for item in items if item.document]
    pasted = (profile for item in items if item.preview for profile in item.preview.profiles)
    context = {
        "nav": "lists",
        "problem": problem,
        "items": items,
        "explanations": explanations_in(profile.traits for profile in pasted),
        "is_one": len(items) == 1,
        "is_detailed": len(items) <= 3,
        "importable_count": len(importable),
        "new_count": sum(item.is_offered for item in importable),
        "duplicate_count": sum(bool(item.duplicate_place) for item in importable),
        "incomplete_count": sum(bool(item.loss_count) for item in importable),
        "refused": files.refused,
        "has_account": files.has_account,
        "packed": pack_files(files),
        "seen": same_name_ids(items),
        "games": game_options(catalogues),
        "max_name": limits().name,
        "ticked": {item.number for item in items if _is_ticked(request, item)},
    }
    return render(request, "exchange/import_preview.html", context, status=status)


def _form_response(
    request: HttpRequest, problems: Sequence[RefusedFile] = (), text: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "nav": "lists",
        "problems": problems,
        "text": text,
        "max_upload_size": filesizeformat(settings.MUSTERBOOK_MAX_UPLOAD_BYTES),
        "max_text_size": max_text_size(),
        "max_profiles": limits().profiles,
    }
    return render(request, "exchange/import.html", context, status=status)
