"""The pages of a list as text."""

import re

from django.test import Client

from builder.models import CompanyList


def page(reader: Client, row: CompanyList, path: str = "") -> str:
    """Return a page of a list, which must exist."""
    answer = reader.get(f"/lists/{row.public_id}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    """Return what a page says, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
