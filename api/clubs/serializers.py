"""Clubs, their members, invites, requests to join and shares."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request

from api.shared.addresses import url_field, url_of
from api.shared.fields import StrictBooleanField, StrictCharField, StrictIntegerField
from builder.models import Club, Invite, JoinRequest, Membership, Role, Share, User
from builder.queries.clubs.access import ClubAccess
from builder.queries.clubs.clubs import MAX_SEARCH_LENGTH
from builder.services.clubs.clubs import ClubDetails, time_zones
from builder.services.clubs.invites import MAX_INVITE_DAYS, MAX_INVITE_USES, MAX_REQUEST_LENGTH

if TYPE_CHECKING:
    from builder.queries.clubs.clubs import AnnotatedListedClub, CountedInvite, CountedMembership

ROLES = tuple(role.label.lower() for role in Role)


def role_name(role: int) -> str:
    """The name of a role in JSON."""
    return Role(role).label.lower()


# ------------------------------------------------------------------ what is sent


class ClubCreateSerializer(serializers.Serializer[Any]):
    """A club that is to be founded."""

    name = StrictCharField(allow_blank=False, trim_whitespace=True, max_length=settings.MUSTERBOOK_MAX_NAME)
    place = StrictCharField(
        required=False, trim_whitespace=True, max_length=settings.MUSTERBOOK_MAX_NAME,
        help_text="Where it meets, in a line.",
    )  # fmt: skip
    about = StrictCharField(
        required=False, trim_whitespace=True, max_length=settings.MUSTERBOOK_MAX_TEXT, help_text="Markdown."
    )
    time_zone = StrictCharField(
        required=False,
        help_text="An IANA name, such as Europe/London: the deadlines of its events are told in it. "
        "UTC, unless another is named.",
    )
    listed = StrictBooleanField(
        required=False,
        help_text="Whether strangers find its name, place and about, and may ask to be let in.",
    )

    def validate_time_zone(self, value: str) -> str:
        """One that is known."""
        if value not in time_zones():
            raise serializers.ValidationError("is no time zone: write one such as Europe/London")
        return value


class ClubUpdateSerializer(ClubCreateSerializer):
    """What is to be said of a club; what is left out stays."""

    name = StrictCharField(
        required=False, allow_blank=False, trim_whitespace=True, max_length=settings.MUSTERBOOK_MAX_NAME
    )


class ListedClubQuerySerializer(serializers.Serializer[Any]):
    """Which of the clubs that strangers find."""

    q = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=MAX_SEARCH_LENGTH,
        help_text="Words of their name or place.",
    )


class MemberUpdateSerializer(serializers.Serializer[Any]):
    """What a member is to be. A club changes its owner by clubs/{club}/owner."""

    role = serializers.ChoiceField(choices=[word for word in ROLES if word != role_name(Role.OWNER)])


class OwnershipTransferSerializer(serializers.Serializer[Any]):
    """Who is to own a club."""

    member = StrictCharField(allow_blank=False, help_text="Their id among the members.")


class InviteCreateSerializer(serializers.Serializer[Any]):
    """For how long, and for how many."""

    days = StrictIntegerField(min_value=1, max_value=MAX_INVITE_DAYS, help_text="Until it ends.")
    uses = StrictIntegerField(min_value=1, max_value=MAX_INVITE_USES, help_text="How many people it lets in.")


class JoinRequestCreateSerializer(serializers.Serializer[Any]):
    """What somebody says who asks to be let in."""

    words = StrictCharField(
        default="", trim_whitespace=True, max_length=MAX_REQUEST_LENGTH,
        help_text="The owner and the organisers read them.",
    )  # fmt: skip


class ClubShareCreateSerializer(serializers.Serializer[Any]):
    """What of one's own is to be shared."""

    list = StrictCharField(allow_blank=False, help_text="The id of a list of yours.")
    roster = StrictCharField(
        default=None, allow_null=True, allow_blank=False,
        help_text="The id of a roster of it; null for all of it.",
    )  # fmt: skip


# ------------------------------------------------------------------ what is answered


class BaseClubSerializer(serializers.Serializer[Any]):
    """A club among others."""

    id = serializers.CharField()
    url = url_field()
    name = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    members = serializers.IntegerField(help_text="How many people are in it.")


