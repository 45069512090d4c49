"""The two ways to join a club: with an invite, or with a request that the club accepts."""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from builder.models import Club, Invite, JoinRequest, User
from builder.models.clubs import ClubAction
from builder.models.ids import find_by_public_id, is_public_id
from builder.security_log import SecurityEvent, record_event
from builder.services.clubs.clubs import (
    add_member,
    lock_club,
    lock_club_for,
    lock_member_account,
    role_of,
)
from builder.services.errors import LimitReached, NotFound, NotPossible, require_found
from builder.services.input_specs import NumberSpec, TextSpec

INVITE_DAYS = NumberSpec(min_value=1, max_value=90, initial=14, label="Days until it expires")
INVITE_USES = NumberSpec(min_value=1, max_value=100, initial=10, label="How many people can use it")
REQUEST_WORDS = TextSpec(
    label="request",
    is_multiline=True,
    own_max_length=1_000,
    help_text="Optional. The owner and the organisers can read it.",
)


class JoinResult(NamedTuple):
    """The result of joining a club. ``was_member`` is True if the user already was a member before."""

    club: Club
    was_member: bool


@transaction.atomic
def create_invite(club: Club, by: User, days: int, most_uses: int) -> Invite:
    """Create an invite with which up to ``most_uses`` people can join a club within ``days`` days.

    Also delete the invites of the club that no longer work. Raises LimitReached if a number is out of its
    bounds, or if the club has too many invites.
    """
    if days not in INVITE_DAYS or most_uses not in INVITE_USES:
        raise LimitReached(
            f"An invite can last 1 to {INVITE_DAYS.max_value} days, for 1 to {INVITE_USES.max_value} people."
        )
    lock_member_account(by)
    current = lock_club_for(club.pk, by, ClubAction.INVITE)
    rows = Invite.objects.filter(club=current)
    now = timezone.now()
    rows.filter(Q(revoked_at__isnull=False) | Q(expires__lte=now) | Q(uses__gte=F("most_uses"))).delete()
    limit = settings.MUSTERBOOK_MAX_INVITES
    if rows.count() >= limit:
        raise LimitReached(f"This club has {limit:,} open invites, which is the limit. Revoke one first.")
    expires = now + timedelta(days=days)
    invite = Invite.objects.create(club=current, by=by, made=now, expires=expires, most_uses=most_uses)
    record_event(
        SecurityEvent.CLUB_INVITE_CREATED,
        by=by,
        club=current.public_id,
        invite=invite.public_id,
        days=days,
        uses=most_uses,
    )
    return invite


@transaction.atomic
def revoke_invite(club: Club, by: User, invite_id: str) -> None:
    """Revoke an invite, unless it is already revoked. Raises NotFound if it doesn't exist."""
    current = lock_club_for(club.pk, by, ClubAction.INVITE)
    rows = Invite.objects.filter(club=current, public_id=invite_id)
    if not is_public_id(invite_id) or not rows.exists():
        raise NotFound("This invite is already revoked.")
    if rows.filter(revoked_at=None).update(revoked_at=timezone.now()):
        record_event(SecurityEvent.CLUB_INVITE_REVOKED, by=by, club=current.public_id, invite=invite_id)


@transaction.atomic
def join_by_invite(user: User, secret: str) -> JoinResult:
    """Add a user to a club with an invite, and count the use, unless the user already is a member.

    Raises NotFound if the invite no longer works or never existed. The message is the same, so that nobody
    can find out which secrets existed.
    """
    lock_member_account(user)
    club_id = Invite.objects.filter(secret=secret).values_list("club_id", flat=True).first()
    club = lock_club(club_id) if club_id is not None else None
    invite = Invite.objects.filter(club=club, secret=secret).first() if club else None
    if club is None or invite is None or not _is_open(invite):
        raise NotFound("This invite doesn't work.")
    if role_of(club, user) is not None:
        return JoinResult(club, was_member=True)
    add_member(club, user)
    Invite.objects.filter(pk=invite.pk).update(uses=F("uses") + 1)
    record_event(SecurityEvent.CLUB_JOINED, by=user, club=club.public_id, invite=invite.public_id)
    return JoinResult(club, was_member=False)


@transaction.atomic
def request_to_join(club: Club, user: User, words: str) -> JoinRequest:
    """Store a user's request to join a listed club, or replace the message of their open request."""
    REQUEST_WORDS.clean(words)
    lock_member_account(user)
    current = lock_club(club.pk)
    if role_of(current, user) is not None:
        raise NotPossible("You're already in this club.")
    if not current.listed:
        raise NotFound("This club doesn't accept requests to join.")
    rows = JoinRequest.objects.filter(club=current)
    limit = settings.MUSTERBOOK_MAX_REQUESTS
    if not rows.filter(user=user).exists() and rows.count() >= limit:
        raise LimitReached("This club has too many open requests. Try again later.")
    row, _ = rows.update_or_create(club=current, user=user, defaults={"words": words})
    return row


@transaction.atomic
def accept_request(club: Club, by: User, join_request: str) -> User:
    """Accept the request to join with the public id ``join_request``, and return the new member."""
    applicant = _get_join_request(club, join_request).user
    lock_member_account(applicant)
    current = lock_club_for(club.pk, by, ClubAction.ADMIT)
    _get_join_request(current, join_request)
    add_member(current, applicant)
    record_event(SecurityEvent.CLUB_MEMBER_ACCEPTED, by=by, person=applicant, club=current.public_id)
    return applicant


@transaction.atomic
def decline_request(club: Club, by: User, join_request: str) -> User:
    """Delete a request to join, and return its sender. They aren't notified, and can send another one."""
    current = lock_club_for(club.pk, by, ClubAction.ADMIT)
    row = _get_join_request(current, join_request)
    row.delete()
    return row.user


def _get_join_request(club: Club, public_id: str) -> JoinRequest:
    rows = JoinRequest.objects.select_related("user").filter(club=club)
    return require_found(find_by_public_id(rows, public_id), "This request was already answered.")


def _is_open(invite: Invite) -> bool:
    return invite.revoked_at is None and invite.expires > timezone.now() and invite.uses_left > 0
