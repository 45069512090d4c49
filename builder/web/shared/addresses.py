"""Check of redirect addresses."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def is_same_site_url(request: HttpRequest, address: str) -> bool:
    """Return whether an address from a request leads to this site, so that it is a safe redirect."""
    host = {request.get_host()}
    return address.isprintable() and url_has_allowed_host_and_scheme(address, allowed_hosts=host)
