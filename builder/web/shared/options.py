"""The values that a form offers to choose from."""

from typing import NamedTuple

from builder.documents import LoadedList
from builder.web.shared.presentation import roster_name


class FormOption(NamedTuple):
    """A value with its words."""

    value: str
    name: str
    hint: str = ""


class FormOptionGroup(NamedTuple):
    """Options under one heading, such as the rosters of one list."""

    name: str
    options: list[FormOption]


def roster_options(loaded: LoadedList) -> list[FormOption]:
    """The rosters of a list to choose from, by their ids, each with its game size."""
    rosters = zip(loaded.roster_ids, loaded.document.rosters, strict=True)
    return [FormOption(key, roster_label(roster.name, roster.limit)) for key, roster in rosters]


def roster_label(name: str, limit: int | None) -> str:
    """A roster among others: "Night drop (750)", its name alone where it has no limit."""
    return roster_name(name) if limit is None else f"{roster_name(name)} ({limit})"
