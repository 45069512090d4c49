"""Who may do what in a club. To strangers a club is not there."""

from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404

from builder.models import Club, Membership, Role
from builder.models.clubs import REQUIRED_ROLE, ClubAction
from builder.models.ids import is_public_id
from builder.queries.access import Reader

__all__ = [
    "REQUIRED_ROLE",
    "ClubAccess",
    "ClubAction",
    "club_access_or_none",
    "require_club_access",
]


class ClubAccess(NamedTuple):
    """A club, and what the reader is in it."""

    club: Club
    role: Role

    def may(self, action: ClubAction) -> bool:
        """Whether the reader's rank is enough for this."""
        return self.role >= REQUIRED_ROLE[action]


def require_club_access(user: Reader, public_id: str, action: ClubAction) -> ClubAccess:
    """Access to a club in which this user may do this, in one query.

    Http404 where there is no such club or they are not in it; PermissionDenied where their rank is too low.
    """
    access = club_access_or_none(user, public_id)
    if access is None:
        raise Http404("There is no such club, or you are not in it.")
    if not access.may(action):
        raise PermissionDenied("Your rank in this club is too low for that.")
    return access


def club_access_or_none(user: Reader, public_id: str) -> ClubAccess | None:
    """Access to a club that this user is in; None where they are no member, or there is no such club."""
    if user.pk is None or not is_public_id(public_id):
        return None
    rows = Membership.objects.select_related("club").filter(user_id=user.pk, club__public_id=public_id)
    row = rows.first()
    return ClubAccess(row.club, Role(row.role)) if row else None
