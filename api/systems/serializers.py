"""Systems, their editions, and the samples of the site."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rest_framework import serializers

from api.shared.addresses import RowUrlField
from builder.exports.pdf.options import CARD_CODES, SIZE_CODES
from builder.models import Edition, GameSystem


class EditionSerializer(serializers.Serializer[Any]):
    """An edition of a system."""

    id = serializers.CharField(source="version", help_text="What documents call edition.")
    url = RowUrlField(
        "api_edition", "system.code", "version", help_text="The whole address of its catalogue."
    )
    digest = serializers.CharField(help_text="Names the whole content of the edition.")
    play = RowUrlField("api_play_sheet", "system.code", "version", help_text="Its play sheet.")


class BlankPaperQuerySerializer(serializers.Serializer[Any]):
    """How large a blank paper is."""

    size = serializers.ChoiceField(choices=SIZE_CODES, default="a4")
    card = serializers.ChoiceField(choices=CARD_CODES, default="poker", help_text="The size of cards.")


class SystemEditions(NamedTuple):
    """A system and its editions."""

    system: GameSystem
    editions: Sequence[Edition]


class SystemSerializer(serializers.Serializer[Any]):
    """A system with its editions, the oldest first."""

    id = serializers.CharField(
        source="system.code", help_text="Its code: what documents call system, and filters game."
    )
    url = RowUrlField("api_system", "system.code")
    name = serializers.CharField(source="system.name")
    editions = EditionSerializer(many=True)


class SampleSerializer(serializers.Serializer[Any]):
    """A list that comes with the site."""

    id = serializers.CharField(source="public_id")
    url = RowUrlField("api_list", "public_id")
    slug = serializers.CharField(source="sample")
    name = serializers.CharField()
    system = serializers.CharField(source="edition.system.code")
    edition = serializers.CharField(source="edition.version")
    profiles = serializers.IntegerField(source="profile_count")
    rosters = serializers.IntegerField(source="roster_count")