class MyClubSerializer(BaseClubSerializer):
    """A club that you are in."""

    time_zone = serializers.CharField(help_text="An IANA name.")
    listed = serializers.BooleanField()
    version = serializers.IntegerField(help_text="The ETag of clubs/{id}.")
    role = serializers.ChoiceField(choices=ROLES, help_text="What you are in it.")
    joined = serializers.DateTimeField(help_text="When you came.")


class ListedClubSerializer(BaseClubSerializer):
    """A club that strangers find."""

    asked = serializers.BooleanField(
        help_text="Whether you have asked to be let in, and nobody answered yet."
    )


class ClubSerializer(ListedClubSerializer):
    """A club. What strangers are not told is null."""

    about = serializers.CharField(allow_blank=True, help_text="Markdown.")
    listed = serializers.BooleanField()
    role = serializers.ChoiceField(
        choices=ROLES, allow_null=True, help_text="What you are in it; null to strangers."
    )
    time_zone = serializers.CharField(allow_null=True, help_text="An IANA name.")
    created = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField(allow_null=True, help_text="The ETag of clubs/{id}.")


class MemberSerializer(serializers.Serializer[Any]):
    """Somebody in a club."""

    id = serializers.CharField()
    url = url_field()
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=ROLES)
    joined = serializers.DateTimeField()
    mine = serializers.BooleanField(help_text="Whether this is you.")


class InviteSerializer(serializers.Serializer[Any]):
    """An invite that still lets somebody in."""

    id = serializers.CharField()
    url = url_field()
    secret = serializers.CharField(help_text="Programs look at it, and join, at invites/{secret}.")
    page = serializers.URLField(help_text="The address of its page, to be sent to those whom it is for.")
    by = serializers.CharField(allow_blank=True, help_text='Who made it; "" where their account is gone.')
    created = serializers.DateTimeField()
    ends = serializers.DateTimeField(help_text="From this moment on it lets nobody in.")
    uses = serializers.IntegerField(help_text="How many people it lets in, in all.")
    left = serializers.IntegerField(help_text="How many it still lets in.")


class InvitePreviewSerializer(serializers.Serializer[Any]):
    """What an invite leads to."""

    name = serializers.CharField(help_text="The club's.")
    place = serializers.CharField(allow_blank=True)
    about = serializers.CharField(allow_blank=True, help_text="Markdown.")
    members = serializers.IntegerField(help_text="How many people are in it.")
    by = serializers.CharField(allow_blank=True, help_text='Who invites; "" where their account is gone.')
    club = serializers.CharField(allow_null=True, help_text="Its id where you are in it already, else null.")


class JoinResultSerializer(serializers.Serializer[Any]):
    """A club that somebody is in now."""

    before = serializers.BooleanField(help_text="Whether you were in it already.")
    club = ClubSerializer()


class JoinRequestSerializer(serializers.Serializer[Any]):
    """Somebody who asks to be let in."""

    id = serializers.CharField()
    url = url_field()
    by = serializers.CharField(help_text="Who asks.")
    words = serializers.CharField(allow_blank=True)
    created = serializers.DateTimeField(help_text="When they asked first.")


class ClubShareSerializer(serializers.Serializer[Any]):
    """A list, or one roster of it, that a club is shown."""

    id = serializers.CharField()
    url = url_field()
    kind = serializers.ChoiceField(choices=("list", "roster"))
    document = serializers.URLField(help_text="Its document: lists/{id} or rosters/{id}.")
    name = serializers.CharField(allow_blank=True)
    limit = serializers.IntegerField(
        allow_null=True, help_text="The size of a roster's game in points; null for a list, and without one."
    )
    owner = serializers.CharField(allow_blank=True, help_text="Whose it is.")
    system = serializers.CharField()
    edition = serializers.CharField()
    created = serializers.DateTimeField(help_text="When it was shared.")
    mine = serializers.BooleanField(help_text="Whether you share it.")


# ------------------------------------------------------------------ JSON values


def current_club_details(club: Club) -> ClubDetails:
    """The details of a club as they are now."""
    return ClubDetails(*(getattr(club, name) for name in ClubDetails._fields))


