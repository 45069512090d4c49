"""The rosters on the page of a company list: rows, and the form for a new roster."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from django.urls import reverse

from builder.documents import LoadedList
from builder.models import Roster
from builder.points.legality.totals import counted_texts
from builder.points.pricing.texts import price_text, total_text
from builder.points.rules.catalogue import GameSize, LimitKind
from builder.points.rules.names import roster_name
from builder.points.rules.results import Appraisal, RosterAppraisal, Status, without_notes
from builder.points.rules.wording import waiting, with_capital
from builder.web.rosters.removed_profiles import names_of_removed, with_removed_name
from builder.web.shared.arranging import Undo
from builder.web.shared.presentation import FindingCount, Remark, count_findings, remarks


class RosterRow(NamedTuple):
    """A roster on the page of its list. ``size_name`` is the name of its game size, "" for another limit.

    ``counts`` are the counts of its findings, and of the fielded profiles' errors and open choices. ``waits``
    names the missing parts of its points. ``first_error`` is the first error of the roster itself, which says
    how to fix it. ``focused`` is True if its link takes the focus when the rows are loaded.
    """

    id: str
    name: str
    url: str
    points: str
    waits: str
    limit: int | None
    size_name: str
    models: str
    status: Status
    counts: list[FindingCount]
    first_error: Remark | None
    focused: bool


class RemovedRoster(NamedTuple):
    """A roster that can be restored."""

    id: str
    name: str
    limit: int | None


class ProfileBox(NamedTuple):
    """The checkbox of a profile that a new roster can start with."""

    key: str
    name: str
    points: str
    is_ticked: bool


class NewRosterInput(NamedTuple):
    """What was entered in the form for a new roster, to show it again.

    ``size`` is the selected limit and ``other`` the typed limit. ``limit_problem`` says why the limit is
    invalid, ``problem`` is any other reason why the roster wasn't added.
    """

    name: str = ""
    size: str = ""
    other: str = ""
    ticked: Collection[str] = ()
    limit_problem: str = ""
    problem: str = ""


EMPTY_FORM = NewRosterInput()


class RostersSection(NamedTuple):
    """The rosters of a list, and the options of the form for a new roster.

    ``base_url`` is the beginning of the rosters' addresses. ``limit`` says whether rosters have a limit,
    ``fixed_limit`` is its value if it is fixed, and ``limit_name`` its name. ``chosen_size`` are the points
    of the initially selected size, ``boxes`` the checkboxes of profiles, and ``input`` what was entered.
    """

    base_url: str
    limit: LimitKind
    fixed_limit: int | None
    limit_name: str
    rows: list[RosterRow]
    removed: list[RemovedRoster]
    sizes: tuple[GameSize, ...]
    chosen_size: int | None
    boxes: list[ProfileBox]
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

    ``focus`` is the id of the roster whose link takes the focus. ``entered`` fills in the form.
    """
    address = reverse("add_roster", args=(loaded.row.public_id,))
    listed = loaded.document.profile_names()
    fielded = {member.profile for roster in loaded.document.rosters for member in roster.members()}
    removed_names = names_of_removed(loaded.row, fielded - listed.keys())
    return RostersSection(
        base_url=address,
        limit=loaded.catalogue.roster.limit,
        fixed_limit=loaded.catalogue.roster.points,
        limit_name=with_capital(loaded.catalogue.words.limit),
        rows=[
            _row(loaded, appraisal, roster, public_id, f"{address}{public_id}/", focus, removed_names)
            for public_id, roster in zip(loaded.roster_ids, appraisal.rosters, strict=True)
        ],
        removed=[
            RemovedRoster(row.public_id, roster_name(row.name, loaded.catalogue.words.roster), row.limit)
            for row in removed
        ],
        sizes=loaded.catalogue.game_sizes,
        chosen_size=_chosen_size(loaded, entered.size),
        boxes=_boxes(loaded, appraisal, entered.ticked),
        input=entered,
    )


def _row(
    loaded: LoadedList,
    appraisal: Appraisal,
    roster: RosterAppraisal,
    public_id: str,
    url: str,
    focus: str,
    removed_names: Mapping[str, str],
) -> RosterRow:
    profile_findings = [
        finding for profile in appraisal.fielded_profiles(roster) for finding in profile.findings
    ]
    catalogue = loaded.catalogue
    total = appraisal.roster_total(roster, loaded.document.profile_names(), catalogue.words.price)
    errors = [
        with_removed_name(finding, catalogue, removed_names)
        for finding in roster.plain_findings
        if finding.shown_level == "error"
    ]
    status = appraisal.status(roster)
    roster_findings = () if status.code == "empty" else roster.plain_findings
    return RosterRow(
        id=public_id,
        name=roster_name(roster.name, catalogue.words.roster),
        url=url,
        points=total_text(total),
        waits=waiting(total),
        limit=roster.limit,
        size_name=catalogue.game_size_name(roster.limit),
        models=", ".join(counted_texts(catalogue, roster)),
        status=status,
        counts=count_findings((*roster_findings, *without_notes(profile_findings))),
        first_error=next(iter(remarks(catalogue, errors[:1])), None),
        focused=public_id == focus,
    )


def _chosen_size(loaded: LoadedList, selected: str) -> int | None:
    """Return the points of the selected size, the last roster's, the game's default, or the middle size."""
    limits = [size.points for size in loaded.catalogue.game_sizes]
    if selected in map(str, limits):
        return int(selected)
    last = [roster.limit for roster in loaded.document.rosters if roster.limit in limits][-1:]
    points_to_offer = [*last, loaded.catalogue.roster.points, *limits[len(limits) // 2 :]]
    return next((points for points in points_to_offer if points is not None), None)


def _boxes(loaded: LoadedList, appraisal: Appraisal, ticked: Collection[str]) -> list[ProfileBox]:
    names = loaded.document.profile_names()
    return [
        ProfileBox(
            profile.key,
            names[profile.key],
            price_text(profile.total, loaded.catalogue),
            profile.key in ticked,
        )
        for profile in appraisal.profiles
    ]


def undo_removal(section: RostersSection, public_id: str, failure: str = "") -> Undo | None:
    """Return the Undo of a removed roster, or with ``failure`` the button that restores it; None for others.

    ``failure`` says why a change failed: the roster was already removed.
    """
    for roster in section.removed:
        if roster.id == public_id:
            text, act = (failure, "Restore") if failure else (f"“{roster.name}” is removed.", "Undo")
            return Undo(text, f"{section.base_url}{public_id}/restore/", act, target_id="rosters")
    return None
