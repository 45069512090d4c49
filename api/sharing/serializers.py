"""Who sees a list, for its owner."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from api.shared.addresses import RowUrlField, url_of
from api.shared.fields import StrictCharField, TextAnswerField
from builder.models import CompanyList, Share
from builder.queries.clubs import shares_of_list
from builder.services.lists import LIST_NAME


class LinkSerializer(serializers.Serializer[Any]):
    """The secret link of a list: whoever knows it reads the list."""

    word = serializers.CharField(
        source="link", help_text="The secret word in it; send it as old to replace the link."
    )
    page = RowUrlField("shared_list", "link", help_text="The whole address of the page.")


class SharedClubSerializer(serializers.Serializer[Any]):
    """A club that sees something of a list."""

    id = serializers.CharField(source="public_id")
    url = RowUrlField("api_club", "public_id")
    name = serializers.CharField()


class ListShareSerializer(serializers.Serializer[Any]):
    """What a club sees of a list."""

    id = serializers.CharField(source="public_id")
    url = RowUrlField("api_list_share", "company_list.public_id", "public_id")
    created = serializers.DateTimeField(source="made", help_text="When it was shared.")
    club = SharedClubSerializer()
    roster = serializers.CharField(
        source="roster.public_id", allow_null=True, help_text="The one roster that it sees; null for all."
    )


class SharingSerializer(serializers.Serializer[Any]):
    """Everybody who sees a list besides its owner."""

    link = serializers.SerializerMethodField(help_text="null while there is none.")
    published = serializers.DateTimeField(
        source="published_at",
        allow_null=True,
        help_text="When it came into the gallery; null where it is not meant to be there.",
    )
    page = serializers.SerializerMethodField(
        help_text="Where everybody finds it; null while it is not public, or is hidden."
    )
    hidden_note = serializers.SerializerMethodField(
        help_text="Why moderators have hidden the list from everybody but you; null if they haven't.",
    )
    clubs = serializers.SerializerMethodField()

    @extend_schema_field(LinkSerializer(allow_null=True))
    def get_link(self, row: CompanyList) -> dict[str, Any] | None:
        """The secret link, while there is one."""
        return LinkSerializer(row, context=self.context).data if row.link else None

    @extend_schema_field({"type": ["string", "null"], "format": "uri"})
    def get_page(self, row: CompanyList) -> str | None:
        """Where everybody finds it, while they do."""
        is_shown = row.published_at is not None and row.hidden_at is None
        return url_of(self.context["request"], "gallery_list", row.public_id) if is_shown else None

    def get_hidden_note(self, row: CompanyList) -> str | None:
        """Return why moderators have hidden the list; None if they haven't."""
        return None if row.hidden_at is None else row.hidden_note

    @extend_schema_field(ListShareSerializer(many=True))
    def get_clubs(self, row: CompanyList) -> list[dict[str, Any]]:
        """What each club sees, without a query for the list."""
        return [serialize_list_share(self.context["request"], row, share) for share in shares_of_list(row)]


class LinkReplaceSerializer(serializers.Serializer[Any]):
    """Which link is to be replaced."""

    old = StrictCharField(
        allow_blank=True,
        help_text="The word of the link that you know; where another stands there by now, that one stays.",
    )


class ListShareCreateSerializer(serializers.Serializer[Any]):
    """With which club a list is shared."""

    club = StrictCharField(allow_blank=False, help_text="The id of a club that you are in.")
    roster = StrictCharField(
        allow_blank=False,
        allow_null=True,
        default=None,
        help_text="The id of the one roster of it; null for the whole list.",
    )


def serialize_list_share(request: Request, row: CompanyList, share: Share) -> dict[str, Any]:
    """The value of a ``ListShareSerializer``, without a query for its list."""
    share.company_list = row
    return ListShareSerializer(share, context={"request": request}).data


class ProfileTakeSerializer(serializers.Serializer[Any]):
    """Where a profile is to go."""

    into = StrictCharField(
        allow_null=True, trim_whitespace=False, help_text="The id of a list of yours; null: a new one."
    )
    name = TextAnswerField(LIST_NAME, help_text="What the new list is called.")

    class Meta:
        ref_name = "Take"  # the name in API v1, which generated clients use

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a name for a list that exists already: it keeps its own."""
        if attrs["into"] is not None and "name" in attrs:
            raise serializers.ValidationError({"name": "is for a new list: leave it out"})
        return attrs


class TakenProfileSerializer(serializers.Serializer[Any]):
    """Where a profile went, with all that it refers to."""

    id = serializers.CharField(source="key", help_text="The key of the profile there.")
    url = RowUrlField("api_profile", "into.public_id", "key")
    list = serializers.CharField(source="into.public_id", help_text="The id of the list.")
    key = serializers.CharField(help_text="The key of the profile there.")
    keys = serializers.DictField(
        child=serializers.CharField(), help_text="The keys there of all that went, by those that they had."
    )

    class Meta:
        ref_name = "Taken"  # the name in API v1, which generated clients use
