"""Serializers of the query parameters for texts and tables of a list.

The website's addresses of texts and tables have query parameters with the same names.
"""

from typing import Any, get_args

from rest_framework import serializers

from api.papers.serializers import INCLUDED, ROSTER_HELP, IncludePartField, roster_index
from api.shared.tables import TableFormatSerializer
from builder.documents import LoadedList
from builder.exports.markup import TextFormat
from builder.exports.text import TextOptions, TextStyle


class TextQuerySerializer(serializers.Serializer[Any]):
    """The options of a text of a list."""

    style = serializers.ChoiceField(  # type: ignore[assignment] # the name in the address; DRF has it too
        choices=get_args(TextStyle), default="line", help_text="How detailed the text is."
    )
    format = serializers.ChoiceField(
        choices=get_args(TextFormat), default="plain", help_text="Markup of the text."
    )
    roster = serializers.CharField(
        required=False, help_text=f"{ROSTER_HELP} If it is left out, the text describes the complete list."
    )
    points = IncludePartField(help_text='"0" leaves out all prices.')


class TableQuerySerializer(TableFormatSerializer):
    """The options of a table of a list."""

    roster = serializers.CharField(
        required=False,
        help_text=f"{ROSTER_HELP} The table then only has the profiles of the roster, with their numbers "
        "of models, and the profiles that the roster brings into play by a rule.",
    )


def text_options(query: dict[str, Any], loaded: LoadedList) -> TextOptions:
    """Return the options of a text of a list. Raises Problem for an unknown roster."""
    return TextOptions(
        roster=roster_index(query, loaded.roster_ids),
        style=query["style"],
        format=query["format"],
        points=query["points"] == INCLUDED,
    )
