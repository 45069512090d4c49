"""Requests that the htmx script sends to replace a part of a page, and responses that are notices."""

from django.http import HttpRequest, HttpResponse


def is_htmx(request: HttpRequest) -> bool:
    """Return whether htmx sent the request, which expects a part of a page."""
    return "HX-Request" in request.headers


def as_notice(response: HttpResponse) -> HttpResponse:
    """Set headers so that htmx shows a response at the top of the page; return the response.

    The rest of the page stays as it is.
    """
    response["HX-Retarget"] = "#notices"
    response["HX-Reswap"] = "innerHTML"
    response["HX-Push-Url"] = "false"
    return response
