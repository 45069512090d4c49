"""Serializers of games, which are called systems in the code, of editions and of the sample lists."""

from typing import Any

from rest_framework import serializers

from api.shared.addresses import RowUrlField
from api.shared.descriptions import LIST_FIELDS
from builder.exports.pdf.options import CARD_CODES, SIZE_CODES


class EditionSerializer(serializers.Serializer[Any]):
    """An edition of a game."""

    id = serializers.CharField(source="version", help_text=LIST_FIELDS["edition"])
    url = RowUrlField(
        "api_edition", "system.code", "version", help_text="Address of the catalogue of the edition."
    )
    digest = serializers.CharField(
        help_text="Digest of the edition. It changes with prices and options, but not with rulings."
    )
    play = RowUrlField(
        "api_play_sheet", "system.code", "version", help_text="Address of the play sheet of the edition."
    )


class BlankPaperQuerySerializer(serializers.Serializer[Any]):
    """The size of a blank paper."""

    size = serializers.ChoiceField(choices=SIZE_CODES, default="a4", help_text="Size of the paper.")
    card = serializers.ChoiceField(choices=CARD_CODES, default="poker", help_text="Size of cards.")


class SystemSerializer(serializers.Serializer[Any]):
    """A game with its editions."""

    id = serializers.CharField(source="system.code", help_text=LIST_FIELDS["system"])
    url = RowUrlField("api_system", "system.code")
    name = serializers.CharField(source="system.name", help_text="Name of the game.")
    editions = EditionSerializer(many=True, help_text="Editions of the game, the oldest first.")


class SampleSerializer(serializers.Serializer[Any]):
    """A sample list of the site."""

    id = serializers.CharField(source="public_id", help_text="Id of the list.")
    url = RowUrlField("api_list", "public_id")
    slug = serializers.CharField(source="sample", help_text="Code of the sample.")
    name = serializers.CharField(help_text=LIST_FIELDS["name"])
    system = serializers.CharField(source="edition.system.code", help_text=LIST_FIELDS["system"])
    edition = serializers.CharField(source="edition.version", help_text=LIST_FIELDS["edition"])
    profiles = serializers.IntegerField(source="profile_count", help_text="Number of profiles.")
    rosters = serializers.IntegerField(source="roster_count", help_text="Number of rosters.")
