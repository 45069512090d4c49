"""What pages have in common whose one form is saved at every change, and once more when the page is left."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from builder.points.json_reader import DocumentError

TemplateContext = dict[str, object]


def is_htmx(request: HttpRequest) -> bool:
    """Whether a part of the page asks, and not the browser for a page."""
    return "HX-Request" in request.headers


def parse_form_version(post: QueryDict, at: str = "", problem: str = "it carries no version") -> int:
    """The version of what is stored that a form was made over; DocumentError where it has none."""
    text = post.get("version", "")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise DocumentError(at, problem, "load the page again")
    return int(text)


def version_to_save_over(
    post: QueryDict, version: int, current: int, made_by: Callable[[QueryDict], int | None]
) -> int:
    """The version to save a form over: its own, unless what stands is what the same page sent before.

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
    """It is saved, and the page is to be loaded anew to show it."""
    return HttpResponse(status=204, headers={"HX-Refresh": "true", "HX-Trigger-After-Settle": "saved"})


def gone_response(request: HttpRequest, *, what: str, restore: str, back: str, back_to: str) -> HttpResponse:
    """What the form is about was removed, perhaps in another tab: the way back."""
    context = {"what": what, "restore": restore, "back": back, "back_to": back_to, "nav": "lists"}
    if not is_htmx(request):
        return render(request, "shared/gone.html", context, status=404)
    response = render(request, "shared/_gone.html", context, status=404)
    response["HX-Retarget"], response["HX-Reswap"], response["HX-Push-Url"] = "#notices", "innerHTML", "false"
    return response
