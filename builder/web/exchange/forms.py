"""The options of a text for forums and chat, from the address of its page."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from builder.exports.markup import TextFormat
from builder.exports.text import TextOptions, TextStyle
from builder.web.shared.options import FormOption
from builder.web.shared.query_options import QueryOptions


class TextChoice(NamedTuple):
    """The options of a text.

    ``roster_id`` is the id of a roster, or an empty string for the full list.
    ``has_link`` is True if the text begins with the link of the list, if it has one.
    ``not_understood`` describes the invalid options.
    """

    options: TextOptions
    roster_id: str
    has_link: bool
    not_understood: tuple[str, ...]


STYLES: Mapping[TextStyle, FormOption] = {
    "line": FormOption("line", "One line", "names and points"),
    "compact": FormOption("compact", "Compact", "a stat line each"),
    "full": FormOption("full", "Full", "everything"),
}
FORMATS: Mapping[TextFormat, FormOption] = {
    "plain": FormOption("plain", "Plain"),
    "discord": FormOption("discord", "Discord", "in columns, split into messages"),
    "markdown": FormOption("markdown", "Markdown"),
    "bbcode": FormOption("bbcode", "BBCode"),
}


def parse_text_choice(query: Mapping[str, str], roster_ids: Sequence[str]) -> TextChoice:
    """Return the options in an address."""
    query_options = QueryOptions(query)
    roster_index = query_options.roster_index("roster", roster_ids)
    options = TextOptions(
        roster=roster_index,
        style=query_options.choice("style", tuple(STYLES), "line"),
        format=query_options.choice("format", tuple(FORMATS), "plain"),
        points=query_options.flag("points"),
    )
    roster_id = "" if roster_index is None else roster_ids[roster_index]
    return TextChoice(options, roster_id, query_options.flag("link"), tuple(query_options.not_understood))
