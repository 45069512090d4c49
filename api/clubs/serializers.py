"""Serializers of clubs, members, invites, requests to join a club, and shares with a club."""

from typing import TYPE_CHECKING, Any, Literal, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.shared.addresses import RowUrlField, url_of
from api.shared.descriptions import LIST_FIELDS, MARKDOWN, VERSION_HELP
from api.shared.fields import (
    MineField,
    NumberInputField,
    StrictBooleanField,
    StrictCharField,
    TextInputField,
    UpdateSerializer,
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
    """Return the name that a role has in JSON, such as "organiser"."""
    return Role(role).label.lower()


# ------------------------------------------------------------------ requests


class ClubCreateSerializer(serializers.Serializer[Any]):
    """A new club."""

    name = TextInputField(CLUB_NAME, trim_whitespace=True, help_text="Name of the club.")
    place = TextInputField(
        CLUB_PLACE, trim_whitespace=True, help_text="Where the club meets, on one line; may be empty."
    )
    about = TextInputField(CLUB_ABOUT, trim_whitespace=True, help_text=f"Description of the club, {MARKDOWN}")
    time_zone = StrictCharField(
        required=False,
        help_text="Time zone of the club's deadlines, as an IANA name such as Europe/London; UTC if it is "
        "left out.",
    )
    listed = StrictBooleanField(
        required=False,
        help_text="Whether people outside the club can find its name, place and description, and ask to "
        "join.",
    )

    def validate_time_zone(self, value: str) -> str:
        """Return the time zone. Raises ValidationError for an unknown time zone."""
        if value not in time_zones():
            raise serializers.ValidationError("is not a time zone: write one such as Europe/London")
        return value


class ClubUpdateSerializer(UpdateSerializer, ClubCreateSerializer):
    """Changes of a club. Fields that are left out don't change."""


class ListedClubQuerySerializer(serializers.Serializer[Any]):
    """Which listed clubs to return."""

    q = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=MAX_SEARCH_LENGTH,
        help_text="Words of the name or place of a club.",
    )


class MemberUpdateSerializer(serializers.Serializer[Any]):
    """The new role of a member. To change the owner, send the new owner's id to clubs/{club}/owner."""

    role = serializers.ChoiceField(
        choices=[word for word in ROLES if word != role_name(Role.OWNER)], help_text="New role of the member."
    )


class OwnershipTransferSerializer(serializers.Serializer[Any]):
    """The new owner of a club."""

    member = StrictCharField(allow_blank=False, help_text="Id of a member of the club.")


class InviteCreateSerializer(serializers.Serializer[Any]):
    """How long an invite is valid, and for how many people."""

    days = NumberInputField(INVITE_DAYS, help_text="Number of days until the invite stops working.")
    uses = NumberInputField(INVITE_USES, help_text="Number of people who can join with the invite.")


class JoinRequestCreateSerializer(serializers.Serializer[Any]):
    """A request to join a club."""

    words = TextInputField(
        REQUEST_WORDS,
        default="",
        trim_whitespace=True,
        help_text="Message to the owner and the organisers; may be empty.",
    )


class ClubShareCreateSerializer(serializers.Serializer[Any]):
    """A list or a roster of yours to share with a club."""

    list = StrictCharField(allow_blank=False, help_text="Id of a list of yours.")
    roster = StrictCharField(
        default=None, allow_null=True, allow_blank=False,
        help_text="Id of a roster of the list; null to share the list.",
    )  # fmt: skip


# ------------------------------------------------------------------ responses


