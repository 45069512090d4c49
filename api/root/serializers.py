"""Where things are, and what is said of problems."""

from typing import Any

from rest_framework import serializers


class RootSerializer(serializers.Serializer[Any]):
    """Whole addresses, each of that part of the interface which its name says; and the site's version."""

    version = serializers.CharField(help_text="Of the program that answers, as its changelog names it.")
    systems = serializers.URLField()
    samples = serializers.URLField()
    appraisals = serializers.URLField()
    shorthand = serializers.URLField()
    lists = serializers.URLField()
    gallery = serializers.URLField()
    clubs = serializers.URLField()
    me = serializers.URLField()
    schema = serializers.URLField(help_text="This interface as OpenAPI.")
    docs = serializers.URLField(help_text="A page to read and to try it.")


class ProblemKindSerializer(serializers.Serializer[Any]):
    """What a kind of problem means."""

    type = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()
    mend = serializers.CharField(help_text="What whoever gets it can do.")
