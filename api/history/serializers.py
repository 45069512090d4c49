"""Serializers of a list's history: its revisions, and the numbers of two revisions to compare."""

from typing import Any

from rest_framework import serializers

from api.shared.addresses import RowUrlField
from builder.models import Revision
from builder.services.lists import display_name


class RevisionSerializer(serializers.Serializer[Revision]):
    """A revision: a change of a list."""

    id = serializers.CharField(source="number", help_text="Number of the revision.")
    url = RowUrlField(
        "api_revision",
        "number",
        path_parameters=("public_id",),
        help_text="Address of the document as it was after the change.",
    )
    number = serializers.IntegerField(
        help_text="Number of the revision: the version of the list after the change."
    )
    created = serializers.DateTimeField(source="ended", help_text="When the change was made.")
    by = serializers.SerializerMethodField(
        help_text='User name of the person who made the change; "" if the person is not known.'
    )
    words = serializers.SerializerMethodField(help_text="What changed, one line for each change.")

    def get_by(self, row: Revision) -> str:
        """Return the name of the person who made the change."""
        return display_name(row.by)

    def get_words(self, row: Revision) -> list[str]:
        """Return what changed, one line for each change."""
        words: list[str] = self.context["words"][row.number]
        return words


def _number(help_text: str, *, required: bool = True) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=required, help_text=help_text)


# "from" is a keyword of Python, so a class statement can't define this field.
RevisionRangeQuerySerializer: type[serializers.Serializer[Any]] = type(
    "Between",
    (serializers.Serializer,),
    {
        "__doc__": "The numbers of two revisions.",
        "from": _number("Number of the earlier revision."),
        "to": _number("Number of the later revision. Leave it out for the current list.", required=False),
    },
)
