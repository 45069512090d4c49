"""The rows of the roster's page: each profile of the list with its count, and what that comes to."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from builder.points.capacity import Fit
from builder.points.catalogue import Catalogue
from builder.points.document import Document, Profile
from builder.points.results import Appraisal, Finding, Total, errors_in
from builder.points.system import counted_points
from builder.points.wording import pluralize
from builder.web.rosters.capacity import describe_fit_count
from builder.web.rosters.draft import DraftRow, RosterDraft, parse_count
from builder.web.rosters.messages import RosterMessages, RosterPlace
from builder.web.shared.presentation import NONE, signed_text, total_text
from builder.web.shared.traits import Links, ProfileSheet


class RosterFormRow(NamedTuple):
    """A row of the form. ``typed`` is what stands in its field; ``each`` and ``total`` are points as text.

    ``down_change`` and ``up_change`` are what a step does to the roster's total.

    ``down_action`` and ``up_action`` are the actions of the steps, ``fit_text`` says whether one more fits,
    ``errors`` are those of the profile itself, ``errors_text`` says how many. ``is_missing`` marks a profile
    that is not in the list any more, which has no ``sheet``.
    """

    number: int
    id: str
    name: str
    url: str
    field: str
    typed: str
    sheet: ProfileSheet | None
    each: str
    down_change: str
    up_change: str
    down_action: str
    up_action: str
    total: str
    max_text: str
    fit_text: str
    errors_text: str
    errors: list[Finding]
    is_missing: bool
    messages: RosterMessages

    @property
    def field_changes(self) -> str:
        """What removing the row does to the fields."""
        return f"f-{self.number}=0"


@dataclass(frozen=True, slots=True, kw_only=True)
class FitLookup:
    """What says whether one more model fits: the fits by key, and the rules that stop the others.

    ``rule_titles`` are those of the rules by code. ``points_left`` are the points left, None where there is
    no total, or no limit; ``is_full`` says that there are as many models as the game allows, ``models`` what
    they are called.
    """

    fits: Mapping[str, Fit]
    blocking_rules: Mapping[str, str]
    rule_titles: Mapping[str, str]
    points_left: int | None
    is_full: bool
    unit: str
    models: str


def form_rows(
    draft: RosterDraft,
    document: Document,
    appraisal: Appraisal,
    catalogue: Catalogue,
    messages: Mapping[RosterPlace, RosterMessages],
    fit_lookup: FitLookup | None,
    base: str,
    links: Links,
) -> list[RosterFormRow]:
    """The rows in the list's order, then those of profiles that are not in it.

    ``fit_lookup`` is None where nothing is said of it; ``base`` the address of the list, ``links`` lead to
    its profiles.
    """
    by_key: dict[str, list[DraftRow]] = {}
    for row in draft.rows:
        by_key.setdefault(row.profile, []).append(row)
    counts = {key: sum(parse_count(row.count) or 0 for row in rows) for key, rows in by_key.items()}
    names = document.profile_names()
    views: list[RosterFormRow] = []
    for profile, found in zip(document.profiles, appraisal.profiles, strict=True):
        rows = by_key.pop(profile.key, [])
        if rows:
            sheet = ProfileSheet(
                catalogue=catalogue, profile=profile, appraisal=found, names=names, links=links
            )
            shown = _ProfileRows(sheet, base, fit_lookup, counts[profile.key])
            views += [shown.row(row, messages[row.number], first=row is rows[0]) for row in rows]
    for rows in by_key.values():
        views += [_missing_row(row, messages[row.number]) for row in rows]
    return views


class _ProfileRows:
    """A profile's part of its rows, which is the same in each."""

    def __init__(self, sheet: ProfileSheet, base: str, fit_lookup: FitLookup | None, count: int) -> None:
        profile = sheet.profile
        self.each = counted_points(sheet.appraisal.points, sheet.catalogue.floor)
        self.total_each = sheet.appraisal.total if self.each is None else Total(self.each)
        self.sheet = sheet
        self.profile = profile
        self.name = sheet.names[profile.key]
        self.url = f"{base}profiles/{profile.key}/"
        self.room = "" if fit_lookup is None else describe_fit(fit_lookup, profile, self.each, count)
        self.errors = errors_in(sheet.appraisal.findings)
        self.faulty = pluralize(len(self.errors), "error") if self.errors else ""

    def row(self, row: DraftRow, messages: RosterMessages, *, first: bool) -> RosterFormRow:
        key, each, count = self.profile.key, self.each, parse_count(row.count)
        known = None if count is None or count < 0 else count
        return RosterFormRow(
            number=row.number,
            id=f"p-{key}" if first else f"p-{key}.{row.number}",
            name=self.name,
            url=self.url,
            field=row.field,
            typed=row.count or "0",
            sheet=self.sheet,
            each=total_text(self.total_each),
            down_change=signed_text(-each) if each is not None else "",
            up_change=signed_text(each) if each is not None else "",
            down_action=f"set:{row.number}={known - 1}" if known else "",
            up_action="" if known is None else f"set:{row.number}={known + 1}",
            total=total_text(self.total_each.times(count)) if count else NONE,
            max_text="" if self.profile.max is None else f"Max {self.profile.max}",
            fit_text=self.room,
            errors_text=self.faulty,
            errors=self.errors,
            is_missing=False,
            messages=messages,
        )


def _missing_row(row: DraftRow, messages: RosterMessages) -> RosterFormRow:
    return RosterFormRow(
        number=row.number,
        id=f"p-{row.profile}.{row.number}",
        name=row.profile,
        url="",
        field=row.field,
        typed=row.count or "0",
        sheet=None,
        each=NONE,
        down_change="",
        up_change="",
        down_action=f"set:{row.number}=0",
        up_action="",
        total=NONE,
        max_text="",
        fit_text="",
        errors_text="",
        errors=[],
        is_missing=True,
        messages=messages,
    )


def describe_fit(fit_lookup: FitLookup, profile: Profile, each: int | None, count: int) -> str:
    """Whether one more fits, or in a few words why none does."""
    fit = fit_lookup.fits.get(profile.key)
    if fit is not None:
        return describe_fit_count(fit, " more" if count else "")
    if each is None:
        return "has no price"
    return next(_misfit_reasons(fit_lookup, profile, each, count))


def _misfit_reasons(fit_lookup: FitLookup, profile: Profile, each: int, count: int) -> Iterator[str]:
    if fit_lookup.points_left is not None and fit_lookup.points_left < 0:
        yield "no more fit" if count else "none fits"
    if profile.max is not None and count >= profile.max:
        yield f"no more than {profile.max}"
    if fit_lookup.is_full:
        yield f"no room for {fit_lookup.models}"
    rule = fit_lookup.blocking_rules.get(profile.key)
    if not rule and fit_lookup.points_left is not None and each > fit_lookup.points_left:
        yield f"{each - fit_lookup.points_left} {fit_lookup.unit} short"
    yield fit_lookup.rule_titles.get(rule, "a rule forbids it") if rule else "no points left"


def profile_keys(rows: Collection[DraftRow]) -> set[str]:
    """The profiles that a form has rows for."""
    return {row.profile for row in rows}
