"""Summaries of lists: all but the document itself."""

from typing import Any, NamedTuple, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from api.shared.addresses import RowUrlField, url_of
from api.shared.answers import answer
from api.shared.fields import FingerprintPairSerializer, StrictCharField, TextAnswerField
from api.shared.pagination import GameQuerySerializer
from builder.documents import LoadedList
from builder.exports.fingerprints import fingerprints_of
from builder.models import CompanyList
from builder.points.document.document import Profile, Roster
from builder.points.document.fingerprint import Fingerprints
from builder.queries.access import AccessKind
from builder.services.lists import LIST_BACKGROUND, LIST_NAME, LIST_SETTING, owner_name

_OWN_URL = "Its whole address; null where the list is not yours."


class ListUrlField(RowUrlField):
    """The address of a list; ``url`` of the context is that by which it is read, where it is another."""

    def __init__(self, **options: Any) -> None:
        help_text = "Its whole address, by the way on which you read it."
        super().__init__("api_list", "public_id", **{"help_text": help_text, **options})

    def to_representation(self, value: object) -> str:
        """The whole address."""
        return self.context.get("url") or super().to_representation(value)


class OwnUrlField(RowUrlField):
    """The address of a part of an own list: below the context's ``loaded`` list, if ``way`` is "own"."""

    def to_representation(self, value: object) -> str | None:  # type: ignore[override] # those of others have none
        """The whole address; None where somebody else's list is read."""
        if self.context["way"] != "own":
            return None
        row: CompanyList = self.context["loaded"].row
        return url_of(self.context["request"], self.name, row.public_id, *self.parts_of(value))


class OwnerNameField(serializers.CharField):
    """The name of a list's owner, as others see it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(source="*", **options)

    def to_representation(self, value: CompanyList) -> str:  # type: ignore[override] # whose name it is
        """The name; guests have none of their own."""
        return owner_name(value)


class BaseListSerializer(serializers.Serializer[CompanyList]):
    """A list among others."""

    id = serializers.CharField(source="public_id")
    url = ListUrlField()
    name = serializers.CharField(allow_blank=True)
    setting = serializers.CharField(allow_blank=True)
    system = serializers.CharField(source="edition.system.code")
    edition = serializers.CharField(source="edition.version")
    version = serializers.IntegerField(help_text="Counts every change; the ETag of lists/{id}.")
    created = serializers.DateTimeField()
    changed = serializers.DateTimeField(source="updated")


class ListItemSerializer(BaseListSerializer):
    """A list among others, with how much there is in it."""

    profiles = serializers.IntegerField(source="profile_count")
    rosters = serializers.IntegerField(source="roster_count")


class OwnListItemSerializer(ListItemSerializer):
    """A list of one's own among others."""

    tags = serializers.SerializerMethodField(help_text="Their names. Nobody else is told of them.")

    def get_tags(self, row: CompanyList) -> list[str]:
        """The names of its tags."""
        return [tag.name for tag in row.own_tags.all()]


class TagSerializer(serializers.Serializer[Any]):
    """A tag by which you sort your lists."""

    id = serializers.CharField()
    url = RowUrlField("api_tag", "id")
    name = serializers.CharField()
    lists = serializers.IntegerField(help_text="How many have it, deleted ones not counted.")


class TagUpdateSerializer(serializers.Serializer[Any]):
    """Another name for a tag."""

    name = StrictCharField(help_text="Where another tag of yours has it, the two become one.")


class ListTagsSerializer(serializers.Serializer[Any]):
    """The tags of a list."""

    tags = serializers.ListField(
        child=StrictCharField(), max_length=1_000, help_text="Their names; a tag that is new is made."
    )


class OwnListsQuerySerializer(GameQuerySerializer):
    """Which of one's lists are asked for."""

    tag = serializers.CharField(
        default="", help_text="The name of a tag of yours, whatever its capitals and accents."
    )


