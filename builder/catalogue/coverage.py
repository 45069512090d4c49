"""Where the product has each item of a game's text that matters during play.

``data/<system>/coverage/<edition>.toml`` lists the items of the text and the places of each. A place is
"quick: section" or "quick: section / start of a row" (the quick reference), "setup: step", "turn: key" (a
step, mark, prompt or roll), "table: code", "entry: code" or "value: code" (the edition).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Annotated, NamedTuple

from builder.catalogue.files import COVERAGE_FOLDER
from builder.catalogue.game_setup import game_setup
from builder.catalogue.parsing import parse_toml, structure
from builder.catalogue.quick import quick_reference
from builder.catalogue.rulings import DATA_FOLDER
from builder.catalogue.turn import turn_of
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of


@dataclass(frozen=True, slots=True, kw_only=True)
class BookItem:
    """An item of a game's text: a rule, a table or a number."""

    id: Annotated[str, "Id of the item."]
    item: Annotated[str, "What it is, in our words."]
    page: Annotated[str, "Its pages, or its place in a text without pages."]
    at: Annotated[tuple[str, ...], "Its places in the product."]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookItems:
    """The items of an edition's text that matter during play."""

    items: Annotated[tuple[BookItem, ...], "The items, in the order of the text."] = ()


class CoveredItem(NamedTuple):
    """An item with its places; ``missing`` are the places that the product doesn't have."""

    item: BookItem
    missing: tuple[str, ...]

    @property
    def is_covered(self) -> bool:
        """Return whether it has places, and the product has all of them."""
        return bool(self.item.at) and not self.missing


@lru_cache(maxsize=32)
def book_items(catalogue: Catalogue) -> BookItems:
    """Return the items of an edition's text; none if nobody listed them. Raises CatalogueError."""
    path = DATA_FOLDER / catalogue.system / COVERAGE_FOLDER / f"{catalogue.edition}.toml"
    if not path.exists():
        return BookItems()
    name = f"{COVERAGE_FOLDER}/{path.name}"
    return structure(parse_toml(path.read_text(encoding="utf-8"), name), BookItems, name)


def covered_items(items: BookItems, catalogue: Catalogue) -> list[CoveredItem]:
    """Return the items, each with the places that are missing from the product."""
    known = {kind: frozenset(names) for kind, names in _names(catalogue).items()}
    return [
        CoveredItem(item, tuple(place for place in item.at if not _exists(place, known, catalogue)))
        for item in items.items
    ]


def _names(catalogue: Catalogue) -> Mapping[str, Iterator[str]]:
    """Return the keys and codes of each kind of place, except the places of the quick reference."""
    index, turn = index_of(catalogue), turn_of(catalogue)
    return {
        "setup": (step.key for step in game_setup(catalogue).steps),
        "turn": chain(
            (step.key for step in turn.steps),
            (mark.key for mark in turn.marks),
            (prompt.key for prompt in turn.prompts),
            (roll.key for roll in turn.rolls),
        ),
        "table": (table.code for table in catalogue.tables),
        "entry": (entry.code for entry in catalogue.entries()),
        "value": chain(index.attributes, index.values),
    }


def _exists(place: str, known: Mapping[str, frozenset[str]], catalogue: Catalogue) -> bool:
    kind, _, name = place.partition(": ")
    return name in known.get(kind, ()) if kind != "quick" else _is_in_quick_reference(name, catalogue)


def _is_in_quick_reference(name: str, catalogue: Catalogue) -> bool:
    """Return whether there is such a section, and a row that starts like this if one is named."""
    section_name, _, start = name.partition(" / ")
    return any(
        section.name == section_name
        and (not start or any(row.text.startswith(start) for row in section.rows))
        for section in quick_reference(catalogue).sections
    )
