"""What the buttons of the roster's form do to a draft, besides saving it.

The field ``do`` is written ``verb:argument``:

===== ======================== ==========================================================
set   ``set:3=4,5=0``          these rows have these counts
more  ``more:3=2,5=1``         so many models more in these rows
added ``added:3=2,5=1``        the page has done that already; it is named for Undo's sake
game  ``game:750``             the game size
rows  ``rows:captain=1,…``     all entries as they were: Undo on a page made anew
keep  ``keep:12``              save over version 12
===== ======================== ==========================================================
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from builder.points.document import Roster
from builder.points.json_reader import DocumentError
from builder.web.rosters.draft import DraftRow, RosterDraft, match_rows, parse_count

RowCounts = tuple[tuple[int, int], ...]

_PAIR = re.compile(r"(\d{1,4})=(\d{1,7})", re.ASCII)
_ENTRY = re.compile(r"([A-Za-z0-9_-]+)=(\d{1,7})", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)


class RosterFormEffect(NamedTuple):
    """What the buttons did: how many models they added to which rows, and the version to save over.

    ``needs_reload`` says that the draft was changed in a way that the page does not show yet.
    """

    added_counts: RowCounts = ()
    version: int | None = None
    needs_reload: bool = False


class CountsUndo(NamedTuple):
    """What a change did in words, and the counts that its rows had before, by number."""

    text: str
    counts: RowCounts


def apply_actions(draft: RosterDraft, actions: Iterable[str]) -> RosterFormEffect:
    """Change the draft as the buttons say, one after the other; DocumentError for what no button says."""
    effect = RosterFormEffect()
    for action in actions:
        if not action:
            continue
        verb, _, argument = action.partition(":")
        try:
            done = _VERBS[verb](draft, argument)
        except LookupError:
            problem = f"{action[:60]!r} is nothing to do here"
            raise DocumentError("", problem, "use the buttons of the page") from None
        effect = RosterFormEffect(
            (*effect.added_counts, *done.added_counts),
            done.version or effect.version,
            done.needs_reload or effect.needs_reload,
        )
    return effect


def find_undo(
    stored: Roster, draft: RosterDraft, effect: RosterFormEffect, names: dict[str, str]
) -> CountsUndo | None:
    """How to take back what was added by a button, or what is no longer fielded; None for lesser changes."""
    changes, before = [], {}
    added: Counter[int] = Counter()
    for number, more in effect.added_counts:
        added[number] += more
    for number, more in added.items():
        row = draft.row(number)
        before[number] = max((parse_count(row.count) or 0) - more, 0)
        changes.append(f"{more} × {names.get(row.profile, row.profile)} added")
    for place, entry in zip(match_rows(stored.entries, draft.rows), stored.entries, strict=True):
        if place is None or place in before or not entry.count:
            continue
        if parse_count(draft.row(place).count) == 0:
            before[place] = entry.count
            changes.append(f"{names.get(entry.profile, entry.profile)} taken out")
    return CountsUndo(", ".join(changes), tuple(before.items())) if before else None


def counts_argument(counts: Iterable[tuple[int | str, int]]) -> str:
    """Counts by row or key as a button's argument: ``3=4,5=0``."""
    return ",".join(f"{place}={count}" for place, count in counts)


# ------------------------------------------------------------------ verbs


def _parse_counts(argument: str) -> list[tuple[int, int]]:
    found = [_PAIR.fullmatch(part) for part in argument.split(",")]
    if None in found:
        raise LookupError(argument)
    return [(int(pair[1]), int(pair[2])) for pair in found if pair]


def _set(draft: RosterDraft, argument: str) -> RosterFormEffect:
    for number, count in _parse_counts(argument):
        draft.row(number).count = str(count)
    return RosterFormEffect(needs_reload=True)


def _more(draft: RosterDraft, argument: str) -> RosterFormEffect:
    pairs = _parse_counts(argument)
    for number, more in pairs:
        row = draft.row(number)
        before = parse_count(row.count)
        if before is not None:  # else its own field refuses it
            row.count = str(before + more)
    return RosterFormEffect(tuple(pairs), needs_reload=True)


def _added(draft: RosterDraft, argument: str) -> RosterFormEffect:
    pairs = _parse_counts(argument)
    for number, _ in pairs:
        draft.row(number)
    return RosterFormEffect(tuple(pairs))


def _game(draft: RosterDraft, argument: str) -> RosterFormEffect:
    if not _NUMBER.fullmatch(argument):
        raise LookupError(argument)
    draft.limit = argument
    return RosterFormEffect(needs_reload=True)


def _rows(draft: RosterDraft, argument: str) -> RosterFormEffect:
    """Restore all entries; the rows of other profiles have a count of 0 again."""
    found = [_ENTRY.fullmatch(part) for part in argument.split(",")] if argument else []
    if None in found:
        raise LookupError(argument)
    entries = [DraftRow(place, pair[1], pair[2]) for place, pair in enumerate(found) if pair]
    named = {row.profile for row in entries}
    others = dict.fromkeys(row.profile for row in draft.rows if row.profile not in named)
    draft.rows = entries + [DraftRow(place, key, "0") for place, key in enumerate(others, len(entries))]
    draft.zeros = frozenset(row.number for row in entries if row.count == "0")
    return RosterFormEffect(needs_reload=True)


def _keep(draft: RosterDraft, argument: str) -> RosterFormEffect:
    if not _NUMBER.fullmatch(argument):
        raise LookupError(argument)
    return RosterFormEffect(version=int(argument))


_VERBS: dict[str, Callable[[RosterDraft, str], RosterFormEffect]] = {
    "set": _set, "more": _more, "added": _added, "game": _game, "rows": _rows, "keep": _keep,
}  # fmt: skip
