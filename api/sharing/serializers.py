"""Serializers of the links and shares of a list, for its owner, and of copied profiles."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from api.shared.addresses import RowUrlField, url_of
from api.shared.descriptions import MODELS_HELP, POINTS_HELP
from api.shared.fields import FingerprintPairSerializer, StrictCharField, TextInputField
from builder.models import CompanyList, Share
from builder.queries.clubs import shares_of_list
from builder.queries.sharing import frozen_links_of, live_links_of
from builder.services.lists import LIST_NAME


class LinkSerializer(serializers.Serializer[Any]):
    """The secret link of a list. Anyone who has it can read the list."""

    word = serializers.CharField(
        source="link", help_text="Secret word of the link. To replace the link, send this word as old."
    )
    page = RowUrlField("shared_list", "link", help_text="Address of the page of the list.")


class RosterLinkSerializer(serializers.Serializer[Any]):
    """A secret link to one roster. Anyone who has it can read the roster."""

    word = serializers.CharField(source="secret", help_text="Secret word of the link.")
    page = RowUrlField("roster_link_list", "secret", help_text="Address of the page of the roster.")


class LiveLinkSerializer(RosterLinkSerializer):
    """A link that always shows the current roster."""

    roster = serializers.CharField(source="id", help_text="Id of the roster.")


class FrozenLinkSerializer(RosterLinkSerializer):
    """A link that shows a roster as it was when it was frozen."""

    id = serializers.CharField(source="public_id", help_text="Id of the link.")
    url = RowUrlField("api_frozen_link", "company_list.public_id", "public_id")
    frozen = serializers.DateTimeField(source="made", help_text="When the roster was frozen.")
    version = serializers.IntegerField(
        help_text="1 for a new link, and 1 more each time that you freeze the roster again."
    )
    rulings = serializers.IntegerField(help_text="Revision of the rulings by which the roster was appraised.")
    roster = serializers.CharField(
        source="roster.public_id",
        allow_null=True,
        default=None,
        help_text="Id of the roster; null if the roster is deleted.",
    )
    roster_name = serializers.CharField(
        source="summary.roster", allow_blank=True, help_text="Name of the roster; may be empty."
    )
    points = serializers.IntegerField(source="summary.points", allow_null=True, help_text=POINTS_HELP)
    limit = serializers.IntegerField(
        source="summary.limit", allow_null=True, help_text="Limit of the roster in points; null for none."
    )
    models = serializers.IntegerField(source="summary.models", help_text=MODELS_HELP)
    errors = serializers.IntegerField(  # type: ignore[assignment] # a name in the API; DRF has it too
        source="summary.errors",
        help_text="Number of errors of the roster and its profiles; 0 if it is legal.",
    )
    fingerprints = FingerprintPairSerializer(
        source="*", help_text="Fingerprints that papers of the roster show."
    )


class FrozenLinkCreateSerializer(serializers.Serializer[Any]):
    """The roster to freeze."""

    roster = StrictCharField(allow_blank=False, help_text="Id of a roster of the list.")


class SharedClubSerializer(serializers.Serializer[Any]):
    """A club with which a list is shared."""

    id = serializers.CharField(source="public_id", help_text="Id of the club.")
    url = RowUrlField("api_club", "public_id")
    name = serializers.CharField(help_text="Name of the club.")


class ListShareSerializer(serializers.Serializer[Any]):
    """A share of a list with a club."""

    id = serializers.CharField(source="public_id", help_text="Id of the share.")
    url = RowUrlField("api_list_share", "company_list.public_id", "public_id")
    created = serializers.DateTimeField(source="made", help_text="When the list or roster was shared.")
    club = SharedClubSerializer(help_text="Club with which the list or roster is shared.")
    roster = serializers.CharField(
        source="roster.public_id",
        allow_null=True,
        help_text="Id of the roster that is shared; null if the list is shared.",
    )


class SharingSerializer(serializers.Serializer[Any]):
    """Who can see a list in addition to its owner."""

    link = serializers.SerializerMethodField(help_text="Secret link of the list; null if there is none.")
    published = serializers.DateTimeField(
        source="published_at",
        allow_null=True,
        help_text="When the list was published in the gallery; null if it is not published.",
    )
    page = serializers.SerializerMethodField(
        help_text="Address of the list in the gallery; null if it is not published, or if moderators hid it."
    )
    hidden_note = serializers.SerializerMethodField(
        help_text="Why moderators have hidden the list from other people; null if they haven't.",
    )
    clubs = serializers.SerializerMethodField(help_text="Shares of the list with clubs.")
    live_links = serializers.SerializerMethodField(help_text="Links to single rosters as they are now.")
    frozen_links = serializers.SerializerMethodField(help_text="Links to frozen rosters.")

    @extend_schema_field(LinkSerializer(allow_null=True))
    def get_link(self, row: CompanyList) -> dict[str, Any] | None:
        """Return the secret link, or None if there is no link."""
        return LinkSerializer(row, context=self.context).data if row.link else None

    @extend_schema_field({"type": ["string", "null"], "format": "uri"})
    def get_page(self, row: CompanyList) -> str | None:
        """Return the address in the gallery, or None if the list isn't published or is hidden."""
        is_shown = row.published_at is not None and row.hidden_at is None
        return url_of(self.context["request"], "gallery_list", row.public_id) if is_shown else None

    def get_hidden_note(self, row: CompanyList) -> str | None:
        """Return why moderators have hidden the list, or None if they haven't."""
        return None if row.hidden_at is None else row.hidden_note

    @extend_schema_field(LiveLinkSerializer(many=True))
    def get_live_links(self, row: CompanyList) -> list[dict[str, Any]]:
        """Return the live links."""
        rows = [{"id": roster.public_id, "secret": roster.link} for roster in live_links_of(row)]
        return list(LiveLinkSerializer(rows, many=True, context=self.context).data)

    @extend_schema_field(FrozenLinkSerializer(many=True))
    def get_frozen_links(self, row: CompanyList) -> list[dict[str, Any]]:
        """Return the links to frozen rosters."""
        return list(FrozenLinkSerializer(frozen_links_of(row), many=True, context=self.context).data)

    @extend_schema_field(ListShareSerializer(many=True))
    def get_clubs(self, row: CompanyList) -> list[dict[str, Any]]:
        """Return the shares with clubs."""
        return [serialize_list_share(self.context["request"], row, share) for share in shares_of_list(row)]


