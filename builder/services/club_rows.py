"""What every change to a club begins with: the lock, and whether whoever asks may do it.

The row of a club is the lock of everything in it. People whose rows a new row will name are locked first
(``guards.lock``), lists after it.
"""

from django.conf import settings
from django.utils import timezone

from builder.models import Club, Invite, JoinRequest, Membership, Role, Share, User
from builder.models.ranks import REQUIRED_ROLE, ClubAction
from builder.services.errors import LimitReached, NotFound, NotPossible, RankTooLow
from builder.services.guards import lock_user


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


def add_member(club: Club, user: User, role: Role = Role.MEMBER) -> Membership:
    """One member more of a locked club, within the limits; what they asked is answered thereby."""
    most = settings.MUSTERBOOK_MAX_CLUBS_PER_USER
    if Membership.objects.filter(user=user).count() >= most:
        raise LimitReached(f"Nobody is in more than {most:,} clubs: one would have to be left first.")
    most = settings.MUSTERBOOK_MAX_MEMBERS
    if Membership.objects.filter(club=club).count() >= most:
        raise LimitReached(f"This club has {most:,} members, as many as a club may have.")
    JoinRequest.objects.filter(club=club, user=user).delete()
    return Membership.objects.create(club=club, user=user, role=role)


def remove_membership(club: Club, user: User) -> None:
    """End somebody's membership of a locked club, and with it all that they share with it."""
    Membership.objects.filter(club=club, user=user).delete()
    Share.objects.filter(club=club, company_list__owner=user).delete()


def is_invite_open(invite: Invite) -> bool:
    """Whether an invite still lets somebody in."""
    fresh = invite.revoked_at is None and invite.expires > timezone.now()
    return fresh and invite.uses < invite.most_uses
