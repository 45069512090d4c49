"""The text of a page, and the fields that a browser would send from a form on it."""

import re
from html import unescape
from html.parser import HTMLParser

HTMX = {"HX-Request": "true"}  # what htmx sends with every request
URLENCODED = "application/x-www-form-urlencoded"  # how a form without files is sent

Fields = dict[str, list[str]]


def page_text(page: str) -> str:
    """Return the text of a page on one line."""
    return " ".join(unescape(re.sub("<[^>]+>", " ", page)).split())


class _FormParser(HTMLParser):
    def __init__(self, form_id: str) -> None:
        super().__init__()
        self.form_id = form_id
        self.fields: list[tuple[str, str]] = []
        self.buttons: list[str] = []
        self.in_form = False
        self.select = ""
        self.chosen: str | None = None
        self.first: str | None = None
        self.textarea = ""
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.in_form = given.get("id") == self.form_id
        if not self.in_form:
            return
        if tag == "input" and "name" in given:
            unchecked = given.get("type") in ("radio", "checkbox") and "checked" not in given
            if not unchecked:
                self.fields.append((given["name"], given.get("value", "")))
        elif tag == "select":
            self.select, self.chosen, self.first = given["name"], None, None
        elif tag == "option":
            value = given.get("value", "")
            self.first = value if self.first is None else self.first
            self.chosen = value if "selected" in given else self.chosen
        elif tag == "textarea":
            self.textarea, self.text = given["name"], ""
        elif tag == "button":
            self.buttons.append(given["value"] if given.get("name") == "do" else "")

    def handle_data(self, data: str) -> None:
        if self.textarea:
            self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.in_form = False
        elif tag == "select" and self.in_form:
            self.fields.append((self.select, (self.first or "") if self.chosen is None else self.chosen))
        elif tag == "textarea" and self.textarea:
            text = self.text.removeprefix("\n").replace("\n", "\r\n")
            self.fields.append((self.textarea, text))
            self.textarea = ""


def _parse(html: str, form_id: str) -> _FormParser:
    form = _FormParser(form_id)
    form.feed(html)
    return form


def fields_of(html: str, form_id: str = "design") -> Fields:
    """Return the fields that the form's Save button would send, each with its values in order."""
    fields: Fields = {}
    for name, value in _parse(html, form_id).fields:
        fields.setdefault(name, []).append(value)
    return fields


def buttons_of(html: str, form_id: str = "design") -> list[str]:
    """Return the actions of the form's buttons, in their order. The action "" only saves."""
    return _parse(html, form_id).buttons