class RoleField(serializers.ChoiceField):
    """A role by its name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=ROLES, **options)

    def to_representation(self, value: object) -> str:
        """Return the name that the role has in JSON."""
        return role_name(cast("int", value))


def club_for_members(access: ClubAccess, member_count: int) -> dict[str, object]:
    """Return a club as its members see it, for a ``ClubSerializer``."""
    club = access.club
    return {
        "club": club, "for_members": club, "member_count": member_count, "role": access.role, "asked": False,
    }  # fmt: skip


def club_for_non_members(club: "AnnotatedListedClub") -> dict[str, object]:
    """Return a listed club as other people see it, for a ``ClubSerializer``."""
    return {
        "club": club, "for_members": None, "member_count": club.member_count, "role": None,
        "asked": club.has_requested,
    }  # fmt: skip


class BaseClubSerializer(serializers.Serializer[Any]):
    """A club."""

    id = serializers.CharField(source="club.public_id", help_text="Id of the club.")
    url = RowUrlField("api_club", "club.public_id")
    name = serializers.CharField(source="club.name", help_text="Name of the club.")
    place = serializers.CharField(
        source="club.place", allow_blank=True, help_text="Where the club meets, on one line; may be empty."
    )
    members = serializers.IntegerField(source="member_count", help_text="Number of members.")


class MyClubSerializer(BaseClubSerializer):
    """A club that you are a member of."""

    time_zone = serializers.CharField(
        source="club.time_zone", help_text="Time zone of the club, as an IANA name such as Europe/London."
    )
    listed = serializers.BooleanField(
        source="club.listed", help_text="Whether people outside the club can find it."
    )
    version = serializers.IntegerField(source="club.version", help_text=VERSION_HELP)
    role = RoleField(help_text="Your role in the club.")
    joined = serializers.DateTimeField(help_text="When you joined.")


class ListedClubSerializer(BaseClubSerializer):
    """A club that people outside it can find."""

    asked = serializers.BooleanField(
        help_text="Whether you asked to join the club, and nobody has answered yet."
    )


class ClubSerializer(ListedClubSerializer):
    """A club. The fields that only members can see are null for other people."""

    about = serializers.CharField(
        source="club.about", allow_blank=True, help_text=f"Description of the club, {MARKDOWN}"
    )
    listed = serializers.BooleanField(
        source="club.listed", help_text="Whether people outside the club can find it."
    )
    role = RoleField(allow_null=True, help_text="Your role in the club; null if you are not a member.")
    time_zone = serializers.CharField(
        source="for_members.time_zone",
        allow_null=True,
        help_text="Time zone of the club, as an IANA name such as Europe/London; null if you are not a "
        "member.",
    )
    created = serializers.DateTimeField(
        source="for_members.created",
        allow_null=True,
        help_text="When the club was created; null if you are not a member.",
    )
    version = serializers.IntegerField(
        source="for_members.version",
        allow_null=True,
        help_text=f"{VERSION_HELP} null if you are not a member.",
    )


class MemberSerializer(serializers.Serializer[Any]):
    """A member of a club."""

    id = serializers.CharField(source="public_id", help_text="Id of the member, which is not the user name.")
    url = RowUrlField("api_member", "public_id", path_parameters=("club",))
    name = serializers.CharField(source="user.username", help_text="User name of the member.")
    role = RoleField(help_text="Role of the member in the club.")
    joined = serializers.DateTimeField(help_text="When the member joined.")
    mine = MineField(source="user_id", help_text="Whether this is you.")


class InviteSerializer(serializers.Serializer[Any]):
    """An invite that people can still use."""

    id = serializers.CharField(source="public_id", help_text="Id of the invite.")
    url = RowUrlField("api_invite", "public_id", path_parameters=("club",))
    secret = serializers.CharField(help_text="Secret of the invite. People can join at invites/{secret}.")
    page = RowUrlField("join", "secret", help_text="Address of the page of the invite, to send to people.")
    by = UserNameField(
        allow_blank=True,
        help_text='User name of the member who created the invite; "" if the account was deleted.',
    )
    created = serializers.DateTimeField(source="made", help_text="When the invite was created.")
    ends = serializers.DateTimeField(source="expires", help_text="When the invite stops working.")
    uses = serializers.IntegerField(
        source="most_uses", help_text="Number of people who can join with the invite, in total."
    )
    left = serializers.IntegerField(
        source="uses_left", help_text="Number of people who can still join with the invite."
    )


class InvitePreviewSerializer(serializers.Serializer[Any]):
    """The club of an invite."""

    name = serializers.CharField(source="club.name", help_text="Name of the club.")
    place = serializers.CharField(
        source="club.place", allow_blank=True, help_text="Where the club meets, on one line; may be empty."
    )
    about = serializers.CharField(
        source="club.about", allow_blank=True, help_text=f"Description of the club, {MARKDOWN}"
    )
    members = serializers.IntegerField(source="member_count", help_text="Number of members.")
    by = UserNameField(
        allow_blank=True, help_text='User name of the member who invites; "" if the account was deleted.'
    )
    club = serializers.SerializerMethodField(help_text="Id of the club if you are a member; else null.")

    def get_club(self, row: Invite) -> str | None:
        """Return the id of the club if the context's ``is_member`` is true; else None."""
        return row.club.public_id if self.context["is_member"] else None


class JoinResultSerializer(serializers.Serializer[Any]):
    """A club that you joined."""

    before = serializers.BooleanField(help_text="Whether you were a member already.")
    club = ClubSerializer(help_text="The club that you joined.")


class JoinRequestSerializer(serializers.Serializer[Any]):
    """A request to join a club."""

    id = serializers.CharField(source="public_id", help_text="Id of the request.")
    url = RowUrlField("api_request", "public_id", path_parameters=("club",))
    by = serializers.CharField(source="user.username", help_text="User name of the person who wants to join.")
    words = serializers.CharField(allow_blank=True, help_text="Message of the person; may be empty.")
    created = serializers.DateTimeField(source="made", help_text="When the request was first sent.")


class ClubShareSerializer(serializers.Serializer[Any]):
    """A list or a roster that is shared with a club."""

    id = serializers.CharField(source="public_id", help_text="Id of the share.")
    url = RowUrlField("api_club_share", "public_id", path_parameters=("club",))
    kind = serializers.SerializerMethodField(help_text="Whether a list or a roster is shared.")
    document = serializers.SerializerMethodField(
        help_text="Address of the document: lists/{id} or rosters/{id}."
    )
    name = serializers.SerializerMethodField(help_text="Name of the list or roster; may be empty.")
    limit = serializers.IntegerField(
        source="roster.limit", allow_null=True,
        help_text="Limit of the roster in points; null for a list, or if none was agreed on.",
    )  # fmt: skip
    owner = UserNameField(
        source="company_list.owner",
        allow_blank=True,
        help_text='User name of the owner; "" if the account was deleted.',
    )
    system = serializers.CharField(source="company_list.edition.system.code", help_text=LIST_FIELDS["system"])
    edition = serializers.CharField(source="company_list.edition.version", help_text=LIST_FIELDS["edition"])
    created = serializers.DateTimeField(source="made", help_text="When the list or roster was shared.")
    mine = MineField(source="company_list.owner_id", help_text="Whether the list is yours.")

    def get_kind(self, row: Share) -> Literal["list", "roster"]:
        """Return whether a list or a roster is shared."""
        return "roster" if row.roster else "list"

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_document(self, row: Share) -> str:
        """Return the address of the document."""
        request = self.context["request"]
        if row.roster:
            return url_of(request, "api_club_roster_list", row.roster.public_id)
        return url_of(request, "api_list", row.company_list.public_id)

    def get_name(self, row: Share) -> str:
        """Return the name of the roster or of the list."""
        return (row.roster or row.company_list).name


def current_club_details(club: Club) -> ClubDetails:
    """Return the current details of a club."""
    return ClubDetails(*(getattr(club, name) for name in ClubDetails._fields))
