"""The rosters on the page of a list, and the form for a new roster."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from django.urls import reverse

from builder.catalogue.play import list_sheet
from builder.documents import LoadedList
from builder.models import Roster
from builder.points.pricing.texts import price_text
from builder.points.rules.names import roster_name
from builder.points.rules.results import Appraisal, without_notes
from builder.points.sheets.roster import RosterSheet
from builder.web.rosters.removed_profiles import names_of_removed, with_removed_name
from builder.web.shared.arranging import Undo, removal_undo
from builder.web.shared.options import FormOption
from builder.web.shared.presentation import FindingCount, Remark, count_findings, make_remarks


class RosterRow(NamedTuple):
    """A roster on the page of its list.

    ``finding_counts`` are the numbers of findings on the roster and, except notes, on its fielded profiles.
    ``first_error`` is the first error of the roster itself.
    ``is_focused`` is True if the link to the roster takes the focus.
    """

    id: str
    url: str
    sheet: RosterSheet
    finding_counts: list[FindingCount]
    first_error: Remark | None
    is_focused: bool


class RemovedRoster(NamedTuple):
    """A removed roster that can be restored. ``name`` is the name that the page shows."""

    row: Roster
    name: str
    restore_url: str


class NewRosterInput(NamedTuple):
    """The submitted texts of the form for a new roster. The page shows them again after an error.

    ``selected_limit`` is one of the game's sizes, and ``entered_limit`` was entered instead.
    ``profile_keys`` are the keys of the selected profiles.
    ``limit_problem`` says why the limit is invalid.
    ``problem`` is any other reason why the roster wasn't added.
    """

    name: str = ""
    selected_limit: str = ""
    entered_limit: str = ""
    profile_keys: Collection[str] = ()
    limit_problem: str = ""
    problem: str = ""


EMPTY_FORM = NewRosterInput()


class RostersSection(NamedTuple):
    """The rosters of a list, and the form for a new roster.

    ``add_url`` is the address of the form.
    ``selected_limit`` is the game size that is selected in the form, in points.
    ``profile_options`` are the checkboxes of profiles.
    """

    add_url: str
    rows: list[RosterRow]
    removed: list[RemovedRoster]
    selected_limit: int | None
    profile_options: list[FormOption]
    input: NewRosterInput


def rosters_section(
    loaded: LoadedList,
    appraisal: Appraisal,
    removed: Iterable[Roster],
    *,
    focused_id: str = "",
    submitted: NewRosterInput = EMPTY_FORM,
) -> RostersSection:
    """Return the rosters in order, and the form for a new roster.

    ``focused_id`` is the id of the roster whose link takes the focus.
    """
    add_url = reverse("add_roster", args=(loaded.row.public_id,))
    word, names = loaded.catalogue.words.roster, loaded.document.profile_names()
    fielded = {member.profile for roster in loaded.document.rosters for member in roster.members()}
    removed_names = names_of_removed(loaded.row, fielded - names.keys())
    sheets = list_sheet(loaded.document, loaded.catalogue, appraisal).rosters
    return RostersSection(
        add_url=add_url,
        rows=[
            _row(
                sheet, public_id, f"{add_url}{public_id}/", removed_names, is_focused=public_id == focused_id
            )
            for public_id, sheet in zip(loaded.roster_ids, sheets, strict=True)
        ],
        removed=[
            RemovedRoster(row, roster_name(row.name, word), f"{add_url}{row.public_id}/restore/")
            for row in removed
        ],
        selected_limit=_selected_limit(loaded, submitted.selected_limit),
        profile_options=[
            FormOption(profile.key, names[profile.key], price_text(profile.total, loaded.catalogue))
            for profile in appraisal.profiles
        ],
        input=submitted,
    )


def _row(
    sheet: RosterSheet, public_id: str, url: str, removed_names: Mapping[str, str], *, is_focused: bool
) -> RosterRow:
    catalogue, appraisal, roster = sheet.list_sheet.catalogue, sheet.list_sheet.appraisal, sheet.appraisal
    profile_findings = [
        finding for profile in appraisal.fielded_profiles(roster) for finding in profile.findings
    ]
    errors = [
        with_removed_name(finding, catalogue, removed_names)
        for finding in roster.plain_findings
        if finding.shown_level == "error"
    ]
    roster_findings = () if sheet.status.code == "empty" else roster.plain_findings
    return RosterRow(
        id=public_id,
        url=url,
        sheet=sheet,
        finding_counts=count_findings((*roster_findings, *without_notes(profile_findings))),
        first_error=next(iter(make_remarks(catalogue, errors[:1])), None),
        is_focused=is_focused,
    )


def _selected_limit(loaded: LoadedList, selected: str) -> int | None:
    """Return the game size that is selected in the form for a new roster, in points, or None.

    It is the first of these sizes that exists: the submitted size, the size of the last roster with one of
    the game's sizes, the game's default, and the middle one of the game's sizes.
    """
    limits = [size.points for size in loaded.catalogue.game_sizes]
    if selected in map(str, limits):
        return int(selected)
    last = [roster.limit for roster in loaded.document.rosters if roster.limit in limits][-1:]
    candidates = [*last, loaded.catalogue.roster.points, *limits[len(limits) // 2 :]]
    return next((points for points in candidates if points is not None), None)


def undo_removal(section: RostersSection, public_id: str, failure: str = "") -> Undo | None:
    """Return a notice with the button that restores a roster, or None if the roster isn't removed.

    The notice is ``failure``, or else it says that the roster was just removed. A failure says that a change
    wasn't made because the roster had been removed before.
    """
    for removed in section.removed:
        if removed.row.public_id == public_id:
            return removal_undo(removed.name, removed.restore_url, "rosters", failure)
    return None
