"""The values that a form offers to choose from."""

from typing import NamedTuple

from builder.documents import LoadedList
from builder.web.presenting import roster_name


class Option(NamedTuple):
    """A value with its words."""

    value: str
    name: str
    hint: str = ""


class OptionGroup(NamedTuple):
    """Options under one heading, such as the rosters of one list."""

    name: str
    options: list[Option]


def roster_options(loaded: LoadedList) -> list[Option]:
    """The rosters of a list to choose from, by their ids, each with its game size."""
    rosters = zip(loaded.roster_ids, loaded.document.rosters, strict=True)
    return [Option(key, f"{roster_name(roster.name)} ({roster.limit})") for key, roster in rosters]
