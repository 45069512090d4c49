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

    ``counts`` are the numbers of findings on the roster and on its fielded profiles. Notes on profiles aren't
    counted.
    ``first_error`` is the first error of the roster itself.
    ``focused`` is True if the link to the roster takes the focus.
    """

    id: str
    url: str
    sheet: RosterSheet
    counts: list[FindingCount]
    first_error: Remark | None
    focused: bool


class RemovedRoster(NamedTuple):
    """A removed roster that can be restored. ``name`` is the name that the page shows."""

    row: Roster
    name: str
    restore_url: str


class NewRosterInput(NamedTuple):
    """The submitted texts of the form for a new roster. The page shows them again after an error.

    ``size`` is the limit that was selected from the game's sizes.
    ``other`` is the limit that was entered instead.
    ``ticked`` are the keys of the selected profiles.
    ``limit_problem`` says why the limit is invalid.
    ``problem`` is any other reason why the roster wasn't added.
    """

    name: str = ""
    size: str = ""
    other: str = ""
    ticked: Collection[str] = ()
    limit_problem: str = ""
    problem: str = ""


EMPTY_FORM = NewRosterInput()


class RostersSection(NamedTuple):
    """The rosters of a list, and the form for a new roster.

    ``add_url`` is the address of the form. The addresses of rosters begin with it.
    ``rows`` are the rosters in order.
    ``removed`` are the removed rosters.
    ``chosen_size`` is the game size that is selected in the form, in points.
    ``boxes`` are the checkboxes of profiles.
    ``input`` are the submitted texts of the form.
    """

    add_url: str
    rows: list[RosterRow]
    removed: list[RemovedRoster]
    chosen_size: int | None
    boxes: list[FormOption]
    input: NewRosterInput


def rosters_section(
    loaded: LoadedList,
    appraisal: Appraisal,
    removed: Iterable[Roster],
    *,
    focus: str = "",
    entered: NewRosterInput = EMPTY_FORM,
) -> RostersSection:
    """Return the rosters in order, and the form for a new roster.

    ``focus`` is the id of the roster whose link takes the focus.
    ``entered`` are the texts that were submitted with the form.
    """
    address = reverse("add_roster", args=(loaded.row.public_id,))
    word, names = loaded.catalogue.words.roster, loaded.document.profile_names()
    fielded = {member.profile for roster in loaded.document.rosters for member in roster.members()}
    removed_names = names_of_removed(loaded.row, fielded - names.keys())
    sheets = list_sheet(loaded.document, loaded.catalogue, appraisal).rosters
    return RostersSection(
        add_url=address,
        rows=[
            _row(sheet, public_id, f"{address}{public_id}/", removed_names, focused=public_id == focus)
            for public_id, sheet in zip(loaded.roster_ids, sheets, strict=True)
        ],
        removed=[
            RemovedRoster(row, roster_name(row.name, word), f"{address}{row.public_id}/restore/")
            for row in removed
        ],
        chosen_size=_chosen_size(loaded, entered.size),
        boxes=[
            FormOption(profile.key, names[profile.key], price_text(profile.total, loaded.catalogue))
            for profile in appraisal.profiles
        ],
        input=entered,
    )


def _row(
    sheet: RosterSheet, public_id: str, url: str, removed_names: Mapping[str, str], *, focused: bool
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
        counts=count_findings((*roster_findings, *without_notes(profile_findings))),
        first_error=next(iter(make_remarks(catalogue, errors[:1])), None),
        focused=focused,
    )


def _chosen_size(loaded: LoadedList, selected: str) -> int | None:
    """Return the game size that is selected in the form for a new roster, in points.

    It is the first of these sizes that exists: the submitted size, the size of the last roster with one of
    the game's sizes, the game's default, and the middle one of the game's sizes. If there is none, return
    None.
    """
    limits = [size.points for size in loaded.catalogue.game_sizes]
    if selected in map(str, limits):
        return int(selected)
    last = [roster.limit for roster in loaded.document.rosters if roster.limit in limits][-1:]
    candidates = [*last, loaded.catalogue.roster.points, *limits[len(limits) // 2 :]]
    return next((points for points in candidates if points is not None), None)


def undo_removal(section: RostersSection, public_id: str, failure: str = "") -> Undo | None:
    """Return a notice with the button that restores a roster, or None if the roster isn't removed.

    Usually, the notice says that the roster was just removed. If ``failure`` is given, the notice is
    ``failure``: it says that a change failed because the roster had been removed before.
    """
    for removed in section.removed:
        if removed.row.public_id == public_id:
            return removal_undo(removed.name, removed.restore_url, "rosters", failure)
    return None
