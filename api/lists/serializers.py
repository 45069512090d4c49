"""Serializers of lists without their documents, and of the user's tags."""

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from api.shared.addresses import RowUrlField, url_of
from api.shared.descriptions import LIST_FIELDS, PROFILE_FIELDS, ROSTER_FIELDS, VERSION_HELP
from api.shared.fields import FingerprintPairSerializer, StrictCharField, TextInputField
from api.shared.pagination import GameQuerySerializer
from api.shared.responses import serialize
from builder.documents import LoadedList
from builder.exports.fingerprints import fingerprints_of
from builder.models import CompanyList
from builder.points.document.document import Profile
from builder.queries.access import AccessKind
from builder.services.lists import LIST_BACKGROUND, LIST_NAME, LIST_SETTING, owner_name

_OWN_URL_HELP = "Address of this object; null if the list is not yours."


class ListUrlField(RowUrlField):
    """The address of a list.

    If the user reached the list by another address, such as a link, that address replaces it. It is the
    context's ``url``.
    """

    def __init__(self, **options: Any) -> None:
        help_text = (
            "Address of the list. If you opened the list by a link or from a club, it is that address."
        )
        super().__init__("api_list", "public_id", **{"help_text": help_text, **options})

    def to_representation(self, value: object) -> str:
        """Return the address by which the user reached the list."""
        return self.context.get("url") or super().to_representation(value)


class OwnUrlField(RowUrlField):
    """The address of a profile or roster of the context's ``loaded`` list.

    If the context's ``access_kind`` is not "own", the address is None, because other people's profiles and
    rosters have no address.
    """

    def to_representation(self, value: object) -> str | None:  # type: ignore[override] # other people's parts have no address
        """Return the address, or None if the list is not the user's own."""
        if self.context["access_kind"] != "own":
            return None
        row: CompanyList = self.context["loaded"].row
        return url_of(self.context["request"], self.name, row.public_id, *self.parts_of(value))


class OwnerNameField(serializers.CharField):
    """The name of a list's owner, as other people see it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(source="*", **options)

    def to_representation(self, value: CompanyList) -> str:  # type: ignore[override] # the source is a list
        """Return the name. All guests have the same name."""
        return owner_name(value)


class BaseListSerializer(serializers.Serializer[CompanyList]):
    """A list."""

    id = serializers.CharField(source="public_id", help_text="Id of the list.")
    url = ListUrlField()
    name = serializers.CharField(allow_blank=True, help_text=LIST_FIELDS["name"])
    setting = serializers.CharField(allow_blank=True, help_text=LIST_FIELDS["setting"])
    system = serializers.CharField(source="edition.system.code", help_text=LIST_FIELDS["system"])
    edition = serializers.CharField(source="edition.version", help_text=LIST_FIELDS["edition"])
    version = serializers.IntegerField(help_text=VERSION_HELP)
    created = serializers.DateTimeField(help_text="When the list was created.")
    changed = serializers.DateTimeField(source="updated", help_text="When the list was last changed.")


class ListItemSerializer(BaseListSerializer):
    """A list with the number of its profiles and rosters."""

    profiles = serializers.IntegerField(source="profile_count", help_text="Number of profiles.")
    rosters = serializers.IntegerField(source="roster_count", help_text="Number of rosters.")


class OwnListItemSerializer(ListItemSerializer):
    """A list of yours."""

    tags = serializers.SerializerMethodField(help_text="Names of the list's tags. Only you see them.")

    def get_tags(self, row: CompanyList) -> list[str]:
        """Return the names of the list's tags."""
        return [tag.name for tag in row.own_tags.all()]


class TagSerializer(serializers.Serializer[Any]):
    """A tag that you use to sort your lists."""

    id = serializers.CharField(help_text="Id of the tag.")
    url = RowUrlField("api_tag", "id")
    name = serializers.CharField(help_text="Name of the tag.")
    lists = serializers.IntegerField(help_text="Number of lists with the tag, without deleted lists.")


class TagUpdateSerializer(serializers.Serializer[Any]):
    """A new name for a tag."""

    name = StrictCharField(
        help_text="New name of the tag. If you have a tag of that name, the two tags are merged."
    )


class ListTagsSerializer(serializers.Serializer[Any]):
    """The tags of a list."""

    tags = serializers.ListField(
        child=StrictCharField(),
        max_length=1_000,
        help_text="Names of the tags. Tags that don't exist yet are created.",
    )


class OwnListsQuerySerializer(GameQuerySerializer):
    """Which of your lists to return."""

    tag = serializers.CharField(default="", help_text="Name of a tag; capitals and accents don't matter.")