class LinkReplaceSerializer(serializers.Serializer[Any]):
    """The link to replace."""

    old = StrictCharField(
        allow_blank=True,
        help_text="Secret word of the link to replace. If the list has another link by now, because somebody "
        "has already replaced this link, nothing changes.",
    )


class ListShareCreateSerializer(serializers.Serializer[Any]):
    """The club with which to share a list."""

    club = StrictCharField(allow_blank=False, help_text="Id of a club that you are a member of.")
    roster = StrictCharField(
        allow_blank=False,
        allow_null=True,
        default=None,
        help_text="Id of a roster of the list; null to share the list.",
    )


def serialize_list_share(request: Request, row: CompanyList, share: Share) -> dict[str, Any]:
    """Return a share of the list ``row`` as JSON. The list isn't queried again."""
    share.company_list = row
    return ListShareSerializer(share, context={"request": request}).data


class ProfileTakeSerializer(serializers.Serializer[Any]):
    """The list that gets a copy of a profile."""

    into = StrictCharField(
        allow_null=True, trim_whitespace=False, help_text="Id of a list of yours; null for a new list."
    )
    name = TextInputField(LIST_NAME, help_text="Name of the new list, on one line; may be empty.")

    class Meta:
        ref_name = "Take"  # the name in API v1, which generated clients use

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raise ValidationError if a name is sent for a list that already exists."""
        if attrs["into"] is not None and "name" in attrs:
            raise serializers.ValidationError({"name": "is for a new list: leave it out"})
        return attrs


class TakenProfileSerializer(serializers.Serializer[Any]):
    """A profile that was copied with all profiles that it refers to."""

    id = serializers.CharField(source="key", help_text="Key of the copy.")
    url = RowUrlField("api_profile", "into.public_id", "key")
    list = serializers.CharField(source="into.public_id", help_text="Id of the list with the copy.")
    key = serializers.CharField(help_text="Key of the copy.")
    keys = serializers.DictField(
        child=serializers.CharField(), help_text="Keys of all copies, by the keys of the originals."
    )

    class Meta:
        ref_name = "Taken"  # the name in API v1, which generated clients use
