"""The interchange document and the appraisal of a list, both as JSON.

People can import an interchange document. An appraisal has the points and findings of a list.
"""

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
    """Return a list's interchange document as text."""
    return to_json_text(loaded.document, loaded.catalogue)


def to_json_text(document: Document, catalogue: Catalogue) -> str:
    """Return an interchange document as text. The same document always gives the same text."""
    return json.dumps(dump_document(document, catalogue), ensure_ascii=False, indent=2) + "\n"


def appraisal_value(sheet: ListSheet, *, with_sheets: bool = False) -> dict[str, Any]:
    """Return the JSON value of an appraisal.

    It also has the total of the prices that are known, and the profiles that each roster summons. If
    ``with_sheets`` is true, it has the sheets of profiles and rosters too.
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
    """Return the total of the known prices in a roster, and the keys of the profiles without a price."""
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
