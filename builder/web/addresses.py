"""Where things of a list stand on the site."""

from django.urls import reverse

from builder.models import CompanyList


def list_address(row: CompanyList) -> str:
    """Where a list itself is read: one's own page, or the sample's."""
    return reverse("sample", args=(row.sample,)) if row.sample else reverse("list", args=(row.public_id,))
