"""Queries for print setups. A print setup is a set of options for printing that a user has saved."""

from builder.models import PrintSetup
from builder.queries.access import Reader
from builder.queries.lookup import get_by_public_id


def setups_of(user: Reader) -> list[PrintSetup]:
    """Return a user's print setups, sorted by name. For an anonymous user, return [] without a query."""
    return list(PrintSetup.objects.filter(owner=user.pk).order_by("lookup_name")) if user.pk else []


def setup_for_owner(user: Reader, public_id: str) -> PrintSetup:
    """Return a print setup of this user. Raises Http404 for any other setup."""
    rows = PrintSetup.objects.filter(owner=user.pk or 0)
    return get_by_public_id(rows, public_id, "You have no such print setup.")
