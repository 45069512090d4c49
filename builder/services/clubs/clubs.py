"""Clubs: create, update and dissolve a club, and change its members and their roles.

Locking the row of a club also protects everything in the club, such as its members and events. Users are
locked before the club (``lock_member_account``), and lists after it.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction

from builder.models import Club, JoinRequest, Membership, Role, Share, User
from builder.models.clubs import REQUIRED_ROLE, ClubAction
from builder.models.ids import find_by_public_id
from builder.security_log import SecurityEvent, record_event
from builder.services.errors import (
    InsufficientRights,
    LimitReached,
    NotPossible,
    require_found,
    require_version,
)
from builder.services.input_specs import MARKDOWN, TextSpec
from builder.services.locks import lock_user


def lock_club(pk: int) -> Club:
    """Reload the club and lock it. Raises NotFound if it was dissolved."""
    return require_found(Club.objects.select_for_update().filter(pk=pk).first(), "This club is dissolved.")


def lock_member_account(user: User) -> None:
    """Lock a user's row, before a club. Raises NotPossible if the user is a guest or was deleted."""
    lock_user(user.pk)
    if not User.objects.filter(pk=user.pk, is_guest=False).exists():
        raise NotPossible("You need an account to use clubs.")


def role_of(club: Club, user: User) -> Role | None:
    """Return a user's role in a locked club, or None if the user is not a member."""
    row = Membership.objects.filter(club=club, user=user).first()
    return Role(row.role) if row else None


def require_role(club: Club, by: User, action: ClubAction) -> Role:
    """Return a user's role in a locked club.

    Raises NotFound if the user is not a member, and InsufficientRights if the role doesn't allow the action.
    """
    role = require_found(role_of(club, by), "You're no longer in this club.")
    if role < REQUIRED_ROLE[action]:
        raise InsufficientRights("Your role in this club no longer allows this.")
    return role


def lock_club_for(pk: int, by: User, action: ClubAction) -> Club:
    """Reload and lock a club, and check that the user's role allows the action.

    Raises NotFound if the club was dissolved, or the errors of ``require_role``.
    """
    club = lock_club(pk)
    require_role(club, by, action)
    return club


# ------------------------------------------------------------------ clubs


CLUB_NAME = TextSpec(label="name", required_error="Enter a name.")
CLUB_PLACE = TextSpec(label="place", help_text="Where you meet.")
CLUB_ABOUT = TextSpec(label="about", is_multiline=True, help_text=MARKDOWN)


class ClubDetails(NamedTuple):
    """The details of a club before they are checked.

    ``time_zone`` is an IANA name, such as "Europe/London". Everybody can find a ``listed`` club and request
    to join it.
    """

    name: str
    place: str = ""
    about: str = ""
    time_zone: str = "UTC"
    listed: bool = False


@cache
def time_zones() -> tuple[str, ...]:
    """Return the names of all time zones, in alphabetical order."""
    return tuple(sorted(available_timezones() - {"localtime", "Factory", "posixrules"}))


@transaction.atomic
def create_club(owner: User, details: ClubDetails) -> Club:
    """Create a club. Raises LimitReached if ``owner`` already owns the maximum number of clubs."""
    fields = _checked_columns(details)
    lock_member_account(owner)
    limit = settings.MUSTERBOOK_MAX_CLUBS_OWNED
    if Membership.objects.filter(user=owner, role=Role.OWNER).count() >= limit:
        raise LimitReached(
            f"You own {limit:,} clubs, which is the limit. Hand one over or dissolve it first."
        )
    club = Club.objects.create(**fields)
    add_member(club, owner, Role.OWNER)
    record_event(SecurityEvent.CLUB_CREATED, by=owner, club=club.public_id)
    return club


@transaction.atomic
def update_club(
    club: Club, by: User, version: int | None, wanted: ClubDetails | Callable[[Club], ClubDetails]
) -> int:
    """Change a club to the ``wanted`` details, and return its new version.

    A function ``wanted`` gets the current club after it is locked, and returns the details. Raises
    StaleVersion if ``version`` is not None and the club was saved after it.
    """
    current = lock_club_for(club.pk, by, ClubAction.EDIT)
    require_version(current, version)
    fields = _checked_columns(wanted(current) if callable(wanted) else wanted)
    if all(getattr(current, name) == value for name, value in fields.items()):
        return current.version
    Club.objects.filter(pk=club.pk).update(**fields, moderators_note="", version=current.version + 1)
    return current.version + 1


@transaction.atomic
def dissolve_club(club: Club, by: User, version: int | None = None) -> None:
    """Delete a club with its invites, shares and events, but not its members' lists.

    Raises StaleVersion if ``version`` is not None and the club was saved after it.
    """
    current = lock_club_for(club.pk, by, ClubAction.DISSOLVE)
    require_version(current, version)
    current.delete()
    record_event(SecurityEvent.CLUB_DISSOLVED, by=by, club=club.public_id)


def _checked_columns(details: ClubDetails) -> dict[str, str | bool]:
    """Return the details of a club as columns. Raises an error if a value is invalid."""
    if details.time_zone not in time_zones():
        raise NotPossible(f"Unknown time zone: “{details.time_zone[:60]}”.")
    checked = details._replace(
        name=CLUB_NAME.clean(details.name),
        place=CLUB_PLACE.clean(details.place),
        about=CLUB_ABOUT.clean(details.about),
    )
    return checked._asdict()


