"""The check of addresses that requests ask to be redirected to."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def is_same_site_url(request: HttpRequest, address: str) -> bool:
    """Return whether an address leads to this site, so that it's safe to redirect a request to it."""
    host = {request.get_host()}
    return address.isprintable() and url_has_allowed_host_and_scheme(address, allowed_hosts=host)
