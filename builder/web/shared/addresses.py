"""What is an address of this site at all."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def is_same_site_url(request: HttpRequest, address: str) -> bool:
    """Whether an address that came from outside stays on this site."""
    host = {request.get_host()}
    return address.isprintable() and url_has_allowed_host_and_scheme(address, allowed_hosts=host)
