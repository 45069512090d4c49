"""What the roster's page and its answers to htmx show, from one draft of one roster."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from builder.catalogue.limits import limits
from builder.catalogue.play import play_sheet
from builder.documents import LoadedList
from builder.points.appraisal import appraise
from builder.points.catalogue import Catalogue
from builder.points.document import Document, Roster
from builder.points.fits import Room, room_in
from builder.points.play import PlaySheet
from builder.points.pricing import Context
from builder.points.reading import MAX_NUMBER, DocumentError
from builder.points.results import Appraisal, RosterAppraisal
from builder.web.doors import Door
from builder.web.presenting import Jump, jumps, list_name, points_text, profile_name, roster_name
from builder.web.rosters.actions import Undo, pairs_text
from builder.web.rosters.conflict import Difference, differences
from builder.web.rosters.draft import Draft
from builder.web.rosters.meters import leaders_of, models_meter, points_meter
from builder.web.rosters.room import RoomView, room_view
from builder.web.rosters.rows import Fitting, RowView, keys_of, rows_of
from builder.web.rosters.slots import Place, Slot, fault_text, slots_of, with_fault
from builder.web.rosters.summary import Fielded, fielded_in, summary_of


class Size(NamedTuple):
    """A game size to press; ``chosen`` is the one that is played."""

    name: str
    points: int
    chosen: bool


class Conflict(NamedTuple):
    """A roster that was changed elsewhere: what is in the form beside what is stored, with their points."""

    version: int
    mine: str
    theirs: str
    differences: list[Difference]


class UndoView(NamedTuple):
    """The button that takes a change back; ``put`` is what that does to the fields."""

    text: str
    action: str
    put: str


@dataclass(frozen=True, kw_only=True)
class Viewing:
    """One roster on its page; ``place`` is its index in the list's document.

    ``roster`` is what the draft says, or what is stored while the draft has a ``fault``; ``numbers`` are
    the rows of its entries. ``theirs`` is what is stored when somebody else changed it, ``prices`` are those
    of the list's profiles where it was just saved.
    """

    door: Door
    loaded: LoadedList
    place: int
    draft: Draft
    roster: Roster
    numbers: tuple[int | None, ...]
    version: str
    fault: DocumentError | None = None
    theirs: Roster | None = None
    undo: Undo | None = None
    prices: Context | None = None

    @property
    def catalogue(self) -> Catalogue:
        """The rules in force."""
        return self.loaded.catalogue

    @property
    def play(self) -> PlaySheet:
        """What leads, and what points are for."""
        return play_sheet(self.catalogue)

    @property
    def editable(self) -> bool:
        """Whether the reader may change it."""
        return self.door.is_own

    @property
    def base(self) -> str:
        """The address of the list."""
        return self.door.page

    @cached_property
    def document(self) -> Document:
        """The list with this roster, as it is in the form, and no other."""
        return replace(self.loaded.document, rosters=(self.roster,))

    @cached_property
    def appraisal(self) -> Appraisal:
        """The appraisal of that list."""
        return appraise(self.document, self.catalogue, self.prices)

    @property
    def found(self) -> RosterAppraisal:
        """The roster's own."""
        return self.appraisal.rosters[0]

    @cached_property
    def names(self) -> dict[str, str]:
        """The list's profiles by key, as they are shown."""
        return {profile.key: profile_name(profile.name) for profile in self.document.profiles}

    @cached_property
    def fielded(self) -> tuple[Fielded, ...]:
        """The profiles that are fielded."""
        return fielded_in(self.document, self.appraisal, self.found)

    @cached_property
    def leaders(self) -> list[str]:
        """Who leads."""
        return leaders_of(self.fielded, self.catalogue, self.play)

    @cached_property
    def room(self) -> Room:
        """What still fits."""
        return room_in(self.document, 0, self.catalogue, self.appraisal)

    @cached_property
    def slots(self) -> dict[Place, Slot]:
        """The findings by place of the page, and the fault at its own."""
        slots = slots_of(self.catalogue, self.found.findings, self.numbers, self.draft)
        return with_fault(slots, self.fault, self.draft, self.names) if self.fault else slots

    @cached_property
    def rows(self) -> list[RowView]:
        """The rows in the list's order."""
        fitting = None if self.fault or not self.editable else _fitting(self)
        return rows_of(
            self.draft, self.document, self.appraisal, self.catalogue, self.slots, fitting, self.base
        )

    @property
    def lacks_rows(self) -> bool:
        """Whether profiles came into the list, or went out of it, since the form was made."""
        known = keys_of(self.draft.rows)
        return not self.names.keys() <= known or not known - self.names.keys() <= self.draft.away


