"""Shared code of pages that save their form on every change, and when the user leaves them."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from builder.points.document.json_reader import DocumentError
from builder.web.shared.htmx import as_notice, is_htmx

TemplateContext = dict[str, object]


def parse_form_version(text: str, at: str = "", problem: str = "the form has no version") -> int:
    """Return the version that a form was filled in for; raise DocumentError if it is missing."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise DocumentError(at, problem, "reload the page")
    return int(text)


def version_to_save_over(
    post: QueryDict, version: int, current: int, made_by: Callable[[QueryDict], int | None]
) -> int:
    """Return the version that a form may overwrite: its own, or one that the same page saved just before.

    A page that the user leaves doesn't wait for the response to its last request, so it doesn't know the
    version that this request created. It sends the form of that request in the field ``sent``. ``made_by``
    returns the version that saving ``sent`` created, or None if the stored content differs from ``sent``. If
    that version is current, nobody else has changed the object, and the form may overwrite it.
    """
    if version != current and is_leaving_page(post) and made_by(QueryDict(post.get("sent", ""))) == current:
        return current
    return version


def is_leaving_page(post: QueryDict) -> bool:
    """Return whether a page sent the form while the user was leaving it.

    Such a form is saved even without a change, so that its new version makes a delayed request stale.
    """
    return "sent" in post


# ------------------------------------------------------------------ responses


def form_response(request: HttpRequest, template: str, context: TemplateContext, status: int) -> HttpResponse:
    """Return the current content of the form; status 200 means that it is saved.

    With the header, the page replaces the form's content. Without it the page replaces nothing, so an error
    page of a proxy never replaces the form.
    """
    response = render(request, template, context, status=status)
    response["HX-Reswap"] = "morph:innerHTML settle:0ms"
    if status == 200:
        response["HX-Trigger-After-Settle"] = "saved"
    return response


def redirect_response(address: str) -> HttpResponse:
    """Return the response for a saved form that opens another page: 204."""
    return HttpResponse(status=204, headers={"HX-Redirect": address, "HX-Trigger-After-Settle": "saved"})


def removed_response(
    request: HttpRequest, *, what: str, restore: str, back: str, back_to: str
) -> HttpResponse:
    """Return 404 for a form whose subject was removed, with a button to restore it."""
    context = {"what": what, "restore": restore, "back": back, "back_to": back_to, "nav": "lists"}
    if not is_htmx(request):
        return render(request, "shared/removed.html", context, status=404)
    return as_notice(render(request, "shared/_removed.html", context, status=404))
