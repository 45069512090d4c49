"""Clubs, their members, invites, requests to join and shares."""

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.shared.addresses import RowUrlField, url_of
from api.shared.fields import (
    MineField,
    NumberAnswerField,
    StrictBooleanField,
    StrictCharField,
    TextAnswerField,
    UserNameField,
)
from builder.models import Club, Invite, Role, Share
from builder.queries.clubs import MAX_SEARCH_LENGTH, ClubAccess
from builder.services.clubs.clubs import CLUB_ABOUT, CLUB_NAME, CLUB_PLACE, ClubDetails, time_zones
from builder.services.clubs.invites import INVITE_DAYS, INVITE_USES, REQUEST_WORDS

if TYPE_CHECKING:
    from builder.queries.clubs import AnnotatedListedClub

ROLES = tuple(role.label.lower() for role in Role)


def role_name(role: int) -> str:
    """The name of a role in JSON."""
    return Role(role).label.lower()


# ------------------------------------------------------------------ what is sent


class ClubCreateSerializer(serializers.Serializer[Any]):
    """A club that is to be founded."""

    name = TextAnswerField(CLUB_NAME, trim_whitespace=True)
    place = TextAnswerField(CLUB_PLACE, trim_whitespace=True)
    about = TextAnswerField(CLUB_ABOUT, trim_whitespace=True)
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

    name = TextAnswerField(CLUB_NAME, required=False, trim_whitespace=True)


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

    days = NumberAnswerField(INVITE_DAYS)
    uses = NumberAnswerField(INVITE_USES)


class JoinRequestCreateSerializer(serializers.Serializer[Any]):
    """What somebody says who asks to be let in."""

    words = TextAnswerField(REQUEST_WORDS, default="", trim_whitespace=True)


class ClubShareCreateSerializer(serializers.Serializer[Any]):
    """What of one's own is to be shared."""

    list = StrictCharField(allow_blank=False, help_text="The id of a list of yours.")
    roster = StrictCharField(
        default=None, allow_null=True, allow_blank=False,
        help_text="The id of a roster of it; null for all of it.",
    )  # fmt: skip


# ------------------------------------------------------------------ what is answered