def _fitting(viewing: Viewing) -> Fitting:
    found = viewing.found
    return Fitting(
        fits={fit.profile: fit for fit in viewing.room.fits},
        stops=viewing.room.stops,
        titles={rule.code: rule.title for rule in viewing.catalogue.rules},
        rest=None if found.points is None else found.limit - found.points,
        crowded=found.most_models is not None and found.models >= found.most_models,
        unit=viewing.catalogue.points_unit,
    )


# ------------------------------------------------------------------ contexts


def answer_context(viewing: Viewing) -> dict[str, object]:
    """What page and answers share; an answer shows all of it anew and holds no field."""
    catalogue, found = viewing.catalogue, viewing.found
    return {
        "catalogue": catalogue,
        "unit": catalogue.points_unit,
        "title": roster_name(viewing.roster.name),
        "version": viewing.version,
        "points": points_meter(found, catalogue.points_unit),
        "models": models_meter(found.models, found.most_models),
        "legal": viewing.appraisal.is_legal(found),
        "counts": _jumps(viewing),
        "faulty": _faulty(viewing.rows),
        "leaders": viewing.leaders,
        "leads": bool(viewing.play.leader),
        "sizes": _sizes(viewing),
        "rows": viewing.rows,
        "slots": viewing.slots,
        "room": _room(viewing),
        "summary": summary_of(viewing.fielded, catalogue, viewing.play),
        "undo": _undo(viewing.undo),
        "fault": fault_text(viewing.fault, viewing.draft, viewing.names) if viewing.fault else "",
        "conflict": _conflict(viewing),
    }


def page_context(viewing: Viewing) -> dict[str, object]:
    """The whole page."""
    slots = viewing.slots
    return {
        **answer_context(viewing),
        "nav": viewing.door.nav,
        "door": viewing.door,
        "list_name": list_name(viewing.loaded.row.name),
        "row": viewing.loaded.row,
        "draft": viewing.draft,
        "zeros": " ".join(map(str, sorted(viewing.draft.zeros))),
        "away": " ".join(sorted(viewing.draft.away)),
        "roster_id": viewing.loaded.roster_ids[viewing.place],
        "general": slots[""],
        "of_name": slots["name"],
        "of_limit": slots["limit"],
        "most_of_one": limits().count,
        "most_points": MAX_NUMBER,
        "fielded": [row for row in viewing.rows if row.typed != "0"],
    }


def _jumps(viewing: Viewing) -> list[Jump]:
    """The findings counted by level, worst first, each with the place of the first of them."""
    first: dict[str, str] = {}
    ordered = [viewing.slots[""], viewing.slots["limit"], *(row.slot for row in viewing.rows)]
    for slot in ordered:
        for remark in slot.remarks:
            first.setdefault(remark.level, f"#n-{slot.id}")
    return jumps(viewing.found.findings, first)


def _faulty(rows: Iterable[RowView]) -> list[RowView]:
    """The fielded profiles that have errors of their own, each once."""
    found: dict[str, RowView] = {}
    for row in rows:
        if row.faulty and row.typed != "0":
            found.setdefault(row.url, row)
    return list(found.values())


def _sizes(viewing: Viewing) -> list[Size]:
    sizes, limit = viewing.catalogue.game_sizes, viewing.roster.limit
    return [Size(size.name, size.points, size.points == limit) for size in sizes]


def _room(viewing: Viewing) -> RoomView | None:
    """None while nothing can be said: a fault stands in the way, or there is no total."""
    found = viewing.found
    if viewing.fault or not viewing.editable or found.points is None:
        return None
    rest, unit = found.limit - found.points, viewing.catalogue.points_unit
    return room_view(viewing.room, viewing.draft, viewing.names, rest, unit)


def _undo(undo: Undo | None) -> UndoView | None:
    if undo is None:
        return None
    put = " ".join(f"f-{number}={count}" for number, count in undo.counts)
    return UndoView(undo.text, f"set:{pairs_text(undo.counts)}", put)


def _conflict(viewing: Viewing) -> Conflict | None:
    theirs = viewing.theirs
    if theirs is None:
        return None
    stored = appraise(replace(viewing.document, rosters=(theirs,)), viewing.catalogue).rosters[0]
    return Conflict(
        version=viewing.loaded.roster_versions[viewing.place],
        mine=points_text(viewing.found.points),
        theirs=points_text(stored.points),
        differences=differences(viewing.roster, theirs, viewing.names),
    )
