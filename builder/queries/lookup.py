"""The lookup of a row by the public id in an address."""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404

from builder.models.ids import find_by_public_id

Row = TypeVar("Row", bound=Model)


def get_by_public_id(rows: QuerySet[Row], public_id: str, not_found: str) -> Row:
    """Return the row with this public id. Raises Http404 with the message ``not_found`` if there is none."""
    row = find_by_public_id(rows, public_id)
    if row is None:
        raise Http404(not_found)
    return row
