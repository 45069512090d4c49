"""Stat lines as players write them: what was read of them is shown first, then saved in one go.

The text travels in the form and is read again each time; nothing is kept by looking.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from builder.catalogue.limits import limits
from builder.documents import LoadedList, load_list
from builder.points.document.json_reader import DocumentError
from builder.points.shorthand import ParsedText, max_bytes, read_shorthand
from builder.queries.access import list_for_owner
from builder.services.errors import LimitReached
from builder.services.profiles import add_profiles
from builder.web.exchange.paste_page import answered_text, examples, paste_page, text_digest
from builder.web.shared.decorators import private
from builder.web.shared.errors import refusals_as_responses
from builder.web.shared.presentation import list_name


@private
@require_http_methods(["GET", "HEAD", "POST"])
@refusals_as_responses
def paste(request: HttpRequest, public_id: str) -> HttpResponse:
    """The field; what was read of its text; and, once that was seen, the profiles in the list."""
    loaded = load_list(list_for_owner(request.user, public_id), rosters=False)
    text = request.POST.get("text", "").replace("\r\n", "\n")
    if request.method != "POST":
        return _page(request, loaded)
    try:
        reading = read_shorthand(text, loaded.catalogue, loaded.document.profiles, limits())
    except DocumentError as error:
        return _page(request, loaded, text, problem=_describe_error(error))
    if "answer" in request.POST:
        return _answer(request, loaded, text, reading)
    if "save" not in request.POST or not reading.profiles:
        return _page(request, loaded, text, reading=reading)
    return _save(request, loaded, text, reading)


def _answer(request: HttpRequest, loaded: LoadedList, text: str, reading: ParsedText) -> HttpResponse:
    """The page again, of the text with an answer written into it."""
    if request.POST.get("shown") != text_digest(text):
        problem = "The text has changed since it was read: look at what it asks now, then answer."
        return _page(request, loaded, text, reading=reading, problem=problem, status=409)
    text = answered_text(reading, request.POST["answer"])
    try:
        reading = read_shorthand(text, loaded.catalogue, loaded.document.profiles, limits())
    except DocumentError as error:
        return _page(request, loaded, text, problem=_describe_error(error))
    return _page(request, loaded, text, reading=reading)


def _save(request: HttpRequest, loaded: LoadedList, text: str, reading: ParsedText) -> HttpResponse:
    """Into the list, unless something else was shown than would be saved."""
    if request.POST.get("shown") != text_digest(text):
        problem = "The text has changed since it was read: look at what it says now, then save."
        return _page(request, loaded, text, reading=reading, problem=problem, status=409)
    if reading.all_unparsed and "without" not in request.POST:
        asked = "answer what is asked, " if reading.questions else ""
        problem = f"Something was not read: {asked}mend it in the text, or tick “save without them”."
        return _page(request, loaded, text, reading=reading, problem=problem)
    try:
        added = add_profiles(loaded.row, reading.profiles_to_save())
    except (LimitReached, DocumentError) as error:
        return _page(request, loaded, text, reading=reading, problem=f"{error}")
    count = len(added)
    messages.success(request, f"Saved {count} profile{'' if count == 1 else 's'} at the end of the list.")
    return redirect(f"{reverse('list', args=(loaded.row.public_id,))}#p-{added[0].key}")


def _describe_error(error: DocumentError) -> str:
    place = error.path[:1].upper() + error.path[1:] if error.path else "The text"
    return f"{place} {error.problem}: {error.fix}."


def _page(
    request: HttpRequest,
    loaded: LoadedList,
    text: str = "",
    *,
    reading: ParsedText | None = None,
    problem: str = "",
    status: int = 400,
) -> HttpResponse:
    context = {
        "nav": "lists",
        "base": reverse("list", args=(loaded.row.public_id,)),
        "title": list_name(loaded.row.name),
        "catalogue": loaded.catalogue,
        "unit": loaded.catalogue.points_unit,
        "text": text,
        "page": paste_page(reading, text, loaded.document, loaded.catalogue) if reading else None,
        "problem": problem,
        "without": "without" in request.POST,
        "examples": examples(loaded.catalogue),
        "max_bytes": f"{max_bytes(limits()):,}",
    }
    return render(request, "exchange/paste.html", context, status=status if problem else 200)
