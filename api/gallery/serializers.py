"""Public lists in the gallery."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.lists.serializers import ListItemSerializer, OwnerNameField
from api.shared.fields import TextAnswerField
from api.shared.pagination import page_serializer
from builder.models.gallery import choice_tag
from builder.points.document.list_glance import MOST_ROSTERS, Glance, parse_glance
from builder.points.rules.catalogue import Catalogue
from builder.queries.gallery import (
    MAX_COUNTED,
    FilterChoices,
    TagChoice,
    choice_names,
    property_names,
)
from builder.queries.lists import CountedList
from builder.services.moderation.reports import REPORT_REASON


class ShownGlance(NamedTuple):
    """What a list comes to, and the unit of its game."""

    glance: Glance
    unit: str


class RosterGlanceSerializer(serializers.Serializer[Any]):
    """A roster in a line."""

    id = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    limit = serializers.IntegerField(
        allow_null=True, help_text="The size of the game; null where it has none."
    )
    points = serializers.IntegerField(allow_null=True, help_text="null where something has no price.")
    legal = serializers.BooleanField(help_text="Whether the rules have nothing against it.")


class ListGlanceSerializer(serializers.Serializer[Any]):
    """What a list comes to."""

    unit = serializers.CharField(help_text="What points are called in this system.")
    cheapest = serializers.IntegerField(
        source="glance.cheapest", allow_null=True, help_text="Points; null where none has a price."
    )
    dearest = serializers.IntegerField(
        source="glance.dearest", allow_null=True, help_text="Points; null where none has a price."
    )
    rosters = RosterGlanceSerializer(
        source="glance.rosters", many=True, help_text=f"The first of them, at most {MOST_ROSTERS}."
    )


class GalleryListSerializer(ListItemSerializer):
    """A public list."""

    owner = OwnerNameField(allow_blank=True, help_text='Whose list it is; "" for a sample.')
    sample = serializers.CharField(
        allow_null=True, help_text="The code of a sample of the site; null for a list of a player."
    )
    published = serializers.DateTimeField(
        source="listing.published_at", help_text="When it came into the gallery."
    )
    times_copied = serializers.IntegerField(help_text="By others.")
    sum = serializers.SerializerMethodField(
        help_text="null where it was not added up yet, and for a list that cannot be read.",
    )

    @extend_schema_field(ListGlanceSerializer(allow_null=True))
    def get_sum(self, row: CountedList) -> object:
        """What the list comes to, as it was when it was last changed."""
        value = row.listing.glance
        if value is None:
            return None
        return ListGlanceSerializer(ShownGlance(parse_glance(value), row.edition.points_unit)).data


def gallery_page_serializer() -> serializers.Serializer[Any]:
    """The serializer of a page of public lists, for the schema."""
    total = serializers.IntegerField(
        help_text=f"How many lists there are in all; {MAX_COUNTED + 1} where there are "
        f"more than {MAX_COUNTED}."
    )
    return page_serializer(GalleryListSerializer, total=total)


_VALUE = "What to ask for."
_NAME = "As its rules call it."
_LISTS = "How many have it."


class SettingChoiceSerializer(serializers.Serializer[Any]):
    """A setting that public lists have."""

    value = serializers.CharField(help_text=_VALUE)
    name = serializers.CharField(source="label", allow_blank=True, help_text="As one of them writes it.")
    lists = serializers.IntegerField(help_text=_LISTS)


class SizeChoiceSerializer(serializers.Serializer[Any]):
    """A game size in points that public lists have rosters for."""

    value = serializers.IntegerField(help_text=_VALUE)
    lists = serializers.IntegerField(help_text=_LISTS)


class PropertyChoiceSerializer(serializers.Serializer[Any]):
    """A property or spell that profiles of public lists have."""

    value = serializers.CharField(help_text=_VALUE)
    name = serializers.CharField(source="label", help_text=_NAME)
    lists = serializers.IntegerField(help_text=_LISTS)


class OptionChoiceSerializer(serializers.Serializer[Any]):
    """An option that profiles of public lists have, of a choice by which their game tells lists apart."""

    game = serializers.CharField(
        source="option.system", help_text="The code of its system, to ask for beside it."
    )
    value = serializers.CharField(source="option.value", help_text=_VALUE)
    name = serializers.CharField(source="option.name", help_text=_NAME)
    lists = serializers.IntegerField(help_text=_LISTS)


class GalleryChoicesSerializer(serializers.Serializer[Any]):
    """What most public lists have, each kind by how many have it, the most first."""

    settings = SettingChoiceSerializer(source="found.settings", many=True)
    sizes = SizeChoiceSerializer(source="found.sizes", many=True)
    properties = PropertyChoiceSerializer(many=True)
    choices = OptionChoiceSerializer(many=True)


class ReportCreateSerializer(serializers.Serializer[Any]):
    """What is wrong with a public list."""

    reason = TextAnswerField(REPORT_REASON, trim_whitespace=True)


class KnownOption(NamedTuple):
    """An option of a choice by which a game tells lists apart."""

    system: str
    value: str
    name: str


class OptionChoice(NamedTuple):
    """An option, and how many public lists have it."""

    option: KnownOption
    lists: int


class NamedChoices(NamedTuple):
    """What most public lists have; properties and options as some ``catalogues`` call them."""

    found: FilterChoices
    catalogues: Sequence[Catalogue]

    @property
    def properties(self) -> list[TagChoice]:
        """The properties and spells that the rules know."""
        names = property_names(self.catalogues)
        return [tag._replace(label=names[tag.value]) for tag in self.found.properties if tag.value in names]

    @property
    def choices(self) -> list[OptionChoice]:
        """The options that the rules know."""
        known = {
            choice_tag(catalogue.system, value): KnownOption(catalogue.system, value, name)
            for catalogue in self.catalogues
            for names in choice_names([catalogue]).values()
            for value, name in names.items()
        }
        return [OptionChoice(known[tag.value], tag.lists) for tag in self.found.choices if tag.value in known]
