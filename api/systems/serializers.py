"""Systems, their editions, and the samples of the site."""

from typing import Any

from rest_framework import serializers

from api.shared.addresses import RowUrlField, url_field


class EditionSerializer(serializers.Serializer[Any]):
    """An edition of a system."""

    id = serializers.CharField(help_text="What documents call edition.")
    url = url_field(help_text="The whole address of its catalogue.")
    digest = serializers.CharField(help_text="Names the whole content of the edition.")
    play = serializers.URLField(help_text="Its play sheet.")


class SystemSerializer(serializers.Serializer[Any]):
    """A system with its editions, the oldest first."""

    id = serializers.CharField(help_text="Its code: what documents call system, and filters game.")
    url = url_field()
    name = serializers.CharField()
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
