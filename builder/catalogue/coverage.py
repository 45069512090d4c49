"""The coverage of a game: whether Musterbook has all rules, tables and numbers that players need during play.

``data/<system>/coverage/<edition>.toml`` lists these items of the game's text, each with the places where
Musterbook shows it. A place is one of these texts:

- "quick: section" or "quick: section / start of a row", in the quick reference
- "setup: key", a step of the set-up
- "turn: key", a step, mark, prompt or roll of the turn
- "table: code", "entry: code" or "value: code", in the edition
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from builder.catalogue.files import edition_file_reader
from builder.catalogue.game_setup import game_setup
from builder.catalogue.quick import quick_reference
from builder.catalogue.turn import turn_of
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.turn import Mark, Prompt, TurnRoll, TurnStep


@dataclass(frozen=True, slots=True, kw_only=True)
class BookItem:
    """An item of a game's text: a rule, a table or a number."""

    id: Annotated[str, "Id of the item."]
    item: Annotated[str, "What the item is, in our words."]
    page: Annotated[str, "Pages of the item, or its place in a text without pages."]
    at: Annotated[tuple[str, ...], "Places of the item in Musterbook."]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookItems:
    """The items of an edition's text that players need during play."""

    items: Annotated[tuple[BookItem, ...], "The items, in the order of the text."] = ()


class ItemCoverage(NamedTuple):
    """An item, and its places that don't exist in Musterbook."""

    item: BookItem
    missing_places: tuple[str, ...]

    @property
    def is_covered(self) -> bool:
        """Whether the item has places, and all of them exist."""
        return bool(self.item.at) and not self.missing_places


# A place that doesn't exist is not a fault of the file: ``item_coverages`` reports it.
book_items = edition_file_reader("coverage", BookItems, lambda items, catalogue: ())
"""Return the items of an edition's text. There are no items if the edition has no coverage file."""


def item_coverages(items: BookItems, catalogue: Catalogue) -> list[ItemCoverage]:
    """Return the coverage of each item, in the order of the items."""
    names_by_kind = _names_by_kind(catalogue)
    return [
        ItemCoverage(item, tuple(place for place in item.at if not _exists(place, names_by_kind, catalogue)))
        for item in items.items
    ]


def _names_by_kind(catalogue: Catalogue) -> Mapping[str, set[str]]:
    """Return the existing keys or codes by kind of place, without the kind "quick"."""
    index, turn = index_of(catalogue), turn_of(catalogue)
    turn_rows: tuple[TurnStep | Mark | Prompt | TurnRoll, ...] = (
        *turn.steps, *turn.marks, *turn.prompts, *turn.rolls
    )  # fmt: skip
    return {
        "setup": {step.key for step in game_setup(catalogue).steps},
        "turn": {row.key for row in turn_rows},
        "table": {table.code for table in catalogue.tables},
        "entry": {entry.code for entry in catalogue.entries()},
        "value": {*index.attributes, *index.values},
    }


def _exists(place: str, names_by_kind: Mapping[str, set[str]], catalogue: Catalogue) -> bool:
    kind, _, name = place.partition(": ")
    return name in names_by_kind.get(kind, ()) if kind != "quick" else _is_in_quick_reference(name, catalogue)


def _is_in_quick_reference(name: str, catalogue: Catalogue) -> bool:
    """Return whether the quick reference has a section, or "section / start of a row"."""
    section_name, _, start = name.partition(" / ")
    return any(
        section.name == section_name
        and (not start or any(row.text.startswith(start) for row in section.rows))
        for section in quick_reference(catalogue).sections
    )
