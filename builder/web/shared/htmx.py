"""Requests by htmx, which replaces a part of a page, and notices for them."""

from django.http import HttpRequest, HttpResponse


def is_htmx(request: HttpRequest) -> bool:
    """Return whether htmx sent the request, for a part of a page."""
    return "HX-Request" in request.headers


def as_notice(response: HttpResponse) -> HttpResponse:
    """Return a response to htmx that is shown at the top of the page, which otherwise stays as it is."""
    response["HX-Retarget"] = "#notices"
    response["HX-Reswap"] = "innerHTML"
    response["HX-Push-Url"] = "false"
    return response