class DeletedListSerializer(BaseListSerializer):
    """A deleted list."""

    url = RowUrlField("api_restore_list", "public_id")  # type: ignore[assignment] # no list can be read there
    deleted = serializers.DateTimeField(source="deleted_at")
    rests_until = serializers.DateTimeField(
        source="restorable_until", help_text="Until then it can be restored."
    )


class ProfileSummarySerializer(serializers.Serializer[Any]):
    """A profile of a list, without its design."""

    id = serializers.CharField(source="key", help_text="Its key.")
    key = serializers.CharField()
    url = OwnUrlField("api_profile", "key", allow_null=True, help_text=_OWN_URL)
    name = serializers.CharField(allow_blank=True)
    version = serializers.SerializerMethodField(help_text="The ETag of profiles/{key}.")

    def get_version(self, profile: Profile) -> int:
        """Its version in the context's ``loaded`` list."""
        loaded: LoadedList = self.context["loaded"]
        return loaded.profile_versions[profile.key]


class SummaryRoster(NamedTuple):
    """A roster of a list with all that is told of it."""

    roster: Roster
    id: str
    version: int
    fingerprints: Fingerprints


class RosterSummarySerializer(serializers.Serializer[Any]):
    """A roster of a list, without its entries."""

    id = serializers.CharField()
    url = OwnUrlField("api_roster", "id", allow_null=True, help_text=_OWN_URL)
    name = serializers.CharField(source="roster.name", allow_blank=True)
    limit = serializers.IntegerField(
        source="roster.limit",
        allow_null=True,
        help_text="The size of the game in points; null where none is agreed on.",
    )
    version = serializers.IntegerField(help_text="The ETag of rosters/{id}.")
    fingerprints = FingerprintPairSerializer(help_text="What its paper carries.")


class ListSummarySerializer(BaseListSerializer):
    """All of a list but its document."""

    owner = OwnerNameField(allow_blank=True, help_text='"" for a sample; guests are "a guest".')
    way = serializers.SerializerMethodField(help_text="Why you may read it.")
    fingerprints = serializers.SerializerMethodField(help_text="What its paper carries.")
    profiles = serializers.SerializerMethodField()
    rosters = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ChoiceField(choices=get_args(AccessKind)))
    def get_way(self, row: CompanyList) -> str:
        """As the context says."""
        way: str = self.context["way"]
        return way

    @extend_schema_field(FingerprintPairSerializer)
    def get_fingerprints(self, row: CompanyList) -> object:
        """Those of the whole list."""
        return FingerprintPairSerializer(self.context["stamps"].company_list).data

    @extend_schema_field(ProfileSummarySerializer(many=True))
    def get_profiles(self, row: CompanyList) -> object:
        """As many of them as may be read."""
        profiles = self.context["loaded"].document.profiles
        return ProfileSummarySerializer(profiles, many=True, context=self.context).data

    @extend_schema_field(RosterSummarySerializer(many=True))
    def get_rosters(self, row: CompanyList) -> object:
        """As many of them as may be read."""
        loaded, stamps = self.context["loaded"], self.context["stamps"]
        ids, versions = loaded.roster_ids, loaded.roster_versions
        rows = [*map(SummaryRoster, loaded.document.rosters, ids, versions, stamps.rosters)]
        return RosterSummarySerializer(rows, many=True, context=self.context).data


class ListUpdateSerializer(serializers.Serializer[Any]):
    """What is said of a list itself; what is left out stays."""

    name = TextAnswerField(LIST_NAME)
    setting = TextAnswerField(LIST_SETTING)
    background = TextAnswerField(LIST_BACKGROUND)


def list_summary(request: Request, loaded: LoadedList, way: AccessKind, url: str = "") -> dict[str, Any]:
    """The answer of a ``ListSummarySerializer``; ``url`` is where the list is read, if not at its own."""
    stamps = fingerprints_of(loaded)
    return answer(ListSummarySerializer, request, loaded.row, loaded=loaded, stamps=stamps, way=way, url=url)
