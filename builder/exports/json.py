"""The interchange document and the appraisal of a list, both as JSON.

People can import an interchange document. An appraisal has the points and findings of a list.
"""

import json
from typing import Annotated, Any, NotRequired, TypedDict

from builder.documents import LoadedList
from builder.exports.sheet import ProfileSheetJson, RosterSheetJson, profile_value, roster_value
from builder.points.document.document import Document, dump_document
from builder.points.rules.catalogue import Catalogue, MemberProfile, ProfileName
from builder.points.rules.names import own_key
from builder.points.rules.results import Appraisal, ProfileAppraisal, to_json
from builder.points.sheets.roster import ListSheet, RosterSheet, Summoned

_SHEET = "Data of the printed sheet; only with include=sheet."


class BringerJson(TypedDict):
    """A profile that brings another into play, and the property or spell that does it."""

    profile: MemberProfile
    group: Annotated[str, "Code of the group of the property in the catalogue."]
    code: Annotated[str, "Code of the property."]
    name: Annotated[str, "Name of the property."]


class SummonedProfileJson(TypedDict):
    """A profile that comes into play by a rule. It adds no points or models to the roster."""

    profile: MemberProfile
    name: ProfileName
    by: Annotated[list[BringerJson], "Profiles that bring it, with the property or spell."]


class ProfileAdditions(TypedDict):
    """What the JSON of a profile has in addition to the appraisal."""

    priced_points: Annotated[int, "Sum of the lines that have a price, in points."]
    unpriced: Annotated[list[str], "Places in the design whose lines have no price."]
    sheet: NotRequired[Annotated[ProfileSheetJson, _SHEET]]


class RosterAdditions(TypedDict):
    """What the JSON of a roster has in addition to the appraisal."""

    priced_points: Annotated[int, "Sum of the models that have a price, in points."]
    unpriced: Annotated[list[str], "Keys of the profiles without a price."]
    also_bring: Annotated[
        list[SummonedProfileJson], "Profiles that come into play by a rule, such as summoned creatures."
    ]
    sheet: NotRequired[Annotated[RosterSheetJson, _SHEET]]


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
        profile.update(_profile_additions(profile_appraisal))
        if with_sheets:
            profile["sheet"] = profile_value(sheet.sheets_by_key[profile_appraisal.key])
    for roster_json, roster in zip(value["rosters"], sheet.rosters, strict=True):
        roster_json.update(_roster_additions(appraisal, roster))
        if with_sheets:
            roster_json["sheet"] = roster_value(roster)
    return value


def _profile_additions(profile: ProfileAppraisal) -> ProfileAdditions:
    return {
        "priced_points": profile.total.points,
        "unpriced": [line.where for line in profile.lines if line.points is None],
    }


def _roster_additions(appraisal: Appraisal, sheet: RosterSheet) -> RosterAdditions:
    fielded = list(sheet.appraisal.fielded_members())
    total = appraisal.roster_total(
        sheet.appraisal, {own_key(member.profile): member.profile for member in fielded}
    )
    unpriced = (member.profile for member in fielded if member.each is None and appraisal.model_total(member))
    return {
        "priced_points": total.points,
        "unpriced": list(dict.fromkeys(unpriced)),
        "also_bring": [_summoned_value(summoned) for summoned in sheet.summoned],
    }


def _summoned_value(summoned: Summoned) -> SummonedProfileJson:
    profile = summoned.profile.profile
    return {
        "profile": profile.key,
        "name": profile.name,
        "by": [
            {"profile": key, "group": entry.group, "code": entry.code, "name": entry.name}
            for key, entry in summoned.bringers
        ],
    }
