"""Public lists in the gallery."""

from collections.abc import Iterable, Iterator
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from api.lists.serializers import ListItemSerializer
from api.shared.fields import StrictCharField
from api.shared.pagination import page_serializer
from builder.documents import LoadedList
from builder.models.gallery import choice_tag
from builder.points.catalogue import Catalogue
from builder.points.list_glance import MOST_ROSTERS, glance
from builder.queries.gallery import (
    MAX_COUNTED,
    MAX_PROFILES_PRICED,
    FilterChoices,
    ListingPage,
    choice_names,
    property_names,
)
from builder.queries.lists import CountedList
from builder.services.lists import owner_name


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
    cheapest = serializers.IntegerField(allow_null=True, help_text="Points; null where none has a price.")
    dearest = serializers.IntegerField(allow_null=True, help_text="Points; null where none has a price.")
    rosters = RosterGlanceSerializer(many=True, help_text=f"The first of them, at most {MOST_ROSTERS}.")


class GalleryListSerializer(ListItemSerializer):
    """A public list."""

    owner = serializers.CharField(allow_blank=True, help_text='Whose list it is; "" for a sample.')
    sample = serializers.CharField(
        allow_null=True, help_text="The code of a sample of the site; null for a list of a player."
    )
    published = serializers.DateTimeField(help_text="When it came into the gallery.")
    times_copied = serializers.IntegerField(help_text="By others.")
    sum = ListGlanceSerializer(
        allow_null=True,
        help_text=f"null for a list of more than {MAX_PROFILES_PRICED} profiles, and for one "
        "that cannot be read.",
    )


def gallery_page_serializer() -> serializers.Serializer[Any]:
    """The serializer of a page of public lists, for the schema."""
    total = serializers.IntegerField(
        help_text=f"How many lists there are in all; {MAX_COUNTED + 1} where there are "
        f"more than {MAX_COUNTED}."
    )
    return page_serializer(GalleryListSerializer, total=total)


class SettingChoiceSerializer(serializers.Serializer[Any]):
    """A setting that public lists have."""

    value = serializers.CharField(help_text="What to ask for.")
    name = serializers.CharField(allow_blank=True, help_text="As one of them writes it.")
    lists = serializers.IntegerField(help_text="How many have it.")


class SizeChoiceSerializer(serializers.Serializer[Any]):
    """A game size in points that public lists have rosters for."""

    value = serializers.IntegerField(help_text="What to ask for.")
    lists = serializers.IntegerField(help_text="How many have it.")


class PropertyChoiceSerializer(SettingChoiceSerializer):
    """A property or spell that profiles of public lists have."""

    name = serializers.CharField(help_text="As its rules call it.")


class OptionChoiceSerializer(SettingChoiceSerializer):
    """An option that profiles of public lists have, of a choice by which their game tells lists apart."""

    game = serializers.CharField(help_text="The code of its system, to ask for beside it.")
    name = serializers.CharField(help_text="As its rules call it.")


class GalleryChoicesSerializer(serializers.Serializer[Any]):
    """What most public lists have, each kind by how many have it, the most first."""

    settings = SettingChoiceSerializer(many=True)
    sizes = SizeChoiceSerializer(many=True)
    properties = PropertyChoiceSerializer(many=True)
    choices = OptionChoiceSerializer(many=True)


class ReportCreateSerializer(serializers.Serializer[Any]):
    """What is wrong with a public list."""

    reason = StrictCharField(
        allow_blank=False, trim_whitespace=True, help_text="In your own words; staff read it."
    )


def serialize_gallery_lists(request: Request, page: ListingPage) -> list[dict[str, object]]:
    """The values of ``GalleryListSerializer`` for the lists of a page, in their order."""
    return [_serialize_gallery_list(request, row, page.loaded.get(row.pk)) for row in page.rows]


def serialize_choices(choices: FilterChoices, editions: Iterable[Catalogue]) -> dict[str, object]:
    """The value of a ``GalleryChoicesSerializer``: properties and options as these editions call them."""
    catalogues = list(editions)
    names = property_names(catalogues)
    return {
        "settings": [
            {"value": setting.value, "name": setting.label, "lists": setting.lists}
            for setting in choices.settings
        ],
        "sizes": [{"value": int(size.value), "lists": size.lists} for size in choices.sizes],
        "properties": [
            {"value": entry.value, "name": names[entry.value], "lists": entry.lists}
            for entry in choices.properties
            if entry.value in names
        ],
        "choices": list(_serialize_options(choices, catalogues)),
    }


def _serialize_options(
    choices: FilterChoices, catalogues: Iterable[Catalogue]
) -> Iterator[dict[str, object]]:
    names = {
        choice_tag(catalogue.system, value): (catalogue.system, value, name)
        for catalogue in catalogues
        for options in choice_names([catalogue]).values()
        for value, name in options.items()
    }
    for choice in choices.choices:
        if choice.value in names:
            system, value, name = names[choice.value]
            yield {"game": system, "value": value, "name": name, "lists": choice.lists}


def _serialize_gallery_list(
    request: Request, row: CountedList, loaded: LoadedList | None
) -> dict[str, object]:
    return {
        **ListItemSerializer(row, context={"request": request}).data,
        "owner": owner_name(row),
        "sample": row.sample,
        "published": serializers.DateTimeField().to_representation(row.listing.published_at),
        "times_copied": row.times_copied,
        "sum": None if loaded is None else _serialize_glance(loaded),
    }


def _serialize_glance(loaded: LoadedList) -> dict[str, object]:
    summary = glance(loaded.document, loaded.catalogue)
    return {
        "unit": loaded.catalogue.points_unit,
        "cheapest": summary.cheapest,
        "dearest": summary.dearest,
        "rosters": [
            {
                "id": id_,
                "name": roster.name,
                "limit": roster.limit,
                "points": roster.points,
                "legal": roster.legal,
            }
            for id_, roster in zip(loaded.roster_ids, summary.rosters, strict=False)
        ],
    }
