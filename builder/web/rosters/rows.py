"""The rows of the roster's page: each profile of the list with its count, and what that comes to."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from builder.points.catalogue import Catalogue
from builder.points.document import Document, Profile
from builder.points.fits import Fit
from builder.points.results import Appraisal, ProfileAppraisal
from builder.points.systems.system import counted
from builder.web.presenting import NONE, points_text, profile_name, signed, stat_line
from builder.web.rosters.draft import Draft, Row, typed_count
from builder.web.rosters.room import fit_text
from builder.web.rosters.slots import Place, Slot


class RowView(NamedTuple):
    """A row. ``typed`` is what stands in its field; ``each`` and ``total`` are points as text, ``less`` and
    ``more`` what a step does to the roster's total.

    ``down`` and ``up`` are the actions of the steps, ``room`` says whether one more fits, ``faulty`` how
    many errors the profile itself has. ``away`` marks a profile that is not in the list any more.
    """

    number: int
    id: str
    name: str
    url: str
    field: str
    typed: str
    stats: SafeString
    each: str
    less: str
    more: str
    down: str
    up: str
    total: str
    most: str
    room: str
    faulty: str
    away: bool
    slot: Slot

    @property
    def put(self) -> str:
        """What removing the row does to the fields."""
        return f"f-{self.number}=0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitting:
    """What says whether one more model fits: the fits by key, and the rules that stop the others.

    ``titles`` are those of the rules by code. ``rest`` are the points left, None where there is no total;
    ``crowded`` says that there are as many models as the game allows.
    """

    fits: Mapping[str, Fit]
    stops: Mapping[str, str]
    titles: Mapping[str, str]
    rest: int | None
    crowded: bool
    unit: str


def rows_of(
    draft: Draft,
    document: Document,
    appraisal: Appraisal,
    catalogue: Catalogue,
    slots: Mapping[Place, Slot],
    fitting: Fitting | None,
    base: str,
) -> list[RowView]:
    """The rows in the list's order, then those of profiles that are not in it.

    ``fitting`` is None where nothing is said of it; ``base`` the address of the list.
    """
    by_key: dict[str, list[Row]] = {}
    for row in draft.rows:
        by_key.setdefault(row.profile, []).append(row)
    counts = {key: sum(typed_count(row.count) or 0 for row in rows) for key, rows in by_key.items()}
    views: list[RowView] = []
    for profile, found in zip(document.profiles, appraisal.profiles, strict=True):
        rows = by_key.pop(profile.key, [])
        if rows:
            shown = _Shown(catalogue, profile, found, base, fitting, counts[profile.key])
            views += [shown.row(row, slots[row.number], first=row is rows[0]) for row in rows]
    for rows in by_key.values():
        views += [_away(row, slots[row.number]) for row in rows]
    return views


class _Shown:
    """A profile's part of its rows, which is the same in each."""

    def __init__(
        self,
        catalogue: Catalogue,
        profile: Profile,
        found: ProfileAppraisal,
        base: str,
        fitting: Fitting | None,
        count: int,
    ) -> None:
        self.each = counted(found.points, catalogue.floor)
        self.profile = profile
        self.name = profile_name(profile.name)
        self.url = f"{base}profiles/{profile.key}/"
        self.stats = stats_html(catalogue, profile, found)
        self.room = "" if fitting is None else room_text(fitting, profile, self.each, count)
        self.faulty = "" if not found.errors else "1 error" if found.errors == 1 else f"{found.errors} errors"

    def row(self, row: Row, slot: Slot, *, first: bool) -> RowView:
        key, each, count = self.profile.key, self.each, typed_count(row.count)
        known = None if count is None or count < 0 else count
        return RowView(
            number=row.number,
            id=f"p-{key}" if first else f"p-{key}.{row.number}",
            name=self.name,
            url=self.url,
            field=row.field,
            typed=row.count or "0",
            stats=self.stats,
            each=points_text(each),
            less=signed(-each) if each is not None else "",
            more=signed(each) if each is not None else "",
            down=f"set:{row.number}={known - 1}" if known else "",
            up="" if known is None else f"set:{row.number}={known + 1}",
            total=points_text(each * count) if count and each is not None else NONE,
            most="" if self.profile.max is None else f"Max {self.profile.max}",
            room=self.room,
            faulty=self.faulty,
            away=False,
            slot=slot,
        )


def _away(row: Row, slot: Slot) -> RowView:
    return RowView(
        number=row.number,
        id=f"p-{row.profile}.{row.number}",
        name=row.profile,
        url="",
        field=row.field,
        typed=row.count or "0",
        stats=SafeString(""),
        each=NONE,
        less="",
        more="",
        down=f"set:{row.number}=0",
        up="",
        total=NONE,
        most="",
        room="",
        faulty="",
        away=True,
        slot=slot,
    )


def stats_html(catalogue: Catalogue, profile: Profile, found: ProfileAppraisal) -> SafeString:
    """The stat line as running text, without what is blank."""
    cells = stat_line(catalogue, profile, found)
    texts = (f"<span><i>{escape(c.label)}</i> {escape(c.value)}</span>" for c in cells if c.value != NONE)
    return mark_safe(" ".join(texts))  # noqa: S308 - escaped on the line above


def room_text(fitting: Fitting, profile: Profile, each: int | None, count: int) -> str:
    """Whether one more fits, or in a few words why none does."""
    fit = fitting.fits.get(profile.key)
    if fit is not None:
        return fit_text(fit, " more" if count else "")
    if each is None:
        return "has no price"
    return next(_reasons(fitting, profile, each, count))


def _reasons(fitting: Fitting, profile: Profile, each: int, count: int) -> Iterator[str]:
    if fitting.rest is not None and fitting.rest < 0:
        yield "no more fit" if count else "none fits"
    if profile.max is not None and count >= profile.max:
        yield f"no more than {profile.max}"
    if fitting.crowded:
        yield "no room for models"
    rule = fitting.stops.get(profile.key)
    if not rule and fitting.rest is not None and each > fitting.rest:
        yield f"{each - fitting.rest} {fitting.unit} short"
    yield fitting.titles.get(rule or "", "a rule forbids it")


def keys_of(rows: Collection[Row]) -> set[str]:
    """The profiles that a form has rows for."""
    return {row.profile for row in rows}
