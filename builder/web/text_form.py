"""The options of a text for forums and chat, as they stand in the address of its page."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from builder.exports.markup import Format
from builder.exports.text import Style, TextOptions
from builder.web.asked import Asked
from builder.web.option import Option


class TextChoice(NamedTuple):
    """What was chosen; ``roster`` is the id of its roster, ``wrong`` what was not understood."""

    options: TextOptions
    roster: str
    wrong: tuple[str, ...]


STYLES: Mapping[Style, Option] = {
    "line": Option("line", "One line", "names and points"),
    "compact": Option("compact", "Compact", "a stat line each"),
    "full": Option("full", "Full", "all there is"),
}
FORMATS: Mapping[Format, Option] = {
    "plain": Option("plain", "Plain"),
    "markdown": Option("markdown", "Markdown"),
    "bbcode": Option("bbcode", "BBCode"),
}


def text_choice(query: Mapping[str, str], rosters: Sequence[str]) -> TextChoice:
    """The options of an address; ``rosters`` are the ids of the list's."""
    asked = Asked(query)
    at = asked.roster("roster", rosters)
    options = TextOptions(
        roster=at,
        style=asked.choice("style", tuple(STYLES), "line"),
        format=asked.choice("format", tuple(FORMATS), "plain"),
        points=asked.shown("points"),
    )
    return TextChoice(options, "" if at is None else rosters[at], tuple(asked.wrong))
