"""Serializers of the API's root and of the kinds of problems."""

from typing import Any

from rest_framework import serializers


class RootSerializer(serializers.Serializer[Any]):
    """Addresses of the parts of the API, and the version of the site."""

    version = serializers.CharField(
        help_text="Version of Musterbook on this site, as its changelog names it."
    )
    systems = serializers.URLField(help_text="Address of the games and their editions.")
    samples = serializers.URLField(help_text="Address of the sample lists.")
    appraisals = serializers.URLField(help_text="Address for appraising a document.")
    shorthand = serializers.URLField(help_text="Address for reading stat lines.")
    lists = serializers.URLField(help_text="Address of your lists.")
    gallery = serializers.URLField(help_text="Address of the public lists.")
    clubs = serializers.URLField(help_text="Address of your clubs.")
    me = serializers.URLField(help_text="Address of your account.")
    schema = serializers.URLField(help_text="Address of the OpenAPI document of this API.")
    docs = serializers.URLField(
        help_text="Address of the documentation of this API, a page on which you can also try it."
    )


class ProblemKindSerializer(serializers.Serializer[Any]):
    """The meaning of a kind of problem."""

    type = serializers.CharField(
        help_text="Address of this kind of problem. Problems of this kind have it as type."
    )
    status = serializers.IntegerField(help_text="HTTP status of the answer, such as 404.")
    title = serializers.CharField(help_text="What is wrong, in a few words.")
    mend = serializers.CharField(source="advice", help_text="What you can do about it.")
