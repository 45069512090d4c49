"""Code shared by pages that save their form after each change, and when the user leaves the page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from builder.points.document.json_reader import DocumentError
from builder.web.shared.htmx import as_notice, is_htmx

TemplateContext = dict[str, object]


def parse_form_version(text: str, place: str = "", problem: str = "the form has no version") -> int:
    """Return the version of the object that a form shows.

    Raise DocumentError, with ``place`` and ``problem``, if the text isn't a version.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise DocumentError(place, problem, "reload the page")
    return int(text)


def version_to_save_over(
    post: QueryDict, version: int, current: int, version_made_by: Callable[[QueryDict], int | None]
) -> int:
    """Return the version of an object that a form may overwrite.

    Usually this is ``version``, the version that the form was loaded with.

    When the user leaves a page, the page may send its form twice in a row. The second form can't wait for the
    response to the first, so it doesn't know the version that the first form created. It repeats the fields
    of the first form in its field ``sent``. ``version_made_by`` returns the version that saving these fields
    created, or None if the stored content differs from them. If that version is ``current``, nobody else has
    changed the object, and the second form may overwrite it.
    """
    if (
        version != current
        and is_leaving_page(post)
        and version_made_by(QueryDict(post.get("sent", ""))) == current
    ):
        return current
    return version


def is_leaving_page(post: QueryDict) -> bool:
    """Return whether a page sent the form because the user left the page.

    Such a form is saved even if nothing changed. Its new version prevents an earlier request, which may be
    delayed, from overwriting the object afterwards.
    """
    return "sent" in post


# ------------------------------------------------------------------ responses


def form_response(request: HttpRequest, template: str, context: TemplateContext, status: int) -> HttpResponse:
    """Return the current content of the form. The status is 200 if the form was saved.

    The page only replaces the form's content if the response has the header HX-Reswap. The error page of a
    proxy lacks this header, so it never replaces the form.
    """
    response = render(request, template, context, status=status)
    response["HX-Reswap"] = "morph:innerHTML settle:0ms"
    if status == 200:
        response["HX-Trigger-After-Settle"] = "saved"
    return response


def redirect_response(address: str) -> HttpResponse:
    """Return the response to a saved form after which another page opens: 204."""
    return HttpResponse(status=204, headers={"HX-Redirect": address, "HX-Trigger-After-Settle": "saved"})


def already_removed_response(
    request: HttpRequest, *, problem: str, restore_url: str, back_url: str, back_label: str
) -> HttpResponse:
    """Show that the object of a form was removed, with a button to restore it and a link back: 404."""
    context = {
        "nav": "lists",
        "problem": problem,
        "restore_url": restore_url,
        "back_url": back_url,
        "back_label": back_label,
    }
    if not is_htmx(request):
        return render(request, "shared/removed.html", context, status=404)
    return as_notice(render(request, "shared/_removed.html", context, status=404))
