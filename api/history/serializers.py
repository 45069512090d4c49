"""The history of a list: its revisions, and what differs between two of them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.shared.addresses import url_of
from builder.models import Revision
from builder.services.lists import display_name


class RevisionSerializer(serializers.Serializer[Revision]):
    """One change of a list."""

    id = serializers.CharField(source="number", help_text="Its number.")
    url = serializers.SerializerMethodField(help_text="The whole address of the list as it stood.")
    number = serializers.IntegerField(help_text="The version of the list that the change made.")
    created = serializers.DateTimeField(source="ended")
    by = serializers.SerializerMethodField(help_text='"" where that is not known any more.')
    words = serializers.SerializerMethodField(help_text="What was changed, a line for each thing.")

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, row: Revision) -> str:
        """The whole address of the list as it stood."""
        return url_of(self.context["request"], "api_revision", self.context["public_id"], row.number)

    def get_by(self, row: Revision) -> str:
        """The name of whoever made the change."""
        return display_name(row.by)

    def get_words(self, row: Revision) -> list[str]:
        """What was changed, a line for each thing."""
        words: list[str] = self.context["words"][row.number]
        return words


def _number(words: str, *, required: bool = True) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=required, help_text=words)


# "from" is a keyword of Python and cannot name a field in a class statement.
RevisionRangeQuerySerializer: type[serializers.Serializer[Any]] = type(
    "Between",
    (serializers.Serializer,),
    {
        "__doc__": "The numbers of two revisions.",
        "from": _number("The number of the earlier revision."),
        "to": _number("That of the later one; left out: what stands now.", required=False),
    },
)
