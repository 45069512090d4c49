"""Views to paste a text with stat lines: a preview of the profiles, and a button that saves them.

A preview stores nothing. Its form contains the text, which is read again when the form is sent.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from builder.catalogue.aliases import aliases_of
from builder.catalogue.limits import limits
from builder.documents import LoadedList, load_list
from builder.points.document.json_reader import DocumentError
from builder.points.other_builders.pasted import read_pasted
from builder.points.rules.names import list_name
from builder.points.rules.wording import pluralize
from builder.points.shorthand import ParsedText
from builder.queries.access import list_for_owner
from builder.services.errors import LimitReached
from builder.services.exchange import add_profiles_and_roster
from builder.web.exchange.paste_page import (
    answered_text,
    make_paste_preview,
    max_text_size,
    paste_examples,
    text_digest,
)
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.traits import explanations_in


@never_store_or_index
@require_http_methods(["GET", "HEAD", "POST"])
def paste(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the field for a text. POST shows the profiles in the text, or adds them to the list."""
    loaded = load_list(list_for_owner(request.user, public_id), rosters=False)
    text = request.POST.get("text", "").replace("\r\n", "\n")
    if request.method != "POST":
        return _page_response(request, loaded)
    try:
        reading = _read_text(text, loaded)
    except DocumentError as error:
        return _page_response(request, loaded, text, problem=_describe_error(error))
    if "answer" in request.POST:
        return _fill_in_answer(request, loaded, text, reading)
    if "save" not in request.POST or not reading.profiles:
        return _page_response(request, loaded, text, reading=reading)
    return _save_profiles(request, loaded, text, reading)


def _read_text(text: str, loaded: LoadedList) -> ParsedText:
    aliases = aliases_of(loaded.catalogue)
    return read_pasted(text, loaded.catalogue, aliases, loaded.document.profiles, limits())


def _fill_in_answer(request: HttpRequest, loaded: LoadedList, text: str, reading: ParsedText) -> HttpResponse:
    """Replace an ambiguous part of the text by the user's answer, and show the page again."""
    if request.POST.get("shown") != text_digest(text):
        problem = "The text has changed since the preview. Check the questions again, then answer."
        return _page_response(request, loaded, text, reading=reading, problem=problem, problem_status=409)
    text = answered_text(reading, request.POST["answer"])
    try:
        reading = _read_text(text, loaded)
    except DocumentError as error:
        return _page_response(request, loaded, text, problem=_describe_error(error))
    return _page_response(request, loaded, text, reading=reading)


def _save_profiles(request: HttpRequest, loaded: LoadedList, text: str, reading: ParsedText) -> HttpResponse:
    """Add the profiles to the list. If the text has changed since the preview, show a new preview."""
    if request.POST.get("shown") != text_digest(text):
        problem = "The text has changed since the preview. Check the new preview, then save."
        return _page_response(request, loaded, text, reading=reading, problem=problem, problem_status=409)
    if (reading.all_unparsed or reading.questions) and "save_anyway" not in request.POST:
        fix = "Answer the questions, correct these parts" if reading.questions else "Correct these parts"
        problem = f"Some parts were not read. {fix} in the text, or tick “Save anyway”."
        return _page_response(request, loaded, text, reading=reading, problem=problem)
    try:
        added = add_profiles_and_roster(
            loaded.row, reading.profiles_to_save(loaded.catalogue), reading.roster
        )
    except (LimitReached, DocumentError) as error:
        return _page_response(request, loaded, text, reading=reading, problem=f"{error}")
    saved = pluralize(len(added), "profile")
    if reading.roster is not None:
        saved += f" and the {loaded.catalogue.words.roster}"
    messages.success(request, f"Saved {saved} at the end of the list.")
    return redirect(f"{reverse('list', args=(loaded.row.public_id,))}#p-{added[0].key}")


def _describe_error(error: DocumentError) -> str:
    place = error.path[:1].upper() + error.path[1:] if error.path else "The text"
    return f"{place} {error.problem}: {error.fix}."


def _page_response(
    request: HttpRequest,
    loaded: LoadedList,
    text: str = "",
    *,
    reading: ParsedText | None = None,
    problem: str = "",
    problem_status: int = 400,
) -> HttpResponse:
    preview = make_paste_preview(reading, text, loaded.document, loaded.catalogue) if reading else None
    context = {
        "nav": "lists",
        "base": reverse("list", args=(loaded.row.public_id,)),
        "title": list_name(loaded.row.name),
        "catalogue": loaded.catalogue,
        "text": text,
        "preview": preview,
        "explanations": explanations_in(profile.traits for profile in preview.profiles) if preview else [],
        "problem": problem,
        "save_anyway": "save_anyway" in request.POST,
        "examples": paste_examples(loaded.catalogue),
        "max_size": max_text_size(),
    }
    return render(request, "exchange/paste.html", context, status=problem_status if problem else 200)