class DeletedListSerializer(BaseListSerializer):
    """A deleted list."""

    url = RowUrlField(  # type: ignore[assignment] # a deleted list has another address
        "api_restore_list", "public_id", help_text="Address that restores the list."
    )
    deleted = serializers.DateTimeField(source="deleted_at", help_text="When the list was deleted.")
    rests_until = serializers.DateTimeField(
        source="restorable_until", help_text="Latest time to restore the list."
    )


class ProfileSummarySerializer(serializers.Serializer[Any]):
    """A profile of a list, without its design."""

    id = serializers.CharField(source="key", help_text=PROFILE_FIELDS["key"])
    key = serializers.CharField(help_text=PROFILE_FIELDS["key"])
    url = OwnUrlField("api_profile", "key", allow_null=True, help_text=_OWN_URL_HELP)
    name = serializers.CharField(allow_blank=True, help_text=PROFILE_FIELDS["name"])
    version = serializers.SerializerMethodField(help_text=VERSION_HELP)

    def get_version(self, profile: Profile) -> int:
        """Return the profile's version in the context's ``loaded`` list."""
        loaded: LoadedList = self.context["loaded"]
        return loaded.profile_versions[profile.key]


class RosterSummarySerializer(serializers.Serializer[Any]):
    """A roster of a list, without its rows."""

    id = serializers.CharField(help_text="Id of the roster.")
    url = OwnUrlField("api_roster", "id", allow_null=True, help_text=_OWN_URL_HELP)
    name = serializers.CharField(source="roster.name", allow_blank=True, help_text=ROSTER_FIELDS["name"])
    limit = serializers.IntegerField(
        source="roster.limit",
        allow_null=True,
        help_text=ROSTER_FIELDS["limit"],
    )
    version = serializers.IntegerField(help_text=VERSION_HELP)
    fingerprints = FingerprintPairSerializer(help_text="Fingerprints that papers of the roster show.")


class ListSummarySerializer(BaseListSerializer):
    """A list without its document."""

    owner = OwnerNameField(
        allow_blank=True, help_text='User name of the owner; "" for a sample, "a guest" for a guest.'
    )
    way = serializers.SerializerMethodField(help_text="Your kind of access to the list.")
    fingerprints = serializers.SerializerMethodField(help_text="Fingerprints that papers of the list show.")
    profiles = serializers.SerializerMethodField(
        help_text="Profiles that you can read, in the order of the list."
    )
    rosters = serializers.SerializerMethodField(
        help_text="Rosters that you can read, in the order of the list."
    )

    @extend_schema_field(serializers.ChoiceField(choices=get_args(AccessKind)))
    def get_way(self, row: CompanyList) -> str:
        """Return the kind of access from the context."""
        access_kind: str = self.context["access_kind"]
        return access_kind

    @extend_schema_field(FingerprintPairSerializer)
    def get_fingerprints(self, row: CompanyList) -> object:
        """Return the fingerprints of the list."""
        return FingerprintPairSerializer(self.context["fingerprints"].company_list).data

    @extend_schema_field(ProfileSummarySerializer(many=True))
    def get_profiles(self, row: CompanyList) -> object:
        """Return the profiles that the user may read."""
        profiles = self.context["loaded"].document.profiles
        return ProfileSummarySerializer(profiles, many=True, context=self.context).data

    @extend_schema_field(RosterSummarySerializer(many=True))
    def get_rosters(self, row: CompanyList) -> object:
        """Return the rosters that the user may read."""
        loaded, fingerprints = self.context["loaded"], self.context["fingerprints"]
        rosters = zip(
            loaded.document.rosters, loaded.roster_ids, loaded.roster_versions, fingerprints.rosters,
            strict=True,
        )  # fmt: skip
        rows = [
            {"roster": roster, "id": id_, "version": version, "fingerprints": pair}
            for roster, id_, version, pair in rosters
        ]
        return RosterSummarySerializer(rows, many=True, context=self.context).data


class ListUpdateSerializer(serializers.Serializer[Any]):
    """Changes of a list. Fields that are left out don't change."""

    name = TextInputField(LIST_NAME, help_text=LIST_FIELDS["name"])
    setting = TextInputField(LIST_SETTING, help_text=LIST_FIELDS["setting"])
    background = TextInputField(LIST_BACKGROUND, help_text=LIST_FIELDS["background"])


def list_summary(
    request: Request, loaded: LoadedList, access_kind: AccessKind, url: str = ""
) -> dict[str, Any]:
    """Return the summary of a list as JSON, made by a ``ListSummarySerializer``.

    ``url`` is the address by which the user reached the list, or an empty string for the address of the list
    itself.
    """
    context = {
        "loaded": loaded,
        "fingerprints": fingerprints_of(loaded),
        "access_kind": access_kind,
        "url": url,
    }
    return serialize(ListSummarySerializer, request, loaded.row, **context)
