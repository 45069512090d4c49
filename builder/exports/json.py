"""The interchange document of a list, which people can import, and the list's appraisal as JSON."""

import json
from typing import Any

from builder.documents import LoadedList
from builder.exports.sheet import profile_value, roster_value
from builder.points.document.document import Document, dump_document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import own_key
from builder.points.rules.results import Appraisal, RosterAppraisal, to_json
from builder.points.sheets.roster import ListSheet, Summoned


def document_text(loaded: LoadedList) -> str:
    """Return the JSON text of a list."""
    return to_json_text(loaded.document, loaded.catalogue)


def to_json_text(document: Document, catalogue: Catalogue) -> str:
    """Return the JSON text of a document; the same document always gives the same text."""
    return json.dumps(dump_document(document, catalogue), ensure_ascii=False, indent=2) + "\n"


def appraisal_value(sheet: ListSheet, *, with_sheets: bool = False) -> dict[str, Any]:
    """Return the JSON value of an appraisal, with totals of prices and the models that rosters summon.

    If ``with_sheets`` is true, add the sheets of profiles and rosters.
    """
    appraisal = sheet.appraisal
    value: dict[str, Any] = dict(to_json(appraisal))
    profiles = [*value["profiles"], *value.get("variants", ())]
    for profile, profile_appraisal in zip(profiles, appraisal.profiles_by_key().values(), strict=True):
        profile["priced_points"] = profile_appraisal.total.points
        profile["unpriced"] = [line.where for line in profile_appraisal.lines if line.points is None]
    for roster_json, roster in zip(value["rosters"], sheet.rosters, strict=True):
        roster_json.update(_priced_part(appraisal, roster.appraisal))
        roster_json["also_bring"] = [_summoned_value(summoned) for summoned in roster.summoned]
        if with_sheets:
            roster_json["sheet"] = roster_value(roster)
    if with_sheets:
        for profile in profiles:
            profile["sheet"] = profile_value(sheet.by_key[profile["key"]])
    return value


def _priced_part(appraisal: Appraisal, roster: RosterAppraisal) -> dict[str, object]:
    """Return the points of the members that have a price, and the keys of profiles that have none."""
    fielded = list(roster.fielded_members())
    total = appraisal.roster_total(roster, {own_key(entry.profile): entry.profile for entry in fielded})
    unpriced = (entry.profile for entry in fielded if entry.each is None and appraisal.model_total(entry))
    return {"priced_points": total.points, "unpriced": list(dict.fromkeys(unpriced))}


def _summoned_value(summoned: Summoned) -> dict[str, Any]:
    profile = summoned.profile.profile
    by = [
        {"profile": key, "group": entry.group, "code": entry.code, "name": entry.name}
        for key, entry in summoned.bringers
    ]
    return {"profile": profile.key, "name": profile.name, "by": by}
