"""Where on the roster's page findings stand, and the fault of what could not be saved."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from builder.points.catalogue import Catalogue
from builder.points.json_reader import DocumentError
from builder.points.results import Finding
from builder.web.rosters.draft import RosterDraft
from builder.web.shared.presentation import Remark, remarks

RosterPlace = int | str
"""A row by its number, the field "name" or "limit", or "" for the roster as a whole."""

_ENTRY = re.compile(r"entries\[(\d+)\]", re.ASCII)
_ROW = re.compile(r"count\[(\d+)\]", re.ASCII)
_FIELD_LABELS = {"name": "The name", "limit": "The game size"}


class RosterMessages(NamedTuple):
    """The findings at one place of the page, and why it could not be saved where that is the place."""

    id: str
    remarks: list[Remark]
    fault: str = ""


def messages_by_place(
    catalogue: Catalogue, findings: Iterable[Finding], numbers: Sequence[int | None], draft: RosterDraft
) -> dict[RosterPlace, RosterMessages]:
    """The findings by place; ``numbers`` are the rows of the roster's entries."""
    places: list[RosterPlace] = ["", *_FIELD_LABELS, *(row.number for row in draft.rows)]
    found: dict[RosterPlace, list[Finding]] = {place: [] for place in places}
    for finding in findings:
        found[_place(finding.where, numbers)].append(finding)
    return {
        place: RosterMessages(str(place) or "all", remarks(catalogue, here)) for place, here in found.items()
    }


def with_fault(
    messages: Mapping[RosterPlace, RosterMessages],
    fault: DocumentError,
    draft: RosterDraft,
    names: Mapping[str, str],
) -> dict[RosterPlace, RosterMessages]:
    """The same with what could not be saved said at its place."""
    row = _ROW.match(fault.path)
    place: RosterPlace = int(row[1]) if row else fault.path if fault.path in _FIELD_LABELS else ""
    return {**messages, place: messages[place]._replace(fault=fault_text(fault, draft, names))}


def fault_text(fault: DocumentError, draft: RosterDraft, names: Mapping[str, str]) -> str:
    """Why the form cannot be saved, in one sentence that names the field."""
    said = f"{fault.problem}: {fault.fix}."
    if row := _ROW.match(fault.path):
        key = draft.row(int(row[1])).profile
        return f"The count of {names.get(key, key)} {said}"
    return f"{_FIELD_LABELS[fault.path]} {said}" if fault.path in _FIELD_LABELS else f"The form: {said}"


def _place(where: str, numbers: Sequence[int | None]) -> RosterPlace:
    """The place of the page for one of the roster: an entry's row, the game size, else the whole."""
    if where == "limit":
        return where
    entry = _ENTRY.match(where)
    number = numbers[int(entry[1])] if entry and int(entry[1]) < len(numbers) else None
    return "" if number is None else number
