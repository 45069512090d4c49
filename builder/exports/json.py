"""A list as its interchange document, which an import gives back byte for byte, and its appraisal as JSON."""

import json
from typing import Any

from builder.catalogue.play import play_sheet
from builder.documents import LoadedList
from builder.exports.sheet import SheetWriter
from builder.points.document.brought import BroughtProfile, brought_to_roster
from builder.points.document.document import Document, dump_document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, RosterAppraisal, to_json


def document_text(loaded: LoadedList) -> str:
    """The JSON text of a list."""
    return to_json_text(loaded.document, loaded.catalogue)


def to_json_text(document: Document, catalogue: Catalogue) -> str:
    """The JSON text of a document: always the same text for the same document."""
    return json.dumps(dump_document(document, catalogue), ensure_ascii=False, indent=2) + "\n"


def appraisal_value(
    document: Document, catalogue: Catalogue, appraisal: Appraisal, *, sheet: bool = False
) -> dict[str, Any]:
    """The JSON value of an appraisal, with what has prices added up, and what each roster brings besides.

    With ``sheet`` also what is drawn on a sheet of each profile and roster.
    """
    value: dict[str, Any] = dict(to_json(appraisal))
    for profile, found in zip(value["profiles"], appraisal.profiles, strict=True):
        profile["priced_points"] = found.total.points
        profile["unpriced"] = [line.where for line in found.lines if line.points is None]
    play = play_sheet(catalogue)
    rosters = zip(value["rosters"], appraisal.rosters, document.rosters, strict=True)
    for shown, of_roster, roster in rosters:
        shown.update(_priced_part(appraisal, of_roster))
        brought = brought_to_roster(document, catalogue, play, roster)
        shown["also_bring"] = [_brought_value(one) for one in brought]
    if sheet:
        _add_sheets(value, SheetWriter(document, catalogue, appraisal), document, appraisal)
    return value


def _add_sheets(value: dict[str, Any], writer: SheetWriter, document: Document, appraisal: Appraisal) -> None:
    pairs = zip(document.profiles, appraisal.profiles, strict=True)
    for shown, (profile, found) in zip(value["profiles"], pairs, strict=True):
        shown["sheet"] = writer.profile(profile, found)
    for shown, roster in zip(value["rosters"], document.rosters, strict=True):
        shown["sheet"] = writer.roster(roster)


def _priced_part(appraisal: Appraisal, roster: RosterAppraisal) -> dict[str, object]:
    fielded = list(roster.fielded_members())
    total = appraisal.roster_total(roster, {entry.profile: entry.profile for entry in fielded})
    unpriced = (entry.profile for entry in fielded if entry.each is None and appraisal.each(entry))
    return {"priced_points": total.points, "unpriced": list(dict.fromkeys(unpriced))}


def _brought_value(brought: BroughtProfile) -> dict[str, Any]:
    by = [
        {"profile": key, "group": entry.group, "code": entry.code, "name": entry.name}
        for key, entry in brought.bringers
    ]
    return {"profile": brought.profile.key, "name": brought.profile.name, "by": by}
