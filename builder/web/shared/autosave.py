"""Shared code of pages that save their form at every change, and when the user leaves the page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from builder.points.document.json_reader import DocumentError
from builder.web.shared.htmx import as_notice, is_htmx

TemplateContext = dict[str, object]


def parse_form_version(text: str, at: str = "", problem: str = "the form has no version") -> int:
    """Return the version of the object that a form shows; raise DocumentError if the form doesn't have it."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise DocumentError(at, problem, "reload the page")
    return int(text)


def version_to_save_over(
    post: QueryDict, version: int, current: int, made_by: Callable[[QueryDict], int | None]
) -> int:
    """Return the version of an object that a form may overwrite.

    Usually this is ``version``, which the form was loaded with. A page that the user leaves may have sent
    another form just before. It doesn't know the version that the other form created, because it can't wait
    for the response. It sends the fields of the other form again, in the field ``sent``. ``made_by`` returns
    the version that saving these fields created, or None if the stored content differs from them. If that
    version is current, nobody else has changed the object, and the form may overwrite it.
    """
    if version != current and is_leaving_page(post) and made_by(QueryDict(post.get("sent", ""))) == current:
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

    The page only replaces the form's content if the response has the header HX-Reswap. So the error page of a
    proxy, which lacks this header, never replaces the form.
    """
    response = render(request, template, context, status=status)
    response["HX-Reswap"] = "morph:innerHTML settle:0ms"
    if status == 200:
        response["HX-Trigger-After-Settle"] = "saved"
    return response


def redirect_response(address: str) -> HttpResponse:
    """Return the response to a form that was saved, if another page opens next: 204."""
    return HttpResponse(status=204, headers={"HX-Redirect": address, "HX-Trigger-After-Settle": "saved"})


def removed_response(
    request: HttpRequest, *, what: str, restore: str, back: str, back_to: str
) -> HttpResponse:
    """Show that the object of a form was removed, with a button to restore it: 404.

    ``what`` says what was removed. ``restore`` is the address of the button. ``back`` is the address of the
    link to another page, and ``back_to`` is the text of the link.
    """
    context = {"what": what, "restore": restore, "back": back, "back_to": back_to, "nav": "lists"}
    if not is_htmx(request):
        return render(request, "shared/removed.html", context, status=404)
    return as_notice(render(request, "shared/_removed.html", context, status=404))
