"""Where things of a list stand on the site, and what is an address of it at all."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from builder.models import CompanyList


def list_address(row: CompanyList) -> str:
    """Where a list itself is read: one's own page, or the sample's."""
    return reverse("sample", args=(row.sample,)) if row.sample else reverse("list", args=(row.public_id,))


def is_within(request: HttpRequest, address: str) -> bool:
    """Whether an address that came from outside stays on this site."""
    host = {request.get_host()}
    return address.isprintable() and url_has_allowed_host_and_scheme(address, allowed_hosts=host)