# ------------------------------------------------------------------ members


@transaction.atomic
def set_role(club: Club, by: User, membership_id: str, role: Role) -> Membership:
    """Give a member the role of an organiser or of an ordinary member, and return the membership.

    Raises NotPossible if the person is the owner, or if ``role`` is that of an owner.
    """
    current = lock_club_for(club.pk, by, ClubAction.PROMOTE)
    row = _get_membership(current, membership_id)
    if Role.OWNER in (role, row.role):
        raise NotPossible("To change the owner, hand the club over.")
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
def remove_member(club: Club, by: User, membership_id: str) -> Membership:
    """Remove another person and their shares from a club, and return the ended membership."""
    current = lock_club_for(club.pk, by, ClubAction.REMOVE)
    row = _get_membership(current, membership_id)
    if row.user_id == by.pk:
        raise NotPossible("You can't remove yourself. Leave the club instead.")
    if row.role == Role.OWNER:
        raise NotPossible("You can't remove the owner of a club.")
    if row.role == Role.ORGANISER:
        require_role(current, by, ClubAction.REMOVE_ORGANISERS)
    remove_membership(current, row.user)
    record_event(SecurityEvent.CLUB_MEMBER_REMOVED, by=by, person=row.user, club=current.public_id)
    return row


@transaction.atomic
def leave_club(club: Club, user: User) -> None:
    """Remove a user and their shares from a club. Raises NotPossible if the user owns the club."""
    current = lock_club(club.pk)
    if require_role(current, user, ClubAction.LEAVE) == Role.OWNER:
        raise NotPossible("You own this club. Hand it over or dissolve it first.")
    remove_membership(current, user)
    record_event(SecurityEvent.CLUB_LEFT, by=user, club=current.public_id)


@transaction.atomic
def hand_over_club(club: Club, by: User, membership_id: str) -> Membership:
    """Make another member the owner of a club. The former owner becomes an organiser."""
    current = lock_club_for(club.pk, by, ClubAction.HAND_OVER)
    new_owner = _get_membership(current, membership_id)
    if new_owner.user_id == by.pk:
        raise NotPossible("You already own this club.")
    _transfer_ownership(current, new_owner)
    record_event(SecurityEvent.CLUB_OWNER_CHANGED, by=by, person=new_owner.user, club=current.public_id)
    return new_owner


@transaction.atomic
def leave_all_clubs(user: User) -> None:
    """Remove a user from all their clubs, in the transaction that deletes the user.

    A club that the user owns gets a new owner: the organiser who joined first, or else the member who joined
    first. If the club has no other members, it is dissolved. The user's row is locked, so that nobody can add
    the user to a club meanwhile.
    """
    lock_user(user.pk)
    club_ids = Membership.objects.filter(user=user).order_by("club_id").values_list("club_id", flat=True)
    for pk in list(club_ids):
        club = Club.objects.select_for_update().filter(pk=pk).first()
        row = Membership.objects.filter(club=club, user=user).first() if club else None
        if club is None or row is None:
            continue
        if row.role == Role.OWNER:
            others = Membership.objects.filter(club=club).exclude(user=user)
            new_owner = others.order_by("-role", "joined", "pk").first()
            if new_owner is None:
                record_event(SecurityEvent.CLUB_DISSOLVED, person=user, club=club.public_id)
                club.delete()
                continue
            _transfer_ownership(club, new_owner)
            record_event(SecurityEvent.CLUB_OWNER_CHANGED, person=new_owner.user, club=club.public_id)
        remove_membership(club, user)
        record_event(SecurityEvent.CLUB_LEFT, person=user, club=club.public_id)
    JoinRequest.objects.filter(user=user).delete()


def _transfer_ownership(club: Club, new_owner: Membership) -> None:
    # A constraint of the table allows only one owner, so the old owner becomes an organiser first. The club
    # is locked, so nobody sees it without an owner.
    Membership.objects.filter(club=club, role=Role.OWNER).update(role=Role.ORGANISER)
    new_owner.role = Role.OWNER
    new_owner.save(update_fields=["role"])


def _get_membership(club: Club, public_id: str) -> Membership:
    rows = Membership.objects.select_related("user").filter(club=club)
    return require_found(find_by_public_id(rows, public_id), "This person is no longer in the club.")


def add_member(club: Club, user: User, role: Role = Role.MEMBER) -> Membership:
    """Add a member to a locked club, and delete their request to join.

    Raises LimitReached if the club has too many members, or the user is in too many clubs.
    """
    limit = settings.MUSTERBOOK_MAX_CLUBS_PER_USER
    if Membership.objects.filter(user=user).count() >= limit:
        raise LimitReached(f"A member can be in at most {limit:,} clubs. Leave another club first.")
    limit = settings.MUSTERBOOK_MAX_MEMBERS
    if Membership.objects.filter(club=club).count() >= limit:
        raise LimitReached(f"This club has {limit:,} members, which is the limit.")
    JoinRequest.objects.filter(club=club, user=user).delete()
    return Membership.objects.create(club=club, user=user, role=role)


def remove_membership(club: Club, user: User) -> None:
    """Delete a user's membership in a locked club, and their shares with the club."""
    Membership.objects.filter(club=club, user=user).delete()
    Share.objects.filter(club=club, company_list__owner=user).delete()
