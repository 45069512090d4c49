"""The pages of a list."""

from django.test import Client

from builder.models import CompanyList


def page(reader: Client, row: CompanyList, path: str = "") -> str:
    """Return a page of a list, which must exist."""
    answer = reader.get(f"/lists/{row.public_id}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()
