"""Serializers of public lists, of the values of the gallery's filters, and of reports."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.lists.serializers import ListItemSerializer, OwnerNameField
from api.shared.descriptions import LIST_FIELDS, POINTS_HELP, ROSTER_FIELDS
from api.shared.fields import TextInputField
from api.shared.pagination import page_serializer
from builder.models.gallery import choice_tag
from builder.points.document.list_summary import MAX_ROSTERS, parse_list_summary
from builder.points.rules.catalogue import Catalogue
from builder.queries.gallery import (
    MAX_COUNTED,
    FilterChoices,
    choice_names,
    property_names,
)
from builder.queries.lists import CountedList
from builder.services.moderation.reports import REPORT_REASON


class GalleryRosterSerializer(serializers.Serializer[Any]):
    """A summary of a roster."""

    id = serializers.CharField(help_text="Id of the roster.")
    name = serializers.CharField(allow_blank=True, help_text=ROSTER_FIELDS["name"])
    limit = serializers.IntegerField(allow_null=True, help_text=ROSTER_FIELDS["limit"])
    points = serializers.IntegerField(allow_null=True, help_text=POINTS_HELP)
    legal = serializers.BooleanField(help_text="Whether the roster has no errors.")


class GallerySummarySerializer(serializers.Serializer[Any]):
    """The prices of a list."""

    unit = serializers.CharField(help_text='Unit of prices in the plural, such as "points" or "credits".')
    cheapest = serializers.IntegerField(
        source="summary.cheapest",
        allow_null=True,
        help_text="Lowest price of a profile; null if no profile has a price.",
    )
    dearest = serializers.IntegerField(
        source="summary.dearest",
        allow_null=True,
        help_text="Highest price of a profile; null if no profile has a price.",
    )
    rosters = GalleryRosterSerializer(
        source="summary.rosters", many=True, help_text=f"First rosters of the list, at most {MAX_ROSTERS}."
    )


class GalleryListSerializer(ListItemSerializer):
    """A public list."""

    owner = OwnerNameField(allow_blank=True, help_text='User name of the owner; "" for a sample.')
    sample = serializers.CharField(
        allow_null=True, help_text="Code of a sample of the site; null for a player's list."
    )
    published = serializers.DateTimeField(
        source="listing.published_at", help_text="When the list was published in the gallery."
    )
    times_copied = serializers.IntegerField(help_text="Number of copies that other users have made.")
    sum = serializers.SerializerMethodField(
        help_text="Prices of the list; null if they are not calculated yet, or if the list can't be read.",
    )

    @extend_schema_field(GallerySummarySerializer(allow_null=True))
    def get_sum(self, row: CountedList) -> object:
        """Return the prices of the list after its last change."""
        summary = row.listing.summary
        if summary is None:
            return None
        value = {"summary": parse_list_summary(summary), "unit": row.edition.points_unit}
        return GallerySummarySerializer(value).data


GALLERY_PAGE = page_serializer(
    GalleryListSerializer,
    total=serializers.IntegerField(
        help_text=f"Number of lists on all pages; {MAX_COUNTED + 1} if there are more than {MAX_COUNTED}."
    ),
)
"""A page of public lists, for the schema."""


_VALUE_HELP = "Value to search the gallery for."
_NAME_HELP = "Name in the rules of the game."
_LISTS_HELP = "Number of public lists with this value."


class SettingChoiceSerializer(serializers.Serializer[Any]):
    """A fictional setting of public lists."""

    value = serializers.CharField(help_text=_VALUE_HELP)
    name = serializers.CharField(
        source="label", allow_blank=True, help_text="Setting, in the spelling of one of the lists."
    )
    lists = serializers.IntegerField(help_text=_LISTS_HELP)


class SizeChoiceSerializer(serializers.Serializer[Any]):
    """A limit of rosters of public lists, in points."""

    value = serializers.IntegerField(help_text=_VALUE_HELP)
    lists = serializers.IntegerField(help_text=_LISTS_HELP)


class PropertyChoiceSerializer(serializers.Serializer[Any]):
    """A property or spell of profiles of public lists."""

    value = serializers.CharField(help_text=_VALUE_HELP)
    name = serializers.CharField(source="label", help_text=_NAME_HELP)
    lists = serializers.IntegerField(help_text=_LISTS_HELP)


class OptionChoiceSerializer(serializers.Serializer[Any]):
    """An option of profiles of public lists."""

    game = serializers.CharField(
        help_text=f"{LIST_FIELDS['system']} To search for the option, also send game."
    )
    value = serializers.CharField(help_text=_VALUE_HELP)
    name = serializers.CharField(help_text=_NAME_HELP)
    lists = serializers.IntegerField(help_text=_LISTS_HELP)


class GalleryChoicesSerializer(serializers.Serializer[Any]):
    """Values for the filters of the gallery, the most frequent first. Each has its number of lists."""

    settings = SettingChoiceSerializer(many=True, help_text="Settings of lists.")
    sizes = SizeChoiceSerializer(many=True, help_text="Limits of rosters.")
    properties = PropertyChoiceSerializer(many=True, help_text="Properties and spells of profiles.")
    choices = OptionChoiceSerializer(many=True, help_text="Options of profiles.")


class ReportCreateSerializer(serializers.Serializer[Any]):
    """A report of a public list."""

    reason = TextInputField(
        REPORT_REASON, trim_whitespace=True, help_text="What is wrong with the list. Only moderators read it."
    )


def named_choices(filters: FilterChoices, catalogues: Sequence[Catalogue]) -> dict[str, Any]:
    """Return the value of a ``GalleryChoicesSerializer``.

    Properties and options get their names from the catalogues. Properties and options that no catalogue has
    are left out.
    """
    names = property_names(catalogues)
    options = {
        choice_tag(catalogue.system, value): {"game": catalogue.system, "value": value, "name": name}
        for catalogue in catalogues
        for values in choice_names([catalogue]).values()
        for value, name in values.items()
    }
    return {
        **filters._asdict(),
        "properties": [
            tag._replace(label=names[tag.value]) for tag in filters.properties if tag.value in names
        ],
        "choices": [
            {**options[tag.value], "lists": tag.lists} for tag in filters.choices if tag.value in options
        ],
    }