def serialize_my_club(request: Request, row: "CountedMembership") -> dict[str, Any]:
    """The value of a ``MyClubSerializer``."""
    club = row.club
    return MyClubSerializer(
        {
            **_base_fields(request, club, row.member_count),
            "time_zone": club.time_zone,
            "listed": club.listed,
            "version": club.version,
            "role": role_name(row.role),
            "joined": row.joined,
        }
    ).data


def serialize_listed_club(request: Request, club: "AnnotatedListedClub") -> dict[str, Any]:
    """The value of a ``ListedClubSerializer``."""
    return ListedClubSerializer(
        {**_base_fields(request, club, club.member_count), "asked": club.has_requested}
    ).data


def serialize_club(request: Request, access: ClubAccess, members: int) -> dict[str, Any]:
    """The value of a ``ClubSerializer`` as members of the club see it."""
    club = access.club
    extra = {"time_zone": club.time_zone, "created": club.created, "version": club.version}
    return _serialize_club_with(request, club, members, asked=False, role=role_name(access.role), **extra)


def serialize_club_preview(request: Request, club: "AnnotatedListedClub") -> dict[str, Any]:
    """The value of a ``ClubSerializer`` as strangers see a listed club."""
    extra = {"role": None, "time_zone": None, "created": None, "version": None}
    return _serialize_club_with(request, club, club.member_count, asked=club.has_requested, **extra)


def _serialize_club_with(request: Request, club: Club, members: int, **extra: object) -> dict[str, Any]:
    return ClubSerializer(
        {**_base_fields(request, club, members), "about": club.about, "listed": club.listed, **extra}
    ).data


def _base_fields(request: Request, club: Club, members: int) -> dict[str, Any]:
    return {
        "id": club.public_id,
        "url": url_of(request, "api_club", club.public_id),
        "name": club.name,
        "place": club.place,
        "members": members,
    }


def serialize_member(request: Request, club: str, row: Membership, me: User) -> dict[str, Any]:
    """The value of a ``MemberSerializer``."""
    return MemberSerializer(
        {
            "id": row.public_id,
            "url": url_of(request, "api_member", club, row.public_id),
            "name": row.user.username,
            "role": role_name(row.role),
            "joined": row.joined,
            "mine": row.user_id == me.pk,
        }
    ).data


def serialize_invite(request: Request, club: str, row: Invite) -> dict[str, Any]:
    """The value of an ``InviteSerializer``."""
    return InviteSerializer(
        {
            "id": row.public_id,
            "url": url_of(request, "api_invite", club, row.public_id),
            "secret": row.secret,
            "page": request.build_absolute_uri(reverse("join", args=(row.secret,))),
            "by": row.by.username if row.by else "",
            "created": row.made,
            "ends": row.expires,
            "uses": row.most_uses,
            "left": row.most_uses - row.uses,
        }
    ).data


def serialize_invite_preview(
    request: Request, row: "CountedInvite", access: ClubAccess | None
) -> dict[str, Any]:
    """The value of an ``InvitePreviewSerializer``."""
    club = row.club
    return InvitePreviewSerializer(
        {
            **_base_fields(request, club, row.member_count),
            "about": club.about,
            "by": row.by.username if row.by else "",
            "club": access.club.public_id if access else None,
        }
    ).data


def serialize_join_request(request: Request, club: str, row: JoinRequest) -> dict[str, Any]:
    """The value of a ``JoinRequestSerializer``."""
    return JoinRequestSerializer(
        {
            "id": row.public_id,
            "url": url_of(request, "api_request", club, row.public_id),
            "by": row.user.username,
            "words": row.words,
            "created": row.made,
        }
    ).data


def serialize_club_share(request: Request, club: str, row: Share) -> dict[str, Any]:
    """The value of a ``ClubShareSerializer``."""
    shared, owner = row.company_list, row.company_list.owner
    at = ("api_club_roster_list", row.roster.public_id) if row.roster else ("api_list", shared.public_id)
    return ClubShareSerializer(
        {
            "id": row.public_id,
            "url": url_of(request, "api_club_share", club, row.public_id),
            "kind": "roster" if row.roster else "list",
            "document": url_of(request, *at),
            "name": row.roster.name if row.roster else shared.name,
            "limit": row.roster.limit if row.roster else None,
            "owner": owner.username if owner else "",
            "system": shared.edition.system.code,
            "edition": shared.edition.version,
            "created": row.made,
            "mine": shared.owner_id == request.user.pk,
        }
    ).data
