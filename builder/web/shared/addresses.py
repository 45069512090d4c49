"""Which addresses lead to this site."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def is_same_site_url(request: HttpRequest, address: str) -> bool:
    """Whether an address that a request brought may be redirected to: it leads to this site."""
    host = {request.get_host()}
    return address.isprintable() and url_has_allowed_host_and_scheme(address, allowed_hosts=host)
