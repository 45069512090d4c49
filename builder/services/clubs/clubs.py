"""Clubs themselves: created, updated, dissolved."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction

from builder.models import Club, Membership, Role, User
from builder.models.clubs import ClubAction
from builder.security_log import SecurityEvent, record_event
from builder.services.clubs.access import lock_club, lock_member_account, require_rank
from builder.services.clubs.members import add_member
from builder.services.errors import LimitReached, NotPossible, require_version
from builder.services.questions import MARKDOWN, TextQuestion

CLUB_NAME = TextQuestion(label="name", needed="A club needs a name.")
CLUB_PLACE = TextQuestion(label="place", help="Where you meet, in a line.")
CLUB_ABOUT = TextQuestion(label="about", lines=True, help=MARKDOWN)


class ClubDetails(NamedTuple):
    """The details of a club, unchecked. ``time_zone`` is an IANA name; strangers find a ``listed`` club."""

    name: str
    place: str = ""
    about: str = ""
    time_zone: str = "UTC"
    listed: bool = False


@cache
def time_zones() -> tuple[str, ...]:
    """The names that a time zone may have, in the order of the alphabet."""
    return tuple(sorted(available_timezones() - {"localtime", "Factory", "posixrules"}))


@transaction.atomic
def create_club(owner: User, details: ClubDetails) -> Club:
    """Create a club that its founder owns."""
    fields = _checked_columns(details)
    lock_member_account(owner)
    most = settings.MUSTERBOOK_MAX_CLUBS_OWNED
    if Membership.objects.filter(user=owner, role=Role.OWNER).count() >= most:
        raise LimitReached(
            f"You own {most:,} clubs, as many as one person may: hand one over or dissolve it."
        )
    club = Club.objects.create(**fields)
    add_member(club, owner, Role.OWNER)
    record_event(SecurityEvent.CLUB_CREATED, by=owner, club=club.public_id)
    return club


@transaction.atomic
def update_club(
    club: Club, by: User, version: int | None, wanted: ClubDetails | Callable[[Club], ClubDetails]
) -> int:
    """Update a club, from values or from a function of the club as it is now; its new version.

    StaleVersion when it was saved after ``version``, None saves over any version.
    """
    current = lock_club(club.pk)
    require_rank(current, by, ClubAction.EDIT)
    require_version(current, version)
    fields = _checked_columns(wanted(current) if callable(wanted) else wanted)
    if all(getattr(current, name) == value for name, value in fields.items()):
        return current.version
    Club.objects.filter(pk=club.pk).update(**fields, moderators_note="", version=current.version + 1)
    return current.version + 1


@transaction.atomic
def dissolve_club(club: Club, by: User, version: int | None = None) -> None:
    """End a club, with its invites, shares and events. Lists stay their owners'.

    StaleVersion when the club was saved after ``version``, None dissolves any version.
    """
    current = lock_club(club.pk)
    require_rank(current, by, ClubAction.DISSOLVE)
    require_version(current, version)
    current.delete()
    record_event(SecurityEvent.CLUB_DISSOLVED, by=by, club=club.public_id)


def _checked_columns(details: ClubDetails) -> dict[str, str | bool]:
    """The columns; a refusal that names what cannot be stored."""
    if details.time_zone not in time_zones():
        raise NotPossible(f"No time zone is called “{details.time_zone[:60]}”.")
    return {
        "name": CLUB_NAME.checked(details.name),
        "place": CLUB_PLACE.checked(details.place),
        "about": CLUB_ABOUT.checked(details.about),
        "time_zone": details.time_zone,
        "listed": details.listed,
    }
