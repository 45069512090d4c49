"""What the page of a company list shows of its rosters: a row for each, and the form that starts one."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString

from builder.documents import LoadedList
from builder.models import Roster
from builder.points.legality.totals import counted_texts
from builder.points.rules.catalogue import GameSize, LimitKind
from builder.points.rules.results import Appraisal, RosterAppraisal, Status
from builder.points.rules.wording import waiting, with_capital
from builder.web.shared.arranging import Undo
from builder.web.shared.html import fill_each
from builder.web.shared.presentation import (
    FindingCount,
    Remark,
    count_findings,
    remarks,
    roster_name,
    total_text,
)


class RosterRow(NamedTuple):
    """A roster on the page of its list. ``size_name`` is the game's name, "" for a game of another size.

    ``counts`` are of its findings, and of the errors of the profiles that it fields; with one of either
    its ``status`` says so. ``waits`` says what its points wait for.
    ``first_error`` is the first error of the roster itself, which says how to fix it.
    ``focused`` says whose link takes the focus as the rows come into the page.
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
    """A roster that can be put back."""

    id: str
    name: str
    limit: int | None


class RostersSection(NamedTuple):
    """The rosters of a list, and what the form for a new one offers.

    ``base_url`` is what their addresses begin with, ``limit`` says whether rosters have a limit,
    ``fixed_limit`` which where it is fixed and ``limit_name`` what it is called, ``chosen_size`` the points
    of the size that is chosen at first, ``checkboxes_html`` the boxes of the profiles to begin one with.
    """

    base_url: str
    limit: LimitKind
    fixed_limit: int | None
    limit_name: str
    rows: list[RosterRow]
    removed: list[RemovedRoster]
    sizes: tuple[GameSize, ...]
    chosen_size: int | None
    checkboxes_html: SafeString


def rosters_section(
    loaded: LoadedList,
    appraisal: Appraisal,
    removed: Iterable[Roster],
    *,
    focus: str = "",
    ticked: Collection[str] = (),
) -> RostersSection:
    """The rosters in order.

    ``focus`` is the id of the one whose name takes the focus, ``ticked`` are keys of profiles.
    """
    address = reverse("add_roster", args=(loaded.row.public_id,))
    return RostersSection(
        base_url=address,
        limit=loaded.catalogue.roster.limit,
        fixed_limit=loaded.catalogue.roster.points,
        limit_name=with_capital(loaded.catalogue.words.limit),
        rows=[
            _row(loaded, appraisal, found, public_id, f"{address}{public_id}/", focus)
            for public_id, found in zip(loaded.roster_ids, appraisal.rosters, strict=True)
        ],
        removed=[RemovedRoster(row.public_id, roster_name(row.name), row.limit) for row in removed],
        sizes=loaded.catalogue.game_sizes,
        chosen_size=_chosen_size(loaded),
        checkboxes_html=_render_checkboxes(loaded, appraisal, ticked),
    )


def _row(
    loaded: LoadedList,
    appraisal: Appraisal,
    roster: RosterAppraisal,
    public_id: str,
    url: str,
    focus: str,
) -> RosterRow:
    findings = (finding for profile in appraisal.fielded_profiles(roster) for finding in profile.findings)
    catalogue = loaded.catalogue
    total = appraisal.roster_total(roster, loaded.document.profile_names(), catalogue.words.price)
    wrong = (finding for finding in findings if finding.level == "error")
    errors = [finding for finding in roster.findings if finding.shown == "error"]
    status = appraisal.status(roster)
    of_roster = () if status.code == "empty" else roster.findings
    return RosterRow(
        id=public_id,
        name=roster_name(roster.name),
        url=url,
        points=total_text(total),
        waits=waiting(total),
        limit=roster.limit,
        size_name=catalogue.game_size_name(roster.limit),
        models=", ".join(counted_texts(catalogue, roster)),
        status=status,
        counts=count_findings((*of_roster, *wrong)),
        first_error=next(iter(remarks(catalogue, errors[:1])), None),
        focused=public_id == focus,
    )


def _chosen_size(loaded: LoadedList) -> int | None:
    """The points that the form begins with: the last roster's, those of the game's terms, or the size in the
    middle.
    """
    limits = [size.points for size in loaded.catalogue.game_sizes]
    last = [roster.limit for roster in loaded.document.rosters if roster.limit in limits][-1:]
    found = [*last, loaded.catalogue.roster.points, *limits[len(limits) // 2 :]]
    return next((points for points in found if points is not None), None)


def _render_checkboxes(loaded: LoadedList, appraisal: Appraisal, ticked: Collection[str]) -> SafeString:
    """A box for each profile; joined here because a page may hold hundreds."""
    names = loaded.document.profile_names()
    rows = (
        (found.key, " checked" if found.key in ticked else "", names[found.key], total_text(found.total))
        for found in appraisal.profiles
    )
    return fill_each(
        '<li><label class="check"><input type="checkbox" name="pick" value="{}"{}>'
        "<span>{} <i>{}</i></span></label>",
        rows,
        "\n",
    )


def undo_removal(section: RostersSection, public_id: str, gone: str = "") -> Undo | None:
    """Undo for a removed roster; ``gone`` says what could not be done with it."""
    for roster in section.removed:
        if roster.id == public_id:
            text, act = (gone, "Restore") if gone else (f"“{roster.name}” is removed.", "Undo")
            return Undo(text, f"{section.base_url}{public_id}/restore/", act, target_id="rosters")
    return None
