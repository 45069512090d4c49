"""Rosters as web pages of BattleScribe, read as lines of their visible text."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser

from builder.points.document.json_reader import DocumentError
from builder.points.other_builders.structure import OtherRoster
from builder.points.other_builders.text_rosters import read_text_roster

_MAX_TAGS = 50_000
_HIDDEN = re.compile(r"(</?(?:style|script|template)\b[^<>]{0,1000}>)", re.IGNORECASE)
_BARE_LESS_THAN = re.compile(r"<(?!/?[a-zA-Z][^<>]{0,1000}>)")
_GAME = re.compile(r"\(([^()]+)\)[^()]*$")
_LINE_FORMS = {"h1": "++ {} ++", "h2": "++ {} ++", "h3": "+ {} +", "h4": "{}", "p": "{}"}


class _RosterPage(HTMLParser):
    """A parser that collects headings and lists of selections. It ignores stat lines and rules.

    ``lines`` are the collected lines, and ``text`` are the pieces of the current element's text. ``depth`` is
    how deep an element is nested in the list of a model's selections. It is 0 outside of such lists.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.text: list[str] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Update the depth, and begin the text of an element.

        List items with a class are models; the others are selections of a model.
        """
        if tag == "li":
            self.depth = self.depth + 1 if not dict(attrs).get("class") else 0
        if tag in _LINE_FORMS:
            self.text = []

    def handle_data(self, data: str) -> None:
        """Collect the text of an element."""
        self.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        """Add the text of an element as a line."""
        text = " ".join("".join(self.text).split())
        label, _, rest = text.partition(":")
        if tag == "li":
            self.depth = max(self.depth - 1, 0)
        elif tag == "p" and label == "Selections":
            self.lines += [f". {rest}"]
        elif (tag in _LINE_FORMS and tag != "p") or (tag == "p" and label == "Categories"):
            self.lines.append((". " if self.depth and tag == "h4" else "") + _LINE_FORMS[tag].format(text))


def read_html_roster(text: str) -> OtherRoster:
    """Return the roster of a page. Raise DocumentError if the page has no roster."""
    if text.count("<") > _MAX_TAGS:
        raise DocumentError("", f"has more than {_MAX_TAGS:,} elements", "copy its text and import that")
    page = _RosterPage()
    if 'class="battlescribe' in text:
        page.feed(_BARE_LESS_THAN.sub("&lt;", "".join(_visible(text))))
        page.close()
    roster = read_text_roster("\n".join(page.lines))
    game = _GAME.search(page.lines[0]) if page.lines else None
    if not roster.selections:
        problem = "is a web page without a roster of BattleScribe or New Recruit"
        raise DocumentError("", problem, "copy its text and import that")
    return replace(roster, game=game[1] if game else "")


def _visible(text: str) -> Iterator[str]:
    """Yield the parts of a page outside of styles and scripts, in linear time."""
    hidden = False
    for part in _HIDDEN.split(text):
        if _HIDDEN.fullmatch(part):
            hidden = not part.startswith("</")
        elif not hidden:
            yield part
