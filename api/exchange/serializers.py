"""Which text is asked for, by the same names as in the query of its page."""

from typing import Any, get_args

from rest_framework import serializers

from api.papers.serializers import INCLUDED, ROSTER_HELP, IncludePartField, roster_index
from builder.documents import LoadedList
from builder.exports.markup import TextFormat
from builder.exports.text import TextOptions, TextStyle


class TextQuerySerializer(serializers.Serializer[Any]):
    """A text."""

    style = serializers.ChoiceField(  # type: ignore[assignment] # the word in the address; DRF's are hints
        choices=get_args(TextStyle), default="line"
    )
    format = serializers.ChoiceField(choices=get_args(TextFormat), default="plain")
    roster = serializers.CharField(required=False, help_text=f"{ROSTER_HELP} Else it is of the whole list.")
    points = IncludePartField(help_text="0 leaves every price out.")


class TableQuerySerializer(serializers.Serializer[Any]):
    """A table."""

    roster = serializers.CharField(
        required=False,
        help_text=f"{ROSTER_HELP} The table has what it fields then, with how many there are, and what it "
        "brings besides, with who brings it.",
    )


def text_options(sent: dict[str, Any], loaded: LoadedList) -> TextOptions:
    """The options of a text of a list; Problem where its roster is none of the list's."""
    return TextOptions(
        roster=roster_index(sent, loaded.roster_ids),
        style=sent["style"],
        format=sent["format"],
        points=sent["points"] == INCLUDED,
    )
