"""Requests of htmx, and responses that htmx shows as notices.

htmx is a script that sends a request and replaces a part of the page with the response.
"""

from django.http import HttpRequest, HttpResponse


def is_htmx(request: HttpRequest) -> bool:
    """Return whether htmx sent the request. Then the response is a part of a page, not a full page."""
    return "HX-Request" in request.headers


def as_notice(response: HttpResponse) -> HttpResponse:
    """Return a response with headers that make htmx show it at the top of the page.

    The rest of the page doesn't change.
    """
    response["HX-Retarget"] = "#notices"
    response["HX-Reswap"] = "innerHTML"
    response["HX-Push-Url"] = "false"
    return response
