"""What a browser would send of a page's forms: the names and values of its fields."""

from html.parser import HTMLParser


class _Fields(HTMLParser):
    """Collects inputs, chosen options and texts; buttons and boxes that are not ticked send nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self._select = ""
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what this element would send."""
        given = dict(attrs)
        name = given.get("name") or ""
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select and "selected" in given:
            self.found[self._select] = [given.get("value") or ""]
        elif tag == "textarea":
            self._text = name
            self.found[name] = [""]
        elif tag == "input" and name and self._sends(given):
            self.found.setdefault(name, []).append(given.get("value") or "")

    @staticmethod
    def _sends(given: dict[str, str | None]) -> bool:
        return given.get("type") not in ("checkbox", "radio") or "checked" in given

    def handle_endtag(self, tag: str) -> None:
        """The end of a select or a textarea."""
        if tag in ("select", "textarea"):
            self._select = self._text = ""

    def handle_data(self, data: str) -> None:
        """Take the content of a text."""
        if self._text:
            self.found[self._text][0] += data


def fields_of(html: str) -> dict[str, list[str]]:
    """All fields of a page or fragment that a browser would send, by name."""
    fields = _Fields()
    fields.feed(html)
    return fields.found
