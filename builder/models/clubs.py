"""Clubs, with their members, invites, join requests and shares.

``REQUIRED_ROLE`` says which role a member must have for each action.
"""

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from builder.models.ids import new_public_id, new_secret
from builder.models.lists import CompanyList
from builder.models.rosters import Roster


class Role(models.IntegerChoices):
    """The role of a member in a club. Members may do everything that a role with a lower number may do."""

    MEMBER = 1, "Member"
    ORGANISER = 2, "Organiser"
    OWNER = 3, "Owner"


class Club(models.Model):
    """A group of people who play together.

    If ``listed`` is true, anybody can find the club and request to join. ``time_zone`` is the IANA name of
    the time zone in which pages show the deadlines of events. If moderators removed the name and the texts,
    ``moderators_note`` is their reason. Organisers see it until one of them saves the club.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    name = models.TextField()
    place = models.TextField(blank=True)
    about = models.TextField(blank=True)
    time_zone = models.CharField(max_length=60, default="UTC")
    listed = models.BooleanField(default=False)
    moderators_note = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("name", "pk")
        indexes = (
            models.Index(fields=("name", "id"), condition=Q(listed=True), name="listed_clubs_by_name"),
        )

    def __str__(self) -> str:
        """Return the name of the club."""
        return self.name


class Membership(models.Model):
    """A person in a club. Each club has exactly one owner.

    A constraint of the table prevents a second owner. The services make sure that there is one.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.PositiveSmallIntegerField(choices=Role.choices, default=Role.MEMBER)
    joined = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-role", "joined", "pk")
        constraints = (
            models.UniqueConstraint(fields=("club", "user"), name="member_once_a_club"),
            models.UniqueConstraint(fields=("club",), condition=Q(role=3), name="club_has_one_owner"),
        )

    def __str__(self) -> str:
        """Return the person and the club."""
        return f"{self.user} in {self.club}"


class Invite(models.Model):
    """A link to join a club. It works until it expires, is revoked, or was used ``most_uses`` times."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="invites")
    secret = models.CharField(max_length=24, unique=True, default=new_secret, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True)
    made = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField()
    most_uses = models.PositiveIntegerField()
    uses = models.PositiveIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(uses__lte=models.F("most_uses")), name="invite_within_its_uses"
            ),
        )

    def __str__(self) -> str:
        """Return the club and the number of uses."""
        return f"invite to {self.club} ({self.uses} of {self.most_uses})"

    @property
    def uses_left(self) -> int:
        """The number of remaining uses."""
        return self.most_uses - self.uses


class JoinRequest(models.Model):
    """A person's request to join a club. It is deleted when it is accepted or declined."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="requests", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    words = models.TextField(blank=True)
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("club", "user"), name="request_once_a_club"),)

    def __str__(self) -> str:
        """Return the person and the club."""
        return f"{self.user} asks {self.club}"


class Share(models.Model):
    """A list, or a single roster of it, that the list's owner shares with a club.

    When the owner leaves the club, the share is deleted.
    """

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="shares")
    company_list = models.ForeignKey(CompanyList, models.CASCADE, related_name="shares")
    roster = models.ForeignKey(Roster, models.CASCADE, related_name="shares", null=True, blank=True)
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("club", "company_list"), condition=Q(roster=None), name="list_shared_once_a_club"
            ),
            models.UniqueConstraint(
                fields=("club", "roster"), condition=Q(roster__isnull=False), name="roster_shared_once_a_club"
            ),
        )

    def __str__(self) -> str:
        """Return the list and the club."""
        return f"{self.roster or self.company_list} with {self.club}"


class ClubAction(Enum):
    """Something that a member with the required role may do in a club (``REQUIRED_ROLE``)."""

    SEE = auto()  # see the club's page, members, shares and events
    SHARE = auto()  # start and stop sharing one's own lists
    HAND_IN = auto()  # hand in one's own roster for an event
    LEAVE = auto()
    EDIT = auto()  # change name, place, about, time zone, and whether the club is listed
    INVITE = auto()  # see, create and revoke invites
    ADMIT = auto()  # see, accept and decline requests to join
    REMOVE = auto()  # remove members who aren't organisers
    STOP_SHARES = auto()  # stop shares of other members
    MAKE_EVENTS = auto()  # create, change and delete events
    SEE_HAND_INS = auto()  # see all hand-ins before the deadline, and print them as one paper
    PROMOTE = auto()  # give members the role of organiser, and take it from them
    REMOVE_ORGANISERS = auto()
    HAND_OVER = auto()
    DISSOLVE = auto()


REQUIRED_ROLE: Mapping[ClubAction, Role] = MappingProxyType(
    {
        ClubAction.SEE: Role.MEMBER,
        ClubAction.SHARE: Role.MEMBER,
        ClubAction.HAND_IN: Role.MEMBER,
        ClubAction.LEAVE: Role.MEMBER,
        ClubAction.EDIT: Role.ORGANISER,
        ClubAction.INVITE: Role.ORGANISER,
        ClubAction.ADMIT: Role.ORGANISER,
        ClubAction.REMOVE: Role.ORGANISER,
        ClubAction.STOP_SHARES: Role.ORGANISER,
        ClubAction.MAKE_EVENTS: Role.ORGANISER,
        ClubAction.SEE_HAND_INS: Role.ORGANISER,
        ClubAction.PROMOTE: Role.OWNER,
        ClubAction.REMOVE_ORGANISERS: Role.OWNER,
        ClubAction.HAND_OVER: Role.OWNER,
        ClubAction.DISSOLVE: Role.OWNER,
    }
)
