"""Descriptions of fields come from the texts in their types."""

from dataclasses import dataclass
from typing import Annotated

from builder.points.rules.field_descriptions import field_descriptions

Page = Annotated[int, "Page of the book."]


@dataclass
class Entry:
    """A record with a field that has no description."""

    page: Page
    name: Annotated[str, "Name in the book."]
    note: str = ""


@dataclass
class Spell(Entry):
    """A record with one more field."""

    roll: Annotated[int | None, "Roll that is needed; null for none."] = None


def test_fields_have_the_texts_of_their_types() -> None:
    assert field_descriptions(Entry) == {"page": "Page of the book.", "name": "Name in the book."}


def test_inherited_fields_keep_their_descriptions() -> None:
    own = {"roll": "Roll that is needed; null for none."}
    assert field_descriptions(Spell) == {**field_descriptions(Entry), **own}
