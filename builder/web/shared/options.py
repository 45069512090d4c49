"""The options of a select field in a form."""

from typing import NamedTuple

from builder.documents import LoadedList
from builder.points.rules.names import roster_name


class FormOption(NamedTuple):
    """An option of a select field: its value, and its name as the label."""

    value: str
    name: str
    hint: str = ""


class FormOptionGroup(NamedTuple):
    """Options under one heading, such as the rosters of one list."""

    name: str
    options: list[FormOption]


def roster_options(loaded: LoadedList) -> list[FormOption]:
    """Return the rosters of a list as options. Their values are ids, and their names show the limits."""
    word = loaded.catalogue.words.roster
    rosters = zip(loaded.roster_ids, loaded.document.rosters, strict=True)
    return [FormOption(key, _roster_label(roster.name, roster.limit, word)) for key, roster in rosters]


def _roster_label(name: str, limit: int | None, word: str) -> str:
    """Return the name of a roster with its points limit, if it has one: "Night drop (750)"."""
    return roster_name(name, word) if limit is None else f"{roster_name(name, word)} ({limit})"
