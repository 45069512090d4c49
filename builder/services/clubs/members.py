"""Who is in a club, and as what. A club has exactly one owner at every moment."""

from django.conf import settings
from django.db import transaction

from builder.models import Club, JoinRequest, Membership, Role, Share, User
from builder.models.clubs import ClubAction
from builder.models.ids import is_public_id
from builder.security_log import SecurityEvent, record_event
from builder.services.clubs.access import lock_club, require_rank
from builder.services.errors import LimitReached, NotFound, NotPossible
from builder.services.locks import lock_user


@transaction.atomic
def set_role(club: Club, by: User, member: str, role: Role) -> Membership:
    """Make a member an organiser, or an organiser a member. ``member`` is the id of the membership."""
    current = lock_club(club.pk)
    require_rank(current, by, ClubAction.PROMOTE)
    row = _get_member(current, member)
    if Role.OWNER in (role, row.role):
        raise NotPossible("A club changes its owner by being handed over, and in no other way.")
    if row.role != role:
        row.role = role
        row.save(update_fields=["role"])
        record_event(
            SecurityEvent.CLUB_ROLE_CHANGED,
            by=by,
            person=row.user,
            club=current.public_id,
            role=role.name.lower(),
        )
    return row


@transaction.atomic
def remove_member(club: Club, by: User, member: str) -> Membership:
    """Remove somebody else from a club, with what they share with it; the membership that ended."""
    current = lock_club(club.pk)
    require_rank(current, by, ClubAction.REMOVE)
    row = _get_member(current, member)
    if row.user_id == by.pk:
        raise NotPossible("To go yourself, leave the club.")
    if row.role == Role.OWNER:
        raise NotPossible("Nobody removes the owner of a club.")
    if row.role == Role.ORGANISER:
        require_rank(current, by, ClubAction.REMOVE_ORGANISERS)
    remove_membership(current, row.user)
    record_event(SecurityEvent.CLUB_MEMBER_REMOVED, by=by, person=row.user, club=current.public_id)
    return row


@transaction.atomic
def leave_club(club: Club, user: User) -> None:
    """Leave a club, and share nothing with it any more; NotPossible for its owner."""
    current = lock_club(club.pk)
    if require_rank(current, user, ClubAction.LEAVE) == Role.OWNER:
        raise NotPossible("You own this club: hand it over or dissolve it first.")
    remove_membership(current, user)
    record_event(SecurityEvent.CLUB_LEFT, by=user, club=current.public_id)


@transaction.atomic
def hand_over_club(club: Club, by: User, member: str) -> Membership:
    """Make another member the owner; the former owner stays as an organiser."""
    current = lock_club(club.pk)
    require_rank(current, by, ClubAction.HAND_OVER)
    new_owner = _get_member(current, member)
    if new_owner.user_id == by.pk:
        raise NotPossible("You own this club already.")
    _transfer_ownership(current, new_owner)
    record_event(SecurityEvent.CLUB_OWNER_CHANGED, by=by, person=new_owner.user, club=current.public_id)
    return new_owner


@transaction.atomic
def leave_all_clubs(user: User) -> None:
    """Take somebody who is about to be deleted out of all clubs, in the transaction that deletes them.

    A club of theirs goes to its longest-serving organiser, else to its longest-serving member; one that
    nobody else is in is dissolved. Their row is locked, so that nobody lets them in anywhere meanwhile.
    """
    lock_user(user.pk)
    theirs = Membership.objects.filter(user=user).order_by("club_id").values_list("club_id", flat=True)
    for pk in list(theirs):
        club = Club.objects.select_for_update().filter(pk=pk).first()
        row = Membership.objects.filter(club=club, user=user).first() if club else None
        if club is None or row is None:
            continue
        if row.role == Role.OWNER:
            others = Membership.objects.filter(club=club).exclude(user=user)
            heir = others.order_by("-role", "joined", "pk").first()
            if heir is None:
                record_event(SecurityEvent.CLUB_DISSOLVED, person=user, club=club.public_id)
                club.delete()
                continue
            _transfer_ownership(club, heir)
            record_event(SecurityEvent.CLUB_OWNER_CHANGED, person=heir.user, club=club.public_id)
        remove_membership(club, user)
        record_event(SecurityEvent.CLUB_LEFT, person=user, club=club.public_id)
    JoinRequest.objects.filter(user=user).delete()


def _transfer_ownership(club: Club, new_owner: Membership) -> None:
    # One owner at the most at every step, as the table demands; in between the lock lets nobody look.
    Membership.objects.filter(club=club, role=Role.OWNER).update(role=Role.ORGANISER)
    new_owner.role = Role.OWNER
    new_owner.save(update_fields=["role"])


def _get_member(club: Club, public_id: str) -> Membership:
    rows = Membership.objects.select_related("user").filter(club=club)
    row = rows.filter(public_id=public_id).first() if is_public_id(public_id) else None
    if row is None:
        raise NotFound("This person is not in the club any more.")
    return row


def add_member(club: Club, user: User, role: Role = Role.MEMBER) -> Membership:
    """Add a member to a locked club, within the limits; their request to join goes."""
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
