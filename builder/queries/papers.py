"""People's print setups."""

from django.http import Http404

from builder.models import PrintSetup
from builder.models.ids import is_public_id
from builder.queries.access import Reader


def setups_of(user: Reader) -> list[PrintSetup]:
    """Somebody's print setups in the order of their names; of nobody none, without a query."""
    return list(PrintSetup.objects.filter(owner=user.pk).order_by("folded")) if user.pk else []


def setup_for_owner(user: Reader, public_id: str) -> PrintSetup:
    """A print setup that this user may change; Http404 for any other."""
    rows = PrintSetup.objects.filter(owner=user.pk or 0)
    row = rows.filter(public_id=public_id).first() if is_public_id(public_id) else None
    if row is None:
        raise Http404("You have no such print setup.")
    return row
