"""The rows of the roster's page: each profile of the list with its count, and what that comes to."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString

from builder.points.advice.capacity import Fit
from builder.points.document.design import Design
from builder.points.document.document import Document, Profile
from builder.points.document.units import may_attach, may_join, new_unit, unit_kind
from builder.points.legality.totals import value_texts
from builder.points.pricing.prices import price_texts, price_totals
from builder.points.pricing.system import counted_points, joins_later
from builder.points.rules.catalogue import Catalogue, UnitKind
from builder.points.rules.results import (
    Appraisal,
    EntryAppraisal,
    Finding,
    ProfileAppraisal,
    Total,
    errors_in,
)
from builder.web.rosters.capacity import describe_fit_count, unit_action, unit_text
from builder.web.rosters.draft import DraftRow, RosterDraft, parse_count
from builder.web.rosters.messages import RosterMessages, RosterPlace
from builder.web.shared.html import fill_html, join_html
from builder.web.shared.options import FormOption
from builder.web.shared.presentation import (
    NONE,
    FindingCount,
    count_findings,
    profile_name,
    signed_text,
    total_text,
)
from builder.web.shared.traits import Links, ProfileSheet


class RosterFormRow(NamedTuple):
    """A row of the form. ``typed`` is what stands in its field; ``each`` and ``total`` are points as text.

    ``down_change`` and ``up_change`` are what a step does to the roster's total.

    ``down_action`` and ``up_action`` are the actions of the steps, ``fit_text`` says whether one more fits,
    ``drop_action`` takes the row out of its unit. ``errors`` are those of the profile itself, and
    ``error_counts`` say how many. ``is_missing`` marks a profile that is not in the list any more, which has
    no ``sheet``.
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
    error_counts: list[FindingCount]
    errors: list[Finding]
    is_missing: bool
    messages: RosterMessages
    drop_action: str = ""

    @property
    def field_changes(self) -> str:
        """What removing the row does to the fields."""
        return f"f-{self.number}=0"

    @property
    def total_html(self) -> SafeString:
        """What it comes to, and whether one more fits."""
        room = fill_html(" <small>{}</small>", self.fit_text) if self.fit_text else ""
        if self.total == NONE:
            return fill_html('<span class="none">{}</span>{}', NONE, room)
        return fill_html("<b>{}</b>{}", self.total, room)


