"""Two versions of one roster beside each other: what differs between the form and what is stored."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from builder.points.document import Roster
from builder.web.shared.presentation import NONE


class RosterDifference(NamedTuple):
    """One part of a roster that differs."""

    name: str
    mine: str
    theirs: str


def roster_differences(mine: Roster, theirs: Roster, names: Mapping[str, str]) -> list[RosterDifference]:
    """Everything that differs; ``names`` are those of the list's profiles by key."""
    return list(_differences(mine, theirs, names))


def _differences(mine: Roster, theirs: Roster, names: Mapping[str, str]) -> Iterator[RosterDifference]:
    if mine.name != theirs.name:
        yield RosterDifference("Name", mine.name or NONE, theirs.name or NONE)
    if mine.limit != theirs.limit:
        yield RosterDifference("Game size", str(mine.limit), str(theirs.limit))
    yours, stored = _counts(mine), _counts(theirs)
    differ = [key for key in {**stored, **yours} if yours.get(key, NONE) != stored.get(key, NONE)]
    for key in differ:
        yield RosterDifference(names.get(key, key), yours.get(key, NONE), stored.get(key, NONE))
    if not differ and mine.entries != theirs.entries:
        order = [", ".join(names.get(e.profile, e.profile) for e in r.entries) for r in (mine, theirs)]
        yield RosterDifference("Order", *order)


def _counts(roster: Roster) -> dict[str, str]:
    """The count of each profile; several entries of one stand as a sum: 3 + 1."""
    counts: dict[str, str] = {}
    for entry in roster.entries:
        before = f"{counts[entry.profile]} + " if entry.profile in counts else ""
        counts[entry.profile] = f"{before}{entry.count}"
    return counts
