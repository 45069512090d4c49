"""Systems, their editions, and the samples of the site."""

from typing import Any

from rest_framework import serializers


class EditionSerializer(serializers.Serializer[Any]):
    """An edition of a system."""

    edition = serializers.CharField()
    digest = serializers.CharField(help_text="Names the whole content of the edition.")
    address = serializers.URLField(help_text="Its catalogue.")
    play = serializers.URLField(help_text="Its play sheet.")


class SystemSerializer(serializers.Serializer[Any]):
    """A system with its editions, the oldest first."""

    system = serializers.CharField()
    name = serializers.CharField()
    address = serializers.URLField()
    editions = EditionSerializer(many=True)


class SystemsSerializer(serializers.Serializer[Any]):
    """Every system."""

    results = SystemSerializer(many=True)
    schema = serializers.URLField(help_text="The JSON Schema of the documents of all editions.")


class SampleSerializer(serializers.Serializer[Any]):
    """A list that comes with the site."""

    id = serializers.CharField(source="public_id", help_text="Its document is lists/{id}.")
    slug = serializers.CharField(source="sample")
    name = serializers.CharField()
    system = serializers.CharField(source="edition.system.code")
    edition = serializers.CharField(source="edition.version")
    profiles = serializers.IntegerField(source="profile_count")
    rosters = serializers.IntegerField(source="roster_count")


class SamplesSerializer(serializers.Serializer[Any]):
    """Every sample."""

    results = SampleSerializer(many=True)