class RoleField(serializers.ChoiceField):
    """A role by its name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=ROLES, **options)

    def to_representation(self, value: object) -> str:
        """The name of a role in JSON."""
        return role_name(cast("int", value))


class ShownClub(NamedTuple):
    """A club as somebody sees it: strangers have no role in it."""

    club: Club
    member_count: int
    role: Role | None = None
    asked: bool = False

    @property
    def inside(self) -> Club | None:
        """What only members are told of."""
        return None if self.role is None else self.club


def club_for_members(access: ClubAccess, member_count: int) -> ShownClub:
    """A club as its members see it."""
    return ShownClub(access.club, member_count, access.role)


def club_for_strangers(club: "AnnotatedListedClub") -> ShownClub:
    """A listed club as strangers see it."""
    return ShownClub(club, club.member_count, asked=club.has_requested)


class BaseClubSerializer(serializers.Serializer[Any]):
    """A club among others."""

    id = serializers.CharField(source="club.public_id")
    url = RowUrlField("api_club", "club.public_id")
    name = serializers.CharField(source="club.name")
    place = serializers.CharField(source="club.place", allow_blank=True)
    members = serializers.IntegerField(source="member_count", help_text="How many people are in it.")


class MyClubSerializer(BaseClubSerializer):
    """A club that you are in."""

    time_zone = serializers.CharField(source="club.time_zone", help_text="An IANA name.")
    listed = serializers.BooleanField(source="club.listed")
    version = serializers.IntegerField(source="club.version", help_text="The ETag of clubs/{id}.")
    role = RoleField(help_text="What you are in it.")
    joined = serializers.DateTimeField(help_text="When you came.")


class ListedClubSerializer(BaseClubSerializer):
    """A club that strangers find."""

    asked = serializers.BooleanField(
        help_text="Whether you have asked to be let in, and nobody answered yet."
    )


class ClubSerializer(ListedClubSerializer):
    """A club. What strangers are not told is null."""

    about = serializers.CharField(source="club.about", allow_blank=True, help_text="Markdown.")
    listed = serializers.BooleanField(source="club.listed")
    role = RoleField(allow_null=True, help_text="What you are in it; null to strangers.")
    time_zone = serializers.CharField(source="inside.time_zone", allow_null=True, help_text="An IANA name.")
    created = serializers.DateTimeField(source="inside.created", allow_null=True)
    version = serializers.IntegerField(
        source="inside.version", allow_null=True, help_text="The ETag of clubs/{id}."
    )


class MemberSerializer(serializers.Serializer[Any]):
    """Somebody in a club."""

    id = serializers.CharField(source="public_id")
    url = RowUrlField("api_member", "public_id", within=("club",))
    name = serializers.CharField(source="user.username")
    role = RoleField()
    joined = serializers.DateTimeField()
    mine = MineField(source="user_id", help_text="Whether this is you.")


class InviteSerializer(serializers.Serializer[Any]):
    """An invite that still lets somebody in."""

    id = serializers.CharField(source="public_id")
    url = RowUrlField("api_invite", "public_id", within=("club",))
    secret = serializers.CharField(help_text="Programs look at it, and join, at invites/{secret}.")
    page = RowUrlField(
        "join", "secret", help_text="The address of its page, to be sent to those whom it is for."
    )
    by = UserNameField(allow_blank=True, help_text='Who made it; "" where their account is gone.')
    created = serializers.DateTimeField(source="made")
    ends = serializers.DateTimeField(source="expires", help_text="From this moment on it lets nobody in.")
    uses = serializers.IntegerField(source="most_uses", help_text="How many people it lets in, in all.")
    left = serializers.IntegerField(help_text="How many it still lets in.")


class InvitePreviewSerializer(serializers.Serializer[Any]):
    """What an invite leads to."""

    name = serializers.CharField(source="club.name", help_text="The club's.")
    place = serializers.CharField(source="club.place", allow_blank=True)
    about = serializers.CharField(source="club.about", allow_blank=True, help_text="Markdown.")
    members = serializers.IntegerField(source="member_count", help_text="How many people are in it.")
    by = UserNameField(allow_blank=True, help_text='Who invites; "" where their account is gone.')
    club = serializers.SerializerMethodField(help_text="Its id where you are in it already, else null.")

    def get_club(self, row: Invite) -> str | None:
        """Its id for members: ``is_member`` of the context says who asks."""
        return row.club.public_id if self.context["is_member"] else None


class JoinResultSerializer(serializers.Serializer[Any]):
    """A club that somebody is in now."""

    before = serializers.BooleanField(help_text="Whether you were in it already.")
    club = ClubSerializer()


class JoinRequestSerializer(serializers.Serializer[Any]):
    """Somebody who asks to be let in."""

    id = serializers.CharField(source="public_id")
    url = RowUrlField("api_request", "public_id", within=("club",))
    by = serializers.CharField(source="user.username", help_text="Who asks.")
    words = serializers.CharField(allow_blank=True)
    created = serializers.DateTimeField(source="made", help_text="When they asked first.")


class ClubShareSerializer(serializers.Serializer[Any]):
    """A list, or one roster of it, that a club is shown."""

    id = serializers.CharField(source="public_id")
    url = RowUrlField("api_club_share", "public_id", within=("club",))
    kind = serializers.SerializerMethodField()
    document = serializers.SerializerMethodField(help_text="Its document: lists/{id} or rosters/{id}.")
    name = serializers.SerializerMethodField()
    limit = serializers.IntegerField(
        source="roster.limit", allow_null=True,
        help_text="The size of a roster's game in points; null for a list, and without one.",
    )  # fmt: skip
    owner = UserNameField(source="company_list.owner", allow_blank=True, help_text="Whose it is.")
    system = serializers.CharField(source="company_list.edition.system.code")
    edition = serializers.CharField(source="company_list.edition.version")
    created = serializers.DateTimeField(source="made", help_text="When it was shared.")
    mine = MineField(source="company_list.owner_id", help_text="Whether you share it.")

    def get_kind(self, row: Share) -> Literal["list", "roster"]:
        """Which of the two it is."""
        return "roster" if row.roster else "list"

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_document(self, row: Share) -> str:
        """Where its document is read."""
        request = self.context["request"]
        if row.roster:
            return url_of(request, "api_club_roster_list", row.roster.public_id)
        return url_of(request, "api_list", row.company_list.public_id)

    def get_name(self, row: Share) -> str:
        """The name of the roster or of the list."""
        return (row.roster or row.company_list).name


def current_club_details(club: Club) -> ClubDetails:
    """The details of a club as they are now."""
    return ClubDetails(*(getattr(club, name) for name in ClubDetails._fields))