class UnitFormRow(NamedTuple):
    """A unit of the form: the rows of its own profiles, and of those that stand with it.

    ``kinds`` are the kinds of unit to choose from, none where there is one; ``joinable`` and ``attachable``
    the options of the profiles that can be added. ``count_text`` says how many models it has, ``total`` what
    they come to in ``points_unit``, ``prices`` what they cost by further reckonings, ``values`` its numbers
    that are worked out.
    """

    number: int
    name: str
    title: str
    kind: str
    kinds: list[FormOption]
    rows: list[RosterFormRow]
    attached: list[RosterFormRow]
    joinable: SafeString
    attachable: SafeString
    count_text: str
    total: str
    points_unit: str
    prices: list[str]
    values: list[str]
    messages: RosterMessages

    @property
    def drop_action(self) -> str:
        """What its Remove button does."""
        return f"drop:{self.number}"

    @property
    def sum_html(self) -> SafeString:
        """What it comes to."""
        told = " · ".join((f" {self.points_unit}", *self.prices, self.count_text))
        values = " · ".join(self.values)
        return fill_html(
            "<b>{}</b>{}{}",
            self.total,
            told,
            fill_html('<span class="unit-values">{}</span>', values) if values else "",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FitLookup:
    """What says whether one more model fits: the fits by key, and the rules that stop the others.

    ``rule_titles`` are those of the rules by code. ``points_left`` are the points left, None where there is
    no total, or no limit; ``is_full`` says that there are as many models as the game allows, ``models`` what
    they are called, ``price`` what their price is.
    """

    fits: Mapping[str, Fit]
    blocking_rules: Mapping[str, str]
    rule_titles: Mapping[str, str]
    points_left: int | None
    is_full: bool
    unit: str
    models: str
    price: str


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


def unit_rows(
    draft: RosterDraft,
    document: Document,
    appraisal: Appraisal,
    catalogue: Catalogue,
    messages: Mapping[RosterPlace, RosterMessages],
    base: str,
    links: Links,
) -> list[UnitFormRow]:
    """The units of a roster in its order."""
    names = document.profile_names()
    shown = {
        profile.key: _ProfileRows(
            ProfileSheet(catalogue=catalogue, profile=profile, appraisal=found, names=names, links=links),
            base,
            None,
            0,
        )
        for profile, found in zip(document.profiles, appraisal.profiles, strict=True)
    }
    first: set[str] = set()

    def form_row(row: DraftRow) -> RosterFormRow:
        found = shown.get(row.profile)
        drop = f"drop:{row.number}" if row.part != "count" else ""
        if found is None:
            return _missing_row(row, messages[row.number])._replace(down_action=f"take:{row.number}")
        made = found.row(row, messages[row.number], first=row.profile not in first)
        first.add(row.profile)
        return made._replace(drop_action=drop)

    options = _MemberOptions(draft, document, catalogue)
    kinds = [FormOption(kind.code, kind.name) for kind in catalogue.unit_kinds]
    entries = appraisal.rosters[0].entries
    units = []
    for place, main in enumerate(draft.units()):
        others, attached = draft.members(main.number, "others"), draft.members(main.number, "attached")
        rows = [main, *others, *attached]
        kind = unit_kind(catalogue, draft.unit_kinds.get(main.number, ""))
        taken = {row.profile for row in rows}
        name = draft.unit_names.get(main.number, "")
        counts = [(parse_count(row.count) or 0, row.profile) for row in rows]
        members = [(shown[key], max(n, 0)) for n, key in counts if key in shown and n]
        totals = [one.total_each.times(n) for one, n in members]
        further = price_totals(catalogue, [(one.sheet.appraisal.worked_out, n) for one, n in members])
        units.append(
            UnitFormRow(
                number=main.number,
                name=name,
                title=name or names.get(main.profile, main.profile),
                kind=draft.unit_kinds.get(main.number, ""),
                kinds=kinds if len(kinds) > 1 else [],
                rows=[form_row(row) for row in (main, *others)],
                attached=[form_row(row) for row in attached],
                joinable=options.of(may_join, kind, taken),
                attachable=options.of(may_attach, kind, taken),
                count_text=catalogue.words.count(sum(max(n, 0) for n, key in counts if key in shown)),
                points_unit=catalogue.points_unit,
                total=total_text(Total.sum(totals, (name for total in totals for name in total.waits_for))),
                prices=price_texts(catalogue, further),
                values=_values_of(catalogue, entries, place, main.profile),
                messages=messages[main.number],
            )
        )
    return units


def _values_of(
    catalogue: Catalogue, entries: Sequence[EntryAppraisal], place: int, profile: str
) -> list[str]:
    """The values of the row at this place, as long as it is that of the form."""
    is_same = place < len(entries) and entries[place].profile == profile
    return value_texts(catalogue.unit_values, entries[place].values) if is_same else []


class _MemberOptions:
    """The profiles that can be added to units, as options of a form: each is made once for all units."""

    def __init__(self, draft: RosterDraft, document: Document, catalogue: Catalogue) -> None:
        self._document = document
        self._catalogue = catalogue
        self._allowed: dict[tuple[object, UnitKind | None], list[str]] = {}
        fielded: dict[str, list[tuple[DraftRow, int]]] = {}
        for row in draft.rows:
            if (count := parse_count(row.count) or 0) > 0:
                fielded.setdefault(row.profile, []).append((row, count))
        self._options = {p.key: _member_options(p, fielded.get(p.key, ())) for p in document.profiles}

    def of(
        self,
        is_allowed: Callable[[Catalogue, UnitKind | None, Design], bool],
        kind: UnitKind | None,
        taken: Collection[str],
    ) -> SafeString:
        """Those that are allowed in a unit of this kind, without those that it has."""
        if (is_allowed, kind) not in self._allowed:
            self._allowed[is_allowed, kind] = [
                p.key for p in self._document.profiles if is_allowed(self._catalogue, kind, p.design)
            ]
        keys = self._allowed[is_allowed, kind]
        return join_html(option for key in keys if key not in taken for option in self._options[key])


def _member_options(profile: Profile, fielded: Sequence[tuple[DraftRow, int]]) -> list[SafeString]:
    """A profile to be added to a unit: one that is fielded moves, or one more is added if Max allows it."""
    name, count = profile_name(profile.name), sum(count for _, count in fielded)
    if not fielded:
        return [_option(profile.key, name)]
    move = f"{profile.key}={fielded[0][0].number}"
    if profile.max is not None and count >= profile.max:
        return [_option(move, f"Move {name} (Max {profile.max})")]
    return [
        _option(move, f"Move {name} ({count} fielded)"),
        _option(profile.key, f"One more {name} ({count} fielded)"),
    ]


def _option(value: str, name: str) -> SafeString:
    return fill_html('<option value="{}">{}</option>', value, name)


class NewUnitButton(NamedTuple):
    """A unit that can be added, with what it comes to; ``action`` is its button's."""

    name: str
    total: str
    action: str


def new_unit_buttons(document: Document, appraisal: Appraisal, catalogue: Catalogue) -> list[NewUnitButton]:
    """A unit of each profile that units are made of, with its kind where there are several."""
    names = document.profile_names()
    found = []
    for profile, appraised in zip(document.profiles, appraisal.profiles, strict=True):
        if unit := new_unit(catalogue, profile.design):
            action = unit_action([(profile.key, unit)])
            total = total_text(_total_each(profile, appraised, catalogue).times(unit.size))
            found.append(NewUnitButton(unit_text(names[profile.key], unit.size), total, action))
    return found


def _total_each(profile: Profile, found: ProfileAppraisal, catalogue: Catalogue) -> Total:
    """What one model counts as in rosters."""
    if joins_later(catalogue, profile.design):
        return Total(0)
    each = counted_points(found.points, catalogue.floor)
    return found.total if each is None else Total(each)


class _ProfileRows:
    """A profile's part of its rows, which is the same in each."""

    def __init__(self, sheet: ProfileSheet, base: str, fit_lookup: FitLookup | None, count: int) -> None:
        profile = sheet.profile
        self.total_each = _total_each(profile, sheet.appraisal, sheet.catalogue)
        self.each = None if self.total_each.waits_for else self.total_each.points
        self.sheet = sheet
        self.profile = profile
        self.name = sheet.names[profile.key]
        self.url = f"{base}profiles/{profile.key}/"
        self.room = "" if fit_lookup is None else describe_fit(fit_lookup, profile, self.each, count)
        self.errors = errors_in(sheet.appraisal.findings)
        self.faulty = count_findings(self.errors)

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
            error_counts=self.faulty,
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
        error_counts=[],
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
        return f"has no {fit_lookup.price}"
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
