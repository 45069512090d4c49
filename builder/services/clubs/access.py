"""What every change to a club begins with: the lock, and whether whoever asks may do it.

The row of a club is the lock of everything in it. People whose rows a new row will name are locked first
(``guards.lock``), lists after it.
"""

from builder.models import Club, Membership, Role, User
from builder.models.clubs import REQUIRED_ROLE, ClubAction
from builder.services.errors import NotFound, NotPossible, RankTooLow
from builder.services.locks import lock_user


def lock_club(pk: int) -> Club:
    """The club as it is now, held until the transaction ends; NotFound when it is dissolved."""
    club = Club.objects.select_for_update().filter(pk=pk).first()
    if club is None:
        raise NotFound("This club is dissolved.")
    return club


def lock_member_account(user: User) -> None:
    """Hold somebody with an account, before any club; NotFound when they are gone."""
    lock_user(user.pk)
    account = User.objects.filter(pk=user.pk, is_guest=False).exists()
    if not account:
        raise NotPossible("Clubs are for people with an account.")


def role_of(club: Club, user: User) -> Role | None:
    """What somebody is in a locked club; None where they are not in it."""
    row = Membership.objects.filter(club=club, user=user).first()
    return Role(row.role) if row else None


def require_rank(club: Club, by: User, action: ClubAction) -> Role:
    """The rank of whoever asks, in a locked club; a refusal where it is too low for this."""
    role = role_of(club, by)
    if role is None:
        raise NotFound("You are not in this club any more.")
    if role < REQUIRED_ROLE[action]:
        raise RankTooLow("Your rank in this club is too low for that now.")
    return role
