"""What the pages share that save their one form at every change, and once more when they are left."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from builder.points.document.json_reader import DocumentError

TemplateContext = dict[str, object]


def is_htmx(request: HttpRequest) -> bool:
    """Whether htmx sent the request, for a part of a page."""
    return "HX-Request" in request.headers


def parse_form_version(post: QueryDict, at: str = "", problem: str = "it carries no version") -> int:
    """The version that a form was filled in over; DocumentError where it carries none."""
    text = post.get("version", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise DocumentError(at, problem, "load the page again")
    return int(text)


def version_to_save_over(
    post: QueryDict, version: int, current: int, made_by: Callable[[QueryDict], int | None]
) -> int:
    """The version to save a form over: its own, unless what is stored is what the same page sent before.

    A page that is being left cannot wait for the answer to what it sent before, which may be saved, on its
    way, or lost. It says what that was in ``sent``; ``made_by`` gives the version that saving this made, if
    just that is stored now: then nobody else's is. Such a form is to be saved even where it changes nothing,
    so that what is still on its way comes too late.
    """
    if version != current and is_leaving_page(post) and made_by(QueryDict(post.get("sent", ""))) == current:
        return current
    return version


def is_leaving_page(post: QueryDict) -> bool:
    """Whether a page sent the form as it was being left."""
    return "sent" in post


# ------------------------------------------------------------------ answers


def saved_response(request: HttpRequest, template: str, context: TemplateContext) -> HttpResponse:
    """What a save changed on the page."""
    response = render(request, template, context)
    response["HX-Trigger-After-Settle"] = "saved"
    return response


def reload_response() -> HttpResponse:
    """Saved; the page is loaded again to show it."""
    return HttpResponse(status=204, headers={"HX-Refresh": "true", "HX-Trigger-After-Settle": "saved"})


def redirect_response(address: str) -> HttpResponse:
    """Saved; another page is opened."""
    return HttpResponse(status=204, headers={"HX-Redirect": address, "HX-Trigger-After-Settle": "saved"})


def gone_response(request: HttpRequest, *, what: str, restore: str, back: str, back_to: str) -> HttpResponse:
    """404 for a form whose subject was removed, perhaps in another tab, with a button that restores it."""
    context = {"what": what, "restore": restore, "back": back, "back_to": back_to, "nav": "lists"}
    if not is_htmx(request):
        return render(request, "shared/gone.html", context, status=404)
    response = render(request, "shared/_gone.html", context, status=404)
    response["HX-Retarget"], response["HX-Reswap"], response["HX-Push-Url"] = "#notices", "innerHTML", "false"
    return response
