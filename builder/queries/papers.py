"""Users' print setups."""

from django.http import Http404

from builder.models import PrintSetup
from builder.models.ids import is_public_id
from builder.queries.access import Reader


def setups_of(user: Reader) -> list[PrintSetup]:
    """Return a user's print setups by name; empty, without a query, for anonymous users."""
    return list(PrintSetup.objects.filter(owner=user.pk).order_by("lookup_name")) if user.pk else []


def setup_for_owner(user: Reader, public_id: str) -> PrintSetup:
    """Return a print setup that this user may change. Raises Http404 for any other setup."""
    rows = PrintSetup.objects.filter(owner=user.pk or 0)
    row = rows.filter(public_id=public_id).first() if is_public_id(public_id) else None
    if row is None:
        raise Http404("You have no such print setup.")
    return row
