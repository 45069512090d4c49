"""What every change to a club begins with: the lock, and whether somebody may make the change.

The row of a club is the lock of everything in it. People whose rows a new row will refer to are locked before
it (``lock_member_account``), lists after it.
"""

from builder.models import Club, Membership, Role, User
from builder.models.clubs import REQUIRED_ROLE, ClubAction
from builder.services.errors import NotFound, NotPossible, RankTooLow
from builder.services.locks import lock_user


def lock_club(pk: int) -> Club:
    """Reload the club and lock it until the transaction ends; NotFound when it is dissolved."""
    club = Club.objects.select_for_update().filter(pk=pk).first()
    if club is None:
        raise NotFound("This club is dissolved.")
    return club


def lock_member_account(user: User) -> None:
    """Lock somebody's row, before any club; NotPossible for guests and those who are gone."""
    lock_user(user.pk)
    account = User.objects.filter(pk=user.pk, is_guest=False).exists()
    if not account:
        raise NotPossible("Clubs are for people with an account.")


def role_of(club: Club, user: User) -> Role | None:
    """Somebody's role in a locked club; None where they are not in it."""
    row = Membership.objects.filter(club=club, user=user).first()
    return Role(row.role) if row else None


def require_rank(club: Club, by: User, action: ClubAction) -> Role:
    """Somebody's role in a locked club; NotFound or RankTooLow where they may not do this."""
    role = role_of(club, by)
    if role is None:
        raise NotFound("You are not in this club any more.")
    if role < REQUIRED_ROLE[action]:
        raise RankTooLow("Your rank in this club is too low for that now.")
    return role
