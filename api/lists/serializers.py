"""Summaries of lists: all but the document itself."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from api.shared.addresses import RowUrlField, url_field, url_of
from api.shared.fields import FingerprintPairSerializer, StrictCharField
from api.shared.pagination import GameQuerySerializer
from builder.documents import LoadedList
from builder.exports.fingerprints import fingerprints_of
from builder.models import CompanyList
from builder.services.lists import owner_name

_OWN_URL = "Its whole address; null where the list is not yours."


class BaseListSerializer(serializers.Serializer[CompanyList]):
    """A list among others."""

    id = serializers.CharField(source="public_id")
    url = RowUrlField("api_list", "public_id")
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

    url = RowUrlField("api_restore_list", "public_id")
    deleted = serializers.DateTimeField(source="deleted_at")
    rests_until = serializers.DateTimeField(
        source="restorable_until", help_text="Until then it can be restored."
    )


class ProfileSummarySerializer(serializers.Serializer[Any]):
    """A profile of a list, without its design."""

    id = serializers.CharField(help_text="Its key.")
    url = url_field(allow_null=True, help_text=_OWN_URL)
    key = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    version = serializers.IntegerField(help_text="The ETag of profiles/{key}.")


class RosterSummarySerializer(serializers.Serializer[Any]):
    """A roster of a list, without its entries."""

    id = serializers.CharField()
    url = url_field(allow_null=True, help_text=_OWN_URL)
    name = serializers.CharField(allow_blank=True)
    limit = serializers.IntegerField(
        allow_null=True, help_text="The size of the game in points; null where none is agreed on."
    )
    version = serializers.IntegerField(help_text="The ETag of rosters/{id}.")
    fingerprints = FingerprintPairSerializer(help_text="What its paper carries.")


class ListSummarySerializer(BaseListSerializer):
    """All of a list but its document."""

    url = url_field(  # type: ignore[assignment] # the way of reading decides it, not the row
        help_text="The whole address of its document, by the way on which you read it."
    )
    owner = serializers.CharField(allow_blank=True, help_text='"" for a sample; guests are "a guest".')
    way = serializers.ChoiceField(
        choices=("own", "sample", "public", "link", "club", "roster"), help_text="Why you may read it."
    )
    fingerprints = FingerprintPairSerializer(help_text="What its paper carries.")
    profiles = ProfileSummarySerializer(many=True)
    rosters = RosterSummarySerializer(many=True)


class ListUpdateSerializer(serializers.Serializer[Any]):
    """What is said of a list itself; what is left out stays."""

    name = StrictCharField(required=False)
    setting = StrictCharField(required=False)
    background = StrictCharField(required=False, help_text="Markdown.")


def serialize_list_summary(
    request: Request, loaded: LoadedList, access_kind: str, url: str = ""
) -> dict[str, object]:
    """The value of a ``ListSummarySerializer``; ``url`` is where the list is read, if not at its own."""
    stamps = fingerprints_of(loaded)
    document, public_id = loaded.document, loaded.row.public_id

    def own_url(name: str, part: str) -> str | None:
        return url_of(request, name, public_id, part) if access_kind == "own" else None

    return {
        **BaseListSerializer(loaded.row, context={"request": request}).data,
        "url": url or url_of(request, "api_list", public_id),
        "owner": owner_name(loaded.row),
        "way": access_kind,
        "fingerprints": stamps.company_list._asdict(),
        "profiles": [
            {
                "id": profile.key,
                "key": profile.key,
                "url": own_url("api_profile", profile.key),
                "name": profile.name,
                "version": loaded.profile_versions[profile.key],
            }
            for profile in document.profiles
        ],
        "rosters": [
            {
                "id": id_,
                "url": own_url("api_roster", id_),
                "name": roster.name,
                "limit": roster.limit,
                "version": version,
                "fingerprints": stamp._asdict(),
            }
            for roster, id_, version, stamp in zip(
                document.rosters, loaded.roster_ids, loaded.roster_versions, stamps.rosters, strict=True
            )
        ],
    }
